"""Hands bid and played by all four seats alike, to fit the bidding on: one row of numbers for each hand."""

from __future__ import annotations

from .bid_model import (
    UNKNOWN,
    BidModel,
    nil_odds,
    side_danger,
    side_shape,
    spade_danger,
    spade_shape,
    suit_of_holding,
    usual_bid,
)
from .boards import ALL_CARDS, size
from .chance import below, seeded, step
from .compiled import bare_kernel
from .layout import ALIVE, CHANCE, HOLDING, LEFT, NEED, NIL, NOISE, REACH, REST, SIZE, WON, Row, start_trick
from .playouts import play_out
from .worth import Numbers

DEALT, BID, TRICKS, DEALER = 0, 4, 8, 12
RECORD = 13
"""Places in a record: four holdings, four bids, four counts of tricks, the dealer."""


@bare_kernel
def deal(deck: Numbers, holdings: Numbers, state: int) -> int:
    """Shuffle a deck of card ids and deal it into four sets; returns the state of chance."""
    for place in range(51, 0, -1):
        state = step(state)
        other = below(state, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    for seat in range(4):
        holdings[seat] = 0
    for place in range(52):
        holdings[place & 3] |= 1 << deck[place]
    return state


@bare_kernel
def set_row(row: Row, holdings: Numbers, bids: Numbers, leader: int) -> None:
    """A row of `layout` as the first card of a hand is to be led."""
    for field in range(SIZE):
        row[field] = 0
    for seat in range(4):
        row[HOLDING + seat] = holdings[seat]
        row[NIL + seat] = row[ALIVE + seat] = bids[seat] <= 0
        row[NEED + (seat & 1)] += max(bids[seat], 0)
    row[REACH], row[REACH + 1], row[LEFT], row[REST] = 1, 1, 13, ALL_CARDS
    start_trick(row, leader)


@bare_kernel
def bid_round(model: BidModel, others: BidModel, holdings: Numbers, bids: Numbers, dealer: int, tried: int) -> None:
    """All four bid: side 0 by one model, side 1 by another; seat `tried` (-1: none) is made to bid nil."""
    for seat in range(4):
        bids[seat] = UNKNOWN
    for step_ in range(1, 5):
        seat = (dealer + step_) & 3
        if seat == tried and bids[(seat + 2) & 3] != 0:
            bids[seat] = 0
        else:
            bids[seat] = usual_bid(others if seat & 1 else model, holdings[seat], bids, seat, True)


@bare_kernel
def record_hands(
    model: BidModel,
    others: BidModel,
    seed: int,
    least_odds: float,
    reach: int,
    noise: int,
    deck: Numbers,
    row: Row,
    records: Numbers,
) -> None:
    """Fill the records with hands; every hand one seat in turn is made to bid nil if its odds are at least so."""
    for number in range(len(records)):
        record = records[number]
        holdings, bids = record[DEALT : DEALT + 4], record[BID : BID + 4]
        state = deal(deck, holdings, seeded(seed, number))
        dealer, tried = number & 3, number >> 2 & 3
        bid_round(model, others, holdings, bids, dealer, -1)
        if nil_odds(model, holdings[tried], bids, tried) >= least_odds and bids[tried]:
            bid_round(model, others, holdings, bids, dealer, tried)
        set_row(row, holdings, bids, (dealer + 1) & 3)
        row[REACH], row[REACH + 1], row[CHANCE], row[NOISE] = reach, reach, state, noise
        play_out(row)
        for seat in range(4):
            record[TRICKS + seat] = row[WON + seat]
        record[DEALER] = dealer


@bare_kernel
def find_shapes(holdings: Numbers, shapes: Numbers) -> None:
    """For each holding its places in the four kinds of tables: three side shapes, spades, three dangers, spades."""
    for number in range(len(holdings)):
        cards, row = holdings[number], shapes[number]
        spades = suit_of_holding(cards, 3)
        for suit in range(3):
            row[suit] = side_shape(suit_of_holding(cards, suit), size(spades))
            row[4 + suit] = side_danger(suit_of_holding(cards, suit))
        row[3], row[7] = spade_shape(spades), spade_danger(spades)
