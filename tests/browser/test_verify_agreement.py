"""The browser's verifier, written apart from the engine's, says the same of every file: status, signature, findings."""

import json

import pytest
from playwright.sync_api import Page

from games.engine.shuffle import daily_match, league_match, league_seed
from games.engine.transcript import head_of, read
from tests.engine.sealing import FOLDER, KEY, KEYS, Play, make_header, make_shuffle, seal, write_open
from tests.engine.test_verifier_deals import DAILY, LEAGUE, ONE_PERSON, RULES
from tests.load.mutate import draw_edits, public_keys

from .resealing import draw_resealed
from .verifying import find_differences, judge_here, judge_in_browser

SHARED = json.loads((FOLDER / "index.json").read_text())["files"]
DRAW = (FOLDER / "pllay-draw.jsonl").read_bytes()


@pytest.fixture
def verifier(page: Page) -> Page:
    """A page of the site, from which the verifier can be imported."""
    page.goto("/verify/")
    return page


def test_all_shared_files_are_judged_alike(verifier: Page) -> None:
    files = [(FOLDER / entry["file"]).read_bytes() for entry in SHARED]
    theirs = judge_in_browser(verifier, files, public_keys())
    assert theirs == [judge_here(data, public_keys()) for data in files]
    assert [status == "good" for status, _, _ in theirs] == [entry["ok"] for entry in SHARED]
    assert [found[0][0] for _, _, found in theirs if found] == [entry["code"] for entry in SHARED if not entry["ok"]]


def test_random_edits_are_judged_alike(verifier: Page) -> None:
    assert find_differences(verifier, (edit.data for edit in draw_edits(200, 3)), public_keys()) == []


def test_files_that_say_something_else_under_a_good_seal_are_judged_alike(verifier: Page) -> None:
    assert find_differences(verifier, draw_resealed(200, 3), KEYS) == []


@pytest.mark.parametrize("keys", [None, {}, {"golden-1": KEYS["test-1"]}], ids=["none", "no such", "another"])
def test_other_keys_are_judged_alike(verifier: Page, keys: dict[str, bytes] | None) -> None:
    files = [DRAW, (FOLDER / "bad-08.jsonl").read_bytes()]
    assert judge_in_browser(verifier, files, keys) == [judge_here(data, keys) for data in files]


def test_what_a_browser_kept_is_compared_alike(verifier: Page) -> None:
    transcript = read(DRAW)
    commitment = bytes.fromhex(transcript.header["commit"])
    head = head_of(transcript.header_line, transcript.event_lines)
    for kept in ({"commitment": commitment, "head": head}, {"commitment": bytes(32)}, {"head": bytes(32)}):
        assert judge_in_browser(verifier, [DRAW], public_keys(), **kept) == [judge_here(DRAW, public_keys(), **kept)]


def test_files_cut_after_any_line_are_judged_alike(verifier: Page) -> None:
    lines = DRAW.splitlines(keepends=True)
    files = [b"".join(lines[:length]) for length in range(0, len(lines), 6)]
    assert find_differences(verifier, files, public_keys()) == []


def test_shared_deals_are_judged_alike(verifier: Page) -> None:
    daily = make_shuffle(RULES, daily_match("2026-03-08"), people=0)
    league = make_shuffle(RULES, league_match("spring", "7"), league_seed("spring", "7"), people=0)
    files = []
    for shuffle in (daily, league):
        for deal in (DAILY, LEAGUE, LEAGUE | {"deal": "8"}):
            header = make_header(shuffle, ONE_PERSON, attempt=bytes(16), deal=deal)
            events = Play(shuffle, ONE_PERSON).finish()
            files += [seal(header, events), write_open(header, events[:-1]), write_open(header, events[:20])]
    assert find_differences(verifier, files, KEYS) == []
    assert [status for status, _, _ in judge_in_browser(verifier, [files[0], files[12]], KEYS)] == ["good", "good"]


ORDER = 2**252 + 27742317777372353535851937790883648493
NEUTRAL = (1).to_bytes(32, "little")
IS_SIGNED = """async ([key, message, signature]) => {
  const { isSigned } = await import("/static/js/verify/ed25519.js");
  const { fromHex } = await import("/static/js/verify/bytes.js");
  return isSigned(...[key, message, signature].map(fromHex));
}"""


def test_a_signature_has_one_form(verifier: Page) -> None:
    signature = KEY.sign(b"m")
    s = int.from_bytes(signature[32:], "little")

    def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
        return bool(verifier.evaluate(IS_SIGNED, [key.hex(), message.hex(), signature.hex()]))

    assert is_signed(KEYS["test-1"], b"m", signature)
    assert not is_signed(KEYS["test-1"], b"n", signature)
    assert not is_signed(KEYS["test-1"], b"m", signature[:32] + (s + ORDER).to_bytes(32, "little"))
    for key in (bytes(32), b"\xff" * 32, (2**255 - 18).to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little")):
        assert not is_signed(key, b"m", NEUTRAL + bytes(32))
