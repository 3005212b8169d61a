"""Events of the right form that do not follow from the state are refused where they come, and change nothing."""

import random
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from games.engine import match as engine
from games.engine.errors import BadEvent, WrongScore
from games.engine.match import Event, Match
from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from tests.engine.playing import KINDS, SUITS, RandomMatch, bid_all, play_hand, start

SILENT: list[Event] = [
    {"type": "chat", "seat": 0, "msg": "good_luck"},
    {"type": "away", "seat": 0},
    {"type": "back", "seat": 0},
]
ENTROPY: Event = {"type": "entropy", "seat": 0, "e": "00" * 32}
REVEAL: Event = {"type": "reveal", "seed": "00" * 32}
BID: Event = {"type": "bid", "hand": 0, "seat": 0, "bid": 3}


def _no_deal(hand: int) -> NoReturn:
    raise AssertionError(f"Hand {hand} was not to be dealt.")


def _refused(match: Match, event: Event, field: str) -> None:
    with pytest.raises(BadEvent) as refused:
        engine.advance(match, event, lambda _: SUITS)
    assert refused.value.field == field


def _before_hand_end() -> tuple[Match, list[Event]]:
    """A match folded up to the last card of its only hand, and the events that follow."""
    play = RandomMatch(make_challenge("classic500", target=None, hand_limit=1), random.Random(2))
    folded, events = play.match, []
    for events in play.steps():
        folded = engine.advance(folded, events[0], play.deal)
    return folded, events[1:]


@pytest.mark.parametrize("event", SILENT, ids=lambda event: event["type"])
def test_talk_and_presence_change_nothing_at_any_time(event: Event) -> None:
    for match in (engine.new_match(PLLAY, KINDS), start(), engine.close(start(), "left")[0], _before_hand_end()[0]):
        assert engine.advance(match, event, _no_deal) == match


def test_a_contribution_comes_before_the_first_deal() -> None:
    match = engine.new_match(PLLAY, KINDS)
    assert engine.advance(match, ENTROPY, _no_deal) == match
    _refused(start(), ENTROPY, "type")
    _refused(engine.close(match, "abandoned")[0], ENTROPY, "type")


def test_the_seed_is_revealed_after_the_end() -> None:
    _refused(start(), REVEAL, "type")
    closed, _ = engine.close(start(), "abandoned")
    assert engine.advance(closed, REVEAL, _no_deal) == closed


@pytest.mark.parametrize("kind", ["deal", "", None, 5])
def test_an_event_of_an_unknown_type_is_refused(kind: Any) -> None:
    _refused(start(), {"type": kind}, "type")


def test_an_action_of_another_hand_is_refused() -> None:
    _refused(start(CLASSIC500), BID | {"hand": 1}, "hand")


def test_hands_are_numbered_in_order_and_the_deal_goes_round() -> None:
    _refused(engine.new_match(PLLAY, KINDS), {"type": "hand_start", "hand": 1, "dealer": 0}, "hand")
    _refused(start(), {"type": "hand_start", "hand": 1, "dealer": 0}, "type")
    over = play_hand(start(CLASSIC500), random.Random(4))
    _refused(over, {"type": "hand_start", "hand": 1, "dealer": 3}, "dealer")
    _refused(over, {"type": "hand_start", "hand": 0, "dealer": 0}, "hand")


def test_a_hand_ends_after_its_last_card_and_before_anything_else() -> None:
    match, (hand_end, match_end) = _before_hand_end()
    assert (hand_end["type"], match_end["type"]) == ("hand_end", "match_end")
    _refused(match, match_end, "type")
    _refused(match, {"type": "concede", "seat": 0}, "type")
    _refused(match, {"type": "hand_start", "hand": 1, "dealer": 0}, "type")
    _refused(start(), hand_end, "type")
    ended = engine.advance(match, hand_end, _no_deal)
    _refused(ended, hand_end, "type")
    _refused(ended, {"type": "hand_start", "hand": 1, "dealer": 0}, "type")
    assert engine.advance(ended, match_end, _no_deal).outcome is not None


def test_a_seat_may_change_hands_between_the_last_card_and_the_score() -> None:
    match, (hand_end, _) = _before_hand_end()
    match = engine.advance(match, {"type": "takeover", "seat": 0, "bot": "club-1"}, _no_deal)
    assert engine.advance(match, hand_end, _no_deal).stand_ins[0] == "club-1"


@pytest.mark.parametrize("field", ["won", "delta", "bags", "score"])
def test_a_number_of_a_hand_end_that_is_not_the_rules_is_named(field: str) -> None:
    match, (hand_end, _) = _before_hand_end()
    wrong = hand_end | {field: [number + 1 for number in hand_end[field]]}
    with pytest.raises(WrongScore) as refused:
        engine.advance(match, wrong, _no_deal)
    assert refused.value.field == field


def test_the_end_of_another_hand_is_refused() -> None:
    match, (hand_end, _) = _before_hand_end()
    _refused(match, hand_end | {"hand": 1}, "hand")


def test_a_match_ends_as_its_rules_say() -> None:
    match, (hand_end, match_end) = _before_hand_end()
    match = engine.advance(match, hand_end, _no_deal)
    _refused(match, match_end | {"reason": "target"}, "reason")
    _refused(match, match_end | {"reason": "abandoned", "winner": None}, "reason")
    _refused(match, match_end | {"winner": 1 - match_end["winner"]}, "winner")
    with pytest.raises(WrongScore):
        engine.advance(match, match_end | {"score": [0, 1000]}, _no_deal)


@pytest.mark.parametrize("reason", ["target", "floor", "hand_limit", "concede", "because"])
def test_a_match_in_play_ends_for_none_of_the_rules_reasons(reason: str) -> None:
    _refused(start(), {"type": "match_end", "reason": reason, "winner": 0, "score": [0, 0]}, "reason")


@pytest.mark.parametrize("reason", ["left", "abandoned"])
def test_a_match_left_unfinished_has_no_winner(reason: str) -> None:
    _refused(start(), {"type": "match_end", "reason": reason, "winner": 0, "score": [0, 0]}, "winner")


def test_after_the_concession_of_a_side_comes_the_end_and_nothing_else() -> None:
    match = replace(start(CLASSIC500), conceded=(True, False, True, False))
    for event in (BID, *SILENT, {"type": "takeover", "seat": 0, "bot": "club-1"}):
        _refused(match, event, "type")
    end = {"type": "match_end", "reason": "concede", "winner": 1, "score": [0, 0]}
    _refused(match, end | {"winner": 0}, "winner")
    assert engine.advance(match, end, _no_deal).outcome is not None


def test_a_match_ends_once() -> None:
    closed, events = engine.close(bid_all(start(CLASSIC500), 3), "left")
    _refused(closed, events[0], "type")
    _refused(closed, {"type": "hand_start", "hand": 0, "dealer": 0}, "type")
