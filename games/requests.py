"""Owns reading what browsers send over a table's socket (docs/protocol.md)."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from .engine.actions import Action, parse_action
from .engine.cards import SEATS
from .engine.errors import BadAction

LONGEST_MESSAGE = 4096  # characters; the longest honest message has about 150
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MATCH = re.compile(r"[0-9a-f]{32}")
_COMMIT = re.compile(r"([0-9a-f]{64})?")
_ENTROPY = re.compile(r"[0-9a-f]{64}")
_MSG = re.compile(r"[a-z_]{1,20}")


class BadMessage(Exception):
    """A message that was not understood; `error` is its kind, the text a sentence that names what was wrong."""

    def __init__(self, error: str, text: str) -> None:
        super().__init__(text)
        self.error = error


@dataclass(frozen=True)
class Act:
    """An action, decided on the view that showed `seen` actions, of `match` if that is said."""

    id: str
    seen: int
    action: Action
    match: str | None = None


@dataclass(frozen=True)
class Next:
    """Asks for the hand after hand number `hand`."""

    id: str
    hand: int


@dataclass(frozen=True)
class Again:
    """Asks for another match after `match`."""

    id: str
    match: str


@dataclass(frozen=True)
class Undo:
    """Asks to take back one's own last bid or card of this hand of `match`, in a view that showed `seen` actions."""

    id: str
    seen: int
    match: str


@dataclass(frozen=True)
class Claim:
    """Asks to end the hand, whose rest is decided, in a view of `match` that showed `seen` actions."""

    id: str
    seen: int
    match: str


@dataclass(frozen=True)
class AskHint:
    """Asks for the best act, in a view that showed `seen` actions."""

    id: str
    seen: int


@dataclass(frozen=True)
class Explain:
    """Asks what everybody can tell of a bot's bid in hand `hand` of `match`, or of its card to trick `trick` of it."""

    id: str
    match: str
    hand: int
    seat: int
    trick: int | None


@dataclass(frozen=True)
class Ready:
    """Says that a player is ready, with the commitment to their contribution, empty without one."""

    id: str
    match: str
    commit: str


@dataclass(frozen=True)
class Contribute:
    """Gives a player's contribution, which was committed to."""

    id: str
    match: str
    entropy: bytes


@dataclass(frozen=True)
class Leave:
    """Asks to leave one's seat at a live table on purpose: a bot takes it at once."""

    id: str
    match: str


@dataclass(frozen=True)
class TakeBack:
    """Asks for one's seat back, after one left it on purpose."""

    id: str
    match: str


@dataclass(frozen=True)
class Concede:
    """Gives `match` up, as far as this seat can: a side concedes when every person on it has."""

    id: str
    match: str


@dataclass(frozen=True)
class Chat:
    """Says one of the fixed messages, by its id."""

    id: str
    match: str
    msg: str


@dataclass(frozen=True)
class Mute:
    """Says whether this player wants to see what their partner says."""

    id: str
    match: str
    on: bool


@dataclass(frozen=True)
class Rematch:
    """Asks for another match after `match` with other partners: the seat on the left becomes one's own partner's."""

    id: str
    match: str


@dataclass(frozen=True)
class Sync:
    """Asks for a view with the log from line `have` on."""

    have: int


@dataclass(frozen=True)
class Ping:
    """Asks for the server's clock, says that the browser is there and, from its first view on, what it has seen.

    Where the log of `match` is not `have` lines long, or `match` is not the one being played, a view was lost.
    """

    match: str | None
    have: int


LiveRequest: TypeAlias = Leave | TakeBack | Concede | Chat | Mute | Rematch
Request: TypeAlias = (
    Act | Next | Again | Undo | Claim | AskHint | Explain | Ready | Contribute | Sync | Ping | LiveRequest
)


def parse_message(text: str | None) -> Request:
    """Reads one frame of a browser; raises BadMessage."""
    data = parse_object(text)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise BadMessage(
            "unknown_type", _("The type of a message is one of %(types)s.") % {"types": ", ".join(_READERS)}
        )
    return _READERS[kind](data)


