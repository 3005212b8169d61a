"""The socket of who watches a live table: a trick late, and nothing to be done there."""

import json
from collections.abc import Callable
from datetime import datetime

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from waffle.testutils import override_switch

from config.asgi import application
from games import protocol, selectors
from games.engine import transcript
from games.engine.rules import make_challenge
from games.models import Connection, Player, Table
from games.services import play
from games.switches import LIVE_TABLES
from tests.games.live import deal_live, open_live
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until
from tests.games.tabs import LATE, Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
RULES = make_challenge("pllay", hand_limit=2)
OpenTable = Callable[..., Table]
People = dict[int, Player]


@pytest.fixture
def now() -> datetime:
    """Sockets read the clock, so these tables are opened now."""
    return timezone.now()


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> People:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(people: People, now: datetime) -> Table:
    """A public table of four people, dealt, while the switch is on."""
    table = open_live(people, RULES, now)
    deal_live(table, now)
    return table


@pytest.fixture(autouse=True)
def _switched_on(db: None) -> object:
    with override_switch(LIVE_TABLES, active=True):
        yield


act = database_sync_to_async(act_default)
until = database_sync_to_async(play_until)
match_now = database_sync_to_async(match_of)


async def code_of(tab: Tab) -> int:
    await tab.socket.connect()
    code = await tab.close_code()
    await tab.close()
    return code


async def test_anybody_may_watch_a_public_table_without_an_account(
    opened: list[Tab], table: Table, eve: Player
) -> None:
    for user in (eve, AnonymousUser()):
        _tab, view = await open_tab(opened, user, table)
        assert (view["view"]["seat"], view["view"]["holding"]) == (None, None)
        assert [place["you"] for place in view["seats"]] == [False] * 4
        assert view["live"]["chat"] is None


