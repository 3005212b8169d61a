"""What an act is worth beside the others that could be made, over all that its player cannot tell apart.

The search is that of the best bots, with more worlds: hints and the coach are in no hurry. Importing this module
imports numba: do it only where something is judged.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.actions import Action, Play

from .bid_choice import BidEffort, evaluate_bids
from .evaluator import Effort, evaluate
from .view import Situation


@dataclass(frozen=True, slots=True)
class Care:
    """How hard to look: always so much, whatever the time; a hint comes at once, the coach in a second or two."""

    cards: Effort
    bids: BidEffort


HINT = Care(
    Effort(worlds=600, chain=50, burn=60, gap=8, repeats=2, noise=0.03, surprise=-1.0, trust=1.0),
    BidEffort(worlds=160, finalists=5, more=1_200, holdings=40, halves=12),
)
COACH = Care(
    Effort(worlds=2_400, chain=50, burn=60, gap=8, repeats=2, noise=0.03, surprise=-1.0, trust=1.0),
    BidEffort(worlds=800, finalists=14, more=1_600, holdings=80, halves=24),
)
SURE = 2.0
"""Standard errors from which a difference is one."""
LEAST = 1.0
"""Points that a difference has at least: a bag more or less is a matter of taste."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An act, its value in points to its side, and the standard error of how far it is behind the best."""

    act: Action
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Best:
    """The best act, and by how many points it is ahead of the next one, with the standard error of that."""

    act: Action
    lead: float
    error: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an act cost in whole points against the best one; 0, and itself the best, where none is surely better."""

    cost: int
    best: Action


def judge(s: Situation, seed: bytes, care: Care) -> list[Judged]:
    """Every legal act with its value, the best first; a pure function of the situation and the 32-byte seed."""
    if len(s.legal) == 1:
        return [Judged(s.legal[0], 0.0, 0.0)]
    if s.cards:
        return [Judged(Play(worth.card), worth.value, worth.error) for worth in evaluate(s, seed, care.cards)]
    return [Judged(worth.action, worth.value, worth.error) for worth in evaluate_bids(s, seed, care.bids)]


def find_best(s: Situation, seed: bytes) -> Best:
    """The best act of a situation, and how far it is ahead of the next that is not worth exactly the same."""
    first, *others = judge(s, seed, HINT)
    rival = next((judged for judged in others if judged.value < first.value), None)
    if rival is None:
        return Best(first.act, 0.0, 0.0)
    return Best(first.act, first.value - rival.value, rival.error)


def compare(s: Situation, act: Action, seed: bytes) -> Verdict:
    """What an act cost against the best one of its situation; ValueError if it was not legal there."""
    judged = judge(s, seed, COACH)
    made = next((each for each in judged if each.act == act), None)
    if made is None:
        raise ValueError(f"{act} could not be done there")
    behind = judged[0].value - made.value
    if behind < max(LEAST, SURE * made.error):
        return Verdict(0, act)
    return Verdict(round(behind), judged[0].act)
