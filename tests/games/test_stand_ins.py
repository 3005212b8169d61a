"""Bots that stand in for people: how they play, who they say they are, and when they give the seat back."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks as OnCommit

from games import selectors
from games.bots import registry
from games.engine import match as engine
from games.engine.actions import action_json
from games.engine.rules import make_challenge
from games.engine.visibility import seat_view
from games.models import Player, Table
from games.services import bots, clocks, leaving, play, presence
from tests.games.live import deal_live, last_event, on_turn, open_live
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
Opener = Callable[..., Table]
TURN = timedelta(seconds=30)


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(four: dict[int, Player], now: datetime) -> Table:
    opened = open_live(four, make_challenge("pllay", hand_limit=1), now, level="novice")
    deal_live(opened, now)
    return opened


def move(table: Table, now: datetime) -> None:
    bots.move_due(match_of(table).pk, lambda: now)


@pytest.mark.parametrize("until", [lambda state: state.acts == 0, is_playing])
def test_a_stand_in_acts_as_the_bot_that_the_takeover_names(
    table: Table, now: datetime, until: Callable[[engine.Match], bool]
) -> None:
    play_until(table, until, now)
    seat = on_turn(table)
    play.take_over(match_of(table).pk, seat, now)
    state, seed = state_of(table), selectors.shuffle_of(match_of(table)).bot_seed(0, seat)
    expected = registry.choose("novice-1", seat_view(state, seat), seed)
    move(table, now)
    assert last_event(table).items() >= (action_json(expected) | {"seat": seat, "by": "bot"}).items()
    assert on_turn(table) != seat
    assert match_of(table).deadline_at == now + TURN, "the next person has a whole turn"


@pytest.mark.parametrize("level", ["random", "novice", "club"])
def test_the_bot_is_of_the_level_that_was_agreed_for_the_table(
    four: dict[int, Player], now: datetime, level: str
) -> None:
    opened = open_live(four, make_challenge("pllay", hand_limit=1), now, level=level)
    deal_live(opened, now)
    play.take_over(match_of(opened).pk, 3, now)
    assert last_event(opened)["bot"] == registry.ref(level)
    assert state_of(opened).stand_ins[3] == registry.ref(level)


def test_a_takeover_wakes_the_bot_when_it_is_its_turn(
    table: Table, now: datetime, django_capture_on_commit_callbacks: OnCommit
) -> None:
    seat = on_turn(table)
    with django_capture_on_commit_callbacks(execute=True):
        play.take_over(match_of(table).pk, seat, now)
    assert on_turn(table) != seat
    assert last_event(table)["by"] == "bot"


def test_a_stand_in_whose_wake_up_was_lost_is_woken_by_the_sweep(table: Table, now: datetime) -> None:
    seat = on_turn(table)
    play.take_over(match_of(table).pk, seat, now)
    bots.wake_late(now + bots.LATE)
    assert on_turn(table) == seat, "it may still be on its way"
    bots.wake_late(now + bots.LATE + timedelta(seconds=1))
    assert on_turn(table) != seat


def test_the_seat_is_given_back_at_its_next_turn_once_its_player_is_there(table: Table, now: datetime) -> None:
    seat = on_turn(table)
    play.take_over(match_of(table).pk, seat, now)
    move(table, now)
    presence.connect(table, seat, "web-here", now)
    assert state_of(table).stand_ins[seat] == "novice-1", "until its next turn the bot keeps it"
    while on_turn(table) != seat:
        act_default(table, now)
    acts, later = match_of(table).acts, now + timedelta(seconds=40)
    move(table, later)
    assert last_event(table).items() >= {"type": "return", "seat": seat}.items()
    assert (on_turn(table), match_of(table).acts) == (seat, acts), "it is the person's turn"
    assert (match_of(table).deadline_at, match_of(table).bot_to_act) == (later + TURN, False)


def test_whoever_left_on_purpose_is_not_given_the_seat_unasked(table: Table, now: datetime) -> None:
    seat = on_turn(table)
    presence.connect(table, seat, "web-here", now)
    leaving.leave(table, seat, match_of(table).ident, now)
    move(table, now)
    assert last_event(table).items() >= {"seat": seat, "by": "bot"}.items()


def test_no_clock_runs_for_a_stand_in(table: Table, now: datetime) -> None:
    play.take_over(match_of(table).pk, on_turn(table), now)
    seq = match_of(table).seq
    assert clocks.expire_due(now + timedelta(minutes=5)) == 0
    assert match_of(table).seq == seq


def test_a_match_of_stand_ins_alone_is_played_to_its_end(four: dict[int, Player], now: datetime) -> None:
    opened = open_live(four, make_challenge("pllay", hand_limit=2), now)
    deal_live(opened, now)
    for seat in range(4):
        play.take_over(match_of(opened).pk, seat, now)
    move(opened, now)
    assert is_hand_over(state_of(opened))
    assert match_of(opened).deadline_at == now + timedelta(seconds=10), "a person may yet come back to start it"
    assert clocks.expire_due(now + timedelta(seconds=10)) == 1
    move(opened, now + timedelta(seconds=10))
    assert is_match_over(state_of(opened))


def test_the_bots_of_the_table_play_beside_stand_ins(alice: Player, bob: Player, now: datetime) -> None:
    opened = open_live({0: alice, 1: bob}, make_challenge("pllay", hand_limit=1), now)
    deal_live(opened, now)
    play.take_over(match_of(opened).pk, 1, now)
    while not is_match_over(state_of(opened)):
        move(opened, now)
        if not is_match_over(state_of(opened)):
            assert on_turn(opened) == 0
            act_default(opened, now)
    makers = {(event["seat"], event.get("by")) for event in selectors.events_of(match_of(opened)) if "card" in event}
    assert makers == {(0, None), (1, "bot"), (2, None), (3, None)}
