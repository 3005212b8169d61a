"""The rules of thumb for bidding, one situation each."""

import pytest

from games.bots.valuation import count_tricks, nil_risk, sure_tricks
from games.engine.cards import parse_card
from games.engine.rules import make_challenge
from tests.bots.positions import Bids, novice_bids

PLAIN = "2C 7C JC 3D 8D QD 4H 9H KH 3S 6S 9S QS"
TRICKLESS = "2C 4C 6C 8C 2D 4D 6D 2H 3H 5H 7H 2S 4S"
ALWAYS = make_challenge("pllay", blind_nil="always")
ALL_SPADES = " ".join(f"{rank}S" for rank in "23456789TJQKA")


def holding(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AC 5C 6C", "KC 5C 6C"),
        ("KC 5C 6C", "KC"),
        ("KC 5C 6C", "QC 5C 6C"),
        ("AC 5C 6C", "AC 3C 4C 5C 6C 7C"),
        ("AS 3S 4S", "AH 3H 4H 5H"),
        ("2S 3S 4S 5S 6S", "2S 3S 4S"),
        ("2S 3S 4S 2C 3C 4C 2D 3D 4D", "2S 3S 4S 2C 3C 4C 2D 3D 4D 2H 3H 4H"),
        ("QS 3S 4S", "QS"),
    ],
)
def test_high_cards_length_in_spades_and_shortness_are_worth_tricks(better: str, worse: str) -> None:
    assert count_tricks(holding(better)) > count_tricks(holding(worse))


def test_the_spades_from_the_ace_down_are_sure_and_so_is_a_holding_of_nothing_else() -> None:
    assert sure_tricks(holding("AS KS QS TS 2C")) == 3
    assert sure_tricks(holding("KS QS 2C")) == 0
    assert sure_tricks(holding(ALL_SPADES)) == 13


def test_a_plain_holding_bids_its_count() -> None:
    assert novice_bids(PLAIN) == 2
    assert novice_bids("AC KC 5C AD 7D 2D KH 4H AS KS QS 5S 3S") in (7, 8)


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("AS 6S 4S TH 7H JD TD 4D 2D AC QC TC 6C", 3),
        ("QS JS 5S 2S 8H 5H JD 9D 8D 7D JC 9C 5C", 2),
        ("QS JS 7S 8H 7H 3H AD KD 2D AC TC 7C 4C", 4),
    ],
)
def test_an_ordinary_holding_is_not_underbid(text: str, bid: int) -> None:
    assert novice_bids(text) == bid


def test_a_queen_beside_its_ace_is_worth_more_than_beside_a_small_card() -> None:
    together, apart = holding("AC QC 5C 4D 3D 2D"), holding("AC 6C 5C QD 3D 2D")
    assert count_tricks(together) > count_tricks(apart)


def test_a_holding_that_can_lose_every_trick_is_bid_nil() -> None:
    assert novice_bids(TRICKLESS) == 0


@pytest.mark.parametrize("danger", ["AS", "KS"])
def test_a_high_spade_is_no_nil(danger: str) -> None:
    assert novice_bids(TRICKLESS.replace("4S", danger)) != 0


def test_five_spades_or_a_bare_king_are_no_nil() -> None:
    assert novice_bids("2C 4C 6C 8C 2D 4D 6D 2H 3S 5S 7S 2S 4S") != 0
    assert novice_bids("2C 4C 6C 8C 2D 4D 6D 3D 5D 7D KH 2S 4S") != 0


def test_low_cards_under_a_high_one_make_it_safe_for_nil() -> None:
    assert nil_risk(holding("2C 3C 5C AC")) < nil_risk(holding("2C AC")) < nil_risk(holding("AC"))


def test_nil_is_not_bid_beside_partners_nil_nor_where_the_rules_have_none() -> None:
    assert novice_bids(TRICKLESS, bids=(0, 4, None, None)) != 0
    assert novice_bids(TRICKLESS, bids=("blind_nil", 4, None, None)) != 0
    assert novice_bids(TRICKLESS, rules=make_challenge("classic500", nil=False)) == 1


def test_thirteen_spades_bid_all_that_partner_left() -> None:
    assert novice_bids(ALL_SPADES) == 13
    assert novice_bids(ALL_SPADES, bids=(5, 2, None, 1)) == 8


