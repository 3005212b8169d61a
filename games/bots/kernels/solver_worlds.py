"""The solver asked about whole worlds: the value of a position, and of each card that may be played now."""

from __future__ import annotations

from .bits import zeros_below
from .compiled import bare_kernel
from .solver import find_value
from .solver_ends import MIDDLE, Values
from .solver_state import (
    BROKEN,
    GONE,
    HANDS,
    LANE,
    LED,
    SEAT,
    STATE,
    WORTH,
    Numbers,
    legal,
    place_root,
    put_card,
    representatives,
)


@bare_kernel
def value_world(
    plies: Numbers,
    tricks: Numbers,
    starts: Numbers,
    ends: Numbers,
    memory: Numbers,
    stamp: int,
    holdings: Numbers,
    leader: int,
    trick: Numbers,
    won: Numbers,
    broken: bool,
) -> int:
    """The worth of a position in whole numbers of the automaton."""
    place_root(plies, tricks, starts, ends, holdings, leader, trick, won, broken)
    guess = tricks[0, WORTH] + ends[tricks[0, STATE], MIDDLE]
    return find_value(plies, tricks, ends, memory, stamp, trick.shape[0], guess)


@bare_kernel
def value_cards(
    plies: Numbers,
    tricks: Numbers,
    starts: Numbers,
    ends: Numbers,
    memory: Numbers,
    stamp: int,
    worlds: Numbers,
    leader: int,
    trick: Numbers,
    won: Numbers,
    broken: bool,
    low: float,
    scale: float,
    values: Values,
) -> None:
    """Fill `values[n, 52]` with what each legal card of the seat on turn is worth in each world; the rest stays."""
    root = trick.shape[0]
    guess = 0
    for world in range(worlds.shape[0]):
        place_root(plies, tricks, starts, ends, worlds[world], leader, trick, won, broken)
        if world == 0:
            guess = tricks[0, WORTH] + ends[tricks[0, STATE], MIDDLE]
        cards = legal(plies[root, HANDS + plies[root, SEAT]], plies[root, LED], tricks[0, BROKEN])
        asked = representatives(cards, plies[root, GONE])
        while cards:
            card = cards & -cards
            cards &= ~card
            if card & asked:
                put_card(plies, tricks, ends, root, card)
                guess = find_value(plies, tricks, ends, memory, stamp, root + 1, guess)
            number = zeros_below(card)
            values[world, 13 * (number // LANE) + number % LANE] = low + guess / scale
