"""What people, clocks, bots and sweeps do at the same moment at live tables: the database decides, once."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection

from games import selectors
from games.engine import match as engine
from games.engine.actions import Bid, Play, Reason, Refused
from games.engine.rules import PLLAY, make_challenge
from games.models import Match, Player, Table
from games.services import bots, clocks, play, presence, sweeps, tables, wakeups
from tests.games.live import deal_live, on_turn, open_live
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 1000
TURN = timedelta(seconds=30)
Together = Callable[..., list[object]]


@pytest.fixture
def together() -> Iterator[Together]:
    """Runs calls in threads of their own, released at the same moment; gives results or refusals."""
    with ThreadPoolExecutor(8) as pool:

        def run(call: Callable[[], object], barrier: threading.Barrier) -> object:
            barrier.wait()
            try:
                return call()
            except Refused as refused:
                return refused.reason
            finally:
                connection.close()

        def run_all(*calls: Callable[[], object]) -> list[object]:
            barrier = threading.Barrier(len(calls))
            return list(pool.map(partial(run, barrier=barrier), calls))

        yield run_all


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(four: dict[int, Player], now: datetime) -> Table:
    opened = open_live(four, make_challenge("classic500", target=None, hand_limit=50), now)
    deal_live(opened, now)
    return opened


def events_of(table: Table, first: int = 0) -> list[dict[str, object]]:
    return [json.loads(line) for line in selectors.lines_of(match_of(table), first)]


def kinds_of(table: Table, first: int = 0) -> list[object]:
    return [event["type"] for event in events_of(table, first)]


def test_a_play_and_the_clocks_act_at_once_are_one_event_each_time(
    table: Table, now: datetime, together: Together
) -> None:
    for _ in range(ROUNDS):
        match, state = match_of(table), state_of(table)
        if is_hand_over(state):
            match, now = play.start_hand(match.pk, len(state.results) - 1, now), now + TURN
            state = state_of(table)
        seat = engine.turn(state)
        action = engine.legal_actions(state, seat)[-1]
        deadline = match.deadline_at
        assert deadline is not None
        made, acted = together(
            partial(play.act, match.pk, seat, action, seen=match.acts, now=deadline - timedelta(milliseconds=1)),
            partial(play.act_for_clock, match.pk, deadline),
        )
        events = [event for event in events_of(table, match.seq) if event["type"] in ("bid", "play")]
        assert [event["seat"] for event in events] == [seat]
        assert (acted, made is Reason.STALE, events[0].get("by")) in [(True, True, "clock"), (False, False, None)]
        now = deadline
    assert match_of(table).acts == ROUNDS


def test_two_cards_of_one_seat_and_its_clock_at_once_are_one_event(
    table: Table, now: datetime, together: Together
) -> None:
    play_until(table, lambda state: is_playing(state) and len(engine.legal_actions(state, engine.turn(state))) > 1, now)
    match, state = match_of(table), state_of(table)
    seat = on_turn(table)
    first, second = engine.legal_actions(state, seat)[:2]
    assert isinstance(first, Play)
    last = now + TURN - timedelta(milliseconds=1)
    together(
        partial(play.act, match.pk, seat, first, seen=match.acts, now=last, action_id="one"),
        partial(play.act, match.pk, seat, second, seen=match.acts, now=last, action_id="two"),
        partial(play.act_for_clock, match.pk, now + TURN),
    )
    assert match_of(table).acts == match.acts + 1
    hand = state_of(table).hand
    assert hand is not None
    assert len(hand.holdings[seat]) == 12


def test_the_same_clock_seen_by_four_browsers_and_two_sweeps_acts_once(
    table: Table, now: datetime, together: Together
) -> None:
    sweeps.sweep(now + TURN - timedelta(seconds=1))
    match, late = match_of(table), now + TURN + timedelta(seconds=15)
    sweeps.sweep(late - timedelta(seconds=1))
    Match.objects.filter(pk=match.pk).update(deadline_at=late)
    together(*[partial(clocks.expire, match.pk, late)] * 4, *[partial(sweeps.sweep, late)] * 2)
    assert match_of(table).acts == match.acts + 1
    assert [row.timeouts for row in table.seats.all()].count(1) == 1


def test_the_next_hand_is_started_once_by_four_people_and_a_sweep(
    table: Table, now: datetime, together: Together
) -> None:
    play_until(table, is_hand_over, now)
    match = match_of(table)
    due = now + timedelta(seconds=10)
    together(*[partial(play.start_hand, match.pk, 0, due)] * 4, partial(clocks.expire_due, due))
    assert kinds_of(table, match.seq) == ["hand_start"]


def test_a_person_who_acts_as_the_bot_moves_has_the_seat_back_whoever_was_faster(
    four: dict[int, Player], now: datetime, together: Together
) -> None:
    for _ in range(5):
        table = open_live(four, make_challenge("classic500"), now)
        deal_live(table, now)
        for _bid in range(4):
            _act_as_the_bot_moves(table, now, together)
        play.close(match_of(table).pk, "abandoned", now)


def _act_as_the_bot_moves(table: Table, now: datetime, together: Together) -> None:
    seat = on_turn(table)
    with wakeups.moving():
        play.take_over(match_of(table).pk, seat, now)
    match, action = match_of(table), engine.default_action(state_of(table))
    made = together(
        partial(play.act, match.pk, seat, action, seen=match.acts, now=now, action_id=f"mine{match.acts}"),
        partial(bots.move_due, match.pk, lambda: now),
    )
    assert kinds_of(table, match.seq) == (["bid"] if made[0] is Reason.STALE else ["return", "bid"])
    play.give_back(match.pk, seat, now)
    assert match_of(table).acts == match.acts + 1
    assert state_of(table).stand_ins == (None,) * 4


def test_a_seat_is_taken_over_once_by_several_sweeps(table: Table, now: datetime, together: Together) -> None:
    match = match_of(table)
    seat = (on_turn(table) + 1) % 4
    assert together(*[partial(play.take_over, match.pk, seat, now)] * 4).count(True) == 1
    assert together(*[partial(play.give_back, match.pk, seat, now)] * 4).count(True) == 1
    assert kinds_of(table, match.seq) == ["takeover", "return"]


def test_a_takeover_and_an_act_at_once_are_both_written_in_an_order_that_holds(
    table: Table, now: datetime, together: Together
) -> None:
    match, seat = match_of(table), on_turn(table)
    with wakeups.moving():
        together(
            partial(play.act, match.pk, seat, Bid(3), seen=match.acts, now=now),
            partial(play.take_over, match.pk, seat, now),
        )
    assert kinds_of(table, match.seq) in [["bid", "takeover"], ["takeover", "return", "bid"]]


def test_partners_who_concede_at_once_end_the_match_once(table: Table, now: datetime, together: Together) -> None:
    match = match_of(table)
    together(*[partial(play.concede, match.pk, seat, now) for seat in (1, 3)])
    assert kinds_of(table, match.seq) == ["concede", "concede", "match_end", "reveal"]


def test_both_sides_that_concede_at_once_have_one_winner(table: Table, now: datetime, together: Together) -> None:
    together(*[partial(play.concede, match_of(table).pk, seat, now) for seat in range(4)])
    assert kinds_of(table).count("match_end") == 1
    outcome = state_of(table).outcome
    assert outcome is not None
    assert outcome.winner in (0, 1)


def test_seats_that_nobody_got_ready_in_are_given_up_once(
    four: dict[int, Player], now: datetime, together: Together, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = open_live(four, PLLAY, now)
    late = now + timedelta(seconds=60)
    assert together(*[partial(clocks.expire_due, late)] * 4).count(1) == 1
    assert not Table.objects.filter(pk=waiting.pk).exists()
    assert "could not be given up" not in caplog.text


def test_four_who_press_again_at_once_begin_one_match(
    four: dict[int, Player], now: datetime, together: Together
) -> None:
    opened = open_live(four, make_challenge("pllay", hand_limit=1), now)
    deal_live(opened, now)
    for seat in range(4):
        presence.connect(opened, seat, "web-one", now)
    play_until(opened, is_match_over, now)
    ident = match_of(opened).ident
    together(*[partial(tables.play_again, opened, ident, now)] * 4)
    assert opened.matches.count() == 2
    assert [row.is_live for row in opened.seats.all()] == [True] * 4
