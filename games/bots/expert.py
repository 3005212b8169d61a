"""The expert: many worlds weighed by bids and every card seen, playouts for the score, exact endings."""

from __future__ import annotations

from games.engine.actions import Action, Play

from . import bid_choice
from .conventions import choose_card
from .evaluator import Effort
from .view import Situation

EFFORT = Effort(
    worlds=1_000,
    chain=20,
    burn=40,
    gap=3,
    repeats=1,
    noise=0.03,
    surprise=-0.5,
    trust=1.0,
    exact=5,
    ending=3,
    solved=300,
    greed=0.6,
)


def choose(s: Situation, seed: bytes) -> Action:
    """The act with the best expected match value."""
    return Play(choose_card(s, seed, EFFORT)) if s.cards else bid_choice.choose_bid(s, seed, bid_choice.EXPERT)
