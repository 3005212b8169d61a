"""Views that come from outside: every view of a match is accepted, one that no match can produce is refused by name."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.bots.consistency import check_consistency
from games.bots.view import BadView, read_view
from games.engine import match as engine
from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from games.engine.visibility import seat_view
from tests.bots.positions import bid_view, decisions, from_vector, play_view
from tests.engine.playing import vectors

BLIND = make_challenge("pllay", blind_nil="always")
FULL = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"


def views(rules: Any, hands: int) -> Iterator[dict[str, Any]]:
    """The views of whoever is on turn while bots play."""
    for match, _ in decisions(["novice-1", "random-1"] * 2, rules, hands, random.Random(4)):
        seat = engine.turn(match)
        if seat is not None:
            yield seat_view(match, seat)


def refused_field(view: dict[str, Any]) -> str:
    with pytest.raises(BadView) as caught:
        check_consistency(read_view(view))
    return caught.value.field


@pytest.mark.parametrize("rules", [PLLAY, BLIND], ids=["pllay", "blind"])
def test_every_view_of_a_match_is_accepted(rules: Any) -> None:
    for view in views(rules, 25):
        check_consistency(read_view(view))


def test_every_position_of_the_vectors_is_accepted() -> None:
    positions = vectors("bot_positions.json")
    for position in positions:
        check_consistency(read_view(from_vector(position)))
    assert len(positions) == 60


def test_a_card_more_or_less_or_another_is_always_refused() -> None:
    for view in views(BLIND, 2):
        for change in (_without_a_card, _with_a_card_twice, _with_another_leader, _with_a_trick_more_won):
            changed = change(copy.deepcopy(view))
            if changed is not None:
                assert refused_field(changed) in ("holding", "trick", "tricks", "legal", "won", "bids")


def _without_a_card(view: dict[str, Any]) -> dict[str, Any] | None:
    return view | {"holding": view["holding"][1:]} if view["holding"] else None


def _with_a_card_twice(view: dict[str, Any]) -> dict[str, Any] | None:
    seen = [card for trick in (*view["tricks"], view["trick"]) for card in trick["cards"]]
    return view | {"holding": [*view["holding"][1:], seen[0]]} if seen and view["holding"] else None


def _with_another_leader(view: dict[str, Any]) -> dict[str, Any] | None:
    leader = view["trick"]["leader"]
    return None if leader is None else view | {"trick": view["trick"] | {"leader": (leader + 1) % 4}}


def _with_a_trick_more_won(view: dict[str, Any]) -> dict[str, Any]:
    return view | {"won": [view["won"][0] + 1, *view["won"][1:]]}


def bidding(**changes: Any) -> dict[str, Any]:
    """South's view, last to bid."""
    return bid_view(FULL, bids=(4, 3, None, 2)) | changes


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("holding", {"holding": FULL.split()[:12]}),
        ("holding", {"holding": [*FULL.split()[:12], "2C"]}),
        ("bids", {"bids": [4, None, None, 2]}),
        ("bids", {"bids": [4, 3, 2, None]}),
        ("bids", {"bids": [4, None, None, None]}),
        ("bids", {"bids": [4, "blind_nil", None, 2]}),
        ("offers", {"offers": [True, False, False, False]}),
        ("offers", {"offers": [False, False, True, False], "holding": None}),
        ("trick", {"trick": {"leader": 0, "cards": ["2D"]}}),
        ("tricks", {"tricks": [{"leader": 0, "cards": ["2D", "3D", "4D", "5D"], "winner": 3}]}),
        ("broken", {"broken": True}),
        ("won", {"won": [0, 0, 0, 1]}),
        ("score", {"score": [100, 0]}),
        ("score", {"score": [500, 0], "hand": 3}),
        ("score", {"score": [100, 50], "hand": 20}),
        ("score", {"score": [-(10**30), 0], "hand": 3, "rules": CLASSIC500.options()}),
        ("score", {"score": [-6001, 0], "hand": 3, "rules": CLASSIC500.options()}),
        ("bags", {"bags": [1, 0]}),
        ("bags", {"bags": [10, 0], "hand": 3}),
        ("bags", {"bags": [0, -1], "hand": 3}),
        ("legal", {"legal": [{"type": "look"}]}),
        ("legal", {"legal": [{"type": "bid", "bid": 3}]}),
        ("legal", {"legal": [{"type": "play", "card": "2C"}]}),
    ],
)
def test_a_bidding_that_no_match_has_is_refused_by_its_field(field: str, changes: dict[str, Any]) -> None:
    check_consistency(read_view(bidding()))
    assert refused_field(bidding(**changes)) == field


