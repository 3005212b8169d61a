"""The engine runs copied out of the project, with Python alone."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.playing import TESTS

ENGINE = TESTS.parent / "games" / "engine"
FILES = sorted(ENGINE.glob("*.py"))
PROGRAM = """
from rules_of_spades import match, visibility, shuffle, transcript, perft, rules
state = match.new_match(rules.PLLAY, ("bot",) * 4)
deals = shuffle.Shuffle(bytes(16), rules.PLLAY, bytes(32))
state, _ = match.start_hand(state, deals.dealer(0), deals.deal(0))
while match.turn(state) is not None:
    state, _ = match.apply(state, match.turn(state), match.default_action(state))
print(visibility.seat_view(state, None)["phase"])
"""


def test_a_copy_plays_a_hand_without_the_project_and_without_any_package(tmp_path: Path) -> None:
    shutil.copytree(ENGINE, tmp_path / "rules_of_spades", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "hand.py").write_text(PROGRAM)
    command = [sys.executable, "-S", "-E", "-W", "error", "hand.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("hand_over\n", "")


def _imports(file: Path) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_imports_the_standard_library_and_its_neighbours_only(file: Path) -> None:
    for node in _imports(file):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            assert node.level <= 1
            names = [node.module or ""] if node.level == 0 else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_file_reads_a_clock_or_draws_by_chance(file: Path) -> None:
    imported = {alias.name for node in _imports(file) for alias in node.names}
    modules = {node.module for node in _imports(file) if isinstance(node, ast.ImportFrom) and node.module}
    assert not (imported | modules) & {"time", "random", "secrets", "os", "socket", "threading", "asyncio"}
