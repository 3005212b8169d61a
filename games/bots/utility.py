"""What the end of a hand is worth to a bot: the chance to win the match, told in points of the hand.

Far from the end of a match a point is a point, whoever has it, and a bag costs what it brings nearer; near the end
only winning counts. `prospects` is what the kernels of the bidding read, `outcome_table` what those of the play do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from games.engine.actions import BLIND_NIL, BidValue
from games.engine.rules import RuleSet

from .equity import STEP, Values, equity
from .kernels.worth import BLIND, Numbers, Prospects, chance_to_win, fill_table
from .view import BadView

OUTCOMES = 14**4
"""Length of an outcome table; tricks w0 to w3 of the seats stand at w0 + 14 w1 + 196 w2 + 2744 w3."""
OUT_OF_REACH = 10**6
MOST_POINTS = 10**5
NEIGHBOURHOOD = 50
"""Points up and down over which the slope of the chance is taken."""
FLATTEST = 0.0006
"""The least chance to win that a point stands for, so that a match as good as over is not made to matter."""


def bid_numbers(bids: Sequence[BidValue]) -> Numbers:
    """The bids by seat as the kernels read them, a blind nil as BLIND."""
    return np.array([BLIND if bid == BLIND_NIL else bid for bid in bids], np.int64)


@lru_cache(maxsize=128)
def prospects(rules: RuleSet, score: tuple[int, int], bags: tuple[int, int], hand: int) -> Prospects:
    """The match as hand number `hand`, counted from 0, begins: running scores and bags of side 0 and 1.

    BadView for scores and bags that no match under these rules can have.
    """
    if any(not 0 <= count < rules.bag_limit for count in bags):
        raise BadView("bags", f"a running count is from 0 to {rules.bag_limit - 1} here")
    if any(abs(points) > MOST_POINTS for points in score):
        raise BadView("score", f"no match gets beyond {MOST_POINTS} points")
    tables = equity(rules)
    after = min(hand + 1, len(tables.chances) - 1)
    state = np.array([*score, *bags, hand + 1], np.int64)
    return Prospects(_terms(rules), state, tables.chances[after], tables.lengths[after], tables.bag_costs)


@lru_cache(maxsize=16)
def _terms(rules: RuleSet) -> Numbers:
    ends = (rules.target or OUT_OF_REACH, rules.floor or -OUT_OF_REACH, rules.hand_limit or OUT_OF_REACH)
    bags = (rules.bag_limit, rules.bag_penalty, rules.bag_carry == "remainder")
    nils = (rules.nil_value, rules.blind_nil_value or 0)
    return np.array([*nils, *bags, *ends, rules.level_at_end == "draw", equity(rules).low, STEP], np.int64)


def win_chance(rules: RuleSet, score: tuple[int, int], bags: tuple[int, int], hands_played: int) -> float:
    """The chance of side 0 to win a match that goes on with these scores and bags after so many hands."""
    return chance_to_win(prospects(rules, score, bags, hands_played - 1), *score, *bags)


def point_worth(rules: RuleSet, score: tuple[int, int], bags: tuple[int, int], hand: int) -> float:
    """The chance to win that a point is worth as hand number `hand` begins."""
    ours, theirs = score
    up = win_chance(rules, (ours + NEIGHBOURHOOD, theirs - NEIGHBOURHOOD), bags, hand)
    down = win_chance(rules, (ours - NEIGHBOURHOOD, theirs + NEIGHBOURHOOD), bags, hand)
    return max(FLATTEST, (up - down) / (4 * NEIGHBOURHOOD))


@lru_cache(maxsize=32)
def outcome_table(
    rules: RuleSet, bids: tuple[BidValue, ...], score: tuple[int, int], bags: tuple[int, int], hand: int
) -> Values:
    """Worth of every end of hand number `hand` (from 0) to side 0, less that to side 1: OUTCOMES values in points.

    A value is the chance to win the match after that end, less the chance before the hand, in units of what a point
    is worth before it. Places whose tricks are not 13 together hold 0. The table is shared and cannot be written to.
    """
    match = prospects(rules, score, bags, hand)
    table = np.full(OUTCOMES, np.nan)
    fill_table(match, bid_numbers(bids), np.zeros(4, np.int64), table)
    now = win_chance(rules, score, bags, hand)
    values = np.nan_to_num((table - now) / point_worth(rules, score, bags, hand))
    values.flags.writeable = False
    return values
