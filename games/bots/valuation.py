"""What a holding is worth: the tricks it should take, and how likely it is to be caught out at nil."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import SPADES, Card, rank_of

from .table_sense import ACE, JACK, KING, QUEEN, of_suit

ACE_TRICKS = (0, 1, 1, 1, 0.95, 0.95, 0.75)
KING_TRICKS = (0, 0.1, 0.75, 0.85, 0.65, 0.6, 0.35)
QUEEN_TRICKS = (0, 0, 0.1, 0.4, 0.3, 0.15, 0.15)
"""Worth of a side honour by the length of its suit; the last entry is for six cards and more."""
QUEEN_BESIDE_ACE = 0.15
"""Worth more of a side queen with the ace of its suit beside it: only the king is left to beat it."""
SPADE_TRICKS = {ACE: (1, 1, 1), KING: (0.2, 0.55, 0.9), QUEEN: (0, 0.4, 0.6), JACK: (0, 0.3, 0.4)}
"""Worth of a spade honour held as one of 1, of 2, and of 3 spades or more."""
LONG_SPADE = 0.55
"""Worth of each spade beyond the third."""
RUFFS = {0: 1.5, 1: 1.0, 2: 0.45}
"""Tricks by trumping in a side suit of so few cards, as far as there are small spades for it."""
# These numbers, and the risks below, are rounded from what thousands of simulated deals gave.


def count_tricks(holding: Sequence[Card]) -> float:
    """The tricks a holding should take at its own contract: honours, long spades, and trumping in short suits."""
    sides = [of_suit(holding, suit) for suit in range(SPADES)]
    spades = of_suit(holding, SPADES)
    return sum(map(_side_tricks, sides)) + _high_spades(spades) + _small_spades(spades, sides)


def _side_tricks(cards: Sequence[Card]) -> float:
    length = min(len(cards), 6)
    worth = {ACE: ACE_TRICKS[length], KING: KING_TRICKS[length], QUEEN: QUEEN_TRICKS[length]}
    return sum(worth.get(rank_of(card), 0) for card in cards) + QUEEN_BESIDE_ACE * _has_ace_queen(cards)


def _has_ace_queen(cards: Sequence[Card]) -> bool:
    return len(cards) > 2 and {ACE, QUEEN} <= set(map(rank_of, cards))


def _high_spades(spades: Sequence[Card]) -> float:
    length = min(len(spades), 3) - 1
    return sum(SPADE_TRICKS[rank_of(card)][length] for card in spades if rank_of(card) in SPADE_TRICKS)


def _small_spades(spades: Sequence[Card], sides: Sequence[Sequence[Card]]) -> float:
    small = sum(rank_of(card) < JACK for card in spades)
    ruffs = sum(RUFFS.get(len(cards), 0) for cards in sides)
    return LONG_SPADE * max(0, len(spades) - 3) + min(small, ruffs)


def sure_tricks(holding: Sequence[Card]) -> int:
    """Tricks nobody can take away: the spades from the ace down without a gap, or all when there are only spades."""
    spades = of_suit(holding, SPADES)[::-1]
    if len(spades) == len(holding):
        return max(0, len(holding) - (13 - len(spades)))
    return sum(1 for place, card in enumerate(spades) if rank_of(card) == ACE - place)


#              2  3  4  5    6    7     8     9     T     J    Q    K    A
LOWEST_RISK = (0, 0, 0, 0.1, 0.1, 0.25, 0.25, 0.60, 0.60, 0.7, 2.0, 2.0, 2.0)
SECOND_RISK = (0, 0, 0, 0.1, 0.1, 0.10, 0.20, 0.35, 0.55, 0.7, 1.0, 1.9, 1.9)
THIRD_RISK = (0, 0, 0, 0.0, 0.0, 0.00, 0.00, 0.00, 0.15, 0.15, 0.3, 0.65, 0.65)
"""What the three lowest cards of a side suit add to the risk of a nil, by rank."""
HIGH_SPADE_RISK = {9: 0.3, 10: 0.6, JACK: 0.8, QUEEN: 0.9, KING: 1.7, ACE: 9}
LONG_SPADES_RISK = (0, 0, 0, 0, 0.8, 2.5, 4)
"""What so many spades add to the risk of a nil; the last entry is for six and more."""


def nil_risk(holding: Sequence[Card]) -> float:
    """How dangerous a nil is on this holding, in points: 0 fails one time in ten, 1 one in five, 2 two in five."""
    sides = sum(_side_risk(of_suit(holding, suit)) for suit in range(SPADES))
    return sides + _spade_risk(of_suit(holding, SPADES))


def _side_risk(cards: Sequence[Card]) -> float:
    tables = (LOWEST_RISK, SECOND_RISK, THIRD_RISK)
    return sum(table[rank_of(card) - 2] for card, table in zip(cards, tables, strict=False))


def _spade_risk(spades: Sequence[Card]) -> float:
    high = sum(HIGH_SPADE_RISK.get(rank_of(card), 0) for card in spades)
    return high + LONG_SPADES_RISK[min(len(spades), 6)]
