"""Owns quick chat: eight fixed messages between partners, which all four see and the log keeps, and muting them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .. import broadcast, live, selectors
from ..engine import match as engine
from ..engine.actions import Reason, Refused
from ..engine.cards import partner_of
from ..models import Match, Player, Seat
from . import play
from .errors import NotSaid

MESSAGES: Final = (
    "good_luck", "good_game", "nice_play", "well_played", "thanks", "sorry", "ready", "one_moment",
)  # fmt: skip
MOST_MUTED = 200  # players one wants to hear nothing from


def say(match: Match, seat: int, ident: str, msg: str, now: datetime, action_id: str) -> None:
    """Says one of the fixed messages, once per `action_id`; raises NotSaid with the reason, and Refused."""
    if ident != match.ident:
        raise Refused(Reason.STALE)
    if msg not in MESSAGES:
        raise NotSaid(_("There is no message “%(msg)s”. Choose one of the eight.") % {"msg": msg})
    _check_muted(_player_at(match, seat), now)
    play.say(match.pk, seat, msg, partial(_allow, seat, now), now, action_id)


def _check_muted(player: Player, now: datetime) -> None:
    if player.muted_until is not None and player.muted_until > now:
        until = date_format(player.muted_until, "DATETIME_FORMAT")
        raise NotSaid(_("You may not chat until %(until)s (UTC).") % {"until": until})


def _allow(seat: int, now: datetime, match: Match, state: engine.Match, events: Sequence[engine.Event]) -> None:
    """Raises NotSaid where a message could be a signal, or where there were too many."""
    if not match.table.challenge.quick_chat:
        raise NotSaid(_("There is no quick chat at this table."))
    if engine.phase(state) is engine.Phase.BIDDING:
        raise NotSaid(_("Nothing is said until all four have bid: it could be a signal."))
    if engine.turn(state) == partner_of(seat):
        raise NotSaid(_("Nothing is said while your partner is on turn: it could be a signal."))
    allowance = live.allowance_of(events, seat, play.milliseconds(now))
    if not allowance["left"]:
        raise NotSaid(_("You have said all you can in this game: %(n)s messages.") % {"n": live.MOST_CHATS})
    if allowance["from"] is not None:
        raise NotSaid(_("One message in five seconds: wait a moment."))


def mute(match: Match, seat: int, ident: str, is_on: bool, now: datetime) -> None:
    """Keeps, for this partner at any table, whether their messages are to be shown; raises NotSaid and Refused."""
    if ident != match.ident:
        raise Refused(Reason.STALE)
    partner = _player_at(match, partner_of(seat))
    if partner.is_bot:
        raise NotSaid(_("A bot says nothing: there is nobody to mute."))
    _keep_muted(_player_at(match, seat).pk, partner.pk, is_on)
    match = selectors.current_match(match.table_id)
    broadcast.send_views(match, selectors.state_of(match), first=match.seq, lines=[], now=now)


@transaction.atomic
def _keep_muted(player_pk: int, other_pk: int, is_on: bool) -> None:
    player = Player.objects.select_for_update().get(pk=player_pk)
    others = [pk for pk in player.preferences.get("muted", []) if pk != other_pk]
    player.preferences = {**player.preferences, "muted": [*others, *([other_pk] if is_on else [])][-MOST_MUTED:]}
    player.save(update_fields=["preferences"])


def _player_at(match: Match, seat: int) -> Player:
    return Seat.objects.select_related("player").get(table=match.table_id, seat=seat).player
