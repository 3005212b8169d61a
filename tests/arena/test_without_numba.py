"""Without numba: the arena, the bot and the verifier play what needs none, and say in words what does."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.positions import bid_view
from tests.bots.test_reruns import Match
from tests.engine.sealing import seal

ROOT = Path(__file__).resolve().parents[2]
MANAGE = "import sys; sys.modules['numba'] = None; import manage; sys.argv[0] = 'manage.py'; manage.main()"
VERIFY = "import sys; sys.modules['numba'] = None; from games.bots.__main__ import main; sys.exit(main(sys.argv[1:]))"


def run(program: str, *words: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("side", "said"),
    [("club", "The level club needs numba"), ("pimc", "The reference pimc needs numba, which is not installed here")],
)
def test_the_arena_names_the_side_that_needs_it(side: str, said: str) -> None:
    done = run(MANAGE, "arena", "--a", "rule", "--b", side, "--deals", "1")
    assert done.returncode == 1
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_what_needs_none_is_matched_all_the_same() -> None:
    done = run(MANAGE, "arena", "--a", "rule", "--b", "novice", "--deals", "1", "--json")
    assert json.loads(done.stdout)["hands"] == 2


def test_a_bot_that_needs_it_says_so() -> None:
    view = bid_view("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", bids=(4, 3, None, 2))
    done = run(MANAGE, "bot", "expert", "--stdio", given=json.dumps(view).encode())
    assert done.returncode == 1
    assert b"The level expert needs numba" in done.stderr
    assert b"Traceback" not in done.stderr


def test_the_verifier_says_that_it_cannot_run_such_a_bot_again(tmp_path: Path) -> None:
    match, file = Match(), tmp_path / "match.jsonl"
    match.move()
    header = match.header()
    header["seats"][1]["ref"] = "expert-1"
    file.write_bytes(seal(header, match.reveal()))
    done = run(VERIFY, "verify", str(file))
    assert done.returncode == 2
    assert b"The level expert needs numba" in done.stderr
