"""Who is there: connections and absences at live tables, with given times."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import selectors
from games.engine import match as engine
from games.engine.cards import left_of
from games.engine.rules import make_challenge
from games.models import Challenge, Connection, Match, Player, Pulse, Seat, Table
from games.services import bots, clocks, play, presence, sweeps
from tests.games.live import deal_live, open_live
from tests.games.playing import act_default, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
ONE, OTHER = "web-one", "web-other"
SHORT = make_challenge("pllay", hand_limit=1)


def after(now: datetime, seconds: float) -> datetime:
    return now + timedelta(seconds=seconds)


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def waiting(people: dict[int, Player], now: datetime) -> Table:
    """A live table of four people who are to get ready."""
    return open_live(people, SHORT, now)


@pytest.fixture
def table(waiting: Table, now: datetime) -> Table:
    """The same, dealt; each is connected by one socket."""
    deal_live(waiting, now)
    for seat in range(4):
        presence.connect(waiting, seat, ONE, now)
    return waiting


def row(table: Table, seat: int) -> Seat:
    return Seat.objects.get(table=table, seat=seat)


def socket_of(table: Table, seat: int) -> int:
    return Connection.objects.filter(table=table, seat__seat=seat).latest("pk").pk


def told(table: Table) -> list[tuple[str, int]]:
    """What the log says of who is there."""
    events = selectors.events_of(match_of(table))
    kinds = ("away", "back", "takeover", "return")
    return [(event["type"], event["seat"]) for event in events if event["type"] in kinds]


def drop(table: Table, seat: int, now: datetime) -> None:
    presence.disconnect(socket_of(table, seat), now)


def test_a_reload_of_two_seconds_is_no_absence_however_often(table: Table, now: datetime) -> None:
    for n in range(20):
        gone_at = after(now, 10 * n)
        drop(table, 1, gone_at)
        presence.expire_due(after(gone_at, 1.9))
        presence.connect(table, 1, ONE, after(gone_at, 2))
        presence.expire_due(after(gone_at, 9))
    assert told(table) == []
    assert row(table, 1).absent_since is None


def test_who_is_gone_for_five_seconds_is_away_and_then_back(table: Table, now: datetime) -> None:
    drop(table, 1, now)
    presence.expire_due(after(now, 5))
    assert told(table) == [("away", 1)]
    presence.connect(table, 1, ONE, after(now, 6))
    assert told(table) == [("away", 1), ("back", 1)]
    presence.expire_due(after(now, 600))
    assert len(told(table)) == 2


def test_no_bot_takes_the_seat_within_59_seconds_and_exactly_one_does_by_61(table: Table, now: datetime) -> None:
    drop(table, 1, now)
    for second in range(1, 60):
        presence.expire_due(after(now, second))
    assert told(table) == [("away", 1)]
    for second in (61, 61, 62, 90):
        presence.expire_due(after(now, second))
    assert told(table) == [("away", 1), ("takeover", 1)]
    [line] = [line for line in selectors.lines_of(match_of(table)) if "takeover" in line]
    assert json.loads(line)["bot"].startswith("novice-")


def test_a_sweep_that_comes_late_says_away_before_a_bot_takes_the_seat(table: Table, now: datetime) -> None:
    drop(table, 1, now)
    presence.expire_due(after(now, 62))
    assert told(table) == [("away", 1), ("takeover", 1)]


def test_the_second_of_two_sockets_keeps_the_seat(table: Table, now: datetime) -> None:
    first = socket_of(table, 1)
    presence.connect(table, 1, OTHER, now)
    presence.disconnect(first, now)
    presence.expire_due(after(now, 120))
    assert told(table) == []


def test_a_socket_that_is_up_before_the_end_of_the_old_one_is_noticed_changes_nothing(
    table: Table, now: datetime
) -> None:
    old = socket_of(table, 1)
    presence.connect(table, 1, OTHER, after(now, 1))
    assert row(table, 1).connections.count() == 2
    presence.disconnect(old, after(now, 15))
    presence.disconnect(old, after(now, 16))
    assert presence.is_here(row(table, 1))
    assert row(table, 1).due_at is None


def test_an_absence_is_shown_to_the_others_once_it_is_told(table: Table, now: datetime) -> None:
    drop(table, 1, now)
    assert away_of(table, now) == [None] * 4
    presence.expire_due(after(now, 5))
    since = round(now.timestamp() * 1000)
    assert away_of(table, now) == [None, {"since": since, "until": since + 60_000}, None, None]
    presence.expire_due(after(now, 60))
    assert away_of(table, now) == [None, {"since": since, "until": None}, None, None]
    presence.connect(table, 1, ONE, after(now, 70))
    assert away_of(table, now) == [None] * 4


def away_of(table: Table, now: datetime) -> list[object]:
    shown = selectors.read_table(table.pk, 0, have=0, now_ms=0)["live"]["away"]
    assert isinstance(shown, list)
    return shown


def test_a_match_that_everybody_has_left_alone_for_ten_minutes_ends_as_left(table: Table, now: datetime) -> None:
    for seat in range(4):
        drop(table, seat, after(now, seat))
    for second in range(5, 603, 7):
        presence.expire_due(after(now, second))
    assert match_of(table).ended_at is None
    presence.expire_due(after(now, 603))
    match = match_of(table)
    assert match.ended_at is not None
    assert match.state["outcome"]["reason"] == "left"
    assert match.state["outcome"]["winner"] is None
    assert not Seat.objects.filter(table=table, is_live=True).exists()
    assert not Seat.objects.filter(table=table, due_at__isnull=False).exists()


def test_a_match_goes_on_while_one_person_is_there(table: Table, now: datetime) -> None:
    for seat in (0, 1, 2):
        drop(table, seat, now)
    for second in range(5, 1300, 60):
        presence.expire_due(after(now, second))
    assert match_of(table).ended_at is None
    drop(table, 3, after(now, 1300))
    presence.expire_due(after(now, 1899))
    assert match_of(table).ended_at is None
    for second in (1900, 1960, 2600):
        presence.expire_due(after(now, second))
    assert match_of(table).ended_at is not None


def test_before_the_first_card_nothing_is_told_and_after_a_minute_the_seat_is_given_up(
    waiting: Table, now: datetime
) -> None:
    for seat in range(4):
        presence.connect(waiting, seat, ONE, now)
    drop(waiting, 2, now)
    presence.expire_due(after(now, 5))
    assert away_of(waiting, now)[2] is not None
    presence.expire_due(after(now, 59))
    assert Match.objects.filter(table=waiting).exists()
    presence.expire_due(after(now, 60))
    assert not Match.objects.filter(table=waiting).exists()
    assert set(waiting.seats.values_list("seat", flat=True)) == {0, 1, 3}
    assert Challenge.objects.get(table=waiting).started_at is None


def test_who_drops_before_the_first_card_is_away_once_it_is_dealt(waiting: Table, now: datetime) -> None:
    for seat in range(4):
        presence.connect(waiting, seat, ONE, now)
    drop(waiting, 2, now)
    presence.expire_due(after(now, 6))
    deal_live(waiting, after(now, 8))
    presence.expire_due(after(now, 60))
    assert told(waiting) == [("away", 2), ("takeover", 2)]


def test_the_connections_of_a_process_that_died_are_forgotten_and_its_players_absent_since_then(
    table: Table, now: datetime
) -> None:
    presence.connect(table, 0, OTHER, now)
    presence.connect(table, None, ONE, now)
    presence.beat(OTHER, after(now, 15))
    assert presence.forget_dead(after(now, 14)) == []
    assert presence.forget_dead(after(now, 15)) == [match_of(table).pk]
    assert not Pulse.objects.filter(name=ONE).exists()
    assert row(table, 0).absent_since is None, "she has another connection"
    assert [row(table, seat).absent_since for seat in (1, 2, 3)] == [now] * 3
    assert Connection.objects.count() == 1
    presence.expire_due(after(now, 60))
    assert [event for event in told(table) if event[0] == "takeover"] == [
        ("takeover", 1),
        ("takeover", 2),
        ("takeover", 3),
    ]


def test_a_process_whose_pulse_is_fresh_is_left_alone(table: Table, now: datetime) -> None:
    for second in range(5, 100, 5):
        assert len(presence.beat(ONE, after(now, second))) == 4
        presence.forget_dead(after(now, second + 4))
    assert Connection.objects.count() == 4


def test_a_turn_that_the_death_of_a_process_cut_into_has_15_seconds_left(table: Table, now: datetime) -> None:
    sweeps.sweep(now)
    for second in range(1, 15):
        sweeps.sweep(after(now, second))
    assert match_of(table).deadline_at == now + clocks.TURN
    sweeps.sweep(after(now, 15))
    sweeps.sweep(after(now, 16))
    deadline = match_of(table).deadline_at
    assert deadline is not None
    assert deadline >= after(now, 30)
    assert row(table, 0).absent_since == now


def test_nobody_is_gone_for_the_time_in_which_the_server_had_stopped(table: Table, now: datetime) -> None:
    sweeps.sweep(now)
    drop(table, 1, now)
    sweeps.sweep(after(now, 1))
    sweeps.sweep(after(now, 301))
    sweeps.sweep(after(now, 302))
    assert told(table) == []
    assert Connection.objects.count() == 3, "every process may give a sign of life first"
    presence.beat(ONE, after(now, 302))
    for second in range(303, 360):
        presence.beat(ONE, after(now, second))
        sweeps.sweep(after(now, second))
    assert ("takeover", 1) not in told(table)
    presence.expire_due(after(now, 361))
    assert ("takeover", 1) in told(table)


def test_after_the_match_nobody_is_away(table: Table, now: datetime) -> None:
    play_until(table, is_match_over, now)
    drop(table, 1, now)
    presence.expire_due(after(now, 700))
    assert row(table, 1).absent_since is None
    assert [kind for kind, _seat in told(table)] == []


def test_an_absence_is_not_begun_by_who_watches(table: Table, now: datetime) -> None:
    watcher = presence.connect(table, None, ONE, now)
    assert selectors.read_table(table.pk, 0, have=0, now_ms=0)["live"]["watching"] == 1
    presence.disconnect(watcher, now)
    assert selectors.read_table(table.pk, 0, have=0, now_ms=0)["live"]["watching"] == 0
    assert not Seat.objects.filter(table=table, absent_since__isnull=False).exists()


def test_nobody_has_more_than_eight_sockets_at_a_table(table: Table, now: datetime) -> None:
    for _ in range(presence.SOCKETS - 1):
        presence.connect(table, 1, OTHER, now)
    with pytest.raises(presence.TooManySockets):
        presence.connect(table, 1, OTHER, now)
    assert row(table, 1).connections.count() == presence.SOCKETS


def test_a_seat_that_was_given_up_takes_no_connection(table: Table, now: datetime) -> None:
    row(table, 1).delete()
    with pytest.raises(presence.SeatGone):
        presence.connect(table, 1, ONE, now)


def test_the_seat_returns_to_who_is_back_at_its_next_turn(table: Table, now: datetime) -> None:
    turn = engine.turn(play_until(table, is_playing, now))
    assert turn is not None
    absent = left_of(turn)
    drop(table, absent, now)
    presence.expire_due(after(now, 61))
    presence.connect(table, absent, ONE, after(now, 62))
    bots.move_due(match_of(table).pk, lambda: after(now, 62))
    assert state_of(table).stand_ins[absent] == "novice-1", "the bot holds it until the next turn"
    act_default(table, after(now, 63))
    bots.move_due(match_of(table).pk, lambda: after(now, 63))
    assert state_of(table).stand_ins[absent] is None
    assert told(table) == [(kind, absent) for kind in ("away", "takeover", "back", "return")]
    assert match_of(table).deadline_at == after(now, 93), "the turn is a whole one"


def test_one_absence_that_cannot_be_followed_does_not_keep_the_others(
    table: Table,
    people: dict[int, Player],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    drop(table, 1, now)
    drop(table, 2, after(now, 1))
    note_away: Callable[..., bool] = play.note_away

    def fail_for_one(match_pk: int, seat: int, at: datetime) -> bool:
        if seat == 1:
            raise RuntimeError("no database")
        return note_away(match_pk, seat, at)

    with monkeypatch.context() as patch:
        patch.setattr(play, "note_away", fail_for_one)
        presence.expire_due(after(now, 7))
    assert told(table) == [("away", 2)]
    assert "could not be followed" in caplog.text
    presence.expire_due(after(now, 8))
    assert ("away", 1) in told(table)
