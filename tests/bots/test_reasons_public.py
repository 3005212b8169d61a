"""What everybody can tell of a bot's act, read from what everybody sees and from nothing else."""

import random
from typing import Any

import pytest

from games.bots.bidding_model import bid_meaning
from games.bots.reasons import Reason, Why, explain_promise, explain_shown
from games.engine.cards import parse_card
from games.engine.match import Match
from games.engine.rules import PLLAY
from games.engine.visibility import seat_view

from .positions import Trick, bid_view, decisions, play_view, with_hidden_cards_moved

WEST = 3


def shown(card: str, *before: str, bids: Any = (3, 3, 3, 3), tricks: list[Trick] | None = None) -> Reason | None:
    """Why West's card, the last of those on the table."""
    trick = (WEST - len(before), " ".join((*before, card)))
    view = play_view("2D", trick=trick, bids=bids, tricks=tricks or [], seat=0)
    return explain_shown(view, len(tricks or []), WEST)


@pytest.mark.parametrize(
    ("why", "cards", "bids"),
    [
        (Why.OWN_NIL_UNDER, "KC 9C", (3, 3, 3, 0)),
        (Why.OWN_NIL_SHED, "KC AD", (3, 3, 3, 0)),
        (Why.WENT_OVER_AS_NIL, "4C 9C", (3, 3, 3, 0)),
        (Why.COVER_NIL, "9C 4C QC", (3, 0, 3, 3)),
        (Why.SHIELD_NIL, "9C QC", (3, 0, 3, 3)),
        (Why.LEAVE_TO_NIL, "9C 4C", (3, 3, 0, 3)),
        (Why.SQUEEZE_NIL, "6C 4C", (0, 3, 3, 3)),
        (Why.RUFF, "9C 4S", (3, 3, 3, 3)),
        (Why.OVERRUFF, "9C 4S 5S", (3, 3, 3, 3)),
        (Why.THREW, "9C 4D", (3, 3, 3, 3)),
        (Why.LEAVE_PARTNER, "KC 3C 4C", (3, 3, 3, 3)),
        (Why.OVERTAKE_PARTNER, "QC 3C KC", (3, 3, 3, 3)),
        (Why.WIN_LAST, "9C 3C TC QC", (3, 3, 3, 3)),
        (Why.WIN_MASTER, "9C AC", (3, 3, 3, 3)),
        (Why.WIN_NOW, "9C QC", (3, 3, 3, 3)),
        (Why.SECOND_LOW, "9C 4C", (3, 3, 3, 3)),
        (Why.PLAYED_LOW, "9C 3C TC 4C", (3, 3, 3, 3)),
        (Why.OWN_NIL_LEAD, "4C", (3, 3, 3, 0)),
        (Why.LEAD_HIGH_FOR_NIL, "KC", (3, 0, 3, 3)),
        (Why.LEAD_UNDER_NIL, "4C", (0, 3, 3, 3)),
        (Why.DRAW_TRUMPS, "QS", (3, 3, 3, 3)),
        (Why.CASH_MASTER, "AC", (3, 3, 3, 3)),
        (Why.LEAD_HIGH, "KC", (3, 3, 3, 3)),
        (Why.LEAD_MIDDLE, "JC", (3, 3, 3, 3)),
        (Why.LEAD_LOW, "4C", (3, 3, 3, 3)),
        (Why.NIL_LED_HIGHEST, "AC", (3, 3, 3, 0)),
        (Why.UNDER_HIGHEST, "AC KC", (3, 3, 3, 3)),
        (Why.UNDER_TRUMP, "9C 4S KC", (3, 3, 3, 3)),
        (Why.UNDERTRUMPED, "9C 6S 4S", (3, 3, 3, 3)),
        (Why.PLAYED_UNDER, "KC JC", (3, 3, 3, 3)),
    ],
)
def test_a_card_on_the_table_is_explained_by_what_everybody_sees(why: Why, cards: str, bids: tuple[int, ...]) -> None:
    *before, card = cards.split()
    reason = shown(card, *before, bids=bids)
    assert reason is not None
    assert reason.why is why


def test_a_side_whose_contract_is_made_is_told_to_avoid_bags() -> None:
    about: dict[str, Any] = {"bids": (6, 1, 5, 1), "tricks": [(1, "KH 6H 8H 7H"), (1, "KD 6D 8D 7D")]}
    assert shown("4C", "9C", **about) == Reason(Why.AVOID_BAG, card=parse_card("9C"))
    taken = shown("QC", "9C", **about)
    assert taken == Reason(Why.MUST_WIN, card=parse_card("9C"))
    assert shown("4C", **about) == Reason(Why.LEAD_LOSER, count=10)
    assert shown("KS", "AS", **about) == Reason(Why.UNDER_HIGHEST, card=parse_card("AS")), "no choice to stay below"


def test_a_suit_that_partner_has_shown_to_be_out_of_is_led_for_a_trump_or_for_a_nil() -> None:
    tricks = [(0, "5C 2D 6C 7C")]
    given = shown("4C", tricks=tricks)
    assert given == Reason(Why.GIVE_RUFF, seat=1, suit=0)
    assert shown("4C", tricks=tricks, bids=(3, 0, 3, 3)) == Reason(Why.LEAD_VOID_FOR_NIL, seat=1, suit=0)


def test_only_what_lay_there_before_the_card_counts() -> None:
    view = play_view("2D", trick=(2, "9C 4S 2C"), seat=1)
    assert explain_shown(view, 0, WEST) == Reason(Why.RUFF, suit=0, count=6)
    assert explain_shown(view, 0, 2) == Reason(Why.LEAD_MIDDLE, count=5)


@pytest.mark.parametrize(("number", "seat"), [(0, 1), (1, 3), (-1, 3), (13, 3)])
def test_a_card_that_was_not_played_is_not_explained(number: int, seat: int) -> None:
    assert explain_shown(play_view("2D", trick=(2, "9C 4S 2C"), seat=1), number, seat) is None


def test_a_bid_is_told_as_the_promise_it_is() -> None:
    view = bid_view("2D", bids=(4, 0, None, "blind_nil"))
    tricks, nil, none, blind = (explain_promise(view, seat) for seat in range(4))
    assert (none, blind) == (None, Reason(Why.PROMISE_BLIND_NIL, seat=3))
    assert nil == Reason(Why.PROMISE_NIL, seat=1, count=round(100 * (bid_meaning(0).nils_made or 0)))
    assert tricks is not None
    assert tricks.why is Why.PROMISE
    assert dict(tricks.parts) == {"least": 4, "most": 5}


def everything_told(match: Match, viewer: int | None) -> list[Reason | None]:
    """All that can be asked of a view."""
    view = seat_view(match, viewer)
    shown = [explain_shown(view, number, seat) for number in range(13) for seat in range(4)]
    return [explain_promise(view, seat) for seat in range(4)] + shown


def test_whoever_looks_and_however_the_hidden_cards_lie_the_same_is_told() -> None:
    chance = random.Random(62)
    for number, (match, _seed) in enumerate(decisions(["novice-1"] * 4, PLLAY, 3, chance)):
        if number % 7 or match.hand is None:
            continue
        told = everything_told(match, None)
        moved = with_hidden_cards_moved(match, 0, chance)
        assert all(everything_told(state, viewer) == told for state in (match, moved) for viewer in (0, 1, 2, 3, None))


def test_what_is_told_is_not_always_the_same() -> None:
    assert shown("4C", "9C") != shown("QC", "9C")
    assert shown("4C", "9C") is not None
    assert parse_card("4C") == 2
