"""The exact solver against trying everything, and against itself."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.kernels.boards import pack
from games.bots.kernels.solver_ends import fill_ends, find_scale
from games.bots.kernels.solver_state import make_search
from games.bots.kernels.solver_worlds import value_world
from games.bots.solving import solve, solve_acts
from tests.bots.endings import Ending, Values, random_ending, random_table, scoring_table, try_everything

CHANCE = st.integers(0, 2**32).map(random.Random)


def value(ending: Ending, table: Values) -> float:
    return solve(ending.world, ending.leader, ending.trick, ending.won, ending.broken, table)


def card_values(ending: Ending, table: Values) -> dict[int, float]:
    values = solve_acts(ending.world[None], ending.leader, ending.trick, ending.won, ending.broken, table)[0]
    return {card: values[card] for card in range(52) if not np.isnan(values[card])}


@settings(max_examples=200, deadline=None)
@given(CHANCE)
def test_the_last_three_tricks_are_worth_what_trying_everything_finds(chance: random.Random) -> None:
    ending, table = random_ending(chance, chance.choice((1, 2, 3)), chance.randrange(4)), random_table(chance)
    assert value(ending, table) == try_everything(ending, table)


@pytest.mark.parametrize("seed", range(25))
def test_the_last_four_tricks_are_worth_what_trying_everything_finds(seed: int) -> None:
    chance = random.Random(seed)
    ending, table = random_ending(chance, 4, chance.randrange(4)), random_table(chance)
    assert value(ending, table) == try_everything(ending, table)


@settings(max_examples=100, deadline=None)
@given(CHANCE)
def test_each_card_is_worth_what_is_left_after_it(chance: random.Random) -> None:
    ending, table = random_ending(chance, 3, chance.randrange(4)), random_table(chance)
    assert card_values(ending, table) == {card: try_everything(ending.play(card), table) for card in ending.cards}


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_a_position_is_worth_its_best_card(chance: random.Random) -> None:
    ending, table = random_ending(chance, 6, chance.randrange(4)), random_table(chance)
    best = max if ending.turn % 2 == 0 else min
    assert value(ending, table) == best(card_values(ending, table).values())


@settings(max_examples=20, deadline=None)
@given(CHANCE)
def test_forgetting_nearly_everything_changes_no_value(chance: random.Random) -> None:
    ending, table = random_ending(chance, 5), random_table(chance)
    search = make_search(2)
    low, scale = find_scale(table)
    fill_ends(table, low, scale, search.starts, search.ends)
    at = (ending.world, ending.leader, np.array(ending.trick, np.int64), np.array(ending.won, np.int64), ending.broken)
    assert low + value_world(*search, 1, *at) / scale == value(ending, table)


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_the_names_of_the_side_suits_do_not_matter(chance: random.Random) -> None:
    ending, table = random_ending(chance, 6), random_table(chance)
    suits = [*chance.sample(range(3), 3), 3]
    moved = [tuple(13 * suits[card // 13] + card % 13 for card in holding) for holding in ending.holdings]
    assert value(replace(ending, holdings=tuple(moved)), table) == value(ending, table)


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_ranks_that_are_gone_do_not_matter(chance: random.Random) -> None:
    ending, table = random_ending(chance, 6), random_table(chance)
    out = sorted(sum(ending.holdings, ()))
    suits = [[card for card in out if card // 13 == suit] for suit in range(4)]
    lowest = {card: 13 * suit + place for suit, cards in enumerate(suits) for place, card in enumerate(cards)}
    moved = [tuple(lowest[card] for card in holding) for holding in ending.holdings]
    assert value(replace(ending, holdings=tuple(moved)), table) == value(ending, table)


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_one_seat_to_the_left_everything_is_worth_the_opposite(chance: random.Random) -> None:
    ending = random_ending(chance, 6)
    bids = tuple(chance.choice((0, 2, 3, 4)) for _ in range(4))
    turned = replace(
        ending,
        holdings=ending.holdings[-1:] + ending.holdings[:-1],
        won=ending.won[-1:] + ending.won[:-1],
        leader=(ending.leader + 1) % 4,
    )
    turned_bids = bids[-1:] + bids[:-1]
    assert value(turned, scoring_table(turned_bids)) == -value(ending, scoring_table(bids))


@settings(max_examples=10, deadline=None)
@given(CHANCE)
def test_many_worlds_at_once_are_worth_what_each_is_alone(chance: random.Random) -> None:
    ending, table = random_ending(chance, 5, 1), random_table(chance)
    worlds = [ending]
    for _ in range(9):
        hidden = [card for seat in range(4) if seat != ending.turn for card in ending.holdings[seat]]
        chance.shuffle(hidden)
        dealt = [
            own if seat == ending.turn else tuple(sorted(hidden.pop() for _ in own))
            for seat, own in enumerate(ending.holdings)
        ]
        worlds.append(replace(ending, holdings=tuple(dealt)))
    boards = np.array([world.world for world in worlds])
    together = solve_acts(boards, ending.leader, ending.trick, ending.won, ending.broken, table)
    alone = [solve_acts(board[None], ending.leader, ending.trick, ending.won, ending.broken, table) for board in boards]
    assert np.array_equal(together, np.concatenate(alone), equal_nan=True)


def test_a_table_that_can_be_written_to_is_read_anew() -> None:
    ending, table = random_ending(random.Random(1), 3), np.array(scoring_table((3, 3, 3, 3)))
    before = value(ending, table)
    table += 7
    assert value(ending, table) == before + 7


def test_what_has_a_wrong_shape_or_is_too_large_is_named() -> None:
    table = scoring_table((3, 3, 3, 3))
    world = random_ending(random.Random(1), 2).world
    with pytest.raises(ValueError, match="table: float64"):
        solve(world, 0, (), (11, 0, 0, 0), True, table[:-1])
    with pytest.raises(ValueError, match="worlds: int64 of n × 4"):
        solve(world[:3], 0, (), (11, 0, 0, 0), True, table)
    with pytest.raises(ValueError, match="won: four seats and 3 to 13"):
        solve(world, 0, (), (2, 0, 0, 0), True, table)
    with pytest.raises(ValueError, match="trick: at most three"):
        solve(world, 0, (0, 1, 2, 3), (11, 0, 0, 0), True, table)
    with pytest.raises(ValueError, match=r"holdings of \[2, 2, 2, 2\] different cards"):
        solve(np.array([pack((0, 1)), pack((1, 2)), pack((3, 4)), pack((5, 6))]), 0, (), (11, 0, 0, 0), True, table)
    with pytest.raises(ValueError, match=r"holdings of \[2, 2, 2, 2\] different cards"):
        solve(np.array([3, 0, 12, 48]), 0, (), (11, 0, 0, 0), True, table)
