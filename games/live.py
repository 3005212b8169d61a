"""Owns what a live table's view holds beside the cards: clocks, absences, stand-ins, chat, and how many watch."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from .company import Company, Sitter
from .deadlines import TURN
from .engine import match as engine
from .engine.cards import SEATS, partner_of
from .models import Match
from .protocol import Message

# The steps of an absence, each counted from its beginning.
AWAY: Final = timedelta(seconds=5)  # it is said and logged: who reloads a page was never away
STAND_IN: Final = timedelta(seconds=60)  # a bot takes the seat
MOST_CHATS: Final = 20  # a match and seat
CHAT_PAUSE_MS: Final = 5000  # from one message of a seat to its next


def live_part(match: Match, state: engine.Match, company: Company, viewer: int | None, now_ms: int) -> Message | None:
    """Returns the `live` of docs/protocol.md, as one seat may see it, or, with `viewer` None, as one who watches."""
    if not company.is_live:
        return None
    return {
        "clock": None if viewer is None else clock_of(match, state),
        "next_at": _next_at(match, state),
        "ready_until": None if match.commit or match.seq or match.ended_at else _ms(match.deadline_at),
        "away": [_away(company.at(seat), state) for seat in SEATS],
        "stand_ins": [ref and ref.rpartition("-")[0] for ref in state.stand_ins],
        "left": [_has_left(company.at(seat)) for seat in SEATS],
        "conceded": list(state.conceded),
        "chat": _chat(company, state, viewer, now_ms),
        "watching": company.watching,
        "rematch": company.rematch,
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


def is_away(absent_since: datetime | None, due_at: datetime | None) -> bool:
    """Says whether a seat has been without a connection for so long that the others are told."""
    return absent_since is not None and due_at is not None and due_at - absent_since > AWAY


def _away(sitter: Sitter | None, state: engine.Match) -> Message | None:
    if sitter is None or sitter.absent_since is None or not is_away(sitter.absent_since, sitter.due_at):
        return None
    until = None if state.stand_ins[sitter.seat] else _ms(sitter.absent_since + STAND_IN)
    return {"since": _ms(sitter.absent_since), "until": until}


def _has_left(sitter: Sitter | None) -> bool:
    return sitter is not None and sitter.has_left


def _chat(company: Company, state: engine.Match, seat: int | None, now_ms: int) -> Message | None:
    """What a seat may still say; None where nothing is said: without quick chat, and while no hand has begun."""
    own = None if seat is None else company.at(seat)
    if own is None or not company.quick_chat or state.hand is None or state.outcome is not None:
        return None
    partner = company.at(partner_of(own.seat))
    is_muted = partner is not None and partner.player_pk in own.muted
    return {**allowance_of(company.chats, own.seat, now_ms), "muted": is_muted}


def allowance_of(events: Iterable[dict[str, Any]], seat: int, now_ms: int) -> Message:
    """Returns how many messages a seat may still send, and from when on the next (None: now); `events` are a log's."""
    said = [event["t"] for event in events if event["type"] == "chat" and event["seat"] == seat]
    free_at = said[-1] + CHAT_PAUSE_MS if said else 0
    return {"left": max(0, MOST_CHATS - len(said)), "from": free_at if free_at > now_ms else None}


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)
