"""Runs the arena as its command does, for the tests: figures as JSON, and sides that are small programs."""

import json
import shlex
import sys
from io import StringIO
from typing import Any

from django.core.management import call_command

READ_AND = "import json, sys\nfor line in sys.stdin:\n    view = json.loads(line)\n    act = view['legal'][0]\n    "


def arena(*words: str, out: StringIO | None = None) -> dict[str, Any]:
    """The figures of an arena of ten deals, or what its options say."""
    written = out or StringIO()
    call_command("arena", "--deals", "10", *words, "--json", stdout=written)
    figures: dict[str, Any] = json.loads(written.getvalue())
    return figures


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures that must be the same each time."""
    return {key: value for key, value in figures.items() if key != "times"}


def program(body: str) -> str:
    """A side that for each `view` does this with its first legal `act`."""
    return f"cmd:{sys.executable} -c {shlex.quote(READ_AND + body)}"
