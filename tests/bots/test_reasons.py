"""Why an act is good: the reason that a player would give, from the player's own view."""

import json
import random
from typing import Any

import pytest

from games.bots.reasons import Reason, Why, explain, parse_reason
from games.bots.view import read_view
from games.engine.actions import Bid, Look, Play
from games.engine.cards import card_text, parse_card
from games.engine.rules import PLLAY
from games.engine.visibility import seat_view

from .positions import Trick, bid_view, decisions, play_view

SOUTH_LEADS = (2, "")


def why_play(card: str, holding: str, **about: Any) -> Reason:
    return explain(read_view(play_view(holding, **about)), Play(parse_card(card)))


def why_bid(bid: Any, holding: str, **about: Any) -> Reason:
    return explain(read_view(bid_view(holding, **about)), Bid(bid))


@pytest.mark.parametrize(
    ("why", "card", "holding", "trick", "bids"),
    [
        (Why.ONLY_CARD, "2C", "2C 5D 9S", (1, "KC"), (3, 3, 3, 3)),
        (Why.SAME_WORTH, "5C", "5C 6C 9S", (1, "KC"), (3, 3, 3, 3)),
        (Why.OWN_NIL_UNDER, "9C", "3C 9C 9D", (1, "JC"), (3, 3, 0, 3)),
        (Why.OWN_NIL_SHED, "AD", "2D AD 3H", (1, "JC"), (3, 3, 0, 3)),
        (Why.OWN_NIL_HOPE, "9C", "9C JC 9D", (1, "5C"), (3, 3, 0, 3)),
        (Why.OWN_NIL_LOST, "JC", "9C JC 9D", (3, "5C 6C 7C"), (3, 3, 0, 3)),
        (Why.COVER_NIL, "QC", "2C QC AC", (3, "3C 9C 4C"), (0, 3, 4, 3)),
        (Why.SHIELD_NIL, "KC", "2C KC 3D", (1, "5C"), (0, 3, 4, 3)),
        (Why.LEAVE_TO_NIL, "2C", "2C KC 3D", (3, "5C 4C 9C"), (3, 0, 4, 3)),
        (Why.SQUEEZE_NIL, "6C", "6C KC 3D", (1, "5C"), (3, 3, 4, 0)),
        (Why.LEAVE_PARTNER, "2C", "2C AC 3D", (3, "5C KC 9C"), (3, 3, 4, 3)),
        (Why.OVERTAKE_PARTNER, "AC", "2C AC 3D", (0, "QC 9C"), (3, 3, 4, 3)),
        (Why.RUFF, "2S", "2S 9S 3D", (1, "KC"), (3, 3, 4, 3)),
        (Why.OVERRUFF, "9S", "2S 9S 3D", (0, "KC 5S"), (3, 3, 4, 3)),
        (Why.OVERTAKE_PARTNER, "9S", "2S 9S 3D", (3, "KC 5S 3C"), (3, 3, 4, 3)),
        (Why.WIN_LAST, "KC", "2C KC 3D", (3, "5C 9C QC"), (3, 3, 4, 3)),
        (Why.WIN_MASTER, "AC", "2C AC 3D", (1, "QC"), (3, 3, 4, 3)),
        (Why.WIN_HIGH, "QC", "2C QC 3D", (0, "5C 9C"), (3, 3, 4, 3)),
        (Why.WIN_NOW, "QC", "2C QC 3D", (1, "9C"), (3, 3, 4, 3)),
        (Why.LOWEST_WINS, "7C", "7C TC QC 3D", (1, "2C"), (3, 3, 4, 3)),
        (Why.WIN_NOW, "QC", "7C TC QC 3D", (1, "2C"), (3, 3, 4, 3)),
        (Why.RUFF, "3S", "3S 9S", (1, "KC"), (3, 3, 4, 3)),
        (Why.TRUMP_PARTNER, "KS", "2D KS", (0, "QC 6C"), (3, 3, 4, 3)),
        (Why.SECOND_LOW, "6C", "6C KC 3D", (1, "9C"), (3, 3, 4, 3)),
        (Why.CANNOT_WIN, "2C", "2C QC 3D", (1, "AC"), (3, 3, 4, 3)),
        (Why.SHED_UNDER, "QC", "2C QC 3D", (1, "AC"), (3, 3, 4, 3)),
        (Why.SECOND_LOW, "2C", "2C QC 3D", (1, "9C"), (3, 3, 4, 3)),
        (Why.KEEP_WINNER, "2C", "2C QC 3D", (3, "9C 3C TC"), (3, 3, 4, 3)),
        (Why.DISCARD_LAST, "3D", "3D 4H 5H 9S", (1, "KC"), (3, 3, 4, 3)),
        (Why.KEEP_FOR_NIL, "3D", "3D 4H 5H 9S", (1, "KC"), (0, 3, 4, 3)),
        (Why.DISCARD_LOW, "4H", "3D 9D 4H 5H", (1, "KC"), (3, 3, 4, 3)),
    ],
)
def test_a_card_to_a_trick_has_the_reason_a_player_would_give(
    why: Why, card: str, holding: str, trick: Trick, bids: tuple[int, ...]
) -> None:
    assert why_play(card, holding, trick=trick, bids=bids).why is why


