"""Owns the socket of a table: it joins, reads, sends, and passes each message to a service."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from django.utils.translation import gettext as _

from . import broadcast, protocol, selectors
from .engine.actions import Reason, Refused
from .requests import (
    Act,
    Again,
    AskHint,
    BadMessage,
    Claim,
    Contribute,
    Explain,
    Next,
    Ping,
    Ready,
    Request,
    Sync,
    Undo,
    parse_message,
)
from .services import claims, hints, play, ready, studies, tables
from .services.errors import ServiceError

logger = logging.getLogger(__name__)

T = TypeVar("T")
Asked: TypeAlias = Act | Next | Again | Undo | Claim | AskHint | Explain | Ready | Contribute


def now_ms() -> int:
    return play.milliseconds(timezone.now())


async def in_thread(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Runs a database call in a thread of its own, so that one table's never waits for another's."""
    return await database_sync_to_async(function, thread_sensitive=False)(*args, **kwargs)


class TableConsumer(AsyncWebsocketConsumer):
    """One browser tab at one table."""

    table_pk: int
    seat: int | None

    async def connect(self) -> None:
        """Joins the group first and reads then, so that nothing falls between."""
        await self.accept()  # before refusing too: a close code reaches the browser only on an open socket
        broadcast.use_loop(asyncio.get_running_loop())
        self.bad_messages: deque[float] = deque(maxlen=protocol.BAD_MESSAGES)
        self.alarm: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Future[None] | None = None  # the search for a hint
        self.sent = 0  # how many lines of the log this connection has been sent
        self.seat = None
        if not await self._find_seat():
            return
        await self.channel_layer.group_add(self._group(), self.channel_name)
        await self._send_view(self._have_of_query())
        self._reset_alarm()

    async def _find_seat(self) -> bool:
        code = self.scope["url_route"]["kwargs"]["code"]
        table = await in_thread(selectors.find_table, code)
        if table is None:
            await self.close(protocol.CLOSE_NO_TABLE)
            return False
        self.table_pk, user = table.pk, self.scope["user"]
        self.seat = await in_thread(selectors.seat_of, table, user if user and user.is_authenticated else None)
        if self.seat is None:
            await self.close(protocol.CLOSE_NOT_YOURS)
        return self.seat is not None

    def _group(self) -> str:
        assert self.seat is not None
        return broadcast.seat_group(self.table_pk, self.seat)

    def _have_of_query(self) -> int:
        text = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get("have", ["0"])[0]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0

    async def disconnect(self, code: int) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        if self.thinking is not None:
            self.thinking.cancel()
        if self.seat is not None:
            await self.channel_layer.group_discard(self._group(), self.channel_name)

    def _reset_alarm(self) -> None:
        """After half the time a silent browser is asked whether it is there, after all of it the socket closes."""
        self._set_alarm(self._ask)

    def _set_alarm(self, then: Callable[[], None]) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = asyncio.get_running_loop().call_later(protocol.HEARTBEAT_SECONDS / 2, then)

    def _ask(self) -> None:
        self._set_alarm(self._close_silent)
        self._saying = asyncio.ensure_future(self._send(protocol.ping()))

    def _close_silent(self) -> None:
        self._saying = asyncio.ensure_future(self.close(protocol.CLOSE_SILENT))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers one frame; a refused, stale or unreadable one answers its sender alone."""
        if self.seat is None:  # refused at the door; the close is on its way
            return
        self._reset_alarm()
        try:
            await self._answer(parse_message(text_data))
        except BadMessage as problem:
            await self._send(protocol.error(problem))
            await self._count_bad_message()

    async def _count_bad_message(self) -> None:
        now = asyncio.get_running_loop().time()
        self.bad_messages.append(now)
        full = len(self.bad_messages) == protocol.BAD_MESSAGES
        if full and now - self.bad_messages[0] <= protocol.BAD_MESSAGES_SECONDS:
            await self.close(protocol.CLOSE_BAD_MESSAGES)

    async def _answer(self, request: Request) -> None:
        match request:
            case Ping(ident, have):
                await self._send(protocol.pong(now_ms()))
                if ident is not None:
                    await self._send_what_was_lost(ident, have)
            case Sync(have):
                await self._send_view(have)
            case AskHint(ident):
                await self._think(ident, request)
            case Act() | Next() | Again() | Undo() | Claim() | Explain() | Ready() | Contribute():
                await self._pass_on(request)

    async def _think(self, ident: str, request: AskHint) -> None:
        """Looks for a hint beside everything else, so that pings and acts are heard meanwhile; one at a time."""
        if self.thinking is not None and not self.thinking.done():
            await self._send(protocol.failed(ident, _("The last hint is still being looked for. Wait for it.")))
        else:
            self.thinking = asyncio.ensure_future(self._pass_on(request))

    async def _pass_on(self, request: Asked) -> None:
        try:
            answer = await in_thread(_call_service, self.table_pk, self.seat, request)
        except Refused as refused:
            await self._send(protocol.refused(request.id, refused.reason))
            if refused.reason is Reason.STALE:
                await self._send_view(self.sent)
        except ServiceError as error:
            await self._send(protocol.failed(request.id, str(error)))
        except Exception:
            logger.exception("table %s: a message could not be answered", self.table_pk)
            await self._send(protocol.failed(request.id))
        else:
            await self._send(answer or protocol.accepted(request.id))

    async def _send_view(self, have: int) -> None:
        message = await in_thread(selectors.read_table, self.table_pk, self.seat, have=have, now_ms=now_ms())
        self.sent = message["seq"]
        await self._send(message)

    async def _send_what_was_lost(self, ident: str, have: int) -> None:
        """A view can be lost between processes (the layer delivers at most once): the next ping finds that out."""
        newest, length = await in_thread(selectors.newest_of, self.table_pk)
        if (ident, have) != (newest, length):
            await self._send_view(have if ident == newest else 0)

    async def _send(self, message: protocol.Message) -> None:
        await self.send(protocol.write_message(message))

    async def table_view(self, event: dict[str, Any]) -> None:
        """Forwards what `broadcast` wrote for this seat."""
        self.sent = event["seq"]
        await self.send(event["text"])


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any address that no socket has."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(protocol.CLOSE_NO_TABLE)


def _call_service(table_pk: int, seat: int, request: Asked) -> protocol.Message | None:
    """Does what is asked; returns the answer where it is more than that it was done."""
    match, now = selectors.current_match(table_pk), timezone.now()
    match request:
        case AskHint() | Explain():
            return _call_help(table_pk, seat, request)
        case Act(action_id, seen, action, ident):
            if ident not in (None, match.ident):  # sent again after it was taken back: the study must not play it
                raise Refused(Reason.STALE)
            play.act(match.pk, seat, action, seen=seen, now=now, action_id=action_id)
        case Next(_, hand):
            play.start_hand(match.pk, hand, now)
        case Undo(_, seen, ident):
            studies.undo(match.table, seat, ident, seen=seen, now=now)
        case Claim(action_id, seen, ident):
            claims.claim(match, seat, ident, seen=seen, now=now, action_id=action_id)
        case Ready(_, ident, commit):
            ready.say_ready(match.pk, seat, ident, commit, now)
        case Contribute(_, ident, entropy):
            ready.contribute(match.pk, seat, ident, entropy, now)
        case Again(_, after):
            tables.play_again(match.table, after, now)
    return None


def _call_help(table_pk: int, seat: int, request: AskHint | Explain) -> protocol.Message:
    if isinstance(request, AskHint):
        found = hints.find_hint(table_pk, seat, request.seen)
        return protocol.hint(request.id, request.seen, found.act, found.why, found.lead)
    told = hints.tell_act(table_pk, seat, request.match, request.hand, request.seat, request.trick)
    return protocol.explanation(request, told)
