"""Owns guests: a visitor gets one on the first action that needs a player, and it joins an account at log-in."""

import secrets

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from ..models import Player, Seat

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
    """Gives all that the guest has to the account, app by app (`settings.ON_MERGE`), and forgets the guest."""
    Player.objects.select_for_update().get(pk=guest.pk)  # another tab opens no table for the guest meanwhile
    for name in settings.ON_MERGE:
        import_string(name)(guest, account)
    guest.delete()


def move_tables(guest: Player, account: Player) -> None:
    """Seats the account wherever the guest sat."""
    Seat.objects.filter(player=guest).update(player=account)
