"""The bot protocol of docs/bots.md: a seat view a line in, an act a line out, until the input ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from games.engine.actions import action_json
from games.engine.errors import BadHex
from games.engine.hashing import parse_hex

from . import registry
from .consistency import check_consistency
from .view import BadView, read_view

MOST_BYTES = 1_000_000
"""The longest line that is read: the view of a match of 200 hands has about a tenth of it."""
NO_SEED = bytes(registry.SEED_BYTES)
"""The bot seed of a view that brings none."""


def serve(ref: str, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of the source, each before the next is read; UnknownBot for a reference there is not."""
    registry.find_level(ref)
    for line in _lines(source):
        sink.write(json.dumps(answer(ref, line)).encode() + b"\n")
        sink.flush()


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Every line; of one that is too long only the start, which is too long as well."""
    while line := source.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES + 1)


def answer(ref: str, line: bytes) -> dict[str, Any]:
    """The act for one line as JSON, or {"error": what is wrong}, the field first."""
    try:
        view = _parse(line)
        check_consistency(read_view(view))
        return action_json(registry.choose(ref, view, _seed(view)))
    except BadView as error:
        return {"error": str(error)}
    except RecursionError:
        return {"error": "view: it is nested too deeply"}


def _parse(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_BYTES:
        raise BadView("view", f"a line has at most {MOST_BYTES} bytes")
    try:
        view = json.loads(line)
    except ValueError:
        raise BadView("view", "this line is not JSON") from None
    if not isinstance(view, dict):
        raise BadView("view", "an object is expected")
    return view


def _seed(view: dict[str, Any]) -> bytes:
    try:
        return parse_hex(view["bot_seed"], registry.SEED_BYTES) if "bot_seed" in view else NO_SEED
    except BadHex as error:
        raise BadView("bot_seed", str(error)) from None
