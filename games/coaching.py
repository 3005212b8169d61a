"""Owns where a page asks for the coach: a seat's review in one finished hand, read, or begun."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .models import Player
from .replays import NoReplay
from .reviews import Question, read_question, write_review
from .services import coach
from .services.errors import ServiceError
from .throttles import CoachThrottle


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


def _answer(asked: Question) -> JsonResponse:
    return JsonResponse(write_review(asked, timezone.now()))


def _read(request: HttpRequest, ident: str) -> Question:
    player = request.user if isinstance(request.user, Player) else None
    return read_question(ident, player, request.POST if request.method == "POST" else request.GET)
