"""Owns what is measured of a deal, how often chance gives each value, and the test of counts against it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .engine.cards import SPADES, SUITS, Card, rank_of, suit_of

Holding: TypeAlias = Sequence[Card]
HAND, SUIT, DECK = 13, 13, 52
NIL_SPADES, NIL_RANK = 3, 9  # the most spades, and the highest of them, in a hand that could be bid nil
HIGHEST_SIDE_CARD = 12  # the queen: no ace or king in any suit
WORTH_A_LOOK = 0.001  # twelve tests stand on the page, so that one in a hundred would call for nothing
LEAST_EXPECTED = 10  # values that chance gives more seldom are taken together with their neighbours


def count_spades(holding: Holding) -> int:
    """Returns how many spades are held, 0 to 13."""
    return sum(suit_of(card) == SPADES for card in holding)


def count_voids(holding: Holding) -> int:
    """Returns of how many suits no card is held, 0 to 3."""
    return len(SUITS) - len({suit_of(card) for card in holding})


def could_be_nil(holding: Holding) -> int:
    """Returns 1 for a hand without ace or king, of at most 3 spades and none above the 9; else 0."""
    spades = [rank_of(card) for card in holding if suit_of(card) == SPADES]
    low = all(rank_of(card) <= HIGHEST_SIDE_CARD for card in holding)
    return int(low and len(spades) <= NIL_SPADES and max(spades, default=0) <= NIL_RANK)


def _chance_of_spades(spades: int) -> float:
    return math.comb(SUIT, spades) * math.comb(DECK - SUIT, HAND - spades) / math.comb(DECK, HAND)


def _chance_of_voids(voids: int) -> float:
    """Inclusion and exclusion over the suits that are missing."""
    ways: int = sum(
        (-1) ** (missing - voids)
        * math.comb(missing, voids)
        * math.comb(len(SUITS), missing)
        * math.comb(DECK - SUIT * missing, HAND)
        for missing in range(voids, len(SUITS))
    )
    return ways / math.comb(DECK, HAND)


def _chance_of_nil(possible: int) -> float:
    low_spades, low_others = NIL_RANK - 1, 3 * (HIGHEST_SIDE_CARD - 1)
    ways = sum(math.comb(low_spades, n) * math.comb(low_others, HAND - n) for n in range(NIL_SPADES + 1))
    chance = ways / math.comb(DECK, HAND)
    return chance if possible else 1 - chance


@dataclass(frozen=True)
class Measure:
    """Something that is counted of each holding: its values from 0 on, and the chance of each."""

    read: Callable[[Holding], int]
    theory: tuple[float, ...]


MEASURES = {
    "spades": Measure(count_spades, tuple(map(_chance_of_spades, range(HAND + 1)))),
    "voids": Measure(count_voids, tuple(map(_chance_of_voids, range(len(SUITS))))),
    "nil": Measure(could_be_nil, tuple(map(_chance_of_nil, range(2)))),
}


@dataclass(frozen=True)
class Fit:
    """How counts agree with chance: chi-square, its degrees of freedom, and the chance p of so much or more."""

    chi_square: float
    freedom: int
    p: float

    @property
    def is_ordinary(self) -> bool:
        return self.p >= WORTH_A_LOOK


def judge_fit(counts: Sequence[int], theory: Sequence[float]) -> Fit | None:
    """Returns how counts of each value agree with their chances; None if there are too few to say."""
    total = sum(counts)
    groups = _group([(count, total * chance) for count, chance in zip(counts, theory, strict=True)])
    if len(groups) < 2:
        return None
    chi_square = sum((count - expected) ** 2 / expected for count, expected in groups)
    return Fit(chi_square, len(groups) - 1, survival(chi_square, len(groups) - 1))


def _group(pairs: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Takes neighbours together until each group has the least number expected; a rest joins the last group."""
    groups: list[tuple[int, float]] = []
    count, expected = 0, 0.0
    for more, more_expected in pairs:
        count, expected = count + more, expected + more_expected
        if expected >= LEAST_EXPECTED:
            groups.append((count, expected))
            count, expected = 0, 0.0
    if groups and expected:
        last = groups.pop()
        groups.append((last[0] + count, last[1] + expected))
    return groups


def survival(chi_square: float, freedom: int) -> float:
    """Returns the chance of this chi-square or more: exact, by the recurrence of the incomplete gamma function."""
    half = chi_square / 2
    a = 1.0 if freedom % 2 == 0 else 0.5
    total = math.exp(-half) if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    while a < freedom / 2:
        total += math.exp(a * math.log(half) - half - math.lgamma(a + 1)) if half else 0.0
        a += 1
    return min(total, 1.0)
