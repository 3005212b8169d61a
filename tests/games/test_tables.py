"""Tables: opening them, playing again, and what becomes of those that guests leave behind."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import selectors
from games.engine.actions import Reason, Refused
from games.engine.rules import HOUSE, PLLAY, make_challenge
from games.models import Match, Player, Table
from games.people.guests import make_guest
from games.services import tables
from games.services.errors import UnknownLevel
from tests.games.playing import is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]


def test_a_person_sits_south_among_labelled_bots(open_table: OpenTable, alice: Player) -> None:
    table = open_table(alice)
    assert [(s.seat, s.level, s.player.is_bot) for s in table.seats.all()] == [
        (0, "novice", True),
        (1, "novice", True),
        (2, "", False),
        (3, "novice", True),
    ]
    assert selectors.seat_of(table, alice) == 2


@pytest.mark.parametrize("level", ["", "grandmaster", "random", "<script>", "x" * 10_000])
def test_a_level_that_is_not_offered_is_refused_and_nothing_is_made(alice: Player, now: datetime, level: str) -> None:
    with pytest.raises(UnknownLevel) as refused:
        tables.open_practice_table(alice, PLLAY, {0: "novice", 1: level, 3: "novice"}, now)
    assert len(str(refused.value)) < 100
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_a_table_is_played_under_the_rules_it_was_opened_with(open_table: OpenTable, alice: Player, name: str) -> None:
    assert state_of(open_table(alice, rules=HOUSE[name])).rules == HOUSE[name]


def test_tables_have_addresses_that_do_not_follow_from_one_another(open_table: OpenTable, alice: Player) -> None:
    codes = {open_table(alice).code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {12}


def test_playing_again_keeps_the_seats_and_makes_a_new_promise(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    first = match_of(table)
    tables.play_again(table, first.ident, now)
    second = match_of(table)
    assert (second.ordinal, second.ended_at) == (1, None)
    assert len({first.ident, second.ident, first.commit, second.commit}) == 4
    with pytest.raises(Refused) as refused:
        tables.play_again(table, first.ident, now)
    assert refused.value.reason is Reason.STALE


def test_my_tables_lists_running_ones_first_each_by_its_latest_match(
    open_table: OpenTable, alice: Player, bob: Player, now: datetime
) -> None:
    rules = make_challenge("pllay", hand_limit=1)
    finished, running, foreign = (open_table(player, rules=rules) for player in (alice, alice, bob))
    play_until(finished, is_match_over, now + timedelta(hours=1))
    assert [match.table for match in selectors.tables_of(alice)] == [running, finished]
    tables.play_again(finished, match_of(finished).ident, now + timedelta(hours=2))
    assert [match.table for match in selectors.tables_of(alice)] == [finished, running]
    assert [match.table for match in selectors.tables_of(bob)] == [foreign]


def test_a_finished_match_stays_in_the_list_when_another_is_played_at_its_table(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    first = match_of(table)
    tables.play_again(table, first.ident, now)
    assert list(selectors.matches_of(alice)) == [match_of(table), first]


def test_whoever_has_no_name_yet_is_called_by_their_username() -> None:
    assert str(Player.objects.create_superuser("root", "root@example.com", "x")) == "root"


def test_a_guests_table_untouched_for_30_days_is_ended_as_abandoned(open_table: OpenTable, now: datetime) -> None:
    table = open_table(make_guest())
    assert tables.end_untouched(now + timedelta(days=30)) == 0
    assert tables.end_untouched(now + timedelta(days=30, seconds=1)) == 1
    outcome = state_of(table).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("abandoned", None)
    assert tables.end_untouched(now + timedelta(days=99)) == 0


def test_a_match_that_cannot_be_ended_does_not_keep_the_others(
    open_table: OpenTable, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, sound = open_table(make_guest()), open_table(make_guest())
    Match.objects.filter(pk=match_of(damaged).pk).update(state={"damaged": True})
    assert tables.end_untouched(now + timedelta(days=31)) == 1
    assert match_of(sound).ended_at is not None
    assert "could not be ended" in caplog.text


def test_a_table_that_was_played_at_or_is_an_accounts_is_not_ended(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    touched, kept = open_table(make_guest()), open_table(alice)
    play_until(touched, is_playing, now + timedelta(days=29))
    assert tables.end_untouched(now + timedelta(days=31)) == 0
    assert match_of(touched).ended_at is None
    assert match_of(kept).ended_at is None


def test_a_table_of_bots_seats_any_level(now: datetime) -> None:
    table = tables.open_bots_table(PLLAY, ["random", "novice", "random", "novice"], now)
    assert [seat.level for seat in table.seats.all()] == ["random", "novice", "random", "novice"]
