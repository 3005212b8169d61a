"""Owns the socket of the lobby: it tells of every change, and passes each request to the reception."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from django.utils.translation import gettext as _

from . import broadcast, lobbies, protocol, switches
from .limits import Limit
from .lobby_requests import SeatingRequest, parse_lobby_message
from .models import Player
from .requests import BadMessage, Ping
from .services import reception, seating
from .services.errors import ServiceError, SitsElsewhere
from .shared_reads import SharedRead
from .threads import in_thread

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5  # between two messages that tell of changes
LOOK_SECONDS = 15  # after so long it looks by itself: what tells of a change may be lost between processes
NOTE_SECONDS = 60  # how often it is noted that a player is still here

HALL = SharedRead(lobbies.read_hall)


class LobbyConsumer(AsyncWebsocketConsumer):
    """One browser tab at the lobby, or at the page of one challenge (`?table=`)."""

    async def connect(self) -> None:
        """Joins the group first and reads then, so that nothing falls between."""
        await self.accept()  # before refusing too: a close code reaches the browser only on an open socket
        broadcast.use_loop(asyncio.get_running_loop())
        self.bad_messages = Limit(protocol.BAD_MESSAGES, protocol.BAD_MESSAGES_SECONDS)
        self.messages = Limit(protocol.MOST_MESSAGES, protocol.MOST_MESSAGES_SECONDS)
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.shown = ""  # the last message that told how things stand
        self.told_at = self.noted_at = float("-inf")
        self.is_open = False
        user = self.scope["user"]
        known = user if user and user.is_authenticated else None
        self.player_pk: int | None = known.pk if known else None
        self.name = str(known) if known else None
        self.code = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get("table", [""])[0]
        if not await in_thread(_is_there, self.code):
            return await self.close(protocol.CLOSE_NO_TABLE)
        self.is_open = True
        await self.channel_layer.group_add(broadcast.LOBBY, self.channel_name)
        await self._note_here()
        await self._tell()
        self._reset_alarm()
        return None

    async def disconnect(self, code: int) -> None:
        for timer in self.timers.values():
            timer.cancel()
        if self.is_open:
            self.is_open = False
            await self.channel_layer.group_discard(broadcast.LOBBY, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answers one frame; what cannot be done or read answers its sender alone."""
        if not self.is_open:
            return None
        self._reset_alarm()
        now = asyncio.get_running_loop().time()
        if self.messages.is_hit(now):
            return await self.close(protocol.CLOSE_MOST_MESSAGES)
        try:
            await self._hear(parse_lobby_message(text_data))
        except BadMessage as problem:
            await self._send(protocol.error(problem))
            if self.bad_messages.is_hit(now):
                await self.close(protocol.CLOSE_BAD_MESSAGES)
        return None

    async def _hear(self, request: SeatingRequest | Ping) -> None:
        if isinstance(request, Ping):
            await self._send(protocol.pong(round(timezone.now().timestamp() * 1000)))
            await self._note_here()
            if asyncio.get_running_loop().time() - self.told_at >= LOOK_SECONDS:
                await self._tell_soon()
        else:
            await self._send(await self._answer(request))
            await self._tell_soon()  # also where the layer between the processes is down

    async def _answer(self, request: SeatingRequest) -> protocol.Message:
        if self.player_pk is None:
            return protocol.failed(request.id, _("Sit down at a table first, with the button on its page."))
        try:
            await in_thread(_serve, request, self.player_pk)
        except SitsElsewhere as error:
            return protocol.failed(request.id, str(error)) | {"url": error.url}
        except ServiceError as error:
            return protocol.failed(request.id, str(error))
        except Exception:
            logger.exception("a request to the lobby could not be answered")
            return protocol.failed(request.id)
        return protocol.accepted(request.id)

    async def _note_here(self) -> None:
        """Keeps the seat of who looks at the lobby."""
        now = asyncio.get_running_loop().time()
        if self.player_pk is not None and now - self.noted_at >= NOTE_SECONDS:
            self.noted_at = now
            await in_thread(_note_here, self.player_pk)

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        """Tells the browser: at once, or after a pause in which more may change."""
        await self._tell_soon()

    async def _tell_soon(self) -> None:
        if "tell" not in self.timers:
            wait = self.told_at + PAUSE_SECONDS - asyncio.get_running_loop().time()
            self._set("tell", max(0.0, wait), self._tell)

    async def _tell(self) -> None:
        """Sends how things stand, unless that is what the browser was told last."""
        self.timers.pop("tell", None)
        self.told_at = asyncio.get_running_loop().time()
        try:
            text = protocol.write_message(await self._read())
        except Exception:
            logger.exception("the lobby could not be read")
            return
        if text != self.shown:
            self.shown = text
            await self.send(text)

    async def _read(self) -> protocol.Message:
        hall = await HALL.get()
        if not self.code:
            return lobbies.show_lobby(hall, self.player_pk, self.name)
        offer = hall.offers.get(self.code) or await in_thread(lobbies.find_offer, self.code)
        return lobbies.show_challenge(hall, offer, self.player_pk, self.name)

    def _set(self, name: str, seconds: float, then: Callable[[], Any]) -> None:
        """Has something done later, in place of what was to be done under this name."""
        if name in self.timers:
            self.timers[name].cancel()

        def run() -> None:
            self._running = asyncio.ensure_future(then())

        self.timers[name] = asyncio.get_running_loop().call_later(seconds, run)

    def _reset_alarm(self) -> None:
        """After half the time a silent browser is asked whether it is there, after all of it the socket closes."""
        self._set("alarm", protocol.HEARTBEAT_SECONDS / 2, self._ask)

    async def _ask(self) -> None:
        self._set("alarm", protocol.HEARTBEAT_SECONDS / 2, self._close_silent)
        await self._send(protocol.ping())

    async def _close_silent(self) -> None:
        """Closes a socket whose other end may never answer: it is gone from now on."""
        await self.close(protocol.CLOSE_SILENT)
        await self.disconnect(protocol.CLOSE_SILENT)

    async def _send(self, message: protocol.Message) -> None:
        await self.send(protocol.write_message(message))


def _is_there(code: str) -> bool:
    if not switches.is_on(switches.LIVE_TABLES):
        return False
    return not code or lobbies.find_challenge(code) is not None


def _serve(request: SeatingRequest, player_pk: int) -> None:
    reception.serve(request, Player.objects.get(pk=player_pk), timezone.now())


def _note_here(player_pk: int) -> None:
    seating.note_here(player_pk, timezone.now())
