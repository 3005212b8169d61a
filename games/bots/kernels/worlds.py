"""Worlds: what the other three may hold, drawn as likely as the bids, the voids and the cards played make them.

A world is four sets of cards. A chain of worlds begins with any that the voids allow, and goes on by swapping two
hidden cards at a time; a swap is kept as the likelihoods of the two worlds say (Metropolis and Hastings), so that the
chain comes by each world in proportion to its likelihood, however few worlds fit.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .bid_model import BidModel
from .boards import SUIT, lowest, size, suit_of
from .chance import below, fraction, step
from .compiled import bare_kernel
from .fits import bid_fit, plays_fit
from .layout import HOLDING, TURN, VOIDS, Row, Table

Ways: TypeAlias = NDArray[np.float64]
"""Shape (9, 14, 14), see `count_ways`: in how many ways cards can be dealt into so many places of two seats."""


class Evidence(NamedTuple):
    """What is known of the hidden cards: bids and those `earlier` than each, counts, and the plays of `rows.Position`.

    `bids` has a blind nil as BLIND; row `seat` of `earlier` holds the bids made before that seat's, UNKNOWN the others.
    """

    model: BidModel
    bids: Row
    earlier: Row
    nil: bool
    counts: Row
    before: Row
    played: Row
    later: Row
    whole: Row
    """By seat the cards it has played."""
    surprise: float
    trust: float
    """Weights of the plays and of the bids."""


@bare_kernel
def choices(total: int, taken: int) -> float:
    """How many sets of `taken` there are out of `total`."""
    ways = 1.0
    for place in range(taken):
        ways = ways * (total - place) / (place + 1)
    return ways


@bare_kernel
def may_hold(row: Row, seat: int, suit: int) -> bool:
    """Has the seat not shown to be out of the suit?"""
    return int(row[VOIDS + (seat & 3)]) >> suit & 1 == 0


@bare_kernel
def count_ways(row: Row, unseen: int, ways: Ways) -> None:
    """Fill `ways`: planes 0 to 4 for the suits from that one on, planes 5 to 8 for a suit by how it is split.

    Places are those of the two seats to the left of the one on turn; the third takes what they leave.
    """
    ways[:, :, :] = 0.0
    ways[4, 0, 0] = 1.0
    for suit in range(3, -1, -1):
        cards = size(unseen & (SUIT << (13 * suit)))
        _count_splits(row, suit, cards, ways[5 + suit])
        for x in range(min(cards, 13) + 1):
            for y in range(min(cards - x, 13) + 1):
                weight = ways[5 + suit, x, y]
                if weight > 0.0:
                    _add_ways(ways[suit], ways[suit + 1], weight, x, y)


@bare_kernel
def _count_splits(row: Row, suit: int, cards: int, plane: Table) -> None:
    """In how many ways the next two seats get x and y cards of a suit and the third the rest, where the voids allow."""
    own = row[TURN]
    for x in range((cards if may_hold(row, own + 1, suit) else 0) + 1):
        for y in range((cards - x if may_hold(row, own + 2, suit) else 0) + 1):
            if x + y == cards or may_hold(row, own + 3, suit):
                plane[x, y] = choices(cards, x) * choices(cards - x, y)


@bare_kernel
def _add_ways(plane: Table, after: Table, weight: float, x: int, y: int) -> None:
    for first in range(x, 14):
        for second in range(y, 14):
            plane[first, second] += weight * after[first - x, second - y]


@bare_kernel
def deal_world(row: Row, unseen: int, counts: Row, ways: Ways, world: Row, state: int) -> int:
    """Deal the unseen cards, every deal that the voids allow as likely as the others; the next state of chance."""
    own = row[TURN]
    for seat in range(4):
        world[seat] = row[HOLDING + seat] if seat == own else 0
    first, second = counts[(own + 1) & 3], counts[(own + 2) & 3]
    for suit in range(4):
        pool = unseen & (SUIT << (13 * suit))
        cards = size(pool)
        state = step(state)
        left = fraction(state) * ways[suit, first, second]
        x, y = _pick_split(ways, suit, cards, first, second, left)
        for place in range(x + y):
            state = step(state)
            card = nth(pool, below(state, size(pool)))
            pool &= ~(1 << card)
            world[(own + 1 + (place >= x)) & 3] |= 1 << card
        world[(own + 3) & 3] |= pool
        first, second = first - x, second - y
    return state


@bare_kernel
def _pick_split(ways: Ways, suit: int, cards: int, first: int, second: int, left: float) -> tuple[int, int]:
    last = (0, 0)
    for x in range(min(cards, first) + 1):
        for y in range(min(cards - x, second) + 1):
            weight = ways[5 + suit, x, y] * ways[suit + 1, first - x, second - y]
            if weight > 0.0:
                last = (x, y)
                left -= weight
                if left < 0.0:
                    return last
    return last


@bare_kernel
def nth(cards: int, number: int) -> int:
    """The card of a set with so many lower ones in it."""
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)


@bare_kernel
def fit_of_bid(seat: int, cards: int, evidence: Evidence) -> float:
    """The logarithm of how likely the seat's bid is if it holds these cards now."""
    dealt, before = cards | evidence.whole[seat], evidence.earlier[seat]
    return evidence.trust * bid_fit(evidence.model, dealt, evidence.bids[seat], before, seat, evidence.nil)


