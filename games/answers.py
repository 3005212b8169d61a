"""Owns what is done about a message of a table's socket: the service that is called, the view that is read."""

from datetime import datetime
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.translation import gettext as _

from . import deadlines, protocol, selectors, watching
from .engine.actions import Reason, Refused
from .models import Match, Table
from .requests import (
    Act,
    Again,
    AskHint,
    Chat,
    Claim,
    Concede,
    Contribute,
    Explain,
    Leave,
    LiveRequest,
    Mute,
    Next,
    Ready,
    Rematch,
    TakeBack,
    Undo,
)
from .services import chat, claims, clocks, hints, leaving, play, ready, rematches, studies, tables
from .services.errors import NotAllowed

Help: TypeAlias = AskHint | Explain
Asked: TypeAlias = Act | Next | Again | Undo | Claim | Help | Ready | Contribute | LiveRequest


def answer(table_pk: int, seat: int | None, request: Asked) -> protocol.Message | None:
    """Does what a seat asks; returns the answer where it is more than that it was done. Raises what services raise."""
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    if isinstance(request, Help):
        return _help(table_pk, seat, request)
    match, now = selectors.current_match(table_pk), timezone.now()
    if isinstance(request, LiveRequest):
        _live(match, seat, request, now)
    else:
        _play(match, seat, request, now)
    return None


def _play(match: Match, seat: int, request: Any, now: datetime) -> None:
    match request:
        case Act(action_id, seen, action, ident):
            if ident not in (None, match.ident):  # sent again after it was taken back: the study must not play it
                raise Refused(Reason.STALE)
            play.act(match.pk, seat, action, seen=seen, now=now, action_id=action_id)
        case Next(_id, hand):
            play.start_hand(match.pk, hand, now)
        case Undo(_id, seen, ident):
            studies.undo(match.table, seat, ident, seen=seen, now=now)
        case Claim(action_id, seen, ident):
            claims.claim(match, seat, ident, seen=seen, now=now, action_id=action_id)
        case Ready(_id, ident, commit):
            ready.say_ready(match.pk, seat, ident, commit, now)
        case Contribute(_id, ident, entropy):
            ready.contribute(match.pk, seat, ident, entropy, now)
        case Again(_id, after):
            tables.play_again(match.table, after, now)


def _live(match: Match, seat: int, request: LiveRequest, now: datetime) -> None:
    if match.table.kind != Table.Kind.LIVE:
        raise NotAllowed(_("That is for live tables, where people play each other."))
    match request:
        case Leave(_id, ident):
            leaving.leave(match.table, seat, ident, now)
        case TakeBack(_id, ident):
            leaving.take_back(match.table, seat, ident, now)
        case Concede(action_id, ident):
            leaving.concede(match, seat, ident, now, action_id)
        case Chat(action_id, ident, msg):
            chat.say(match, seat, ident, msg, now, action_id)
        case Mute(_id, ident, is_on):
            chat.mute(match, seat, ident, is_on, now)
        case Rematch(_id, ident):
            rematches.ask(match, seat, ident, now)


def _help(table_pk: int, seat: int, request: Help) -> protocol.Message:
    if isinstance(request, AskHint):
        found = hints.find_hint(table_pk, seat, request.seen)
        return protocol.hint(request.id, request.seen, found.act, found.why, found.lead)
    told = hints.tell_act(table_pk, seat, request.match, request.hand, request.seat, request.trick)
    return protocol.explanation(request, told)


def read(table_pk: int, seat: int | None, have: int) -> protocol.Message:
    """Returns the view of a table as it stands, with the log from line `have` on."""
    return selectors.read_table(table_pk, seat, have=have, now_ms=play.milliseconds(timezone.now()))


def sync(process: str, table_pk: int, seat: int | None, have: int) -> protocol.Message:
    """Returns the same for a browser that asks, maybe since a countdown is over: then the server acts first.

    `process` is the one that it is connected to, as its pulse is called.
    """
    match, now = selectors.current_match(table_pk), timezone.now()
    if deadlines.is_over(match, now):
        clocks.expire(match.pk, now, process)
    return read(table_pk, seat, have)


def newest_of(table_pk: int, seat: int | None) -> tuple[str, int]:
    """Returns which match is played at a table, and how many lines of its log this viewer may have by now."""
    if seat is not None:
        return selectors.newest_of(table_pk)
    match = selectors.current_match(table_pk)
    return match.ident, watching.length_shown_of(match)
