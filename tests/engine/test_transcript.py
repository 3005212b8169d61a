"""Whole matches written by another program are read, chained and folded; edited ones are found out."""

import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.engine import match as engine
from games.engine.actions import Refused
from games.engine.errors import BadEvent, BadTranscript, EngineError, WrongScore
from games.engine.match import Match
from games.engine.rules import PLLAY, RuleSet
from games.engine.shuffle import Shuffle, client_commit
from games.engine.transcript import (
    Transcript,
    chain,
    event_line,
    genesis,
    head_of,
    header,
    parse_event,
    parse_header,
    read,
    seal_line,
    signing_bytes,
    write_line,
)
from tests.engine.playing import TESTS

FOLDER = TESTS / "transcripts" / "shared"
INDEX = json.loads((FOLDER / "index.json").read_text())
GOOD = [entry for entry in INDEX["files"] if entry["ok"]]
BAD = {entry["file"]: entry["code"] for entry in INDEX["files"] if not entry["ok"]}


def _read(name: str) -> Transcript:
    return read((FOLDER / name).read_bytes())


def _shuffle(transcript: Transcript) -> Shuffle:
    entropy = {event["seat"]: bytes.fromhex(event["e"]) for event in transcript.events if event["type"] == "entropy"}
    seeds = [bytes.fromhex(event["seed"]) for event in transcript.events if event["type"] == "reveal"]
    return Shuffle(
        match_id=bytes.fromhex(transcript.header["match"]),
        rules=RuleSet.from_options(transcript.header["rules"]),
        seed=seeds[0],
        client_commits=tuple(bytes.fromhex(part) for part in transcript.header["client_commits"]),
        entropy=tuple(entropy.get(seat, b"") for seat in range(4)),
    )


def _fold(transcript: Transcript) -> Match:
    shuffle = _shuffle(transcript)
    match = engine.new_match(shuffle.rules, [seat["kind"] for seat in transcript.header["seats"]])
    for event in transcript.events:
        match = engine.advance(match, event, shuffle.deal)
    return match


def _verify(transcript: Transcript) -> None:
    seal = transcript.seal
    assert seal is not None
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(INDEX["public_keys"][seal["key_id"]]))
    match_id, head = bytes.fromhex(transcript.header["match"]), bytes.fromhex(seal["head"])
    key.verify(bytes.fromhex(seal["sig"]), signing_bytes(seal["key_id"], match_id, seal["n"], head))


@pytest.mark.parametrize("entry", GOOD, ids=lambda entry: entry["file"])
def test_a_good_match_folds_to_its_result(entry: dict[str, Any]) -> None:
    match = _fold(_read(entry["file"]))
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.winner) == (entry["reason"], entry["winner"])
    assert list(match.outcome.score) == entry["score"]
    assert match.rules.id == entry["rules_id"]
    assert len(match.results) == entry["hands"]


@pytest.mark.parametrize("entry", GOOD, ids=lambda entry: entry["file"])
def test_a_good_match_has_the_head_and_the_signature_of_its_seal(entry: dict[str, Any]) -> None:
    transcript = _read(entry["file"])
    assert transcript.seal is not None
    assert head_of(transcript.header_line, transcript.event_lines).hex() == transcript.seal["head"]
    assert len(transcript.events) == transcript.seal["n"]
    _verify(transcript)


@pytest.mark.parametrize("entry", GOOD, ids=lambda entry: entry["file"])
def test_a_good_match_was_dealt_as_committed(entry: dict[str, Any]) -> None:
    transcript = _read(entry["file"])
    shuffle, head = _shuffle(transcript), transcript.header
    commits = [client_commit(shuffle.match_id, seat, shuffle.entropy[seat]).hex() for seat in range(4)]
    assert shuffle.commitment().hex() == head["commit"]
    assert commits == head["client_commits"]
    dealers = [event["dealer"] for event in transcript.events if event["type"] == "hand_start"]
    assert dealers == [shuffle.dealer(hand) for hand in range(len(dealers))]


@pytest.mark.parametrize("entry", GOOD, ids=lambda entry: entry["file"])
def test_a_good_match_is_written_again_byte_for_byte(entry: dict[str, Any]) -> None:
    transcript, data = _read(entry["file"]), (FOLDER / entry["file"]).read_bytes()
    seal = transcript.seal
    assert seal is not None
    lines = [write_line(transcript.header)]
    lines += [event_line(event["i"], event["t"], event) for event in transcript.events]
    lines.append(seal_line(seal["key_id"], seal["n"], bytes.fromhex(seal["head"]), bytes.fromhex(seal["sig"])))
    assert "".join(f"{line}\n" for line in lines).encode() == data


