"""Owns the run of every check, in order, with one summary: what `make test` does once the packages are there."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import prepare

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
MANAGE = [PYTHON, "manage.py"]
STATIC = {
    "ruff check": [PYTHON, "-m", "ruff", "check", "."],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "mypy": [PYTHON, "-m", "mypy"],
    "import-linter": [str(Path(PYTHON).parent / "lint-imports"), "--no-cache"],
    # Once for all: two workers would compile the same kernels side by side.
    "kernels": [PYTHON, "-c", "from games.bots.warming import warm; warm()"],
    "check": [*MANAGE, "check", "--fail-level", "WARNING"],
    "makemigrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
}
SETUPS = ("embedded", "served")
# Pure files, and looks of pages: no database and no broker can change what they find, so the first set-up runs them.
ONCE = [
    "tests/bots",
    "tests/engine",
    *(f"tests/browser/test_{name}.py" for name in ("replay_layout", "site_axe", "table_axe", "table_layout")),
    "tests/browser/test_live_layout.py",
    "tests/browser/test_live_parts.py",
    "tests/browser/test_verify_agreement.py",
]


@dataclass
class Run:
    """What has been run so far, and what came of it."""

    results: list[tuple[str, bool, float]] = field(default_factory=list)

    def step(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        """Runs one command, showing its output as it comes."""
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
        self.results.append((name, done.returncode == 0, time.monotonic() - start))

    def fail(self, name: str, why: Exception) -> None:
        """Notes a step that could not even begin."""
        print(f"\n=== {name}\n{why}", flush=True)
        self.results.append((name, False, 0.0))

    def summarize(self) -> int:
        """Prints a line for each step; gives the exit code of the whole."""
        print("\n=== Summary")
        for name, passed, seconds in self.results:
            print(f"{'passed' if passed else 'FAILED':7} {name} ({seconds:.0f} s)")
        failed = sum(not passed for _, passed, _ in self.results)
        print(f"{failed} of {len(self.results)} steps failed" if failed else "Everything passed")
        return 1 if failed or not self.results else 0


def bare_environment() -> dict[str, str]:
    """This process's environment without what would choose a set-up."""
    return {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}


def pytest_command(arguments: list[str]) -> list[str]:
    """Pytest on as many workers as the machine has cores: at least 2, and not more than Redis has databases for."""
    workers = min(prepare.MOST_WORKERS, max(2, os.cpu_count() or 2))
    return [PYTHON, "-m", "pytest", "-n", str(workers), "--dist", "loadfile", *arguments]


@contextmanager
def environment_of(setup: str) -> Iterator[dict[str, str]]:
    """The environment that makes a test run one of the two set-ups, with its services up meanwhile."""
    with sync_playwright() as playwright:
        environment = {**bare_environment(), "CHROMIUM": prepare.find_chromium(playwright)}
    if setup == "embedded":
        yield environment
        return
    with prepare.open_postgresql() as database, prepare.open_redis() as redis:
        yield {**environment, "DATABASE_URL": database, "REDIS_URL": redis}


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs every check. What it does not know goes to pytest.")
    parser.add_argument("--only", choices=["static", *SETUPS], action="append", help="leave out the others")
    options, arguments = parser.parse_known_args()
    chosen = options.only or ["static", *SETUPS]
    run, ran_once = Run(), False
    for name, command in STATIC.items() if "static" in chosen else ():
        run.step(name, command, bare_environment())
    for setup in (setup for setup in SETUPS if setup in chosen):
        try:
            with environment_of(setup) as environment:
                left_out = [f"--ignore={path}" for path in ONCE] if ran_once else []
                run.step(f"pytest, {setup}", pytest_command([*left_out, *arguments]), environment)
                ran_once = True
        except prepare.MissingService as why:
            run.fail(f"pytest, {setup}", why)
    return run.summarize()


if __name__ == "__main__":
    sys.exit(main())
