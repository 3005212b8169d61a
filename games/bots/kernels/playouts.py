"""Playing a hand out from a row to its end."""

from __future__ import annotations

from .compiled import bare_kernel
from .layout import LEFT, SIZE, Row, Table, outcome_index, play
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
