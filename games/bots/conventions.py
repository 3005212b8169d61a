"""The card that a human partner understands, among those that are worth about the same."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Card

from .evaluator import Effort, Worth, evaluate, read_situation
from .kernels.policy import choose as policy_card
from .table_sense import nil_alive, partner, winning_seat
from .view import Situation

DOUBT = 0.5
"""Standard errors that a card may be behind the best and still be as good."""
MARGIN = 0.2
"""Points that it may be behind in any case."""
PATIENCE = 3.0
"""Points that leaving a trick to partner, who has won it, may be behind: no partner likes to be trumped for a bag."""


def choose_card(s: Situation, seed: bytes, effort: Effort) -> Card:
    """The card to play: the best by far, else the conventional one of those about as good."""
    if len(s.cards) == 1:
        return s.cards[0]
    return choose_among(s, evaluate(s, seed, effort))


def choose_among(s: Situation, worths: Sequence[Worth]) -> Card:
    """Of cards within the doubt of the best, the policy's if it is one of them; else the best one's convention.

    The policy wins with the cheapest winner, plays low from nothing and covers from the top. Cards as good as each
    other go the usual way: the top of a sequence is led, the lowest of it follows.
    """
    best = worths[0]
    margin = PATIENCE if is_partners(s) else MARGIN
    near = [worth.card for worth in worths if best.value - worth.value <= margin + DOUBT * worth.error]
    usual = int(policy_card(read_situation(s).row))
    if usual in near:
        return usual
    alike = [worth.card for worth in worths if worth.value == best.value]
    return min(alike) if s.trick.cards else max(alike)


def is_partners(s: Situation) -> bool:
    """Has partner won the trick, its own nil no longer at stake, so that the last to play need not?"""
    return len(s.trick.cards) == 3 and winning_seat(s) == partner(s) and not nil_alive(s, partner(s))
