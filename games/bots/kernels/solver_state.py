"""The solver's working memory: one position being searched, its stacks by trick and by card, no allocation per node.

Inside the solver a suit is a lane of 16 bits of an int64, its cards the 13 lowest: carries of an addition stay in their
lane. A ply is a card of the part being played, four to a trick; ply 0 begins the trick that the root lies in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bits import count_bits
from .boards import SUIT
from .compiled import kernel
from .solver_ends import FOLLOW, GAIN, START_STATE, START_WORTH, empty_ends

Numbers = npt.NDArray[np.int64]

LANE = 16
ALL = SUIT | SUIT << LANE | SUIT << 2 * LANE | SUIT << 3 * LANE
SPADE_LANE = SUIT << 3 * LANE
SIDE_LANES = ALL & ~SPADE_LANE

OUT, OWNERS, STATE, WORTH, LEADER, BROKEN, LEFT, SLOT = 0, 1, 5, 6, 7, 8, 9, 10
"""Columns of `tricks`, by trick at its start: the cards still out; four columns of owners, by suit; the state of the
automaton and what the tricks won have added up to; who leads; are spades broken; tricks left; its slot in the memory.

Owners are two bits per card still out, its holder's seat, lowest card lowest, under a top bit 1.
"""
HANDS, SEAT, GONE, TOP, TOP_SEAT, LED, REST, CARD, BEST, BEST_CARD, HINT = 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
"""Columns of `plies`: four holdings, by seat; who plays; the cards out of the way; the best card on the table, whose it
is, and the lane led; the cards yet to be tried and the one being tried; the best worth so far and its card's number;
the card to try first.
"""


class Search(NamedTuple):
    """The stacks and tables of one search, int64 all. Kernels take its arrays one by one, which is much faster."""

    plies: Numbers
    tricks: Numbers
    starts: Numbers
    ends: Numbers
    memory: Numbers


def make_search(entries: int) -> Search:
    """Working memory with a transposition table of so many entries, a power of two; 32 bytes each."""
    stacks = (np.zeros((56, 16), np.int64), np.zeros((16, 16), np.int64))
    return Search(*stacks, *empty_ends(), np.zeros((entries, 4), np.int64))


@kernel
def to_lanes(cards: int) -> int:
    """A set of engine card ids, its suits moved to their lanes."""
    lanes = 0
    for suit in range(4):
        lanes |= ((cards >> 13 * suit) & SUIT) << LANE * suit
    return lanes


@kernel
def lane_of(card: int) -> int:
    """All cards of the suit of a single card."""
    if card > SIDE_LANES:
        return SPADE_LANE
    if card < 1 << LANE:
        return SUIT
    return SUIT << LANE if card < 1 << 2 * LANE else SUIT << 2 * LANE


@kernel
def beats(card: int, top: int) -> bool:
    """Does a card take the trick from its best card so far? Spades are the highest lane."""
    return card > top and (card > SIDE_LANES or lane_of(card) == lane_of(top))


@kernel
def representatives(cards: int, gone: int) -> int:
    """The lowest of each run of cards that nothing still out separates.

    Adding the cards, one up, to the gone ones carries each over the gap above it to the next card still out.
    """
    return cards & ~((cards << 1) + gone)


@kernel
def legal(holding: int, led: int, broken: int) -> int:
    """The cards that may be played to the lane led, or led where that is 0 (rules.md, the hand, 4 and 5)."""
    if led:
        follow = holding & led
        return follow if follow else holding
    side = holding & SIDE_LANES
    return side if side and not broken else holding


@kernel
def place_root(
    plies: Numbers,
    tricks: Numbers,
    starts: Numbers,
    ends: Numbers,
    holdings: Numbers,
    leader: int,
    trick: Numbers,
    won: Numbers,
    broken: bool,
) -> None:
    """Set up a position: four holdings in engine ids without the cards on the table, whose ids are `trick` in order."""
    place = won[0] + 14 * won[1] + 196 * won[2] + 2744 * won[3]
    tricks[0, STATE], tricks[0, WORTH] = starts[place, START_STATE], starts[place, START_WORTH]
    tricks[0, LEADER], tricks[0, BROKEN] = leader, int(broken)
    tricks[0, LEFT] = 13 - won[0] - won[1] - won[2] - won[3]
    tricks[0, OUT] = 0
    for seat in range(4):
        plies[0, HANDS + seat] = to_lanes(holdings[seat])
    for ply in range(trick.shape[0]):
        plies[0, HANDS + ((leader + ply) & 3)] |= to_lanes(1 << trick[ply])
    for seat in range(4):
        tricks[0, OUT] |= plies[0, HANDS + seat]
    _set_owners(plies, tricks)
    _open_trick(plies, tricks, 0)
    for ply in range(trick.shape[0]):
        put_card(plies, tricks, ends, ply, to_lanes(1 << trick[ply]))


@kernel
def _set_owners(plies: Numbers, tricks: Numbers) -> None:
    for suit in range(4):
        owners = 1
        for rank in range(12, -1, -1):
            for seat in range(4):
                if plies[0, HANDS + seat] & 1 << LANE * suit + rank:
                    owners = owners << 2 | seat
        tricks[0, OWNERS + suit] = owners


@kernel
def _open_trick(plies: Numbers, tricks: Numbers, trick: int) -> None:
    ply = 4 * trick
    plies[ply, SEAT] = tricks[trick, LEADER]
    plies[ply, GONE] = ALL & ~tricks[trick, OUT]
    plies[ply, TOP], plies[ply, LED] = 0, 0


@kernel
def put_card(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, card: int) -> None:
    """Play a card (a single bit) at a ply: the next ply is ready to be opened."""
    seat, top, after = plies[ply, SEAT], plies[ply, TOP], ply + 1
    plies[ply, CARD] = card
    for other in range(4):
        plies[after, HANDS + other] = plies[ply, HANDS + other]
    plies[after, HANDS + seat] &= ~card
    if not top or beats(card, top):
        loser, top, top_seat = top, card, seat
    else:
        loser, top_seat = card, plies[ply, TOP_SEAT]
    if after & 3 == 0:
        _finish_trick(plies, tricks, ends, ply >> 2, top_seat)
        _open_trick(plies, tricks, after >> 2)
        return
    plies[after, TOP], plies[after, TOP_SEAT] = top, top_seat
    plies[after, GONE] = plies[ply, GONE] | loser
    plies[after, LED] = plies[ply, LED] if ply & 3 else lane_of(card)
    plies[after, SEAT] = (seat + 1) & 3


@kernel
def _finish_trick(plies: Numbers, tricks: Numbers, ends: Numbers, trick: int, winner: int) -> None:
    after, out, broken = trick + 1, tricks[trick, OUT], tricks[trick, BROKEN]
    for suit in range(4):
        tricks[after, OWNERS + suit] = tricks[trick, OWNERS + suit]
    for ply in range(4 * trick, 4 * trick + 4):
        card = plies[ply, CARD]
        lane = lane_of(card)
        suit = int(lane > SUIT) + int(lane > SUIT << LANE) + int(lane == SPADE_LANE)
        low = (1 << 2 * count_bits(out & lane & (card - 1))) - 1
        owners = tricks[after, OWNERS + suit]
        tricks[after, OWNERS + suit] = (owners & low) | (owners >> 2 & ~low)
        out &= ~card
        broken |= int(lane == SPADE_LANE)
    tricks[after, OUT], tricks[after, BROKEN] = out, broken | int(out & SPADE_LANE == 0)
    tricks[after, LEADER], tricks[after, LEFT] = winner, tricks[trick, LEFT] - 1
    state = tricks[trick, STATE]
    tricks[after, STATE] = ends[state, FOLLOW + winner]
    tricks[after, WORTH] = tricks[trick, WORTH] + ends[state, GAIN + winner]