def test_a_leader_already_named_during_the_bidding_is_no_harm() -> None:
    check_consistency(read_view(bidding(trick={"leader": 0, "cards": []})))


def test_a_nil_where_there_is_none_is_refused() -> None:
    rules = make_challenge("pllay", nil=False, blind_nil="off")
    assert refused_field(bid_view(FULL, bids=(0, 3, None, 2), rules=rules)) == "bids"


def trick(leader: int, cards: str, winner: int) -> dict[str, Any]:
    return {"leader": leader, "cards": cards.split(), "winner": winner}


def third_trick(**changes: Any) -> dict[str, Any]:
    """South's view, third to the third trick: East has trumped the second."""
    tricks = [(1, "2D 3D 4D 5D"), (0, "6D 2S 8D 9D")]
    about: dict[str, Any] = {"won": (1, 1, 0, 0), "trick": (1, "2H"), "broken": True}
    view = play_view("2C 3C 4C 5C 6C 7C 8C 9C TC KH AH", tricks=tricks, **about)
    return view | changes


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("tricks", {"tricks": [trick(1, "2D 3D 4D 5D", 1), trick(0, "6D 2S 8D 9D", 1)]}),
        ("tricks", {"tricks": [trick(1, "2D 3D 4D 5D", 0), trick(3, "6D 2S 8D 9D", 0)]}),
        ("tricks", {"tricks": [trick(1, "2D 3D 4D", 0), trick(0, "6D 2S 8D 9D", 1)]}),
        ("tricks", {"tricks": [trick(1, "2D 3D 4D 2D", 0), trick(0, "6D 2S 8D 9D", 1)]}),
        ("tricks", {"trick": {"leader": 1, "cards": ["TD"]}}),  # East trumped a diamond, and had this one
        ("trick", {"trick": {"leader": 0, "cards": ["TS", "2H"]}}),
        ("trick", {"trick": {"leader": None, "cards": []}}),
        ("trick", {"trick": {"leader": 1, "cards": ["2H", "3H"]}}),
        ("broken", {"broken": False}),
        ("holding", {"holding": ["2C", "KH"]}),
        ("holding", {"holding": ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "KH", "2S"]}),
        ("won", {"won": [1, 0, 0, 1]}),
        ("legal", {"legal": [{"type": "play", "card": "2C"}]}),
        ("legal", {"legal": [{"type": "play", "card": "KH"}]}),
        ("legal", {"legal": [{"type": "play", "card": "KH"}] * 2}),
    ],
)
def test_a_play_that_no_match_has_is_refused_by_its_field(field: str, changes: dict[str, Any]) -> None:
    check_consistency(read_view(third_trick()))
    assert refused_field(third_trick(**changes)) == field


def test_a_spade_led_before_spades_are_broken_is_refused_unless_nothing_else_was_held() -> None:
    leads = play_view("2C 3C 4C 5C 6C 7C 8C 9C TC KH AH 2D", tricks=[(1, "3S 4S 5S 6S")], won=(1, 0, 0, 0))
    assert refused_field(leads | {"trick": {"leader": 0, "cards": ["7D", "8D"]}}) == "tricks"
