"""The solver's working memory: one position being searched, its stacks by trick and by card, no allocation per node.

Inside the solver a suit is a lane of 16 bits of an int64, its cards the 13 lowest: carries of an addition stay in their
lane. A ply is a card of the part being played, four to a trick; ply 0 begins the trick that the root lies in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bits import count_bits, zeros_below
from .boards import SUIT
from .compiled import bare_kernel, part
from .solver_ends import FOLLOW, GAIN, START_STATE, START_WORTH, empty_ends

Numbers = npt.NDArray[np.int64]

LANE = 16
LANES = 3 * LANE
"""The bits of a card's number that say where its lane begins; those below say its rank."""
ALL = SUIT | SUIT << LANE | SUIT << 2 * LANE | SUIT << 3 * LANE
SPADE_LANE = SUIT << 3 * LANE
SIDE_LANES = ALL & ~SPADE_LANE

OUT, OWNERS, STATE, WORTH, LEADER, BROKEN, LEFT, SLOT = 0, 1, 5, 6, 7, 8, 9, 10
"""Columns of `tricks`, by trick at its start: the cards still out; four columns of owners, by suit; the state of the
automaton and what the tricks won have added up to; who leads; are spades broken; tricks left; its slot in the memory.

Owners are two bits per card still out, its holder's seat, lowest card lowest, under a top bit 1.
"""
HANDS, SEAT, GONE, TOP, TOP_SEAT, LED, REST, CARD, BEST, BEST_CARD, HINT, KILLER = (
    0,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
)
"""Columns of `plies`: four holdings, by seat; who plays; the cards out of the way; the best card on the table, whose it
is, and the lane led; the cards yet to be tried and the one being tried; the best worth so far and its card's number;
the card to try first; the last one that decided a position at this ply.
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
    stacks = (np.zeros((56, 16), np.int64), np.zeros((14, 16), np.int64))
    return Search(*stacks, *empty_ends(), np.zeros((entries, 4), np.int64))


@part
def to_lanes(cards: int) -> int:
    """A set of engine card ids, its suits moved to their lanes."""
    lanes = 0
    for suit in range(4):
        lanes |= ((cards >> 13 * suit) & SUIT) << LANE * suit
    return lanes


@part
def lane_of(card: int) -> int:
    """All cards of the suit of a single card."""
    return SUIT << (zeros_below(card) & LANES)


@part
def winners_over(top: int) -> int:
    """All cards that take a trick from its best card so far: higher ones of its lane, and spades over another lane."""
    higher = lane_of(top) & ~((top << 1) - 1)
    return higher | (SPADE_LANE if top <= SIDE_LANES else 0)


@part
def representatives(cards: int, gone: int) -> int:
    """The lowest of each run of cards that nothing still out separates.

    Adding the cards, one up, to the gone ones carries each over the gap above it to the next card still out.
    """
    return cards & ~((cards << 1) + gone)


@part
def legal(holding: int, led: int, broken: int) -> int:
    """The cards that may be played to the lane led, or led where that is 0 (rules.md, the hand, 4 and 5)."""
    if led:
        follow = holding & led
        return follow if follow else holding
    side = holding & SIDE_LANES
    return side if side and not broken else holding


@bare_kernel
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


@bare_kernel
def _set_owners(plies: Numbers, tricks: Numbers) -> None:
    for suit in range(4):
        owners = 1
        for rank in range(12, -1, -1):
            for seat in range(4):
                if plies[0, HANDS + seat] & 1 << LANE * suit + rank:
                    owners = owners << 2 | seat
        tricks[0, OWNERS + suit] = owners


@part
def _open_trick(plies: Numbers, tricks: Numbers, trick: int) -> None:
    ply = 4 * trick
    plies[ply, SEAT] = tricks[trick, LEADER]
    plies[ply, GONE] = ALL & ~tricks[trick, OUT]
    plies[ply, TOP], plies[ply, LED] = 0, 0


@part
def put_card(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, card: int) -> None:
    """Play a card (a single bit) at a ply: the next ply is ready to be opened."""
    seat, top, after = plies[ply, SEAT], plies[ply, TOP], ply + 1
    plies[ply, CARD] = card
    for other in range(4):
        plies[after, HANDS + other] = plies[ply, HANDS + other]
    plies[after, HANDS + seat] &= ~card
    if not top or card & winners_over(top):
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


@part
def _finish_trick(plies: Numbers, tricks: Numbers, ends: Numbers, trick: int, winner: int) -> None:
    ply, after, state = 4 * trick, trick + 1, tricks[trick, STATE]
    played = plies[ply, CARD] | plies[ply + 1, CARD] | plies[ply + 2, CARD] | plies[ply + 3, CARD]
    tricks[after, OUT] = tricks[trick, OUT] & ~played
    tricks[after, BROKEN] = tricks[trick, BROKEN] | int(played > SIDE_LANES) | int(tricks[after, OUT] <= SIDE_LANES)
    tricks[after, LEADER], tricks[after, LEFT] = winner, tricks[trick, LEFT] - 1
    tricks[after, STATE] = ends[state, FOLLOW + winner]
    tricks[after, WORTH] = tricks[trick, WORTH] + ends[state, GAIN + winner]


@part
def count_owners(plies: Numbers, tricks: Numbers, trick: int) -> None:
    """Fill in the owners at the start of a trick from those before it; only needed where the position is looked up."""
    before, out = trick - 1, tricks[trick - 1, OUT]
    for suit in range(4):
        tricks[trick, OWNERS + suit] = tricks[before, OWNERS + suit]
    for ply in range(4 * before, 4 * trick):
        card = plies[ply, CARD]
        suit = zeros_below(card) // LANE
        low = (1 << 2 * count_bits(out & lane_of(card) & (card - 1))) - 1
        owners = tricks[trick, OWNERS + suit]
        tricks[trick, OWNERS + suit] = (owners & low) | (owners >> 2 & ~low)
        out &= ~card
