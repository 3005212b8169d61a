"""The command line of the bots: `python -m games.bots verify FILE…` runs every bot act of sealed transcripts again."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence

from games.engine.findings import Status
from games.engine.verifier import MOST_BYTES, unreadable

from .registry import MissingNumba
from .reruns import Rerun, run_again

ABOUT = "Runs every bot act of sealed transcripts again, from what the bot could see and the seed it was given."
EPILOG = """
FILE - is the standard input. Lines are counted from 0, the header. Signatures are not checked here: that, and
all else without the bots, is the work of python -m games.engine verify.
Exit code: 0 every file is good and every bot act the same, 1 some file or act is not, 2 some file cannot be read.
"""
VERDICTS = {
    Status.GOOD: "good: all {acts} bot acts are the same",
    Status.BAD: "bad",
    Status.INCOMPLETE: "incomplete: without its seed and seal nothing can be run again",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bots of the files named on the command line again, say what was found, and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m games.bots", description=ABOUT, epilog=EPILOG)
    commands = parser.add_subparsers(required=True, metavar="verify")
    command = commands.add_parser("verify", help="run bot acts again", description=ABOUT, epilog=EPILOG)
    command.add_argument("files", nargs="+", metavar="FILE", help="a transcript, a .jsonl file")
    command.add_argument("--json", action="store_true", help="one line of JSON for each file")
    options = parser.parse_args(arguments)
    return max([_check(name, options.json) for name in options.files])


def _check(name: str, as_json: bool) -> int:
    try:
        data = _read(name)
    except OSError as error:
        return _say_unreadable(name, f"The file cannot be read: {error.strerror}.", as_json)
    reason = unreadable(data)
    if reason is not None:
        return _say_unreadable(name, reason, as_json)
    try:
        rerun = run_again(data)
    except MissingNumba as error:
        return _say_unreadable(name, str(error), as_json)
    if as_json:
        print(json.dumps({"file": name} | rerun.json()))
    else:
        _say(name, rerun)
    return 0 if rerun.status is Status.GOOD else 1


def _read(name: str) -> bytes:
    """The bytes of a file, or one more than is read of any: enough to know that it is too large."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _say_unreadable(name: str, reason: str, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"file": name, "status": "unreadable", "acts": 0, "findings": [], "error": reason}))
    else:
        print(f"{name}: {reason}", file=sys.stderr)
    return 2


def _say(name: str, rerun: Rerun) -> None:
    print(f"{name}: {VERDICTS[rerun.status].format(acts=rerun.acts)}")
    for finding in rerun.findings:
        print(f"  line {finding.line}: {finding.code}: {finding.text}")


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file's name may have bytes that are of no character
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main())
