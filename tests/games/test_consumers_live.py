"""The socket of a live table: who gets in, and who is held to be there."""

import itertools
from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import Settings

from games import heart, protocol, selectors
from games.engine.rules import make_challenge
from games.heart import HEART
from games.models import Connection, Player, Pulse, Seat, Table
from games.services import presence, ready
from tests.games.live import deal_live, open_live
from tests.games.playing import match_of, state_of
from tests.games.tabs import LATE, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
RULES = make_challenge("pllay", hand_limit=1)
People = list[Player]


@pytest.fixture
def now() -> datetime:
    """Sockets read the clock, so these tables are opened now."""
    return timezone.now()


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> People:
    return [alice, bob, carol, dave]


@pytest.fixture
def waiting(people: People, now: datetime) -> Table:
    return open_live(dict(enumerate(people)), RULES, now)


@pytest.fixture
def table(waiting: Table, now: datetime) -> Table:
    deal_live(waiting, now)
    return waiting


@database_sync_to_async
def told(table: Table) -> list[tuple[str, int]]:
    events = selectors.events_of(match_of(table))
    kinds = ("away", "back", "takeover", "return", "concede")
    return [(event["type"], event["seat"]) for event in events if event["type"] in kinds]


@database_sync_to_async
def seat_of(table: Table, seat: int) -> Seat:
    return Seat.objects.get(table=table, seat=seat)


@database_sync_to_async
def sockets_of(table: Table) -> int:
    return Connection.objects.filter(table=table).count()


async def close(opened: list[Tab], tab: Tab) -> None:
    opened.remove(tab)
    await tab.close()


expire = database_sync_to_async(presence.expire_due)


async def test_closing_one_of_two_tabs_does_not_make_the_player_away(
    opened: list[Tab], table: Table, bob: Player, now: datetime
) -> None:
    one, first = await open_tab(opened, bob, table)
    two, second = await open_tab(opened, bob, table)
    assert first["view"] == second["view"]
    await close(opened, one)
    await expire(now + timedelta(minutes=2))
    assert (await seat_of(table, 1)).absent_since is None
    assert await told(table) == []
    await two.send(type="ping")
    assert (await two.receive_type("pong"))["type"] == "pong"


async def test_with_the_last_tab_the_absence_begins_and_the_others_are_told_after_five_seconds(
    opened: list[Tab], table: Table, alice: Player, bob: Player
) -> None:
    other, _ = await open_tab(opened, alice, table)
    tab, _ = await open_tab(opened, bob, table)
    await close(opened, tab)
    since = (await seat_of(table, 1)).absent_since
    assert since is not None
    await expire(since + timedelta(seconds=5))
    view = await other.receive_where(lambda view: view["live"]["away"][1] is not None)
    assert view["live"]["away"][1]["until"] - view["live"]["away"][1]["since"] == 60_000
    await expire(since + timedelta(seconds=61))
    view = await other.receive_where(lambda view: view["live"]["stand_ins"][1] == "novice")
    await open_tab(opened, bob, table)
    await other.receive_where(lambda view: view["live"]["away"] == [None] * 4)
    assert [kind for kind, seat in await told(table) if seat == 1][:3] == ["away", "takeover", "back"]


async def test_a_new_socket_before_the_end_of_the_old_one_changes_nothing(
    opened: list[Tab], table: Table, bob: Player, now: datetime
) -> None:
    old, _ = await open_tab(opened, bob, table)
    await open_tab(opened, bob, table)
    await close(opened, old)
    await expire(now + timedelta(minutes=2))
    assert await told(table) == []


async def test_all_four_reload_in_every_order_and_each_is_in_the_old_seat(
    opened: list[Tab], table: Table, people: People, now: datetime, settings: Settings
) -> None:
    unlimited(settings)
    tabs = {seat: (await open_tab(opened, player, table))[0] for seat, player in enumerate(people)}
    for order in itertools.permutations(range(4)):
        for seat in order:
            await close(opened, tabs[seat])
        for seat in order:
            tabs[seat], view = await open_tab(opened, people[seat], table)
            assert view["view"]["seat"] == seat
            assert [place["you"] for place in view["seats"]] == [other == seat for other in range(4)]
    await expire(timezone.now() + timedelta(minutes=2))
    assert await told(table) == []
    assert await sockets_of(table) == 4


def unlimited(settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "joins": None}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


