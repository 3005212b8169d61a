"""Owns the pages of the lobby: what waits and what is played, offering a table, and one challenge."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib import messages
from django.forms import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from . import lobbies, switches
from .challenges import house_versions
from .engine.rules import PLLAY
from .live_forms import LiveTableForm
from .lobby_requests import CHANGES, SeatingRequest, Sit, read_change
from .models import Player, Table
from .people.guests import player_for
from .requests import BadMessage
from .services import reception, seating
from .services.errors import ServiceError, SitsElsewhere, UnknownPlayer
from .throttles import TableThrottle

View: TypeAlias = Callable[..., HttpResponse]
Crumbs: TypeAlias = list[tuple[str, str | None]]


def while_switched_on(view: View) -> View:
    """Has a page there only while live tables are switched on."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not switches.is_on(switches.LIVE_TABLES):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def _crumbs(*inner: tuple[str, str | None]) -> Crumbs:
    return [(_("Home"), reverse("home")), *inner]


def _player(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def _who(request: HttpRequest) -> tuple[int | None, str | None]:
    player = _player(request)
    return (player.pk, str(player)) if player else (None, None)


@while_switched_on
@require_safe
@ensure_csrf_cookie
def index(request: HttpRequest) -> HttpResponse:
    context = {
        "state": lobbies.show_lobby(lobbies.read_hall(), *_who(request)),
        "breadcrumbs": _crumbs((_("Lobby"), None)),
    }
    return render(request, "games/lobby.html", context)


@while_switched_on
@require_safe
@ensure_csrf_cookie
def challenge(request: HttpRequest, code: str) -> HttpResponse:
    """Shows a table that waits for players; once it waits no more it is the table's own page that shows it."""
    found = lobbies.find_challenge(code)
    if found is None:
        return render(request, "404.html", {"table_code": code}, status=404)
    if found.started_at is not None:
        return redirect(found.table)
    request.session.modified = True  # a guest is known by the session alone: each visit makes it last a year more
    context = {
        "state": lobbies.show_challenge(lobbies.read_hall(), lobbies.find_offer(code), *_who(request)),
        "code": code,
        "link": request.build_absolute_uri(request.path),
        "breadcrumbs": _crumbs((_("Lobby"), reverse("lobby:index")), (_("Table %(code)s") % {"code": code}, None)),
    }
    return render(request, "games/challenge.html", context)


@while_switched_on
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Offers a table of exactly the rules the form shows."""
    if request.method != "POST":
        return _render_new(request, LiveTableForm(initial={"rules": PLLAY.id}))
    form = LiveTableForm(request.POST)
    if not form.is_valid():
        return _render_new(request, form, status=400)
    if not _may_open(request):
        form.add_error(None, _("You have opened many tables in a short time. Wait a minute, then offer this one."))
        return _render_new(request, form, status=429)
    offered = _offer(request, form)
    return redirect("lobby:challenge", offered.code) if offered else _render_new(request, form, status=400)


def _may_open(request: HttpRequest) -> bool:
    return TableThrottle().allow_request(request, None)  # type: ignore[arg-type]  # any request


def _render_new(request: HttpRequest, form: LiveTableForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "versions": house_versions(),
        "chosen": form["rules"].value() or PLLAY.id,
        "breadcrumbs": _crumbs((_("Lobby"), reverse("lobby:index")), (_("Offer a table"), None)),
    }
    return render(request, "games/new_challenge.html", context, status=status)


def _offer(request: HttpRequest, form: LiveTableForm) -> Table | None:
    chosen = form.cleaned_data
    try:
        partner = seating.find_account(chosen["partner"]) if chosen["partner"] else None
        return seating.offer(
            player_for(request),
            form.rule_set,
            is_private=chosen["is_private"],
            may_fill=chosen["may_fill"],
            level=chosen["level"],
            partner=partner,
            now=timezone.now(),
        )
    except ServiceError as error:
        form.add_error("partner" if isinstance(error, UnknownPlayer) else None, ValidationError(_in_words(error)))
        return None


def _in_words(error: ServiceError) -> str | SafeString:
    if isinstance(error, SitsElsewhere):
        return format_html('{} <a href="{}">{}</a>', str(error), error.url, _("Go to that table"))
    return str(error)


@while_switched_on
@require_POST
def change(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Does what a form of a challenge's page asks, for pages without a socket; says on the next page what was wrong."""
    if kind not in CHANGES:
        raise Http404
    try:
        asked = read_change(kind, {**request.POST.dict(), "table": code})
        reception.serve(asked, _who_asks(request, asked), timezone.now())
    except BadMessage as problem:
        messages.error(request, str(problem))
    except ServiceError as problem:
        messages.error(request, _in_words(problem))
    is_there = kind != "get_up" and lobbies.find_challenge(code) is not None
    return redirect("lobby:challenge", code) if is_there else redirect("lobby:index")


def _who_asks(request: HttpRequest, asked: SeatingRequest) -> Player:
    """A visitor becomes a guest by sitting down, and by nothing else."""
    player = _player(request)
    if player is not None:
        return player
    if not isinstance(asked, Sit):
        raise ServiceError(_("You have no seat at this table."))
    if not _may_open(request):
        raise ServiceError(_("Many have sat down from your address in a short time. Wait a minute."))
    return player_for(request)
