"""The club player: sound bids, nil cover and attack, bags and score in mind, in a few worlds a card."""

from __future__ import annotations

from games.engine.actions import Action, Play

from . import bid_choice
from .conventions import choose_card
from .evaluator import Effort
from .view import Situation

EFFORT = Effort(
    worlds=100,
    chain=25,
    burn=40,
    gap=6,
    repeats=1,
    noise=0.03,
    surprise=0.0,
    trust=1.0,
    exact=4,
    solved=60,
)


def choose(s: Situation, seed: bytes) -> Action:
    """The act a sound club player would choose."""
    return Play(choose_card(s, seed, EFFORT)) if s.cards else bid_choice.choose_bid(s, seed, bid_choice.CLUB)
