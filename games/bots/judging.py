"""What an act is worth beside the others that could be made, over all that its player cannot tell apart.

One judgement of a situation serves hints and the coach alike: the same search, as hard, with the same chance, which
follows from what the player sees and from nothing else. So the act that a hint names costs nothing with the coach.
Importing this module imports numba: do it only where something is judged.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from games.engine.actions import Action, Play, action_json
from games.engine.canon import canon

from . import expert
from .bid_choice import BidEffort, evaluate_bids
from .conventions import choose_among
from .evaluator import Effort, evaluate
from .view import Situation

CARDS: Effort = replace(expert.EFFORT, worlds=3 * expert.EFFORT.worlds, solved=2 * expert.EFFORT.solved)
BIDS = BidEffort(worlds=400, finalists=14, more=1_100, holdings=60, halves=16)
"""How hard to look: always so much, whatever the time. Every bid goes on to the end, for any may have been made."""
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
    """The act to choose, and by how many points it is ahead of its `rival`.

    The rival is the next best act, and `is_close` where that would cost nothing; there is none where all that may be
    done is worth the same, or only one thing may be done.
    """

    act: Action
    lead: float
    is_close: bool
    rival: Action | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an act cost in whole points against the best one, which a hint names; 0 where that is not surely better."""

    cost: int
    best: Action


def seed_of(s: Situation) -> bytes:
    """The 32 bytes of chance a situation is judged with: the SHA-256 of what its player sees, as canonical JSON."""
    tricks = [[trick.leader, list(trick.cards)] for trick in (*s.tricks, s.trick)]
    table = [list(s.bids), list(s.offers), list(s.won), s.broken, tricks]
    own = [s.seat, sorted(s.holding), [action_json(act) for act in s.legal]]
    return hashlib.sha256(canon([s.rules.options(), s.hand, list(s.score), list(s.bags), table, own])).digest()


def judge(s: Situation) -> list[Judged]:
    """Every legal act with its value, the one to choose first; a pure function of the situation.

    The one to choose is the best, or the one that a human partner understands among those that are about as good.
    """
    if len(s.legal) == 1:
        return [Judged(s.legal[0], 0.0, 0.0)]
    if s.cards:
        return _judge_cards(s)
    return [Judged(worth.action, worth.value, worth.error) for worth in evaluate_bids(s, seed_of(s), BIDS)]


def _judge_cards(s: Situation) -> list[Judged]:
    worths = evaluate(s, seed_of(s), CARDS)
    chosen = choose_among(s, worths)
    ordered = sorted(worths, key=lambda worth: worth.card != chosen)
    return [Judged(Play(worth.card), worth.value, worth.error) for worth in ordered]


def find_best(s: Situation) -> Best:
    """The act to choose, and how far it is ahead of the best of those that are not worth exactly the same."""
    first, *others = judge(s)
    rivals = [judged for judged in others if judged.value != first.value]
    if not rivals:
        return Best(first.act, 0.0, True, None)
    close = [judged for judged in rivals if not find_cost(first, judged)]
    rival = max(close or rivals, key=lambda judged: judged.value)
    return Best(first.act, max(0.0, first.value - rival.value), bool(close), rival.act)


def compare(s: Situation, act: Action) -> Verdict:
    """What an act cost against the one to choose in its situation; ValueError if it was not legal there."""
    judged = judge(s)
    made = next((each for each in judged if each.act == act), None)
    if made is None:
        raise ValueError(f"{act} could not be done there")
    return Verdict(find_cost(judged[0], made), judged[0].act)


def find_cost(first: Judged, made: Judged) -> int:
    """Whole points that an act is behind the one to choose; 0 where it is not surely, or by less than a point."""
    behind = first.value - made.value
    return 0 if behind < max(LEAST, SURE * max(first.error, made.error)) else round(behind)