def test_a_drawn_match_has_no_winner() -> None:
    match = _fold(_read("pllay-draw.jsonl"))
    assert match.outcome is not None
    assert match.outcome.winner is None


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_FORMAT"])
def test_an_edit_of_the_form_is_not_read(name: str) -> None:
    with pytest.raises(BadTranscript) as refused:
        _read(name)
    assert refused.value.line is not None


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_CHAIN"])
def test_a_dropped_line_breaks_the_chain(name: str) -> None:
    transcript = _read(name)
    assert transcript.seal is not None
    assert head_of(transcript.header_line, transcript.event_lines).hex() != transcript.seal["head"]
    assert len(transcript.events) != transcript.seal["n"]


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_SIG"])
def test_a_changed_signature_does_not_verify(name: str) -> None:
    with pytest.raises(InvalidSignature):
        _verify(_read(name))


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_RULES"])
def test_an_event_that_does_not_follow_is_not_folded(name: str) -> None:
    with pytest.raises((BadEvent, Refused)) as refused:
        _fold(_read(name))
    assert not isinstance(refused.value, WrongScore)


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_SCORE"])
def test_a_raised_score_is_not_folded(name: str) -> None:
    with pytest.raises(WrongScore) as refused:
        _fold(_read(name))
    assert refused.value.field == "score"


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code in ("E_COMMIT", "E_CLIENT")])
def test_another_seed_or_contribution_is_not_the_one_committed_to(name: str) -> None:
    transcript = _read(name)
    shuffle = _shuffle(transcript)
    commits = tuple(client_commit(shuffle.match_id, seat, shuffle.entropy[seat]) for seat in range(4))
    assert (shuffle.commitment().hex() == transcript.header["commit"]) == (BAD[name] == "E_CLIENT")
    assert (commits == shuffle.client_commits) == (BAD[name] == "E_COMMIT")


@pytest.mark.parametrize("name", [name for name, code in BAD.items() if code == "E_RULESVER"])
def test_changed_rules_have_another_hash(name: str) -> None:
    head = _read(name).header
    assert RuleSet.from_options(head["rules"]).hash != head["rules_hash"]


def test_an_incomplete_file_has_no_seal() -> None:
    lines = (FOLDER / "pllay-draw.jsonl").read_bytes().splitlines(keepends=True)
    transcript = read(b"".join(lines[:20]))
    assert transcript.seal is None
    assert len(transcript.events) == 19


def test_a_chain_grows_by_one_line_at_a_time() -> None:
    transcript = _read("pllay-draw.jsonl")
    head = genesis(transcript.header_line)
    for line in transcript.event_lines:
        head = chain(head, line)
    assert head == head_of(transcript.header_line, transcript.event_lines)


HEADER = parse_header((FOLDER / "pllay-concede.jsonl").read_bytes().split(b"\n")[0])
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
    for value in (True, "", [], {}, [0]):
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


@pytest.mark.parametrize("data", [b"", b"\n", b"{}", b"{}\n", b"[]\n", b"{}\n\n", b'{"type":"seal"}\n', b"\xff\n"])
def test_what_is_no_transcript_is_not_read(data: bytes) -> None:
    with pytest.raises(BadTranscript):
        read(data)


def test_nothing_comes_after_the_seal_and_no_seal_before_the_end() -> None:
    lines = (FOLDER / "pllay-draw.jsonl").read_bytes().splitlines(keepends=True)
    for wrong in ([*lines, lines[-2]], [*lines, lines[-1]], [lines[0], lines[-1], *lines[1:]]):
        with pytest.raises(BadTranscript) as refused:
            read(b"".join(wrong))
        assert refused.value.field == "type"


def test_a_wrong_seal_is_not_read() -> None:
    lines = (FOLDER / "pllay-draw.jsonl").read_bytes().splitlines(keepends=True)
    seal = json.loads(lines[-1])
    for field in ("n", "head", "key_id", "sig"):
        with pytest.raises(BadTranscript) as refused:
            read(b"".join([*lines[:-1], write_line(seal | {field: None}).encode(), b"\n"]))
        assert (refused.value.field, refused.value.line) == (field, len(lines) - 1)


def test_every_error_of_the_engine_is_one_kind() -> None:
    assert issubclass(BadTranscript, EngineError)
    assert issubclass(WrongScore, BadEvent)