def test_the_last_bidder_leaves_a_trick_to_spare() -> None:
    strong = "2C 4C 7D 8D 5H 8H JH 6S 8S 9S JS QS KS"
    assert novice_bids(strong, bids=(4, 3, None, 2)) == 3
    assert novice_bids(strong, bids=(4, 3, None, None)) == 4


def test_no_more_is_bid_than_wins_the_match() -> None:
    strong = "AC KC 5C AD 7D 2D KH 4H AS KS QS 5S 3S"
    assert novice_bids(strong, bids=(3, 3, None, 3), score=(460, 300)) == 1
    assert novice_bids(TRICKLESS, bids=(4, 3, None, 3), score=(460, 300)) == 1


def test_the_bid_still_to_come_is_taken_for_a_typical_one_near_the_end() -> None:
    assert novice_bids(PLAIN, bids=(3, 3, None, None), score=(440, 300)) == 2
    strong = "AC KC 5C AD 7D 2D KH 4H AS KS QS 5S 3S"
    assert novice_bids(strong, bids=(3, 3, None, None), score=(440, 300)) == 3


def test_a_few_more_are_bid_when_anything_less_loses_the_match() -> None:
    assert novice_bids(PLAIN, bids=(2, 2, None, 2)) == 2
    assert novice_bids(PLAIN, bids=(2, 2, None, 2), score=(440, 462)) == 5


class TestBlindNil:
    """What is done with an open offer."""

    def test_an_ordinary_deficit_is_no_reason(self) -> None:
        assert novice_bids("", offer=True, score=(0, 120)) == "look"
        assert novice_bids("", offer=True, score=(-100, 250), bids=(3, 4, None, 3)) == "look"

    def test_it_is_the_last_hope_when_the_match_is_about_to_be_lost(self) -> None:
        assert novice_bids("", offer=True, score=(270, 450), bids=(5, 2, None, 3)) == "blind_nil"
        assert novice_bids("", offer=True, score=(132, 283), hand=19, bids=(6, 2, None, 2)) == "blind_nil"

    def test_it_is_not_bid_where_it_would_not_be_enough(self) -> None:
        assert novice_bids("", offer=True, score=(100, 450), bids=(5, 2, None, 3)) == "look"

    def test_it_is_not_bid_where_an_ordinary_hand_is_enough(self) -> None:
        assert novice_bids("", offer=True, score=(440, 480), bids=(6, 1, None, 2)) == "look"

    def test_it_is_not_bid_beside_partners_nil(self) -> None:
        assert novice_bids("", offer=True, score=(270, 450), bids=(0, 3, None, 3)) == "look"
        assert novice_bids("", offer=True, score=(270, 450), bids=("blind_nil", 3, None, 3)) == "look"

    def test_it_is_not_bid_into_a_table_that_promised_every_trick(self) -> None:
        assert novice_bids("", offer=True, score=(332, 483), bids=(8, 3, None, 3)) == "look"

    def test_always_offered_it_is_still_no_opening_bid(self) -> None:
        assert novice_bids("", offer=True, rules=ALWAYS) == "look"

    @pytest.mark.parametrize("bids", [(None,) * 4, (6, None, None, 2), (6, 2, None, 2)])
    def test_offered_to_everybody_it_is_not_bid_at_nil_all_however_short_the_match(self, bids: Bids) -> None:
        short = make_challenge("pllay", blind_nil="always", hand_limit=1, target=100)
        assert novice_bids("", offer=True, rules=short, bids=bids) == "look"

    def test_offered_to_everybody_it_waits_for_a_deficit_of_two_hundred(self) -> None:
        assert novice_bids("", offer=True, rules=ALWAYS, score=(271, 470), bids=(6, 2, None, 2)) == "look"
        assert novice_bids("", offer=True, rules=ALWAYS, score=(270, 470), bids=(6, 2, None, 2)) == "blind_nil"

    @pytest.mark.parametrize("partners", [0, "blind_nil"])
    def test_offered_to_everybody_it_is_not_bid_beside_partners_nil(self, partners: int | str) -> None:
        bids = (partners, 2, None, 2)
        assert novice_bids("", offer=True, rules=ALWAYS, score=(270, 470), bids=bids) == "look"
