"""Owns the pages of the site: home, tables and rules."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from . import lobbies, replays, rulebook, selectors
from .challenges import RULES_NAMES, describe, house_versions
from .engine.cards import SEATS
from .engine.rules import HOUSE, PLLAY
from .forms import OWN, NewTableForm
from .models import Player, Table
from .people.guests import player_for
from .services import studies, tables
from .services.errors import ServiceError
from .sheets import SEAT_NAMES
from .summaries import Summary, summarize_table
from .throttles import TableThrottle

TABLES_ON_A_PAGE = 20

Crumbs = list[tuple[str, str | None]]


def _crumbs(*inner: tuple[str, str | None]) -> Crumbs:
    return [(_("Home"), reverse("home")), *inner]


def _asks_for_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _answer_json(data: dict[str, Any], status: int = 200) -> JsonResponse:
    """Answers a script at an address that is also a page: no cache may take the one for the other."""
    response = JsonResponse(data, status=status)
    patch_vary_headers(response, ["Accept"])
    patch_cache_control(response, no_store=True)
    return response


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    running = _find_running(request.user) if isinstance(request.user, Player) else None
    return render(request, "home.html", {"rules": PLLAY, "running": running, "bots": tables.BOT_NAMES})


def _find_running(player: Player) -> Summary | None:
    running = selectors.matches_of(player).filter(ended_at=None)
    match = running.filter(study=None).first() or running.first()  # a study waits behind a game that counts
    return summarize_table(match, player, timezone.now()) if match else None


@require_safe
def my_tables(request: HttpRequest) -> HttpResponse:
    page = None
    summaries: list[Summary] = []
    if isinstance(request.user, Player):
        page = Paginator(selectors.matches_of(request.user), TABLES_ON_A_PAGE).get_page(request.GET.get("page"))
        now = timezone.now()
        summaries = [summarize_table(match, request.user, now) for match in page]
    context = {
        "running": [summary for summary in summaries if summary.is_running],
        "finished": [summary for summary in summaries if not summary.is_running],
        "page": page,
        "rules": PLLAY,
        "breadcrumbs": _crumbs((_("My tables"), None)),
    }
    return render(request, "games/my_tables.html", context)


@require_safe
def new_table(request: HttpRequest) -> HttpResponse:
    if _asks_for_json(request):
        return _preview_rules(request)
    asked = request.GET.get("rules", "")
    rules = asked if asked == OWN else HOUSE.get(asked, PLLAY).id
    return _render_new_table(request, NewTableForm(initial={"rules": rules}))


def _preview_rules(request: HttpRequest) -> JsonResponse:
    """Tells the page what the rules chosen so far are, in words, before they are started."""
    form = NewTableForm(request.GET)
    if form.is_valid():
        return _answer_json({"rules_id": form.rule_set.id, "sentences": describe(form.rule_set), "errors": {}})
    return _answer_json({"rules_id": "", "sentences": [], "errors": form.errors})


def _render_new_table(request: HttpRequest, form: NewTableForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "versions": house_versions(),
        "chosen": form["rules"].value() or PLLAY.id,
        "breadcrumbs": _crumbs((_("Play"), None)),
    }
    response = render(request, "games/new_table.html", context, status=status)
    patch_vary_headers(response, ["Accept"])
    return response


@require_POST
def start_table(request: HttpRequest) -> HttpResponse:
    """Starts a table of exactly the rules the form shows; answers in JSON to a script that asks for it."""
    form = NewTableForm(request.POST)
    status = 400
    if form.is_valid() and not TableThrottle().allow_request(request, None):  # type: ignore[arg-type]  # any request
        form.add_error(None, _("You have opened many tables in a short time. Wait a minute, then start this one."))
        status = 429
    opened = _open_table(request, form) if form.is_valid() else None
    if opened is None:
        if _asks_for_json(request):
            return _answer_json({"errors": form.errors}, status=status)
        return _render_new_table(request, form, status=status)
    if _asks_for_json(request):
        return _answer_json({"code": opened.code, "url": opened.get_absolute_url()})
    return redirect(opened)


def _open_table(request: HttpRequest, form: NewTableForm) -> Table | None:
    try:
        return tables.open_practice_table(player_for(request), form.rule_set, form.levels, timezone.now())
    except ServiceError as error:
        form.add_error(None, str(error))
        return None


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    found = selectors.find_table(code)
    if found is None:
        return render(request, "404.html", {"table_code": code}, status=404)
    if not found.matches.exists():  # a live table that waits for players
        return redirect("lobby:challenge", code)
    player = request.user if isinstance(request.user, Player) else None
    if selectors.seat_of(found, player) is None and not lobbies.may_watch(found):
        return render(request, "403.html", {"table_code": code}, status=403)
    request.session.modified = True  # a guest is known by the session alone: each visit makes it last a year more
    crumbs = _crumbs((_("My tables"), reverse("tables:list")), (_("Table %(code)s") % {"code": code}, None))
    return render(request, "games/table.html", {"table": found, "code": code, "breadcrumbs": crumbs})


@require_safe
def replay(request: HttpRequest, ident: str) -> HttpResponse:
    """Shows the hands of a match step by step; a script is answered with the steps of one hand."""
    player = request.user if isinstance(request.user, Player) else None
    try:
        found = replays.open_replay(ident, player)
        hand, step = replays.read_position(found, request.GET.get("hand"), request.GET.get("step"))
    except replays.NoReplay as problem:
        return _refuse_replay(request, problem)
    if _asks_for_json(request):
        return _answer_json(hand)
    context = {
        "match": found.match,
        "hand": hand["hand"] + 1,
        "step": step,
        "seat": found.seat,
        "places": [(p.seat, SEAT_NAMES[p.seat], p.name) for p in selectors.places_of(found.match.table)],
        "chosen": tables.PERSON_SEAT if found.seat is None else found.seat,
        "breadcrumbs": _replay_crumbs(found),
    }
    response = render(request, "games/replay.html", context)
    patch_vary_headers(response, ["Accept"])
    return response


def _replay_crumbs(found: replays.Replay) -> Crumbs:
    label = _("Replay of a study") if found.match.is_study else _("Replay")
    if found.seat is None:
        sheet = reverse("matches:match", args=[found.match.ident])
        return _crumbs((_("Score sheet"), sheet), (label, None))
    table = found.match.table
    inner = (_("Table %(code)s") % {"code": table.code}, table.get_absolute_url())
    return _crumbs((_("My tables"), reverse("tables:list")), inner, (label, None))


def _refuse_replay(request: HttpRequest, problem: replays.NoReplay) -> HttpResponse:
    if _asks_for_json(request):
        return _answer_json({"text": str(problem)}, status=problem.status)
    context = {"problem": problem, "address": request.path if problem.is_inside else None}
    response = render(request, "games/no_replay.html", context, status=problem.status)
    patch_vary_headers(response, ["Accept"])
    return response


@require_POST
def play_on(request: HttpRequest, ident: str) -> HttpResponse:
    """Seats the visitor among bots at a table of their own, where the game goes on from a step of its replay."""
    player = request.user if isinstance(request.user, Player) else None
    try:
        found = replays.open_replay(ident, player)
        hand, step = replays.read_position(found, request.POST.get("hand"), request.POST.get("step"))
        seat = _read_seat(request.POST.get("seat", ""))
        if not TableThrottle().allow_request(request, None):  # type: ignore[arg-type]  # any request
            words = _("You have opened many tables in a short time. Wait a minute, then play on.")
            return _refuse_play_on(request, words, 429, ident)
        events = found.events_until(hand["hand"], step)
        opened = studies.open_study(player_for(request), found.match, events, seat, timezone.now())
    except replays.NoReplay as problem:
        return _refuse_play_on(request, str(problem), problem.status, ident if _has_replay(problem) else None)
    except ServiceError as problem:
        return _refuse_play_on(request, str(problem), 400, ident)
    return redirect(opened)


def _read_seat(text: str) -> int:
    if text not in map(str, SEATS):
        raise replays.NoReplay(400, _("Choose a seat: 0 is North, 1 East, 2 South, 3 West."))
    return int(text)


def _has_replay(problem: replays.NoReplay) -> bool:
    return problem.is_inside or problem.status == 400


def _refuse_play_on(request: HttpRequest, text: str, status: int, ident: str | None) -> HttpResponse:
    """Says why the game does not go on from there; `ident` is that of the match whose replay leads on, if any."""
    return render(request, "games/no_study.html", {"text": text, "ident": ident}, status=status)


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    return _render_rules(request, "index", _crumbs((_("Rules"), None)))


@require_safe
def rules_page(request: HttpRequest, name: str) -> HttpResponse:
    if name not in HOUSE:
        return render(request, "404.html", status=404)
    return _render_rules(request, name, _rules_crumbs(str(RULES_NAMES[name])))


@require_safe
def rules_glossary(request: HttpRequest) -> HttpResponse:
    return _render_rules(request, "glossary", _rules_crumbs(_("Terms")))


@require_safe
def rules_differences(request: HttpRequest) -> HttpResponse:
    return _render_rules(request, "differences", _rules_crumbs(_("Where rules differ")))


def _rules_crumbs(label: str) -> Crumbs:
    return _crumbs((_("Rules"), reverse("rules:index")), (label, None))


def _render_rules(request: HttpRequest, name: str, breadcrumbs: Crumbs) -> HttpResponse:
    context = rulebook.context_for(name) | {"breadcrumbs": breadcrumbs}
    return render(request, f"games/rules/{name}.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Hands out the page on which a browser checks a transcript by itself: no file ever comes here."""
    return render(request, "games/verify.html", {"breadcrumbs": _crumbs((_("Verify a game"), None))})
