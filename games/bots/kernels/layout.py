"""A hand in play as one row of int64, and how a card changes it.

Fields, by offset: four seats each for HOLDING (unplayed cards), WON (tricks), NIL (1 if the bid is nil), ALIVE (1
while that nil has taken no trick), VOIDS (bit per suit the seat has failed to follow); two sides each for NEED (tricks
lacking for the contract) and REACH (see `aims`); then single numbers. REST holds all unplayed cards, so a seat can tell
the cards it does not see without looking at another's HOLDING.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .boards import ALL_CARDS, suit_of, takes
from .compiled import bare_kernel

Row: TypeAlias = NDArray[np.int64]
Table: TypeAlias = NDArray[np.float64]
"""An outcome table: the worth to side 0 minus side 1 by final tricks, entry w0 + 14 w1 + 196 w2 + 2744 w3."""

HOLDING, WON, NIL, ALIVE, VOIDS, NEED, REACH = 0, 4, 8, 12, 16, 20, 22
TURN, COUNT, LED, BEST, BEST_SEAT, BROKEN, LEFT, REST = 24, 25, 26, 27, 28, 29, 30, 31
"""Seat on turn; cards on the table; suit led or -1; best card and its seat; broken (0, 1); tricks unfinished; REST."""
CHANCE, NOISE, GREED = 32, 33, 34
"""The state of `chance`; of 65 536 plays so many are any legal card instead of the policy's; in so many worlds the
opponents of the seat that looks ahead are greedy."""
SIZE = 35
GREEDY = 13
"""The REACH of a side that takes whatever tricks it can, bags or not."""
OUTCOMES = 14**4


@bare_kernel
def start_trick(row: Row, leader: int) -> None:
    """An empty trick that this seat leads."""
    row[TURN] = leader
    row[COUNT] = 0
    row[LED] = -1
    row[BEST] = -1


@bare_kernel
def play(row: Row, card: int) -> None:
    """The seat on turn plays a card that it holds; the fourth card ends the trick and its winner leads."""
    seat = row[TURN]
    row[HOLDING + seat] &= ~(1 << card)
    row[REST] &= ~(1 << card)
    if card >= 39:
        row[BROKEN] = 1
    if row[COUNT] == 0:
        row[LED] = suit_of(card)
        row[BEST] = card
        row[BEST_SEAT] = seat
    else:
        _follow(row, seat, card)
    row[COUNT] += 1
    row[TURN] = (seat + 1) & 3
    if row[COUNT] == 4:
        _end_trick(row, row[BEST_SEAT])


@bare_kernel
def _follow(row: Row, seat: int, card: int) -> None:
    if suit_of(card) != row[LED]:
        row[VOIDS + seat] |= 1 << row[LED]
    if takes(card, row[BEST]):
        row[BEST] = card
        row[BEST_SEAT] = seat


@bare_kernel
def _end_trick(row: Row, winner: int) -> None:
    row[WON + winner] += 1
    row[LEFT] -= 1
    if row[NIL + winner]:
        row[ALIVE + winner] = 0
    elif row[NEED + (winner & 1)] > 0:
        row[NEED + (winner & 1)] -= 1
    start_trick(row, winner)


@bare_kernel
def outcome_index(row: Row) -> int:
    """The entry of an outcome table that stands for the tricks won in a row."""
    index: int = row[WON] + 14 * row[WON + 1] + 196 * row[WON + 2] + 2744 * row[WON + 3]
    return index


def new_row(
    holdings: tuple[int, int, int, int], bids: tuple[int, int, int, int], leader: int, reach: tuple[int, int] = (1, 1)
) -> Row:
    """The row of a hand before its first card: four sets of 13, bids as tricks (0 for any nil), the first leader."""
    row = np.zeros(SIZE, dtype=np.int64)
    row[HOLDING : HOLDING + 4] = holdings
    row[NIL : NIL + 4] = row[ALIVE : ALIVE + 4] = [bid == 0 for bid in bids]
    row[NEED : NEED + 2] = bids[0] + bids[2], bids[1] + bids[3]
    row[REACH : REACH + 2] = reach
    row[LEFT], row[REST], row[CHANCE] = 13, ALL_CARDS, 1
    start_trick(row, leader)
    return row
