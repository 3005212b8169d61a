"""Cards of no use for the trick on the table: which to keep, which to be rid of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.cards import SPADES, Card, rank_of, suit_of

from .table_sense import KING, beats, best_card, is_master, of_suit, unseen
from .view import Situation

SPADE_DANGER = 4
"""How many ranks more dangerous a spade is than another card."""


def losers(s: Situation) -> list[Card]:
    """The legal cards that do not take the trick as it lies."""
    return [card for card in s.cards if not beats(card, best_card(s))]


def winners(s: Situation) -> list[Card]:
    """The legal cards that take the trick as it lies."""
    return [card for card in s.cards if beats(card, best_card(s))]


def throw_idle(s: Situation, cards: Sequence[Card]) -> Card:
    """The card a side that wants tricks misses least: no spade, no master, no king's guard, then the lowest."""
    others = unseen(s)
    return min(cards, key=lambda card: (suit_of(card) == SPADES, is_master(card, others), _guards(s, card), _low(card)))


def _guards(s: Situation, card: Card) -> bool:
    """Would the king of the suit stand alone without this card?"""
    suit = of_suit(s.holding, suit_of(card))
    return len(suit) == 2 and rank_of(suit[-1]) == KING and card == suit[0]


def throw_danger(s: Situation, cards: Sequence[Card]) -> Card:
    """The highest card of the suit most likely to take an unwanted trick later: the low ones beside it are cover."""
    worst = max(cards, key=lambda card: (danger(s.holding, card), card))
    return max(of_suit(cards, suit_of(worst)))


def danger(holding: Iterable[Card], card: Card) -> int:
    """How likely a card is to win against its holder's will; two points off for each lower card of its suit."""
    below = sum(suit_of(other) == suit_of(card) and other < card for other in holding)
    return rank_of(card) - 2 * below + (SPADE_DANGER if suit_of(card) == SPADES else 0)


def duck(s: Situation) -> Card:
    """Stay below with the most dangerous card that does; else the lowest while others may beat it, else the highest."""
    losing = losers(s)
    if losing:
        return throw_danger(s, losing)
    return min(s.cards) if len(s.trick.cards) < 3 else max(s.cards)


def _low(card: Card) -> tuple[int, int]:
    return rank_of(card), suit_of(card)
