"""Owns the heart of this process: which sockets at live tables it has, and its sign of life while it has any."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from django.utils import timezone

from .services import presence
from .threads import in_thread

logger = logging.getLogger(__name__)

BEAT_SECONDS: Final = 2.0  # a clock that ran out waits for the next beat: whoever was cut off gets time instead
Close = Callable[[], Awaitable[None]]


class Heart:
    """Beats on the event loop that serves the sockets: where that stands still, the process is as good as dead."""

    def __init__(self) -> None:
        self.name = f"{presence.WEB}{secrets.token_hex(8)}"
        self._sockets: dict[int, Close] = {}
        self._strangers: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: int, close: Close) -> None:
        """Takes in a socket, by the key of its connection, and how it is closed."""
        self._sockets[connection] = close
        if self._timer is None:
            self._set_timer()

    def remove(self, connection: int) -> None:
        """Lets a socket go; without any the heart rests."""
        self._sockets.pop(connection, None)
        if not self._sockets and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._start)

    def _start(self) -> None:
        self._beating = asyncio.ensure_future(self._beat_on())

    async def _beat_on(self) -> None:
        try:
            await self.beat()
        except Exception:
            logger.exception("%s could not give a sign of life", self.name)
        if self._sockets:
            self._set_timer()
        else:
            self._timer = None

    async def beat(self) -> None:
        """Gives a sign of life, and mends what does not agree with the database.

        A socket whose connection is not known there was held to be dead: it is closed, so that its browser comes again.
        A connection whose socket is not here any more, and was not at the last beat, could not be taken back then.
        """
        known = set(self._sockets)
        held = await in_thread(presence.beat, self.name, timezone.now())
        for lost in known - held:
            if lost in self._sockets:
                await self._sockets[lost]()
        strangers = held - known - set(self._sockets)
        for stranger in strangers & self._strangers:
            await in_thread(presence.disconnect, stranger, timezone.now())
        self._strangers = strangers


HEART: Final = Heart()
