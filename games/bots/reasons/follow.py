"""Why a card is followed with: rules in order, the first that fits the card and what its player sees is the reason."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.actions import is_nil
from games.engine.cards import SPADES, Card, rank_of, suit_of

from ..aims import wants_contract, wants_tricks
from ..discarding import losers, winners
from ..following import led_suit, lowest_equal
from ..table_sense import (
    beats,
    best_card,
    is_master,
    need,
    nil_alive,
    of_suit,
    opponents,
    own_side,
    partner,
    unseen,
    winning_seat,
    yet_to_play,
)
from ..view import Situation
from .reason import Reason, Why

LOW = 9
"""The highest rank that still goes for low, under an opponent's nil."""


def explain_follow(s: Situation, card: Card) -> Reason:
    """Why this card to a trick that somebody else has led."""
    return next((reason for rule in FOLLOWING if (reason := rule(s, card))), Reason(Why.BEST_OF_ALL))


def there_is_no_choice(s: Situation, card: Card) -> Reason | None:
    """Only one card may be played, or all that may be are worth the same."""
    if len(s.cards) == 1:
        return Reason(Why.ONLY_CARD)
    return Reason(Why.SAME_WORTH) if len({lowest_equal(s, each) for each in s.cards}) == 1 else None


def own_nil(s: Situation, card: Card) -> Reason | None:
    """One's own nil: stay below, be rid of danger, or hope."""
    if not nil_alive(s, s.seat):
        return None
    if takes(s, card):
        return Reason(Why.OWN_NIL_HOPE) if yet_to_play(s) else _lost_nil(s)
    if suit_of(card) == led_suit(s):
        return Reason(Why.OWN_NIL_UNDER, card=best_card(s))
    return Reason(Why.OWN_NIL_SHED, suit=led_suit(s))


def _lost_nil(s: Situation) -> Reason | None:
    return None if losers(s) else Reason(Why.OWN_NIL_LOST)


def cover_partners_nil(s: Situation, card: Card) -> Reason | None:
    """Partner's nil is winning this trick, and the card takes it over."""
    if not nil_alive(s, partner(s)) or winning_seat(s) != partner(s) or not takes(s, card):
        return None
    return Reason(Why.COVER_NIL, seat=partner(s), card=best_card(s))


def shield_partners_nil(s: Situation, card: Card) -> Reason | None:
    """Partner's nil has still to play, and the card goes over what lies there."""
    if not nil_alive(s, partner(s)) or partner(s) not in yet_to_play(s) or not takes(s, card):
        return None
    return Reason(Why.SHIELD_NIL, seat=partner(s))


def attack_a_nil(s: Situation, card: Card) -> Reason | None:
    """An opponent's nil is winning this trick, or has still to play to it, and the card leaves it the trick."""
    winner = winning_seat(s)
    if winner in opponents(s) and nil_alive(s, winner) and not takes(s, card):
        return Reason(Why.LEAVE_TO_NIL, seat=winner, card=best_card(s)) if winners(s) else None
    hunted = [seat for seat in yet_to_play(s) if seat in opponents(s) and nil_alive(s, seat)]
    is_in_suit = suit_of(card) == suit_of(best_card(s)) == led_suit(s)
    is_low = is_in_suit and rank_of(card) <= LOW and rank_of(best_card(s)) <= LOW
    return Reason(Why.SQUEEZE_NIL, seat=hunted[0]) if hunted and is_low and _could_go_higher(s, card) else None


def _could_go_higher(s: Situation, card: Card) -> bool:
    return any(rank_of(other) > LOW for other in of_suit(s.cards, suit_of(card)))


def leave_partners_trick(s: Situation, card: Card) -> Reason | None:
    """Partner is winning the trick, and the card leaves it so."""
    if winning_seat(s) != partner(s) or is_nil(s.bids[partner(s)]) or takes(s, card) or not wants_tricks(s):
        return None
    return Reason(Why.LEAVE_PARTNER, seat=partner(s), card=best_card(s)) if winners(s) else None


def take_over_partner(s: Situation, card: Card) -> Reason | None:
    """Partner is winning the trick, and the card takes it all the same."""
    if winning_seat(s) != partner(s) or nil_alive(s, partner(s)) or not takes(s, card) or not losers(s):
        return None
    is_ruff = suit_of(card) == SPADES != suit_of(best_card(s))
    why = Why.TRUMP_PARTNER if is_ruff else Why.OVERTAKE_PARTNER
    return Reason(why, seat=partner(s), card=best_card(s)) if wants_tricks(s) else None


