"""Owns random changes of what good transcripts say, sealed anew: those that only the later stages can find."""

import json
import random
from collections.abc import Iterator
from typing import Any

from games.engine.match import Event
from games.engine.shuffle import tagged_hash
from tests.engine.sealing import open_file, seal, write_open

FILES = ("pllay-always-blind.jsonl", "pllay-concede.jsonl", "pllay-draw.jsonl", "pllay-no-nil.jsonl")
STRANGERS: tuple[Event, ...] = (
    *({"type": "concede", "seat": seat} for seat in range(4)),
    *({"type": kind, "seat": 0} for kind in ("return", "away", "back")),
    {"type": "takeover", "seat": 2, "bot": "novice-1"},
    {"type": "look", "hand": 0, "seat": 1},
    {"type": "entropy", "seat": 0, "e": "00" * 32},
    *({"type": "match_end", "reason": reason, "winner": None, "score": [0, 0]} for reason in ("left", "target")),
)
OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "seat": (0, 1, 2, 3),
    "dealer": (0, 1, 2, 3),
    "hand": (0, 1, 2),
    "bid": (0, 1, 7, "blind_nil"),
    "card": ("2C", "AS", "TD", "7H"),
    "won": ([3, 3, 3, 4],),
    "delta": ([50, -40],),
    "bags": ([1, 2],),
    "score": ([64, 79],),
    "reason": ("left", "floor", "thirst"),
    "winner": (0, 1, None),
    "seed": ("11" * 32,),
    "e": ("22" * 32,),
}


def draw_resealed(count: int, seed: int) -> Iterator[bytes]:
    """So many files, the same for the same seed; some of them without their seal."""
    chance = random.Random(seed)
    for _ in range(count):
        header, events = open_file(chance.choice(FILES))
        for _ in range(chance.choice((1, 1, 2))):
            chance.choice(CHANGES)(header, events, chance)
        _commit(header, events)
        yield (seal if chance.random() < 0.7 else write_open)(header, events)


def _commit(header: dict[str, Any], events: list[Event]) -> None:
    """Makes the commitment fit whatever the header has become, so that the replay is reached."""
    seeds = [event["seed"] for event in events if event["type"] == "reveal"]
    parts = [header["match"], header["rules_hash"], *header["client_commits"], *seeds[:1]]
    if seeds:
        header["commit"] = tagged_hash("commit", *map(bytes.fromhex, parts)).hex()


def _drop(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    del events[chance.randrange(len(events))]


def _double(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    events.insert(chance.randrange(len(events)), dict(chance.choice(events)))


def _swap(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    at = chance.randrange(len(events) - 1)
    events[at], events[at + 1] = events[at + 1], events[at]


def _insert(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    events.insert(chance.randrange(len(events)), dict(chance.choice(STRANGERS)))


def _cut(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    del events[chance.randrange(1, len(events)) :]


def _call_it(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    acts = [event for event in events if event["type"] in ("look", "bid", "play")]
    if acts:
        chance.choice(acts)["by"] = chance.choice(("clock", "bot", "claim"))


def _say_otherwise(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    event = chance.choice(events)
    fields = [field for field in event if field in OTHER_VALUES]
    if fields:
        field = chance.choice(fields)
        event[field] = json.loads(json.dumps(chance.choice(OTHER_VALUES[field])))


def _seat_otherwise(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    header["seats"][chance.randrange(4)] = {"kind": chance.choice(("human", "bot")), "ref": "novice-1"}


def _rule_otherwise(header: dict[str, Any], events: list[Event], chance: random.Random) -> None:
    header["rules"][chance.choice(list(header["rules"]))] = chance.choice((None, 0, 100, "off", "draw", True))


CHANGES = (
    *(_drop, _double, _swap, _insert, _cut, _seat_otherwise, _rule_otherwise),
    *(_call_it, _call_it, _say_otherwise, _say_otherwise, _say_otherwise),
)
