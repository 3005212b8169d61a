"""`python -m games.bots verify`: every bot act of a sealed match is run again, and one that differs is found."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.bots.__main__ import main
from games.bots.registry import choose
from games.bots.reruns import run_again
from games.engine import match as engine
from games.engine.actions import parse_action
from games.engine.match import Event
from games.engine.rules import PLLAY, RuleSet
from games.engine.visibility import seat_view
from tests.engine.sealing import FOLDER, Play, make_header, make_shuffle, seal, write_open

ONE_HAND = RuleSet.from_options(PLLAY.options() | {"hand_limit": 1, "blind_nil": "always", "blind_nil_deficit": None})
REFS = ("person", "novice-1", "person", "random-1")


class Match(Play):
    """A match of one hand of North and South, people, against two bots; people do what the clock would."""

    def __init__(self, refs: Sequence[str] = REFS) -> None:
        super().__init__(make_shuffle(ONE_HAND))
        self.refs = refs
        self.deal()

    def move(self, times: int = 200) -> None:
        """So many acts, each by its seat's own player."""
        for _ in range(times):
            seat = engine.turn(self.match)
            if seat is None:
                return
            ref = self.match.stand_ins[seat] or self.refs[seat]
            by = None if self.match.stand_ins[seat] is None else "bot"
            if ref == "person":
                action = engine.default_action(self.match)
            else:
                action = choose(ref, seat_view(self.match, seat), self.shuffle.bot_seed(0, seat))
            self.take(engine.apply(self.match, seat, action, by))

    def sealed(self) -> bytes:
        """The transcript of all there is."""
        return seal(self.header(), self.reveal())

    def header(self) -> dict[str, Any]:
        header = make_header(self.shuffle)
        for seat, ref in enumerate(self.refs):
            header["seats"][seat]["ref"] = ref
        return header


def sealed_with(act: int, action: dict[str, Any]) -> bytes:
    """The transcript of a match in which the bot's act of that number (from 0) was another one."""
    match = Match()
    made = 0
    while (seat := engine.turn(match.match)) is not None:
        if seat % 2 and made == act:
            match.take(engine.apply(match.match, seat, parse_action(action)))
        else:
            match.move(1)
        made += seat % 2
    return match.sealed()


def played(data: bytes) -> list[Event]:
    return [json.loads(line) for line in data.splitlines()[1:-1]]


def test_a_match_whose_bots_did_what_they_do_is_good() -> None:
    match = Match()
    match.move()
    data = match.sealed()
    rerun = run_again(data)
    of_bots = [event for event in played(data) if event["type"] in ("look", "bid", "play") and event["seat"] % 2]
    assert (rerun.status.value, rerun.findings, rerun.acts) == ("good", (), len(of_bots))
    assert rerun.acts >= 28


def test_an_act_that_a_bot_would_not_do_is_found_with_its_line_and_a_sentence() -> None:
    data = sealed_with(1, {"type": "bid", "bid": 9})
    [line] = [event["i"] + 1 for event in played(data) if event.get("bid") == 9]
    [finding] = [finding for finding in run_again(data).findings if finding.line == line]
    assert finding.code == "E_BOT"
    assert finding.text.startswith("East, the bot novice-1, bid 9 here; run again, it bid ")


def test_every_act_that_differs_is_reported() -> None:
    findings = run_again(sealed_with(0, {"type": "bid", "bid": "blind_nil"})).findings
    assert findings[0].text == "East, the bot novice-1, bid blind nil here; run again, it looked."


def test_acts_of_clocks_claims_and_people_are_no_bots_acts() -> None:
    match = Match()
    match.move(2)
    match.act("clock", times=6)
    match.act("claim", times=52)
    data = match.sealed()
    own = [event for event in played(data) if event["type"] in ("look", "bid") and "by" not in event]
    rerun = run_again(data)
    assert (rerun.status.value, rerun.acts) == ("good", sum(event["seat"] % 2 for event in own))


def test_a_bot_that_has_taken_over_a_seat_is_run_again_as_what_it_is() -> None:
    match = Match()
    match.take(engine.takeover(match.match, 0, "random-1"))
    match.move(30)
    match.take(engine.return_(match.match, 0))
    match.move()
    assert run_again(match.sealed()).status.value == "good"
    changed = [event | ({"bot": "novice-1"} if event["type"] == "takeover" else {}) for event in match.reveal()]
    findings = run_again(seal(match.header(), changed)).findings
    assert findings
    assert all(finding.text.startswith("North, the bot novice-1, ") for finding in findings)


def test_a_bot_that_is_not_here_is_named_once() -> None:
    match = Match()
    match.move()
    header = match.header()
    header["seats"][1]["ref"], header["seats"][3]["ref"] = "novice-99", "grandmaster-1"
    findings = run_again(seal(header, match.reveal())).findings
    assert sorted(finding.text for finding in findings) == [
        "There is no bot 'grandmaster-1' here, so its acts cannot be run again.",
        "There is no bot 'novice-99' here, so its acts cannot be run again.",
    ]


def test_a_file_that_does_not_hold_is_not_run_again_but_judged_as_the_engine_does() -> None:
    rerun = run_again((FOLDER / "bad-00.jsonl").read_bytes())
    assert (rerun.status.value, rerun.acts) == ("bad", 0)
    assert rerun.findings


def test_a_match_without_its_seed_is_incomplete() -> None:
    match = Match()
    match.move()
    rerun = run_again(write_open(match.header(), match.events))
    assert (rerun.status.value, rerun.acts, rerun.findings) == ("incomplete", 0, ())


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"\xff" * 9])
def test_bytes_that_are_no_transcript_are_bad(data: bytes) -> None:
    assert run_again(data).status.value == "bad"


def test_the_command_gives_the_exit_codes_of_the_engines_verifier(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, good, bad = Match(), tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    match.move()
    good.write_bytes(match.sealed())
    bad.write_bytes(sealed_with(1, {"type": "bid", "bid": 9}))
    (tmp_path / "packed").write_bytes(b"PK\x03\x04")
    assert main(["verify", str(good)]) == 0
    assert "good: all 29 bot acts are the same" in capsys.readouterr().out
    assert main(["verify", str(good), str(bad)]) == 1
    assert "E_BOT: East, the bot novice-1, bid 9 here" in capsys.readouterr().out
    assert main(["verify", str(bad), str(tmp_path / "packed"), str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert "packed archive" in said
    assert "cannot be read: No such file" in said
    assert main(["verify", "--json", str(bad), str(tmp_path / "none")]) == 2
    one, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["status"], one["findings"][0]["code"], two["status"]) == ("bad", "E_BOT", "unreadable")


@pytest.mark.parametrize("bots", [("novice-1", "random-1"), ("club-1", "expert-1")], ids=" and ".join)
def test_another_process_makes_the_same_acts_and_reads_the_standard_input(bots: tuple[str, str]) -> None:
    match = Match(("person", bots[0], "person", bots[1]))
    match.move()
    command = [sys.executable, "-W", "error", "-m", "games.bots", "verify", "-"]
    done = subprocess.run(command, input=match.sealed(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"-: good")
