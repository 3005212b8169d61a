"""Owns the Celery application: workers, and the timetable as beat runs it."""

import os

from celery import Celery

from .timetable import TIMETABLE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pllay")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {entry.task: {"task": entry.task, "schedule": entry.seconds} for entry in TIMETABLE}
