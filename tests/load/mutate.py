"""Random edits of good transcripts, and a count of those the verifier accepts: `python -m tests.load.mutate`."""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.keys import parse_keys
from games.engine.verifier import Report, Status, verify

FOLDER = Path(__file__).parents[1] / "transcripts" / "shared"


@dataclass(frozen=True)
class Edit:
    """One edit of a file: which, of what kind, and the bytes it became, which are never those it had."""

    file: str
    kind: str
    data: bytes


def good_files() -> dict[str, bytes]:
    """The transcripts that have nothing wrong, by name."""
    listed = json.loads((FOLDER / "index.json").read_text())["files"]
    return {entry["file"]: (FOLDER / entry["file"]).read_bytes() for entry in listed if entry["ok"]}


def public_keys() -> dict[str, bytes]:
    """The keys those transcripts are sealed with."""
    return parse_keys((FOLDER / "index.json").read_bytes())


def draw_edits(count: int, seed: int) -> Iterator[Edit]:
    """So many edits, the same for the same seed."""
    chance, files = random.Random(seed), good_files()
    for _ in range(count):
        name = chance.choice(sorted(files))
        yield draw_edit(name, files[name], chance)


def draw_edit(name: str, data: bytes, chance: random.Random) -> Edit:
    """One edit that changes the file; a draw that leaves it as it is is drawn again."""
    while True:
        kind = chance.choice(list(KINDS))
        edited = KINDS[kind](data, chance)
        if edited != data:
            return Edit(name, kind, edited)


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _replace(data: bytes, chance: random.Random) -> bytes:
    """A digit or letter for another, which leaves most lines readable."""
    at = chance.choice([at for at in range(len(data)) if data[at : at + 1].isalnum()])
    return data[:at] + chance.choice("0123456789abcdefTJQKACDHS").encode() + data[at + 1 :]


def _delete(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.randint(1, 3) :]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at, byte = chance.randrange(len(data) + 1), chance.choice([b" ", b"\n", b"0", b'"', chance.randbytes(1)])
    return data[:at] + byte + data[at:]


def _truncate(data: bytes, chance: random.Random) -> bytes:
    """Cut anywhere, or, as often, after a whole line."""
    lines = data.splitlines(keepends=True)
    return (
        data[: chance.randrange(len(data))]
        if chance.random() < 0.5
        else b"".join(lines[: chance.randrange(len(lines))])
    )


def _drop_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def _double_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return b"".join([*lines[: at + 1], *lines[at:]])


def _swap_lines(data: bytes, chance: random.Random) -> bytes:
    """Two lines, as often neighbours as any others."""
    lines = data.splitlines(keepends=True)
    one = chance.randrange(len(lines) - 1)
    two = one + 1 if chance.random() < 0.5 else chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _end_in_crlf(data: bytes, chance: random.Random) -> bytes:
    """Every line, or one."""
    return data.replace(b"\n", b"\r\n") if chance.random() < 0.5 else _end_one_in_crlf(data, chance)


def _end_one_in_crlf(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    lines[at] = lines[at].replace(b"\n", b"\r\n")
    return b"".join(lines)


def _add_bom(data: bytes, chance: random.Random) -> bytes:
    return chance.choice([b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"]) + data


KINDS: Mapping[str, Callable[[bytes, random.Random], bytes]] = {
    "flip": _flip,
    "replace": _replace,
    "delete": _delete,
    "insert": _insert,
    "truncate": _truncate,
    "drop": _drop_line,
    "double": _double_line,
    "swap": _swap_lines,
    "crlf": _end_in_crlf,
    "bom": _add_bom,
}


@dataclass
class Count:
    """What became of the edits: how many of each kind, what was found first, and those accepted."""

    kinds: Counter[str]
    first: Counter[str]
    accepted: list[str]

    def json(self, seed: int) -> dict[str, Any]:
        edits, kinds, first = self.kinds.total(), dict(sorted(self.kinds.items())), dict(sorted(self.first.items()))
        return {"edits": edits, "seed": seed, "accepted": len(self.accepted), "kinds": kinds, "first": first}


def count_accepted(edits: Iterator[Edit], judge: Callable[[bytes], Report]) -> Count:
    """Judge every edit."""
    count = Count(Counter(), Counter(), [])
    for number, edit in enumerate(edits):
        report = judge(edit.data)
        count.kinds[edit.kind] += 1
        count.first[report.findings[0].code.value if report.findings else report.status.value] += 1
        if report.status is Status.GOOD:
            count.accepted.append(f"edit {number}: {edit.kind} of {edit.file}")
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge so many edits, with keys, and give 1 if any was accepted (or, compared with the browser's, differs)."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.mutate", description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="makes the same edits each time")
    parser.add_argument("--json", action="store_true", help="the counts as JSON")
    parser.add_argument("--browser", action="store_true", help="count those on which the browser's verifier differs")
    options = parser.parse_args(arguments)
    if options.browser:
        return _compare(options.edits, options.seed)
    keys = public_keys()
    count = count_accepted(draw_edits(options.edits, options.seed), lambda data: verify(data, keys))
    for text in count.accepted:
        print(f"accepted: {text}", file=sys.stderr)
    result = count.json(options.seed)
    print(json.dumps(result) if options.json else f"{result['edits']} edits, {result['accepted']} accepted")
    return 1 if count.accepted else 0


def _compare(edits: int, seed: int) -> int:
    """Judge every edit by both verifiers, and give 1 if they differ on any."""
    from tests.browser.verifying import find_differences, open_verifier  # a browser, which counting does not need

    with open_verifier() as page:
        differences = find_differences(page, (edit.data for edit in draw_edits(edits, seed)), public_keys())
    for text in differences:
        print(text, file=sys.stderr)
    print(f"{edits} edits, {len(differences)} judged otherwise by the browser's verifier")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
