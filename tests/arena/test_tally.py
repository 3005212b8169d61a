"""The arithmetic of the arena: points and their interval, shares, matches strung together."""

from typing import Any

import pytest

from games.arena.play import Forfeit, Game, Pair, Plan
from games.arena.strung import string_together
from games.arena.tally import bag_price, matches, points_per_hand, sum_up, wilson
from games.engine.match import Result
from games.engine.rules import CLASSIC500, PLLAY
from games.engine.scoring import score_side

BIDS = (3, 3, 3, 3)


def result(won: tuple[int, int, int, int], bids: tuple[Any, ...] = BIDS) -> Result:
    """A first hand with these bids and tricks."""
    sides = [score_side(PLLAY, bids[side::2], won[side::2], 0) for side in (0, 1)]
    points = (sides[0].points, sides[1].points)
    return Result(0, 3, bids, won, (sides[0].parts, sides[1].parts), points, (sides[0].bags, sides[1].bags), points)


def pair(number: int, north: Result, east: Result) -> Pair:
    """Two games of a hand each: A as North, then A as East."""
    return Pair(number, (Game(0, (north,)), Game(1, (east,))))


HOLDS, FAILS = result((4, 3, 3, 3)), result((3, 4, 2, 4))
"""North's side makes six and a bag against six; it takes five tricks of six."""


def test_points_are_the_mean_of_the_pairs_with_their_standard_error() -> None:
    # A North holds (+1), A East meets the same (-1): 0 a hand. A North fails (-122), A East gains 122: 0. Then +122.
    level, swing = pair(0, HOLDS, HOLDS), pair(1, HOLDS, FAILS)
    assert points_per_hand([level, level])["mean"] == 0
    figures = points_per_hand([level, swing])
    assert figures["mean"] is not None
    assert figures["mean"] == pytest.approx((0 + (1 + 122) / 2) / 2)
    assert figures["error"] == pytest.approx(61.5 / 2)  # of 0 and 61.5: deviation 43.5 over the root of 2
    assert figures["high"] == pytest.approx(figures["mean"] + 1.96 * 30.75, rel=1e-4)


def test_a_forfeited_pair_counts_two_hundred_points_a_hand() -> None:
    assert points_per_hand([Pair(0, (), Forfeit(1, "x")), Pair(1, (), Forfeit(0, "x"))])["mean"] == 0
    assert points_per_hand([Pair(0, (), Forfeit(1, "x"))] * 2)["mean"] == 200


def test_one_pair_has_no_interval() -> None:
    assert points_per_hand([pair(0, HOLDS, FAILS)]) == {"mean": 61.5, "error": None, "low": None, "high": None}


def test_a_bag_costs_its_share_of_the_penalty_where_single_hands_are_priced() -> None:
    # A North: a bag more, so 1 point and with its price -9. A East: 122 points, two bags of which are its own.
    assert bag_price(PLLAY) == 10
    assert points_per_hand([pair(0, HOLDS, FAILS)], 10)["mean"] == pytest.approx((1 - 10 + 122 - 20) / 2)
    assert sum_up(Plan(PLLAY, 1, whole=True), [pair(0, HOLDS, HOLDS)])["points_bags_priced"] is None


def test_a_pair_of_matches_counts_by_its_hands() -> None:
    long = Pair(0, (Game(0, (FAILS,) * 3), Game(1, (HOLDS,))))
    short = pair(1, HOLDS, HOLDS)
    assert points_per_hand([long, short])["mean"] == pytest.approx((3 * -122 - 1 + 0) / 6)


def test_nils_contracts_bags_and_bids_are_counted_for_the_side_that_bid_them() -> None:
    nil = result((1, 5, 3, 4), (0, 4, 3, "blind_nil"))
    players = sum_up(Plan(PLLAY, 1, whole=False), [pair(0, nil, HOLDS)] * 2)["players"]
    assert (players["a"]["nils"], players["a"]["nils_made"], players["a"]["bags_per_hand"]) == (2, 0, 0.5)
    assert (players["b"]["nils"], players["b"]["nils_made_share"], players["b"]["contracts_failed"]) == (2, 0, 0)
    assert (players["a"]["bid_per_hand"], players["b"]["bid_per_hand"]) == (4.5, 5)


def test_single_hands_are_strung_into_matches_with_their_bags() -> None:
    ends = string_together(CLASSIC500, [HOLDS] * 19)
    assert [end.score for end in ends] == [(549, 540), (549, 540)]
    assert string_together(CLASSIC500, [HOLDS] * 8) == []


def test_ten_bags_of_a_strung_match_cost_their_penalty() -> None:
    ends = string_together(PLLAY, [result((7, 3, 3, 0))] * 9)
    assert [end.score for end in ends] == [(4 * 64 - 100, -240)] * 2


def test_a_strung_match_is_won_by_the_player_of_the_winning_side() -> None:
    figures = matches(Plan(PLLAY, 1, whole=False), [pair(n, FAILS, HOLDS) for n in range(10)])
    assert (figures["played"], figures["a"], figures["b"], figures["drawn"]) == (3, 0, 3, 0)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(10, 10, 0.722, 1), (0, 10, 0, 0.278), (5, 10, 0.237, 0.763), (0, 0, 0, 1)]
)
def test_shares_have_wilsons_interval(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=0.001)
