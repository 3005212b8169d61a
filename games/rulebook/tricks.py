"""Owns the examples of tricks and of what may be played, each decided by the engine."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ..engine.cards import Card, parse_card
from ..engine.hand import legal_cards, trick_winner


@dataclass(frozen=True, slots=True)
class TrickExample:
    """Four cards in order of play, the one that wins, and why."""

    cards: tuple[Card, ...]
    winner: tuple[Card]
    why: str | Promise


@dataclass(frozen=True, slots=True)
class HoldingExample:
    """What a player holds, what was led (no card: they lead), what may be played, and why."""

    holding: tuple[Card, ...]
    led: tuple[Card, ...]
    broken: bool
    legal: tuple[Card, ...]
    why: str | Promise


def _ids(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def _trick(text: str, why: str | Promise) -> TrickExample:
    cards = _ids(text)
    return TrickExample(cards, (cards[trick_winner(cards)],), why)


def _holding(text: str, led: str, why: str | Promise, *, broken: bool = False) -> HoldingExample:
    holding, trick = _ids(text), _ids(led)
    return HoldingExample(holding, trick, broken, legal_cards(holding, trick, broken), why)


TRICKS = (
    _trick("9C TC 2C AD", gettext_lazy("The highest card of the suit led wins; an ace of another suit does not.")),
    _trick("AH KH 2S QH", gettext_lazy("Any spade beats the other suits.")),
    _trick("AH 2S 9S KH", gettext_lazy("The highest spade wins.")),
    _trick("5S 4S AH KS", gettext_lazy("Spades were led: the highest spade wins.")),
)
"""Who wins, on both versions' pages."""
HOLDINGS = (
    _holding("2C 9C KD AS", "TC", gettext_lazy("You hold clubs, so you follow with a club.")),
    _holding("2D 9H AS", "TC", gettext_lazy("You have no club: play anything, a spade too.")),
    _holding("2C AS KS", "", gettext_lazy("You lead, and spades are not broken: no spade yet.")),
    _holding("2C AS KS", "", gettext_lazy("You lead, and spades are broken: anything goes."), broken=True),
    _holding("2S AS KS", "", gettext_lazy("You hold nothing but spades, so you may lead one.")),
)
"""What may be played, on both versions' pages."""
