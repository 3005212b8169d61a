"""The bots' turns: played through the one door until a person is to act, and repeated after a crash."""

import json
from collections.abc import Callable
from datetime import datetime

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks as OnCommit
from pytest_django import Settings

from config import celery_app
from games import selectors, tasks
from games.bots import registry
from games.engine import match as engine
from games.engine.actions import action_json
from games.engine.rules import make_challenge
from games.engine.visibility import seat_view
from games.models import Player, Table
from games.services import bots, tables, wakeups
from tests.games.playing import act_default, is_match_over, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]


def test_bots_move_until_the_person_is_to_act(open_table: OpenTable, alice: Player) -> None:
    table = open_table(alice)
    bots.move_due(match_of(table).pk)
    assert (engine.turn(state_of(table)), match_of(table).bot_to_act) == (2, False)


def test_a_bot_among_people_never_starts_the_next_hand(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice)
    play_until(table, lambda state: engine.phase(state) == engine.Phase.HAND_OVER, now)
    bots.move_due(match_of(table).pk)
    assert engine.phase(state_of(table)) == engine.Phase.HAND_OVER


def test_four_bots_play_a_match_to_its_end(now: datetime) -> None:
    table = tables.open_bots_table(make_challenge("pllay", hand_limit=3), ["novice"] * 4, now)
    bots.move_due(match_of(table).pk)
    assert is_match_over(state_of(table))


def test_a_bot_acts_as_its_pure_function_says(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice)
    play_until(table, lambda state: engine.turn(state) == 1, now)
    match, state = match_of(table), state_of(table)
    expected = registry.choose("novice-1", seat_view(state, 1), selectors.shuffle_of(match).bot_seed(0, 1))
    bots.move_due(match.pk)
    event = json.loads(selectors.lines_of(match_of(table), match.seq)[0])
    assert event.items() >= action_json(expected).items()


def test_an_action_of_a_person_wakes_the_bots_once_it_is_committed(
    open_table: OpenTable,
    alice: Player,
    now: datetime,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = open_table(alice)
    before = match_of(table)
    assert engine.turn(state_of(table)) == 2
    with django_capture_on_commit_callbacks(execute=True):
        act_default(table, now)
        assert match_of(table).acts == before.acts + 1, "nobody has moved before the commit"
    assert engine.turn(state_of(table)) == 2
    assert match_of(table).acts > before.acts + 1


def test_the_sweep_moves_bots_whose_wake_up_was_lost(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice)
    play_until(table, lambda state: engine.turn(state) == 3, now)
    assert match_of(table).bot_to_act
    bots.wake_late(now + bots.LATE)
    assert engine.turn(state_of(table)) == 3, "it may still be on its way"
    tasks.wake_bots()
    assert engine.turn(state_of(table)) == 2


def test_a_broker_that_is_down_loses_no_action(
    open_table: OpenTable,
    alice: Player,
    now: datetime,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table(alice)
    settings.BOTS_RUN_IN = "worker"
    monkeypatch.setattr(celery_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    wakeups.wake(match_of(table).pk)
    assert "could not be started" in caplog.text
