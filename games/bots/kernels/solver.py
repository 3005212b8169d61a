"""The exact solver: the best that side 0 can do against the best that side 1 can do, all cards seen.

Whether a position is worth at least so much is proved by a depth-first search on explicit stacks; its value is
found by asking that a few times. Side 0 maximizes and side 1 minimizes what the outcome table says of the tricks won.
"""

from __future__ import annotations

from .bits import zeros_above, zeros_below
from .compiled import bare_kernel, part
from .solver_ends import FOLLOW, GAIN, LEAST, MOST
from .solver_memory import NO_CARD, UNBOUND_HIGH, UNBOUND_LOW, find_entry, read_entry, write_entry
from .solver_order import next_card
from .solver_state import (
    BEST,
    BEST_CARD,
    BROKEN,
    CARD,
    GONE,
    HANDS,
    HINT,
    KILLER,
    LEADER,
    LED,
    LEFT,
    OWNERS,
    REST,
    SEAT,
    SLOT,
    STATE,
    WORTH,
    Numbers,
    count_owners,
    legal,
    put_card,
    representatives,
    winners_over,
)


@bare_kernel
def prove(plies: Numbers, tricks: Numbers, ends: Numbers, memory: Numbers, stamp: int, root: int, target: int) -> int:
    """Is the position placed at ply `root` worth at least `target`? The answer bounds its worth from that side."""
    ply = root
    done, value = _open_ply(plies, tricks, ends, memory, stamp, ply, target)
    while True:
        if not done:
            card = next_card(plies, tricks, ends, ply, plies[ply, BEST_CARD] == NO_CARD)
            plies[ply, REST] &= ~card
            put_card(plies, tricks, ends, ply, card)
            ply += 1
            done, value = _open_ply(plies, tricks, ends, memory, stamp, ply, target)
        elif ply == root:
            return value
        else:
            ply -= 1
            done, value = _learn(plies, tricks, memory, stamp, ply, value, target)


@part
def _open_ply(
    plies: Numbers, tricks: Numbers, ends: Numbers, memory: Numbers, stamp: int, ply: int, target: int
) -> tuple[bool, int]:
    """Look at a position for the first time: is it decided, and at what?"""
    trick, seat = ply >> 2, plies[ply, SEAT]
    plies[ply, HINT] = 0
    if ply & 3 == 0:
        decided, value = _look_up(plies, tricks, ends, memory, stamp, trick, target)
        if decided:
            return True, value
    cards = legal(plies[ply, HANDS + seat], plies[ply, LED], tricks[trick, BROKEN])
    plies[ply, REST] = representatives(cards, plies[ply, GONE])
    plies[ply, BEST] = UNBOUND_HIGH if seat & 1 else UNBOUND_LOW
    plies[ply, BEST_CARD] = NO_CARD
    return False, 0


@part
def _look_up(
    plies: Numbers, tricks: Numbers, ends: Numbers, memory: Numbers, stamp: int, trick: int, target: int
) -> tuple[bool, int]:
    worth, state = tricks[trick, WORTH], tricks[trick, STATE]
    low, high = worth + ends[state, LEAST], worth + ends[state, MOST]
    if low >= target or low == high:
        return True, low
    if high < target:
        return True, high
    if tricks[trick, LEFT] == 1:
        return True, _last_trick(plies, tricks, ends, trick)
    if trick > 0:
        count_owners(plies, tricks, trick)
    low, high = _bound(tricks, ends, trick)
    if low >= target or low == high:
        return True, low
    if high < target:
        return True, high
    if find_entry(tricks, memory, trick, stamp):
        low, high, card = read_entry(memory, tricks[trick, SLOT])
        if worth + low >= target:
            return True, worth + low
        if worth + high < target:
            return True, worth + high
        plies[4 * trick, HINT] = 1 << card if card != NO_CARD else 0
    return False, 0


@part
def _bound(tricks: Numbers, ends: Numbers, trick: int) -> tuple[int, int]:
    """The least and the most a position can come to, its surest spade tricks counted.

    A spade wins the trick it is played to unless a higher one falls on it, and each higher one falls on one card only:
    so from the top down, each spade that no free higher spade of another seat is left for wins a trick for its seat.
    """
    state, worth = tricks[trick, STATE], tricks[trick, WORTH]
    owners, free = tricks[trick, OWNERS + 3], 0
    shift = 61 - zeros_above(owners)
    while shift >= 0:
        seat = (owners >> shift) & 3
        eight = 8 * seat
        if (free >> eight) & 255:
            free += 0x01010101 - (2 << eight)
        else:
            free += 0x01010101 - (1 << eight)
            worth += ends[state, GAIN + seat]
            state = ends[state, FOLLOW + seat]
        shift -= 2
    return worth + ends[state, LEAST], worth + ends[state, MOST]


@part
def _last_trick(plies: Numbers, tricks: Numbers, ends: Numbers, trick: int) -> int:
    winner = tricks[trick, LEADER]
    top = plies[4 * trick, HANDS + winner]
    for step in range(1, 4):
        seat = (tricks[trick, LEADER] + step) & 3
        card = plies[4 * trick, HANDS + seat]
        if card & winners_over(top):
            top, winner = card, seat
    return int(tricks[trick, WORTH] + ends[tricks[trick, STATE], GAIN + winner])


@part
def _learn(
    plies: Numbers, tricks: Numbers, memory: Numbers, stamp: int, ply: int, value: int, target: int
) -> tuple[bool, int]:
    """What the card just taken back has shown: is its ply decided, and at what?"""
    best = plies[ply, BEST]
    if plies[ply, SEAT] & 1:
        better, cut = value < best, value < target
    else:
        better, cut = value > best, value >= target
    if better:
        plies[ply, BEST] = value
        plies[ply, BEST_CARD] = zeros_below(plies[ply, CARD])
    if not cut and plies[ply, REST]:
        return False, 0
    if cut:
        plies[ply, KILLER] = plies[ply, CARD]
    value = plies[ply, BEST]
    if ply & 3 == 0:
        trick = ply >> 2
        rest, card = value - tricks[trick, WORTH], plies[ply, BEST_CARD]
        low, high = (rest, UNBOUND_HIGH) if value >= target else (UNBOUND_LOW, rest)
        write_entry(tricks, memory, trick, stamp, low, high, card)
    return True, value


@bare_kernel
def find_value(
    plies: Numbers, tricks: Numbers, ends: Numbers, memory: Numbers, stamp: int, root: int, guess: int
) -> int:
    """The exact worth of the position placed at ply `root`, asked from a first guess on."""
    if root == 4:
        count_owners(plies, tricks, 1)
    low, high = _bound(tricks, ends, root >> 2)
    guess = min(max(guess, low), high)
    while low < high:
        target = guess if guess > low else low + 1
        guess = prove(plies, tricks, ends, memory, stamp, root, target)
        if guess >= target:
            low = guess
        else:
            high = guess
    return low
