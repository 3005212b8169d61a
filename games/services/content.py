"""Owns what the games app needs in the database before the first visitor: house rules and the bots."""

from ..engine.cards import SEATS
from ..engine.rules import HOUSE
from .tables import bot_player, keep_rules


def load_content() -> None:
    """Makes what is missing; may run any number of times."""
    for rules in HOUSE.values():
        keep_rules(rules)
    for seat in SEATS:
        bot_player(seat)
