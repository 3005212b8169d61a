"""What comes through the one door at live tables: clocks, absences, stand-ins, chat and concessions."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from games import selectors, vault
from games.bots.reruns import run_again
from games.engine import match as engine
from games.engine.actions import Bid, Reason, Refused
from games.engine.rules import PLLAY, make_challenge
from games.engine.verifier import verify
from games.models import Match, Player, Seat, Table
from games.services import bots, play
from games.services.errors import NotSaid
from tests.games.live import deal_live, on_turn, open_live
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
TURN = timedelta(seconds=30)


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(four: dict[int, Player], now: datetime) -> Table:
    """A live table at which the first hand has been dealt."""
    opened = open_live(four, make_challenge("pllay", hand_limit=2), now)
    deal_live(opened, now)
    return opened


def events_of(table: Table) -> list[dict[str, object]]:
    return [json.loads(line) for line in selectors.lines_of(match_of(table))]


def kinds_of(table: Table) -> list[object]:
    return [event["type"] for event in events_of(table)]


def seat_of(table: Table, seat: int) -> Seat:
    return table.seats.get(seat=seat)


def allow(match: Match, state: engine.Match, events: Sequence[engine.Event]) -> None:
    """Lets everything be said."""


def forbid(match: Match, state: engine.Match, events: Sequence[engine.Event]) -> None:
    raise NotSaid("Not now.")


def test_who_is_on_turn_has_30_s_and_so_has_the_next(table: Table, now: datetime) -> None:
    assert match_of(table).deadline_at == now + TURN
    act_default(table, now + timedelta(seconds=12))
    assert match_of(table).deadline_at == now + timedelta(seconds=42)


def test_what_is_said_and_who_is_away_does_not_restart_a_turn(table: Table, now: datetime) -> None:
    later = now + timedelta(seconds=9)
    seat = on_turn(table)
    play.note_away(match_of(table).pk, seat, later)
    play.note_back(match_of(table).pk, seat, later)
    play.say(match_of(table).pk, seat, "thanks", allow, later)
    assert kinds_of(table)[-3:] == ["away", "back", "chat"]
    assert match_of(table).deadline_at == now + TURN


def test_the_next_hand_is_due_10_s_after_the_last(table: Table, now: datetime) -> None:
    play_until(table, is_hand_over, now)
    assert match_of(table).deadline_at == now + timedelta(seconds=10)
    later = now + timedelta(seconds=3)
    play.start_hand(match_of(table).pk, 0, later)
    assert match_of(table).deadline_at == later + TURN


def test_nothing_is_due_after_a_match_and_at_a_bots_turn(alice: Player, now: datetime) -> None:
    table = open_live({0: alice}, make_challenge("pllay", hand_limit=1), now)
    deal_live(table, now)
    play_until(table, lambda state: engine.turn(state) == 1, now)
    assert (match_of(table).deadline_at, match_of(table).bot_to_act) == (None, True)
    play_until(table, lambda state: engine.turn(state) == 0, now)
    assert (match_of(table).deadline_at, match_of(table).bot_to_act) == (now + TURN, False)
    play_until(table, is_match_over, now)
    assert match_of(table).deadline_at is None


def test_a_bot_of_the_tables_level_holds_a_seat_until_it_gives_it_back(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    assert play.take_over(match.pk, seat, now)
    assert not play.take_over(match.pk, seat, now), "it does so already"
    assert events_of(table)[-1].items() >= {"type": "takeover", "seat": seat, "bot": "novice-1"}.items()
    assert (match_of(table).deadline_at, match_of(table).bot_to_act) == (None, True)
    later = now + timedelta(seconds=50)
    assert play.give_back(match.pk, seat, later)
    assert not play.give_back(match.pk, seat, later)
    assert events_of(table)[-1].items() >= {"type": "return", "seat": seat}.items()
    assert (match_of(table).deadline_at, match_of(table).bot_to_act) == (later + TURN, False)


def test_a_takeover_of_another_seat_leaves_the_turn_as_it_was(table: Table, now: datetime) -> None:
    seat = (on_turn(table) + 1) % 4
    play.take_over(match_of(table).pk, seat, now + timedelta(seconds=5))
    assert match_of(table).deadline_at == now + TURN
    assert not match_of(table).bot_to_act


def test_who_acts_while_a_bot_holds_their_seat_has_it_back_first(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    play.take_over(match.pk, seat, now)
    for _ in range(2):
        play.act(match.pk, seat, Bid(4), seen=match.acts, now=now, action_id="mine")
    assert kinds_of(table)[-3:] == ["takeover", "return", "bid"]
    assert "by" not in events_of(table)[-1]
    assert state_of(table).stand_ins == (None,) * 4
    assert list(match_of(table).events.filter(action_id="mine").values_list("i", flat=True)) == [match.seq + 2]


def test_a_bot_that_holds_a_seat_no_more_is_stale(table: Table, now: datetime) -> None:
    match = match_of(table)
    with pytest.raises(Refused) as refused:
        play.act(match.pk, on_turn(table), Bid(4), seen=match.acts, now=now, by="bot")
    assert refused.value.reason is Reason.STALE
    assert match_of(table).seq == match.seq


def test_nothing_is_noted_before_the_first_card_and_after_the_last(
    four: dict[int, Player], table: Table, now: datetime, eve: Player
) -> None:
    play.close(match_of(table).pk, "left", now)
    waiting = tables_waiting(eve, now)
    for other in (table, waiting):
        match = match_of(other)
        assert not play.note_away(match.pk, 0, now)
        assert not play.note_back(match.pk, 0, now)
        assert not play.take_over(match.pk, 0, now)
        assert not play.give_back(match.pk, 0, now)
        assert match_of(other).seq == match.seq


def tables_waiting(player: Player, now: datetime) -> Table:
    """A live table at which that player is to get ready."""
    return open_live({0: player}, PLLAY, now)


def test_a_side_concedes_when_both_have_and_the_other_wins(table: Table, now: datetime) -> None:
    play_until(table, is_playing, now)
    match = match_of(table)
    for _ in range(2):
        play.concede(match.pk, 1, now, action_id="first")
    play.concede(match.pk, 1, now, action_id="again")
    assert kinds_of(table).count("concede") == 1
    assert state_of(table).outcome is None
    play.concede(match.pk, 3, now)
    outcome = state_of(table).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner, outcome.score) == ("concede", 0, (0, 0))
    with pytest.raises(Refused, match="match_over"):
        play.concede(match.pk, 0, now)


def test_a_person_alone_against_bots_concedes_at_once(alice: Player, now: datetime) -> None:
    table = open_live({0: alice}, PLLAY, now)
    deal_live(table, now)
    play.concede(match_of(table).pk, 0, now)
    outcome = state_of(table).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("concede", 1)


def test_a_seat_that_is_no_persons_neither_concedes_nor_speaks(alice: Player, now: datetime) -> None:
    table = open_live({0: alice}, PLLAY, now)
    deal_live(table, now)
    match = match_of(table)
    for seat in (None, 1):
        with pytest.raises(Refused, match="not_seated"):
            play.concede(match.pk, seat, now)
        with pytest.raises(Refused, match="not_seated"):
            play.say(match.pk, seat, "thanks", allow, now)
    assert match_of(table).seq == match.seq


def test_nobody_concedes_or_speaks_before_the_first_card(alice: Player, now: datetime) -> None:
    match = match_of(tables_waiting(alice, now))
    with pytest.raises(Refused, match="hand_over"):
        play.concede(match.pk, 0, now)
    with pytest.raises(Refused, match="hand_over"):
        play.say(match.pk, 0, "thanks", allow, now)


def test_what_is_said_is_in_the_log_once_and_no_act(table: Table, now: datetime) -> None:
    match = match_of(table)
    for _ in range(2):
        play.say(match.pk, 2, "good_luck", allow, now, action_id="one")
    assert kinds_of(table).count("chat") == 1
    assert events_of(table)[-1].items() >= {"type": "chat", "seat": 2, "msg": "good_luck"}.items()
    assert match_of(table).acts == match.acts
    with pytest.raises(Refused, match="stale"):
        play.say(match.pk, 2, "thanks", allow, now, action_id="one")


def test_what_may_not_be_said_changes_nothing(table: Table, now: datetime) -> None:
    match = match_of(table)
    with pytest.raises(NotSaid):
        play.say(match.pk, 2, "good_luck", forbid, now)
    assert match_of(table).seq == match.seq


def test_the_end_of_a_match_lets_everybody_go_and_keeps_who_played(table: Table, now: datetime) -> None:
    Seat.objects.filter(table=table, seat=1).update(absent_since=now, due_at=now)
    assert [seat.is_live for seat in table.seats.all()] == [True] * 4
    play_until(table, is_match_over, now)
    assert [(s.is_live, s.absent_since, s.due_at) for s in table.seats.all()] == [(False, None, None)] * 4


def test_a_match_with_everything_in_it_verifies_and_its_bots_acts_are_run_again(table: Table, now: datetime) -> None:
    match = match_of(table)
    away = (on_turn(table) + 1) % 4
    play.note_away(match.pk, away, now)
    play.take_over(match.pk, away, now)
    play_until_seat(table, away, now)
    bots.move_due(match.pk, lambda: now)
    play_until(table, lambda state: is_playing(state) and engine.turn(state) not in (away, None), now)
    late = now + TURN
    assert play.act_for_clock(match.pk, late)
    play_until_seat(table, away, late)
    bots.move_due(match.pk, lambda: late)
    play.note_back(match.pk, away, late)
    play_until_seat(table, away, late)
    play.give_back(match.pk, away, late)
    play.say(match.pk, away, "thanks", allow, late)
    play_until(table, is_hand_over, late)
    for seat in (1, 3):
        play.concede(match.pk, seat, late)
    finished = match_of(table)
    data = selectors.transcript_of(finished).encode()
    report = verify(data, {vault.key_id(): vault.public_key()})
    assert (report.status, report.findings) == ("good", ())
    again = run_again(data)
    assert (again.status, again.findings) == ("good", ())
    acts_of_bots = [event for event in events_of(table) if event.get("by") == "bot"]
    assert again.acts == len(acts_of_bots) > 0
    assert {"away", "takeover", "back", "return", "chat", "concede"} <= set(kinds_of(table))
    assert (finished.is_flagged, finished.seal != "") == (True, True)


def play_until_seat(table: Table, seat: int, now: datetime) -> None:
    """Plays on until that seat is on turn, in this hand."""
    while engine.turn(state_of(table)) != seat:
        act_default(table, now)


def test_nine_hands_move_the_deal_one_seat_left_each_also_while_a_bot_holds_a_seat(
    four: dict[int, Player], now: datetime
) -> None:
    table = open_live(four, make_challenge("classic500", target=1000, hand_limit=9), now)
    deal_live(table, now)
    match = match_of(table)
    play_until(table, lambda state: len(state.results) == 3, now)
    play.take_over(match.pk, 2, now)
    while not is_match_over(state := state_of(table)):
        if state.stand_ins[2] and len(state.results) == 6:
            play.give_back(match.pk, 2, now)
        elif engine.turn(state) == 2 and state.stand_ins[2]:
            bots.move_due(match.pk, lambda: now)
        elif is_hand_over(state):
            play.start_hand(match.pk, len(state.results) - 1, now)
        else:
            act_default(table, now)
    events = events_of(table)
    dealers = [event["dealer"] for event in events if event["type"] == "hand_start"]
    first, leads = (
        [next(e["seat"] for e in events if e.get("hand") == hand and e["type"] == kind) for hand in range(9)]
        for kind in ("bid", "play")
    )
    assert isinstance(dealers[0], int)
    assert dealers == [(dealers[0] + hand) % 4 for hand in range(9)]
    assert first == leads == [(dealers[0] + hand + 1) % 4 for hand in range(9)]
