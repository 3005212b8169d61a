"""Bit boards: a card is the engine's id 0..51, a set of cards an int64 with the bit of each card's id set.

Ids ascend by suit (clubs, diamonds, hearts, spades) and within a suit by rank, so a suit is 13 neighbouring bits and
its lowest and highest card are the lowest and highest bit.
"""

from __future__ import annotations

from collections.abc import Iterable

from .bits import count_bits, zeros_above, zeros_below
from .compiled import bare_kernel

SUIT = (1 << 13) - 1
"""The clubs; `SUIT << 13 * suit` are the cards of any suit."""
SPADE_CARDS = SUIT << 39
SIDE_CARDS = (1 << 39) - 1
ALL_CARDS = (1 << 52) - 1
NO_SUIT = -1


def pack(cards: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(1 << card for card in cards)


def unpack(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card in range(52) if cards >> card & 1]


@bare_kernel
def size(cards: int) -> int:
    """How many cards a set has."""
    return count_bits(cards)


@bare_kernel
def lowest(cards: int) -> int:
    """The lowest card id of a set that is not empty."""
    return zeros_below(cards)


@bare_kernel
def highest(cards: int) -> int:
    """The highest card id of a set that is not empty."""
    return 63 - zeros_above(cards)


@bare_kernel
def one(card: int) -> int:
    """The set of one card."""
    return 1 << card


@bare_kernel
def suit_cards(suit: int) -> int:
    """All thirteen cards of a suit."""
    return SUIT << (13 * suit)


@bare_kernel
def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return (card >= 13) + (card >= 26) + (card >= 39)


@bare_kernel
def above(card: int) -> int:
    """The cards of the same suit that are higher."""
    suit = SUIT << (13 * suit_of(card))
    return suit & ~((2 << card) - 1)


@bare_kernel
def below(card: int) -> int:
    """The cards of the same suit that are lower."""
    suit = SUIT << (13 * suit_of(card))
    return suit & ((1 << card) - 1)


@bare_kernel
def winners_over(best: int) -> int:
    """All cards that take a trick from its best card: the higher ones of its suit, and spades over another suit."""
    return above(best) | (SPADE_CARDS if best < 39 else 0)


@bare_kernel
def legal(holding: int, led: int, broken: bool) -> int:
    """The cards that may be played: `led` is the suit led, or NO_SUIT for the leader (rules.md, the hand, 4 and 5)."""
    if led >= 0:
        follow = holding & (SUIT << (13 * led))
        return follow if follow else holding
    if broken:
        return holding
    side = holding & SIDE_CARDS
    return side if side else holding


@bare_kernel
def takes(card: int, best: int) -> bool:
    """Does the card take the trick from its best card so far?"""
    if (card >= 39) != (best >= 39):
        return card >= 39
    return suit_of(card) == suit_of(best) and card > best
