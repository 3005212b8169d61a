"""Owns where a page asks for the coach: a seat's review in one finished hand, read, or begun."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .engine.cards import SEATS
from .models import Match, Player
from .replays import NoReplay, Replay, open_replay, read_position
from .reviews import find_review, write_review
from .services import coach
from .services.errors import ServiceError
from .throttles import CoachThrottle


@dataclass(frozen=True)
class Asked:
    """What is asked about: a seat in a hand of a match, hands numbered from 0."""

    match: Match
    hand: int
    seat: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, ident: str) -> HttpResponse:
    """Answers a script with the review of a seat in a hand; with POST it is made if it is not there yet."""
    try:
        asked = _read(request, ident)
    except NoReplay as problem:
        return JsonResponse({"text": str(problem)}, status=problem.status)
    if request.method != "POST":
        return _answer(asked)
    if not CoachThrottle().allow_request(request, None):  # type: ignore[arg-type]  # any request
        words = _("You have asked the coach often in a short time. Wait a minute, then ask again.")
        return JsonResponse({"text": words}, status=429)
    try:
        coach.ask(asked.match, asked.hand, asked.seat, timezone.now())
    except ServiceError as problem:
        return JsonResponse({"text": str(problem)}, status=400)
    return _answer(asked)


def _answer(asked: Asked) -> JsonResponse:
    found = find_review(asked.match, asked.hand, asked.seat)
    return JsonResponse(write_review(asked.match, asked.hand, asked.seat, found, timezone.now()))


def _read(request: HttpRequest, ident: str) -> Asked:
    """Reads who asks for what; raises NoReplay. The coach is for those who sat at the table."""
    player = request.user if isinstance(request.user, Player) else None
    replay = open_replay(ident, player)
    if replay.seat is None:
        raise NoReplay(403, _("The coach is there for those who played this game."))
    fields = request.POST if request.method == "POST" else request.GET
    hand, _step = read_position(replay, fields.get("hand"), None)
    _check_finished(replay, hand["hand"])
    return Asked(replay.match, hand["hand"], _read_seat(fields.get("seat"), replay.seat))


def _check_finished(replay: Replay, hand: int) -> None:
    """A hand that was cut short is not judged: what nobody played nobody knows."""
    if not any(event["type"] == "hand_end" and event["hand"] == hand for event in replay.events):
        raise NoReplay(400, _("This hand was not played to its end, so the coach cannot judge it."))


def _read_seat(text: str | None, own: int) -> int:
    if text is None:
        return own
    if text not in map(str, SEATS):
        raise NoReplay(400, _("Choose a seat: 0 is North, 1 East, 2 South, 3 West."))
    return int(text)
