"""The outcome table as the solver uses it: a small automaton whose states tell apart only what still matters.

Two counts of tricks won so far are one state when every way to go on adds the same to both. A state knows its next
state for each seat that may win the next trick, what that adds, and the least and most it can still come to.
Worths are whole numbers of `1 / scale` of the table's unit, so that sums are exact and equal things are equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiled import kernel

Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

PLACES = 14**4
STATES = 2380
"""Divisions of 0 to 13 tricks among four seats: C(17, 4)."""
SLOTS = 8192
FINEST = 1 << 30
"""A table's span in whole numbers stays below this, so that differences fit the 32 bits of the memory."""


FOLLOW, GAIN, LEAST, MOST, MIDDLE = 0, 4, 8, 9, 10
"""Columns of the automaton, by state: four of the state after a seat wins a trick and four of what that adds, by seat;
the least, the most and the mean of all ways to go on.
"""
START_STATE, START_WORTH = 0, 1
"""Columns of the starts, by place in the outcome table: the state there, and what it has added up to."""


class Ends(NamedTuple):
    """The automaton of one outcome table, and where it starts from counts of tricks won: int64 arrays."""

    starts: Numbers
    ends: Numbers


def empty_ends() -> Ends:
    """An automaton's arrays, to be filled by `fill_ends`."""
    return Ends(np.zeros((PLACES, 2), np.int64), np.zeros((STATES, 12), np.int64))


@kernel
def find_scale(table: Values) -> tuple[float, float]:
    """The least meaningful value of a table, and the power of two that makes its values whole numbers."""
    low, high = np.inf, -np.inf
    for w0 in range(14):
        for w1 in range(14 - w0):
            for w2 in range(14 - w0 - w1):
                value = table[w0 + 14 * w1 + 196 * w2 + 2744 * (13 - w0 - w1 - w2)]
                low, high = min(low, value), max(high, value)
    scale = 1.0
    while (high - low) * scale * 2 < FINEST:
        scale *= 2
        if scale >= FINEST:
            break
    return low, scale


@kernel
def fill_ends(table: Values, low: float, scale: float, starts: Numbers, ends: Numbers) -> int:
    """Build the automaton from the last trick back to the first; how many states it has."""
    slots = np.full(SLOTS, -1, np.int64)
    count = 1
    for back in range(14):
        total = 13 - back
        for w0 in range(total + 1):
            for w1 in range(total + 1 - w0):
                for w2 in range(total + 1 - w0 - w1):
                    place = w0 + 14 * w1 + 196 * w2 + 2744 * (total - w0 - w1 - w2)
                    if total == 13:
                        starts[place, START_STATE] = 0
                        starts[place, START_WORTH] = int(np.rint((table[place] - low) * scale))
                    else:
                        count = _add_place(starts, ends, place, count, slots)
    return count


@kernel
def _add_place(starts: Numbers, ends: Numbers, place: int, count: int, slots: Numbers) -> int:
    """Give a place its state, a new one unless an equal one is there; how many states there are then."""
    starts[place, START_WORTH] = starts[place + 1, START_WORTH]
    mix = 0
    for seat in range(4):
        after = place + 14**seat
        ends[count, FOLLOW + seat] = starts[after, START_STATE]
        ends[count, GAIN + seat] = starts[after, START_WORTH] - starts[place, START_WORTH]
        mix = (mix ^ (ends[count, FOLLOW + seat] + (ends[count, GAIN + seat] << 12))) * 0x2545F4914F6CDD1D
        mix ^= mix >> 29
    slot = mix & (SLOTS - 1)
    while slots[slot] >= 0 and not _are_equal(ends, slots[slot], count):
        slot = (slot + 1) & (SLOTS - 1)
    if slots[slot] < 0:
        slots[slot] = count
        _bound(ends, count)
        count += 1
    starts[place, START_STATE] = slots[slot]
    return count


@kernel
def _are_equal(ends: Numbers, one: int, other: int) -> bool:
    equal = True
    for seat in range(4):
        equal &= ends[one, FOLLOW + seat] == ends[other, FOLLOW + seat]
        equal &= ends[one, GAIN + seat] == ends[other, GAIN + seat]
    return equal


@kernel
def _bound(ends: Numbers, state: int) -> None:
    least, most, total = ends[ends[state, FOLLOW + 0], LEAST], ends[ends[state, FOLLOW + 0], MOST], 0
    for seat in range(4):
        after, gain = ends[state, FOLLOW + seat], ends[state, GAIN + seat]
        least, most = min(least, gain + ends[after, LEAST]), max(most, gain + ends[after, MOST])
        total += gain + ends[after, MIDDLE]
    ends[state, LEAST], ends[state, MOST], ends[state, MIDDLE] = least, most, total // 4
