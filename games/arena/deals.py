"""The deals of an arena: number n of a seed is always the same match, dealt by the site's own shuffle."""

import hashlib

from games.engine.rules import RuleSet
from games.engine.shuffle import Shuffle


def shuffle_of(rules: RuleSet, seed: int, number: int) -> Shuffle:
    """The deals, dealers and bot seeds of match `number`, both times it is played."""
    digest = hashlib.sha512(f"arena {seed} {number}".encode()).digest()
    return Shuffle(digest[:16], rules, digest[16:48])
