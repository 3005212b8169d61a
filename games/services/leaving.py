"""Owns leaving a live table on purpose, and taking the seat back: until then a bot holds it."""

from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from .. import broadcast
from ..engine.actions import Reason, Refused
from ..models import Match, Seat, Table
from . import play, presence, ready
from .errors import SitsElsewhere


@transaction.atomic
def leave(table: Table, seat: int, ident: str, now: datetime) -> None:
    """Gives a seat of a live table up: before the first card without a trace, later a bot has it at once. Done once.

    A match that every person has left ends. Raises Refused.
    """
    match, row = _lock(table, seat, ident)
    if row.has_left:
        return
    if match.ended_at:
        raise Refused(Reason.MATCH_OVER)
    if not match.seq:
        ready.vacate(match, [seat], now)
        return
    _set(row, has_left=True)
    if not presence.is_logged_away(match, seat):
        play.note_away(match.pk, seat, now)
    play.take_over(match.pk, seat, now)
    if presence.is_everybody_gone(match, now):
        play.close(match.pk, "left", now)
    transaction.on_commit(broadcast.send_lobby_changed)


@transaction.atomic
def take_back(table: Table, seat: int, ident: str, now: datetime) -> None:
    """Takes back a seat that was left; the bot gives it back at its next turn. Nothing where it was not left.

    Raises Refused, and SitsElsewhere: one has one live seat at a time.
    """
    match, row = _lock(table, seat, ident)
    if match.ended_at:
        raise Refused(Reason.MATCH_OVER)
    if not row.has_left:
        return
    try:
        with transaction.atomic():
            _set(row, has_left=False)
    except IntegrityError:
        raise _elsewhere(row) from None
    if presence.is_logged_away(match, seat):
        play.note_back(match.pk, seat, now)
    else:
        transaction.on_commit(partial(broadcast.send_company, table.pk, now))
    transaction.on_commit(broadcast.send_lobby_changed)


def concede(match: Match, seat: int, ident: str, now: datetime, action_id: str) -> None:
    """Gives a match up as far as this seat can, once per `action_id`; raises Refused."""
    if match.ident != ident:
        raise Refused(Reason.STALE)
    play.concede(match.pk, seat, now, action_id)


def _lock(table: Table, seat: int, ident: str) -> tuple[Match, Seat]:
    """Reads match and seat for a change of who holds it."""
    match = presence.lock_match(table.pk)
    if match is None or match.ident != ident:
        raise Refused(Reason.STALE)
    row = Seat.objects.select_for_update(of=("self",)).select_related("player").filter(table=table, seat=seat).first()
    if row is None or row.level:
        raise Refused(Reason.NOT_SEATED)
    return match, row


def _set(row: Seat, *, has_left: bool) -> None:
    values = {"has_left": has_left, "is_live": not has_left, "absent_since": None, "due_at": None}
    Seat.objects.filter(pk=row.pk).update(**values)


def _elsewhere(row: Seat) -> SitsElsewhere:
    other = row.player.seats.filter(is_live=True).select_related("table").first()
    words = _("You sit at another live table now. Leave it first: one plays at one at a time.")
    return SitsElsewhere(words, other.table.get_absolute_url() if other else "")