@bare_kernel
def fit_of_plays(seat: int, cards: int, evidence: Evidence, least: float) -> float:
    """The logarithm of how likely the seat's plays are if it holds these cards now; never above 0.

    Where it is `least` or less, how much less is not told.
    """
    if evidence.surprise == 0.0:
        return 0.0
    return plays_fit(seat, cards, evidence.before, evidence.played, evidence.later, evidence.surprise, least)


@bare_kernel
def swap(row: Row, world: Row, fits: Table, evidence: Evidence, state: int) -> int:
    """Try to swap two cards between two hidden seats of a world; the next state of chance.

    `fits` are those of the bids by seat, then those of the plays. The plays are looked at only where they matter.
    """
    state = step(state)
    pair = below(state, 3)
    a, b = (row[TURN] + 1 + pair) & 3, (row[TURN] + (1 if pair == 2 else 2 + pair)) & 3
    if world[a] == 0 or world[b] == 0:
        return state
    state = step(state)
    mine = nth(world[a], below(state, size(world[a])))
    state = step(state)
    other = nth(world[b], below(state, size(world[b])))
    state = step(state)
    if not may_hold(row, b, suit_of(mine)) or not may_hold(row, a, suit_of(other)):
        return state
    both = 1 << mine | 1 << other
    _judge_swap(world, fits, evidence, a, b, both, math.log(fraction(state) + 1e-12))
    return state


@bare_kernel
def _judge_swap(world: Row, fits: Table, evidence: Evidence, a: int, b: int, both: int, threshold: float) -> None:
    bid_a, bid_b = fit_of_bid(a, world[a] ^ both, evidence), fit_of_bid(b, world[b] ^ both, evidence)
    needed = threshold - bid_a - bid_b + fits[a] + fits[b] + fits[4 + a] + fits[4 + b]
    if needed >= 0.0:
        return
    play_a = fit_of_plays(a, world[a] ^ both, evidence, needed)
    if play_a <= needed:
        return
    play_b = fit_of_plays(b, world[b] ^ both, evidence, needed - play_a)
    if needed < play_a + play_b:
        world[a] ^= both
        world[b] ^= both
        fits[a], fits[b], fits[4 + a], fits[4 + b] = bid_a, bid_b, play_a, play_b


@bare_kernel
def draw_worlds(
    row: Row, unseen: int, evidence: Evidence, ways: Ways, worlds: Row, fits: Table, plan: Row, state: int
) -> int:
    """Fill `worlds` (count, 4); `plan`: the worlds of a chain, its first swaps, the swaps between two worlds."""
    length, burn, gap = plan[0], plan[1], plan[2]
    own = row[TURN]
    count_ways(row, unseen, ways)
    for number in range(worlds.shape[0]):
        world = worlds[number]
        swaps = gap
        if number % length == 0:
            state = deal_world(row, unseen, evidence.counts, ways, world, state)
            swaps = burn
            for seat in range(4):
                if seat != own:
                    fits[seat] = fit_of_bid(seat, world[seat], evidence)
                    fits[4 + seat] = fit_of_plays(seat, world[seat], evidence, -math.inf)
        else:
            for seat in range(4):
                world[seat] = worlds[number - 1, seat]
        for _ in range(swaps):
            state = swap(row, world, fits, evidence, state)
    return state
