"""What is measured of a deal, the chances of it, and the chi-square test: against known values and plain counting."""

import itertools
import math
import random

import pytest

from games.engine.cards import DECK, parse_card
from games.statistics import MEASURES, could_be_nil, count_spades, count_voids, judge_fit, survival


def hold(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


@pytest.mark.parametrize(
    ("text", "spades", "voids", "nil"),
    [
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 2S", 1, 0, 1),
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 7S 8S 9S", 3, 0, 1),
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 7S 8S TS", 3, 0, 0),
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 2S 3S 4S 5S", 4, 0, 0),
        ("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H KH", 0, 1, 0),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D 3D", 0, 2, 1),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D AD", 0, 2, 0),
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", 13, 3, 0),
    ],
)
def test_a_holding_is_measured(text: str, spades: int, voids: int, nil: int) -> None:
    holding = hold(text)
    assert (count_spades(holding), count_voids(holding), could_be_nil(holding)) == (spades, voids, nil)


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_the_chances_of_all_values_make_one(name: str) -> None:
    assert math.isclose(sum(MEASURES[name].theory), 1)


def test_the_chances_of_spades_and_voids_are_those_in_the_books() -> None:
    assert [round(100 * chance, 2) for chance in MEASURES["spades"].theory[:6]] == [
        1.28,
        8.01,
        20.59,
        28.63,
        23.86,
        12.47,
    ]
    assert round(100 * MEASURES["voids"].theory[0], 2) == 94.89
    assert math.isclose(MEASURES["voids"].theory[3], 4 / math.comb(52, 13))


def test_the_chance_of_a_nil_hand_is_that_of_counting_shapes() -> None:
    ways = 0
    for spades, clubs, diamonds in itertools.product(range(4), range(12), range(12)):
        hearts = 13 - spades - clubs - diamonds
        if 0 <= hearts <= 11:
            ways += math.comb(8, spades) * math.comb(11, clubs) * math.comb(11, diamonds) * math.comb(11, hearts)
    assert math.isclose(MEASURES["nil"].theory[1], ways / math.comb(52, 13))


@pytest.mark.parametrize(
    ("chi_square", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (7.814728, 3, 0.05),
        (16.918978, 9, 0.05),
        (27.877165, 9, 0.001),
        (18.307038, 10, 0.05),
        (9.341818, 10, 0.5),
    ],
)
def test_the_chance_of_a_chi_square_is_that_of_the_tables(chi_square: float, freedom: int, p: float) -> None:
    assert math.isclose(survival(chi_square, freedom), p, rel_tol=1e-4)


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 13])
def test_the_chance_is_one_for_none_and_falls_to_nothing(freedom: int) -> None:
    values = [survival(chi_square, freedom) for chi_square in (0, 1, 10, 100, 5000)]
    assert values[0] == 1
    assert values == sorted(values, reverse=True)
    assert values[-1] < 1e-300


def test_fair_cards_are_ordinary_and_loaded_ones_are_worth_a_look() -> None:
    chance, measure = random.Random(4), MEASURES["spades"]
    fair, loaded = [0] * 14, [0] * 14
    for _ in range(5000):
        fair[measure.read(chance.sample(DECK, 13))] += 1
        loaded[measure.read(chance.sample(DECK[3:], 13))] += 1
    for counts, ordinary in ((fair, True), (loaded, False)):
        fit = judge_fit(counts, measure.theory)
        assert fit is not None
        assert fit.is_ordinary == ordinary


def test_a_modulo_biased_count_of_one_value_alone_is_found() -> None:
    theory = MEASURES["nil"].theory
    fit = judge_fit([97_000, 3_000], theory)
    assert fit is not None
    assert (fit.freedom, fit.is_ordinary) == (1, False)


@pytest.mark.parametrize("counts", [[0] * 14, [0, 0, 1, 1, 1, *[0] * 9]])
def test_of_too_few_deals_nothing_is_said(counts: list[int]) -> None:
    assert judge_fit(counts, MEASURES["spades"].theory) is None


def test_rare_values_are_taken_together_so_that_each_group_has_enough() -> None:
    counts = [round(1000 * chance) for chance in MEASURES["spades"].theory]
    fit = judge_fit(counts, MEASURES["spades"].theory)
    assert fit is not None
    assert fit.freedom == 7, "0, 1, 2, 3, 4, 5, 6, and 7 or more"
    assert fit.p > 0.99
