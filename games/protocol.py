"""Owns what the server sends over a table's socket, built in one place (docs/protocol.md)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from .engine.actions import Action, Reason, action_json
from .requests import BadMessage, Explain

HEARTBEAT_SECONDS = 15  # a connection that says nothing for so long is closed
BAD_MESSAGES, BAD_MESSAGES_SECONDS = 100, 20
MOST_MESSAGES, MOST_MESSAGES_SECONDS = 2000, 20  # understood or not; four who play as fast as they can send fewer

CLOSE_NOT_YOURS, CLOSE_NO_TABLE, CLOSE_SILENT, CLOSE_NOT_BEGUN, CLOSE_LOST = 4403, 4404, 4408, 4409, 4412
CLOSE_BAD_MESSAGES, CLOSE_MOST_MESSAGES, CLOSE_SOCKETS, CLOSE_JOINS = 4429, 4430, 4431, 4432

Message: TypeAlias = dict[str, Any]


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
    record: Record,
    view: Message,
    *,
    acts: int,
    claim: bool,
    first: int,
    lines: Sequence[str],
    now_ms: int,
    live: Message | None,
) -> Message:
    """Builds the one message a table is drawn from; `view` is a seat view, `lines` the log from `first` on.

    `live` is what a live table has beside the cards.
    """
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
        "live": live,
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
