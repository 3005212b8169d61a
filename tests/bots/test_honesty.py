"""Bots use nothing but what their seat may see, and the same view and seed always give the same act."""

import json
import random
import subprocess
import sys
from itertools import islice
from time import perf_counter

import pytest

from games.bots.registry import LEVELS, choose, ref
from games.engine.actions import action_json
from games.engine.cards import Seat
from games.engine.match import Match, turn
from games.engine.rules import make_challenge
from games.engine.visibility import seat_view
from tests.bots.positions import SEED, decisions, play_view, with_hidden_cards_moved

BLIND = make_challenge("pllay", blind_nil="always")
POSITIONS = {"random": 5_000, "novice": 5_000, "club": 400, "expert": 250}
"""How many positions each level is asked in; the searching levels, which take longer, were asked in 5 000 by hand."""
FEW = {"random": 300, "novice": 300, "club": 60, "expert": 40}


def states(refs: list[str], count: int) -> list[tuple[Match, Seat, bytes]]:
    """States with a bot on turn, its seat and its seed."""
    reached = decisions(refs, BLIND, count, random.Random(31))
    on_turn = ((match, turn(match), seed) for match, seed in reached)
    return [(match, seat, seed) for match, seat, seed in islice(on_turn, count) if seat is not None]


@pytest.mark.parametrize("level", LEVELS)
def test_moving_the_cards_a_bot_cannot_see_never_changes_its_act(level: str) -> None:
    chance = random.Random(5)
    refs = [ref("novice"), ref("random"), ref("novice"), ref("random")]
    for match, seat, seed in states(refs, POSITIONS[level]):
        other = with_hidden_cards_moved(match, seat, chance)
        assert choose(ref(level), seat_view(match, seat), seed) == choose(ref(level), seat_view(other, seat), seed)


@pytest.mark.parametrize("level", LEVELS)
def test_heads_times_names_and_references_never_change_an_act(level: str) -> None:
    for match, seat, seed in states([ref("novice")] * 4, FEW[level]):
        view = seat_view(match, seat)
        beside = {"head": seed.hex(), "now": 7, "match": "ff", "seats": [{"name": "Eve", "level": "novice"}]}
        act = choose(ref(level), view, seed)
        assert act == choose(ref(level), view | beside, seed) == choose(ref(level), json.loads(json.dumps(view)), seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_fresh_process_with_another_hash_seed_gives_the_same_acts(level: str) -> None:
    views = [(seat_view(match, seat), seed.hex()) for match, seat, seed in states([ref("novice")] * 4, FEW[level])]
    here = [action_json(choose(ref(level), view, bytes.fromhex(seed))) for view, seed in views]
    program = (
        "import json, sys; from games.bots.registry import choose; from games.engine.actions import action_json\n"
        f"acts = [choose({ref(level)!r}, view, bytes.fromhex(seed)) for view, seed in json.load(sys.stdin)]\n"
        "print(json.dumps(list(map(action_json, acts))))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(views),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "123"},
    )
    assert json.loads(answer.stdout) == here


def test_the_random_bot_draws_from_its_seed_and_the_public_position() -> None:
    first, second = (play_view("2C 3C 4C 5C 6C", tricks=tricks) for tricks in ([], [(0, "TC JC 7D 8C")]))
    acts = [{choose("random-1", view, bytes([n]) * 32) for n in range(60)} for view in (first, second)]
    assert [len(act) for act in acts] == [5, 5]
    pairs = [
        (choose("random-1", first, bytes([n]) * 32), choose("random-1", second, bytes([n]) * 32)) for n in range(60)
    ]
    assert any(one != other for one, other in pairs)


def test_a_bot_does_not_change_the_view_it_is_given() -> None:
    view = play_view("2C 3C AS", trick=(1, "TC"))
    before = json.dumps(view)
    choose("novice-1", view, SEED)
    assert json.dumps(view) == before


def test_a_novice_decides_within_a_millisecond() -> None:
    times = []
    for match, seat, seed in states([ref("novice")] * 4, 560):
        view = seat_view(match, seat)
        start = perf_counter()
        choose("novice-1", view, seed)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.001
