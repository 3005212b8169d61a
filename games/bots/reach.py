"""How far a side goes for a set in the playouts: how many tricks it will take as bags, the score being what it is."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.actions import BidValue, is_nil
from games.engine.cards import Side
from games.engine.scoring import sum_contract

from .kernels.layout import Table

FARTHEST = 6
TRICK_CHANCE = 0.6
"""The chance of each trick that a set still needs; measured: with it bots fight for a set as hard as they should."""


def reach(table: Table, bids: Sequence[BidValue]) -> tuple[int, int]:
    """The tricks up to which each side tries for a set, 1 to FARTHEST, from the outcome table of the hand."""
    return _reach(table, bids, 0), _reach(table, bids, 1)


def _reach(table: Table, bids: Sequence[BidValue], side: Side) -> int:
    ours, theirs = (_bidder(bids, one) for one in (side, 1 - side))
    contract, set_at = sum_contract(bids[side::2]), 14 - sum_contract(bids[1 - side :: 2])
    if ours is None or theirs is None:
        return 1
    worth = [(1 - 2 * side) * float(table[won * 14**ours + (13 - won) * 14**theirs]) for won in range(14)]
    most = 1
    for tricks in range(2, min(FARTHEST, set_at - contract) + 1):
        chance = TRICK_CHANCE**tricks
        if chance * worth[set_at] + (1 - chance) * worth[set_at - 1] <= worth[set_at - tricks]:
            break
        most = tricks
    return most


def _bidder(bids: Sequence[BidValue], side: Side) -> int | None:
    """A seat of the side that has bid tricks."""
    return next((seat for seat in (side, side + 2) if not is_nil(bids[seat])), None)
