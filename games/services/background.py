"""Owns starting work outside the request: in a worker, in a thread of this process, or, in tests, at once.

Where it runs is the setting `BOTS_RUN_IN`. Work that is lost is started again by a sweep of whoever needs it.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from celery import current_app
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

EXPIRES = 5  # seconds; a sweep comes as often


class Errand:
    """A task that is run for one row at a time; `threads` run it at once where it runs in threads."""

    def __init__(self, task: str, threads: int) -> None:
        self.task = task
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=task.rpartition(".")[2])

    def start(self, key: int) -> None:
        """Has the task run for the row `key`; a start that fails is logged, and repeated by the sweep."""
        try:
            _WAYS[settings.BOTS_RUN_IN](self, key)
        except Exception:
            logger.exception("%s could not be started for %s now", self.task, key)

    def send(self, key: int) -> None:
        """Sends it to a worker."""
        # No retry, since a person waits; no old ones, since the sweep sends new ones while no worker is there.
        current_app.send_task(self.task, args=[key], retry=False, expires=EXPIRES)

    def submit(self, key: int) -> None:
        """Hands it to a thread of this process."""
        self._pool.submit(self._run_in_thread, key)

    def run(self, key: int) -> None:
        """Runs it here and now."""
        import_string(self.task)(key)

    def _run_in_thread(self, key: int) -> None:
        close_old_connections()
        try:
            self.run(key)
        except Exception:
            logger.exception("%s stopped for %s", self.task, key)
        finally:
            close_old_connections()


_WAYS: dict[str, Callable[[Errand, int], None]] = {
    "worker": Errand.send,
    "thread": Errand.submit,
    "caller": Errand.run,
}
