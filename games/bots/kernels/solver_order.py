"""Which card the solver tries next: the better the first guess, the less there is to search."""

from __future__ import annotations

from .bits import zeros_above
from .boards import SUIT
from .compiled import part
from .solver_ends import FOLLOW, GAIN, MIDDLE
from .solver_state import (
    HANDS,
    HINT,
    KILLER,
    LANE,
    LED,
    REST,
    SEAT,
    SPADE_LANE,
    STATE,
    TOP,
    TOP_SEAT,
    Numbers,
    legal,
    winners_over,
)


@part
def next_card(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, first: bool) -> int:
    """The card to try next of those left at a ply."""
    rest = plies[ply, REST]
    if rest & (rest - 1) == 0:
        return int(rest)
    if plies[ply, HINT] & rest:
        return int(plies[ply, HINT])
    if not first:
        again = plies[ply, KILLER] & rest
        return int(again if again else rest & -rest)
    if ply & 3 == 0:
        return _lead(plies, tricks, ends, ply, rest)
    return _follow(plies, tricks, ends, ply, rest)


@part
def lowest_rank(cards: int) -> int:
    """The lowest card by rank, side suits before spades."""
    best, rank = 0, SUIT + 1
    for suit in range(3):
        suited = (cards >> LANE * suit) & SUIT
        low = suited & -suited
        if suited and low < rank:
            rank, best = low, low << LANE * suit
    return best if best else cards & -cards


@part
def highest(cards: int) -> int:
    """The highest bit."""
    return 1 << 63 - zeros_above(cards)


@part
def _worth_to(ends: Numbers, state: int, mover: int, winner: int) -> int:
    """What it is worth to the mover's side, on the whole, that this seat wins the trick."""
    worth = ends[state, GAIN + winner] + ends[ends[state, FOLLOW + winner], MIDDLE]
    return int(-worth if mover & 1 else worth)


@part
def _lead(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, rest: int) -> int:
    """A card that is sure to win where that is wanted, else a low one."""
    seat, state = plies[ply, SEAT], tricks[ply >> 2, STATE]
    own = _worth_to(ends, state, seat, seat)
    theirs = max(_worth_to(ends, state, seat, (seat + 1) & 3), _worth_to(ends, state, seat, (seat + 3) & 3))
    card = _sure_lead(plies, ply, rest) if own > theirs else 0
    return card if card else lowest_rank(rest)


@part
def _sure_lead(plies: Numbers, ply: int, rest: int) -> int:
    """A card that the opponents cannot take when it is led, and the partner cannot in its suit; 0 without one."""
    seat = plies[ply, SEAT]
    left, right = plies[ply, HANDS + ((seat + 1) & 3)], plies[ply, HANDS + ((seat + 3) & 3)]
    others = left | right | plies[ply, HANDS + ((seat + 2) & 3)]
    for suit in range(4):
        lane = SUIT << LANE * suit
        trumped = (not left & lane and left & SPADE_LANE) or (not right & lane and right & SPADE_LANE)
        if rest & lane and others & lane < rest & lane and (suit == 3 or not trumped):
            return highest(rest & lane)
    return 0


@part
def _follow(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, rest: int) -> int:
    """The cheapest card that takes the trick and keeps it from the next seat where that is wanted, else a low one."""
    seat, state, top = plies[ply, SEAT], tricks[ply >> 2, STATE], plies[ply, TOP]
    winners = rest & winners_over(top)
    losers = rest & ~winners
    threat = _threat(plies, ply, top) if ply & 3 < 3 else 0
    holder = (seat + 1) & 3 if threat else plies[ply, TOP_SEAT]
    if _worth_to(ends, state, seat, seat) > _worth_to(ends, state, seat, holder):
        keeping = winners & winners_over(threat) if threat else winners
        if keeping:
            return lowest_rank(keeping)
    return lowest_rank(losers if losers else winners)


@part
def _threat(plies: Numbers, ply: int, top: int) -> int:
    """The highest card with which the next seat can take the trick as it lies; 0 without one."""
    holding = plies[ply, HANDS + ((plies[ply, SEAT] + 1) & 3)]
    takers = legal(holding, plies[ply, LED], 1) & winners_over(top)
    return highest(takers) if takers else 0
