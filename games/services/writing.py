"""Owns how a change of a match is written: the transaction behind the one door, for `services/play.py` alone.

It reads the row, has the engine decide, updates the row on condition that its `seq` and deadline are still those read,
and appends the log. Whoever loses that race reads again. What changed is told to the browsers after the commit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, reduce
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from .. import broadcast, deadlines, selectors, vault
from ..engine import match as engine
from ..engine import transcript
from ..models import Event, Match, Seat, Table
from . import wakeups

RACES = 20  # how often a lost race is run again; each loss means that another event was written


class RaceLost(Exception):
    """Another event was written between the read and the update."""


@dataclass(frozen=True)
class Change:
    """What the engine made of a request: the state after it and the events that lead there.

    `own` numbers the event that carries the action id; `timeout` is the seat whose clock ran out. `is_told` says
    whether browsers are sent it: not where something else follows in the same transaction.
    """

    state: engine.Match
    events: Sequence[dict[str, Any]]
    own: int = 0
    timeout: int | None = None
    is_told: bool = True


Decide = Callable[[Match, engine.Match], Change | None]
"""Asks the engine about a match as it was read; None means that there is nothing (left) to do."""


class Written(NamedTuple):
    """The match as it is now, and whether anything was written."""

    match: Match
    is_changed: bool


def milliseconds(now: datetime) -> int:
    """Returns a time as the log writes it."""
    return round(now.timestamp() * 1000)


def change(match_pk: int, decide: Decide, now: datetime, action_id: str | None = None) -> Written:
    """Writes what `decide` makes of a match, in one transaction; whatever it raises changes nothing."""
    for _race in range(RACES):
        try:
            with transaction.atomic():
                return _change_once(match_pk, decide, now, action_id)
        except RaceLost:
            continue
    raise RaceLost(f"match {match_pk}: {RACES} races lost")


def _change_once(match_pk: int, decide: Decide, now: datetime, action_id: str | None) -> Written:
    match = Match.objects.select_related("table", "rules", "study").get(pk=match_pk)
    state = selectors.state_of(match)
    made = decide(match, state)
    if made is not None:
        _write(match, state, made, now, action_id)
    return Written(match, made is not None)


def _write(match: Match, before: engine.Match, made: Change, now: datetime, action_id: str | None) -> None:
    read, deadline = match.seq, match.deadline_at
    events = list(made.events)
    ended = engine.outcome(made.state) is not None
    if ended and not match.is_study:
        events.append({"type": "reveal", "seed": vault.show_seed(match.sealed_seed).hex()})
    lines = _lines(match, events, now)
    match.deadline_at = deadlines.next_deadline(match, before, made.state, now)
    match.is_flagged = match.is_flagged or made.timeout is not None
    _set_row(match, made.state, lines, now, ended)
    _claim(match, read, deadline)
    _append(match, read, lines, made.own, action_id)
    _keep_seats(match, made, ended)
    if made.is_told:
        transaction.on_commit(partial(tell, match, made.state, read, lines))


def _lines(match: Match, events: Sequence[dict[str, Any]], now: datetime) -> list[str]:
    t = milliseconds(now)
    return [transcript.event_line(match.seq + n, t, event) for n, event in enumerate(events)]


def _set_row(match: Match, state: engine.Match, lines: Sequence[str], now: datetime, ended: bool) -> None:
    if not match.is_study:  # which has no transcript: no head, and no seal
        match.head = reduce(transcript.chain, lines, bytes.fromhex(match.head)).hex()
    match.seq += len(lines)
    match.acts = state.acts
    match.state = engine.dump(state)
    match.bot_to_act = wakeups.is_due(state)
    match.touched_at = now
    if ended:
        match.ended_at = now
        match.seal = "" if match.is_study else _seal(match)


def _seal(match: Match) -> str:
    key_id, head = vault.key_id(), bytes.fromhex(match.head)
    message = transcript.signing_bytes(key_id, bytes.fromhex(match.ident), match.seq, head)
    return transcript.seal_line(key_id, match.seq, head, vault.sign(message))


_FIELDS = (
    "head", "seq", "acts", "state", "bot_to_act", "deadline_at", "is_flagged", "touched_at", "ended_at", "seal",
)  # fmt: skip


def _claim(match: Match, read: int, deadline: datetime | None) -> None:
    """The conditional update that decides every race: it holds only while nobody else has written."""
    values = {field: getattr(match, field) for field in _FIELDS}
    if not Match.objects.filter(pk=match.pk, seq=read, deadline_at=deadline).update(**values):
        raise RaceLost


def _append(match: Match, first: int, lines: Sequence[str], own: int, action_id: str | None) -> None:
    Event.objects.bulk_create(
        Event(match=match, i=first + n, line=line, action_id=action_id if n == own else None)
        for n, line in enumerate(lines)
    )


def _keep_seats(match: Match, made: Change, ended: bool) -> None:
    """Counts a clock that ran out, and lets everybody go when a live match has ended."""
    seats = Seat.objects.filter(table=match.table_id)
    if made.timeout is not None:
        seats.filter(seat=made.timeout).update(timeouts=F("timeouts") + 1)
    if ended and match.table.kind == Table.Kind.LIVE:
        seats.update(is_live=False, absent_since=None, due_at=None)
        transaction.on_commit(broadcast.send_lobby_changed)


def tell(match: Match, state: engine.Match, first: int, lines: Sequence[str]) -> None:
    """Shows everybody at the table what was committed, and wakes the bots if one of them is to act."""
    broadcast.send_views(match, state, first=first, lines=lines)
    if match.bot_to_act:
        wakeups.wake(match.pk)
