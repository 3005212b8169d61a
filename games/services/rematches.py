"""Owns the rematch with other partners: a new table, offered by whoever asks, to which the others are led."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from .. import broadcast, selectors
from ..engine.actions import Reason, Refused
from ..engine.cards import left_of
from ..engine.rules import RuleSet
from ..models import Challenge, Match, Seat, Table
from . import seating
from .errors import NotAllowed


@transaction.atomic
def ask(match: Match, seat: int, ident: str, now: datetime) -> None:
    """Opens a table for another match, where the player on the left of who asks is their partner.

    Asked again it changes nothing. Raises Refused, and what `seating.offer` raises.
    """
    challenge = Challenge.objects.select_for_update(of=("self",)).filter(table=match.table_id).first()
    if challenge is None:
        raise NotAllowed(_("At this table one plays again with the same seats."))
    if match.ident != ident or match.ended_at is None:
        raise Refused(Reason.STALE)
    if challenge.rematch_id is None:
        challenge.rematch = _offer(match, challenge, seat, now)
        challenge.save(update_fields=["rematch"])
        transaction.on_commit(partial(_tell, match.table_id, now))


def _offer(match: Match, challenge: Challenge, seat: int, now: datetime) -> Table:
    """Lays the table: who asked sits there, and the seat opposite is held for the new partner, if they have a name.

    The others sit down themselves: nobody is seated unasked. Where only bots are left they come along at once.
    """
    seats = {row.seat: row for row in match.table.seats.select_related("player")}
    own = seats[seat].player
    table = seating.offer(
        own,
        RuleSet.from_options(match.table.rules.options),
        is_private=challenge.is_private,
        may_fill=challenge.may_fill,
        level=challenge.level,
        partner=None if _has_no_name(seats[left_of(seat)]) else seats[left_of(seat)].player,
        seat=seat,
        now=now,
    )
    if all(row.level for row in seats.values() if row.seat != seat):
        seating.fill(table, own, now)
    return table


def _has_no_name(row: Seat) -> bool:
    """Says whether a seat can be held for nobody: a bot's, or a guest's."""
    return bool(row.level) or row.player.is_guest


def _tell(table_pk: int, now: datetime) -> None:
    match = selectors.current_match(table_pk)
    broadcast.send_views(match, selectors.state_of(match), first=match.seq, lines=[], now=now)
