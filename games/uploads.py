"""Owns reading what is sent to be checked: a transcript, and what to compare it with; 10 MB at most."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _

from .engine.errors import BadHex, BadKeys
from .engine.hashing import parse_hex
from .engine.keys import parse_keys
from .engine.verifier import MOST_BYTES
from .refusals import BadField, TooLarge

FORM_BYTES = 100_000  # what a form may have around the file
_FORM = "multipart/form-data"


@dataclass(frozen=True)
class Upload:
    """A file's bytes, the keys given beside the site's own, and the commitment and head that a browser kept."""

    data: bytes
    keys: Mapping[str, bytes]
    commitment: bytes | None
    head: bytes | None


def read_upload(request: HttpRequest) -> Upload:
    """Returns what was sent; raises TooLarge before anything is read, and BadField naming what is wrong."""
    is_form = request.content_type == _FORM
    if _length(request) > MOST_BYTES + (FORM_BYTES if is_form else 0):
        raise TooLarge
    try:
        data = _read_form(request) if is_form else request.read(MOST_BYTES + 1)
        fields = {**(request.POST.dict() if is_form else {}), **request.GET.dict()}
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        raise BadField(_("What was sent could not be read: the form is broken, or has too many parts.")) from None
    if len(data) > MOST_BYTES:
        raise TooLarge
    return Upload(data, _keys(fields.get("keys")), _hash("commit", fields), _hash("head", fields))


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


def _read_form(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None:
        raise BadField(_("Send the transcript as the body, or as the file of a form's field named file."))
    data: bytes = file.read(MOST_BYTES + 1)
    return data


def _keys(text: str | None) -> dict[str, bytes]:
    try:
        return parse_keys(text.encode()) if text else {}
    except (BadKeys, UnicodeEncodeError) as problem:
        raise BadField(f"keys: {problem}") from None


def _hash(name: str, fields: Mapping[str, str]) -> bytes | None:
    try:
        return parse_hex(fields[name], 32) if fields.get(name) else None
    except BadHex as problem:
        raise BadField(f"{name}: {problem}") from None
