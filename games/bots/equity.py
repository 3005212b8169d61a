"""The chance to win a match from a score: a chain of hands whose results are those of hands bots really played.

A hand changes the two scores by the results of a sample of self-play (kept with the bidding model), every hand
independent of the others. Going backwards from the ends of the match gives the chance to win at every pair of scores.
Bags are folded into the score: a running count costs what its penalties are expected to cost more than an empty one's,
in the number of hands the match is expected to last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from games.engine.rules import RuleSet
from games.engine.scoring import match_end

from .bidding_model import read_data

Values = npt.NDArray[np.float64]
STEP = 10
"""Points between two neighbouring scores of a table."""
REACH = 260
"""Points by which a table goes beyond the scores at which a match ends."""
LOWEST, HIGHEST = -400, 1000
"""Scores that a table covers at least and at most, where the rules set no bounds or wide ones."""
FAR = 30
"""So many hands ahead count as for ever."""
DIGITS = 9
"""Tables are rounded, so that machines that add in another order still play alike."""


@dataclass(frozen=True)
class Equity:
    """Tables for one rule set, their first score `low`, a point of them every STEP points.

    `chances[n]`, `lengths[n]` by scores: side 0's chance to win, and the hands to come, of a match that goes on with
    n hands played (the last entry stands for all later ones); `bag_costs[b, n]`: points that b bags cost more than
    none in n hands to come.
    """

    low: int
    chances: tuple[Values, ...]
    lengths: tuple[Values, ...]
    bag_costs: Values


@cache
def sample() -> npt.NDArray[np.int64]:
    """Hands of self-play, a row each: contract points, bags and nils made less nils failed, of both sides."""
    return np.array(read_data()["hands"], np.int64)


@lru_cache(maxsize=6)
def equity(rules: RuleSet) -> Equity:
    """The tables of a rule set: about a tenth of a second, once, and 5 MB; 30 MB for fifty hands without a target."""
    penalties = _bag_penalties(rules)
    changes = _changes(rules, (penalties[0, FAR] - penalties[0, FAR - 10]) / 10)
    low, size = _bounds(rules)
    chances, lengths = _chain(rules, low, size, changes)
    return Equity(low, tuple(chances), tuple(lengths), _bag_costs(penalties))


def _bounds(rules: RuleSet) -> tuple[int, int]:
    """The lowest score of the tables and how many there are."""
    low = max(LOWEST, -500 if rules.floor is None else rules.floor) - REACH
    high = HIGHEST if rules.target is None else rules.target
    low -= (low - high) % STEP
    return low, (high + REACH - low) // STEP + 1


def _bag_penalties(rules: RuleSet) -> Values:
    """Points of penalties expected by count of bags (rows) and hands to come (columns 0 to FAR)."""
    arrivals = np.bincount(np.concatenate([sample()[:, 1], sample()[:, 4]]), minlength=14)[:14] / (2 * len(sample()))
    costs = np.zeros((rules.bag_limit, FAR + 1))
    for hands in range(1, FAR + 1):
        for bags in range(rules.bag_limit):
            costs[bags, hands] = sum(
                share * (rules.bag_penalty * penalties + costs[left, hands - 1])
                for new, share in enumerate(arrivals)
                for left, penalties in [carry(rules, bags + new)]
            )
    return costs


def _bag_costs(penalties: Values) -> Values:
    """What a count costs more than none; the number of hands to come is uncertain by a half up or down."""
    more = penalties - penalties[0]
    spans = [(hands - hands // 2, hands + hands // 2 + 1) for hands in range(FAR + 1)]
    return np.round(np.stack([more[:, start:stop].mean(1) for start, stop in spans], 1), DIGITS)


def carry(rules: RuleSet, bags: int) -> tuple[int, int]:
    """What is left of a running count of bags, and how many penalties fall."""
    if rules.bag_carry == "remainder":
        return bags % rules.bag_limit, bags // rules.bag_limit
    return (0, 1) if bags >= rules.bag_limit else (bags, 0)


def _changes(rules: RuleSet, hand_cost: float) -> Values:
    """How likely a hand changes the scores by so much, a square with no change in its middle, both sides alike.

    A change between two points of the square is shared between them.
    """
    hands = sample() if rules.nil else sample()[(sample()[:, 2] == 0) & (sample()[:, 5] == 0)]
    bag = 1 - hand_cost / max(0.1, float(sample()[:, [1, 4]].mean()))
    points = hands[:, [0, 3]] + bag * hands[:, [1, 4]] + rules.nil_value * hands[:, [2, 5]]
    steps = np.clip(points / STEP, -REACH / STEP, REACH / STEP) + REACH // STEP
    square = np.zeros((2 * REACH // STEP + 2,) * 2)
    whole, part = steps.astype(np.int64), steps % 1
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        weight = (part[:, 0] if i else 1 - part[:, 0]) * (part[:, 1] if j else 1 - part[:, 1])
        np.add.at(square, (whole[:, 0] + i, whole[:, 1] + j), weight)
    square = square[:-1, :-1] + square[:-1, :-1].T
    return np.asarray(square / square.sum())


def _chain(rules: RuleSet, low: int, size: int, changes: Values) -> tuple[list[Values], list[Values]]:
    """Chances and lengths by hands played, from the last hand backwards."""
    hands = FAR if rules.hand_limit is None else rules.hand_limit
    chance, length = np.full((size, size), 0.5), np.zeros((size, size))
    chances, lengths = [chance], [length]
    for played in range(hands, 0, -1):
        last = rules.hand_limit is not None and played == hands
        over, result = _ends(rules, low, size, last)
        chance = _after_a_hand(np.where(over, result, chance), changes)
        length = 1 + _after_a_hand(np.where(over, 0, length), changes)
        chances.insert(0, np.round(chance, DIGITS))
        lengths.insert(0, np.round(length, DIGITS))
    return (chances, lengths) if rules.hand_limit else (chances[:1], lengths[:1])


@lru_cache(maxsize=32)
def _ends(rules: RuleSet, low: int, size: int, last: bool) -> tuple[npt.NDArray[np.bool_], Values]:
    """At which scores the match is over after a hand, and side 0's result there: 1, 0 or a half."""
    scores = range(low, low + STEP * size, STEP)
    played = rules.hand_limit if last and rules.hand_limit else 1
    ends = [[match_end(rules, (ours, theirs), played) for theirs in scores] for ours in scores]
    over = np.array([[end is not None for end in row] for row in ends])
    result = [[0.5 if end is None or end.winner is None else 1.0 - end.winner for end in row] for row in ends]
    return over, np.array(result)


def _after_a_hand(values: Values, changes: Values) -> Values:
    """The mean of a table over the changes one hand makes, at each pair of scores before it.

    Beyond the top both scores move down together, their difference kept; below the bottom the table's edge counts.
    """
    size, reach = len(values), len(changes) // 2
    places = np.arange(-reach, size + reach)
    x, y = np.meshgrid(places, places, indexing="ij")
    shift = np.maximum(0, np.maximum(x, y) - (size - 1))
    wide = values[np.maximum(x - shift, 0), np.maximum(y - shift, 0)]
    frequencies = np.fft.rfft2(wide) * np.conj(np.fft.rfft2(changes, wide.shape))
    return np.asarray(np.fft.irfft2(frequencies, wide.shape)[:size, :size])
