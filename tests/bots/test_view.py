"""The reading of a seat view: what is taken from it, and what is said of one that is wrong."""

from typing import Any

import pytest

from games.bots.view import BadView, Trick, read_view
from games.engine.actions import Play
from games.engine.cards import parse_card
from games.engine.rules import PLLAY
from tests.bots.positions import bid_view, play_view

VIEW = play_view("2C AS", trick=(1, "TC"), tricks=[(0, "AH 2H 3H 4H")], bids=(0, "blind_nil", 5, 4), won=(1, 0, 0, 0))


def test_a_view_becomes_a_situation() -> None:
    situation = read_view(VIEW)
    assert situation.rules == PLLAY
    assert situation.bids == (0, "blind_nil", 5, 4)
    assert situation.trick == Trick(1, (parse_card("TC"),), None)
    assert situation.tricks == (Trick(0, tuple(map(parse_card, ("AH", "2H", "3H", "4H"))), 0),)
    assert situation.legal == (Play(parse_card("2C")),)
    assert situation.cards == (parse_card("2C"),)


def test_the_holding_is_empty_while_the_blind_nil_offer_is_open() -> None:
    assert read_view(bid_view("", offer=True)).holding == ()


def test_what_is_no_part_of_the_seat_view_is_not_read() -> None:
    beside = {"head": "00", "now": 1, "deadline": 2, "match": "ab", "seats": [{"name": "Alice", "ref": "x"}]}
    assert read_view(VIEW | beside) == read_view(VIEW)


@pytest.mark.parametrize("field", [field for field in VIEW if field != "seat"])
@pytest.mark.parametrize("wrong", ["text", 3.5, {"a": 1}, [{}], [[]], ["1S"], True])
def test_a_wrong_field_is_named(field: str, wrong: object) -> None:
    if (field, wrong) == ("broken", True):
        wrong = None
    with pytest.raises(BadView) as caught:
        read_view(VIEW | {field: wrong})
    assert caught.value.field == field


def test_what_is_wrong_is_shown_in_a_few_words() -> None:
    with pytest.raises(BadView) as caught:
        read_view(VIEW | {"seat": "x" * 1_000_000})
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("field", VIEW)
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(BadView) as caught:
        read_view({name: value for name, value in VIEW.items() if name != field})
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("seat", 4),
        ("seat", None),
        ("seat", True),
        ("hand", -1),
        ("hand", None),
        ("bids", [1, 2, 3]),
        ("bids", [14, 1, 1, 1]),
        ("bids", ["nil", 1, 1, 1]),
        ("won", [0, 0, 0, None]),
        ("trick", {"leader": 7, "cards": []}),
        ("trick", {"leader": 0, "cards": ["XX"]}),
        ("rules", PLLAY.options() | {"target": 501}),
        ("legal", [{"type": "fly"}]),
    ],
)
def test_a_value_out_of_range_is_named(field: str, wrong: Any) -> None:
    with pytest.raises(BadView) as caught:
        read_view(VIEW | {field: wrong})
    assert caught.value.field == field
