"""Owns the reception of the lobby: whatever is asked of a table there, by socket or by form, is done here."""

from datetime import datetime

from django.core.cache import cache
from django.utils.translation import gettext as _

from .. import lobbies
from ..lobby_requests import Fill, GetUp, Invite, SeatingRequest, Sit, Swap, Uninvite
from ..models import Player, Table
from . import seating
from .errors import TableGone, TooOften

MOST_A_MINUTE = 60  # changes that one player may ask for; nobody moves about more


def serve(request: SeatingRequest, player: Player, now: datetime) -> None:
    """Does what a player asks; raises a ServiceError with its reason."""
    _count(player, now)
    table = _find(request.table)
    match request:
        case Sit(seat=seat):
            seating.sit(table, player, seat, now)
        case GetUp():
            seating.leave(table, player, now)
        case Swap(seats=(one, other)):
            seating.swap(table, player, one, other, now)
        case Fill():
            seating.fill(table, player, now)
        case Invite(name=name):
            seating.invite(table, player, name, now)
        case Uninvite():
            seating.uninvite(table, player, now)


def _find(code: str) -> Table:
    challenge = lobbies.find_challenge(code)
    if challenge is None:
        raise TableGone(_("This table is no longer there: everybody has left it."))
    return challenge.table


def _count(player: Player, now: datetime) -> None:
    key = f"seating.{player.pk}.{int(now.timestamp()) // 60}"
    cache.add(key, 0, timeout=120)
    if cache.incr(key) > MOST_A_MINUTE:
        raise TooOften(_("You have changed seats very often within a minute. Wait a minute."))
