"""Owns reading who is at a table: it is read for every card, so its one query is written by hand."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from django.db import connection

from .models import Challenge, Connection, Match, Player, Seat, Table
from .protocol import Message, Place

_TABLES = {model.__name__.lower(): model._meta.db_table for model in (Challenge, Connection, Player, Seat, Table)}
# About twenty times cheaper than what the ORM makes of it. What a table without a challenge has is null.
_QUERY: Final = """
    SELECT s.id, s.seat, s.level, s.player_id, p.display_name, p.preferences, s.has_left, s.absent_since, s.due_at,
        c.quick_chat, t.code,
        (SELECT COUNT(*) FROM {connection} w WHERE w.table_id = s.table_id AND w.seat_id IS NULL)
    FROM {seat} s
    JOIN {player} p ON p.id = s.player_id
    LEFT JOIN {challenge} c ON c.table_id = s.table_id
    LEFT JOIN {table} t ON t.id = c.rematch_id
    WHERE s.table_id = %s
    ORDER BY s.seat
""".format(**_TABLES)


@dataclass(frozen=True)
class Sitter:
    """Who sits in a seat, and whether they are there; `pk` is the key of the seat's row."""

    pk: int
    seat: int
    level: str
    player_pk: int
    name: str
    muted: Sequence[int]
    has_left: bool
    absent_since: datetime | None
    due_at: datetime | None


@dataclass(frozen=True)
class Company:
    """Who is at a table, read once for all views that are made of it."""

    match: Match
    sitters: Sequence[Sitter]
    quick_chat: bool
    rematch: str | None
    watching: int

    @property
    def is_live(self) -> bool:
        """Whether people play each other here."""
        return self.match.table.kind == Table.Kind.LIVE

    @property
    def places(self) -> list[Place]:
        """The seats as the table shows them."""
        return [Place(sitter.seat, sitter.name, sitter.level) for sitter in self.sitters]

    @cached_property
    def chats(self) -> list[Message]:
        """What has been said in the match, read only where something may be."""
        return chats_of(self.match)

    def at(self, seat: int) -> Sitter | None:
        """Who sits in a seat, None where nobody does."""
        return next((sitter for sitter in self.sitters if sitter.seat == seat), None)


def chats_of(match: Match) -> list[Message]:
    """Returns the messages of a match's log, as far as its row has seen."""
    said = match.events.filter(i__lt=match.seq, line__contains='"type":"chat"')
    return [json.loads(line) for line in said.values_list("line", flat=True)]


def read_company(match: Match) -> Company:
    """Reads who is at the table of a match."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, [match.table_id])
        rows = cursor.fetchall()
    quick_chat, rematch, watching = rows[0][-3:] if rows else (False, None, 0)
    return Company(match, [_sitter(row) for row in rows], bool(quick_chat), rematch, watching)


def _sitter(row: Sequence[Any]) -> Sitter:
    pk, seat, level, player_pk, name, preferences, has_left, absent_since, due_at = row[:9]
    muted = json.loads(preferences).get("muted", [])
    return Sitter(pk, seat, level, player_pk, name, muted, bool(has_left), _moment(absent_since), _moment(due_at))


def _moment(value: Any) -> datetime | None:
    """A time as the database gives it: SQLite as text in UTC."""
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if isinstance(value, str) else value
