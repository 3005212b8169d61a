"""An action is one of three exact shapes; anything else is refused in words (fault 30)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import BLIND_NIL, Action, Bid, Look, Play, Reason, action_json, parse_action
from games.engine.cards import DECK, parse_card
from games.engine.errors import BadAction

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
)
FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["look", "bid", "play"]) | JSON},
    optional={"bid": st.integers(-1, 14) | JSON, "card": st.sampled_from(["TS", "2C"]) | JSON, "by": JSON},
)


@pytest.mark.parametrize("action", [Look(), *map(Bid, range(14)), Bid(BLIND_NIL), *map(Play, DECK)])
def test_an_action_is_read_as_it_is_written(action: Action) -> None:
    assert parse_action(action_json(action)) == action


@pytest.mark.parametrize("card", ["1S", "2s", 51, None, {}, [], "", "TS ", True, "A" * 1_000_000])
def test_what_is_no_card_is_refused_in_words(card: object) -> None:
    with pytest.raises(BadAction, match=r"^card: .* is not a card") as refused:
        parse_action({"type": "play", "card": card})
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("bid", [True, False, None, "nil", "3", 3.0, [], {}])
def test_what_is_no_bid_is_refused_in_words(bid: object) -> None:
    with pytest.raises(BadAction, match="bid must be"):
        parse_action({"type": "bid", "bid": bid})


@pytest.mark.parametrize("bid", [-1, 14, 10**400])
def test_a_bid_out_of_range_is_read_for_the_rules_to_judge(bid: int) -> None:
    assert parse_action({"type": "bid", "bid": bid}) == Bid(bid)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "look",
        5,
        {},
        {"type": "pass"},
        {"type": None},
        {"type": ["look"]},
        {"type": "look", "seat": 0},
        {"type": "bid"},
        {"type": "play", "bid": 3},
        {"type": "bid", "bid": 3, "seat": 1},
        {"type": "play", "card": "TS", "by": "clock"},
    ],
)
def test_an_object_of_another_shape_is_no_action(data: object) -> None:
    with pytest.raises(BadAction):
        parse_action(data)


@given(JSON | FIELDS)
def test_any_json_is_an_action_or_refused(data: Any) -> None:
    try:
        action = parse_action(data)
    except BadAction:
        return
    assert action_json(action) == data


def test_the_reasons_stand_in_the_order_in_which_they_are_tested() -> None:
    assert [reason.value for reason in Reason] == [
        "not_seated",
        "match_over",
        "stale",
        "hand_over",
        "not_your_turn",
        "bidding_over",
        "bidding_not_over",
        "look_first",
        "blind_nil_not_offered",
        "nil_not_allowed",
        "bid_out_of_range",
        "not_in_hand",
        "must_follow_suit",
        "spades_not_broken",
    ]


def test_a_card_is_a_number_inside() -> None:
    assert parse_action({"type": "play", "card": "AS"}) == Play(parse_card("AS"))