@pytest.mark.parametrize(
    ("why", "card", "holding", "bids", "tricks"),
    [
        (Why.OWN_NIL_LEAD, "2C", "2C KC 3D", (3, 3, 0, 3), ()),
        (Why.LEAD_HIGH_FOR_NIL, "AC", "2C AC 3D", (0, 3, 4, 3), ()),
        (Why.LEAD_VOID_FOR_NIL, "2C", "2C AD 3D", (0, 3, 4, 3), [(1, "5C 3C 9C 2H")]),
        (Why.LEAD_UNDER_NIL, "3D", "AC 3D 4D", (3, 0, 4, 3), ()),
        (Why.DRAW_TRUMPS, "AS", "AC AS KS", (3, 3, 4, 3), ()),
        (Why.CASH_MASTER, "AC", "2C AC 3D", (3, 3, 4, 3), ()),
        (Why.GIVE_RUFF, "2C", "2C QD 3D", (3, 3, 4, 3), [(1, "5C 3C 9C 2H")]),
        (Why.LEAD_SEQUENCE, "KC", "QC KC 3D 4D", (3, 3, 4, 3), ()),
        (Why.LEAD_SHORT, "3D", "2C 7C 9C 3D 4S", (3, 3, 4, 3), ()),
        (Why.LEAD_LOW, "2C", "2C 7C 9C 3D", (3, 3, 4, 3), ()),
        (Why.LEAD_HIGH, "KC", "2C 7C KC 3D", (3, 3, 4, 3), ()),
        (Why.LEAD_TRUMP, "4S", "2S 4S 9S 3D 5D", (3, 3, 4, 3), ()),
        (Why.LEAD_KEEP, "7C", "2C 7C KC 3D", (3, 3, 4, 3), ()),
        (Why.BEST_OF_ALL, "9C", "2C 7C 9C 3D", (3, 3, 4, 3), ()),
    ],
)
def test_a_lead_has_the_reason_a_player_would_give(
    why: Why, card: str, holding: str, bids: tuple[int, ...], tricks: list[Trick]
) -> None:
    assert why_play(card, holding, trick=SOUTH_LEADS, bids=bids, tricks=tricks).why is why


def test_a_side_that_needs_no_more_tricks_stays_below_or_leads_what_others_beat() -> None:
    done: dict[str, Any] = {"bids": (1, 9, 1, 2), "won": (1, 0, 1, 0)}
    assert why_play("5C", "5C KC 3D", trick=(1, "9C"), **done) == Reason(Why.AVOID_BAG, card=parse_card("9C"))
    assert why_play("AD", "2D AD 3H", trick=(1, "9C"), **done).why is Why.SHED_DANGER
    assert why_play("KC", "QC KC 3D", trick=(3, "9C 2C 3C"), **done).why is Why.SAME_WORTH
    assert why_play("KC", "TC KC 3D", trick=(3, "9C 2C 3C"), **done).why is Why.MUST_WIN
    assert why_play("2C", "2C KC 3D", trick=SOUTH_LEADS, **done) == Reason(Why.LEAD_LOSER, count=11)


