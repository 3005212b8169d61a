"""Owns the site as a whole: settings, the URL map, the server's entry points and the timetable."""

from .celery import app as celery_app

__all__ = ["celery_app"]
