"""Seats that several want at the same moment: the database decides, and the others are told (fault 18)."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

import pytest
from django.db import connection

from games.engine.rules import PLLAY
from games.models import Player, Seat, Table
from games.people.guests import make_guest, merge
from games.services import seating
from games.services.errors import SeatTaken, ServiceError, SitsElsewhere, TableBegun, TableGone

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 200 if connection.vendor == "postgresql" else 20  # elsewhere there is one writer at a time anyway


def run_together(*calls: Callable[[], object]) -> list[object]:
    """Runs every call in a thread of its own, released at the same moment; gives results or kinds of refusals."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except ServiceError as refused:
            return type(refused)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def table(alice: Player, now: datetime) -> Table:
    return seating.offer(alice, PLLAY, level="novice", now=now)


def test_eight_people_for_one_seat_are_one_row_and_seven_refusals(table: Table, now: datetime) -> None:
    people = [make_guest() for _ in range(8)]
    for _ in range(ROUNDS):
        results = run_together(*[partial(seating.sit, table, player, 0, now) for player in people])
        assert sorted(map(str, results)) == sorted(map(str, [None, *[SeatTaken] * 7]))
        row = Seat.objects.get(table=table, seat=0)
        assert row.is_live
        assert table.seats.count() == 2
        seating.leave(table, row.player, now)


def test_two_joins_by_one_person_at_once_are_one_seat(table: Table, bob: Player, now: datetime) -> None:
    for _ in range(ROUNDS // 4):
        results = run_together(*[partial(seating.sit, table, bob, seat, now) for seat in (0, 1)])
        assert results == [None, None], "who came second moved"
        assert table.seats.filter(player=bob).count() == 1
        seating.leave(table, bob, now)


def test_joins_of_one_person_at_two_tables_at_once_are_one_seat(
    table: Table, bob: Player, carol: Player, now: datetime
) -> None:
    other = seating.offer(carol, PLLAY, now=now)
    for _ in range(ROUNDS // 4):
        results = run_together(*[partial(seating.sit, place, bob, 0, now) for place in (table, other)])
        assert set(results) == {None, SitsElsewhere}
        row = Seat.objects.get(player=bob)
        seating.leave(row.table, bob, now)


def test_two_tables_offered_by_one_person_at_once_are_one(bob: Player, now: datetime) -> None:
    results = run_together(*[partial(seating.offer, bob, PLLAY, now=now)] * 3)
    assert results.count(SitsElsewhere) == 2
    assert Table.objects.count() == Seat.objects.count() == 1


def test_eight_people_for_the_last_three_seats_start_one_match(table: Table, now: datetime) -> None:
    people = [make_guest() for _ in range(8)]
    results = run_together(*[partial(seating.sit, table, player, None, now) for player in people])
    assert results.count(None) == 3
    assert set(results) == {None, TableBegun}
    assert sorted(table.seats.values_list("seat", flat=True)) == [0, 1, 2, 3]
    assert table.matches.count() == 1


def test_a_table_filled_while_somebody_sits_down_begins_once_and_whole(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    filled, came = run_together(partial(seating.fill, table, alice, now), partial(seating.sit, table, bob, 0, now))
    assert filled is None
    assert came in (None, TableBegun)
    assert table.seats.count() == 4
    assert table.seats.filter(player=bob).exists() == (came is None)
    assert table.matches.count() == 1


def test_the_last_leaves_while_somebody_sits_down(alice: Player, bob: Player, now: datetime) -> None:
    for _ in range(ROUNDS // 20):
        table = seating.offer(alice, PLLAY, now=now)
        left, came = run_together(partial(seating.leave, table, alice, now), partial(seating.sit, table, bob, 0, now))
        assert left is None
        assert came in (None, TableGone)
        assert list(Seat.objects.values_list("player", flat=True)) == ([bob.pk] if came is None else [])
        if came is None:
            seating.leave(table, bob, now)
        assert not Table.objects.exists()


def test_seats_swapped_from_two_tabs_at_once_are_swapped_one_after_the_other(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    seating.sit(table, bob, 0, now)
    assert run_together(*[partial(seating.swap, table, alice, 0, 1, now)] * 2) == [None, None]
    assert dict(table.seats.values_list("player", "seat")) == {alice.pk: 2, bob.pk: 0}


def test_a_guest_joins_an_account_that_sits_down_at_the_same_moment(
    table: Table, bob: Player, carol: Player, now: datetime
) -> None:
    for _ in range(ROUNDS // 20):
        other, guest = seating.offer(carol, PLLAY, now=now), make_guest()
        seating.sit(table, guest, 0, now)
        merged, came = run_together(partial(merge, guest, bob), partial(seating.sit, other, bob, 0, now))
        assert merged is None
        assert came in (None, SitsElsewhere)
        row = Seat.objects.get(player=bob, is_live=True)
        assert not Seat.objects.filter(player=guest.pk).exists()
        for player in (row.player, carol):
            seating.leave(row.table if player == row.player else other, player, now)
