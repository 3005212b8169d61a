"""Owns the substitute of the sweep: a thread of a web process that sweeps while nobody else does.

It is started where a countdown is over and no sweep comes, since beat or every worker is dead, and ends when one does.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone
from django.utils.module_loading import import_string

from ..deadlines import FAULT, last_sweep

logger = logging.getLogger(__name__)

SWEEP_SERVICE: Final = "games.services.sweeps.sweep"


class Substitute:
    """At most one such thread in a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread unless it runs; not where this process runs the timetable itself."""
        if settings.BOTS_RUN_IN != "worker":
            return
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=run, name="substitute", daemon=True)
                self._thread.start()


SUBSTITUTE: Final = Substitute()


def run(wait: Callable[[float], object] = time.sleep, clock: Callable[[], datetime] = timezone.now) -> None:
    """Sweeps every second until somebody else does."""
    own = None
    while _is_needed(own, clock()):
        own = clock()
        _sweep(own)
        wait(1)


def _is_needed(own: datetime | None, now: datetime) -> bool:
    try:
        seen_at = last_sweep()
    except Exception:
        logger.exception("nobody knows whether there is a sweep")
        return True
    return seen_at in (None, own) or (seen_at is not None and seen_at <= now - FAULT)


def _sweep(now: datetime) -> None:
    close_old_connections()
    try:
        import_string(SWEEP_SERVICE)(now)
    except Exception:
        logger.exception("the substitute of the sweep failed; it runs again in a second")
    finally:
        close_old_connections()
