"""The card to lead: rules of thumb in order, the first that applies decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.engine.cards import SPADES, Card, rank_of, suit_of

from .aims import has_time, wants_tricks
from .table_sense import (
    KING,
    QUEEN,
    higher_unseen,
    is_master,
    lower_unseen,
    need,
    nil_alive,
    of_suit,
    opponents,
    own_side,
    partner,
    tricks_left,
    unseen,
    voids,
)
from .view import Situation

LATE = 7
"""With so many cards or fewer the side masters want the others' spades gone."""


def lead(s: Situation) -> Card:
    """The card to open a trick with."""
    return next((card for rule in LEADING if (card := rule(s)) is not None), lead_a_likely_loser(s))


def lead_low_with_own_nil(s: Situation) -> Card | None:
    """Own nil: lead the card that most others go over."""
    return lead_a_likely_loser(s) if nil_alive(s, s.seat) else None


def lead_high_for_partners_nil(s: Situation) -> Card | None:
    """Partner's nil: lead the card that fewest go over, so that partner can stay below; spades last."""
    if not nil_alive(s, partner(s)):
        return None
    others = unseen(s)
    return min(s.cards, key=lambda card: (higher_unseen(card, others), -rank_of(card), suit_of(card) == SPADES))


def lead_under_opponents_nil(s: Situation) -> Card | None:
    """An opponent's nil and time to spare: lead low where the nil bidder may have to go over it."""
    hunted = [seat for seat in opponents(s) if nil_alive(s, seat)]
    if not hunted or not has_time(s):
        return None
    others, empty = unseen(s), voids(s)
    follows = [card for card in s.cards if any((seat, suit_of(card)) not in empty for seat in hunted)]
    catching = [card for card in follows if higher_unseen(card, others)]
    return min(catching, key=lambda card: (lower_unseen(card, others), rank_of(card)), default=None)


def draw_trumps(s: Situation) -> Card | None:
    """Late, with masters in spades and beside them: take the others' spades away, so that the side masters hold."""
    others = unseen(s)
    if not wants_tricks(s) or tricks_left(s) > LATE or not of_suit(others, SPADES):
        return None
    masters = [card for card in s.cards if is_master(card, others)]
    enough = len(of_suit(s.cards, SPADES)) > 1 and side_cards(masters)
    return max(of_suit(masters, SPADES), default=None) if enough else None


def cash_a_master(s: Situation) -> Card | None:
    """A trick is wanted: lead what is highest in its suit, the shortest suit first, unless an opponent may trump it."""
    if not wants_tricks(s):
        return None
    others = unseen(s)
    safe = [card for card in side_cards(s.cards) if is_master(card, others) and not _may_be_trumped(s, card, others)]
    return min(safe, key=lambda card: (len(of_suit(s.holding, suit_of(card))), -rank_of(card)), default=None)


def cash_a_spade(s: Situation) -> Card | None:
    """Every trick left is needed and a spade is master: take it now."""
    if not wants_tricks(s) or tricks_left(s) > max(need(s, own_side(s)) + 1, need(s, 1 - own_side(s))):
        return None
    others = unseen(s)
    return max((card for card in of_suit(s.cards, SPADES) if is_master(card, others)), default=None)


def give_partner_a_trump(s: Situation) -> Card | None:
    """Partner is out of a suit and not of spades: lead it low for partner to trump."""
    if not wants_tricks(s) or (partner(s), SPADES) in (empty := voids(s)):
        return None
    wanted = [card for card in side_cards(s.cards) if (partner(s), suit_of(card)) in empty]
    return min(wanted, key=rank_of, default=None)


def lead_from_a_sequence(s: Situation) -> Card | None:
    """King with queen, queen with jack: the top one drives out what is above and keeps the next a winner."""
    if not wants_tricks(s):
        return None
    tops = [card for card in side_cards(s.cards) if rank_of(card) >= QUEEN and card - 1 in s.holding]
    return max(tops, key=rank_of, default=None)


def lead_a_short_suit(s: Situation) -> Card | None:
    """With spades to trump with: lead the shortest side suit to be out of it soon, but not from a king or queen."""
    if not wants_tricks(s) or not of_suit(s.holding, SPADES):
        return None
    loose = [card for card in side_cards(s.cards) if not _is_headed_by_an_honour(s, suit_of(card))]
    return min(loose, key=lambda card: (len(of_suit(s.holding, suit_of(card))), rank_of(card)), default=None)


def lead_low_from_length(s: Situation) -> Card | None:
    """Nothing better: the lowest card of the longest side suit, and a spade only where there is nothing else."""
    if not wants_tricks(s):
        return None
    cards = side_cards(s.cards) or s.cards
    return min(cards, key=lambda card: (-len(of_suit(s.holding, suit_of(card))), rank_of(card)))


def lead_a_likely_loser(s: Situation) -> Card:
    """A trick is unwanted: lead the card that most unseen cards go over, no spade where another will do."""
    others = unseen(s)
    return max(
        s.cards,
        key=lambda card: (
            higher_unseen(card, others) > 0,
            suit_of(card) != SPADES,
            higher_unseen(card, others),
            -rank_of(card),
        ),
    )


LEADING: tuple[Callable[[Situation], Card | None], ...] = (
    lead_low_with_own_nil,
    lead_high_for_partners_nil,
    lead_under_opponents_nil,
    draw_trumps,
    cash_a_master,
    cash_a_spade,
    give_partner_a_trump,
    lead_from_a_sequence,
    lead_a_short_suit,
    lead_low_from_length,
)


def side_cards(cards: Iterable[Card]) -> list[Card]:
    """The cards that are no spades."""
    return [card for card in cards if suit_of(card) != SPADES]


def _may_be_trumped(s: Situation, card: Card, others: set[Card]) -> bool:
    """Has an opponent shown out of the suit while spades are about?"""
    empty = voids(s)
    holders = [seat for seat in opponents(s) if (seat, SPADES) not in empty]
    return bool(of_suit(others, SPADES)) and any((seat, suit_of(card)) in empty for seat in holders)


def _is_headed_by_an_honour(s: Situation, suit: int) -> bool:
    """Is the best card of the suit a king or queen, which gains by waiting for others to lead the suit?"""
    return rank_of(of_suit(s.holding, suit)[-1]) in (QUEEN, KING)
