"""The rematch with other partners: who sits where, who is led there, and that asking twice opens one table."""

import random
from datetime import datetime

import pytest
from waffle.testutils import override_switch

from games import selectors
from games.engine.actions import Reason, Refused
from games.engine.rules import make_challenge
from games.models import Challenge, Player, Table
from games.services import play, rematches
from games.services.errors import NotAllowed, SitsElsewhere
from tests.games.live import deal_live, open_live
from tests.games.playing import is_match_over, is_playing, match_of, open_dealt, play_until

pytestmark = pytest.mark.django_db
RULES = make_challenge("pllay", hand_limit=1, blind_nil="off")


def play_out(people: dict[int, Player], now: datetime) -> Table:
    """A live table at which a game of one hand has ended."""
    table = open_live(people, RULES, now)
    deal_live(table, now, random.Random(5).randbytes)
    play_until(table, is_match_over, now)
    return table


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    return play_out(dict(enumerate([alice, bob, carol, dave])), now)


def next_table(table: Table) -> Table:
    found = Challenge.objects.get(table=table).rematch
    assert found is not None
    return found


def ask(table: Table, seat: int, now: datetime) -> None:
    match = match_of(table)
    rematches.ask(match, seat, match.ident, now)


def test_who_asks_sits_there_with_a_seat_opposite_held_for_the_player_on_the_left(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    ask(table, 0, now)
    offered = next_table(table)
    assert list(offered.seats.values_list("seat", "player", "is_live")) == [(0, alice.pk, True)]
    assert offered.challenge.partner == bob
    assert offered.rules == table.rules


def test_all_are_told_where_it_goes_on(table: Table, now: datetime) -> None:
    ask(table, 3, now)
    for seat in range(4):
        message = selectors.read_table(table.pk, seat, have=0, now_ms=play.milliseconds(now))
        assert message["live"]["rematch"] == next_table(table).code


def test_asked_twice_or_by_two_it_is_one_table(table: Table, now: datetime) -> None:
    ask(table, 0, now)
    first = next_table(table)
    ask(table, 0, now)
    ask(table, 2, now)
    assert next_table(table) == first
    assert Table.objects.filter(kind=Table.Kind.LIVE).count() == 2


def test_a_lone_player_takes_the_bots_along_and_gets_ready_at_once(alice: Player, now: datetime) -> None:
    table = play_out({2: alice}, now)
    ask(table, 2, now)
    assert [row.level for row in next_table(table).seats.all()] == ["novice", "novice", "", "novice"]
    assert match_of(next_table(table)).seq == 0


def test_a_running_match_has_no_rematch(alice: Player, bob: Player, now: datetime) -> None:
    table = open_live({0: alice, 1: bob}, RULES, now)
    deal_live(table, now)
    with pytest.raises(Refused) as refused:
        ask(table, 0, now)
    assert refused.value.reason is Reason.STALE
    play_until(table, is_playing, now)
    with pytest.raises(Refused):
        ask(table, 0, now)


def test_at_a_practice_table_one_plays_again_with_the_same_seats(alice: Player, now: datetime) -> None:
    table = open_dealt(RULES, {2: alice}, dict.fromkeys((0, 1, 3), "novice"), now)
    with pytest.raises(NotAllowed, match="same seats"):
        ask(table, 2, now)


def test_who_sits_at_another_live_table_by_then_is_told_so(table: Table, alice: Player, now: datetime) -> None:
    open_live({0: alice}, RULES, now)
    with pytest.raises(SitsElsewhere):
        ask(table, 0, now)
    assert Challenge.objects.get(table=table).rematch is None


@override_switch("live_tables", active=False)
def test_a_private_table_cannot_be_opened_where_they_are_switched_off(
    alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    table = play_out(dict(enumerate([alice, bob, carol, dave])), now)
    Challenge.objects.filter(table=table).update(is_private=True)
    with pytest.raises(NotAllowed, match="no private tables"):
        ask(table, 0, now)
