"""Cards for a trick one does not take: which is missed least, which is best out of the way."""

from __future__ import annotations

from .boards import SPADE_CARDS, SUIT, above, below, highest, lowest, size
from .compiled import bare_kernel

SPADE_DANGER = 4
"""How many ranks more dangerous a spade is than another card."""
KEEP_MASTER = 16
KEEP_GUARD = 5
KEEP_SPADE = 64
VOID_GAIN = 2
"""Ranks that an idle card counts higher for winning later, for guarding a king or queen, for being a spade; lower for
making the holding void beside spades."""


@bare_kernel
def throw_idle(cards: int, holding: int, others: int) -> int:
    """The card that a side which wants tricks misses least: the lowest of some suit that neither wins nor guards."""
    best, least = -1, 1 << 20
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            card = lowest(mine)
            cost = _worth(card, suit, holding, others)
            if cost < least:
                best, least = card, cost
    return best


@bare_kernel
def _worth(card: int, suit: int, holding: int, others: int) -> int:
    cost = card - 13 * suit
    if suit == 3:
        return cost + KEEP_SPADE
    over = size(others & above(card))
    length = size(holding & (SUIT << (13 * suit)))
    if over == 0 and others & (SUIT << (13 * suit)):
        return cost + KEEP_MASTER
    top_over = size(others & above(highest(holding & (SUIT << (13 * suit)))))
    if 0 < top_over < length <= top_over + 1:
        cost += KEEP_GUARD
    return cost - VOID_GAIN if length == 1 and holding & SPADE_CARDS else cost


@bare_kernel
def throw_danger(cards: int, holding: int) -> int:
    """The card most likely to take an unwanted trick later: high, with few low ones of its suit beside it."""
    best, most = -1, -(1 << 20)
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            card = highest(mine)
            danger = card - 13 * suit - 2 * size(holding & below(card)) + (SPADE_DANGER if suit == 3 else 0)
            if danger > most:
                best, most = card, danger
    return best


@bare_kernel
def top(cards: int, others: int) -> int:
    """The lowest card of the highest suit in `cards` that is as good as the highest: none of the others between."""
    card = highest(cards)
    while True:
        lower = cards & below(card)
        if not lower:
            return card
        next_card = highest(lower)
        if others & above(next_card) & below(card):
            return card
        card = next_card


@bare_kernel
def over(card: int, others: int) -> int:
    """How many of the others are higher in the card's suit."""
    return size(others & above(card))


@bare_kernel
def under(card: int, others: int) -> int:
    """How many of the others are lower in the card's suit."""
    return size(others & below(card))
