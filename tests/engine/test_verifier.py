"""The verifier judges whole files: the shared ones, the site's own, what is no transcript, what a browser kept."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games import vault
from games.engine.keys import parse_keys
from games.engine.transcript import head_of, read
from games.engine.verifier import MOST_BYTES, Code, Signature, Status, unreadable, verify
from tests.engine.sealing import FOLDER, KEYS, found, judge, open_file

INDEX = json.loads((FOLDER / "index.json").read_text())
FILES: list[dict[str, Any]] = INDEX["files"]
SHARED_KEYS = parse_keys((FOLDER / "index.json").read_bytes())
DRAW = (FOLDER / "pllay-draw.jsonl").read_bytes()


@pytest.mark.parametrize("file", [file for file in FILES if file["ok"]], ids=lambda file: file["file"])
def test_a_good_file_has_no_finding(file: dict[str, Any]) -> None:
    report = verify((FOLDER / file["file"]).read_bytes(), SHARED_KEYS)
    assert (report.status, report.signature, report.findings) == (Status.GOOD, Signature.OK, ())


LINES = [7, 59, 1107, 1108, 0, 1, 7, 1109, 5, 1109, 60, 12, 13, 1107, 1107, 1, 137]


@pytest.mark.parametrize("file", [file for file in FILES if not file["ok"]], ids=lambda file: file["file"])
def test_a_bad_file_has_the_one_finding_expected_and_its_line(file: dict[str, Any]) -> None:
    report = verify((FOLDER / file["file"]).read_bytes(), SHARED_KEYS)
    assert report.status is Status.BAD
    assert found(report) == [(file["code"], LINES[int(file["file"][4:6])])]
    assert report.findings[0].text.endswith(".")


def test_without_keys_the_signature_is_not_checked() -> None:
    for name in ("pllay-draw.jsonl", "bad-09.jsonl"):
        report = verify((FOLDER / name).read_bytes())
        assert (report.status, report.signature) == (Status.GOOD, Signature.NOT_CHECKED)


def test_a_key_nobody_listed_is_a_finding_of_the_signature() -> None:
    for keys in ({}, KEYS):
        report = verify(DRAW, keys)
        assert (found(report), report.signature) == ([("E_SIG", 235)], Signature.BAD)


def test_another_key_under_the_same_id_does_not_fit() -> None:
    report = verify(DRAW, {"golden-1": KEYS["test-1"]})
    assert (found(report), report.signature) == ([("E_SIG", 235)], Signature.BAD)


def test_a_long_match_is_verified_well_within_two_seconds() -> None:
    data = (FOLDER / "pllay-target.jsonl").read_bytes()
    start = time.process_time()
    assert verify(data, SHARED_KEYS).status is Status.GOOD
    assert time.process_time() - start < 2


@pytest.mark.django_db
def test_what_the_site_plays_and_seals_verifies(tmp_path: Path) -> None:
    call_command("simulate", "--seed", "3", "--out", str(tmp_path))
    [path] = tmp_path.iterdir()
    report = verify(path.read_bytes(), {vault.key_id(): vault.public_key()})
    assert (report.status, report.signature, report.findings) == (Status.GOOD, Signature.OK, ())


def test_what_the_browser_kept_is_compared() -> None:
    transcript = read(DRAW)
    commitment = bytes.fromhex(transcript.header["commit"])
    head = head_of(transcript.header_line, transcript.event_lines)
    assert verify(DRAW, SHARED_KEYS, commitment, head).status is Status.GOOD
    assert found(verify(DRAW, SHARED_KEYS, bytes(32), head)) == [("E_COMMIT", 0)]
    assert found(verify(DRAW, SHARED_KEYS, commitment, bytes(32))) == [("E_CHAIN", 235)]
    open_end = b"".join(DRAW.splitlines(keepends=True)[:9])
    assert found(verify(open_end, head=bytes(32))) == [("E_CHAIN", 8)]
    assert verify(open_end, head=head_of(transcript.header_line, transcript.event_lines[:8])).findings == ()


def test_a_broken_chain_ends_the_check_and_the_seal_is_still_judged() -> None:
    header, events = open_file("pllay-draw.jsonl")
    wrong_rules = header | {"rules_id": "pllay@000000000000"}
    assert found(judge(wrong_rules, events, head=bytes(32))) == [("E_CHAIN", 235)]
    assert found(judge(wrong_rules, events, n=12)) == [("E_CHAIN", 235)]
    assert found(verify((FOLDER / "bad-08.jsonl").read_bytes(), {})) == [("E_CHAIN", 5), ("E_SIG", 1108)]


def test_rules_contribution_and_commitment_are_all_judged_and_leave_the_replay_out() -> None:
    header, events = open_file("pllay-concede.jsonl")
    first = next(i for i, event in enumerate(events) if event["type"] == "entropy")
    events[first] = events[first] | {"e": "00" * 32}
    events[-1] = events[-1] | {"seed": "00" * 32}
    del events[20]
    report = judge(header | {"rules_id": "pllay@000000000000"}, events)
    assert found(report) == [("E_RULESVER", 0), ("E_CLIENT", first + 1), ("E_COMMIT", len(events))]


def test_a_wrong_signature_does_not_end_the_check() -> None:
    header, events = open_file("pllay-draw.jsonl")
    events[-2] = events[-2] | {"score": [1, 2]}
    lines = judge(header, events), verify(DRAW, {})
    assert [found(report)[0][0] for report in lines] == ["E_SCORE", "E_SIG"]


@pytest.mark.parametrize(
    "change",
    [
        {"rules_hash": "00" * 32},
        {"rules_id": "pllay@8BE098B51540"},
        {"rules": {}},
        {"rules": {"nil": True}},
    ],
    ids=str,
)
def test_rules_that_are_not_what_they_are_called_are_of_no_version(change: dict[str, Any]) -> None:
    header, events = open_file("pllay-draw.jsonl")
    assert ("E_RULESVER", 0) in found(judge(header | change, events))


PACKED = "This is a packed archive: take the transcript, a .jsonl file, out of it first."


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04" + bytes(40), PACKED),
        (b"\x1f\x8b\x08" + bytes(40), PACKED),
        (bytes(range(256)) * 3, "This is not a text file, and a transcript is one."),
        (DRAW.decode().encode("utf-16"), "This is not a text file, and a transcript is one."),
        (DRAW.replace(b"fair/1", b"fair/2", 1), "The transcript is of version 'spades-fair/2'; this verifier reads"),
        (b" " * (MOST_BYTES + 1), "The file is larger than 10 MB, the most that is read; no game is as long as that."),
    ],
    ids=["zip", "gzip", "binary", "utf-16", "version", "size"],
)
def test_what_cannot_be_read_is_said_in_words(data: bytes, words: str) -> None:
    report = verify(data, SHARED_KEYS)
    assert (found(report), report.signature) == ([("E_FORMAT", 0)], Signature.NOT_CHECKED)
    assert report.findings[0].text.startswith(words)
    assert unreadable(data) == report.findings[0].text


def test_a_file_just_small_enough_is_read() -> None:
    assert unreadable(b"{" + b" " * (MOST_BYTES - 1)) is None


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"[" * 100_000, b"1" * 9999, b'{"proto":5}\n'])
def test_other_bytes_are_of_no_format(data: bytes) -> None:
    assert found(verify(data)) == [("E_FORMAT", 0)]


def test_an_empty_file_is_called_empty() -> None:
    assert verify(b"").findings[0].text == "The file is empty."


def test_the_first_line_of_no_format_is_the_one_named() -> None:
    lines = DRAW.splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"seat":', b'"seats":')
    lines[9] = lines[9].replace(b"{", b"{ ")
    assert found(verify(b"".join(lines).removesuffix(b"\n"))) == [("E_FORMAT", 3)]


@given(st.binary(max_size=60), st.integers(0, len(DRAW)))
def test_whatever_bytes_come_a_report_comes_of_it(data: bytes, at: int) -> None:
    for text in (data, DRAW[:at] + data + DRAW[at + len(data) :]):
        report = verify(text, SHARED_KEYS)
        assert (report.status is Status.GOOD) == (text == DRAW)
        assert all(isinstance(finding.code, Code) for finding in report.findings)
