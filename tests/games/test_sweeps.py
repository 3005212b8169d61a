"""The sweep: whoever was cut off or on turn while the server had stopped gets time back."""

from datetime import datetime, timedelta

import pytest

from games.engine import match as engine
from games.engine.rules import PLLAY, make_challenge
from games.models import Player, Seat, Table
from games.services import clocks, play, presence, sweeps
from tests.games.live import deal_live, last_event, on_turn, open_live, sweep_to
from tests.games.playing import match_of, state_of

pytestmark = pytest.mark.django_db
TURN = timedelta(seconds=30)
SECOND = timedelta(seconds=1)


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(four: dict[int, Player], now: datetime) -> Table:
    """A live table at which the first hand has been dealt, while the sweep works."""
    sweeps.sweep(now)
    opened = open_live(four, make_challenge("pllay", blind_nil="always", hand_limit=2), now)
    deal_live(opened, now)
    return opened


def test_a_gap_in_the_sweep_gives_running_turns_at_least_15_s(table: Table, now: datetime) -> None:
    seq = match_of(table).seq
    back = now + timedelta(minutes=3)
    sweeps.sweep(back)
    assert (match_of(table).seq, match_of(table).deadline_at) == (seq, back + 15 * SECOND)
    sweep_to(back, back + 14 * SECOND)
    assert match_of(table).seq == seq
    sweep_to(back + 14 * SECOND, back + 15 * SECOND)
    assert last_event(table)["by"] == "clock"


def test_a_gap_of_5_s_is_none(table: Table, now: datetime) -> None:
    sweep_to(now, now + 24 * SECOND)
    sweeps.sweep(now + 29 * SECOND)
    assert match_of(table).deadline_at == now + TURN


def test_a_turn_with_more_than_15_s_left_keeps_its_deadline(table: Table, now: datetime) -> None:
    sweeps.sweep(now + 10 * SECOND)
    assert match_of(table).deadline_at == now + TURN


def test_the_first_sweep_of_all_gives_time_too(four: dict[int, Player], now: datetime) -> None:
    opened = open_live(four, PLLAY, now)
    deal_live(opened, now)
    seq = match_of(opened).seq
    sweeps.sweep(now + timedelta(hours=1))
    assert match_of(opened).seq == seq
    assert match_of(opened).deadline_at == now + timedelta(hours=1, seconds=15)


def test_a_gap_counts_for_no_absence(table: Table, now: datetime) -> None:
    Seat.objects.filter(table=table, seat=3).update(absent_since=now - SECOND, due_at=now + 4 * SECOND)
    sweeps.sweep(now + timedelta(minutes=2))
    row = table.seats.get(seat=3)
    assert (row.absent_since, row.due_at) == (
        now - SECOND + timedelta(minutes=2),
        now + 4 * SECOND + timedelta(minutes=2),
    )


def test_while_the_sweep_does_not_work_no_browser_makes_the_clock_act(table: Table, now: datetime) -> None:
    seq = match_of(table).seq
    assert not clocks.expire(match_of(table).pk, now + TURN)
    assert match_of(table).seq == seq


def test_a_match_is_given_time_once_and_no_turn_is_shortened(table: Table, now: datetime) -> None:
    match_pk = match_of(table).pk
    assert not clocks.grant(match_pk, now + 10 * SECOND)
    assert match_of(table).deadline_at == now + TURN
    assert clocks.grant(match_pk, now + 20 * SECOND)
    assert match_of(table).deadline_at == now + 35 * SECOND
    play.close(match_pk, "abandoned", now + 21 * SECOND)
    assert not clocks.grant(match_pk, now + 60 * SECOND)


def test_who_was_connected_to_a_process_that_died_in_their_turn_gets_time_to_come_back(
    table: Table, now: datetime
) -> None:
    seat, seq = on_turn(table), match_of(table).seq
    presence.connect(table, seat, "web-dies", now + 26 * SECOND)
    sweep_to(now, now + 40 * SECOND)
    assert match_of(table).seq == seq, "nobody knows yet whether it lives"
    sweep_to(now + 40 * SECOND, now + 44 * SECOND)
    deadline = match_of(table).deadline_at
    assert deadline is not None
    assert deadline >= now + 44 * SECOND + 11 * SECOND
    action = engine.default_action(state_of(table))
    play.act(match_of(table).pk, seat, action, seen=match_of(table).acts, now=now + 50 * SECOND)
    assert "by" not in last_event(table)


def test_who_is_connected_to_a_process_that_lives_is_acted_for(table: Table, now: datetime) -> None:
    seat = on_turn(table)
    presence.connect(table, seat, "web-lives", now + 26 * SECOND)
    sweep_to(now, now + TURN)
    seq = match_of(table).seq
    presence.beat("web-lives", now + TURN + SECOND)
    sweeps.sweep(now + TURN + SECOND)
    assert match_of(table).seq == seq + 1
    assert last_event(table)["by"] == "clock"


def test_a_browser_shows_that_its_process_lives(table: Table, now: datetime) -> None:
    presence.connect(table, on_turn(table), "web-lives", now + 26 * SECOND)
    sweep_to(now, now + TURN)
    match_pk = match_of(table).pk
    assert not clocks.expire(match_pk, now + TURN)
    assert clocks.expire(match_pk, now + TURN, "web-lives")
