"""The fields of each line of a transcript: read when they are right, named when they are wrong."""

from typing import Any

import pytest

from games.engine.errors import BadTranscript
from games.engine.rules import PLLAY
from games.engine.transcript import event_line, header, parse_event, parse_header, write_line
from tests.engine.playing import TESTS

HEADER = parse_header((TESTS / "transcripts" / "shared" / "pllay-concede.jsonl").read_bytes().split(b"\n")[0])
DAILY = HEADER | {"attempt": "00" * 16, "deal": {"kind": "daily", "day": "2026-03-08"}}


def _made_header(**changes: Any) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "match_id": bytes(16),
        "rules": PLLAY,
        "commitment": bytes(32),
        "client_commits": (b"", b"", bytes(32), b""),
        "seats": [{"kind": "bot", "ref": "novice-1"}] * 3 + [{"kind": "human", "ref": "p3"}],
        "created_ms": 5,
    }
    return header(**(parts | changes))


def test_a_header_is_written_and_read() -> None:
    league = {"kind": "league", "league": "first", "deal": "7"}
    for made in (_made_header(), _made_header(attempt=bytes(16), deal=league)):
        assert parse_header(write_line(made).encode()) == made


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"match_id": bytes(15)}, "match"),
        ({"seats": []}, "seats"),
        ({"seats": [{"kind": "bot", "ref": "novice"}] * 4}, "seats"),
        ({"seats": [{"kind": "human", "ref": "p", "name": "Alice"}] * 4}, "name"),
        ({"attempt": bytes(16)}, "deal"),
        ({"deal": {"kind": "daily", "day": "2026-03-08"}}, "attempt"),
        ({"attempt": bytes(16), "deal": {"kind": "daily", "day": "2026-3-8"}}, "day"),
        ({"attempt": bytes(16), "deal": {"kind": "weekly", "day": "2026-03-08"}}, "deal"),
        ({"client_commits": (b"", b"")}, "client_commits"),
        ({"created_ms": -1}, "created_ms"),
    ],
)
def test_a_wrong_header_is_not_made(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadTranscript) as refused:
        _made_header(**changes)
    assert refused.value.field == field


@pytest.mark.parametrize("field", HEADER)
@pytest.mark.parametrize("value", [None, True, -1, "", [], [None] * 4])
def test_a_wrong_field_of_a_header_is_named(field: str, value: object) -> None:
    _header_is_refused(DAILY | {field: value}, field)


@pytest.mark.parametrize("field", ["match", "rules_hash", "commit", "attempt"])
def test_hex_in_a_header_is_lower_case(field: str) -> None:
    _header_is_refused(DAILY | {field: "AB" + DAILY[field][2:]}, field)


@pytest.mark.parametrize("field", DAILY)
def test_a_missing_field_of_a_header_is_named(field: str) -> None:
    _header_is_refused({key: value for key, value in DAILY.items() if key != field}, field)


def test_a_field_too_many_in_a_header_is_named() -> None:
    _header_is_refused(DAILY | {"table": "x"}, "table")


def _header_is_refused(data: dict[str, Any], field: str) -> None:
    with pytest.raises(BadTranscript) as refused:
        parse_header(write_line(data).encode())
    assert (refused.value.field, refused.value.line) == (field, 0)


EVENTS: list[dict[str, Any]] = [
    {"type": "entropy", "seat": 0, "e": "ab" * 32},
    {"type": "hand_start", "hand": 0, "dealer": 3},
    {"type": "look", "hand": 0, "seat": 1},
    {"type": "bid", "hand": 0, "seat": 1, "bid": 3},
    {"type": "play", "hand": 0, "seat": 1, "card": "TS"},
    {"type": "chat", "seat": 1, "msg": "good_luck"},
    {"type": "away", "seat": 1},
    {"type": "back", "seat": 1},
    {"type": "takeover", "seat": 1, "bot": "club-1"},
    {"type": "return", "seat": 1},
    {"type": "concede", "seat": 1},
    {"type": "hand_end", "hand": 0, "won": [4, 4, 4, 1], "delta": [-80, 60], "bags": [0, 1], "score": [-80, 60]},
    {"type": "match_end", "reason": "target", "winner": None, "score": [0, 0]},
    {"type": "reveal", "seed": "00" * 32},
]
FIELDS = [(event, field) for event in EVENTS for field in ("i", "t", *event)]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["type"])
def test_an_event_of_each_type_is_written_and_read(event: dict[str, Any]) -> None:
    assert parse_event(event_line(4, 9, event).encode(), 5) == event | {"i": 4, "t": 9}


@pytest.mark.parametrize("by", ["clock", "bot", "claim"])
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["type"])
def test_only_actions_say_by_whom(event: dict[str, Any], by: str) -> None:
    if event["type"] in ("look", "bid", "play"):
        assert "by" in event_line(0, 0, event | {"by": by})
    else:
        _event_is_refused(event | {"by": by}, "by")


@pytest.mark.parametrize(("event", "field"), FIELDS, ids=lambda part: part["type"] if isinstance(part, dict) else part)
def test_a_wrong_or_missing_field_of_an_event_is_named(event: dict[str, Any], field: str) -> None:
    whole = {"i": 0, "t": 0} | event
    _event_is_refused({key: value for key, value in whole.items() if key != field}, field)
    wrong: tuple[object, ...] = (True, "", [], {}, [0])
    for value in wrong:
        _event_is_refused(whole | {field: value}, field)


WRONG: list[tuple[str, str, object]] = [
    ("chat", "i", -1),
    ("chat", "t", -1),
    ("chat", "seat", 4),
    ("chat", "seat", None),
    ("chat", "x", 1),
    ("entropy", "e", "AB" * 32),
    ("entropy", "e", "ab" * 31),
    ("hand_start", "dealer", -1),
    ("hand_start", "hand", -1),
    ("bid", "bid", 14),
    ("bid", "bid", -1),
    ("bid", "bid", "nil"),
    ("bid", "by", "ghost"),
    ("bid", "by", None),
    ("play", "card", "1S"),
    ("play", "card", "ts"),
    ("play", "card", 51),
    ("takeover", "bot", "club"),
    ("takeover", "bot", "Club 1"),
    ("hand_end", "won", [4, 4, 5]),
    ("hand_end", "won", [14, 0, 0, -1]),
    ("hand_end", "delta", [1, None]),
    ("hand_end", "bags", [-1, 0]),
    ("hand_end", "score", [1, 2, 3]),
    ("match_end", "winner", 2),
    ("match_end", "winner", False),
    ("reveal", "seed", "00" * 33),
]


@pytest.mark.parametrize(("kind", "field", "value"), WRONG)
def test_a_value_no_event_can_have_is_refused_by_name(kind: str, field: str, value: object) -> None:
    event = next(event for event in EVENTS if event["type"] == kind)
    _event_is_refused({"i": 0, "t": 0} | event | {field: value}, field)


def _event_is_refused(event: dict[str, Any], field: str) -> None:
    with pytest.raises(BadTranscript) as refused:
        parse_event(write_line(event).encode(), 7)
    assert (refused.value.field, refused.value.line) == (field, 7)