async def test_a_browser_s_own_session_says_who_it_is(
    table: Table, client_of: Callable[[Player], Client], alice: Player, eve: Player
) -> None:
    for player, seat in ((alice, 0), (eve, None), (None, None)):
        client = await database_sync_to_async(client_of)(player) if player else Client()
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        socket = WebsocketCommunicator(application, f"/ws/tables/{table.code}/")
        socket.scope["headers"] = [(b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
        assert (await socket.connect(timeout=LATE))[0]
        view = json.loads(await socket.receive_from(timeout=LATE))
        assert view["view"]["seat"] == seat
        await socket.disconnect(timeout=LATE)
    assert await database_sync_to_async(Connection.objects.count)() == 0


async def test_four_acts_are_not_shown_and_the_fifth_last_is(
    opened: list[Tab], table: Table, eve: Player, now: datetime
) -> None:
    await until(table, is_playing, now)
    for _ in range(5):
        await act(table, now)
    match = await match_now(table)
    _tab, view = await open_tab(opened, eve, table)
    assert (view["acts"], view["seq"]) == (match.acts - 4, match.seq - 4)
    assert len(view["events"]) == view["seq"]
    assert view["head"] == transcript.head_of(match.header, view["events"]).hex()
    assert sum(map(len, (trick["cards"] for trick in [*view["view"]["tricks"], view["view"]["trick"]]))) == 1


async def test_every_act_brings_one_view_with_the_next_line(
    opened: list[Tab], table: Table, eve: Player, now: datetime
) -> None:
    await until(table, is_playing, now)
    tab, view = await open_tab(opened, eve, table)
    for _ in range(3):
        have = view["seq"]
        await act(table, now)
        view = await tab.receive_view_of(have + 1)
        assert (view["first"], view["seq"], len(view["events"])) == (have, have + 1, 1)


async def test_between_hands_and_after_the_match_everything_is_shown(
    opened: list[Tab], table: Table, eve: Player, now: datetime
) -> None:
    tab, _ = await open_tab(opened, eve, table)
    await until(table, is_hand_over, now)
    match = await match_now(table)
    view = await tab.receive_view_of(match.seq)
    assert (view["seq"], view["head"], view["view"]["phase"]) == (match.seq, match.head, "hand_over")
    assert view["live"]["next_at"] is not None
    await database_sync_to_async(play.start_hand)(match.pk, 0, now)
    view = await tab.receive_view_of(match.seq + 1)
    assert view["view"]["hand"] == 1
    await until(table, is_match_over, now)
    view = await tab.receive_where(lambda view: view["view"]["outcome"] is not None)
    assert view["seed"] is not None
    assert view["head"] == (await match_now(table)).head


async def test_a_lost_view_is_found_by_the_ping_and_a_delay_is_no_loss(
    opened: list[Tab], table: Table, eve: Player, now: datetime
) -> None:
    await until(table, is_playing, now)
    for _ in range(3):
        await act(table, now)
    tab, view = await open_tab(opened, eve, table)
    await act(table, now)
    view = await tab.receive_view_of(view["seq"] + 1)  # nothing is on its way any more
    await tab.send(type="ping", match=view["match"], have=view["seq"])
    assert (await tab.receive())["type"] == "pong"
    await tab.send(type="ping")
    assert (await tab.receive())["type"] == "pong", "no view came between"
    await tab.send(type="ping", match=view["match"], have=view["seq"] - 2)
    again = await tab.receive_type("view")
    assert (again["first"], len(again["events"]), again["seq"]) == (view["seq"] - 2, 2, view["seq"])


async def test_the_players_are_told_how_many_watch(opened: list[Tab], table: Table, alice: Player, eve: Player) -> None:
    player, view = await open_tab(opened, alice, table)
    assert view["live"]["watching"] == 0
    one, _ = await open_tab(opened, eve, table)
    await player.receive_where(lambda view: view["live"]["watching"] == 1)
    _other, seen = await open_tab(opened, AnonymousUser(), table)
    assert seen["live"]["watching"] == 2
    await one.receive_where(lambda view: view["live"]["watching"] == 2)
    opened.remove(one)
    await one.close()
    await player.receive_where(lambda view: view["live"]["watching"] == 1)


REQUESTS: list[Json] = [
    {"type": "act", "seen": 0, "action": {"type": "bid", "bid": 3}},
    {"type": "next", "hand": 0},
    {"type": "hint", "seen": 0},
    *({"type": kind, "match": "0" * 32} for kind in ("again", "leave", "take_back", "concede", "rematch")),
    {"type": "chat", "match": "0" * 32, "msg": "thanks"},
    {"type": "mute", "match": "0" * 32, "on": True},
    {"type": "ready", "match": "0" * 32, "commit": ""},
]


async def test_who_watches_can_do_nothing(opened: list[Tab], table: Table, eve: Player) -> None:
    tab, view = await open_tab(opened, eve, table)
    for n, request in enumerate(REQUESTS):
        await tab.send(**request, id=f"w{n}")
        refused = await tab.receive_type("refused")
        assert (refused["id"], refused["reason"]) == (f"w{n}", "not_seated")
    assert (await match_now(table)).seq == view["seq"]


async def test_a_private_table_is_not_watched(people: People, eve: Player, now: datetime) -> None:
    table = await database_sync_to_async(open_live)(people, RULES, now, is_private=True)
    await database_sync_to_async(deal_live)(table, now)
    assert await code_of(Tab(eve, table.code)) == protocol.CLOSE_NOT_YOURS
    assert await code_of(Tab(AnonymousUser(), table.code)) == protocol.CLOSE_NOT_YOURS
    assert await database_sync_to_async(Connection.objects.count)() == 0


async def test_a_table_of_bots_alone_is_not_watched(open_table: OpenTable, alice: Player, eve: Player) -> None:
    practice = await database_sync_to_async(open_table)(alice)
    assert await code_of(Tab(eve, practice.code)) == protocol.CLOSE_NOT_YOURS


async def test_with_the_switch_off_nobody_watches_and_a_running_match_goes_on(
    opened: list[Tab], table: Table, alice: Player, eve: Player
) -> None:
    await database_sync_to_async(override_switch(LIVE_TABLES, active=False).enable)()
    assert await code_of(Tab(eve, table.code)) == protocol.CLOSE_NO_TABLE
    _tab, view = await open_tab(opened, alice, table)
    assert view["view"]["seat"] == 0


async def test_the_view_of_a_player_is_not_delayed(
    opened: list[Tab], table: Table, alice: Player, eve: Player, now: datetime
) -> None:
    await open_tab(opened, eve, table)
    tab, _ = await open_tab(opened, alice, table)
    await until(table, is_playing, now)
    await act(table, now)
    match = await match_now(table)
    view = await tab.receive_view_of(match.seq)
    assert (view["acts"], view["head"]) == (match.acts, match.head)
    lines = await database_sync_to_async(lambda: selectors.lines_of(match))()
    assert view["events"] == lines[-1:]
