"""The bot protocol: a view a line in, an act a line out, and what is wrong with a line that is no view."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots import stdio
from games.bots.registry import UnknownBot
from tests.bots.positions import bid_view

ROOT = Path(__file__).resolve().parents[2]
VIEW = bid_view("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H AS", bids=(None, 3, None, None))
VIEW |= {"bids": [None, 3, None, None]}


def serve(level: str, *lines: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    stdio.serve(level, io.BytesIO(b"".join(lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def line_of(view: object) -> bytes:
    return json.dumps(view).encode() + b"\n"


def test_a_view_is_answered_with_an_act() -> None:
    assert serve("novice-1", line_of(VIEW)) == [{"type": "bid", "bid": 1}]


def test_the_bot_seed_is_a_field_beside_the_view_and_decides_what_is_drawn() -> None:
    seeds = ["", *(bytes([n] * 32).hex() for n in range(20))]
    lines = [line_of(VIEW | ({"bot_seed": seed} if seed else {})) for seed in seeds]
    none, zero, *others = serve("random-1", *lines)
    assert none == zero
    assert len({answer["bid"] for answer in others}) > 5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"hello\n", "view: this line is not JSON"),
        (b"\n", "view: this line is not JSON"),
        (b"\xff\xfe\n", "view: this line is not JSON"),
        (b"[" * 100_000 + b"\n", "view: it is nested too deeply"),
        (b"[]\n", "view: an object is expected"),
        (b"{}\n", "rules: this field is missing"),
        (line_of(VIEW | {"seat": 7}), "seat: a number from 0 to 3"),
        (line_of(VIEW | {"legal": []}), "legal: nothing may be done"),
        (line_of(VIEW | {"holding": ["2C"]}), "holding: 13 cards are held at this point, not 1"),
        (line_of(VIEW | {"bot_seed": "00"}), "bot_seed: Hex of 64 digits"),
        (line_of(VIEW | {"bot_seed": 7}), "bot_seed: Hex of 64 digits"),
        (line_of(VIEW | {"beside": "x" * stdio.MOST_BYTES}), "view: a line has at most 1000000 bytes"),
    ],
)
def test_a_line_that_is_no_view_is_answered_with_what_is_wrong_and_the_next_is_read(line: bytes, said: str) -> None:
    wrong, right = serve("novice-1", line, line_of(VIEW))
    assert list(wrong) == ["error"]
    assert wrong["error"].startswith(said)
    assert right == {"type": "bid", "bid": 1}


def test_a_last_line_without_its_end_is_answered_too() -> None:
    assert serve("novice-1", line_of(VIEW).rstrip()) == [{"type": "bid", "bid": 1}]


def test_an_unknown_level_is_refused_in_words() -> None:
    with pytest.raises(UnknownBot, match="grandmaster"):
        serve("grandmaster-1")
    with pytest.raises(CommandError, match="no bot called 'grandmaster'"):
        call_command("bot", "grandmaster", "--stdio")
    with pytest.raises(CommandError, match="--stdio"):
        call_command("bot", "novice")


def test_the_command_answers_before_the_next_line_comes_and_ends_with_its_input() -> None:
    command = [sys.executable, "-W", "error", "manage.py", "bot", "novice", "--stdio"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        for line, key in ((line_of(VIEW), "bid"), (b"hello\n", "error"), (line_of(VIEW), "bid")):
            bot.stdin.write(line)
            bot.stdin.flush()
            assert key in json.loads(bot.stdout.readline())
        bot.stdin.close()
        assert (bot.wait(20), bot.stderr.read()) == (0, b"")


def test_nobody_reading_the_answers_any_more_is_no_error() -> None:
    command = [sys.executable, "manage.py", "bot", "novice", "--stdio"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        bot.stdout.close()
        bot.stdin.write(line_of(VIEW) * 2)
        bot.stdin.close()
        assert b"Traceback" not in bot.stderr.read()
