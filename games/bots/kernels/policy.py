"""The play of all four seats in a playout: rules of thumb on bits, with a little noise.

It knows what each seat may know: its own holding, what was played, the voids shown, the bids and what they still need.
"""

from __future__ import annotations

from .boards import legal, lowest, size
from .chance import below, step
from .compiled import bare_kernel
from .follows import follow
from .layout import BROKEN, CHANCE, COUNT, HOLDING, LED, NOISE, TURN, Row
from .leads import lead


@bare_kernel
def choose(row: Row) -> int:
    """The card of the seat on turn, without noise."""
    return follow(row, row[TURN]) if row[COUNT] else lead(row, row[TURN])


@bare_kernel
def choose_with_noise(row: Row) -> int:
    """The card of the seat on turn; in NOISE of 65 536 cases any legal one."""
    row[CHANCE] = step(row[CHANCE])
    if row[CHANCE] & 65535 >= row[NOISE]:
        return choose(row)
    cards = legal(row[HOLDING + row[TURN]], row[LED], row[BROKEN] == 1)
    for _ in range(below(row[CHANCE], size(cards))):
        cards &= cards - 1
    return lowest(cards)
