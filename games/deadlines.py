"""Owns when the server must act in a match: by its clocks at a live table, if no person does so before."""

from datetime import datetime, timedelta
from typing import Final

from .engine import match as engine
from .models import Connection, Match, Pulse, Table

TURN: Final = timedelta(seconds=30)  # of a person
NEXT_HAND: Final = timedelta(seconds=10)  # from the end of a hand
SWEEP: Final = "sweep"  # the name of its pulse
FAULT: Final = timedelta(seconds=5)  # the sweep comes every second: after so long without one the server had stopped


def deadline_of(match: Match, state: engine.Match, now: datetime) -> datetime | None:
    """Returns until when a match waits that has come to `state` at `now`; None where it waits for ever.

    Nobody waits for a bot, be it a stand-in. What is waited for before the first card is `services/ready.py`'s.
    """
    if match.table.kind != Table.Kind.LIVE:
        return None
    if engine.phase(state) is engine.Phase.HAND_OVER:
        return now + NEXT_HAND
    return now + TURN if is_for_person(state) else None


def next_deadline(match: Match, before: engine.Match, after: engine.Match, now: datetime) -> datetime | None:
    """Returns the deadline after an event: the one there is, unless something else is waited for from now on."""
    return match.deadline_at if _awaited(before) == _awaited(after) else deadline_of(match, after, now)


def _awaited(state: engine.Match) -> tuple[object, ...]:
    """What tells one thing that is waited for from the next; what is said or who is away makes no difference."""
    return state.acts, engine.phase(state), is_for_person(state)


def is_for_person(state: engine.Match) -> bool:
    """Says whether the seat on turn is a person's who holds it."""
    seat = engine.turn(state)
    return seat is not None and state.kinds[seat] == "human" and state.stand_ins[seat] is None


def is_cut_off(match: Match, seat: int) -> bool:
    """Says whether a seat has a connection of which nobody knows yet that it held until the deadline.

    Every process says so by its next pulse, or it is dead: then those who were connected there get more time.
    """
    doubtful = Connection.objects.filter(table=match.table_id, seat__seat=seat, process__seen_at__lt=match.deadline_at)
    return doubtful.exists()


def is_over(match: Match, now: datetime) -> bool:
    """Says whether the server is to act."""
    return match.deadline_at is not None and match.deadline_at <= now


def overdue(now: datetime, *, has_begun: bool) -> list[int]:
    """Returns the keys of the matches, with a first card or without, in which the server is to act, the latest last."""
    late = Match.objects.filter(deadline_at__lte=now)
    late = late.exclude(seq=0) if has_begun else late.filter(seq=0)
    return list(late.order_by("deadline_at").values_list("pk", flat=True))


def is_swept(now: datetime) -> bool:
    """Says whether the sweep works: where it has stopped, nobody's time runs out."""
    seen_at = last_sweep()
    return seen_at is not None and seen_at > now - FAULT


def last_sweep() -> datetime | None:
    """Returns when the last sweep was, or None before the first."""
    return Pulse.objects.filter(name=SWEEP).values_list("seen_at", flat=True).first()
