"""The clocks of live tables: when the server acts, and for whom."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import selectors
from games.engine import match as engine
from games.engine.actions import Bid, Reason, Refused, action_json
from games.engine.rules import PLLAY, make_challenge
from games.engine.visibility import seat_view
from games.models import Match, Player, Table
from games.services import clocks, play, ready, sweeps
from tests.games.live import deal_live, last_event, on_turn, open_live, sweep_to
from tests.games.playing import act_default, is_hand_over, is_playing, match_of, play_until, state_of

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


def timeouts(table: Table) -> list[int]:
    return [seat.timeouts for seat in table.seats.all()]


def test_the_clock_acts_when_30_s_are_over_and_no_sooner(table: Table, now: datetime) -> None:
    seat, seq = on_turn(table), match_of(table).seq
    sweep_to(now, now + TURN - SECOND)
    assert match_of(table).seq == seq
    sweep_to(now + TURN - SECOND, now + TURN)
    assert last_event(table).items() >= {"type": "look", "seat": seat, "by": "clock"}.items()
    assert match_of(table).seq == seq + 1
    assert match_of(table).deadline_at == now + 2 * TURN, "it is the same seat's turn, to bid"
    sweep_to(now + TURN, now + 2 * TURN)
    assert last_event(table).items() >= {"type": "bid", "bid": 1, "seat": seat, "by": "clock"}.items()


@pytest.mark.parametrize("phase", ["look", "bid", "play", "lead"])
def test_the_clocks_act_is_the_default_one_marked_and_counted(table: Table, now: datetime, phase: str) -> None:
    reached: dict[str, Callable[[engine.Match], bool]] = {
        "look": lambda state: state.acts == 0,
        "bid": lambda state: state.acts == 1,
        "play": lambda state: is_playing(state) and state.hand is not None and len(state.hand.trick) == 2,
        "lead": lambda state: state.hand is not None and len(state.hand.tricks) == 3,
    }
    state = play_until(table, reached[phase], now)
    seat = on_turn(table)
    assert not match_of(table).is_flagged
    assert clocks.expire_due(now + TURN) == 1
    wanted = action_json(engine.default_action(state)) | {"seat": seat, "by": "clock"}
    assert last_event(table).items() >= wanted.items()
    assert match_of(table).is_flagged
    assert timeouts(table) == [int(other == seat) for other in range(4)]


def test_a_clock_that_ran_out_acts_once_however_many_see_it(table: Table, now: datetime) -> None:
    seq = match_of(table).seq
    sweep_to(now, now + TURN - SECOND)
    done = [clocks.expire(match_of(table).pk, now + TURN) for _ in range(4)]
    assert done == [True, False, False, False]
    assert match_of(table).seq == seq + 1


def test_a_browser_whose_clock_is_fast_changes_nothing(table: Table, now: datetime) -> None:
    before = match_of(table)
    sweep_to(now, now + TURN - SECOND)
    assert not clocks.expire(before.pk, now + TURN - timedelta(milliseconds=1))
    assert (match_of(table).seq, match_of(table).deadline_at) == (before.seq, before.deadline_at)


def test_an_act_after_its_deadline_is_stale_since_the_clock_was_first(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    sweep_to(now, now + TURN - SECOND)
    late = now + TURN + timedelta(milliseconds=300)
    with pytest.raises(Refused) as refused:
        play.act(match.pk, seat, engine.default_action(state_of(table)), seen=match.acts, now=late)
    assert refused.value.reason is Reason.STALE
    assert last_event(table).items() >= {"seat": seat, "by": "clock"}.items()
    assert match_of(table).seq == match.seq + 1
    assert match_of(table).is_flagged


def test_an_act_at_its_last_moment_counts(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    moment = now + TURN - timedelta(milliseconds=1)
    play.act(match.pk, seat, engine.default_action(state_of(table)), seen=match.acts, now=moment)
    assert "by" not in last_event(table)
    assert clocks.expire_due(now + TURN) == 0


def test_an_act_that_was_late_because_the_server_had_stopped_counts(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    late = now + TURN + 20 * SECOND
    play.act(match.pk, seat, engine.default_action(state_of(table)), seen=match.acts, now=late, action_id="late")
    assert "by" not in last_event(table)
    assert not match_of(table).is_flagged
    assert match_of(table).deadline_at == late + TURN


def test_an_act_sent_again_after_its_turn_is_over_is_still_accepted(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    action = engine.default_action(state_of(table))
    play.act(match.pk, seat, action, seen=match.acts, now=now, action_id="one")
    seq = match_of(table).seq
    play.act(match.pk, seat, action, seen=match.acts, now=now + TURN, action_id="one")
    assert match_of(table).seq == seq


def test_the_next_hand_starts_by_itself_after_10_s(table: Table, now: datetime) -> None:
    play_until(table, is_hand_over, now)
    seq = match_of(table).seq
    sweep_to(now, now + 9 * SECOND)
    assert match_of(table).seq == seq
    sweep_to(now + 9 * SECOND, now + 10 * SECOND)
    assert last_event(table).items() >= {"type": "hand_start", "hand": 1}.items()
    assert match_of(table).deadline_at == now + 10 * SECOND + TURN
    assert not match_of(table).is_flagged
    assert timeouts(table) == [0] * 4


def test_a_hand_that_somebody_started_is_not_started_again(table: Table, now: datetime) -> None:
    play_until(table, is_hand_over, now)
    play.start_hand(match_of(table).pk, 0, now + 9 * SECOND)
    seq = match_of(table).seq
    assert clocks.expire_due(now + 10 * SECOND) == 0
    assert match_of(table).seq == seq


def test_no_clock_runs_where_a_person_plays_with_bots_alone(
    open_table: Callable[..., Table], alice: Player, now: datetime
) -> None:
    table = open_table(alice)
    play_until(table, lambda state: engine.turn(state) == 2, now)
    seq = match_of(table).seq
    assert match_of(table).deadline_at is None
    sweep_to(now, now + timedelta(minutes=2))
    assert match_of(table).seq == seq


def test_one_match_in_which_the_clock_cannot_act_does_not_keep_the_others(
    table: Table, eve: Player, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    sound = open_live({0: eve}, PLLAY, now + SECOND)
    deal_live(sound, now + SECOND)
    play_until(sound, lambda state: engine.turn(state) == 0, now + SECOND)
    Match.objects.filter(pk=match_of(table).pk).update(state={"damaged": True})
    assert clocks.expire_due(now + SECOND + TURN) == 1
    assert last_event(sound)["by"] == "clock"
    assert "the clock could not act" in caplog.text


def test_a_browser_with_a_wrong_clock_is_told_the_servers_time(table: Table, now: datetime) -> None:
    """Whatever a browser's clock says, the view has the moment and the clock that it is counted by."""
    match = match_of(table)
    asked_at = now + 11 * SECOND
    message = selectors.read_table(table.pk, 0, have=0, now_ms=play.milliseconds(asked_at))
    clock = message["live"]["clock"]
    assert clock["until"] - message["now"] == 19_000
    assert match_of(table).deadline_at == match.deadline_at == now + TURN


