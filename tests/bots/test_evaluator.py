"""The worth of cards: what it counts from, its errors, and the cards that are as good as each other."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from games.bots.evaluator import Effort, Worth, evaluate
from games.bots.rows import read_position
from games.bots.view import BadView, Situation, read_view
from games.engine.cards import card_text
from games.engine.match import turn
from games.engine.rules import CLASSIC500
from games.engine.visibility import seat_view
from tests.bots.positions import SEED, decisions, from_vector, play_view
from tests.engine.playing import vectors

EFFORT = Effort(worlds=150, chain=50, burn=60, gap=8, repeats=1, noise=0.03, surprise=-1.0, trust=1.0)
FULL = "2C 5C 9C KC 3D 8D JD 4H 7H QH 3S 7S JS"
POSITIONS = {position["id"]: position for position in vectors("bot_positions.json")}


def worths(situation: Situation, **changed: Any) -> dict[str, Worth]:
    return {card_text(worth.card): worth for worth in evaluate(situation, SEED, replace(EFFORT, **changed))}


def endings(count: int, tricks_left: int) -> Iterator[Situation]:
    """Situations with so many tricks left and more than one card to choose from."""
    reached = decisions(["novice-1"] * 4, CLASSIC500, 10 * count, random.Random(5))
    seats = ((match, turn(match)) for match, _ in reached)
    views = (read_view(seat_view(match, seat)) for match, seat in seats if seat is not None)
    return islice((view for view in views if len(view.holding) == tricks_left and len(view.cards) > 1), count)


def test_every_card_that_may_be_played_has_a_worth_and_the_best_comes_first() -> None:
    situation = read_view(play_view(FULL))
    found = evaluate(situation, SEED, EFFORT)
    assert {worth.card for worth in found} == set(situation.cards)
    assert [worth.value for worth in found] == sorted((worth.value for worth in found), reverse=True)
    assert found[0].error == 0 < found[-1].error


def test_cards_with_nothing_between_them_share_a_worth() -> None:
    found = worths(read_view(play_view("2C 3C 9C TC JC KC 8D AD 4H 7H QH 3S 7S")))
    assert found["2C"] == replace(found["3C"], card=found["2C"].card)
    assert found["9C"].value == found["TC"].value == found["JC"].value != found["KC"].value


def test_a_card_on_the_table_lies_between_two_of_a_holding() -> None:
    found = worths(read_view(play_view("9C JC 3D 8D 9D 4H 7H 8H QH AH 3S 7S 8S", trick=(1, "TC"))))
    assert found["9C"].value != found["JC"].value


def test_more_worlds_make_a_smaller_error() -> None:
    situation = read_view(play_view(FULL))
    few, many = (evaluate(situation, SEED, replace(EFFORT, worlds=worlds, chain=20)) for worlds in (40, 640))
    assert np.mean([worth.error for worth in many]) < 0.5 * np.mean([worth.error for worth in few])


def test_the_same_seed_gives_the_same_worths_and_another_others() -> None:
    situation = read_view(play_view(FULL))
    assert evaluate(situation, SEED, EFFORT) == evaluate(situation, SEED, EFFORT)
    assert evaluate(situation, SEED, EFFORT) != evaluate(situation, bytes(32), EFFORT)


def test_two_tricks_from_the_end_playouts_and_the_solver_agree_but_for_chance() -> None:
    gaps = []
    for situation in endings(25, 2):
        played, solved = worths(situation, noise=0.0), worths(situation, exact=2)
        gaps += [abs(played[card].value - solved[card].value) for card in played]
    assert np.median(gaps) < 6


@pytest.mark.parametrize("exact", [0, 6])
def test_the_tenth_bag_that_loses_the_match_is_dear(exact: int) -> None:
    found = worths(read_view(from_vector(POSITIONS["end-no-bag-1"])), exact=exact)
    assert found["AH"].value > found["3S"].value + 100


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"holding": ["2C", "5C"]}, "holding"),
        ({"bids": [3, 3, None, 3]}, "bids"),
        ({"won": [1, 0, 0, 0]}, "won"),
        ({"trick": {"leader": 1, "cards": ["2C"]}}, "holding"),
        ({"tricks": [{"leader": 0, "cards": ["AC", "AD", "AH"], "winner": 0}]}, "tricks"),
    ],
)
def test_cards_no_hand_can_be_played_in_are_refused_by_name(changed: dict[str, Any], field: str) -> None:
    situation = read_view(play_view(FULL, broken=False) | changed)
    with pytest.raises(BadView) as caught:
        read_position(situation, (2, 2))
    assert caught.value.field == field
