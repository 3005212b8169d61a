"""Whole matches written by another program are read, chained and folded; edited ones are found out."""

import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.engine import match as engine
from games.engine.actions import Refused
from games.engine.errors import BadEvent, BadTranscript, WrongScore
from games.engine.match import Match
from games.engine.rules import RuleSet
from games.engine.shuffle import Shuffle, client_commit
from games.engine.transcript import (
    Transcript,
    chain,
    event_line,
    genesis,
    head_of,
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
