"""The substitute of the sweep: tables go on while beat or the workers are dead, and it ends when they are back."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.deadlines import last_sweep
from games.engine.rules import PLLAY
from games.models import Player, Table
from games.services import clocks, substitutes, sweeps
from tests.games.live import deal_live, open_live
from tests.games.playing import match_of

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


class Time:
    """A clock that goes on by what is waited, and does something at a given moment."""

    def __init__(self, start: datetime) -> None:
        self.now = start
        self.at: dict[datetime, Callable[[datetime], object]] = {}

    def read(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        if self.now in self.at:
            self.at[self.now](self.now - timedelta(milliseconds=1))


@pytest.fixture(autouse=True)
def _connection_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """This thread's connection belongs to the test."""
    monkeypatch.setattr(substitutes, "close_old_connections", lambda: None)


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    sweeps.sweep(now)
    opened = open_live(dict(enumerate([alice, bob, carol, dave])), PLLAY, now)
    deal_live(opened, now)
    return opened


def test_it_sweeps_every_second_until_somebody_else_does(table: Table, now: datetime) -> None:
    time = Time(now + 40 * SECOND)
    time.at[now + 58 * SECOND] = sweeps.sweep
    substitutes.run(time.wait, time.read)
    assert time.now == now + 58 * SECOND
    assert last_sweep() == now + 58 * SECOND - timedelta(milliseconds=1)
    assert match_of(table).is_flagged, "who was given 15 s at its first sweep has used them up"
    assert match_of(table).deadline_at == now + (40 + 15 + 30) * SECOND


def test_it_does_nothing_where_there_is_a_sweep(table: Table, now: datetime) -> None:
    time = Time(now + 4 * SECOND)
    substitutes.run(time.wait, time.read)
    assert time.now == now + 4 * SECOND
    assert last_sweep() == now


def test_a_sweep_that_fails_is_tried_again(
    table: Table, now: datetime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time = Time(now + 40 * SECOND)
    monkeypatch.setattr(substitutes, "SWEEP_SERVICE", "games.services.sweeps.no_such_function")
    time.at[now + 43 * SECOND] = sweeps.sweep
    substitutes.run(time.wait, time.read)
    assert caplog.text.count("it runs again in a second") == 3


def test_no_thread_is_started_where_the_timetable_is_the_processs_own(
    table: Table, now: datetime, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(substitutes, "run", lambda: started.append("thread"))
    assert not clocks.expire(match_of(table).pk, now + 40 * SECOND)
    assert started == []


def test_a_countdown_that_is_over_without_a_sweep_starts_it_once(
    table: Table, now: datetime, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, ends = threading.Semaphore(0), threading.Event()

    def run() -> None:
        started.release()
        ends.wait()

    settings.BOTS_RUN_IN = "worker"
    monkeypatch.setattr(substitutes, "run", run)
    for _ in range(3):
        assert not clocks.expire(match_of(table).pk, now + 40 * SECOND)
    assert started.acquire(timeout=60)
    assert not started.acquire(blocking=False)
    ends.set()
