"""Who may act for a seat, and how the people at a table end a match: takeover, claim, concession, closing."""

from dataclasses import replace

import pytest

from games.engine import match as engine
from games.engine.actions import Bid, Play, Reason, Refused
from games.engine.cards import parse_card
from games.engine.errors import BadEvent
from games.engine.match import Match, Outcome, Phase
from games.engine.rules import CLASSIC500, PLLAY
from tests.engine.playing import SUITS, bid_all, play_all, start


@pytest.mark.parametrize("by", ["clock", "claim"])
def test_a_clock_and_a_claim_do_the_default_action_only(by: str) -> None:
    with pytest.raises(BadEvent) as refused:
        engine.apply(start(), 0, Bid(5), by)
    assert refused.value.field == "by"


def test_a_bot_acts_for_a_person_only_between_takeover_and_return() -> None:
    match = start()
    _by_is_refused(match, "bot")
    match, events = engine.takeover(match, 0, "club-1")
    assert events == [{"type": "takeover", "seat": 0, "bot": "club-1"}]
    _by_is_refused(match, None)
    engine.apply(match, 0, Bid(1), "clock")
    match, _ = engine.apply(match, 0, Bid(4), "bot")
    match, events = engine.return_(match, 0)
    assert events == [{"type": "return", "seat": 0}]
    match = play_all(bid_all(match, 3, 3, 3), "2D")
    assert match.acts == 5


def test_after_a_claim_every_act_of_the_hand_is_the_claims() -> None:
    match, _ = engine.apply(bid_all(start(CLASSIC500), 3, 3, 3, 3), 0, Play(parse_card("2D")), "claim")
    for by in (None, "clock"):
        with pytest.raises(BadEvent):
            engine.apply(match, 1, engine.default_action(match), by)
    while engine.turn(match) is not None:
        match, _ = engine.apply(match, engine.turn(match), engine.default_action(match), "claim")
    match, _ = engine.start_hand(match, 0, SUITS)
    bid_all(match, 3)


def _by_is_refused(match: Match, by: str | None) -> None:
    with pytest.raises(BadEvent) as refused:
        engine.apply(match, 0, Bid(4), by)
    assert refused.value.field == "by"


def test_an_unknown_actor_is_refused() -> None:
    _by_is_refused(start(), "ghost")


def test_a_side_has_conceded_when_every_person_on_it_has() -> None:
    match, events = engine.concede(start(), 0)
    assert events == [{"type": "concede", "seat": 0}]
    assert engine.turn(match) == 0
    match, events = engine.concede(match, 2)
    assert events[1] == {"type": "match_end", "reason": "concede", "winner": 1, "score": [0, 0]}
    assert engine.phase(match) is Phase.MATCH_OVER


def test_a_person_with_a_bot_for_a_partner_concedes_alone() -> None:
    match = engine.new_match(PLLAY, ("human", "bot", "bot", "bot"))
    match, _ = engine.concede(match, 0)
    assert engine.outcome(match) == Outcome("concede", 1, (0, 0))


def test_a_person_counts_while_a_bot_holds_the_seat() -> None:
    match, _ = engine.takeover(start(), 2, "club-1")
    match, _ = engine.concede(match, 0)
    assert engine.outcome(match) is None


@pytest.mark.parametrize("seat", [1, 4, -1])
def test_a_seat_that_is_no_persons_cannot_concede_or_be_taken_over(seat: int) -> None:
    for move in (engine.concede, engine.return_, lambda match, seat: engine.takeover(match, seat, "club-1")):
        with pytest.raises(BadEvent) as refused:
            move(start(), seat)
        assert refused.value.field == "seat"


def test_a_seat_that_no_bot_holds_cannot_return() -> None:
    with pytest.raises(BadEvent) as refused:
        engine.return_(start(), 0)
    assert refused.value.field == "seat"


def test_nobody_concedes_or_is_taken_over_twice() -> None:
    conceded, _ = engine.concede(start(), 0)
    taken, _ = engine.takeover(start(), 0, "club-1")
    with pytest.raises(BadEvent):
        engine.concede(conceded, 0)
    with pytest.raises(BadEvent):
        engine.takeover(taken, 0, "club-1")


@pytest.mark.parametrize("reason", ["left", "abandoned"])
def test_a_match_closed_unfinished_has_no_winner(reason: str) -> None:
    match, events = engine.close(replace(start(), score=(30, 50)), reason)
    assert events == [{"type": "match_end", "reason": reason, "winner": None, "score": [30, 50]}]
    assert engine.outcome(match) == Outcome(reason, None, (30, 50))


def test_a_match_is_closed_for_a_known_reason_and_once() -> None:
    with pytest.raises(BadEvent):
        engine.close(start(), "boredom")
    closed, _ = engine.close(start(), "left")
    with pytest.raises(BadEvent):
        engine.close(closed, "left")
    with pytest.raises(BadEvent):
        engine.takeover(closed, 0, "club-1")
    with pytest.raises(Refused) as refused:
        engine.concede(closed, 0)
    assert refused.value.reason is Reason.MATCH_OVER
