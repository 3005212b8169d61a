"""What the end of a hand is worth: the compiled score against the engine's, and the match it leads to."""

import random
from itertools import product

import numpy as np
import pytest

from games.bots.equity import equity
from games.bots.kernels.worth import LIVE, chance_at_end, side_points
from games.bots.utility import OUTCOMES, bid_numbers, outcome_table, point_worth, prospects, win_chance
from games.engine.actions import BLIND_NIL, BidValue
from games.engine.rules import CLASSIC500, PLLAY, RuleSet, make_challenge
from games.engine.scoring import match_end, score_side

SHORT = make_challenge("pllay", target=None, hand_limit=1)
RULES = (
    PLLAY,
    CLASSIC500,
    SHORT,
    make_challenge("classic500", target=100, hand_limit=3),
    RuleSet.from_options(PLLAY.options() | {"bag_limit": 5, "bag_penalty": 60, "floor": -130, "nil_value": 60}),
)
THREES = (3, 3, 3, 3)


def tricks(table: np.ndarray, ours: int, *, rest: int = 0) -> float:
    """The value of so many tricks for side 0, all won by North, those of side 1 by East and `rest` by West."""
    return float(table[ours + 14 * (13 - ours - rest) + 2744 * rest])


@pytest.mark.parametrize("rules", RULES)
def test_a_hand_scores_as_in_the_engine(rules: RuleSet) -> None:
    chance = random.Random(3)
    terms = prospects(rules, (0, 0), (0, 0), 0).terms
    values: list[BidValue] = [0, 1, 2, 3, 5, 8, 13, *([BLIND_NIL] if rules.blind_nil_value else [])]
    for bids in product(values, values):
        won, partner_won, bags = chance.randrange(8), chance.randrange(6), chance.randrange(rules.bag_limit)
        right = score_side(rules, bids, (won, partner_won), bags)
        own, partners = bid_numbers(bids)
        assert side_points(terms, own, partners, won, partner_won, bags) == (right.points, right.bags)


@pytest.mark.parametrize("rules", RULES)
def test_a_match_ends_as_in_the_engine(rules: RuleSet) -> None:
    terms = prospects(rules, (0, 0), (0, 0), 0).terms
    marks = [-201, -200, -199, -131, -130, 0, 99, 100, 499, 500, 501]
    for ours, theirs, hands in product(marks, marks, (1, 2, 3, 19, 20, 21)):
        end = match_end(rules, (ours, theirs), hands)
        right = LIVE if end is None else 0.5 if end.winner is None else 1.0 - end.winner
        assert chance_at_end(terms, ours, theirs, hands) == right


def test_far_from_the_end_points_are_points() -> None:
    table = outcome_table(PLLAY, (4, 3, 2, 3), (0, 0), (0, 0), 0)
    made, set_, theirs_set = tricks(table, 7), tricks(table, 5), tricks(table, 8)
    assert abs(made) < 20
    assert made - set_ == pytest.approx(120, rel=0.35)
    assert theirs_set - made == pytest.approx(120, rel=0.35)


@pytest.mark.parametrize("rules", RULES)
def test_what_one_side_gains_the_other_loses(rules: RuleSet) -> None:
    here = outcome_table(rules, (4, 0, 3, 5), (70, 40), (3, 1), 0)
    there = outcome_table(rules, (0, 3, 5, 4), (40, 70), (1, 3), 0)
    for first, second, third in product(range(5), repeat=3):
        won = (first, second, third, 13 - first - second - third)
        turned = (*won[1:], won[0])
        places = [sum(14**seat * tricks for seat, tricks in enumerate(row)) for row in (won, turned)]
        assert here[places[0]] == pytest.approx(-there[places[1]], abs=1e-4)


@pytest.mark.parametrize("bags", range(10))
def test_a_bag_costs_points_long_before_the_penalty_falls(bags: int) -> None:
    table = outcome_table(PLLAY, THREES, (100, 100), (bags, 0), 3)
    assert 3 < tricks(table, 6) - tricks(table, 7) < 60


def test_the_tenth_bag_costs_the_match_where_its_penalty_does() -> None:
    table = outcome_table(CLASSIC500, THREES, (450, 440), (9, 0), 6)
    assert tricks(table, 6) > 0 > tricks(table, 7)


def test_bags_that_no_penalty_can_follow_cost_nothing() -> None:
    table = outcome_table(CLASSIC500, (1, 4, 1, 4), (480, 200), (2, 0), 8)
    assert tricks(table, 2) == tricks(table, 5) > 0


def test_in_the_last_hand_only_winning_counts() -> None:
    table = outcome_table(SHORT, THREES, (0, 0), (0, 0), 0)
    values = {round(float(value), 6) for value in table}
    assert len(values - {0}) == 2
    assert round(tricks(table, 6), 6) == min(values)
    assert round(tricks(table, 7), 6) == round(tricks(table, 13), 6) == max(values)


def test_bad_sums_hold_nothing_and_the_table_is_not_to_be_written() -> None:
    table = outcome_table(PLLAY, THREES, (0, 0), (0, 0), 0)
    assert table.shape == (OUTCOMES,)
    assert table[0] == table[-1] == 0
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


@pytest.mark.parametrize("rules", RULES)
def test_the_chance_to_win_rises_with_the_score_and_is_even_when_level(rules: RuleSet) -> None:
    chances = [win_chance(rules, (ours, 50), (2, 2), 0) for ours in range(-50, 100, 7)]
    assert chances == sorted(chances)
    assert win_chance(rules, (50, 50), (2, 2), 0) == pytest.approx(0.5, abs=1e-6)
    assert 0 <= chances[0] < 0.5 < chances[-1] <= 1


def test_a_level_last_hand_played_on_is_even() -> None:
    on = RuleSet.from_options(SHORT.options() | {"level_at_end": "play_on"})
    assert win_chance(on, (80, 80), (0, 0), 1) == 0.5


def test_a_score_beyond_the_tables_counts_by_its_difference() -> None:
    long = make_challenge("pllay", target=None, hand_limit=50)
    near, far = (win_chance(long, (base + 60, base), (0, 0), 45) for base in (1240, 2500))
    assert near == pytest.approx(far, abs=0.02)


def test_bags_near_the_limit_are_worth_less_than_none() -> None:
    for rules in (PLLAY, CLASSIC500):
        assert (np.diff(equity(rules).bag_costs[:, 20]) > 0).all()
        assert win_chance(rules, (200, 200), (9, 0), 4) < win_chance(rules, (200, 200), (0, 0), 4)


def test_a_point_is_worth_more_near_the_end_of_a_close_match() -> None:
    assert point_worth(PLLAY, (400, 400), (0, 0), 8) > 1.3 * point_worth(PLLAY, (0, 0), (0, 0), 0)
