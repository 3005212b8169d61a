"""The bidding model, fitted on hands that bots bid and play against each other (`manage.py fit_bids`).

In rounds: all four seats bid by the model so far and play; then the model is fitted to what the holdings took. Tricks
are fitted by least squares on hands in which every side also fights for a set, so that a low bid does not make low
counts; nils by logistic regression on hands in which one seat is made to bid nil wherever that is thinkable. Both are
sums of one value for every shape of a suit, drawn towards 0 where a shape is rare. Last, what is taken off the tricks
and from which odds a nil is bid are chosen by matching the model against itself, deal by deal with the sides swapped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .kernels import bid_model
from .kernels.bid_model import BidModel
from .kernels.layout import SIZE
from .kernels.self_play import BID, DEALER, DEALT, RECORD, TRICKS, find_shapes, record_hands
from .kernels.worth import Numbers, Values

ROUNDS = 4
FIGHT, PLAIN = 13, 1
"""How many bags a side takes for a set: in the hands that tricks are fitted on, and else."""
NOISE = 2_000
"""Plays in 65 536 that are any legal card."""
THINKABLE = -2.0
"""Log-odds from which a nil is tried out."""
FEW = 4.0
"""A shape seen so often is drawn half-way to 0."""
TRICK_PASSES, NIL_PASSES = 12, 25
STEP_OF_SIDES = 0.5
"""Three suits change at once, so each goes part of its way."""
CAUTIONS = (0.3, 0.4, 0.5, 0.6, 0.7)
LEAST_NILS = (0.5, 0.7, 0.9, 1.1, 1.3)
BAG_POINTS = -8
"""What a bag is taken for in these matches: its point, less its share of a penalty."""
SAMPLE = 2_500
"""Hands kept for `games.bots.equity`."""


@dataclass(frozen=True)
class Fit:
    """A fitted model, a sample of its hands (rows of `equity.sample`), and how well it fits."""

    model: BidModel
    hands: npt.NDArray[np.int64]
    quality: dict[str, float]


def fit(deals: int, seed: int, tell: Callable[[str], object]) -> Fit:
    """Fit a model on so many deals a round; the same seed gives the same model. `tell` hears of each step."""
    model, quality = first_model(), {}
    for number in range(ROUNDS):
        tricks, nils = (seed * 1000 + 10 * number + part for part in (1, 2))
        model, quality["trick_error"] = fit_tricks(model, self_play(model, model, deals, tricks, reach=FIGHT))
        model, quality["nil_loss"] = fit_nils(model, self_play(model, model, deals, nils, least_odds=THINKABLE))
        tell(f"round {number + 1}: " + ", ".join(f"{name} {value:.4f}" for name, value in quality.items()))
    model = _with(model, bid_model.SPREAD, quality["trick_error"])
    model = choose_number(model, bid_model.CAUTION, CAUTIONS, deals // 4, seed)
    model = choose_number(model, bid_model.LEAST_NIL, LEAST_NILS, deals // 4, seed + 1)
    tell(f"caution {model.numbers[bid_model.CAUTION]}, least nil {model.numbers[bid_model.LEAST_NIL]}")
    records = self_play(model, model, SAMPLE, seed * 1000)
    return Fit(model, hand_results(records), quality | _figures(records))


def first_model() -> BidModel:
    """Three tricks and even odds of a nil on every holding: what the first round bids by."""
    tricks = np.zeros(bid_model.SIDE_SHAPES), np.zeros(bid_model.SPADE_SHAPES)
    dangers = np.zeros(bid_model.SIDE_DANGERS), np.zeros(bid_model.SPADE_DANGERS)
    model = BidModel(*tricks, *dangers, np.zeros(bid_model.NUMBERS))
    model.numbers[bid_model.TRICKS_BASE] = 3
    model.numbers[bid_model.LEAST_NIL], model.numbers[bid_model.CAUTION] = LEAST_NILS[1], CAUTIONS[1]
    return model


def _with(model: BidModel, place: int, value: float) -> BidModel:
    numbers = model.numbers.copy()
    numbers[place] = value
    return model._replace(numbers=numbers)


def self_play(
    model: BidModel, others: BidModel, hands: int, seed: int, *, reach: int = PLAIN, least_odds: float = np.inf
) -> Numbers:
    """Records of hands that side 0 bids by one model and side 1 by another; nils are tried from `least_odds` on."""
    records = np.zeros((hands, RECORD), np.int64)
    deck, row = np.arange(52), np.zeros(SIZE, np.int64)
    record_hands(model, others, seed, least_odds, reach, NOISE, deck, row, records)
    return records


def _shapes(records: Numbers) -> Numbers:
    holdings = np.ascontiguousarray(records[:, DEALT : DEALT + 4]).reshape(-1)
    shapes = np.zeros((len(holdings), 8), np.int64)
    find_shapes(holdings, shapes)
    return shapes.reshape(-1, 4, 8)


def _contexts(records: Numbers) -> Values:
    """By record and seat what `bid_model.context` multiplies: the constant, then the bids made before the seat's."""
    contexts = np.zeros((len(records), 4, 5))
    contexts[:, :, 0] = 1
    for seat in range(4):
        for step in (1, 2, 3):
            other = (seat + step) % 4
            bids, dealer = records[:, BID + other], records[:, DEALER]
            earlier = (other - dealer - 1) % 4 < (seat - dealer - 1) % 4
            by_partner = step == 2
            contexts[:, seat, 1 if by_partner else 2] += np.where(earlier & (bids > 0), bids - bid_model.USUAL, 0)
            contexts[:, seat, 3 if by_partner else 4] += earlier & (bids <= 0)
    return contexts


