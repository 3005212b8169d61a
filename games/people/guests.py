"""Owns guests: a visitor gets one on the first action that needs a player, and it joins an account at log-in."""

import secrets

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from .. import lobbies, selectors
from ..engine.actions import Refused
from ..models import Challenge, Player, Seat
from ..services import leaving, seating

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def player_for(request: HttpRequest) -> Player:
    """Returns who plays: the one logged in, else a new guest, who is logged in from now on."""
    if isinstance(request.user, Player):
        return request.user
    guest = make_guest()
    login(request, guest, backend=_BACKEND)
    return guest


def make_guest() -> Player:
    """Makes a player without a password, known by the session alone."""
    guest = Player(username=f"guest-{secrets.token_hex(8)}", display_name=_("Guest"), is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


@transaction.atomic
def merge(guest: Player, account: Player) -> None:
    """Gives all that the guest has to the account, app by app (`settings.ON_MERGE`), and forgets the guest.

    Where both sit at one table each keeps the seat, and the guest, whom nobody can be any more, their name for it.
    """
    Player.objects.select_for_update().get(pk=guest.pk)  # another tab opens no table for the guest meanwhile
    for name in settings.ON_MERGE:
        import_string(name)(guest, account)
    if not guest.seats.exists():
        guest.delete()


def move_tables(guest: Player, account: Player) -> None:
    """Seats the account wherever the guest sat, with what the guest offered and caused there."""
    if lobbies.live_seat_of(account):
        _free_live_seat(guest)
    try:
        with transaction.atomic():
            _move_seats(guest, account)
    except IntegrityError:  # the account has sat down somewhere this very moment
        _free_live_seat(guest)
        _move_seats(guest, account)
    Challenge.objects.filter(maker=guest).update(maker=account)
    for abort in guest.aborts.all():
        abort.caused_by.add(account)


def _move_seats(guest: Player, account: Player) -> None:
    shared = Seat.objects.filter(player=account).values("table")
    Seat.objects.filter(player=guest).exclude(table__in=shared).update(player=account)


def _free_live_seat(guest: Player) -> None:
    """Gives the guest's live seat up, in a game to a bot: the account has one, and one plays at one table at a time."""
    seat, now = lobbies.live_seat_of(guest), timezone.now()
    if seat is None:
        return
    if seat.table.challenge.started_at is None:
        seating.leave(seat.table, guest, now)
        return
    match = selectors.current_match(seat.table_id)
    try:
        leaving.leave(seat.table, seat.seat, match.ident, now)
    except Refused:  # the game has ended this very moment, and let go of everybody
        return
