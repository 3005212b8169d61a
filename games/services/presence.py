"""Owns who is there: the connections to live tables, the absences of players, and what follows from them.

Whatever changes an absence locks the match first and the seat then, as whatever changes a match does.
"""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from .. import broadcast, live
from ..live import AWAY, STAND_IN
from ..models import Connection, Match, Pulse, Seat, Table
from . import play, ready

logger = logging.getLogger(__name__)

GONE: Final = timedelta(minutes=10)  # when every person has been away for so long, the match ends
SILENCE: Final = timedelta(seconds=15)  # a process that gives no sign of life for so long is dead
SOCKETS: Final = 8  # one player may have open at one table
BURIED_AT_ONCE: Final = 200  # connections of dead processes; the sweep must go on
_STEPS = (AWAY, STAND_IN, GONE)
WEB = "web-"  # what the names of web processes begin with


class TooManySockets(Exception):
    """A player has so many sockets open at a table already."""


class SeatGone(Exception):
    """The seat is no longer the player's."""


def connect(table: Table, seat: int | None, process: str, now: datetime) -> int:
    """Notes a socket that was opened for a seat, or by who watches; returns its key.

    An absence ends with it. Raises SeatGone and TooManySockets.
    """
    with transaction.atomic():
        match = lock_match(table.pk)
        row = None if seat is None else _find_seat(table, seat)
        _keep_pulse(process, now)
        opened = Connection.objects.create(process_id=process, table=table, seat=row, opened_at=now)
        if row is None:
            _tell(table.pk, now)
        else:
            _end_absence(match, row, now)
        return opened.pk


def _find_seat(table: Table, seat: int) -> Seat:
    row = Seat.objects.select_for_update(of=("self",)).filter(table=table, seat=seat).first()
    if row is None:
        raise SeatGone
    if row.connections.count() >= SOCKETS:
        raise TooManySockets
    return row


def _keep_pulse(process: str, now: datetime) -> None:
    if not Pulse.objects.filter(name=process, seen_at__gt=now - SILENCE / 2).exists():
        _pulse(process, now)


def _pulse(process: str, now: datetime) -> None:
    """Without a lock that would keep other sockets of the process waiting."""
    if not Pulse.objects.filter(name=process).update(seen_at=now):
        Pulse.objects.get_or_create(name=process, defaults={"seen_at": now})


def disconnect(connection_pk: int, now: datetime, gone_at: datetime | None = None) -> None:
    """Notes that a socket is closed; with the last one of a seat its player's absence begins. Once is enough.

    `gone_at` is when it was, if not now.
    """
    with transaction.atomic():
        connection = Connection.objects.filter(pk=connection_pk).first()
        if connection is None:
            return
        match = lock_match(connection.table_id)
        if not Connection.objects.filter(pk=connection_pk).delete()[0]:
            return
        if connection.seat_id is None:
            _tell(connection.table_id, now)
        else:
            _begin_absence(match, connection.seat_id, gone_at or now)


def beat(process: str, now: datetime) -> set[int]:
    """Gives a sign of life of a process; returns the connections that it is held to have."""
    _pulse(process, now)
    return set(Connection.objects.filter(process=process).values_list("pk", flat=True))


def is_here(row: Seat) -> bool:
    """Says whether the player of a seat is at the table."""
    return not row.has_left and row.connections.exists()


def lock_match(table_pk: int) -> Match | None:
    """Reads the match that is played at a table, or the last one, for a change; None where there is none yet."""
    matches = Match.objects.select_for_update(of=("self",)).select_related("table", "rules", "study")
    return matches.filter(table=table_pk).order_by("-ordinal").first()


def is_logged_away(match: Match, seat: int) -> bool:
    """Says whether a match's log has it that nobody is connected for a seat."""
    kinds = Q(line__contains='"type":"away"') | Q(line__contains='"type":"back"')
    lines = match.events.filter(kinds, line__contains=f'"seat":{seat},').order_by("-i")
    last = lines.values_list("line", flat=True).first()
    return last is not None and '"type":"away"' in last


def is_everybody_gone(match: Match, now: datetime) -> bool:
    """Says whether every person of a match has left, or has been away for ten minutes."""
    people = Seat.objects.filter(table=match.table_id, level="")
    return all(row.has_left or _is_gone(row, now) for row in people)


def _is_gone(row: Seat, now: datetime) -> bool:
    return row.absent_since is not None and now - row.absent_since >= GONE


