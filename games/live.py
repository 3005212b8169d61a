"""Owns what a live table's view holds beside the cards: clocks, absences, stand-ins, chat, and how many watch."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from .deadlines import TURN
from .engine import match as engine
from .engine.cards import SEATS, partner_of
from .models import Challenge, Connection, Match, Seat, Table
from .protocol import Message, Place

# The steps of an absence, each counted from its beginning.
AWAY: Final = timedelta(seconds=5)  # it is said and logged: who reloads a page was never away
STAND_IN: Final = timedelta(seconds=60)  # a bot takes the seat
MOST_CHATS: Final = 20  # a match and seat
CHAT_PAUSE_MS: Final = 5000  # from one message of a seat to its next


@dataclass(frozen=True)
class Company:
    """Who is at a table, read once for all views that are made of it; only a live one has a challenge."""

    match: Match
    seats: Sequence[Seat]
    challenge: Challenge | None = None
    watching: int = 0

    @property
    def places(self) -> list[Place]:
        """The four seats as the table shows them."""
        return [Place(row.seat, str(row.player), row.level) for row in self.seats]

    @cached_property
    def chats(self) -> list[Message]:
        """What has been said in the match, read only where something may be."""
        return chats_of(self.match)

    def row(self, seat: int) -> Seat | None:
        """The row of a seat, None where nobody sits."""
        return next((row for row in self.seats if row.seat == seat), None)


def read_company(match: Match) -> Company:
    """Reads who is at the table of a match, in one query."""
    seats = match.table.seats.select_related("player")
    if match.table.kind != Table.Kind.LIVE:
        return Company(match, list(seats))
    watchers = Connection.objects.filter(table=OuterRef("table"), seat=None).order_by().values("table")
    count = Subquery(watchers.annotate(n=Count("pk")).values("n"))
    rows = list(seats.select_related("table__challenge__rematch").annotate(watching=Coalesce(count, 0)))
    return Company(match, rows, rows[0].table.challenge, rows[0].watching) if rows else Company(match, rows)


def live_part(match: Match, state: engine.Match, company: Company, viewer: int | None, now_ms: int) -> Message | None:
    """Returns the `live` of docs/protocol.md, as one seat may see it, or, with `viewer` None, as one who watches."""
    if company.challenge is None:
        return None
    goes_on_at = company.challenge.rematch
    return {
        "clock": None if viewer is None else clock_of(match, state),
        "next_at": _next_at(match, state),
        "ready_until": None if match.commit or match.seq or match.ended_at else _ms(match.deadline_at),
        "away": [_away(company.row(seat), state) for seat in SEATS],
        "stand_ins": [ref and ref.rpartition("-")[0] for ref in state.stand_ins],
        "left": [_has_left(company.row(seat)) for seat in SEATS],
        "conceded": list(state.conceded),
        "chat": _chat(company, state, viewer, now_ms),
        "watching": company.watching,
        "rematch": goes_on_at and goes_on_at.code,
    }


def clock_of(match: Match, state: engine.Match) -> Message | None:
    """Returns whose turn runs out when, or None where no clock runs.

    Whoever watches is not told: it is the clock of the moment, and they see a moment that has passed.
    """
    turn = engine.turn(state)
    if turn is None or state.kinds[turn] != "human" or state.stand_ins[turn] or match.deadline_at is None:
        return None
    return {"seat": turn, "until": _ms(match.deadline_at), "seconds": int(TURN.total_seconds())}


def _next_at(match: Match, state: engine.Match) -> int | None:
    return _ms(match.deadline_at) if engine.phase(state) == engine.Phase.HAND_OVER else None


def is_away(row: Seat) -> bool:
    """Says whether a seat has been without a connection for so long that the others are told."""
    return row.absent_since is not None and row.due_at is not None and row.due_at - row.absent_since > AWAY


def _away(row: Seat | None, state: engine.Match) -> Message | None:
    if row is None or row.has_left or not is_away(row) or row.absent_since is None:
        return None
    until = None if state.stand_ins[row.seat] else _ms(row.absent_since + STAND_IN)
    return {"since": _ms(row.absent_since), "until": until}


def _has_left(row: Seat | None) -> bool:
    return row is not None and row.has_left


def _chat(company: Company, state: engine.Match, seat: int | None, now_ms: int) -> Message | None:
    """What a seat may still say; None where nothing is said: without quick chat, and while no hand has begun."""
    row = None if seat is None else company.row(seat)
    is_on = company.challenge is not None and company.challenge.quick_chat
    if row is None or not is_on or state.hand is None or state.outcome is not None:
        return None
    return {**allowance_of(company.chats, row.seat, now_ms), "muted": _is_muted(row, company.row(partner_of(row.seat)))}


def _is_muted(row: Seat, partner: Seat | None) -> bool:
    return partner is not None and partner.player_id in row.player.preferences.get("muted", [])


def chats_of(match: Match) -> list[Message]:
    """Returns the messages of a match's log, up to what this row has seen."""
    lines = match.events.filter(i__lt=match.seq, line__contains='"type":"chat"').values_list("line", flat=True)
    return [json.loads(line) for line in lines]


def allowance_of(events: Iterable[dict[str, Any]], seat: int, now_ms: int) -> Message:
    """Returns how many messages a seat may still send, and from when on the next (None: now); `events` are a log's."""
    said = [event["t"] for event in events if event["type"] == "chat" and event["seat"] == seat]
    free_at = said[-1] + CHAT_PAUSE_MS if said else 0
    return {"left": max(0, MOST_CHATS - len(said)), "from": free_at if free_at > now_ms else None}


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)
