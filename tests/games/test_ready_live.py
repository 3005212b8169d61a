"""Getting ready at live tables: who is not in time loses the seat, and the table waits for players again."""

from datetime import datetime, timedelta

import pytest

from games import selectors
from games.engine.actions import Reason, Refused
from games.engine.rules import PLLAY, make_challenge
from games.engine.shuffle import client_commit
from games.models import Abort, Challenge, Connection, Match, Player, Seat, Table
from games.services import clocks, presence, ready, seating, sweeps, tables
from games.services.errors import NotAllowed
from tests.games.live import deal_live, open_live
from tests.games.playing import is_match_over, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
WAIT = ready.WAIT_READY
E = [bytes([seat + 1] * 32) for seat in range(4)]


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(four: dict[int, Player], now: datetime) -> Table:
    """A live table whose four are to get ready."""
    return open_live(four, make_challenge("pllay", hand_limit=1), now)


def say_ready(table: Table, seat: int, now: datetime, *, contributes: bool = False) -> None:
    match = match_of(table)
    commit = client_commit(bytes.fromhex(match.ident), seat, E[seat]).hex() if contributes else ""
    ready.say_ready(match.pk, seat, match.ident, commit, now)


def seated(table: Table) -> dict[int, str]:
    return {row.seat: str(row.player) for row in table.seats.select_related("player")}


def test_a_full_table_begins_and_has_everybody_get_ready(table: Table, now: datetime) -> None:
    match = match_of(table)
    assert (match.seq, match.commit, match.deadline_at) == (0, "", now + WAIT)
    assert Challenge.objects.get(table=table).started_at == now
    assert match.client_commits == [None] * 4


def test_the_last_to_get_ready_deals_and_starts_the_clock(table: Table, now: datetime) -> None:
    for seat in range(4):
        assert match_of(table).seq == 0
        say_ready(table, seat, now + SECOND)
    assert match_of(table).deadline_at == now + SECOND + clocks.TURN


def test_contributions_have_their_own_10_s_and_the_deal_comes_after(table: Table, now: datetime) -> None:
    later = now + 50 * SECOND
    for seat in range(4):
        say_ready(table, seat, later, contributes=True)
    assert match_of(table).deadline_at == later + ready.WAIT
    for seat in range(4):
        ready.contribute(match_of(table).pk, seat, match_of(table).ident, E[seat], later + SECOND)
    assert match_of(table).deadline_at == later + SECOND + clocks.TURN


def test_who_is_not_ready_in_time_loses_the_seat_and_the_table_waits_again(table: Table, now: datetime) -> None:
    say_ready(table, 0, now)
    say_ready(table, 3, now)
    assert clocks.expire_due(now + WAIT - SECOND) == 0
    assert clocks.expire_due(now + WAIT) == 1
    assert seated(table) == {0: "Alice", 3: "Dave"}
    assert [row.is_live for row in table.seats.all()] == [True, True]
    assert not Match.objects.exists()
    assert Challenge.objects.get(table=table).started_at is None
    assert clocks.expire_due(now + 2 * WAIT) == 0


def test_one_who_has_lost_the_seat_may_sit_down_elsewhere_and_others_here(
    table: Table, eve: Player, bob: Player, now: datetime
) -> None:
    for seat in (0, 2, 3):
        say_ready(table, seat, now)
    clocks.expire_due(now + WAIT)
    open_live({2: bob}, PLLAY, now + WAIT)
    seating.sit(table, eve, 1, now + WAIT)
    assert seated(table) == {0: "Alice", 1: "Eve", 2: "Carol", 3: "Dave"}
    assert match_of(table).deadline_at == now + 2 * WAIT
    deal_live(table, now + WAIT)
    assert state_of(table).hand is not None


def test_if_the_maker_loses_the_seat_the_next_person_decides(table: Table, bob: Player, now: datetime) -> None:
    say_ready(table, 1, now)
    say_ready(table, 2, now)
    clocks.expire_due(now + WAIT)
    assert Challenge.objects.get(table=table).maker == bob


def test_a_table_at_which_nobody_gets_ready_goes_without_a_trace(table: Table, now: datetime) -> None:
    assert clocks.expire_due(now + WAIT) == 1
    assert [model.objects.count() for model in (Table, Seat, Challenge, Match)] == [0] * 4


def test_bots_alone_keep_no_table(alice: Player, now: datetime) -> None:
    open_live({1: alice}, PLLAY, now)
    clocks.expire_due(now + WAIT)
    assert not Table.objects.exists()


def test_a_browser_whose_countdown_is_over_has_the_seats_given_up_too(table: Table, now: datetime) -> None:
    for seconds in range(0, 60, 4):
        sweeps.sweep(now + seconds * SECOND)
    match_pk = match_of(table).pk
    assert not clocks.expire(match_pk, now + WAIT - SECOND)
    assert clocks.expire(match_pk, now + WAIT)
    assert not clocks.expire(match_pk, now + WAIT)


