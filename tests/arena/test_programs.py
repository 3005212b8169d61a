"""Programs in the arena: whoever speaks the protocol plays, whoever does not forfeits by name, and it goes on."""

import sys
from pathlib import Path

import pytest

from games.arena import programs
from games.arena.tally import FORFEIT_POINTS
from tests.arena.running import arena, program, without_times

ROOT = Path(__file__).resolve().parents[2]
ANSWER = "print(json.dumps(act), flush=True)"


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of the tests is fast from its first answer on."""
    monkeypatch.setattr(programs, "FIRST_ANSWER", 2)


def test_the_bot_command_plays_as_its_level_does() -> None:
    side = f"cmd:{sys.executable} {ROOT / 'manage.py'} bot novice --stdio"
    figures = arena("--a", side, "--b", "novice", "--by", "match", "--deals", "2")
    assert figures["forfeits"] == []
    assert figures["points"]["mean"] == 0
    assert figures["players"]["a"] == figures["players"]["b"]


def test_a_program_is_given_its_bot_seed() -> None:
    by_seed = program("act = view['legal'][int(view['bot_seed'], 16) % len(view['legal'])]\n    " + ANSWER)
    one, two = (without_times(arena("--a", by_seed, "--b", "novice", "--deals", "2")) for _ in "ab")
    first = without_times(arena("--a", program(ANSWER), "--b", "novice", "--deals", "2"))
    assert one == two
    assert one["players"] != first["players"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("print('hello', flush=True)", "answered 'hello', which is not JSON"),
        ("print('[' * 50000, flush=True)", "which is not JSON"),
        ("print('7', flush=True)", "answered '7', which is no act: An action is an object with a type."),
        ("print(json.dumps({'type': 'bid', 'bid': 99}), flush=True)", "did what is not allowed: bid_out_of_range"),
        ("print(json.dumps({'type': 'play', 'card': '1Z'}), flush=True)", "'1Z' is not a card"),
        ("print(json.dumps({'error': 'no idea'}), flush=True)", "answered with the error 'no idea'"),
        ("sys.exit(3)", "ended without an answer"),
        ("sys.stdin.close(); sys.exit(3)", "ended without an answer"),
        ("print(json.dumps(act) + '\\n' + json.dumps(act), flush=True)", "printed more than one line for one view"),
        ("sys.stdout.write('x' * 99999); sys.stdout.flush()", "printed more than 65536 bytes for one view"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "which is not JSON"),
    ],
)
def test_a_program_that_breaks_the_protocol_forfeits_by_name_and_the_arena_goes_on(body: str, why: str) -> None:
    figures = arena("--a", program(body), "--b", "novice", "--deals", "2")
    assert [(forfeit["pair"], forfeit["player"]) for forfeit in figures["forfeits"]] == [(0, "a"), (1, "a")]
    assert all(why in forfeit["why"] for forfeit in figures["forfeits"])
    assert figures["points"]["mean"] == -FORFEIT_POINTS
    assert (figures["matches"]["b"], figures["matches"]["played"]) == (4, 4)


def test_a_program_that_hangs_forfeits_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "FIRST_ANSWER", 0.3)
    figures = arena("--a", "novice", "--b", program("sys.stdin.read()"), "--deals", "2", "--limit", "0.2")
    assert [forfeit["why"] for forfeit in figures["forfeits"]] == [
        "gave no answer within 0.3 s",
        "gave no answer within 0.2 s",
    ]
    assert figures["matches"]["a"] == 4


def test_a_program_that_fails_once_plays_the_other_pairs(tmp_path: Path) -> None:
    once = f"import os\n    if os.path.exists({str(tmp_path / 'x')!r}): {ANSWER}\n    "
    once += f"else: open({str(tmp_path / 'x')!r}, 'w'); sys.exit()"
    figures = arena("--a", program(once), "--b", "novice", "--deals", "3")
    assert [forfeit["pair"] for forfeit in figures["forfeits"]] == [0]
    assert (figures["pairs"], figures["hands"]) == (3, 4)


def test_forfeits_are_written_for_people_a_few_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    from django.core.management import call_command

    call_command("arena", "--a", program("print('hello', flush=True)"), "--b", "novice", "--deals", "12")
    said = capsys.readouterr().out
    assert "12 pairs forfeited" in said
    assert "pair 9: A answered 'hello', which is not JSON" in said
    assert "and 2 more" in said


def test_a_program_that_does_not_end_with_its_input_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "GOODBYE", 0.2)
    stays = ANSWER + "\nimport threading\nthreading.Event().wait()"
    player = programs.Program([sys.executable, "-c", stays], 1)
    player.close()
    assert player.process.poll() is not None
