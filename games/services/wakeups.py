"""Owns waking the bots of a match, outside the request that gave them the turn."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

from celery import current_app
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from ..engine import match as engine

logger = logging.getLogger(__name__)

TASK = "games.tasks.move_bots"
THREADS = 2
EXPIRES = 5  # seconds; the sweep comes as often
_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="bots")
# A mover hears its own acts too; it is in its loop already, so only others' wake-ups start one.
_moving: ContextVar[bool] = ContextVar("moving", default=False)


def is_due(state: engine.Match) -> bool:
    """Says whether a bot is to act, or, where only bots sit, the next hand is to be dealt."""
    turn = engine.turn(state)
    if turn is not None:
        return state.kinds[turn] == "bot"
    return engine.phase(state) == engine.Phase.HAND_OVER and "human" not in state.kinds


@contextmanager
def moving() -> Iterator[None]:
    """Marks that a mover is at work here, which needs no waking."""
    token = _moving.set(True)
    try:
        yield
    finally:
        _moving.reset(token)


def wake(match_pk: int) -> None:
    """Has the bots of a match move; a wake-up that is lost is repeated by the sweep."""
    if _moving.get():
        return
    try:
        _WAYS[settings.BOTS_RUN_IN](match_pk)
    except Exception:
        logger.exception("match %s: its bots could not be woken now", match_pk)


def _wake_worker(match_pk: int) -> None:
    # No retry, since a person waits; no old ones, since the sweep sends new ones while no worker is there.
    current_app.send_task(TASK, args=[match_pk], retry=False, expires=EXPIRES)


def _wake_thread(match_pk: int) -> None:
    _pool.submit(_move_in_thread, match_pk)


def _move_in_thread(match_pk: int) -> None:
    close_old_connections()
    try:
        _move_here(match_pk)
    except Exception:
        logger.exception("match %s: its bots stopped", match_pk)
    finally:
        close_old_connections()


def _move_here(match_pk: int) -> None:
    import_string(TASK)(match_pk)


_WAYS: dict[str, Callable[[int], None]] = {
    "worker": _wake_worker,
    "thread": _wake_thread,
    "caller": _move_here,
}
