"""The bids of the searching bots, one situation each: the vectors' kinds and others like them."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.bots.bid_choice import CLUB, EXPERT, BidEffort, choose_bid, evaluate_bids
from games.bots.view import BadView, Situation, read_view
from games.engine.actions import BLIND_NIL, Action, Bid, BidValue, Look, parse_action
from games.engine.rules import CLASSIC500, PLLAY, RuleSet, make_challenge
from tests.bots.positions import SEED, Bids, bid_view, from_vector

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "bot_positions.json").read_text(encoding="utf-8")
)
BIDDING = [position for position in VECTORS if position["id"].startswith(("bid-", "blind-nil-"))]
PLAIN = "2C 7C JC 3D 8D QD 4H 9H KH 3S 6S 9S QS"
STRONG = "AC KC 5C AD 7D 2D KH 4H AS KS QS 5S 3S"
TRICKLESS = "2C 4C 6C 8C 2D 4D 6D 2H 3H 5H 7H 2S 4S"
MIDDLING = "3C 6C 9C QC 4D 7D TD 5H 8H KH 3S 8S TS"
ALL_SPADES = " ".join(f"{rank}S" for rank in "23456789TJQKA")
ALWAYS = make_challenge("pllay", blind_nil="always")
ONE_HAND = make_challenge("pllay", target=None, hand_limit=1)


def situation(
    holding: str,
    *,
    bids: Bids = (None,) * 4,
    score: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    hand: int = 0,
    rules: RuleSet = PLLAY,
) -> Situation:
    """South on turn to bid, or with the offer of a blind nil if there is no holding."""
    view = bid_view(holding, bids=bids, score=score, hand=hand, rules=rules, offer=not holding)
    return read_view(view | {"bags": list(bags)})


def bid(s: Situation, effort: BidEffort = EXPERT, seed: bytes = SEED) -> BidValue | str:
    act = choose_bid(s, seed, effort)
    return act.bid if isinstance(act, Bid) else "look"


def accepted(position: dict[str, Any]) -> list[Action]:
    return [Look() if "look" in act else parse_action({"type": "bid", **act}) for act in position["accept"]]


@pytest.mark.parametrize("position", BIDDING, ids=[position["id"] for position in BIDDING])
def test_the_expert_bids_as_the_vectors_say_whatever_its_seed(position: dict[str, Any]) -> None:
    s = read_view(from_vector(position))
    for seed in (SEED, bytes(32), b"\xa5" * 32):
        assert choose_bid(s, seed, EXPERT) in accepted(position)


@pytest.mark.parametrize("effort", [CLUB, EXPERT])
class TestOrdinaryHands:
    """Far from the end of a match."""

    def test_a_plain_holding_bids_about_its_tricks(self, effort: BidEffort) -> None:
        assert bid(situation(PLAIN), effort) in (2, 3)
        assert bid(situation(STRONG), effort) in (6, 7, 8)

    def test_a_holding_that_can_lose_every_trick_is_bid_nil(self, effort: BidEffort) -> None:
        assert bid(situation(TRICKLESS), effort) == 0
        assert bid(situation(TRICKLESS, bids=(5, 3, None, 3)), effort) == 0

    def test_an_ace_of_spades_or_five_spades_are_no_nil(self, effort: BidEffort) -> None:
        assert bid(situation(TRICKLESS.replace("4S", "AS")), effort) != 0
        assert bid(situation("2C 4C 6C 8C 2D 4D 6D 3H 6S 8S TS JS QS"), effort) != 0

    def test_there_is_no_nil_beside_partners(self, effort: BidEffort) -> None:
        assert bid(situation(MIDDLING, bids=(0, 4, None, 3)), effort) != 0

    def test_beside_partners_nil_the_tricks_that_cover_it_are_bid(self, effort: BidEffort) -> None:
        beside = bid(situation(STRONG, bids=(0, 2, None, 3)), effort)
        assert isinstance(beside, int)
        assert beside >= 7

    def test_where_there_is_no_nil_a_trickless_holding_bids_little(self, effort: BidEffort) -> None:
        assert bid(situation(TRICKLESS, rules=make_challenge("classic500", nil=False)), effort) == 1

    def test_thirteen_spades_bid_all_that_partner_left(self, effort: BidEffort) -> None:
        assert bid(situation(ALL_SPADES), effort) == 13
        assert bid(situation(ALL_SPADES, bids=(4, 3, None, 2)), effort) == 9
        assert bid(situation(ALL_SPADES, bids=(BLIND_NIL, 3, None, 2)), effort) == 13

    def test_a_table_that_promised_its_tricks_leaves_less_to_bid(self, effort: BidEffort) -> None:
        crowded, free = (bid(situation(STRONG, bids=bids), effort) for bids in ((4, 4, None, 3), (1, 1, None, 1)))
        assert isinstance(crowded, int)
        assert isinstance(free, int)
        assert crowded < free


class TestTheEndOfAMatch:
    """Where winning counts, not points."""

    def test_no_more_is_bid_than_wins(self) -> None:
        assert bid(situation(STRONG, bids=(3, 3, None, 3), score=(465, 200), hand=9)) in (1, 2, 3)

    def test_the_bid_that_alone_can_win_is_made(self) -> None:
        # They reach 500 with their 4; level at 510 the match would go on, so the side has to pass them.
        assert bid(situation(PLAIN, bids=(2, 2, None, 2), score=(452, 462), rules=CLASSIC500, hand=8)) == 4

    def test_far_behind_in_the_last_hand_nil_is_tried_on_a_poor_holding(self) -> None:
        poor = "2C 5C 9C JC 3D 6D TD 2H 5H 8H JH 3S 8S"
        behind = situation(poor, bids=(3, 3, None, 2), score=(150, 235), hand=19)
        assert bid(behind) == 0
        assert bid(replace(behind, score=(235, 150))) in (1, 2)

    def test_in_a_match_of_one_hand_the_contract_has_to_beat_theirs(self) -> None:
        assert bid(situation(PLAIN, bids=(2, 3, None, 2), rules=ONE_HAND)) in (3, 4)

    @pytest.mark.parametrize("score", [(2000, -2000), (-2000, 2000)])
    def test_where_nothing_matters_any_more_the_cards_are_bid(self, score: tuple[int, int]) -> None:
        decided = make_challenge("pllay", target=None, hand_limit=20)
        decided = RuleSet.from_options(decided.options() | {"floor": None})
        assert bid(situation(STRONG, score=score, rules=decided, hand=19)) in (6, 7, 8)
        assert bid(situation(PLAIN, score=score, rules=decided, hand=19)) in (2, 3)


class TestBlindNil:
    """What is done with an open offer."""

    def test_level_or_a_little_behind_the_cards_are_looked_at(self) -> None:
        assert bid(situation("", rules=ALWAYS)) == "look"
        assert bid(situation("", score=(0, 120), hand=3, bids=(4, 3, None, 3))) == "look"

    def test_it_is_the_last_hope_in_the_last_hand(self) -> None:
        assert bid(situation("", score=(100, 260), hand=19, bids=(6, 3, None, 2))) == BLIND_NIL
        assert bid(situation("", score=(305, 470), bids=(6, 2, None, 2), hand=9)) == BLIND_NIL

    def test_not_where_it_would_not_be_enough(self) -> None:
        assert bid(situation("", score=(-50, 400), hand=19, bids=(3, 3, None, 3))) == "look"

    def test_not_where_an_ordinary_hand_is_enough(self) -> None:
        assert bid(situation("", score=(390, 490), hand=19, bids=(9, 1, None, 1))) == "look"

    def test_not_beside_partners_nil(self) -> None:
        assert bid(situation("", score=(100, 260), hand=19, bids=(0, 3, None, 3))) == "look"


def test_every_bid_tried_to_the_end_has_a_value_the_best_first() -> None:
    worths = evaluate_bids(situation(PLAIN), SEED, EXPERT)
    assert len(worths) == EXPERT.finalists
    assert worths[0].error == 0
    assert all(one.value >= other.value for one, other in pairwise(worths))
    assert all(0 < worth.error < 10 for worth in worths[1:])


def test_the_same_view_and_seed_give_the_same_values() -> None:
    s = situation(PLAIN, bids=(2, 4, None, None), score=(120, 60))
    assert evaluate_bids(s, SEED, CLUB) == evaluate_bids(s, SEED, CLUB)
    assert evaluate_bids(s, SEED, CLUB) != evaluate_bids(s, bytes(32), CLUB)


def test_of_a_view_that_allows_a_few_bids_one_of_them_is_made() -> None:
    assert bid(replace(situation(STRONG), legal=(Bid(1), Bid(2)))) == 2


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("bags", {"bags": (10, 0)}),
        ("bags", {"bags": (0, -1)}),
        ("score", {"score": (10**30, 0)}),
        ("holding", {"holding": (1, 2, 3)}),
        ("holding", {"holding": tuple(range(14))}),
        ("holding", {"holding": (1,) * 13}),
        ("legal", {"legal": (Bid(BLIND_NIL),)}),
        ("bids", {"bids": (3, None, None, None)}),
    ],
)
def test_a_view_that_no_match_can_show_is_refused_by_the_field(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(BadView) as refused:
        choose_bid(replace(situation(PLAIN), **changes), SEED, CLUB)
    assert refused.value.field == field
