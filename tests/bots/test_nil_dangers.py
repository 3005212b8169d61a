"""The rules of thumb that speak against a nil, with holdings of a real table; suits in the order S, H, D, C."""

from collections.abc import Callable, Sequence

import pytest

from games.bots.nil_dangers import (
    has_a_bare_spade,
    has_a_high_suit_without_cover,
    has_a_top_spade,
    has_many_spades,
    has_two_side_aces,
    is_no_nil,
)
from games.engine.cards import Card, parse_card
from tests.bots.positions import novice_bids

Rule = Callable[[Sequence[Card]], bool]


def in_suits(text: str) -> str:
    """The cards of "86 6 AT632 AKQT8" one by one; a dash is an empty suit."""
    return " ".join(rank + suit for suit, ranks in zip("SHDC", text.split(), strict=True) for rank in ranks.strip("-"))


def holding(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, in_suits(text).split()))


@pytest.mark.parametrize(
    "text",
    [
        "86 6 AT632 AKQT8",
        "92 AK93 5 QJ6543",
        "Q AQ542 97 KJ654",
        "9542 AJ52 54 763",
        "94 A953 64 AJ962",
    ],
)
@pytest.mark.parametrize("bids", [(None,) * 4, (5, None, None, None), (5, 2, None, 3)])
def test_a_holding_that_looks_absurd_for_nil_is_not_bid_nil(text: str, bids: tuple[int | None, ...]) -> None:
    assert novice_bids(in_suits(text), bids=bids) != 0


@pytest.mark.parametrize("text", ["42 8532 96432 75", "963 T742 J532 64", "- A532 K6432 8653", "T32 9542 T643 82"])
def test_a_holding_with_low_cards_under_every_high_one_is_bid_nil(text: str) -> None:
    assert not is_no_nil(holding(text))
    assert novice_bids(in_suits(text)) == 0


@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        (has_two_side_aces, "2 A5432 A5432 32", "A A5432 65432 32"),
        (has_a_high_suit_without_cover, "2 A832 65432 32", "2 A732 65432 32"),
        (has_a_high_suit_without_cover, "2 AK82 65432 32", "2 AK432 65432 32"),
        (has_a_high_suit_without_cover, "2 K82 65432 32", "2 K72 65432 32"),
        (has_a_high_suit_without_cover, "2 Q 65432 32", "2 Q2 65432 32"),
        (has_a_high_suit_without_cover, "2 J98 65432 32", "2 J92 65432 32"),
        (has_a_top_spade, "Q 2 2 2", "J A 2 2"),
        (has_many_spades, "5432 2 2 2", "543 5432 2 2"),
        (has_a_bare_spade, "T2 2 2 2", "92 2 2 2"),
        (has_a_bare_spade, "JT2 2 2 2", "J32 2 2 2"),
    ],
)
def test_each_rule_knows_its_danger(rule: Rule, yes: str, no: str) -> None:
    assert rule(holding(yes))
    assert is_no_nil(holding(yes))
    assert not rule(holding(no))
