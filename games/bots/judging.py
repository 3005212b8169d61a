"""What an act is worth beside the others that could be made, over all that its player cannot tell apart.

The search is that of the best bots, with more worlds: hints and the coach are in no hurry. Importing this module
imports numba: do it only where something is judged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.actions import Action, Play

from . import bid_choice, expert
from .bid_choice import BidEffort, evaluate_bids
from .conventions import choose_among
from .evaluator import Effort, evaluate
from .view import Situation


@dataclass(frozen=True, slots=True)
class Care:
    """How hard to look: always so much, whatever the time; a hint comes at once, the coach in a second or two."""

    cards: Effort
    bids: BidEffort


HINT = Care(expert.EFFORT, bid_choice.EXPERT)
COACH = Care(
    replace(expert.EFFORT, worlds=8 * expert.EFFORT.worlds),
    BidEffort(worlds=1_200, finalists=14, more=2_400, holdings=80, halves=24),
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
    """Every legal act with its value, the one to choose first; a pure function of the situation and the 32-byte seed.

    The one to choose is the best, or the one that a human partner understands among those that are about as good.
    """
    if len(s.legal) == 1:
        return [Judged(s.legal[0], 0.0, 0.0)]
    if s.cards:
        return _judge_cards(s, seed, care.cards)
    return [Judged(worth.action, worth.value, worth.error) for worth in evaluate_bids(s, seed, care.bids)]


def _judge_cards(s: Situation, seed: bytes, effort: Effort) -> list[Judged]:
    worths = evaluate(s, seed, effort)
    chosen = choose_among(s, worths)
    ordered = sorted(worths, key=lambda worth: worth.card != chosen)
    return [Judged(Play(worth.card), worth.value, worth.error) for worth in ordered]


def find_best(s: Situation, seed: bytes) -> Best:
    """The act to choose, and how far it is ahead of the best of those that are not worth exactly the same."""
    first, *others = judge(s, seed, HINT)
    rivals = [judged for judged in others if judged.value != first.value]
    if not rivals:
        return Best(first.act, 0.0, 0.0)
    rival = max(rivals, key=lambda judged: judged.value)
    return Best(first.act, max(0.0, first.value - rival.value), rival.error)


def compare(s: Situation, act: Action, seed: bytes) -> Verdict:
    """What an act cost against the best one of its situation; ValueError if it was not legal there."""
    judged = judge(s, seed, COACH)
    made = next((each for each in judged if each.act == act), None)
    if made is None:
        raise ValueError(f"{act} could not be done there")
    behind = max(each.value for each in judged) - made.value
    if behind < max(LEAST, SURE * made.error):
        return Verdict(0, act)
    return Verdict(round(behind), judged[0].act)
