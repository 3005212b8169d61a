"""Owns what the site asks of django-allauth: a guest becomes the account, or joins the one logged in to."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ..models import Player
from .guests import merge


def guest_of(request: HttpRequest) -> Player | None:
    """Returns the guest that this visitor plays as, if they do."""
    user = request.user
    return user if isinstance(user, Player) and user.is_guest else None


RESERVED = ("bot-", "guest-")  # how the site itself names those who have no account


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Keeps everything a guest has when the visitor signs up or logs in."""

    def new_user(self, request: HttpRequest) -> Player:
        """Signing up: the guest's own row becomes the account, so nothing has to be moved."""
        return guest_of(request) or Player()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuses the names the site gives itself, so that nobody can pass for a bot."""
        if username.lower().startswith(RESERVED):
            raise ValidationError(_("A name cannot begin with %(prefixes)s.") % {"prefixes": " / ".join(RESERVED)})
        return super().clean_username(username, shallow)  # type: ignore[no-any-return]  # allauth has no types

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.is_guest = False
        user.display_name = form.cleaned_data["username"]
        return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]  # allauth has no types

    def login(self, request: HttpRequest, user: Player) -> None:
        """Logging in: what the guest has joins the account."""
        guest = guest_of(request)
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            merge(guest, user)
