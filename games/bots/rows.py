"""A situation as the kernels read it: the row of the hand now, and the rows in which each card was played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.engine.actions import is_nil
from games.engine.scoring import sum_contract

from .kernels.boards import ALL_CARDS, pack
from .kernels.layout import (
    ALIVE,
    CHANCE,
    HOLDING,
    LEFT,
    NEED,
    NIL,
    REACH,
    REST,
    SIZE,
    TURN,
    WON,
    Row,
    play,
    start_trick,
)
from .view import BadView, Situation, Trick


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat knows, as arrays: `row` with no holding but its own, and the plays so far in order.

    `before[n]` is the row in which card `played[n]` was played, again without holdings; `later[n]` is the set of cards
    that the same seat has played from then on, so that its holding at that time was this and what it holds now.
    """

    row: Row
    before: Row
    played: Row
    later: Row
    counts: Row

    @property
    def unseen(self) -> int:
        """The set of cards the other three hold between them."""
        return int(self.row[REST]) & ~int(self.row[HOLDING + int(self.row[TURN])])


def read_position(s: Situation, reach: tuple[int, int]) -> Position:
    """The position of a seat that has to play; BadView for cards that no hand can have been played in."""
    tricks = [*s.tricks, s.trick] if s.trick.cards else list(s.tricks)
    plays = [(seat, card) for trick in tricks for seat, card in _plays(trick)]
    _check_cards(s, plays)
    row = _first_row(s, reach, plays)
    before = np.zeros((len(plays), SIZE), dtype=np.int64)
    for number, (seat, card) in enumerate(plays):
        if row[TURN] != seat:
            raise BadView("tricks", "a trick is led by the seat that won the one before it")
        before[number] = row
        play(row, card)
    if row[TURN] != s.seat or [int(won) for won in row[WON : WON + 4]] != list(s.won):
        raise BadView("won", "the tricks say otherwise")
    row[HOLDING + s.seat] = pack(s.holding)
    counts = np.array([len(s.holding) - _has_played(s, seat) for seat in range(4)], dtype=np.int64)
    return Position(row, before, np.array([card for _, card in plays], np.int64), _later(plays), counts)


def _plays(trick: Trick) -> list[tuple[int, int]]:
    if trick.leader is None:
        raise BadView("tricks", "a trick with cards has a leader")
    return [((trick.leader + place) % 4, card) for place, card in enumerate(trick.cards)]


def _check_cards(s: Situation, plays: list[tuple[int, int]]) -> None:
    cards = [*s.holding, *(card for _, card in plays)]
    if len(set(cards)) != len(cards):
        raise BadView("holding", "a card can be held or played only once")
    if any(len(trick.cards) != 4 for trick in s.tricks) or len(s.trick.cards) > 3:
        raise BadView("tricks", "finished tricks have four cards, the one on the table at most three")
    if len(s.holding) + len(s.tricks) != 13:
        raise BadView("holding", f"{13 - len(s.tricks)} cards are left after {len(s.tricks)} tricks")


def _first_row(s: Situation, reach: tuple[int, int], plays: list[tuple[int, int]]) -> Row:
    """The row before the first card, no holdings in it."""
    if any(bid is None for bid in s.bids):
        raise BadView("bids", "every seat has bid before the first card")
    row = np.zeros(SIZE, dtype=np.int64)
    row[NIL : NIL + 4] = row[ALIVE : ALIVE + 4] = [is_nil(bid) for bid in s.bids]
    row[NEED : NEED + 2] = [sum_contract(s.bids[side::2]) for side in (0, 1)]
    row[REACH : REACH + 2] = reach
    row[LEFT], row[REST], row[CHANCE] = 13, ALL_CARDS, 1
    start_trick(row, plays[0][0] if plays else s.seat)
    return row


def _has_played(s: Situation, seat: int) -> bool:
    """Has the seat played to the trick on the table?"""
    return s.trick.leader is not None and (seat - s.trick.leader) % 4 < len(s.trick.cards)


def _later(plays: list[tuple[int, int]]) -> Row:
    sets = [0] * 4
    later = np.zeros(len(plays), dtype=np.int64)
    for number in range(len(plays) - 1, -1, -1):
        seat, card = plays[number]
        sets[seat] |= 1 << card
        later[number] = sets[seat]
    return later
