"""Owns how cards are written inside a text: rank and suit for the eye, the name in words for a screen reader."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ..engine.cards import RANKS, SUITS, Card, card_text, parse_card, rank_of, suit_of

register = template.Library()

SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
TEXT_STYLE = "\N{VARIATION SELECTOR-15}"
SUIT_NAMES = (gettext_lazy("clubs"), gettext_lazy("diamonds"), gettext_lazy("hearts"), gettext_lazy("spades"))
RANK_NAMES = (
    pgettext_lazy("rank", "two"),
    pgettext_lazy("rank", "three"),
    pgettext_lazy("rank", "four"),
    pgettext_lazy("rank", "five"),
    pgettext_lazy("rank", "six"),
    pgettext_lazy("rank", "seven"),
    pgettext_lazy("rank", "eight"),
    pgettext_lazy("rank", "nine"),
    pgettext_lazy("rank", "ten"),
    pgettext_lazy("rank", "jack"),
    pgettext_lazy("rank", "queen"),
    pgettext_lazy("rank", "king"),
    pgettext_lazy("rank", "ace"),
)
RANK_SIGNS = {rank: rank for rank in RANKS} | {"T": "10"}


@register.simple_tag
def cards(written: str | Iterable[Card]) -> SafeString:
    """Writes cards, given as a text like "TS KH" or as card ids, one after the other."""
    ids = map(parse_card, written.split()) if isinstance(written, str) else written
    return format_html_join(" ", "{}", ((_write(card),) for card in ids))


def name_card(card: Card) -> str:
    """Returns the name of a card in words, such as "ten of spades"."""
    return _("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[rank_of(card) - 2], "suit": SUIT_NAMES[suit_of(card)]}


def _write(card: Card) -> SafeString:
    text = card_text(card)
    rank, suit = text[0], text[1]
    return format_html(
        '<span class="card-inline suit-{}" role="img" aria-label="{}">{}{}</span>',
        suit.lower(),
        name_card(card),
        RANK_SIGNS[rank],
        SYMBOLS[suit] + TEXT_STYLE,
    )
