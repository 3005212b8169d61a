"""Sockets that come and go, sweeps and acts at the same moment: who is there is never in doubt afterwards."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection

from games import selectors
from games.engine import match as engine
from games.engine.actions import Bid, Refused
from games.engine.rules import make_challenge
from games.models import Connection, Player, Seat, Table
from games.services import leaving, play, presence
from games.services.errors import ServiceError
from tests.games.live import deal_live, open_live
from tests.games.playing import match_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 30
ONE, OTHER = "web-one", "web-other"
Together = Callable[..., list[object]]


@pytest.fixture
def together() -> Iterator[Together]:
    """Runs calls in threads of their own, released at the same moment; gives results or refusals."""
    with ThreadPoolExecutor(8) as pool:

        def run(call: Callable[[], object], barrier: threading.Barrier) -> object:
            barrier.wait()
            try:
                return call()
            except (Refused, ServiceError) as refused:
                return refused
            finally:
                connection.close()

        def run_all(*calls: Callable[[], object]) -> list[object]:
            barrier = threading.Barrier(len(calls))
            return list(pool.map(partial(run, barrier=barrier), calls))

        yield run_all


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    rules = make_challenge("classic500", target=None, hand_limit=50)
    opened = open_live(dict(enumerate([alice, bob, carol, dave])), rules, now)
    deal_live(opened, now)
    return opened


def row(table: Table, seat: int) -> Seat:
    return Seat.objects.get(table=table, seat=seat)


def told(table: Table) -> list[str]:
    kinds = ("away", "back", "takeover", "return")
    return [event["type"] for event in selectors.events_of(match_of(table)) if event["type"] in kinds]


def test_a_socket_that_closes_as_another_opens_elsewhere_is_no_absence(
    table: Table, now: datetime, together: Together
) -> None:
    last = presence.connect(table, 1, ONE, now)
    for n in range(ROUNDS):
        process = (OTHER, ONE)[n % 2]
        _closed, opened = together(
            partial(presence.disconnect, last, now), partial(presence.connect, table, 1, process, now)
        )
        assert isinstance(opened, int)
        assert row(table, 1).absent_since is None
        last = opened
    assert Connection.objects.count() == 1
    assert told(table) == []


def test_the_last_two_sockets_that_close_at_once_begin_one_absence(
    table: Table, now: datetime, together: Together
) -> None:
    for n in range(ROUNDS):
        at = now + timedelta(seconds=n)
        pair = [presence.connect(table, 1, process, at) for process in (ONE, OTHER)]
        together(*[partial(presence.disconnect, pk, at) for pk in pair])
        assert (row(table, 1).absent_since, row(table, 1).due_at) == (at, at + timedelta(seconds=5))


def test_a_step_of_an_absence_is_taken_by_one_of_several_sweeps(
    table: Table, now: datetime, together: Together
) -> None:
    presence.disconnect(presence.connect(table, 1, ONE, now), now)
    for second in (5, 60, 600):
        results = together(*[partial(presence.expire_due, now + timedelta(seconds=second))] * 4)
        assert results.count(1) == 1
    assert told(table) == ["away", "takeover"]


def test_who_comes_back_as_a_bot_takes_the_seat_is_back_or_was_never_replaced(
    table: Table, now: datetime, together: Together
) -> None:
    for n in range(ROUNDS):
        gone_at = now + timedelta(minutes=2 * n)
        presence.disconnect(presence.connect(table, 1, ONE, gone_at), gone_at)
        at = gone_at + timedelta(seconds=60)
        presence.expire_due(gone_at + timedelta(seconds=5))
        before = len(told(table))
        _step, opened = together(partial(presence.expire_due, at), partial(presence.connect, table, 1, ONE, at))
        assert told(table)[before:] in (["back"], ["takeover", "back"])
        assert row(table, 1).due_at is None
        play.give_back(match_of(table).pk, 1, at)
        assert isinstance(opened, int)
        Connection.objects.all().delete()


def test_acts_clocks_and_sockets_at_once_all_count_and_nothing_waits_for_ever(
    table: Table, now: datetime, together: Together
) -> None:
    for n in range(ROUNDS // 3):
        at = now + timedelta(minutes=n)
        for seat in range(4):
            presence.disconnect(presence.connect(table, seat, ONE, at), at)
        later = at + timedelta(seconds=31)
        before = match_of(table).acts
        together(
            partial(play.act_for_clock, match_of(table).pk, later),
            partial(presence.expire_due, later),
            *[partial(presence.connect, table, seat, OTHER, later) for seat in range(4)],
        )
        assert match_of(table).acts == before + 1
        assert not Seat.objects.filter(table=table, absent_since__isnull=False).exists()
        Connection.objects.all().delete()


def test_four_who_leave_at_once_all_leave(table: Table, now: datetime, together: Together) -> None:
    ident = match_of(table).ident
    together(*[partial(leaving.leave, table, seat, ident, now) for seat in range(4)])
    assert match_of(table).state["outcome"]["reason"] == "left"
    assert told(table).count("takeover") == 4


def test_leaving_as_one_acts_leaves_the_seat_to_a_bot_whoever_was_faster(
    table: Table, now: datetime, together: Together
) -> None:
    seat = engine.turn(state_of(table))
    assert seat is not None
    act = partial(play.act, match_of(table).pk, seat, Bid(3), seen=0, now=now)
    together(partial(leaving.leave, table, seat, match_of(table).ident, now), act)
    assert state_of(table).stand_ins[seat] == "novice-1"
    assert match_of(table).acts >= 1
