"""Owns the load itself: four sockets a table that act as soon as they may, or at a rate, and what came of it."""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]
SEATS = range(4)
GRACE_SECONDS = 15  # after the end, for what is still on its way


@dataclass
class Figures:
    """What was counted while the load ran; latencies in seconds, from an actor's send to the last of the four views."""

    latencies: list[float] = field(default_factory=list)
    sent: int = 0
    accepted: int = 0
    logged: int = 0  # acts of the log, as one socket of each table was told
    views: int = 0
    received_bytes: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """Acts that were acknowledged, or sent, and never reached all four."""
        return self.sent - len(self.latencies)

    @property
    def doubled(self) -> int:
        return max(0, self.logged - self.sent)


class Pacer:
    """Lets through so many acts a second over all tables; any number without a rate."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = time.monotonic()

    async def wait(self) -> None:
        if self._gap:
            now = time.monotonic()
            self._next = max(self._next + self._gap, now)
            await asyncio.sleep(self._next - now)


class Rules(Protocol):
    """What a socket says: how one kind of server is talked to."""

    def address(self, seat: int) -> str: ...
    def headers(self, seat: int) -> dict[str, str]: ...
    def answer(self, seat: int, message: Message) -> Message | None: ...
    def first(self, seat: int) -> Message | None: ...


@dataclass
class Act:
    """An act on its way: when it was sent, and who has seen it."""

    sent_at: float
    seen_by: set[int] = field(default_factory=set)


class TableLoad:
    """The four sockets of one table."""

    def __init__(self, rules: Rules, pacer: Pacer, figures: Figures, ending: asyncio.Event) -> None:
        self._rules, self._pacer, self._figures, self._ending = rules, pacer, figures, ending
        self._under_way: dict[tuple[str, int], Act] = {}  # by match, and how many acts there are with it
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        for seat in SEATS:
            socket = await connect(
                self._rules.address(seat),
                additional_headers=self._rules.headers(seat),
                max_size=None,
                compression=None,
                ping_interval=None,
            )
            self._sockets.append(socket)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._run(seat)) for seat in SEATS]

    async def close(self) -> None:
        """Waits until all that was sent has come, and closes."""
        end = time.monotonic() + GRACE_SECONDS
        while self._under_way and time.monotonic() < end:
            await asyncio.sleep(0.05)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets), return_exceptions=True)

    async def _run(self, seat: int) -> None:
        try:
            first = self._rules.first(seat)
            if first is not None:
                await self._send(seat, first, {"acts": 0})
            async for text in self._sockets[seat]:
                await self._hear(seat, text)
        except Exception as error:
            self._figures.errors.append(f"seat {seat}: {error!r}")

    async def _hear(self, seat: int, text: str | bytes) -> None:
        message = json.loads(text)
        self._figures.received_bytes += len(text)
        if message["type"] == "view":
            self._note_view(seat, message)
        elif message["type"] in ("error", "refused"):
            self._figures.errors.append(f"seat {seat}: {message.get('text')}")
        if self._ending.is_set():
            return
        answer = self._rules.answer(seat, message)
        if answer is not None:
            await self._send(seat, answer, message)

    def _note_view(self, seat: int, message: Message) -> None:
        self._figures.views += 1
        if seat == 0:
            self._figures.logged += count_acts(message)
        for key in [key for key in self._under_way if key[0] == message.get("match", "") and key[1] <= message["acts"]]:
            act = self._under_way[key]
            act.seen_by.add(seat)
            if len(act.seen_by) == len(SEATS):
                self._figures.latencies.append(time.perf_counter() - act.sent_at)
                del self._under_way[key]

    async def _send(self, seat: int, answer: Message, message: Message) -> None:
        if answer["type"] == "act":
            await self._pacer.wait()
            if self._ending.is_set():
                return
            self._under_way[(message.get("match", ""), message["acts"] + 1)] = Act(time.perf_counter())
            self._figures.sent += 1
        await self._sockets[seat].send(json.dumps(answer))


def count_acts(message: Message) -> int:
    """How many acts the lines tell that came with a view: of people, since all four sit."""
    return sum(json.loads(line)["type"] in ("look", "bid", "play") for line in message.get("events", ()))


class SiteRules:
    """A live table of the site: gets ready, acts, starts hands, and plays again."""

    def __init__(self, url: str, code: str, sessions: Sequence[str]) -> None:
        self._url, self._code, self._sessions = url, code, sessions
        self._ids = ids()
        self._done: set[tuple[int, str, str, int]] = set()

    def address(self, seat: int) -> str:
        return f"{self._url.replace('http', 'ws', 1)}/ws/tables/{self._code}/?have=0"

    def headers(self, seat: int) -> dict[str, str]:
        return {"Origin": self._url, "Cookie": f"sessionid={self._sessions[seat]}"}

    def first(self, seat: int) -> Message | None:
        """A view comes first."""
        return None

    def answer(self, seat: int, message: Message) -> Message | None:
        """What a player does about a message, once."""
        if message["type"] == "ping":
            return {"type": "ping"}
        body = _body(seat, message) if message["type"] == "view" else None
        if body is None or self._is_done(seat, message, body["type"]):
            return None
        return {**body, "id": next(self._ids)}

    def _is_done(self, seat: int, message: Message, kind: str) -> bool:
        key = (seat, message["match"], kind, message["acts"])
        is_done = key in self._done
        self._done.add(key)
        return is_done


def _body(seat: int, message: Message) -> Message | None:
    view, match = message["view"], message["match"]
    if message["waiting"] is not None:
        return None if message["waiting"]["ready"][seat] else {"type": "ready", "match": match, "commit": ""}
    if view["legal"]:
        return {"type": "act", "seen": message["acts"], "match": match, "action": _choose(view["legal"])}
    if seat != 0:
        return None
    ends = {"hand_over": {"type": "next", "hand": view["hand"]}, "match_over": {"type": "again", "match": match}}
    return ends.get(view["phase"])


def _choose(legal: list[Message]) -> Message:
    """A bid of three, so that hands are played out; else the first of what is legal."""
    return next((action for action in legal if action.get("bid") == 3), legal[0])


class FloorRules:
    """A row of the floor: the four act in turns."""

    def __init__(self, url: str, match: int) -> None:
        self._url, self._match = url, match
        self._ids = ids()

    def address(self, seat: int) -> str:
        return f"{self._url.replace('http', 'ws', 1)}/?match={self._match}"

    def headers(self, seat: int) -> dict[str, str]:
        return {}

    def answer(self, seat: int, message: Message) -> Message | None:
        return {"type": "act", "id": next(self._ids)} if message["acts"] % 4 == seat else None

    def first(self, seat: int) -> Message | None:
        """Nothing is said to who connects: North begins."""
        return {"type": "act", "id": next(self._ids)} if seat == 0 else None


def ids() -> Iterator[str]:
    """Names for acts, each new."""
    return (f"load-{time.time_ns()}-{number}" for number in itertools.count())
