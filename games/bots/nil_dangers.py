"""Holdings a nil is never bid on, however small the sum of their risks: one rule of thumb each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.cards import SPADES, Card, rank_of

from .table_sense import ACE, JACK, KING, QUEEN, of_suit

LOW = 7
"""The highest card that counts as a low one: most others go over it."""
LOW_CARDS_NEEDED = {ACE: 3, KING: 2, QUEEN: 1, JACK: 1}
"""Low cards a side suit must have under its highest card."""
MOST_SPADES = 3
SPADE_COVER = 2
"""Lower spades that a ten or jack of spades must have beside it."""
NINE = 9


def is_no_nil(holding: Sequence[Card]) -> bool:
    """Does any rule of thumb speak against a nil on this holding?"""
    return any(rule(holding) for rule in NIL_DANGERS)


def has_two_side_aces(holding: Sequence[Card]) -> bool:
    """Two side aces: each can be hidden in its own suit, but hardly both."""
    return sum(rank_of(card) == ACE for suit in range(SPADES) for card in of_suit(holding, suit)) >= 2


def has_a_high_suit_without_cover(holding: Sequence[Card]) -> bool:
    """A side suit headed by an honour with too few low cards: it must win once those are played."""
    return any(_lacks_cover(of_suit(holding, suit)) for suit in range(SPADES))


def _lacks_cover(cards: Sequence[Card]) -> bool:
    low = sum(rank_of(card) <= LOW for card in cards)
    return bool(cards) and low < LOW_CARDS_NEEDED.get(rank_of(cards[-1]), 0)


def has_a_top_spade(holding: Sequence[Card]) -> bool:
    """Queen, king or ace of spades: too few spades lie above it to be lost under."""
    return any(rank_of(card) >= QUEEN for card in of_suit(holding, SPADES))


def has_many_spades(holding: Sequence[Card]) -> bool:
    """Four spades or more: one of them is left when the others have run out."""
    return len(of_suit(holding, SPADES)) > MOST_SPADES


def has_a_bare_spade(holding: Sequence[Card]) -> bool:
    """A spade above the nine without two lower ones to play before it."""
    return any(rank_of(card) > NINE and place < SPADE_COVER for place, card in enumerate(of_suit(holding, SPADES)))


NIL_DANGERS: tuple[Callable[[Sequence[Card]], bool], ...] = (
    has_two_side_aces,
    has_a_high_suit_without_cover,
    has_a_top_spade,
    has_many_spades,
    has_a_bare_spade,
)
