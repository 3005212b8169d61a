"""The ways a match can go on are as many as they were: a guard against changes of the rules nobody meant."""

import json
from typing import Any

import pytest

from games.engine import match as engine
from games.engine.match import Match
from games.engine.perft import count
from games.engine.rules import RuleSet
from games.engine.shuffle import Shuffle
from tests.engine.playing import TESTS

CASES = json.loads((TESTS / "engine" / "perft.json").read_text())


def _position(case: dict[str, Any]) -> Match:
    """A first hand dealt from a seed of one repeated byte, with its first acts the default ones."""
    shuffle = Shuffle(bytes(16), RuleSet.from_options(case["rules"]), bytes([case["seed"]]) * 32)
    match = engine.new_match(shuffle.rules, ("bot",) * 4)
    match, _ = engine.start_hand(match, shuffle.first_dealer(), shuffle.deal(0))
    for _ in range(case["default_acts"]):
        match, _ = engine.apply(match, engine.turn(match), engine.default_action(match))
    return match


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']['name']} after {case['default_acts']}")
def test_there_are_as_many_ways_to_go_on_as_there_were(case: dict[str, Any]) -> None:
    match = _position(case)
    assert [count(match, depth) for depth in range(len(case["counts"]))] == case["counts"]
