"""Owns telling browsers what changed: the only caller of `group_send`."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from copy import copy
from datetime import datetime

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from . import selectors, watching
from .company import Company, read_company
from .engine import match as engine
from .models import Match, Table
from .protocol import Message, write_message

logger = logging.getLogger(__name__)

LOBBY = "lobby"  # the group of everybody who looks at the lobby
_loop: asyncio.AbstractEventLoop | None = None


def seat_group(seat_pk: int) -> str:
    """Names the group of every connection of who sits in a seat: by its row, so that nobody who has it later is met."""
    return f"seat.{seat_pk}"


def watch_group(table_pk: int) -> str:
    """Names the group of all who watch a table."""
    return f"table.{table_pk}.watch"


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Says which event loop serves sockets: the queues of the in-memory layer belong to it."""
    global _loop
    _loop = loop


def send_views(
    match: Match, state: engine.Match, *, first: int, lines: Sequence[str], now: datetime | None = None
) -> None:
    """Sends each person at the table, and all who watch it, their view and the log's new lines.

    Called after the commit. If it fails, the change counts all the same and browsers ask again. `now` is given where
    no event tells the time: what has changed is who is there, or who is ready.
    """
    if match.table.kind == Table.Kind.BOTS:
        return
    now_ms = round((now or match.touched_at).timestamp() * 1000)
    company = read_company(match)
    people = [sitter for sitter in company.sitters if not sitter.level]
    seats = [sitter.seat for sitter in people]
    messages = selectors.messages_for(match, state, seats, first=first, lines=lines, now_ms=now_ms, company=company)
    for sitter, message in zip(people, messages, strict=True):
        _send_view(seat_group(sitter.pk), message)
    if company.watching:
        _send_delayed(copy(match), first, now_ms, company)


def _send_delayed(match: Match, first: int, now_ms: int, company: Company) -> None:
    """Sends those who watch the view of a trick ago, with the lines that they may see since the log's line `first`."""
    seq, match.seq = match.seq, first
    have = watching.length_shown_of(match)
    match.seq = seq
    message = selectors.read_view_message(match, None, have=have, now_ms=now_ms, company=company)
    _send_view(watch_group(match.table_id), message)


def _send_view(group: str, message: Message) -> None:
    _send(group, {"type": "table.view", "seq": message["seq"], "text": write_message(message)})


def send_company(table_pk: int, now: datetime) -> None:
    """Sends the same where nothing but who is there has changed; called after the commit."""
    match = selectors.find_current_match(table_pk)
    if match is not None:
        send_views(match, selectors.state_of(match), first=match.seq, lines=[], now=now)


def send_unmade(table_pk: int, seats: Iterable[int]) -> None:
    """Tells the browsers at these seats, by the keys of their rows, and those that watch, that no match is here now.

    Called after the commit, for seats that are kept and seats that are given up alike.
    """
    for group in [*map(seat_group, seats), watch_group(table_pk)]:
        _send(group, {"type": "table.unmade"})


def send_lobby_changed() -> None:
    """Tells everybody who looks at the lobby that it is not what it was; called after the commit."""
    _send(LOBBY, {"type": "lobby.changed"})


def _send(group: str, message: Message) -> None:
    try:
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(_group_send(group, message), _loop)
        else:
            async_to_sync(_group_send)(group, message)
    except RuntimeError:
        logger.exception("%s could not be told: the server is stopping", group)


async def _group_send(group: str, message: Message) -> None:
    layer = get_channel_layer()
    assert layer is not None  # settings.CHANNEL_LAYERS has a default
    try:
        await layer.group_send(group, message)
    except Exception:
        logger.exception("%s could not be told", group)
