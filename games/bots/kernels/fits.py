"""How well a holding fits the bid its seat made, and the cards its seat played."""

from __future__ import annotations

import math

from .bid_model import BidModel, bid_weight
from .boards import above, below
from .compiled import bare_kernel
from .layout import BEST, COUNT, HOLDING, REST, TURN, Row
from .policy import choose


@bare_kernel
def bid_fit(model: BidModel, cards: int, bid: int, before: Row, seat: int, nil: bool) -> float:
    """The logarithm of how likely a seat dealt these cards makes this bid; `before` are the bids made before it."""
    return math.log(bid_weight(model, cards, bid, before, seat, nil))


@bare_kernel
def plays_fit(seat: int, cards: int, before: Row, played: Row, later: Row, surprise: float, least: float) -> float:
    """The logarithm of about how likely the seat, with these cards left, played as it did.

    `surprise` is added for each card that is not, and is not as good as, the policy's; once `least` or less is reached
    the rest is not looked at.
    """
    total = 0.0
    for number in range(played.shape[0]):
        if before[number, TURN] == seat:
            holding = cards | later[number]
            before[number, HOLDING + seat] = holding
            card = choose(before[number])
            if not alike(card, played[number], in_between(before[number], holding)):
                total += surprise
                if total <= least:
                    break
    return total


@bare_kernel
def in_between(row: Row, holding: int) -> int:
    """The cards that make a difference when they lie between two of a holding: the unseen ones and the trick's best."""
    best = 1 << row[BEST] if row[COUNT] else 0
    between: int = (row[REST] & ~holding) | best
    return between


@bare_kernel
def alike(card: int, other: int, between: int) -> bool:
    """Are two cards as good as each other: of a suit, with none of `between` in between?"""
    low, high = min(card, other), max(card, other)
    if low == high:
        return True
    return above(low) >> high & 1 == 1 and above(low) & below(high) & between == 0
