"""The exact solver as the rest of the project calls it: what a position, and each card in it, is worth, all cards seen.

Values are those of an outcome table (`games.bots.utility.outcome_table`): the worth of the hand's end to side 0 minus
side 1. They are exact to 2^-29 of the table's span, and wholly exact where its values are whole numbers. Importing this
module imports numba: do it only where a searching bot, a hint or the coach is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from games.engine.cards import Card, Seat

from .kernels.boards import pack
from .kernels.solver_ends import PLACES, Values, fill_ends, find_scale
from .kernels.solver_state import Search, make_search
from .kernels.solver_worlds import value_cards, value_world

Worlds = npt.NDArray[np.int64]
ENTRIES = 1 << 18
"""Entries of a transposition table: 8 MiB."""
MOST_TRICKS = 10
"""Tricks left for which it may be asked: eight take some thousandths of a second, each more four times as long."""


class Desk:
    """One searcher's memory, with the outcome table it was last used for; never used by two threads at once."""

    def __init__(self) -> None:
        self.search: Search = make_search(ENTRIES)
        self.table: Values | None = None
        self.stamp = 0
        self.low, self.scale = 0.0, 1.0

    def lay_out(self, table: Values) -> None:
        """Make ready for a table; what was found for the last one is forgotten, unless it is the same, unchangeable."""
        if table is self.table and not table.flags.writeable:
            return
        self.low, self.scale = find_scale(table)
        fill_ends(table, self.low, self.scale, self.search.starts, self.search.ends)
        self.stamp += 1
        self.table = table


_free: list[Desk] = []


@contextmanager
def desk_for(table: Values) -> Iterator[Desk]:
    """A desk nobody else uses, ready for the table. Values do not depend on which: they are exact."""
    try:
        desk = _free.pop()
    except IndexError:
        desk = Desk()
    try:
        desk.lay_out(table)
        yield desk
    finally:
        _free.append(desk)


def solve_acts(
    worlds: Worlds, leader: Seat, trick: Sequence[Card], won: Sequence[int], broken: bool, table: Values
) -> Values:
    """What each card the seat on turn may play is worth in each world: float64 of n worlds × 52 cards.

    Args:
        worlds: int64 of n × 4, each the holdings of seats 0 to 3 as sets of card ids (`kernels.boards`), without the
            cards on the table. Every holding has the size that the turn asks for.
        leader: the seat that led, or leads, the trick; trick: the ids on the table in order of play, at most three.
        won: tricks won by each seat so far; broken: have spades been played in this hand (those on the table too).
        table: an outcome table, 14**4 values at w0 + 14 w1 + 196 w2 + 2744 w3.

    Returns values of the table (side 0 wants the most, side 1 the least); nan where a card may not be played.
    ValueError names what has a wrong shape or is too large.
    """
    _check(worlds, leader, trick, won, table)
    values = np.full((len(worlds), 52), np.nan)
    with desk_for(table) as desk:
        at = (worlds, leader, np.array(trick, np.int64), np.array(won, np.int64), broken)
        value_cards(*desk.search, desk.stamp, *at, desk.low, desk.scale, values)
    return values


def solve(world: Worlds, leader: Seat, trick: Sequence[Card], won: Sequence[int], broken: bool, table: Values) -> float:
    """What the position is worth with best play by both sides; `world` is int64 of 4, the rest as in `solve_acts`."""
    _check(world.reshape(1, -1), leader, trick, won, table)
    with desk_for(table) as desk:
        at = (world, leader, np.array(trick, np.int64), np.array(won, np.int64), broken)
        return desk.low + value_world(*desk.search, desk.stamp, *at) / desk.scale


def _check(worlds: Worlds, leader: Seat, trick: Sequence[Card], won: Sequence[int], table: Values) -> None:
    if worlds.dtype != np.int64 or worlds.ndim != 2 or worlds.shape[1] != 4:
        raise ValueError(f"worlds: int64 of n × 4 is expected, not {worlds.dtype} of {worlds.shape}")
    if table.dtype != np.float64 or table.shape != (PLACES,):
        raise ValueError(f"table: float64 of {PLACES} is expected, not {table.dtype} of {table.shape}")
    if len(trick) > 3:
        raise ValueError(f"trick: at most three cards lie on the table, not {len(trick)}")
    if len(won) != 4 or not 13 - MOST_TRICKS <= sum(won) <= 13 or min(won) < 0:
        raise ValueError(f"won: four seats and {13 - MOST_TRICKS} to 13 tricks are expected, not {list(won)}")
    sizes = np.full(4, 13 - sum(won))
    sizes[[(leader + place) % 4 for place in range(len(trick))]] -= 1
    together = np.bitwise_or.reduce(worlds, axis=1) & ~pack(trick)
    if (np.bitwise_count(worlds) != sizes).any() or (np.bitwise_count(together) != sizes.sum()).any():
        raise ValueError(f"worlds: holdings of {sizes.tolist()} different cards are expected")
