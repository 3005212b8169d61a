"""Owns a table that looks live: a practice table whose views are given, on their way, what live tables add."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

NAMES = ["Carol", "Dave", "Alice", "Bob"]  # North, East, South, West: Alice sits at this page

LIVE: dict[str, Any] = {
    "clock": None,
    "next_at": None,
    "ready_until": None,
    "away": [None] * 4,
    "stand_ins": [None] * 4,
    "left": [False] * 4,
    "conceded": [False] * 4,
    "chat": {"left": 20, "from": None, "muted": False},
    "watching": 0,
    "rematch": None,
}

ASKED = ("leave", "take_back", "concede", "chat", "mute", "rematch")

Message = dict[str, Any]


class LiveViews:
    """Stands between the page and the server: people sit at the table, and `live` of each view is what is set here.

    `show(...)` sends the newest view once more, with `live` changed. Moments are seconds from the `now` of the view:
    `clock` is what the seat on turn has left, `away` of a seat what a bot waits (0: it waits no more).
    `answer` is what a `sync` is answered with, as changes of `live`; None leaves it without an answer.
    """

    def __init__(self, page: Page, **live: Any) -> None:
        self.live = {**LIVE, **live}
        self.asked: list[Message] = []  # what the page sent that only live tables know
        self.answer: dict[str, Any] | None = None
        self.change: Callable[[Message], None] = lambda message: None
        self._page = page
        self._socket: WebSocketRoute | None = None
        self._newest: Message = {}
        page.route_web_socket("**/ws/tables/**", self._pass)

    def show(self, **live: Any) -> None:
        """Sends the newest view with another `live`, a tenth of a second later."""
        self.live.update(live)
        assert self._socket is not None
        self._newest["now"] += 100
        self._socket.send(json.dumps(self._dress(dict(self._newest))))

    def send(self, message: Message) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def _pass(self, socket: WebSocketRoute) -> None:
        self._socket, server = socket, socket.connect_to_server()
        socket.on_message(lambda text: self._hear(json.loads(text), server))
        server.on_message(lambda text: socket.send(self._read(json.loads(text))))

    def _hear(self, message: Message, server: WebSocketRoute) -> None:
        if message["type"] in ASKED:
            self.asked.append(message)
            self.send({"type": "accepted", "id": message["id"]})
        elif message["type"] == "sync" and self.answer is not None:
            self.show(**self.answer)
        else:
            server.send(json.dumps(message))

    def _read(self, message: Message) -> str:
        if message["type"] == "view":
            self._newest = message
            return json.dumps(self._dress(dict(message)))
        return json.dumps(message)

    def _dress(self, message: Message) -> Message:
        message["claim"] = False
        message["seats"] = [
            {**seat, "name": NAMES[at], "kind": "human", "level": None} for at, seat in enumerate(message["seats"])
        ]
        message["live"] = self._live(message["now"], message["view"]["turn"])
        self.change(message)
        return message

    def _live(self, now: int, turn: int | None) -> Message:
        def at(seconds: float | None) -> int | None:
            return None if seconds is None else now + round(seconds * 1000)

        live = dict(self.live)
        is_running = live["clock"] is not None and turn is not None
        live["clock"] = {"seat": turn, "until": at(live["clock"]), "seconds": 30} if is_running else None
        live["next_at"], live["ready_until"] = at(live["next_at"]), at(live["ready_until"])
        live["away"] = [None if wait is None else {"since": now, "until": at(wait or None)} for wait in live["away"]]
        if live["chat"] is not None:
            live["chat"] = {**live["chat"], "from": at(live["chat"]["from"])}
        return live
