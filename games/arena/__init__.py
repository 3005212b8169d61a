"""The arena: bots matched against each other, every deal both ways, with the engine as the judge and no database."""