def _act(data: dict[str, Any]) -> Act:
    ident = read_text(data, "match", _MATCH) if "match" in data else None
    return Act(read_id(data), _count(data, "seen"), _action(data), ident)


def _explain(data: dict[str, Any]) -> Explain:
    seat, trick = _count(data, "seat"), data.get("trick")
    if seat not in SEATS:
        raise BadMessage("bad_field", _("seat must be 0 to 3."))
    number = None if trick is None else parse_count(trick, "trick")
    return Explain(read_id(data), read_text(data, "match", _MATCH), _count(data, "hand"), seat, number)


def _ping(data: dict[str, Any]) -> Ping:
    has_seen = "match" in data
    return Ping(read_text(data, "match", _MATCH) if has_seen else None, _count(data, "have") if has_seen else 0)


def _contribute(data: dict[str, Any]) -> Contribute:
    return Contribute(
        read_id(data), read_text(data, "match", _MATCH), bytes.fromhex(read_text(data, "entropy", _ENTROPY))
    )


_READERS: dict[str, Callable[[dict[str, Any]], Request]] = {
    "act": _act,
    "next": lambda data: Next(read_id(data), _count(data, "hand")),
    "again": lambda data: Again(read_id(data), read_text(data, "match", _MATCH)),
    "undo": lambda data: Undo(read_id(data), _count(data, "seen"), read_text(data, "match", _MATCH)),
    "claim": lambda data: Claim(read_id(data), _count(data, "seen"), read_text(data, "match", _MATCH)),
    "hint": lambda data: AskHint(read_id(data), _count(data, "seen")),
    "explain": _explain,
    "ready": lambda data: Ready(read_id(data), read_text(data, "match", _MATCH), read_text(data, "commit", _COMMIT)),
    "contribute": _contribute,
    "leave": lambda data: Leave(read_id(data), read_text(data, "match", _MATCH)),
    "take_back": lambda data: TakeBack(read_id(data), read_text(data, "match", _MATCH)),
    "concede": lambda data: Concede(read_id(data), read_text(data, "match", _MATCH)),
    "chat": lambda data: Chat(read_id(data), read_text(data, "match", _MATCH), read_text(data, "msg", _MSG)),
    "mute": lambda data: Mute(read_id(data), read_text(data, "match", _MATCH), _flag(data, "on")),
    "rematch": lambda data: Rematch(read_id(data), read_text(data, "match", _MATCH)),
    "sync": lambda data: Sync(_count(data, "have")),
    "ping": _ping,
}


def parse_object(text: str | None) -> dict[str, Any]:
    """Reads a frame as an object of JSON; raises BadMessage."""
    if text is None:
        raise BadMessage("not_json", _("A message is text, not bytes."))
    if len(text) > LONGEST_MESSAGE:
        raise BadMessage("too_long", _("A message has at most %(n)s characters.") % {"n": LONGEST_MESSAGE})
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not_json", _("A message is an object of JSON.")) from None
    if not isinstance(data, dict):
        raise BadMessage("not_json", _("A message is an object of JSON."))
    return data


def read_text(data: dict[str, Any], field: str, pattern: re.Pattern[str]) -> str:
    """Reads a text of a given form; raises BadMessage naming `field`."""
    value = data.get(field)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise BadMessage("bad_field", _("%(field)s is missing or not of its form.") % {"field": field})
    return value


def read_id(data: dict[str, Any]) -> str:
    """Reads the name that a browser gave to a request; raises BadMessage."""
    return read_text(data, "id", _ID)


def _flag(data: dict[str, Any], field: str) -> bool:
    value = data.get(field)
    if not isinstance(value, bool):
        raise BadMessage("bad_field", _("%(field)s must be true or false.") % {"field": field})
    return value


def _count(data: dict[str, Any], field: str) -> int:
    return parse_count(data.get(field), field)


def parse_count(value: object, field: str) -> int:
    """Reads a number of events, actions or hands; raises BadMessage naming `field`."""
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise BadMessage("bad_field", _("%(field)s must be a whole number from 0.") % {"field": field})
    return value


def _action(data: dict[str, Any]) -> Action:
    try:
        return parse_action(data.get("action"))
    except BadAction as error:
        raise BadMessage("bad_field", f"action: {error}") from None
