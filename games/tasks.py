"""Owns the tasks of the games app, as Celery and the embedded timetable run them."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from .services import audits, bots, coach, seating, sweeps, tables


@shared_task
def move_bots(match_pk: int) -> None:
    """Plays the bots' turns of one match."""
    bots.move_due(match_pk)


@shared_task
def wake_bots() -> None:
    """Starts again what a crash stopped."""
    bots.wake_late(timezone.now())


@shared_task
def review_hand(review_pk: int) -> None:
    """Judges the acts of one seat in one finished hand."""
    coach.make(review_pk)


@shared_task
def wake_coach() -> None:
    """Starts reviews again that a crash has stopped."""
    coach.wake_late(timezone.now())


@shared_task
def sweep() -> None:
    """Does what is due before first cards and at live tables: clocks, next hands, absences."""
    sweeps.sweep(timezone.now())


@shared_task
def end_untouched_tables() -> None:
    """Ends guests' tables that nobody has touched for 30 days."""
    tables.end_untouched(timezone.now())


@shared_task
def forget_stale_seats() -> None:
    """Gives up seats, at tables that wait for players, whose players have had no page of the lobby open for long."""
    seating.forget_stale(timezone.now())


@shared_task
def audit_matches() -> None:
    """Counts the deals of matches that have ended, and verifies one in a hundred of them once more."""
    audits.audit_finished(timezone.now())


@shared_task
def forget_sessions() -> None:
    """Deletes sessions that have run out."""
    call_command("clearsessions")
