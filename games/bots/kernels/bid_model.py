"""How a holding is bid: the tricks it should take, the chance of a nil on it, and how well a bid fits it.

A holding is a set of 13 cards as they were dealt. The numbers come from `games.bots.bidding_model`, fitted on
self-play: a value for every shape of a suit, added up, and a few for what the other seats have bid.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .boards import SUIT, highest, lowest, size
from .compiled import bare_kernel
from .worth import BLIND, Numbers, Values

UNKNOWN = -2
"""A bid still to come, among bids that are numbers."""
SIDE_SHAPES, SPADE_SHAPES = 6 * 8 * 16, 10 * 64
SIDE_DANGERS, SPADE_DANGERS = 2 * 512, 6 * 14 * 8
TRICKS_BASE, TRICKS_PARTNER, TRICKS_OPPONENT, TRICKS_PARTNER_NIL, TRICKS_OPPONENT_NIL = range(5)
NIL_BASE, NIL_PARTNER, NIL_OPPONENT, NIL_PARTNER_NIL, NIL_OPPONENT_NIL = range(5, 10)
CAUTION, LEAST_NIL, SPREAD = 10, 11, 12
"""Places in `numbers`: the constant of tricks, what each trick of a partner's or an opponent's bid beyond USUAL adds,
and their nil; the same for the log-odds of a nil; what is taken off the tricks to bid, the log-odds a nil is bid from,
and the spread of the tricks that a bid stands for."""
NUMBERS = 13
USUAL = 3
NIL_SLOPE = 1.5
NIL_SLIP, BID_SLIP = 0.01, 0.002
"""The weight a bid keeps however badly it fits: people bid as they like."""


class BidModel(NamedTuple):
    """The fitted numbers: by shape of a side suit and of the spades, for tricks and for the log-odds of a nil."""

    side_tricks: Values
    spade_tricks: Values
    side_dangers: Values
    spade_dangers: Values
    numbers: Values


@bare_kernel
def suit_of_holding(cards: int, suit: int) -> int:
    """A suit's cards as the lowest 13 bits."""
    return cards >> (13 * suit) & SUIT


@bare_kernel
def side_shape(suit: int, spades: int) -> int:
    """Length up to 7, honours from the jack up, and the number of spades beside it up to 5, as one number."""
    return (min(spades, 5) * 8 + min(size(suit), 7)) * 16 + (suit >> 9)


@bare_kernel
def spade_shape(suit: int) -> int:
    """Length up to 9 and honours from the nine up, as one number."""
    return min(size(suit), 9) * 64 + (suit >> 7)


@bare_kernel
def bracket(rank: int) -> int:
    """Ranks (the two is 0) that are about as dangerous to a nil: 23, 45, 67, 89, TJ, Q, KA."""
    return rank // 2 if rank < 10 else 5 + (rank > 10)


@bare_kernel
def side_danger(suit: int) -> int:
    """The brackets of the three lowest cards (7 where there is none), and whether there are five or more."""
    place = int(size(suit) >= 5)
    for _ in range(3):
        place = place * 8 + (bracket(lowest(suit)) if suit else 7)
        suit &= suit - 1
    return place


@bare_kernel
def spade_danger(suit: int) -> int:
    """Length up to 5, the highest card (13 without one), the bracket of the second (7 without one)."""
    top = highest(suit) if suit else 13
    rest = suit & ~(1 << top)
    return (min(size(suit), 5) * 14 + top) * 8 + (bracket(highest(rest)) if rest else 7)


@bare_kernel
def context(numbers: Values, base: int, bids: Numbers, seat: int) -> float:
    """What the bids made so far add to tricks (base TRICKS_BASE) or to the log-odds of a nil (base NIL_BASE)."""
    total = numbers[base]
    for step in range(1, 4):
        bid, partner = bids[(seat + step) & 3], step == 2
        if bid > 0:
            total += numbers[base + (1 if partner else 2)] * (bid - USUAL)
        elif bid > UNKNOWN:
            total += numbers[base + (3 if partner else 4)]
    return float(total)


@bare_kernel
def expected_tricks(model: BidModel, cards: int, bids: Numbers, seat: int) -> float:
    """The tricks a seat should take that bids tricks on a holding, after the bids made so far (UNKNOWN: to come)."""
    spades = suit_of_holding(cards, 3)
    total = context(model.numbers, TRICKS_BASE, bids, seat) + model.spade_tricks[spade_shape(spades)]
    for suit in range(3):
        total += model.side_tricks[side_shape(suit_of_holding(cards, suit), size(spades))]
    return float(min(max(total, 0.0), 13.0))


@bare_kernel
def nil_odds(model: BidModel, cards: int, bids: Numbers, seat: int) -> float:
    """The log-odds that a nil on a holding is made, after the bids made so far."""
    total = context(model.numbers, NIL_BASE, bids, seat) + model.spade_dangers[spade_danger(suit_of_holding(cards, 3))]
    for suit in range(3):
        total += model.side_dangers[side_danger(suit_of_holding(cards, suit))]
    return float(total)


@bare_kernel
def room(bids: Numbers, seat: int) -> int:
    """The most a seat bids: what partner leaves of 13 tricks, and for the last bidder one less than all leave."""
    partner = max(bids[(seat + 2) & 3], 0)
    total, missing = partner, 0
    for step in (1, 3):
        missing += bids[(seat + step) & 3] == UNKNOWN
        total += max(bids[(seat + step) & 3], 0)
    missing += bids[(seat + 2) & 3] == UNKNOWN
    return int(max(1, 13 - partner if missing else 12 - total))


@bare_kernel
def usual_bid(model: BidModel, cards: int, bids: Numbers, seat: int, nil: bool) -> int:
    """The bid of a player who looks at cards and bids alone; `nil` tells whether the rules have it.

    Beside a bid of 13 even a single trick would be one too many.
    """
    numbers = model.numbers
    partner = bids[(seat + 2) & 3]
    if nil and partner == 13:
        return 0
    if nil and partner != 0 and partner != BLIND and nil_odds(model, cards, bids, seat) >= numbers[LEAST_NIL]:
        return 0
    count = math.floor(expected_tricks(model, cards, bids, seat) - numbers[CAUTION] + 0.5)
    return int(max(1, min(count, room(bids, seat))))


@bare_kernel
def bid_weight(model: BidModel, cards: int, bid: int, bids: Numbers, seat: int, nil: bool) -> float:
    """How likely a holding, as it was dealt, is bid so, 0 to 1; `bids` are those made before it, UNKNOWN the others.

    A blind nil says nothing about the cards.
    """
    if bid == BLIND:
        return 1.0
    numbers, partner = model.numbers, bids[(seat + 2) & 3]
    nil_chance = 0.0
    if nil and partner != 0 and partner != BLIND:
        nil_chance = 1 / (1 + math.exp(NIL_SLOPE * (numbers[LEAST_NIL] - nil_odds(model, cards, bids, seat))))
    if bid == 0:
        return max(nil_chance, NIL_SLIP)
    middle = expected_tricks(model, cards, bids, seat) - numbers[CAUTION]
    scale = numbers[SPREAD] * math.sqrt(2.0)
    upper = math.erf((bid + 0.5 - middle) / scale)
    lower = -1.0 if bid == 1 else math.erf((bid - 0.5 - middle) / scale)
    return max((1 - nil_chance) * 0.5 * (upper - lower), BID_SLIP)
