"""The command line of the engine: `python -m … verify FILE…` checks transcripts with nothing but Python."""

import argparse
import io
import json
import sys
from collections.abc import Sequence
from typing import Any

from .errors import BadHex, BadKeys
from .hashing import parse_hex
from .keys import parse_keys
from .verifier import MOST_BYTES, Report, Signature, Status, unreadable, verify

EPILOG = """
FILE - is the standard input. Lines are counted from 0, the header, so that event i is on line i + 1.
Exit code: 0 every file is good, 1 some file is bad or incomplete, 2 some file cannot be read.
"""
VERDICTS = {
    Status.GOOD: "good: every line holds",
    Status.BAD: "bad",
    Status.INCOMPLETE: "incomplete: what is here holds, but it ends without its seal",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files named on the command line, say what was found, and give the exit code."""
    options = _make_parser().parse_args(arguments)
    parser: argparse.ArgumentParser = options.parser
    if len(options.files) > 1 and (options.commit or options.head):
        parser.error("--commit and --head are of one game: name one FILE with them")
    keys = None if options.keys is None else _load_keys(parser, options.keys)
    return max([_check(name, keys, options) for name in options.files])


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}", description="Checks transcripts of games of Spades.", epilog=EPILOG
    )
    command = parser.add_subparsers(required=True, metavar="verify").add_parser(
        "verify", help="check transcripts", description="Checks transcripts of games of Spades.", epilog=EPILOG
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a transcript, a .jsonl file")
    command.add_argument("--keys", metavar="FILE", help="the server's public keys, JSON; else signatures go unchecked")
    command.add_argument("--commit", metavar="HEX", type=_hash, help="the commitment your browser kept")
    command.add_argument("--head", metavar="HEX", type=_hash, help="the last head of the chain your browser kept")
    command.set_defaults(parser=command)
    command.add_argument("--json", action="store_true", help="one line of JSON for each file")
    return parser


def _hash(text: str) -> bytes:
    try:
        return parse_hex(text, 32)
    except BadHex as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _load_keys(parser: argparse.ArgumentParser, name: str) -> dict[str, bytes]:
    try:
        return parse_keys(_read(name))
    except OSError as error:
        parser.error(f"--keys: {name}: {error.strerror}")
    except BadKeys as error:
        parser.error(f"--keys: {name}: {error}")


def _read(name: str) -> bytes:
    """The bytes of a file, or one more than is read of any: enough to know that it is too large."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _check(name: str, keys: dict[str, bytes] | None, options: argparse.Namespace) -> int:
    try:
        data = _read(name)
    except OSError as error:
        return _say_unreadable(name, f"The file cannot be read: {error.strerror}.", options.json)
    reason = unreadable(data)
    if reason is not None:
        return _say_unreadable(name, reason, options.json)
    report = verify(data, keys, options.commit, options.head)
    if options.json:
        _print_json({"file": name} | report.json())
    else:
        _say(name, report)
    return 0 if report.status is Status.GOOD else 1


def _say_unreadable(name: str, reason: str, as_json: bool) -> int:
    if as_json:
        nothing = {"status": "unreadable", "signature": Signature.NOT_CHECKED.value, "findings": []}
        _print_json({"file": name} | nothing | {"error": reason})
    else:
        print(f"{name}: {reason}", file=sys.stderr)
    return 2


def _print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data))


def _say(name: str, report: Report) -> None:
    print(f"{name}: {VERDICTS[report.status]}; signature {report.signature.value}")
    for finding in report.findings:
        print(f"  line {finding.line}: {finding.code.value}: {finding.text}")


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file's name may have bytes that are of no character
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main())
