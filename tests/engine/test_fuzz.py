"""Whatever bytes or values come in, the engine answers with one of its own errors or an answer, never another error."""

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import errors
from games.engine import match as engine
from games.engine.actions import Refused
from games.engine.canon import canon
from games.engine.errors import BadDump, EngineError
from games.engine.rules import OPTIONS, PLLAY, RuleSet
from games.engine.transcript import parse_event, parse_header, read
from tests.engine.playing import SUITS, TESTS, RandomMatch

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["human", "bot", "daily", "TS", 0, 3]),
    lambda values: st.lists(values, max_size=5) | st.dictionaries(st.text(), values, max_size=5),
    max_leaves=12,
)
LINES = (TESTS / "transcripts" / "shared" / "pllay-concede.jsonl").read_bytes().splitlines(keepends=True)
FUZZ = settings(max_examples=150, deadline=None)


@st.composite
def edited_lines(draw: st.DrawFn) -> bytes:
    """A good line with a few bytes replaced, inserted or cut."""
    line = bytearray(draw(st.sampled_from(LINES[:20] + LINES[-4:])).rstrip(b"\n"))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line)))
        line[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=3))
    return bytes(line)


@st.composite
def edited_objects(draw: st.DrawFn) -> dict[str, Any]:
    """A good line's object with some fields replaced, added or removed."""
    data: dict[str, Any] = json.loads(draw(st.sampled_from(LINES)))
    for field in draw(st.lists(st.sampled_from([*data, "by", "deal", "attempt", "x"]), min_size=1, max_size=3)):
        if draw(st.booleans()):
            data[field] = draw(JSON)
        else:
            data.pop(field, None)
    return data


@FUZZ
@given(st.binary() | edited_lines())
def test_any_line_is_read_or_refused(line: bytes) -> None:
    for parse in (parse_header, lambda line: parse_event(line, 3)):
        with contextlib.suppress(EngineError):
            assert canon(parse(line)) == line


@FUZZ
@given(edited_objects())
def test_any_object_is_a_line_or_refused(data: dict[str, Any]) -> None:
    with contextlib.suppress(EngineError):
        parse_header(canon(data))
    with contextlib.suppress(EngineError):
        parse_event(canon(data), 3)


@FUZZ
@given(st.binary(), st.integers(0, len(LINES)), st.integers(0, 3))
def test_any_file_is_read_or_refused(junk: bytes, at: int, cut: int) -> None:
    with contextlib.suppress(EngineError):
        read(b"".join(LINES[:at]) + junk + b"".join(LINES[at + cut :]))


@FUZZ
@given(st.dictionaries(st.sampled_from(OPTIONS) | st.text(), JSON) | JSON)
def test_any_options_are_rules_or_refused(options: Any) -> None:
    with contextlib.suppress(EngineError):
        RuleSet.from_options(options)
    if isinstance(options, dict):
        with contextlib.suppress(EngineError):
            RuleSet.from_options(PLLAY.options() | options)


@pytest.mark.parametrize("path", ["", "hand", "outcome", "rules"])
def test_any_edit_of_a_dump_is_loaded_or_refused(path: str) -> None:
    chance = random.Random(30)
    play = RandomMatch(PLLAY, chance)
    for _ in play.steps():
        pass
    for _ in range(200):
        data = json.loads(json.dumps(engine.dump(play.match)))
        part = data[path] if path else data
        part[chance.choice(sorted(part))] = chance.choice([None, [], {}, "x", 5, [1, 2, 3], {"a": 1}, [[0, ["1S"], 0]]])
        with contextlib.suppress(BadDump):
            engine.load(data, lambda _: SUITS)


@pytest.mark.parametrize("data", [None, [], {}, "x", 5])
def test_what_was_not_dumped_is_not_loaded(data: Any) -> None:
    with pytest.raises(BadDump):
        engine.load(data, lambda _: SUITS)


EVENTS = [json.loads(line) for line in LINES[1:-1]]


@FUZZ
@given(st.randoms(use_true_random=False), edited_objects())
def test_an_event_of_the_right_form_is_folded_or_refused_wherever_it_comes(chance: random.Random, data: Any) -> None:
    play = RandomMatch(PLLAY, chance)
    steps = chance.randrange(60)
    for step, _ in enumerate(play.steps()):
        if step >= steps:
            break
    for event in [*chance.sample(EVENTS, 10), data]:
        with contextlib.suppress(EngineError):
            line = canon({"i": 0, "t": 0} | event)
            engine.advance(play.match, parse_event(line, 1), lambda _: SUITS)


def test_every_error_of_the_engine_is_of_one_kind() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert all(issubclass(kind, EngineError) for kind in [*kinds, Refused])