def fit_tricks(model: BidModel, records: Numbers) -> tuple[BidModel, float]:
    """The model with its tricks fitted to the seats that bid tricks, and the standard deviation that is left."""
    chosen = records[:, BID : BID + 4] > 0
    shapes, contexts = _shapes(records)[chosen], _contexts(records)[chosen]
    won = records[:, TRICKS : TRICKS + 4][chosen].astype(np.float64)
    side, spade, numbers = model.side_tricks.copy(), model.spade_tricks.copy(), model.numbers.copy()
    weights = np.ones(len(won))
    for _ in range(TRICK_PASSES):
        rest = won - _sum(side, shapes[:, :3]) - spade[shapes[:, 3]]
        numbers[:5] = np.linalg.lstsq(contexts, rest, rcond=None)[0]
        left = won - contexts @ numbers[:5]
        spade += _pull(spade, shapes[:, 3:4], left - _sum(side, shapes[:, :3]) - spade[shapes[:, 3]], weights)
        left -= spade[shapes[:, 3]]
        side += STEP_OF_SIDES * _pull(side, shapes[:, :3], left - _sum(side, shapes[:, :3]), weights)
    error = won - contexts @ numbers[:5] - _sum(side, shapes[:, :3]) - spade[shapes[:, 3]]
    return model._replace(side_tricks=side, spade_tricks=spade, numbers=numbers), float(error.std())


def fit_nils(model: BidModel, records: Numbers) -> tuple[BidModel, float]:
    """The model with its nils fitted to the seats that bid nil, and the mean log-loss that is left."""
    chosen = records[:, BID : BID + 4] == 0
    shapes, contexts = _shapes(records)[chosen], _contexts(records)[chosen]
    made = (records[:, TRICKS : TRICKS + 4][chosen] == 0).astype(np.float64)
    side, spade, numbers = model.side_dangers.copy(), model.spade_dangers.copy(), model.numbers.copy()

    def chances() -> Values:
        odds = contexts @ numbers[5:10] + _sum(side, shapes[:, 4:7]) + spade[shapes[:, 7]]
        return np.asarray(1 / (1 + np.exp(-odds)))

    for _ in range(NIL_PASSES):
        chance = chances()
        bend = chance * (1 - chance) + 1e-3
        square = (contexts * bend[:, None]).T @ contexts + 1e-3 * np.eye(5)
        numbers[5:10] += np.linalg.solve(square, contexts.T @ (made - chance))
        chance = chances()
        spade += _pull(spade, shapes[:, 7:8], made - chance, chance * (1 - chance) + 1e-3)
        chance = chances()
        side += STEP_OF_SIDES * _pull(side, shapes[:, 4:7], made - chance, chance * (1 - chance) + 1e-3)
    chance = chances()
    loss = -np.log(np.where(made == 1, chance, 1 - chance)).mean()
    return model._replace(side_dangers=side, spade_dangers=spade, numbers=numbers), float(loss)


def _sum(table: Values, shapes: Numbers) -> Values:
    return np.asarray(table[shapes].sum(1))


def _pull(table: Values, shapes: Numbers, errors: Values, weights: Values) -> Values:
    """By how much each value of a table moves for the errors of the holdings with its shape, and back towards 0."""
    pulls, counts = -FEW * weights.mean() * table, np.full(len(table), FEW * weights.mean())
    for column in shapes.T:
        pulls += np.bincount(column, errors, len(table))
        counts += np.bincount(column, weights, len(table))
    return np.asarray(pulls / counts)


def choose_number(model: BidModel, place: int, values: tuple[float, ...], deals: int, seed: int) -> BidModel:
    """The model with the value at a place that scores best against the model with the middle one."""
    middle = _with(model, place, values[len(values) // 2])
    return max((_with(model, place, value) for value in values), key=lambda one: _gain(one, middle, deals, seed))


def _gain(one: BidModel, other: BidModel, deals: int, seed: int) -> float:
    """Points a deal by which one model beats another, each deal bid with the sides both ways."""
    ways = self_play(one, other, deals, seed), self_play(other, one, deals, seed)
    north, south = (_points(hand_results(records)) for records in ways)
    return float((north - south).mean()) / 2


def _points(hands: Numbers) -> Values:
    """Points of side 0 less those of side 1."""
    sides = hands[:, [0, 3]] + BAG_POINTS * hands[:, [1, 4]] + 100 * hands[:, [2, 5]]
    return np.asarray(sides[:, 0] - sides[:, 1], np.float64)


def hand_results(records: Numbers) -> Numbers:
    """Contract points, bags, and nils made less nils failed of side 0 and of side 1, a row for each record."""
    return np.concatenate([_side_results(records, side) for side in (0, 1)], 1)


def _side_results(records: Numbers, side: int) -> Numbers:
    bids, won = records[:, [BID + side, BID + side + 2]], records[:, [TRICKS + side, TRICKS + side + 2]]
    contract, tricks = bids.sum(1), np.where(bids > 0, won, 0).sum(1)
    made, nils = tricks >= contract, bids == 0
    bags = np.where(nils, won, 0).sum(1) + np.where(made & (contract > 0), tricks - contract, 0)
    nil_sum = np.where(nils, np.where(won == 0, 1, -1), 0).sum(1)
    return np.stack([np.where(made, 10, -10) * contract, bags, nil_sum], 1)


def _figures(records: Numbers) -> dict[str, float]:
    results, bids = hand_results(records), records[:, BID : BID + 4]
    nils = bids == 0
    return {
        "nils_bid": float(nils.mean()),
        "nils_made": float((records[:, TRICKS : TRICKS + 4][nils] == 0).mean()),
        "contracts_failed": float((results[:, [0, 3]] < 0).mean()),
        "bags_a_side": float(results[:, [1, 4]].mean()),
        "bids_in_all": float(bids.sum(1).mean()),
    }
