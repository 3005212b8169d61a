"""What a seat plays for in a row: tricks or none, a nil to guard, a nil to hunt."""

from __future__ import annotations

from .compiled import bare_kernel
from .layout import ALIVE, GREEDY, LEFT, NEED, REACH, Row


@bare_kernel
def wants_tricks(row: Row, seat: int) -> bool:
    """Does winning tricks help the seat's side: its contract is short and can be made, or a set is within REACH?

    REACH is how many tricks beyond those that the opponents may lose the side will take as bags for a set; or GREEDY.
    """
    side, left = seat & 1, int(row[LEFT])
    if 0 < row[NEED + side] <= left or row[REACH + side] == GREEDY:
        return True
    theirs = int(row[NEED + 1 - side])
    return 0 < theirs <= left and left - theirs < int(row[REACH + side])


@bare_kernel
def can_spare(row: Row, seat: int) -> bool:
    """Can a trick be let go: the contract is made, or can still be with a trick over?"""
    need = int(row[NEED + (seat & 1)])
    return need == 0 or need <= int(row[LEFT]) - 2


@bare_kernel
def has_time(row: Row, seat: int) -> bool:
    """Does the contract not need every trick that is left? A nil that is hunted is worth more than a trick's ease."""
    return int(row[NEED + (seat & 1)]) < int(row[LEFT])


@bare_kernel
def hunted(row: Row, seat: int) -> int:
    """The opponent whose nil is alive, the one to the left first; -1 without one."""
    if row[ALIVE + ((seat + 1) & 3)]:
        return (seat + 1) & 3
    return (seat + 3) & 3 if row[ALIVE + ((seat + 3) & 3)] else -1
