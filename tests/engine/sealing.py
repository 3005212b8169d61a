"""Transcripts for the tests of the verifier: opened, edited and sealed anew, or played from a seed."""

import json
import random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.engine import match as engine
from games.engine import transcript
from games.engine.match import Event, Match
from games.engine.rules import PLLAY, RuleSet
from games.engine.shuffle import Shuffle, client_commit
from games.engine.transcript import event_line, head_of, seal_line, signing_bytes, write_line
from games.engine.verifier import Report, verify
from tests.engine.playing import KINDS, TESTS, random_action

FOLDER = TESTS / "transcripts" / "shared"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEYS = {"test-1": KEY.public_key().public_bytes_raw()}
MATCH_ID = bytes(range(16))
SEED = b"S" * 32
SHORT = RuleSet.from_options(PLLAY.options() | {"hand_limit": 2, "level_at_end": "draw"})


def open_file(name: str) -> tuple[dict[str, Any], list[Event]]:
    """Header and events of a shared transcript."""
    first, *events, _ = map(json.loads, (FOLDER / name).read_text().splitlines())
    return first, events


def write_open(header: dict[str, Any], events: list[Event]) -> bytes:
    """The lines of a transcript without seal, its events numbered anew."""
    bodies = [{key: value for key, value in event.items() if key not in ("i", "t")} for event in events]
    lines = [write_line(header), *(event_line(i, 1000 * i, body) for i, body in enumerate(bodies))]
    return "".join(f"{line}\n" for line in lines).encode()


def seal(header: dict[str, Any], events: list[Event], **changes: Any) -> bytes:
    """The same with its seal; `changes` are of the n and head that are sealed and signed."""
    data = write_open(header, events)
    first, *lines = data.decode().splitlines()
    n, head = changes.get("n", len(events)), changes.get("head", head_of(first, lines))
    signature = KEY.sign(signing_bytes("test-1", bytes.fromhex(header["match"]), n, head))
    return data + f"{seal_line('test-1', n, head, signature)}\n".encode()


def judge(header: dict[str, Any], events: list[Event], **changes: Any) -> Report:
    """The report on the sealed lines, with the key they are sealed with."""
    return verify(seal(header, events, **changes), KEYS)


def found(report: Report) -> list[tuple[str, int]]:
    """Code and line of each finding."""
    return [(finding.code.value, finding.line) for finding in report.findings]


def make_header(shuffle: Shuffle, kinds: tuple[str, ...] = KINDS, **parts: Any) -> dict[str, Any]:
    """The header of a match with that shuffle."""
    refs = {"human": "p", "bot": "novice-1"}
    return transcript.header(
        match_id=shuffle.match_id,
        rules=shuffle.rules,
        commitment=shuffle.commitment(),
        client_commits=shuffle.client_commits,
        seats=[{"kind": kind, "ref": refs[kind]} for kind in kinds],
        created_ms=0,
        **parts,
    )


def make_shuffle(rules: RuleSet = SHORT, match_id: bytes = MATCH_ID, seed: bytes = SEED, people: int = 2) -> Shuffle:
    """A shuffle to which the first so many of North and South contribute."""
    seats = (0, 2)[:people]
    entropy = tuple(bytes([seat + 1]) * 32 if seat in seats else b"" for seat in range(4))
    commits = tuple(client_commit(match_id, seat, entropy[seat]) for seat in range(4))
    return Shuffle(match_id, rules, seed, commits, entropy)


class Play:
    """A match played by chance with a shuffle's deals, its events kept."""

    def __init__(self, shuffle: Shuffle, kinds: tuple[str, ...] = KINDS) -> None:
        self.shuffle, self.chance = shuffle, random.Random(1)
        self.match: Match = engine.new_match(shuffle.rules, kinds)
        given = [(seat, part.hex()) for seat, part in enumerate(shuffle.entropy) if part]
        self.events: list[Event] = [{"type": "entropy", "seat": seat, "e": part} for seat, part in given]

    def take(self, change: tuple[Match, list[Event]]) -> None:
        """Go on from a change that was made."""
        self.match = change[0]
        self.events += change[1]

    def deal(self) -> None:
        """Start the next hand."""
        hand = len(self.match.results)
        self.take(engine.start_hand(self.match, self.shuffle.dealer(hand), self.shuffle.deal(hand)))

    def act(self, by: str | None = None, times: int = 1) -> None:
        """So many actions in turn, each by chance or, if somebody else's, the default one."""
        for _ in range(times):
            seat = engine.turn(self.match)
            action = random_action(self.match, self.chance) if by is None else engine.default_action(self.match)
            self.take(engine.apply(self.match, seat, action, by))

    def finish(self, by: str | None = None) -> list[Event]:
        """Play to the end, by chance or all claimed, and reveal the seed; all events."""
        while self.match.outcome is None:
            if engine.turn(self.match) is None:
                self.deal()
            self.act(by)
        return self.reveal()

    def reveal(self) -> list[Event]:
        """All events, the seed's last."""
        return [*self.events, {"type": "reveal", "seed": self.shuffle.seed.hex()}]
