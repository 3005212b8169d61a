"""Owns the API under /api/: reading rules versions, tables and matches, checking transcripts, the schema, its page."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, re_path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from . import reference, selectors
from .downloads import send_transcript
from .engine.verifier import verify
from .models import Match, Player, RulesVersion, Table
from .refusals import BadField, NotYours, OnlyPost, StillPlayed, explain
from .replays import NoReplay
from .requests import BadMessage, parse_count
from .reviews import read_question, write_review
from .serializers import (
    ErrorSerializer,
    FinishedMatchSerializer,
    FinishedMatchViewSerializer,
    ReportSerializer,
    ReviewSerializer,
    RulesVersionSerializer,
    TableSerializer,
    TableViewSerializer,
)
from .throttles import PlayerThrottle, StrangerThrottle, VerifyThrottle
from .uploads import read_upload

F = TypeVar("F", bound=Callable[..., HttpResponse])
app_name = "api"
HAVE = OpenApiParameter("have", int, description=_("How many lines of the log you have; they are left out."))
CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description=_("The table's code."))
IDENT = OpenApiParameter("ident", str, OpenApiParameter.PATH, description=_("The match's id, 32 hex digits."))
KEPT = [
    OpenApiParameter("commit", str, description=_("The commitment that your browser kept, 64 hex digits.")),
    OpenApiParameter("head", str, description=_("The chain head that your browser kept, 64 hex digits.")),
    OpenApiParameter(
        "keys", str, description=_("More public keys, in the form of /keys.json; the site's own come first.")
    ),
]
HAND = OpenApiParameter("hand", int, description=_("The number of a finished hand, from 1; without it, the first."))
SEAT = OpenApiParameter("seat", int, description=_("The seat of a person: 0 to 3; without it, your own."))
TRANSCRIPT = {"application/jsonl": str}
RULES = OpenApiParameter("id", str, OpenApiParameter.PATH, description=_("The rules id, such as pllay@0123456789ab."))


def document(
    name: str,
    summary: Any,
    answer: Any,
    *refusals: int,
    parameters: Any = None,
    media: str = "application/json",
    request: Any = None,
) -> Callable[[F], F]:
    """Says in the schema what is answered and which refusals may come instead; 429 may always."""
    responses: dict[Any, Any] = dict.fromkeys((*refusals, 429), ErrorSerializer)
    responses = {(200, media): answer, **responses}
    documented: Callable[[F], F] = extend_schema(
        operation_id=name, summary=summary, responses=responses, parameters=parameters, request=request
    )
    return documented


class Pages(PageNumberPagination):
    """Fifty to a page."""

    page_size = 50
    page_query_description = _("The number of the page, from 1.")  # type: ignore[assignment]  # said in any language

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Says the same as REST framework's own, with what each field means and null as OpenAPI 3.1 has it."""
        address = {"type": ["string", "null"], "format": "uri"}
        fields = {
            "count": {"type": "integer", "description": _("How many there are in all.")},
            "next": {**address, "description": _("The address of the next page.")},
            "previous": {**address, "description": _("The address of the page before.")},
            "results": {**schema, "description": _("What is on this page.")},
        }
        return {"type": "object", "required": list(fields), "properties": fields}


class ReadView(APIView):
    """What every address of the API has in common: only one method, only so often, refusals in words."""

    http_method_names = ["get", "head"]
    throttle_classes = [StrangerThrottle, PlayerThrottle]

    def get_exception_handler(self) -> Any:
        return explain


class AsItIs(DefaultContentNegotiation):
    """Sends a file whatever formats were asked for, and a refusal in JSON."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class RulesVersionList(ReadView, ListAPIView[RulesVersion]):
    """The rule sets that this site offers or that somebody has played under. None of them ever changes."""

    queryset = RulesVersion.objects.all()
    pagination_class = Pages
    serializer_class = RulesVersionSerializer

    @document("list_rules_versions", _("Rules versions"), RulesVersionSerializer(many=True), 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class RulesVersionDetail(ReadView, RetrieveAPIView[RulesVersion]):
    """One rule set with its thirteen options."""

    queryset = RulesVersion.objects.all()
    serializer_class = RulesVersionSerializer

    @document("read_rules_version", _("One rules version"), RulesVersionSerializer, 404, parameters=[RULES])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class TableList(ReadView, ListAPIView[Match]):
    """The tables at which you sit, each with the match played there now or last; those still played come first."""

    permission_classes = [IsAuthenticated]
    queryset = Match.objects.none()
    pagination_class = Pages
    serializer_class = TableSerializer

    def get_queryset(self) -> QuerySet[Match]:
        player = player_of(self.request)
        return selectors.tables_of(player) if player else super().get_queryset()

    @document("list_tables", _("Your tables"), TableSerializer(many=True), 403, 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class TableDetail(ReadView):
    """What your seat at this table may see: the very message that the table's page is drawn from."""

    permission_classes = [IsAuthenticated]

    @document("read_table", _("One of your tables"), TableViewSerializer, 400, 403, 404, parameters=[CODE, HAVE])
    def get(self, request: Request, code: str) -> Response:
        now_ms = round(timezone.now().timestamp() * 1000)
        table = get_object_or_404(
            Table.objects.exclude(matches=None).distinct(), code=code
        )  # else it waits for players
        seat = selectors.seat_of(table, player_of(request))
        if seat is None:
            raise NotYours
        return Response(selectors.read_table(table.pk, seat, have=have_of(request), now_ms=now_ms))


