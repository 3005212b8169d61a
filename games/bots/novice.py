"""The novice: rules of thumb for every bid and card, no search and no chance."""

from __future__ import annotations

from games.engine.actions import Action, Play
from games.engine.cards import Card

from .bidding import choose_bid
from .following import follow
from .leading import lead
from .view import Situation


def choose(s: Situation, seed: bytes) -> Action:
    """The act a careful beginner would choose; the bot seed is not needed."""
    return Play(choose_card(s)) if s.cards else choose_bid(s)


def choose_card(s: Situation) -> Card:
    """The card to play: the only one, or what the rules of thumb for leading and following say."""
    if len(s.cards) == 1:
        return s.cards[0]
    return follow(s) if s.trick.cards else lead(s)
