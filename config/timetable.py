"""Owns the timetable: which task runs how often, on Celery beat and on the embedded default alike."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One task by its name, and the seconds from one run to the next."""

    task: str
    seconds: int


TIMETABLE = (
    Entry("games.tasks.sweep", 1),
    Entry("games.tasks.wake_bots", 5),
    Entry("games.tasks.wake_coach", 20),
    Entry("games.tasks.audit_matches", 60),
    Entry("games.tasks.forget_stale_seats", 30),
    Entry("games.tasks.end_untouched_tables", 3600),
    Entry("games.tasks.forget_sessions", 24 * 3600),
)
