"""Bots as pure functions: a seat view and a bot seed in, an action out."""
