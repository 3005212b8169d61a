"""Owns running database calls beside the event loop that serves sockets."""

from collections.abc import Callable
from typing import Any, TypeVar

from channels.db import database_sync_to_async

T = TypeVar("T")


async def in_thread(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Runs a database call in a thread of its own, so that one table's never waits for another's."""
    return await database_sync_to_async(function, thread_sensitive=False)(*args, **kwargs)
