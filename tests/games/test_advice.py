"""The sentences of hints and explanations: whole, about the right card, said as a player would."""

import random
import re
from typing import Any

import pytest

from games import advice, tellings
from games.bots.reasons import explain, explain_promise, explain_shown
from games.bots.reasons.public import card_of
from games.bots.view import read_view
from games.engine.actions import Bid, Play
from games.engine.cards import parse_card, suit_of
from games.engine.rules import PLLAY, make_challenge
from games.engine.visibility import seat_view
from tests.bots.positions import bid_view, decisions, play_view

NAMES = ("Ada", "Bruno", "Clara", "Dario")


def advice_for(view: dict[str, Any], act: Play | Bid) -> str:
    s = read_view(view)
    led = suit_of(s.trick.cards[0]) if s.trick.cards else None
    return advice.advise(explain(s, act), act, NAMES, led)


def is_whole(sentence: str) -> bool:
    """Ends as a sentence does, and nothing was left out of it."""
    gaps = re.search(r"%\(|\bNone\b|\s\s|\s[.,:]|[a-z]\s*\bthe [.,:]|\bno [:,.]", sentence)
    return sentence[0].isupper() and sentence.endswith(".") and gaps is None


def test_a_covered_nil_is_told_with_the_card_to_take_and_the_card_to_take_it_with() -> None:
    view = play_view("2C QC AC", trick=(3, "3C 9C 4C"), bids=(0, 3, 4, 3))
    said = advice_for(view, Play(parse_card("QC")))
    assert said == "Your partner is nil and holds this trick with the 9: take it with the queen."


def test_a_trump_is_told_with_the_suit_that_is_missing_and_what_the_side_needs() -> None:
    view = play_view("2S 9S 3D", trick=(1, "KC"), bids=(3, 3, 4, 3), won=(3, 0, 3, 0))
    said = advice_for(view, Play(parse_card("2S")))
    assert said == "You have no clubs: trump with the 2 of spades. Your side needs 1 more trick."


def test_an_opponents_nil_is_told_by_name() -> None:
    view = play_view("2C KC 3D", trick=(3, "5C 4C 9C"), bids=(3, 0, 4, 3))
    said = advice_for(view, Play(parse_card("2C")))
    assert said == "Bruno is nil and is winning this trick with the 9: play the 2 and leave it there."


def test_a_bid_is_told_with_what_it_is_counted_from() -> None:
    said = advice_for(bid_view("2C 5C 9C 4D KD 3H AH 2S 5S 8S QS KS AS"), Bid(7))
    assert said == (
        "Bid 7. About 7 tricks from "
        "3 high spades, 1 side ace, 1 guarded king, 3 long spades, 2 short suits to trump in."
    )


def test_a_bid_below_the_count_says_so_and_why() -> None:
    view = bid_view("2C 5C 9C 4D KD 3H AH 2S 5S 8S QS KS AS", bids=(5, None, None, None))
    assert advice_for(view, Bid(6)).startswith(
        "Bid 6, below your count: beside your partner’s 5 it did better in trials. About 7 tricks "
    )


def test_the_lowest_card_and_a_trump_are_called_what_they_are() -> None:
    low = advice_for(play_view("7C TC QC 3D", trick=(1, "2C")), Play(parse_card("7C")))
    assert low.startswith("Follow with the 7, your lowest: it goes over the 2 all the same.")
    ruff = advice_for(play_view("3S 9S", trick=(1, "KC")), Play(parse_card("3S")))
    assert ruff.startswith("You have no clubs: trump with the 3 of spades.")


@pytest.mark.parametrize(
    ("act", "said"),
    [(Play(parse_card("QC")), "The queen is about as good."), (Bid(0), "A bid of nil is about as good.")],
)
def test_another_act_that_is_as_good_is_named(act: Play | Bid, said: str) -> None:
    assert advice.say_rival(act, 0) == said


def test_a_nil_is_told_with_the_highest_spade_and_the_help_of_partner() -> None:
    view = bid_view("2C 4C 6C 3D 5D 7D TD 2H 4H 6H 8H 3S 9S", bids=(5, None, None, None))
    assert advice_for(view, Bid(0)) == (
        "Bid nil: your high cards have low ones under them to hide behind. Your highest spade is the 9. "
        "Your partner’s bid of 5 helps to cover you."
    )


def test_a_bots_card_is_told_about_the_reader_as_you() -> None:
    view = play_view("2C", trick=(1, "2C 9C 4C QC"), bids=(3, 3, 0, 3), seat=2)
    reason = explain_shown(view, 0, 0)
    assert reason is not None
    assert tellings.tell(reason, NAMES, 2, 0) == "Took the trick over from your nil, which held it with the 9."
    assert (
        tellings.tell(reason, NAMES, None, 0) == "Took the trick over from the nil of Clara, which held it with the 9."
    )


@pytest.mark.parametrize("rules", [PLLAY, make_challenge("pllay", blind_nil="always")])
def test_every_act_of_played_hands_can_be_told_in_a_whole_sentence(rules: Any) -> None:
    for match, _seed in decisions(["random-1", "novice-1"] * 2, rules, 6, random.Random(63)):
        if match.hand is None or (seat := match.hand.turn) is None:
            continue
        s = read_view(seat_view(match, seat))
        led = suit_of(s.trick.cards[0]) if s.trick.cards else None
        for act in s.legal:
            said = advice.advise(explain(s, act), act, NAMES, led)
            assert is_whole(said), said


def test_everything_that_is_shown_in_played_hands_can_be_told_in_a_whole_sentence() -> None:
    for match, _seed in decisions(["random-1", "novice-1"] * 2, PLLAY, 6, random.Random(64)):
        view = seat_view(match, None)
        tricks = [*view["tricks"], view["trick"]]
        for seat in range(4):
            promise = explain_promise(view, seat)
            assert promise is None or is_whole(tellings.tell(promise, NAMES, 0, None))
            number = len(view["tricks"])
            shown = explain_shown(view, number, seat)
            if shown is not None:
                said = tellings.tell(shown, NAMES, 0, suit_of(parse_card(tricks[number]["cards"][0])))
                assert is_whole(said), said
                assert card_of(view, number, seat) is not None


@pytest.mark.parametrize(
    ("act", "name"),
    [(Play(parse_card("TS")), "10 of spades"), (Bid(0), "bid nil"), (Bid("blind_nil"), "bid blind nil")],
)
def test_an_act_has_a_name(act: Play | Bid, name: str) -> None:
    assert advice.name_act(act) == name
