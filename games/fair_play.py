"""Owns the pages by which anybody can check the site: a finished match, its transcript, the keys, the statistics."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from . import charts, selectors
from .downloads import send_transcript, write_key
from .models import Match
from .sheets import make_sheet

Crumbs = list[tuple[str, str | None]]


def _crumbs(*inner: tuple[str, str | None]) -> Crumbs:
    return [(_("Home"), reverse("home")), *inner]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Says in plain words what is proved and what is not, and how to check it."""
    checked, failed = selectors.check_counts()
    context = {
        "keys": selectors.signing_keys(),
        "checked": checked,
        "failed": failed,
        "site": request.build_absolute_uri("/").rstrip("/"),
        "breadcrumbs": _crumbs((_("Fair play"), None)),
    }
    return render(request, "games/fair_play.html", context | {"aborts": selectors.count_aborts()})


@require_safe
def match(request: HttpRequest, ident: str) -> HttpResponse:
    found = _find(ident)
    if found is None or found.ended_at is None:
        return _refuse(request, found)
    context = {"sheet": make_sheet(found), "breadcrumbs": _crumbs((_("Score sheet"), None))}
    return render(request, "games/match.html", context)


@require_safe
def transcript(request: HttpRequest, ident: str) -> HttpResponse:
    found = _find(ident)
    if found is None or found.ended_at is None:
        return _refuse(request, found)
    return send_transcript(found)


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Shows what was dealt against what chance gives."""
    counts = selectors.deal_counts()
    deals = charts.count_deals(counts)
    context = {
        "deals": deals,
        "shown_deals": number_format(deals, force_grouping=True),
        "charts": charts.make_charts(counts),
        "width": charts.WIDTH,
        "height": charts.HEIGHT,
        **{name: charts.make_panel(counts, name) for name in ("spades", "voids", "nil")},
        "breadcrumbs": _crumbs((_("Fair play"), reverse("fair_play:index")), (_("Deal statistics"), None)),
    }
    return render(request, "games/statistics.html", context)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Lists the public keys at an address that never changes; pages of other sites may read it too."""
    listed = [write_key(key) for key in selectors.signing_keys()]
    return JsonResponse({"keys": listed}, headers={"Access-Control-Allow-Origin": "*"})


def _find(ident: str) -> Match | None:
    """The match of an id; a study is none here: nothing was promised for it, so there is nothing to check."""
    found = selectors.find_match(ident)
    return None if found is None or found.is_study else found


def _refuse(request: HttpRequest, found: Match | None) -> HttpResponse:
    """Says that there is no such match, or that it is still being played."""
    if found is None:
        return render(request, "games/no_match.html", status=404)
    return render(request, "games/running_match.html", status=403)
