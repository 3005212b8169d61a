"""Cards as small integers, seats and sides: the alphabet everything else is written in."""

from typing import TypeAlias

from .errors import BadCard

Card: TypeAlias = int
"""13 * suit + rank - 2, with suits C D H S as 0..3 and ranks 2..14 (jack 11, queen 12, king 13, ace 14)."""
Seat: TypeAlias = int
"""0 North, 1 East, 2 South, 3 West; play goes to the left, 0 to 1 to 2 to 3 to 0."""
Side: TypeAlias = int
"""0 North–South, 1 East–West."""
Deal: TypeAlias = tuple[tuple[Card, ...], ...]
"""Four holdings by seat, each ascending."""

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SPADES = 3
DECK: tuple[Card, ...] = tuple(range(52))
SEATS: tuple[Seat, ...] = (0, 1, 2, 3)
SIDES: tuple[Side, ...] = (0, 1)

_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def parse_card(text: object) -> Card:
    """The card written as rank `23456789TJQKA` and suit `CDHS`; anything else raises BadCard."""
    card = _CARDS.get(text) if isinstance(text, str) else None
    if card is None:
        raise BadCard(f"{_shown(text)} is not a card: write a rank of {RANKS}, then a suit of {SUITS}.")
    return card


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 20 else text[:17] + "..."


def card_text(card: Card) -> str:
    """The two characters of a card; a number outside 0..51 raises BadCard."""
    if not 0 <= card < 52:
        raise BadCard(f"{card} is not a card: cards are numbered 0 to 51.")
    return _TEXTS[card]


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def rank_of(card: Card) -> int:
    """2 to 14, the ace being 14."""
    return card % 13 + 2


def left_of(seat: Seat) -> Seat:
    """The seat that acts next."""
    return (seat + 1) % 4


def partner_of(seat: Seat) -> Seat:
    """The seat opposite."""
    return (seat + 2) % 4


def side_of(seat: Seat) -> Side:
    """0 for North and South, 1 for East and West."""
    return seat % 2