def trump(s: Situation, card: Card) -> Reason | None:
    """A spade on a trick of another suit, for a trick that is wanted."""
    if suit_of(card) != SPADES or led_suit(s) == SPADES or not takes(s, card) or not losers(s) or not wants_tricks(s):
        return None
    return _ruff(s) if wants_contract(s) else _set_them(s)


def _ruff(s: Situation) -> Reason:
    if suit_of(best_card(s)) == SPADES:
        return Reason(Why.OVERRUFF, card=best_card(s), suit=led_suit(s), count=still_needed(s))
    return Reason(Why.RUFF, suit=led_suit(s), count=still_needed(s))


def win(s: Situation, card: Card) -> Reason | None:
    """The card takes a trick that the side's contract, or a set, wants."""
    if not takes(s, card) or not wants_tricks(s) or not losers(s):
        return None
    if not wants_contract(s):
        return _set_them(s)
    return Reason(_why_it_wins(s, card), card=best_card(s), count=still_needed(s))


def _set_them(s: Situation) -> Reason:
    """Nothing is wanted of the trick but that the others lack it."""
    return Reason(Why.SET_THEM, count=need(s, 1 - own_side(s)))


def _why_it_wins(s: Situation, card: Card) -> Why:
    if not yet_to_play(s):
        return Why.WIN_LAST
    if is_master(card, unseen(s)):
        return Why.WIN_MASTER
    return Why.WIN_HIGH if len(s.trick.cards) == 2 else Why.WIN_NOW


def win_anyway(s: Situation, card: Card) -> Reason | None:
    """Every card that may be played takes the trick."""
    if not takes(s, card) or losers(s):
        return None
    if not wants_tricks(s):
        return Reason(Why.MUST_WIN)
    if suit_of(card) != led_suit(s):
        return _ruff(s)
    why = Why.LOWEST_WINS if card == min(s.cards) else _why_it_wins(s, card)
    return Reason(why, card=best_card(s), count=still_needed(s))


def lose_unwanted(s: Situation, card: Card) -> Reason | None:
    """Nothing more is wanted: stay below, and be rid of what might win later."""
    if takes(s, card) or wants_tricks(s):
        return None
    if winners(s) and suit_of(card) == led_suit(s):
        return Reason(Why.AVOID_BAG, card=best_card(s))
    lower = [each for each in losers(s) if suit_of(each) == suit_of(card) and each < card]
    return Reason(Why.SHED_DANGER) if lower or suit_of(card) != led_suit(s) else None


def discard(s: Situation, card: Card) -> Reason | None:
    """Out of the suit: which card is thrown."""
    if suit_of(card) == led_suit(s) or takes(s, card):
        return None
    if nil_alive(s, partner(s)):
        return Reason(Why.KEEP_FOR_NIL, seat=partner(s), suit=led_suit(s))
    if suit_of(card) != SPADES and len(of_suit(s.holding, suit_of(card))) == 1 and of_suit(s.holding, SPADES):
        return Reason(Why.DISCARD_LAST, suit=suit_of(card))
    return Reason(Why.DISCARD_LOW, suit=led_suit(s))


def play_low(s: Situation, card: Card) -> Reason | None:
    """A card that does not win where one might have."""
    if takes(s, card):
        return None
    if not winners(s):
        return Reason(Why.CANNOT_WIN if card == min(s.cards) else Why.SHED_UNDER, card=best_card(s))
    return Reason(Why.SECOND_LOW if len(s.trick.cards) == 1 else Why.KEEP_WINNER)


FOLLOWING: tuple[Callable[[Situation, Card], Reason | None], ...] = (
    there_is_no_choice,
    own_nil,
    cover_partners_nil,
    shield_partners_nil,
    attack_a_nil,
    leave_partners_trick,
    take_over_partner,
    trump,
    win,
    win_anyway,
    lose_unwanted,
    discard,
    play_low,
)


def takes(s: Situation, card: Card) -> bool:
    """Does the card win the trick as it lies?"""
    return beats(card, best_card(s))


def still_needed(s: Situation) -> int:
    """Tricks that the own side still lacks, this one included."""
    return need(s, own_side(s))
