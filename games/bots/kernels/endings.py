"""Playouts whose last tricks are solved exactly instead of played by the policy."""

from __future__ import annotations

from .chance import seeded
from .compiled import bare_kernel
from .layout import BROKEN, CHANCE, HOLDING, LEFT, SIZE, TURN, WON, Row, Table, play
from .playouts import open_world
from .policy import choose_with_noise
from .solver_state import Search
from .solver_worlds import value_world


@bare_kernel
def finish(row: Row, search: Search, stamp: int, unit: float, tricks: int, none: Row) -> float:
    """Play a row on until so many tricks are left; their worth, above the lowest of the outcome table, with best play.

    `unit` is what one of the solver's whole numbers is worth; `none` has no elements.
    """
    while row[LEFT] > tricks:
        play(row, choose_with_noise(row))
    held, won = row[HOLDING : HOLDING + 4], row[WON : WON + 4]
    return unit * value_world(
        search.plies,
        search.tricks,
        search.starts,
        search.ends,
        search.memory,
        stamp,
        held,
        row[TURN],
        none,
        won,
        row[BROKEN] == 1,
    )


@bare_kernel
def weigh_to_endings(
    row: Row,
    worlds: Row,
    cards: Row,
    seed: int,
    rows: Row,
    search: Search,
    stamp: int,
    low: float,
    unit: float,
    tricks: int,
    none: Row,
    values: Table,
) -> None:
    """As `playouts.weigh_cards`, one playout for each card and world, with the last `tricks` solved exactly."""
    start, after = rows[0], rows[1]
    for world in range(worlds.shape[0]):
        open_world(row, worlds[world], seed + world, start)
        start[CHANCE] = seeded(seed, world)
        for place in range(cards.shape[0]):
            for field in range(SIZE):
                after[field] = start[field]
            play(after, cards[place])
            values[world, place] = low + finish(after, search, stamp, unit, tricks, none)
