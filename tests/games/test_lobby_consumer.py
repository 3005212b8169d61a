"""The socket of the lobby: who gets in, what it tells, what is asked over it, and what is refused."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from waffle.testutils import override_switch

from games import protocol
from games.engine.rules import PLLAY
from games.lobby import LobbyConsumer
from games.models import Player, Seat, Table
from games.services import seating
from games.switches import LIVE_TABLES
from tests.games.tabs import LATE, Json

pytestmark = pytest.mark.django_db(transaction=True)
OpenLobby = Callable[..., Any]


class LobbyTab:
    """One browser tab at the lobby."""

    def __init__(self, user: Player | AnonymousUser, code: str = "") -> None:
        self.socket = WebsocketCommunicator(LobbyConsumer.as_asgi(), f"/ws/lobby/?table={code}")
        scope: dict[str, Any] = self.socket.scope  # type: ignore[assignment]  # what the middleware adds is not in its type
        scope |= {"user": user}

    async def open(self) -> Json:
        assert (await self.socket.connect(timeout=LATE))[0]
        return await self.receive("lobby")

    async def receive(self, kind: str) -> Json:
        """Gives the next message of a type, past others."""
        message: Json = {}
        while message.get("type") != kind:
            message = json.loads(await self.socket.receive_from(timeout=LATE))
        return message

    async def receive_where(self, is_it: Callable[[Json], bool]) -> Json:
        """Gives the first message on how things stand that is as wanted."""
        while not is_it(message := await self.receive("lobby")):
            pass
        return message

    async def ask(self, kind: str, **fields: object) -> None:
        await self.socket.send_to(json.dumps({"type": kind, "id": "r1", **fields}))

    async def close_code(self) -> int:
        while (output := await self.socket.receive_output(timeout=LATE))["type"] != "websocket.close":
            pass
        return int(output["code"])


@pytest.fixture(autouse=True)
def _switched_on() -> Iterator[None]:
    with override_switch(LIVE_TABLES, active=True):
        yield


@pytest.fixture
async def open_lobby() -> AsyncIterator[OpenLobby]:
    """Opens a tab: `tab, message = await open_lobby(alice, table.code)`; it is closed when the test ends."""
    tabs: list[LobbyTab] = []

    async def open_one(user: Player | AnonymousUser, code: str = "") -> tuple[LobbyTab, Json]:
        tab = LobbyTab(user, code)
        message = await tab.open()
        tabs.append(tab)
        return tab, message

    yield open_one
    for tab in tabs:
        await tab.socket.disconnect(timeout=LATE)


@pytest.fixture
def table(alice: Player, now: datetime) -> Table:
    return seating.offer(alice, PLLAY, level="novice", now=now)


def seats_in(message: Json) -> list[str | None]:
    challenge = message["challenge"]
    return [seat and seat["name"] for seat in challenge["seats"]]


async def seated(table: Table) -> dict[int, str]:
    rows = await database_sync_to_async(lambda: list(table.seats.select_related("player")))()
    return {row.seat: str(row.player) for row in rows}


async def test_the_lobby_tells_everybody_of_a_table_that_is_offered(
    open_lobby: OpenLobby, alice: Player, bob: Player, now: datetime
) -> None:
    bobs, first = await open_lobby(bob)
    strangers, _ = await open_lobby(AnonymousUser())
    assert (first["player"], first["challenges"]) == ("Bob", [])
    await database_sync_to_async(seating.offer)(alice, PLLAY, now=now)
    for tab in (bobs, strangers):
        assert (await tab.receive_where(lambda m: bool(m["challenges"])))["challenges"][0]["host"] == "Alice"


async def test_one_sits_down_and_all_who_look_see_it(
    open_lobby: OpenLobby, alice: Player, bob: Player, table: Table
) -> None:
    alices, _ = await open_lobby(alice, table.code)
    bobs, first = await open_lobby(bob, table.code)
    assert seats_in(first) == [None, None, "Alice", None]
    await bobs.ask("sit", table=table.code, seat=3)
    assert (await bobs.receive("accepted"))["id"] == "r1"
    for tab in (alices, bobs):
        assert seats_in(await tab.receive_where(lambda m: m["challenge"]["seats"][3] is not None))[3] == "Bob"
    await bobs.ask("get_up", table=table.code)
    assert seats_in(await alices.receive_where(lambda m: m["challenge"]["seats"][3] is None))[2] == "Alice"


async def test_when_the_maker_fills_the_table_everybody_is_led_on(
    open_lobby: OpenLobby, alice: Player, bob: Player, table: Table
) -> None:
    alices, _ = await open_lobby(alice, table.code)
    bobs, _ = await open_lobby(bob)
    await bobs.ask("sit", table=table.code)
    await bobs.receive_where(lambda m: m["seat"] is not None)
    await alices.ask("swap", table=table.code, a=0, b=3)
    await alices.ask("fill", table=table.code)
    begun = await alices.receive_where(lambda m: bool(m["challenge"]["begun"]))
    assert (begun["seat"]["url"], begun["challenge"]["you"]) == (f"/tables/{table.code}/", 2)
    assert (await bobs.receive_where(lambda m: not m["seat"]["waits"]))["seat"]["url"] == f"/tables/{table.code}/"
    assert (await seated(table))[3] == "Bob"


async def test_an_invitation_reaches_whom_it_is_for(
    open_lobby: OpenLobby, alice: Player, bob: Player, table: Table
) -> None:
    alices, _ = await open_lobby(alice, table.code)
    bobs, _ = await open_lobby(bob)
    await alices.ask("invite", table=table.code, name="bob")
    message = await bobs.receive_where(lambda m: bool(m["invitations"]))
    assert message["invitations"][0]["held"] == {"seat": 0, "name": "Bob"}
    await bobs.ask("uninvite", table=table.code)
    assert (await alices.receive_where(lambda m: m["challenge"]["held"] is None))["challenge"]["is_host"]


async def test_a_table_that_is_gone_is_told_as_gone(
    open_lobby: OpenLobby, alice: Player, bob: Player, table: Table
) -> None:
    bobs, _ = await open_lobby(bob, table.code)
    alices, _ = await open_lobby(alice)
    await alices.ask("get_up", table=table.code)
    assert (await bobs.receive_where(lambda m: m["challenge"] is None))["seat"] is None
    await bobs.ask("sit", table=table.code, seat=0)
    assert "no longer there" in (await bobs.receive("error"))["text"]


async def test_what_cannot_be_done_is_said_in_words_and_changes_nothing(
    open_lobby: OpenLobby, bob: Player, table: Table
) -> None:
    tab, _ = await open_lobby(bob, table.code)
    for asked, words in (
        ({"kind": "sit", "seat": 2}, "Alice sits there already"),
        ({"kind": "swap", "a": 0, "b": 1}, "whoever offers the table"),
        ({"kind": "get_up"}, "no seat at this table"),
    ):
        await tab.ask(table=table.code, **asked)
        answer = await tab.receive("error")
        assert (answer["error"], answer["id"]) == ("failed", "r1")
        assert words in answer["text"]
    assert await seated(table) == {2: "Alice"}


async def test_who_sits_elsewhere_is_told_the_address(
    open_lobby: OpenLobby, bob: Player, table: Table, now: datetime
) -> None:
    other = await database_sync_to_async(seating.offer)(bob, PLLAY, now=now)
    tab, message = await open_lobby(bob, table.code)
    assert message["seat"] == {"table": other.code, "url": f"/lobby/{other.code}/", "waits": True, "free": 3}
    await tab.ask("sit", table=table.code, seat=0)
    assert (await tab.receive("error"))["url"] == f"/lobby/{other.code}/"


async def test_who_is_nobody_yet_is_told_to_use_the_page(open_lobby: OpenLobby, table: Table) -> None:
    tab, message = await open_lobby(AnonymousUser(), table.code)
    assert message["player"] is None
    await tab.ask("sit", table=table.code, seat=0)
    assert "button on its page" in (await tab.receive("error"))["text"]
    assert await seated(table) == {2: "Alice"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "not_json"),
        ("[]", "not_json"),
        ("x" * 5000, "too_long"),
        ('{"type": "act"}', "unknown_type"),
        ('{"type": ["sit"]}', "unknown_type"),
        ('{"type": "sit", "table": "abc", "seat": 0}', "bad_field"),
        ('{"type": "sit", "id": "r", "table": "abc", "seat": 4}', "bad_field"),
        ('{"type": "sit", "id": "r", "table": "abc", "seat": true}', "bad_field"),
        ('{"type": "sit", "id": "r", "table": "abc", "seat": "0"}', "bad_field"),
        ('{"type": "sit", "id": "r", "table": "A/..", "seat": 0}', "bad_field"),
        ('{"type": "sit", "id": "r", "table": 5}', "bad_field"),
        ('{"type": "swap", "id": "r", "table": "abc", "a": 0}', "bad_field"),
        ('{"type": "swap", "id": "r", "table": "abc", "a": 1, "b": 1}', "bad_field"),
        ('{"type": "invite", "id": "r", "table": "abc", "name": null}', "bad_field"),
        ('{"type": "invite", "id": "r", "table": "abc", "name": "a\\u0000"}', "bad_field"),
        ('{"type": "invite", "id": "r", "table": "abc", "name": "bob\\n"}', "bad_field"),
    ],
)
async def test_what_is_not_understood_is_said_and_the_line_holds(
    open_lobby: OpenLobby, bob: Player, text: str, error: str
) -> None:
    tab, _ = await open_lobby(bob)
    await tab.socket.send_to(text)
    answer = await tab.receive("error")
    assert answer["error"] == error
    assert answer["text"].endswith(".")
    await tab.socket.send_to('{"type": "ping"}')
    assert (await tab.receive("pong"))["now"] > 0


async def test_bytes_are_not_understood(open_lobby: OpenLobby, bob: Player) -> None:
    tab, _ = await open_lobby(bob)
    await tab.socket.send_input({"type": "websocket.receive", "bytes": b"\xff"})
    assert (await tab.receive("error"))["error"] == "not_json"


async def test_a_browser_that_sends_nothing_but_nonsense_is_cut_off(open_lobby: OpenLobby, bob: Player) -> None:
    tab, _ = await open_lobby(bob)
    for _ in range(protocol.BAD_MESSAGES):
        await tab.socket.send_to("nonsense")
    assert await tab.close_code() == protocol.CLOSE_BAD_MESSAGES


async def test_a_browser_that_sends_without_end_is_cut_off(
    open_lobby: OpenLobby, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_MESSAGES", 5)
    tab, _ = await open_lobby(bob)
    for _ in range(protocol.MOST_MESSAGES):
        await tab.socket.send_to('{"type": "ping"}')
    assert await tab.close_code() == protocol.CLOSE_MOST_MESSAGES


@pytest.mark.parametrize("code", ["nothing", "%00", "%3Cscript%3E", "x" * 300])
async def test_a_table_that_is_not_there_closes_the_socket(bob: Player, code: str) -> None:
    tab = LobbyTab(bob, code)
    await tab.socket.connect(timeout=LATE)
    assert await tab.close_code() == protocol.CLOSE_NO_TABLE


@pytest.fixture
def _switched_off(_switched_on: None) -> Iterator[None]:
    with override_switch(LIVE_TABLES, active=False):
        yield


@pytest.mark.usefixtures("_switched_off")
async def test_while_live_tables_are_off_there_is_no_lobby(alice: Player, table: Table) -> None:
    for code in ("", table.code):
        tab = LobbyTab(alice, code)
        await tab.socket.connect(timeout=LATE)
        assert await tab.close_code() == protocol.CLOSE_NO_TABLE


async def test_a_page_of_the_lobby_keeps_its_players_seat(
    open_lobby: OpenLobby, alice: Player, table: Table, now: datetime
) -> None:
    await open_lobby(alice)
    seat = await database_sync_to_async(Seat.objects.get)(table=table)
    assert seat.absent_since is not None
    assert seat.absent_since > now, "it was offered at a time long ago"


async def test_changes_elsewhere_are_not_told_at_a_table(
    open_lobby: OpenLobby, bob: Player, carol: Player, table: Table, now: datetime
) -> None:
    tab, _ = await open_lobby(bob, table.code)
    await database_sync_to_async(seating.offer)(carol, PLLAY, now=now)
    await database_sync_to_async(seating.sit)(table, bob, 0, now)
    assert seats_in(await tab.receive("lobby")) == ["Bob", None, "Alice", None]


async def test_a_change_of_which_nothing_was_heard_is_seen_after_a_while(
    open_lobby: OpenLobby, monkeypatch: pytest.MonkeyPatch, bob: Player, table: Table
) -> None:
    tab, _ = await open_lobby(bob, table.code)
    await database_sync_to_async(table.seats.update)(seat=0)  # no word of it goes to anybody
    await tab.socket.send_to('{"type": "ping"}')
    await tab.receive("pong")
    monkeypatch.setattr("games.lobby.LOOK_SECONDS", 0)
    await tab.socket.send_to('{"type": "ping"}')
    assert seats_in(await tab.receive("lobby")) == ["Alice", None, None, None]
