"""Owns what the site asks of django-allauth: a guest becomes the account, or joins the one logged in to."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ..models import Player
from ..services.tables import BOT_NAMES
from .guests import merge


def guest_of(request: HttpRequest) -> Player | None:
    """Returns the guest that this visitor plays as, if they do."""
    user = request.user
    return user if isinstance(user, Player) and user.is_guest else None


View: TypeAlias = Callable[..., HttpResponseBase]
RESERVED = ("bot-", "guest-")  # how the site itself names those who have no account
LONGEST_NAME = 40  # what a seat has room for


def for_accounts(view: View) -> View:
    """Sends a guest from a page about one's account to signing up: a guest has none."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("account_signup") if guest_of(request) else view(request, *args, **kwargs)

    return guarded


def log_in_to_admin(request: HttpRequest, extra_context: object = None) -> HttpResponseBase:
    """Sends staff to the site's own log-in, the admin's being one that would forget a guest's tables."""
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"), reverse("account_login"))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Keeps everything a guest has when the visitor signs up or logs in."""

    def new_user(self, request: HttpRequest) -> Player:
        """Signing up: the guest's own row becomes the account, so nothing has to be moved."""
        return guest_of(request) or Player()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuses the names the site gives itself, so that nobody can pass for a bot."""
        name = username.casefold()
        if name.startswith(RESERVED) or name in {bot.casefold() for bot in BOT_NAMES}:
            raise ValidationError(_("This name belongs to a bot or a guest. Choose another."))
        if len(username) > LONGEST_NAME:
            raise ValidationError(_("A name has at most %(n)s characters.") % {"n": LONGEST_NAME})
        return super().clean_username(username, shallow)  # type: ignore[no-any-return]  # allauth has no types

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.is_guest = False
        user.display_name = form.cleaned_data["username"]
        return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]  # allauth has no types

    def login(self, request: HttpRequest, user: Player) -> None:
        """Logging in: what the guest has joins the account, before the session forgets the guest."""
        guest = guest_of(request)
        if guest is not None and guest.pk != user.pk:
            merge(guest, user)
        super().login(request, user)
