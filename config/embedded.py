"""Owns what the web process does beside serving where there is no Celery: the timetable's clock, ready bots."""

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections
from django.utils.module_loading import import_string

from .timetable import TIMETABLE, Entry

logger = logging.getLogger(__name__)


def start() -> None:
    """Starts the threads; they end with the process."""
    threading.Thread(target=import_string("games.services.warming.warm_bots"), name="warming", daemon=True).start()
    threading.Thread(target=run, name="timetable", daemon=True).start()


def run(stop: threading.Event | None = None, clock: Callable[[], float] = time.monotonic) -> None:
    """Runs every entry when it is due, one after the other, until `stop` is set."""
    stop = stop or threading.Event()
    due = {entry: clock() + entry.seconds for entry in TIMETABLE}
    while not stop.wait(max(0.0, min(due.values()) - clock())):
        for entry in [entry for entry, when in due.items() if when <= clock()]:
            due[entry] = clock() + entry.seconds
            _run(entry)


def _run(entry: Entry) -> None:
    close_old_connections()
    try:
        import_string(entry.task)()
    except Exception:
        logger.exception("%s failed; it runs again in %s s", entry.task, entry.seconds)
    finally:
        close_old_connections()
