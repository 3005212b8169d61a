"""Why a card is led: rules in order, the first that fits the card and what its player sees is the reason."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.cards import SPADES, Card, rank_of, suit_of

from ..aims import wants_tricks
from ..table_sense import (
    QUEEN,
    higher_unseen,
    is_master,
    need,
    nil_alive,
    of_suit,
    opponents,
    own_side,
    partner,
    unseen,
    voids,
)
from ..view import Situation
from .follow import LOW, there_is_no_choice
from .reason import Reason, Why

SHORT = 2
HIGH = QUEEN
TEN = 10
FEW_OVER = 2
"""Unseen cards that may lie over a card which still goes for high."""


def explain_lead(s: Situation, card: Card) -> Reason:
    """Why this card to open a trick with."""
    return next((reason for rule in LEADING if (reason := rule(s, card))), Reason(Why.BEST_OF_ALL))


def own_nil(s: Situation, card: Card) -> Reason | None:
    """One's own nil: a card that others go over."""
    return Reason(Why.OWN_NIL_LEAD, count=_over(s, card)) if nil_alive(s, s.seat) and _over(s, card) else None


def for_partners_nil(s: Situation, card: Card) -> Reason | None:
    """Partner's nil: a suit partner is out of, or a card that partner can stay below."""
    nil = partner(s)
    if not nil_alive(s, nil):
        return None
    if suit_of(card) != SPADES and (nil, suit_of(card)) in voids(s):
        return Reason(Why.LEAD_VOID_FOR_NIL, seat=nil, suit=suit_of(card))
    return Reason(Why.LEAD_HIGH_FOR_NIL, seat=nil) if _over(s, card) <= FEW_OVER else None


def under_an_opponents_nil(s: Situation, card: Card) -> Reason | None:
    """An opponent's nil: a low card of a suit the nil bidder may have to go over in."""
    hunted = [seat for seat in opponents(s) if nil_alive(s, seat) and (seat, suit_of(card)) not in voids(s)]
    if not hunted or rank_of(card) > LOW or not _over(s, card):
        return None
    return Reason(Why.LEAD_UNDER_NIL, seat=hunted[0])


def draw_trumps(s: Situation, card: Card) -> Reason | None:
    """A spade, to take the others' spades away from one's winners beside them."""
    others = unseen(s)
    winners = [each for each in s.holding if suit_of(each) != SPADES and is_master(each, others)]
    if suit_of(card) != SPADES or not wants_tricks(s) or not of_suit(others, SPADES) or not winners:
        return None
    return Reason(Why.DRAW_TRUMPS, suit=suit_of(winners[-1]), count=len(of_suit(others, SPADES)))


def cash_a_master(s: Situation, card: Card) -> Reason | None:
    """The highest of its suit that is left, for a trick that is wanted."""
    if not wants_tricks(s) or _over(s, card):
        return None
    return Reason(Why.CASH_MASTER, suit=suit_of(card), count=need(s, own_side(s)))


def give_partner_a_trump(s: Situation, card: Card) -> Reason | None:
    """A suit that partner is out of, while partner may have a spade."""
    empty = voids(s)
    can_trump = (partner(s), suit_of(card)) in empty and (partner(s), SPADES) not in empty
    if suit_of(card) == SPADES or not can_trump or not wants_tricks(s) or nil_alive(s, partner(s)):
        return None
    return Reason(Why.GIVE_RUFF, seat=partner(s), suit=suit_of(card))


def from_a_sequence(s: Situation, card: Card) -> Reason | None:
    """The top of touching high cards."""
    if rank_of(card) < TEN or card - 1 not in s.holding or not wants_tricks(s) or suit_of(card - 1) != suit_of(card):
        return None
    return Reason(Why.LEAD_SEQUENCE, card=card - 1)


def from_a_short_suit(s: Situation, card: Card) -> Reason | None:
    """A suit of one or two cards, to trump it soon."""
    is_short = len(of_suit(s.holding, suit_of(card))) <= SHORT and suit_of(card) != SPADES
    if not is_short or not of_suit(s.holding, SPADES) or not wants_tricks(s):
        return None
    return Reason(Why.LEAD_SHORT, suit=suit_of(card), count=len(of_suit(s.holding, suit_of(card))))


def lose_the_lead(s: Situation, card: Card) -> Reason | None:
    """No trick is wanted: a card that others go over."""
    return Reason(Why.LEAD_LOSER, count=_over(s, card)) if not wants_tricks(s) and _over(s, card) else None


def low_or_high(s: Situation, card: Card) -> Reason | None:
    """Nothing special: the lowest of a suit, which keeps what is above it, or an honour that makes them pay."""
    if card == of_suit(s.holding, suit_of(card))[0] and _over(s, card):
        return Reason(Why.LEAD_LOW, suit=suit_of(card))
    return Reason(Why.LEAD_HIGH, suit=suit_of(card)) if rank_of(card) >= HIGH and wants_tricks(s) else None


def lead_a_spade(s: Situation, card: Card) -> Reason | None:
    """Spades, which the others have to follow with theirs."""
    left = len(of_suit(unseen(s), SPADES))
    return Reason(Why.LEAD_TRUMP, count=left) if suit_of(card) == SPADES and left and wants_tricks(s) else None


def keep_what_is_better(s: Situation, card: Card) -> Reason | None:
    """A card of little use, while better ones are held."""
    return Reason(Why.LEAD_KEEP) if any(_over(s, other) < _over(s, card) for other in s.holding) else None


LEADING: tuple[Callable[[Situation, Card], Reason | None], ...] = (
    there_is_no_choice,
    own_nil,
    for_partners_nil,
    under_an_opponents_nil,
    draw_trumps,
    cash_a_master,
    give_partner_a_trump,
    from_a_sequence,
    from_a_short_suit,
    lose_the_lead,
    lead_a_spade,
    low_or_high,
    keep_what_is_better,
)


def _over(s: Situation, card: Card) -> int:
    """How many unseen cards of its suit go over a card."""
    return higher_unseen(card, unseen(s))
