"""The fields of a transcript's lines and their shapes, as fairness.md lists them; their sense is judged elsewhere."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeAlias

from .actions import BLIND_NIL
from .cards import parse_card
from .errors import BadCard, BadHex, BadTranscript
from .hashing import PROTO, parse_hex
from .state import BYS, KINDS

Check: TypeAlias = Callable[[object], bool]
BOT_REF = re.compile(r"[a-z][a-z0-9_]*-[A-Za-z0-9._]+")


def check_header(header: Mapping[str, Any]) -> None:
    """Raise BadTranscript unless these are the fields of a header; whether its rules are valid is not asked here."""
    shared = "attempt" in header or "deal" in header
    _check_fields("header", header, _HEADER | (_SHARED_DEAL if shared else {}))
    for seat in header["seats"]:
        _check_fields("seats", seat, {"kind": _one_of(*KINDS), "ref": _is_text})
        if seat["kind"] == "bot" and not BOT_REF.fullmatch(seat["ref"]):
            raise BadTranscript("seats", "The reference of a bot is its level and version, like novice-1.")
    if shared:
        _check_deal(header["deal"])


def _check_deal(deal: Mapping[str, Any]) -> None:
    kind = deal.get("kind")
    if kind not in ("daily", "league"):
        raise BadTranscript("deal", "The kind of a shared deal is daily or league.")
    _check_fields("deal", deal, _DAILY if kind == "daily" else _LEAGUE)


def check_event(event: Mapping[str, Any]) -> None:
    """Raise BadTranscript, naming the field, unless the object has exactly the fields of an event of its type."""
    kind = event.get("type")
    if not isinstance(kind, str) or kind not in _EVENTS:
        raise BadTranscript("type", "There is no event of this type.")
    optional = {"by": _one_of(*BYS)} if kind in ("look", "bid", "play") and "by" in event else {}
    _check_fields(kind, event, _NUMBERED | _EVENTS[kind] | optional)


def check_seal(seal: Mapping[str, Any]) -> None:
    """Raise BadTranscript unless these are the fields of a seal."""
    _check_fields("seal", seal, _SEAL)


def _check_fields(name: str, data: Mapping[str, Any], checks: Mapping[str, Check]) -> None:
    for field in data:
        if field not in checks:
            raise BadTranscript(str(field)[:20], f"A line of type {name} has no field {str(field)[:20]}.")
    for field, is_right in checks.items():
        if field not in data:
            raise BadTranscript(field, f"The field {field} of {name} is missing.")
        if not is_right(data[field]):
            raise BadTranscript(field, f"The field {field} of {name} does not have the form it must have.")


def _one_of(*values: object) -> Check:
    return lambda value: any(type(value) is type(allowed) and value == allowed for allowed in values)


def _integer(low: int | None = None, high: int | None = None) -> Check:
    def check(value: object) -> bool:
        return type(value) is int and (low is None or value >= low) and (high is None or value <= high)

    return check


def _list_of(length: int, check: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) == length and all(map(check, value))


def _either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def _hex(length: int) -> Check:
    def check(value: object) -> bool:
        try:
            return bool(parse_hex(value, length))
        except BadHex:
            return False

    return check


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_card(value: object) -> bool:
    try:
        parse_card(value)
    except BadCard:
        return False
    return True


def _is_bot(value: object) -> bool:
    return isinstance(value, str) and BOT_REF.fullmatch(value) is not None


def _is_day(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


_COUNT = _integer(0)
_SEAT = _integer(0, 3)
_PAIR = _list_of(2, _integer())
_NUMBERED: dict[str, Check] = {"i": _COUNT, "t": _COUNT, "type": _is_text}
_OF_A_HAND: dict[str, Check] = {"hand": _COUNT, "seat": _SEAT}
_OF_A_SEAT: dict[str, Check] = {"seat": _SEAT}
_EVENTS: dict[str, dict[str, Check]] = {
    "entropy": _OF_A_SEAT | {"e": _hex(32)},
    "hand_start": {"hand": _COUNT, "dealer": _SEAT},
    "look": _OF_A_HAND,
    "bid": _OF_A_HAND | {"bid": _either(_integer(0, 13), _one_of(BLIND_NIL))},
    "play": _OF_A_HAND | {"card": _is_card},
    "chat": _OF_A_SEAT | {"msg": _is_text},
    "away": _OF_A_SEAT,
    "back": _OF_A_SEAT,
    "takeover": _OF_A_SEAT | {"bot": _is_bot},
    "return": _OF_A_SEAT,
    "concede": _OF_A_SEAT,
    "hand_end": {
        "hand": _COUNT,
        "won": _list_of(4, _integer(0, 13)),
        "delta": _PAIR,
        "bags": _list_of(2, _COUNT),
        "score": _PAIR,
    },
    "match_end": {"reason": _is_text, "winner": _one_of(0, 1, None), "score": _PAIR},
    "reveal": {"seed": _hex(32)},
}
_HEADER: dict[str, Check] = {
    "proto": _one_of(PROTO),
    "match": _hex(16),
    "rules": _is_object,
    "rules_id": _is_text,
    "rules_hash": _hex(32),
    "commit": _hex(32),
    "client_commits": _list_of(4, _either(_one_of(""), _hex(32))),
    "seats": _list_of(4, _is_object),
    "created_ms": _COUNT,
}
_SHARED_DEAL: dict[str, Check] = {"attempt": _hex(16), "deal": _is_object}
_DAILY: dict[str, Check] = {"kind": _is_text, "day": _is_day}
_LEAGUE: dict[str, Check] = {"kind": _is_text, "league": _is_text, "deal": _is_text}
_SEAL: dict[str, Check] = {
    "type": _one_of("seal"),
    "n": _integer(0, 2**32 - 1),
    "head": _hex(32),
    "key_id": _is_text,
    "sig": _hex(64),
}
