"""Owns how the API refuses: always as `error`, a word for programs, and `text`, a sentence for people."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response


def explain(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Turns a refusal into its answer; None for anything else, which is a fault of the site."""
    if isinstance(problem, Http404):
        problem = exceptions.NotFound()
    if not isinstance(problem, exceptions.APIException):
        return None
    error, text = next(words for kind, words in _WORDS if isinstance(problem, kind))
    headers = {"Retry-After": str(_seconds(problem))} if isinstance(problem, exceptions.Throttled) else None
    return Response({"error": error, "text": text(problem)}, status=problem.status_code, headers=headers)


class NotYours(exceptions.PermissionDenied):
    """Somebody asked for a table at which they do not sit."""


class StillPlayed(exceptions.PermissionDenied):
    """Somebody asked for the transcript of a match that has not ended."""


class TooLarge(exceptions.APIException):
    """Somebody sent more than is read."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


class OnlyPost(exceptions.MethodNotAllowed):
    """Somebody asked where something is to be sent."""


class BadField(exceptions.ValidationError):
    """A part of the address was not of its form; the text names it."""


def _seconds(problem: Any) -> int:
    return max(1, round(problem.wait or 1))


_Words = tuple[str, Callable[[Any], str]]

# Read in order, special ones before what they are a kind of; each sentence is made in its reader's language.
_WORDS: tuple[tuple[type[exceptions.APIException], _Words], ...] = (
    (
        exceptions.Throttled,
        ("too_often", lambda p: _("That was too often. Ask again in %(n)s seconds.") % {"n": _seconds(p)}),
    ),
    (exceptions.NotAuthenticated, ("not_logged_in", lambda _p: _("Play or log in first: tables belong to players."))),
    (NotYours, ("not_yours", lambda _p: _("This table is not yours to see."))),
    (
        StillPlayed,
        ("still_played", lambda _p: _("This game is still being played: its transcript is there when it ends.")),
    ),
    (BadField, ("bad_field", lambda p: " ".join(map(str, p.detail)))),
    (
        TooLarge,
        ("too_large", lambda _p: _("That is larger than 10 MB, the most that is read; no game is as long as that.")),
    ),
    (OnlyPost, ("only_post", lambda _p: _("Send a transcript here, with POST."))),
    (exceptions.NotFound, ("not_found", lambda _p: _("There is nothing at this address."))),
    (exceptions.NotAcceptable, ("only_json", lambda _p: _("The API answers in JSON only."))),
    (exceptions.APIException, ("only_get", lambda _p: _("The API is only for reading: ask with GET."))),
)
