"""`manage.py arena`: duplicate deals, figures that repeat, sides by name."""

import subprocess
import sys
from io import StringIO
from pathlib import Path
from shutil import copytree

import pytest
from django.core.management import CommandError, call_command

from games.arena.deals import shuffle_of
from games.engine.rules import PLLAY
from tests.arena.running import arena, without_times

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("by", ["hand", "match"])
def test_a_player_comes_out_level_with_itself(by: str) -> None:
    figures = arena("--a", "novice", "--b", "novice", "--by", by)
    assert (figures["points"]["mean"], figures["points"]["error"]) == (0, 0)
    assert figures["matches"]["a"] == figures["matches"]["b"] > 0
    assert figures["players"]["a"] == figures["players"]["b"]


@pytest.mark.parametrize("by", ["hand", "match"])
def test_the_same_seed_gives_the_same_figures_however_many_processes_play(by: str) -> None:
    one, two = (arena("--a", "novice", "--b", "rule", "--by", by, "--workers", n) for n in ("1", "2"))
    assert without_times(one) == without_times(two)
    assert one["deals"] >= 10
    assert one["times"]["a"]["p50_ms"] <= one["times"]["a"]["p95_ms"]


def test_another_seed_deals_other_hands() -> None:
    one, other = (arena("--a", "novice", "--b", "rule", "--seed", n) for n in ("7", "8"))
    assert one["players"] != other["players"]


def test_no_deal_comes_twice() -> None:
    decks = {shuffle_of(PLLAY, seed, number).deck(0) for seed in (1, 2, 11) for number in range(50)}
    assert len(decks) == 150


def test_the_novice_beats_the_rules_of_thumb_and_both_beat_chance() -> None:
    novice = arena("--a", "novice", "--b", "rule", "--deals", "100")
    rule = arena("--a", "random", "--b", "rule")
    assert 3 < novice["points"]["mean"] < 30
    assert rule["points"]["high"] < -100
    assert rule["matches"]["b"] == rule["matches"]["played"] > 2


def test_a_level_may_be_named_with_its_version() -> None:
    figures = arena("--a", "novice-1", "--b", "novice", "--rules", "classic500")
    assert (figures["points"]["mean"], figures["rules"].split("@")[0]) == (0, "classic500")


def test_bids_alone_are_compared_by_one_player_with_the_bids_of_two() -> None:
    figures = arena("--a", "rule", "--bids-a", "novice", "--b", "novice")
    assert figures["a"] == "rule with the bids of novice"
    bidder = arena("--a", "novice", "--b", "novice", "--bids-b", "random")
    assert bidder["points"]["low"] > 50
    assert bidder["players"]["b"]["bid_per_hand"] > 9


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("grandmaster", r"no bot called 'grandmaster'.*a reference \(rule"),
        ("novice-99", "no bot 'novice-99'"),
        ("", "no bot called ''"),
        ("cmd:", "followed by the program"),
        ("cmd:'x", "is no command: No closing quotation"),
        ("cmd:no-such-program --fast", "'no-such-program' cannot be started"),
        ("cmd:/", "cannot be started: Permission denied"),
    ],
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_side_that_is_nobody_is_named(side: str, said: str, workers: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("arena", "--a", "novice", "--b", side, "--workers", workers)


@pytest.mark.parametrize(
    "option",
    [("--deals", "0"), ("--deals", "x"), ("--workers", "0"), ("--limit", "0"), ("--limit", "nan"), ("--by", "trick")],
)
def test_an_option_out_of_range_is_named(option: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=option[0]):
        call_command("arena", "--a", "novice", "--b", "novice", *option)


def test_the_figures_are_written_for_people_too() -> None:
    out = StringIO()
    call_command("arena", "--a", "novice", "--b", "rule", "--deals", "10", stdout=out)
    said = [
        line
        for line in ("points a hand", "with each bag's price", "bid a hand, the table", "a decision, p95, ms")
        if line in out.getvalue()
    ]
    assert len(said) == 4
    assert "10 deals, each both ways, 20 hands by the hand" in out.getvalue()


def test_how_far_it_is_is_said_on_the_error_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.management.commands.arena.PROGRESS", 0)
    call_command("arena", "--a", "rule", "--b", "rule", "--deals", "3", "--json")
    told = [line.rsplit(",", 1)[0] for line in capsys.readouterr().err.splitlines()]
    assert told == ["1 of 3 deals", "2 of 3 deals", "3 of 3 deals"]


def test_a_match_that_has_begun_is_finished() -> None:
    figures = arena("--a", "rule", "--b", "novice", "--by", "match", "--deals", "1")
    assert (figures["pairs"], figures["matches"]["played"]) == (1, 2)
    assert figures["deals"] > 2
    assert figures["points"]["error"] is None


def test_without_the_tests_a_reference_is_said_to_be_missing(tmp_path: Path) -> None:
    copytree(ROOT / "games", tmp_path / "games", ignore=lambda *_: ["__pycache__"])
    lines = ["from games.arena.players import BadSide, open_side", "try:", "    open_side('rule', None, 1)"]
    lines += ["except BadSide as error:", "    print(error)"]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "The reference rule lives in tests/references, which is not here" in done.stdout
