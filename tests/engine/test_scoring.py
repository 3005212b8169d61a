"""Scores and ends that sister sites got wrong (faults 2 and 10 to 14), and what holds for every score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import BLIND_NIL, BidValue
from games.engine.rules import CLASSIC500, PLLAY, RuleSet, make_challenge
from games.engine.scoring import Outcome, match_end, score_side
from tests.engine.playing import rule_sets


def test_nine_bags_and_twelve_more_cost_two_penalties() -> None:
    score = score_side(CLASSIC500, [1, 0], [13, 0], 9)
    assert score.parts == {"nil": 100, "contract": 10, "bags": 12, "bag_penalty": -200}
    alone = score_side(CLASSIC500, [1, 1], [13, 0], 9)
    assert alone.parts == {"contract": 20, "bags": 11, "bag_penalty": -200}


def test_bid_one_take_thirteen_with_nine_bags_leaves_one_bag() -> None:
    score = score_side(CLASSIC500, [1], [13], 9)
    assert (score.points, score.bags) == (-178, 1)


@pytest.mark.parametrize("rules", [PLLAY, CLASSIC500])
@pytest.mark.parametrize(
    ("bids", "won", "points", "bags"),
    [
        ([0, 5], [1, 4], -149, 1),
        ([0, 5], [2, 6], -47, 3),
        ([5, 3], [4, 2], -80, 0),
        ([13, 1], [12, 0], -140, 0),
    ],
)
def test_a_failed_nil_and_a_set_contract_score_as_in_the_rules(
    rules: RuleSet, bids: list[BidValue], won: list[int], points: int, bags: int
) -> None:
    score = score_side(rules, bids, won, 0)
    assert (score.points, score.bags) == (points, bags)


def test_bid_thirteen_take_twelve_loses_130() -> None:
    assert score_side(PLLAY, [13, 0], [12, 0], 0).parts["contract"] == -130


def test_the_higher_of_two_scores_past_the_target_wins() -> None:
    assert match_end(PLLAY, (498 + 62, 495 + 81), 9) == Outcome("target", 1, (560, 576))


def test_level_past_the_target_plays_on_under_both_house_versions() -> None:
    assert match_end(PLLAY, (510, 510), 19) is None
    assert match_end(CLASSIC500, (510, 510), 40) is None


def test_level_at_the_hand_limit_is_a_draw_without_a_winner() -> None:
    assert match_end(PLLAY, (510, 510), 20) == Outcome("hand_limit", None, (510, 510))


@pytest.mark.parametrize(("score", "reason"), [((500, 0), "target"), ((-200, 0), "floor")])
def test_exactly_the_target_and_exactly_the_floor_end_a_match(score: tuple[int, int], reason: str) -> None:
    end = match_end(PLLAY, score, 5)
    assert end is not None
    assert end.reason == reason


@pytest.mark.parametrize("score", [(499, 0), (-199, 0)])
def test_one_point_short_of_either_plays_on(score: tuple[int, int]) -> None:
    assert match_end(PLLAY, score, 5) is None


def test_level_at_the_end_plays_on_where_the_rules_say_so() -> None:
    rules = RuleSet.from_options(PLLAY.options() | {"level_at_end": "play_on"})
    assert match_end(rules, (-250, -250), 5) is None
    assert match_end(rules, (100, 100), 20) is None
    assert match_end(rules, (101, 100), 21) == Outcome("hand_limit", 0, (101, 100))


def test_a_match_still_open_at_200_hands_has_no_winner() -> None:
    assert match_end(CLASSIC500, (400, 300), 199) is None
    assert match_end(CLASSIC500, (400, 300), 200) == Outcome("abandoned", None, (400, 300))
    assert match_end(CLASSIC500, (500, 300), 200) == Outcome("target", 0, (500, 300))


BIDS = st.lists(st.integers(0, 13) | st.just(BLIND_NIL), min_size=2, max_size=2)
WON = st.tuples(st.integers(0, 13), st.integers(0, 13)).filter(lambda won: sum(won) <= 13)


@given(rule_sets(), BIDS, WON, st.integers(0, 9))
def test_the_parts_of_a_score_add_up_and_the_order_of_partners_is_nothing(
    rules: RuleSet, bids: list[BidValue], won: tuple[int, int], bags: int
) -> None:
    score = score_side(rules, bids, won, bags)
    assert score.points == sum(score.parts.values())
    assert score_side(rules, bids[::-1], won[::-1], bags) == score


@given(rule_sets(), BIDS, WON, st.data())
def test_the_running_count_of_bags_stays_below_the_limit(
    rules: RuleSet, bids: list[BidValue], won: tuple[int, int], data: st.DataObject
) -> None:
    before = data.draw(st.integers(0, rules.bag_limit - 1))
    score = score_side(rules, bids, won, before)
    assert 0 <= score.bags < rules.bag_limit
    if not score.parts["bag_penalty"]:
        assert score.bags == before + score.parts["bags"]


@given(rule_sets(), st.tuples(st.integers(-1500, 1500), st.integers(-1500, 1500)), st.integers(1, 210))
def test_swapping_the_sides_swaps_the_winner(rules: RuleSet, scores: tuple[int, int], hands: int) -> None:
    end, swapped = match_end(rules, scores, hands), match_end(rules, scores[::-1], hands)
    if end is None:
        assert swapped is None
    else:
        winner = None if end.winner is None else 1 - end.winner
        assert swapped == Outcome(end.reason, winner, scores[::-1])


def test_the_value_of_nil_is_that_of_the_rules() -> None:
    rules = RuleSet.from_options(make_challenge("classic500").options() | {"nil_value": 70})
    assert score_side(rules, [0, 3], [0, 3], 0).points == 100
    assert score_side(rules, [0, 3], [1, 3], 0).points == -39