def test_a_made_contract_still_takes_the_trick_that_sets_the_others() -> None:
    about: dict[str, Any] = {"bids": (1, 5, 1, 5), "won": (1, 4, 1, 4), "trick": (3, "9C 2C 3C")}
    assert why_play("KC", "2C KC 3D", **about) == Reason(Why.SET_THEM, count=2)
    assert why_play("4S", "4D 4S", **about) == Reason(Why.SET_THEM, count=2)


def test_the_reason_names_whom_and_which_card_it_is_about() -> None:
    cover = why_play("QC", "2C QC AC", trick=(3, "3C 9C 4C"), bids=(0, 3, 4, 3))
    assert cover == Reason(Why.COVER_NIL, seat=0, card=parse_card("9C"))
    assert why_play("2S", "2S 9S 3D", trick=(1, "KC"), bids=(3, 3, 4, 3)) == Reason(Why.RUFF, suit=0, count=7)


STRONG = "2C 5C 9C 4D KD 3H AH 2S 5S 8S QS KS AS"
QUIET = "2C 4C 6C 3D 5D 7D TD 2H 4H 6H 8H 3S 5S"


def test_a_bid_is_counted_from_what_the_holding_has() -> None:
    reason = why_bid(7, STRONG)
    assert reason.why is Why.BID_COUNT
    assert dict(reason.parts) == {
        "high_spades": 3,
        "aces": 1,
        "kings": 1,
        "long_spades": 3,
        "short_suits": 2,
        "counted": 7,
    }


@pytest.mark.parametrize(
    ("why", "bid", "holding", "about"),
    [
        (Why.BID_NIL, 0, QUIET, {}),
        (Why.BID_NIL_BOLD, 0, STRONG, {}),
        (Why.BID_WINS, 3, STRONG, {"bids": (3, 3, None, 3), "score": (440, 200), "hand": 9}),
        (Why.BID_STRETCH, 3, QUIET, {"bids": (3, 3, None, 3), "score": (450, 480), "hand": 9}),
        (Why.BID_CROWDED, 2, STRONG, {"bids": (4, 4, None, 3)}),
        (Why.BID_BESIDE_NIL, 6, STRONG, {"bids": (0, 2, None, 2)}),
        (Why.BID_LOW, 6, STRONG, {}),
        (Why.BID_HIGH, 8, STRONG, {}),
        (Why.BID_LOW_BESIDE, 5, STRONG, {"bids": (3, 1, None, None)}),
        (Why.BID_HIGH_BESIDE, 8, STRONG, {"bids": (3, 1, None, None)}),
        (Why.BID_LOW_AT_NIL, 5, STRONG, {"bids": (3, 0, None, None)}),
    ],
)
def test_a_bid_has_the_reason_a_player_would_give(why: Why, bid: int, holding: str, about: dict[str, Any]) -> None:
    assert why_bid(bid, holding, **about).why is why


def test_a_blind_nil_is_told_with_the_points_behind_and_a_look_without() -> None:
    view = bid_view("", score=(0, 250), hand=3, offer=True)
    assert explain(read_view(view), Bid("blind_nil")) == Reason(Why.BID_BLIND_NIL, count=250)
    assert explain(read_view(view), Look()) == Reason(Why.LOOK)


def test_every_legal_act_of_played_hands_has_a_reason_that_json_keeps() -> None:
    for match, _seed in decisions(["novice-1"] * 4, PLLAY, 6, random.Random(61)):
        seat = None if match.hand is None else match.hand.turn
        if seat is None:
            continue
        s = read_view(seat_view(match, seat))
        for act in s.legal:
            reason = explain(s, act)
            assert parse_reason(json.loads(json.dumps(reason.json()))) == reason


def test_a_card_in_json_is_written_as_everywhere() -> None:
    assert Reason(Why.COVER_NIL, seat=0, card=7).json() == {"why": "cover_nil", "seat": 0, "card": card_text(7)}
