"""Owns the messages of a table's socket: reading those of browsers, building those of the server (docs/protocol.md)."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from .engine.actions import Action, Reason, action_json, parse_action
from .engine.cards import SEATS
from .engine.errors import BadAction

LONGEST_MESSAGE = 4096  # characters; the longest honest message has about 150
HEARTBEAT_SECONDS = 15  # a connection that says nothing for so long is closed
BAD_MESSAGES, BAD_MESSAGES_SECONDS = 100, 20

CLOSE_NOT_YOURS, CLOSE_NO_TABLE, CLOSE_SILENT, CLOSE_BAD_MESSAGES = 4403, 4404, 4408, 4429

Message: TypeAlias = dict[str, Any]
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MATCH = re.compile(r"[0-9a-f]{32}")
_COMMIT = re.compile(r"([0-9a-f]{64})?")
_ENTROPY = re.compile(r"[0-9a-f]{64}")


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


Request: TypeAlias = Act | Next | Again | Undo | Claim | AskHint | Explain | Ready | Contribute | Sync | Ping


def parse_message(text: str | None) -> Request:
    """Reads one frame of a browser; raises BadMessage."""
    data = _parse_json(text)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise BadMessage(
            "unknown_type", _("The type of a message is one of %(types)s.") % {"types": ", ".join(_READERS)}
        )
    return _READERS[kind](data)


def _act(data: dict[str, Any]) -> Act:
    ident = _text(data, "match", _MATCH) if "match" in data else None
    return Act(_id(data), _count(data, "seen"), _action(data), ident)


def _explain(data: dict[str, Any]) -> Explain:
    seat, trick = _count(data, "seat"), data.get("trick")
    if seat not in SEATS:
        raise BadMessage("bad_field", _("seat must be 0 to 3."))
    number = None if trick is None else parse_count(trick, "trick")
    return Explain(_id(data), _text(data, "match", _MATCH), _count(data, "hand"), seat, number)


def _ping(data: dict[str, Any]) -> Ping:
    has_seen = "match" in data
    return Ping(_text(data, "match", _MATCH) if has_seen else None, _count(data, "have") if has_seen else 0)


def _contribute(data: dict[str, Any]) -> Contribute:
    return Contribute(_id(data), _text(data, "match", _MATCH), bytes.fromhex(_text(data, "entropy", _ENTROPY)))


_READERS: dict[str, Callable[[dict[str, Any]], Request]] = {
    "act": _act,
    "next": lambda data: Next(_id(data), _count(data, "hand")),
    "again": lambda data: Again(_id(data), _text(data, "match", _MATCH)),
    "undo": lambda data: Undo(_id(data), _count(data, "seen"), _text(data, "match", _MATCH)),
    "claim": lambda data: Claim(_id(data), _count(data, "seen"), _text(data, "match", _MATCH)),
    "hint": lambda data: AskHint(_id(data), _count(data, "seen")),
    "explain": _explain,
    "ready": lambda data: Ready(_id(data), _text(data, "match", _MATCH), _text(data, "commit", _COMMIT)),
    "contribute": _contribute,
    "sync": lambda data: Sync(_count(data, "have")),
    "ping": _ping,
}


def _parse_json(text: str | None) -> dict[str, Any]:
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


def _text(data: dict[str, Any], field: str, pattern: re.Pattern[str]) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise BadMessage("bad_field", _("%(field)s is missing or not of its form.") % {"field": field})
    return value


def _id(data: dict[str, Any]) -> str:
    return _text(data, "id", _ID)


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


def write_message(message: Message) -> str:
    """Returns the text of one frame, compact and the same for the same message."""
    return json.dumps(message, separators=(",", ":"), sort_keys=True)


def accepted(request_id: str) -> Message:
    return {"type": "accepted", "id": request_id}


def refused(request_id: str, reason: Reason) -> Message:
    return {"type": "refused", "id": request_id, "reason": reason.value, "text": REASONS[reason]()}


def error(problem: BadMessage) -> Message:
    return {"type": "error", "error": problem.error, "text": str(problem)}


def failed(request_id: str, text: str = "") -> Message:
    text = text or _("The site could not do that now. Nothing changed; try again.")
    return {"type": "error", "error": "failed", "id": request_id, "text": text}


def hint(request_id: str, seen: int, act: Action, why: str, lead: str) -> Message:
    """The best act in a view that showed `seen` actions, why, and how far ahead of the next it is."""
    return {"type": "hint", "id": request_id, "seen": seen, "action": action_json(act), "why": why, "lead": lead}


def explanation(asked: Explain, text: str) -> Message:
    about = {"match": asked.match, "hand": asked.hand, "seat": asked.seat, "trick": asked.trick}
    return {"type": "explanation", "id": asked.id, **about, "text": text}


def ping() -> Message:
    return {"type": "ping"}


def pong(now_ms: int) -> Message:
    return {"type": "pong", "now": now_ms}


@dataclass(frozen=True)
class Place:
    """A seat as the table shows it."""

    seat: int
    name: str
    level: str

    def write(self, viewer: int | None) -> Message:
        kind = "bot" if self.level else "human"
        level = self.level or None
        return {"seat": self.seat, "name": self.name, "kind": kind, "level": level, "you": self.seat == viewer}


@dataclass(frozen=True)
class Record:
    """What everybody at a table may know of a match beside the view: promises, places and the log's length."""

    table: str
    match: str
    commit: str
    client_commits: Sequence[str]
    header: str
    seq: int
    head: str
    seed: str | None
    waiting: Message | None
    places: Sequence[Place]
    study: Message | None


def view_message(
    record: Record, view: Message, *, acts: int, claim: bool, first: int, lines: Sequence[str], now_ms: int
) -> Message:
    """Builds the one message a table is drawn from; `view` is a seat view, `lines` the log from `first` on."""
    return {
        "type": "view",
        "table": record.table,
        "match": record.match,
        "commit": record.commit,
        "client_commits": list(record.client_commits),
        "header": record.header,
        "seq": record.seq,
        "acts": acts,
        "claim": claim,
        "first": first,
        "events": list(lines),
        "head": record.head,
        "seats": [place.write(view["seat"]) for place in record.places],
        "now": now_ms,
        "seed": record.seed,
        "waiting": record.waiting,
        "study": record.study,
        "view": view,
    }


# Called when the refusal is sent, so that each is in the language of who reads it.
REASONS = {
    Reason.NOT_SEATED: lambda: _("You have no seat at this table."),
    Reason.MATCH_OVER: lambda: _("The game is over."),
    Reason.STALE: lambda: _("The table had already moved on. Here is how it stands now."),
    Reason.HAND_OVER: lambda: _("This hand is over. Start the next one."),
    Reason.NOT_YOUR_TURN: lambda: _("It is not your turn."),
    Reason.BIDDING_OVER: lambda: _("The bidding is over. Play a card."),
    Reason.BIDDING_NOT_OVER: lambda: _("The bidding is not over. Bid first."),
    Reason.LOOK_FIRST: lambda: _("Bid blind nil, or look at your cards first."),
    Reason.BLIND_NIL_NOT_OFFERED: lambda: _("Blind nil is not offered to you now."),
    Reason.NIL_NOT_ALLOWED: lambda: _("These rules have no nil."),
    Reason.BID_OUT_OF_RANGE: lambda: _("A bid is a number from 1 to 13, or nil."),
    Reason.NOT_IN_HAND: lambda: _("You do not hold that card."),
    Reason.MUST_FOLLOW_SUIT: lambda: _("You must follow suit."),
    Reason.SPADES_NOT_BROKEN: lambda: _("Spades are not broken yet: lead another suit."),
}
