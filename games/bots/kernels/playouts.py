"""Playing a hand out from a row to its end."""

from __future__ import annotations

from .chance import below, seeded
from .compiled import bare_kernel
from .layout import (
    CHANCE,
    GREED,
    GREEDY,
    HOLDING,
    LEFT,
    REACH,
    SIZE,
    TURN,
    Row,
    Table,
    outcome_index,
    play,
)
from .policy import choose_with_noise


@bare_kernel
def play_out(row: Row) -> None:
    """Play a row on to the end of its hand by the policy with the row's noise; its WON are then the final tricks."""
    while row[LEFT] > 0:
        play(row, choose_with_noise(row))


@bare_kernel
def value_of(row: Row, scratch: Row, table: Table) -> float:
    """The worth to side 0 minus side 1 of one playout of a row, which stays as it is; `scratch` is written over."""
    for field in range(SIZE):
        scratch[field] = row[field]
    play_out(scratch)
    worth: float = table[outcome_index(scratch)]
    return worth


@bare_kernel
def open_world(row: Row, world: Row, seed: int, start: Row) -> None:
    """Write the row with a world's holdings into `start`; in some worlds, as GREED says, the opponents are greedy."""
    for field in range(SIZE):
        start[field] = row[field]
    for seat in range(4):
        start[HOLDING + seat] = world[seat]
    if below(seeded(seed, 0), 65536) < row[GREED]:
        start[REACH + 1 - (row[TURN] & 1)] = GREEDY


@bare_kernel
def weigh_cards(
    row: Row, worlds: Row, cards: Row, table: Table, repeats: int, seed: int, rows: Row, values: Table
) -> None:
    """Fill `values` (worlds, cards) with the mean worth to side 0 minus side 1 of playing each card in each world.

    All cards of a world meet the same chance. `rows` is scratch: three rows.
    """
    start, after, scratch = rows[0], rows[1], rows[2]
    for world in range(worlds.shape[0]):
        open_world(row, worlds[world], seed + world, start)
        for place in range(cards.shape[0]):
            for field in range(SIZE):
                after[field] = start[field]
            play(after, cards[place])
            total = 0.0
            for repeat in range(repeats):
                after[CHANCE] = seeded(seed, world * repeats + repeat)
                total += value_of(after, scratch, table)
            values[world, place] = total / repeats