def _begin_absence(match: Match | None, seat_pk: int, now: datetime) -> None:
    """Sets the clock of an absence, unless the seat has another connection, or nobody waits for its player."""
    row = Seat.objects.select_for_update(of=("self",)).filter(pk=seat_pk, is_live=True, absent_since=None).first()
    if row is None or match is None or match.ended_at or row.connections.exists():
        return
    Seat.objects.filter(pk=seat_pk).update(absent_since=now, due_at=now + AWAY)


def _end_absence(match: Match | None, row: Seat, now: datetime) -> None:
    if row.absent_since is None:
        return
    Seat.objects.filter(pk=row.pk).update(absent_since=None, due_at=None)
    if match is not None and is_logged_away(match, row.seat):
        play.note_back(match.pk, row.seat, now)
    elif live.is_away(row.absent_since, row.due_at):
        _tell(row.table_id, now)


def expire_due(now: datetime) -> int:
    """Takes the next step of every absence for which it is time; returns how many it took."""
    due = Seat.objects.filter(due_at__lte=now).order_by("due_at")
    return sum(_try_step(row, now) for row in list(due))


def _try_step(row: Seat, now: datetime) -> bool:
    """One that cannot be taken must not keep the others."""
    try:
        return _step(row, now)
    except Exception:
        logger.exception("the absence from seat %s could not be followed", row)
        return False


@transaction.atomic
def _step(row: Seat, now: datetime) -> bool:
    """Takes one step, which only one of those who try to can claim."""
    match = lock_match(row.table_id)
    if row.absent_since is None:
        return False
    gone_for = now - row.absent_since
    next_due = row.absent_since + min((step for step in _STEPS if step > gone_for), default=gone_for + GONE)
    unchanged = Seat.objects.filter(pk=row.pk, due_at=row.due_at, absent_since=row.absent_since)
    if not unchanged.update(due_at=next_due):
        return False
    if match is None or match.ended_at:
        Seat.objects.filter(pk=row.pk).update(due_at=None)
    elif match.seq:
        _follow(match, row.seat, gone_for, now)
    elif gone_for >= STAND_IN:
        ready.vacate(match, [row.seat], now)
    else:
        _tell(row.table_id, now)
    return True


def _follow(match: Match, seat: int, gone_for: timedelta, now: datetime) -> None:
    """Says that a player is away; has a bot take the seat; ends the match when nobody has been there for long."""
    if not is_logged_away(match, seat):
        play.note_away(match.pk, seat, now)
    if gone_for >= STAND_IN:
        play.take_over(match.pk, seat, now)
    if gone_for >= GONE and is_everybody_gone(match, now):
        play.close(match.pk, "left", now)


def forget_dead(now: datetime) -> list[int]:
    """Forgets the connections of processes that have died; their players are absent since the last sign of life.

    Returns the keys of the matches that this has cut into.
    """
    dead = Pulse.objects.filter(name__startswith=WEB, seen_at__lte=now - SILENCE)
    hit: dict[int, None] = {}
    for pulse in list(dead):
        try:
            hit |= dict.fromkeys(_bury(pulse, now))
        except Exception:  # it is tried again at the next sweep, and must not keep the others
            logger.exception("the process %s could not be forgotten", pulse)
    return list(hit)


def _bury(pulse: Pulse, now: datetime) -> list[int]:
    died_at = max(pulse.seen_at, now - SILENCE)
    lost = list(pulse.connections.order_by("pk")[:BURIED_AT_ONCE])
    for connection in lost:
        disconnect(connection.pk, now, died_at)
    if len(lost) < BURIED_AT_ONCE:
        Pulse.objects.filter(name=pulse.name, seen_at=pulse.seen_at).delete()
    tables = {connection.table_id for connection in lost if connection.seat_id is not None}
    return list(Match.objects.filter(table__in=tables, ended_at=None).values_list("pk", flat=True))


def give_back(gap: timedelta, now: datetime) -> None:
    """Takes a time in which the server had stopped off every absence, and lets every process give a sign of life."""
    Seat.objects.filter(due_at__isnull=False).update(due_at=F("due_at") + gap, absent_since=F("absent_since") + gap)
    Pulse.objects.filter(name__startswith=WEB).update(seen_at=now)


def _tell(table_pk: int, now: datetime) -> None:
    transaction.on_commit(partial(broadcast.send_company, table_pk, now))
