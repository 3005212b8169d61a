"""The transcript of fairness.md: its lines written and read, the chain of their hashes, the bytes its seal signs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .canon import canon, parse_canon
from .errors import BadCanon, BadTranscript
from .formats import check_event, check_header, check_seal
from .hashing import PROTO, lp, tag, tagged_hash
from .rules import RuleSet
from .state import Event

__all__ = [
    "Transcript",
    "canon",
    "chain",
    "event_line",
    "genesis",
    "head_of",
    "header",
    "parse_canon",
    "parse_event",
    "parse_header",
    "read",
    "seal_line",
    "signing_bytes",
    "write_line",
]


def header(
    *,
    match_id: bytes,
    rules: RuleSet,
    commitment: bytes,
    client_commits: Sequence[bytes],
    seats: Sequence[Mapping[str, str]],
    created_ms: int,
    attempt: bytes | None = None,
    deal: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Line 0 as an object; `seats` four of {kind, ref}, `attempt` and `deal` where many matches share one deal.

    Raises BadTranscript, naming the field, for parts that make no header.
    """
    data: dict[str, Any] = {
        "proto": PROTO,
        "match": match_id.hex(),
        "rules": rules.options(),
        "rules_id": rules.id,
        "rules_hash": rules.hash,
        "commit": commitment.hex(),
        "client_commits": [part.hex() for part in client_commits],
        "seats": [dict(seat) for seat in seats],
        "created_ms": created_ms,
    }
    if attempt is not None:
        data["attempt"] = attempt.hex()
    if deal is not None:
        data["deal"] = dict(deal)
    check_header(data)
    return data


def write_line(data: Mapping[str, Any]) -> str:
    """The canonical line of an object, without its LF; BadCanon for values canonical JSON does not have."""
    return canon(dict(data)).decode("ascii")


def event_line(i: int, t: int, event: Event) -> str:
    """The line of event number `i` at `t` ms; BadTranscript, naming the field, if its body is of no event."""
    numbered = {"i": i, "t": t} | event
    check_event(numbered)
    return write_line(numbered)


def seal_line(key_id: str, n: int, head: bytes, sig: bytes) -> str:
    """The last line: the Ed25519 signature of `signing_bytes` over n events and the chain's head after them."""
    seal = {"type": "seal", "n": n, "head": head.hex(), "key_id": key_id, "sig": sig.hex()}
    check_seal(seal)
    return write_line(seal)


def genesis(header_line: str) -> bytes:
    """The chain's head before the first event, from line 0 without its LF."""
    return tagged_hash("chain-genesis", header_line.encode("ascii"))


def chain(head: bytes, line: str) -> bytes:
    """The chain's head after one more event line, given without its LF."""
    return tagged_hash("chain", head, line.encode("ascii"))


def head_of(header_line: str, event_lines: Iterable[str]) -> bytes:
    """The chain's head after all these events."""
    head = genesis(header_line)
    for line in event_lines:
        head = chain(head, line)
    return head


def signing_bytes(key_id: str, match_id: bytes, n: int, head: bytes) -> bytes:
    """What the seal's key signs: key id, match id, number of events and head, each with its length but n."""
    return lp(tag("sig")) + lp(key_id.encode("ascii")) + lp(match_id) + n.to_bytes(4, "big") + lp(head)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript as read: objects of the right shape, and the lines they were read from, the chain's input.

    `seal` is None for an incomplete one. Whether the numbers run on, the chain and the signature hold and the events
    follow from one another is a verifier's to judge.
    """

    header: dict[str, Any]
    header_line: str
    events: tuple[Event, ...]
    event_lines: tuple[str, ...]
    seal: dict[str, Any] | None


def read(data: bytes) -> Transcript:
    """Read a file of lines that each end in LF; BadTranscript says which line, the first, is not of the format."""
    if not data:
        raise BadTranscript("lines", "The file is empty.", 0)
    *lines, rest = data.split(b"\n")
    objects = [_read_line(number, line, last=number == len(lines) - 1) for number, line in enumerate(lines)]
    if rest or not lines:
        raise BadTranscript("lines", "Every line, the last one too, must end in a line feed.", len(lines))
    seal = objects.pop() if objects[-1].get("type") == "seal" else None
    texts = [line.decode("ascii") for line in lines]
    return Transcript(objects[0], texts[0], tuple(objects[1:]), tuple(texts[1 : len(objects)]), seal)


def _read_line(number: int, line: bytes, *, last: bool) -> dict[str, Any]:
    """The object of a line; a seal is one on the last line only."""
    data = _parse_at(number, line)
    return _check_at(number, data, last=last and number > 0 and data.get("type") == "seal")


def parse_header(line: bytes) -> dict[str, Any]:
    """The header on line 0; BadTranscript if it is none."""
    return _check_at(0, _parse_at(0, line))


def parse_event(line: bytes, number: int) -> Event:
    """The event on line `number`, counted with the header from 0; BadTranscript if it is none."""
    return _check_at(number, _parse_at(number, line))


def _parse_at(number: int, line: bytes) -> dict[str, Any]:
    try:
        data = parse_canon(line)
    except BadCanon as error:
        raise BadTranscript("line", str(error), number) from None
    if not isinstance(data, dict):
        raise BadTranscript("line", "A line is an object.", number)
    return data


def _check_at(number: int, data: dict[str, Any], *, last: bool = False) -> dict[str, Any]:
    check = check_seal if last else check_header if number == 0 else check_event
    try:
        check(data)
    except BadTranscript as error:
        raise BadTranscript(error.field, str(error), number) from None
    return data
