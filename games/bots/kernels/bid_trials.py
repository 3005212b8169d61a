"""Bids tried out: in worlds as likely as the bids made so far, the bidding is completed and the hand played out."""

from __future__ import annotations

from typing import NamedTuple

from .bid_model import UNKNOWN, BidModel, bid_weight, usual_bid
from .chance import below, fraction, seeded, step
from .compiled import bare_kernel
from .layout import CHANCE, NOISE, REACH, WON, Row
from .playouts import play_out
from .self_play import set_row
from .worth import Numbers, Prospects, Values, hand_worth

DRAWS = 12
"""Deals of which one becomes a world, each as likely as its bids are."""


class Trial(NamedTuple):
    """A bidding as one seat sees it, on its turn to bid.

    `bids` by seat, UNKNOWN where still to come; `earlier[n]` what of them seat n knew when it bid; `nil` whether the
    rules have it; `reach` and `noise` are those of the playouts.
    """

    match: Prospects
    model: BidModel
    seat: int
    dealer: int
    cards: int
    bids: Numbers
    earlier: Numbers
    nil: bool
    reach: int
    noise: int


class Bench(NamedTuple):
    """Room to work in: the unseen cards, holdings of the world and of a deal, a row, bids and tricks."""

    deck: Numbers
    world: Numbers
    dealt: Numbers
    row: Row
    bids: Numbers
    won: Numbers


@bare_kernel
def deal_unseen(trial: Trial, bench: Bench, state: int) -> int:
    """Deal the cards that the seat does not see; it keeps its own, or gets 13 if it saw none."""
    deck, dealt = bench.deck, bench.dealt
    for place in range(len(deck) - 1, 0, -1):
        state = step(state)
        other = below(state, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    place = 0
    for seat in range(4):
        dealt[seat] = trial.cards if seat == trial.seat and trial.cards else 0
        if dealt[seat] == 0:
            for _ in range(13):
                dealt[seat] |= 1 << deck[place]
                place += 1
    return state


@bare_kernel
def draw_world(trial: Trial, bench: Bench, state: int) -> int:
    """A world: one of DRAWS deals, picked by how likely the bids made so far are on it."""
    total = 0.0
    for _ in range(DRAWS):
        state = deal_unseen(trial, bench, state)
        weight, known = 1.0, False
        for seat in range(4):
            if trial.bids[seat] != UNKNOWN:
                known = True
                dealt = bench.dealt[seat]
                weight *= bid_weight(trial.model, dealt, trial.bids[seat], trial.earlier[seat], seat, trial.nil)
        total += weight
        state = step(state)
        if fraction(state) * total <= weight:
            for seat in range(4):
                bench.world[seat] = bench.dealt[seat]
        if not known:
            break
    return state


@bare_kernel
def try_bid(trial: Trial, bench: Bench, bid: int, state: int) -> float:
    """The chance of the seat's side to win the match if it bids so in this world and the hand is then played out."""
    bids, row = bench.bids, bench.row
    for seat in range(4):
        bids[seat] = trial.bids[seat]
    bids[trial.seat] = bid
    for turn in range(1, 4):
        seat = (trial.seat + turn) & 3
        if bids[seat] == UNKNOWN:
            bids[seat] = usual_bid(trial.model, bench.world[seat], bids, seat, trial.nil)
    set_row(row, bench.world, bids, (trial.dealer + 1) & 3)
    row[REACH], row[REACH + 1], row[CHANCE], row[NOISE] = trial.reach, trial.reach, state, trial.noise
    play_out(row)
    for seat in range(4):
        bench.won[seat] = row[WON + seat]
    worth = hand_worth(trial.match, bids, bench.won)
    return 1 - worth if trial.seat & 1 else worth


@bare_kernel
def try_bids(trial: Trial, bench: Bench, tried: Numbers, seed: int, first: int, values: Values, taken: Numbers) -> None:
    """values[n, b], taken[n, b]: what bid `tried[b]` came to in world `first` + n of a seed, and the seat's tricks."""
    for number in range(len(values)):
        state = draw_world(trial, bench, seeded(seed, first + number))
        for place in range(len(tried)):
            values[number, place] = try_bid(trial, bench, tried[place], state)
            taken[number, place] = bench.won[trial.seat]
