"""Owns reading what browsers send over the lobby's socket (docs/protocol.md)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from .engine.cards import SEATS
from .requests import BadMessage, Ping, parse_object, read_id, read_text

_CODE = re.compile(r"[a-z0-9]{1,12}")
_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,150}")  # what a name of an account may be is for those who look it up


@dataclass(frozen=True)
class Sit:
    """Asks for a seat at a table, the first free one where none is named; who sits there already moves."""

    id: str
    table: str
    seat: int | None


@dataclass(frozen=True)
class GetUp:
    """Gives one's seat up, before the game has begun."""

    id: str
    table: str


@dataclass(frozen=True)
class Swap:
    """Exchanges who sits in two seats."""

    id: str
    table: str
    seats: tuple[int, int]


@dataclass(frozen=True)
class Fill:
    """Seats bots in all free seats."""

    id: str
    table: str


@dataclass(frozen=True)
class Invite:
    """Invites an account as the maker's partner."""

    id: str
    table: str
    name: str


@dataclass(frozen=True)
class Uninvite:
    """Takes an invitation back, or declines it."""

    id: str
    table: str


SeatingRequest: TypeAlias = Sit | GetUp | Swap | Fill | Invite | Uninvite


def parse_lobby_message(text: str | None) -> SeatingRequest | Ping:
    """Reads one frame of a browser; raises BadMessage."""
    data = parse_object(text)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise BadMessage(
            "unknown_type", _("The type of a message is one of %(types)s.") % {"types": ", ".join(_READERS)}
        )
    return _READERS[kind](data)


def read_change(kind: str, data: dict[str, Any]) -> SeatingRequest:
    """Reads a form that asks for the same; raises BadMessage. `kind` is one of `CHANGES`."""
    fields = dict(data, id="form")
    for name in ("seat", "a", "b"):
        if name in fields:
            fields[name] = int(fields[name]) if fields[name] in map(str, SEATS) else fields[name] or None
    request = _READERS[kind](fields)
    assert not isinstance(request, Ping)
    return request


def _sit(data: dict[str, Any]) -> Sit:
    seat = None if data.get("seat") is None else _seat(data, "seat")
    return Sit(read_id(data), _table(data), seat)


def _swap(data: dict[str, Any]) -> Swap:
    seats = _seat(data, "a"), _seat(data, "b")
    if seats[0] == seats[1]:
        raise BadMessage("bad_field", _("a and b must be two seats."))
    return Swap(read_id(data), _table(data), seats)


def _seat(data: dict[str, Any], field: str) -> int:
    seat = data.get(field)
    if type(seat) is not int or seat not in SEATS:
        raise BadMessage("bad_field", _("%(field)s must be a seat, 0 to 3.") % {"field": field})
    return seat


def _table(data: dict[str, Any]) -> str:
    return read_text(data, "table", _CODE)


_READERS: dict[str, Callable[[dict[str, Any]], SeatingRequest | Ping]] = {
    "sit": _sit,
    "get_up": lambda data: GetUp(read_id(data), _table(data)),
    "swap": _swap,
    "fill": lambda data: Fill(read_id(data), _table(data)),
    "invite": lambda data: Invite(read_id(data), _table(data), read_text(data, "name", _NAME)),
    "uninvite": lambda data: Uninvite(read_id(data), _table(data)),
    "ping": lambda data: Ping(None, 0),
}
CHANGES = tuple(kind for kind in _READERS if kind != "ping")
