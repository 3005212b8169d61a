"""Owns reading once, in one process, what many sockets want to know at about the same moment."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from .threads import in_thread

T = TypeVar("T")


class SharedRead(Generic[T]):
    """Runs `read` in a thread for all who ask while it has not begun: each gets what was read after they asked."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: asyncio.Task[T] | None = None
        self._next: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """Gives what is read; raises what reading raises."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # a test's: what belongs to another loop is nothing to wait for
            self._loop, self._running, self._next = loop, None, None
        if self._next is None:
            self._next = loop.create_task(self._run(self._running))
        return await asyncio.shield(self._next)  # who goes away takes it from nobody else

    async def _run(self, before: "asyncio.Task[T] | None") -> T:
        if before is not None:
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        return await in_thread(self._read)
