"""Which card the solver tries next: the better the first guess, the less there is to search."""

from __future__ import annotations

from .compiled import kernel
from .solver_state import HINT, REST, Numbers


@kernel
def next_card(plies: Numbers, tricks: Numbers, ends: Numbers, ply: int, first: bool) -> int:
    """The card to try next of those left at a ply."""
    rest = plies[ply, REST]
    if plies[ply, HINT] & rest:
        return int(plies[ply, HINT])
    return int(rest & -rest)