async def test_a_power_cut_without_a_close_frame_is_found_by_the_silence(
    opened: list[Tab], table: Table, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert protocol.HEARTBEAT_SECONDS == 15
    monkeypatch.setattr(protocol, "HEARTBEAT_SECONDS", 0.2)
    tab, _ = await open_tab(opened, bob, table)
    assert await tab.close_code() == protocol.CLOSE_SILENT
    await until_absent(table, 1)


async def until_absent(table: Table, seat: int) -> None:
    """Waits for what the closing socket does beside the test."""
    while (await seat_of(table, seat)).absent_since is None:
        pass


async def test_the_ninth_socket_of_a_player_is_closed_with_a_reason_of_its_own(
    opened: list[Tab], table: Table, alice: Player
) -> None:
    for _ in range(presence.SOCKETS):
        await open_tab(opened, alice, table)
    assert await close_code_of(Tab(alice, table.code)) == protocol.CLOSE_SOCKETS
    await opened[0].send(type="ping")
    assert (await opened[0].receive_type("pong"))["now"]


async def close_code_of(tab: Tab) -> int:
    await tab.socket.connect()
    code = await tab.close_code()
    await tab.close()
    return code


async def test_who_connects_all_the_time_is_closed_with_a_reason_of_its_own(
    opened: list[Tab], table: Table, alice: Player, bob: Player, settings: Settings
) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "joins": "2/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    for _ in range(2):
        await open_tab(opened, alice, table)
    assert await close_code_of(Tab(alice, table.code)) == protocol.CLOSE_JOINS
    await open_tab(opened, bob, table)


async def test_messages_without_end_close_the_socket_with_a_reason_of_its_own(
    opened: list[Tab], table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_MESSAGES", 5)
    tab, _ = await open_tab(opened, alice, table)
    for _ in range(5):
        await tab.send(type="ping")
    assert await tab.close_code() == protocol.CLOSE_MOST_MESSAGES


async def test_strangers_do_not_get_into_a_private_live_table(
    alice: Player, eve: Player, people: People, now: datetime
) -> None:
    table = await database_sync_to_async(open_live)(dict(enumerate(people)), RULES, now, is_private=True)
    for user in (eve, AnonymousUser()):
        code = await close_code_of(Tab(user, table.code))
        assert code in (protocol.CLOSE_NOT_YOURS, protocol.CLOSE_NO_TABLE)


async def test_the_heart_closes_a_socket_that_the_database_has_forgotten(
    opened: list[Tab], table: Table, alice: Player
) -> None:
    tab, _ = await open_tab(opened, alice, table)
    await HEART.beat()
    await tab.send(type="ping")
    assert (await tab.receive_type("pong"))["type"] == "pong"
    await database_sync_to_async(Connection.objects.filter(table=table).delete)()
    await HEART.beat()
    assert await tab.close_code() == protocol.CLOSE_LOST


async def test_the_heart_beats_by_itself_while_there_is_a_socket(
    opened: list[Tab], table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heart, "BEAT_SECONDS", 0.05)
    tab, _ = await open_tab(opened, alice, table)
    await database_sync_to_async(Connection.objects.filter(table=table).delete)()
    assert await tab.close_code() == protocol.CLOSE_LOST
    assert await database_sync_to_async(Pulse.objects.filter(name=HEART.name).exists)()


async def test_the_heart_takes_back_a_connection_whose_socket_is_not_there_any_more(
    table: Table, now: datetime
) -> None:
    await database_sync_to_async(presence.connect)(table, 1, HEART.name, now)
    await HEART.beat()
    assert await sockets_of(table) == 1, "it may just be opening"
    await HEART.beat()
    assert await sockets_of(table) == 0
    assert (await seat_of(table, 1)).absent_since is not None


async def test_a_socket_that_fails_is_not_held_to_be_there(
    table: Table, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = Tab(bob, table.code)
    await tab.open()
    monkeypatch.setattr(selectors, "newest_of", lambda *_: 1 / 0)
    await tab.send(type="ping", match="0" * 32, have=0)
    with pytest.raises(ZeroDivisionError):
        await tab.socket.wait(timeout=LATE)
    assert await sockets_of(table) == 0
    assert (await seat_of(table, 1)).absent_since is not None


async def test_until_the_first_card_who_is_ready_is_told_with_the_clock_of_now(
    opened: list[Tab], waiting: Table, alice: Player, bob: Player, now: datetime
) -> None:
    tab, view = await open_tab(opened, alice, waiting)
    assert view["live"]["ready_until"] == round((now + ready.WAIT_READY).timestamp() * 1000)
    other, _ = await open_tab(opened, bob, waiting)
    assert (await other.ask("ready", commit=""))["type"] == "accepted"
    shown = await tab.receive_where(lambda view: view["waiting"]["ready"][1])
    assert shown["now"] >= view["now"]
    assert (await database_sync_to_async(state_of)(waiting)).hand is None