def test_leaving_before_the_first_card_frees_the_seat_alone(table: Table, now: datetime) -> None:
    match = match_of(table)
    ready.vacate(match, [2], now)
    assert seated(table) == {0: "Alice", 1: "Bob", 3: "Dave"}
    with pytest.raises(Refused) as refused:
        ready.vacate(match, [1], now)
    assert refused.value.reason is Reason.STALE


def test_after_the_first_card_no_seat_is_given_up_so(table: Table, now: datetime) -> None:
    deal_live(table, now)
    with pytest.raises(Refused) as refused:
        ready.vacate(match_of(table), [2], now)
    assert refused.value.reason is Reason.STALE
    assert len(seated(table)) == 4


def abort(table: Table, missing: int, now: datetime) -> datetime:
    """Has one player commit and give nothing; gives the time of the abort."""
    for seat in range(4):
        say_ready(table, seat, now, contributes=seat == missing)
    at = now + ready.WAIT
    assert clocks.expire_due(at) == 1
    return at


def test_an_abort_names_who_caused_it_and_has_everybody_get_ready_again(
    table: Table, bob: Player, now: datetime
) -> None:
    before = match_of(table).ident
    at = abort(table, 1, now)
    made = Abort.objects.get()
    assert (made.ident, made.missing, list(made.caused_by.all())) == (before, [1], [bob])
    again = match_of(table)
    assert (again.commit, again.client_commits, again.deadline_at) == ("", [None] * 4, at + WAIT)
    assert len(seated(table)) == 4


def test_the_second_abort_within_an_hour_costs_the_seat(table: Table, now: datetime) -> None:
    at = abort(table, 1, now)
    abort(table, 1, at + timedelta(minutes=50))
    assert seated(table) == {0: "Alice", 2: "Carol", 3: "Dave"}
    assert not Match.objects.exists()
    assert Abort.objects.count() == 2


def test_aborts_of_two_players_or_an_hour_apart_cost_no_seat(table: Table, now: datetime) -> None:
    at = abort(table, 1, now)
    at = abort(table, 2, at)
    abort(table, 1, at + timedelta(hours=1))
    assert len(seated(table)) == 4
    assert Abort.objects.count() == 3


def test_aborts_stay_published_when_nobody_is_left_at_their_table(alice: Player, now: datetime) -> None:
    table = open_live({1: alice}, PLLAY, now)
    for start in (now, now + timedelta(minutes=1)):
        say_ready(table, 1, start, contributes=True)
        clocks.expire_due(start + ready.WAIT)
    assert Abort.objects.count() == 2
    assert [model.objects.count() for model in (Seat, Challenge, Match)] == [0] * 3


# Playing again


@pytest.fixture
def finished(table: Table, now: datetime) -> Table:
    """A live table whose match has ended, with everybody still there."""
    deal_live(table, now)
    for seat in range(4):
        presence.connect(table, seat, "web-one", now)
    play_until(table, is_match_over, now)
    return table


def test_the_same_four_play_again_and_get_ready_again(finished: Table, now: datetime) -> None:
    first = match_of(finished)
    tables.play_again(finished, first.ident, now)
    assert (match_of(finished).ordinal, match_of(finished).deadline_at) == (1, now + WAIT)
    with pytest.raises(Refused):
        tables.play_again(finished, first.ident, now)
    assert [row.is_live for row in finished.seats.all()] == [True] * 4
    deal_live(finished, now)
    assert state_of(finished).hand is not None


def test_there_is_no_other_match_without_somebody_who_went(finished: Table, now: datetime) -> None:
    Connection.objects.filter(seat__seat=2).delete()
    with pytest.raises(NotAllowed, match="Carol is no longer here"):
        tables.play_again(finished, match_of(finished).ident, now)
    assert finished.matches.count() == 1
    assert [row.is_live for row in finished.seats.all()] == [False] * 4


def test_there_is_no_other_match_with_somebody_who_plays_elsewhere(
    finished: Table, carol: Player, now: datetime
) -> None:
    open_live({0: carol}, PLLAY, now)
    with pytest.raises(NotAllowed, match="Carol plays at another table"):
        tables.play_again(finished, match_of(finished).ident, now)
    assert finished.matches.count() == 1
    assert [row.is_live for row in finished.seats.all()] == [False] * 4


def test_who_does_not_get_ready_again_changes_nothing_of_what_was_played(finished: Table, now: datetime) -> None:
    first = match_of(finished)
    tables.play_again(finished, first.ident, now)
    clocks.expire_due(now + WAIT)
    assert match_of(finished) == first
    assert len(seated(finished)) == 4
    assert [row.is_live for row in finished.seats.all()] == [False] * 4
    assert selectors.transcript_of(first)
