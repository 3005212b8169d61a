"""Owns the socket of a table: it joins, reads, sends, and passes each message on."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from django.utils.translation import gettext as _

from . import answers, broadcast, protocol
from .answers import Asked
from .engine.actions import Reason, Refused
from .entrances import Closed, Entrance, enter
from .heart import HEART
from .limits import Limit
from .models import Match
from .requests import AskHint, BadMessage, Ping, Request, Sync, parse_message
from .services import presence
from .services.errors import ServiceError, SitsElsewhere
from .threads import in_thread

logger = logging.getLogger(__name__)


def now_ms() -> int:
    return round(timezone.now().timestamp() * 1000)


class TableConsumer(AsyncWebsocketConsumer):
    """One browser tab at one table."""

    entrance: Entrance | None = None  # where this connection got in; None at the door, and when it has gone
    alarm: asyncio.TimerHandle | None = None
    thinking: asyncio.Future[None] | None = None  # the search for a hint

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However the connection ends, it is not held to be there any more."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._go()

    async def connect(self) -> None:
        """Joins the group first and reads then, so that nothing falls between."""
        await self.accept()  # before refusing too: a close code reaches the browser only on an open socket
        broadcast.use_loop(asyncio.get_running_loop())
        self.bad_messages = Limit(protocol.BAD_MESSAGES, protocol.BAD_MESSAGES_SECONDS)
        self.messages = Limit(protocol.MOST_MESSAGES, protocol.MOST_MESSAGES_SECONDS)
        self.sent = 0  # how many lines of the log this connection has been sent
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            self.entrance = entrance = await in_thread(enter, code, self.scope, HEART.name, timezone.now())
        except Closed as closed:
            await self.close(closed.code)
            return
        if entrance.connection is not None:
            HEART.add(entrance.connection, self._close_lost)
        await self.channel_layer.group_add(entrance.group, self.channel_name)
        self._reset_alarm()
        try:
            await self._send_view(answers.read, self._have_of_query())
        except Match.DoesNotExist:
            await self.close(protocol.CLOSE_NOT_BEGUN)

    def _have_of_query(self) -> int:
        text = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get("have", ["0"])[0]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0

    async def disconnect(self, code: int) -> None:
        if self.entrance is not None:
            await self.channel_layer.group_discard(self.entrance.group, self.channel_name)
        await self._go()

    async def _go(self) -> None:
        """Stops what runs on, and takes the connection back, once; where that fails the heart does so later."""
        for running in (self.alarm, self.thinking):
            if running is not None:
                running.cancel()
        entrance, self.entrance = self.entrance, None
        if entrance is None or entrance.connection is None:
            return
        HEART.remove(entrance.connection)
        try:
            await in_thread(presence.disconnect, entrance.connection, timezone.now())
        except Exception:
            logger.exception("connection %s could not be taken back now", entrance.connection)

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
        self._saying = asyncio.ensure_future(self._leave(protocol.CLOSE_SILENT))

    async def _close_lost(self) -> None:
        await self._leave(protocol.CLOSE_LOST)

    async def _leave(self, code: int) -> None:
        """Closes a socket whose other end may never answer: it is gone from now on."""
        await self.close(code)
        await self.disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers one frame; a refused, stale or unreadable one answers its sender alone."""
        if self.entrance is None:  # refused at the door; the close is on its way
            return
        self._reset_alarm()
        now = asyncio.get_running_loop().time()
        if self.messages.is_hit(now):
            await self.close(protocol.CLOSE_MOST_MESSAGES)
            return
        try:
            await self._answer(self.entrance, parse_message(text_data))
        except BadMessage as problem:
            await self._send(protocol.error(problem))
            if self.bad_messages.is_hit(now):
                await self.close(protocol.CLOSE_BAD_MESSAGES)
        except Match.DoesNotExist:  # it was given up before its first card
            await self.close(protocol.CLOSE_NOT_BEGUN)

    async def _answer(self, entrance: Entrance, request: Request) -> None:
        match request:
            case Ping(ident, have):
                await self._send(protocol.pong(now_ms()))
                if ident is not None:
                    await self._send_what_was_lost(entrance, ident, have)
            case Sync(have):
                await self._send_view(partial(answers.sync, HEART.name), have)
            case AskHint():
                await self._think(entrance, request)
            case _:
                await self._pass_on(entrance, request)

    async def _think(self, entrance: Entrance, request: AskHint) -> None:
        """Looks for a hint beside everything else, so that pings and acts are heard meanwhile; one at a time."""
        if self.thinking is not None and not self.thinking.done():
            await self._send(protocol.failed(request.id, _("The last hint is still being looked for. Wait for it.")))
        else:
            self.thinking = asyncio.ensure_future(self._pass_on(entrance, request))

    async def _pass_on(self, entrance: Entrance, request: Asked) -> None:
        try:
            answer = await in_thread(answers.answer, entrance.table_pk, entrance.seat, request)
        except Refused as refused:
            await self._send(protocol.refused(request.id, refused.reason))
            if refused.reason is Reason.STALE:
                await self._send_view(answers.read, self.sent)
        except SitsElsewhere as error:
            await self._send(protocol.failed(request.id, str(error)) | {"url": error.url})
        except ServiceError as error:
            await self._send(protocol.failed(request.id, str(error)))
        except Match.DoesNotExist:
            raise
        except Exception:
            logger.exception("table %s: a message could not be answered", entrance.table_pk)
            await self._send(protocol.failed(request.id))
        else:
            await self._send(answer or protocol.accepted(request.id))

    async def _send_view(self, read: Callable[[int, int | None, int], protocol.Message], have: int) -> None:
        entrance = self.entrance
        if entrance is not None:
            message = await in_thread(read, entrance.table_pk, entrance.seat, have)
            self.sent = message["seq"]
            await self._send(message)

    async def _send_what_was_lost(self, entrance: Entrance, ident: str, have: int) -> None:
        """A view can be lost between processes (the layer delivers at most once): the next ping finds that out."""
        newest, length = await in_thread(answers.newest_of, entrance.table_pk, entrance.seat)
        if (ident, have) != (newest, length):
            await self._send_view(answers.read, have if ident == newest else 0)

    async def _send(self, message: protocol.Message) -> None:
        await self.send(protocol.write_message(message))

    async def table_view(self, event: dict[str, Any]) -> None:
        """Forwards what `broadcast` wrote for this seat."""
        self.sent = event["seq"]
        await self.send(event["text"])

    async def table_unmade(self, event: dict[str, Any]) -> None:
        """The match was given up before its first card: its players are led back to where they wait."""
        await self.close(protocol.CLOSE_NOT_BEGUN)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any address that no socket has."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(protocol.CLOSE_NO_TABLE)
