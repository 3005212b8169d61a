"""Owns handing out a transcript: the sealed file of a finished match, byte for byte as it was signed."""

from django.http import HttpResponse

from . import selectors
from .models import Match


def send_transcript(match: Match) -> HttpResponse:
    """Returns a finished match's transcript as a file to keep."""
    data = selectors.transcript_of(match).encode("ascii")
    name = f"pllay-{match.ident}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type="application/jsonl", headers=headers)
