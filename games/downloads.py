"""Owns what is handed out to check the site with: the sealed file of a finished match, and the public keys."""

from datetime import UTC, datetime

from django.http import HttpResponse

from . import selectors
from .models import Match, SigningKey
from .protocol import Message


def send_transcript(match: Match) -> HttpResponse:
    """Returns a finished match's transcript as a file to keep."""
    data = selectors.transcript_of(match).encode("ascii")
    name = f"pllay-{match.ident}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type="application/jsonl", headers=headers)


def write_key(key: SigningKey) -> Message:
    """Returns a public key as the list of keys has it; times in UTC."""
    return {
        "id": key.pk,
        "public_key": key.public_key,
        "from": _write_time(key.since),
        "until": _write_time(key.until),
        "signed_by": key.signed_by_id,
        "signature": key.signature or None,
    }


def _write_time(time: datetime | None) -> str | None:
    return None if time is None else time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