class MatchList(ReadView, ListAPIView[Match]):
    """Every match that has ended, the latest first."""

    queryset = selectors.finished_matches().prefetch_related("table__seats__player")
    pagination_class = Pages
    serializer_class = FinishedMatchSerializer

    @document("list_matches", _("Finished matches"), FinishedMatchSerializer(many=True), 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class MatchDetail(ReadView, RetrieveAPIView[Match]):
    """One match that has ended, as a spectator sees it, with its whole log and the seed that fixed its deals."""

    queryset = selectors.finished_matches()
    lookup_field = "ident"
    serializer_class = FinishedMatchViewSerializer

    @document("read_match", _("One finished match"), FinishedMatchViewSerializer, 404, parameters=[IDENT])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class TranscriptDetail(ReadView):
    """The sealed transcript of one match that has ended: JSON lines, exactly the bytes that were signed."""

    content_negotiation_class = AsItIs

    @document("read_transcript", _("One transcript"), str, 403, 404, parameters=[IDENT], media="application/jsonl")
    def get(self, request: Request, ident: str) -> HttpResponse:
        match = get_object_or_404(Match, ident=ident, study=None)
        if match.ended_at is None:
            raise StillPlayed
        return send_transcript(match)


class ReviewDetail(ReadView):
    """What the coach says of your acts in one hand of a game you played in, once you have asked for it at its table."""

    @document("read_review", _("A review of a hand"), ReviewSerializer, 400, 403, 404, parameters=[IDENT, HAND, SEAT])
    def get(self, request: Request, ident: str) -> Response:
        try:
            asked = read_question(ident, player_of(request), request.query_params)
        except NoReplay as problem:
            raise _refusal(problem) from None
        return Response(write_review(asked, timezone.now()))


class Verify(ReadView):
    """Checks a transcript: sent as the body, or as `file` in a form with `keys`, `commit` and `head` as you like.

    It is judged with this site's keys, and with those that you give. Nothing of it is kept.
    """

    http_method_names = ["post"]
    authentication_classes = []
    throttle_classes = [VerifyThrottle]

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        raise OnlyPost(request.method or "")

    @document(
        "verify_transcript", _("Check a transcript"), ReportSerializer, 400, 413, parameters=KEPT, request=TRANSCRIPT
    )
    def post(self, request: Request) -> Response:
        sent = read_upload(request._request)
        keys = {**sent.keys, **selectors.keys_by_id()}
        return Response(verify(sent.data, keys, sent.commitment, sent.head).json())


class Schema(ReadView, SpectacularAPIView):
    """This API described for programs, in OpenAPI."""

    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer]


class NothingHere(ReadView):
    """Answers every address that the API does not have."""

    schema = None

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise Http404


def player_of(request: Request) -> Player | None:
    """Returns who asks, or None for a stranger."""
    return None if isinstance(request.user, AnonymousUser) else request.user


def have_of(request: Request) -> int:
    """Reads how much of the log the asker has; raises BadField."""
    text = request.query_params.get("have", "0")
    try:
        return parse_count(int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text, "have")
    except BadMessage as problem:
        raise BadField(str(problem)) from None


def _refusal(problem: NoReplay) -> Exception:
    """What a page says of a match it cannot show, as the API says it: a hand that is not there is a wrong field."""
    if problem.status == 403:
        return NotYours()
    return Http404() if problem.status == 404 and not problem.is_inside else BadField(str(problem))


def docs(request: HttpRequest) -> HttpResponse:
    """The API described for people."""
    breadcrumbs = [(_("Home"), reverse("home")), (_("API"), None)]
    return render(request, "api/docs.html", {"breadcrumbs": breadcrumbs, **reference.read(get_language() or "en")})


urlpatterns = [
    path("", docs, name="docs"),
    path("v1/rules-versions/", RulesVersionList.as_view(), name="rules_versions"),
    re_path(r"^v1/rules-versions/(?P<pk>[a-z0-9]+@[0-9a-f]{12})/$", RulesVersionDetail.as_view(), name="rules_version"),
    path("v1/tables/", TableList.as_view(), name="tables"),
    path("v1/tables/<slug:code>/", TableDetail.as_view(), name="table"),
    path("v1/matches/", MatchList.as_view(), name="matches"),
    re_path(r"^v1/matches/(?P<ident>[0-9a-f]{32})/$", MatchDetail.as_view(), name="match"),
    re_path(r"^v1/matches/(?P<ident>[0-9a-f]{32})/review/$", ReviewDetail.as_view(), name="review"),
    re_path(r"^v1/matches/(?P<ident>[0-9a-f]{32})/transcript/$", TranscriptDetail.as_view(), name="transcript"),
    path("v1/verify/", Verify.as_view(), name="verify"),
    path("v1/schema/", Schema.as_view(), name="schema"),
    re_path(r"^v1/", NothingHere.as_view()),
]
