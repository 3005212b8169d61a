"""Owns the Celery application: workers, and the timetable as beat runs it."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init
from django.utils.module_loading import import_string

from .timetable import TIMETABLE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pllay")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {entry.task: {"task": entry.task, "schedule": entry.seconds} for entry in TIMETABLE}


@worker_process_init.connect
def warm_bots(**about: Any) -> None:
    """Gets the bots of a new worker process ready before its first task."""
    import_string("games.services.warming.warm_bots")()
