"""Owns a browser tab at a table as tests see it: a socket, whoever sits in front of it."""

import itertools
import json
from collections.abc import Callable
from typing import Any

from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from games.consumers import TableConsumer
from games.models import Player, Table

Json = dict[str, Any]
LATE = 30.0  # seconds after which something that should have come has not
_numbers = itertools.count()


class Tab:
    """One browser tab at a table, whoever sits in front of it."""

    def __init__(self, user: Player | AnonymousUser, code: str, query: str = "") -> None:
        self.socket = WebsocketCommunicator(TableConsumer.as_asgi(), f"/ws/tables/{code}/{query}")
        scope: dict[str, Any] = self.socket.scope  # type: ignore[assignment]  # what the middleware adds is not in its type
        scope |= {"user": user, "url_route": {"args": (), "kwargs": {"code": code}}}

    async def open(self) -> Json:
        """Connects and gives the first view."""
        assert (await self.socket.connect(timeout=LATE))[0]
        view = await self.receive()
        self.match = view["match"]
        return view

    async def receive(self) -> Json:
        message: Json = json.loads(await self.socket.receive_from(timeout=LATE))
        return message

    async def receive_type(self, kind: str) -> Json:
        """Gives the next message of a type, past others."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def receive_view_of(self, seq: int) -> Json:
        """Gives the first view that shows at least so many events."""
        while (view := await self.receive_type("view"))["seq"] < seq:
            pass
        return view

    async def receive_where(self, is_it: Callable[[Json], bool]) -> Json:
        """Gives the first view that is as wanted."""
        while not is_it(view := await self.receive_type("view")):
            pass
        return view

    async def send(self, **message: object) -> None:
        await self.socket.send_to(json.dumps(message))

    async def ask(self, kind: str, **fields: object) -> Json:
        """Asks something of the match it opened at, under an id of its own; gives the answer."""
        request = f"{kind}-{next(_numbers)}"
        await self.send(**{"type": kind, "id": request, "match": self.match, **fields})
        while (answer := await self.receive()).get("id") != request:
            pass
        return answer

    async def act(self, action: Json, seen: int, id: str = "a1") -> None:
        await self.send(type="act", id=id, seen=seen, action=action)

    async def close_code(self) -> int:
        while True:
            output = await self.socket.receive_output(timeout=LATE)
            if output["type"] == "websocket.close":
                return int(output["code"])

    async def close(self) -> None:
        await self.socket.disconnect(timeout=LATE)


async def open_tab(tabs: list[Tab], user: Player | AnonymousUser, table: Table, query: str = "") -> tuple[Tab, Json]:
    tab = Tab(user, table.code, query)
    view = await tab.open()
    tabs.append(tab)
    return tab, view