def test_an_act_of_another_seat_is_no_way_around_the_clock(table: Table, now: datetime) -> None:
    match, seat = match_of(table), on_turn(table)
    sweep_to(now, now + TURN - SECOND)
    with pytest.raises(Refused):
        play.act(match.pk, (seat + 2) % 4, Bid(3), seen=match.acts, now=now + TURN)
    assert last_event(table).items() >= {"seat": seat, "by": "clock"}.items()


def test_getting_ready_has_a_deadline_that_everybody_is_told(four: dict[int, Player], now: datetime) -> None:
    opened = open_live(four, PLLAY, now)
    message = selectors.read_table(opened.pk, 2, have=0, now_ms=play.milliseconds(now))
    assert match_of(opened).deadline_at == now + ready.WAIT_READY
    assert message["live"]["ready_until"] - message["now"] == 60_000


def test_the_view_says_when_the_next_hand_starts(table: Table, now: datetime) -> None:
    state = play_until(table, is_hand_over, now)
    message = selectors.read_table(table.pk, 2, have=0, now_ms=play.milliseconds(now))
    assert (message["live"]["clock"], message["live"]["next_at"] - message["now"]) == (None, 10_000)
    assert message["view"] == json.loads(json.dumps(seat_view(state, 2)))


def test_acts_in_time_are_never_flagged(table: Table, now: datetime) -> None:
    for seconds in range(0, 200, 20):
        sweep_to(now + (seconds - 20) * SECOND, now + seconds * SECOND)
        act_default(table, now + seconds * SECOND)
    assert not match_of(table).is_flagged
    assert timeouts(table) == [0] * 4
