"""The card to follow with: rules of thumb in order, the first that applies decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.actions import is_nil
from games.engine.cards import SPADES, Card, rank_of, suit_of

from .aims import can_spare_a_trick, has_time, wants_tricks
from .discarding import duck, losers, throw_danger, throw_idle, winners
from .table_sense import (
    JACK,
    KING,
    best_card,
    is_master,
    nil_alive,
    of_suit,
    opponents,
    partner,
    unseen,
    winning_seat,
    yet_to_play,
)
from .view import Situation

NINE = 9


def follow(s: Situation) -> Card:
    """The card to play to a trick somebody else has led."""
    return next((card for rule in FOLLOWING if (card := rule(s)) is not None), duck(s))


def stay_below_with_own_nil(s: Situation) -> Card | None:
    """Own nil: be rid of the highest card that still loses."""
    return duck(s) if nil_alive(s, s.seat) else None


def take_over_partners_nil(s: Situation) -> Card | None:
    """Partner's nil is winning this trick: take it over, as cheaply as it goes, with a spade if need be."""
    if winning_seat(s) != partner(s) or not nil_alive(s, partner(s)):
        return None
    return cheapest(winners(s))


def shield_partners_nil(s: Situation) -> Card | None:
    """Partner's nil has still to play to a low trick: put a high card on it, for partner to stay below."""
    if not nil_alive(s, partner(s)) or partner(s) not in yet_to_play(s) or _is_high(s):
        return None
    winning = winners(s)
    follows = [card for card in winning if suit_of(card) == led_suit(s)]
    return lowest_equal(s, max(follows)) if follows else cheapest(winning)


def leave_it_to_the_nil_bidder(s: Situation) -> Card | None:
    """An opponent's nil is winning this trick: stay below it, unless the own contract cannot spare the trick."""
    winner = winning_seat(s)
    if winner is None or winner not in opponents(s) or not nil_alive(s, winner) or not can_spare_a_trick(s):
        return None
    return throw_danger(s, losers(s)) if losers(s) else None


def stay_low_before_the_nil_bidder(s: Situation) -> Card | None:
    """An opponent's nil has still to play to a low trick: stay below it, or go over as little as it takes."""
    if not any(nil_alive(s, seat) for seat in opponents(s) if seat in yet_to_play(s)):
        return None
    if rank_of(best_card(s)) > NINE or suit_of(best_card(s)) != led_suit(s) or not has_time(s):
        return None
    follows = of_suit(s.cards, led_suit(s))
    under = [card for card in follows if card < best_card(s)]
    return max(under) if under else next((card for card in follows if rank_of(card) <= NINE), None)


def leave_partners_trick(s: Situation) -> Card | None:
    """Partner's card wins a trick the side wants: neither beat nor trump it, throw what is missed least.

    After a failed nil partner's tricks are only bags: then the trick is worth taking.
    """
    if not wants_tricks(s) or winning_seat(s) != partner(s) or is_nil(s.bids[partner(s)]) or not _partner_is_safe(s):
        return None
    return throw_idle(s, losers(s) or s.cards)


def win_as_the_last(s: Situation) -> Card | None:
    """Last to a wanted trick: win it with the cheapest card that does."""
    if not wants_tricks(s) or yet_to_play(s):
        return None
    return cheapest(winners(s))


def win_with_a_master(s: Situation) -> Card | None:
    """Others have still to play to a wanted trick: put on a card that none of them can beat in its suit."""
    if not wants_tricks(s):
        return None
    others = unseen(s)
    masters = [card for card in winners(s) if suit_of(card) == led_suit(s) and is_master(card, others)]
    return min(masters, default=None)


def trump_low(s: Situation) -> Card | None:
    """Out of the suit of a wanted trick: trump it with the smallest spade that wins."""
    if not wants_tricks(s) or suit_of(s.cards[0]) == led_suit(s):
        return None
    return cheapest(winners(s))


def third_hand_high(s: Situation) -> Card | None:
    """Third to a wanted trick: play high, to make the last player pay; of equal cards the lowest."""
    if not wants_tricks(s) or len(s.trick.cards) != 2 or not winners(s):
        return None
    return lowest_equal(s, max(winners(s)))


def play_low(s: Situation) -> Card | None:
    """Second hand low; and where a wanted trick is out of reach, the card that is missed least."""
    return throw_idle(s, losers(s) or s.cards) if wants_tricks(s) else None


FOLLOWING: tuple[Callable[[Situation], Card | None], ...] = (
    stay_below_with_own_nil,
    take_over_partners_nil,
    shield_partners_nil,
    leave_it_to_the_nil_bidder,
    stay_low_before_the_nil_bidder,
    leave_partners_trick,
    win_as_the_last,
    win_with_a_master,
    trump_low,
    third_hand_high,
    play_low,
)


def led_suit(s: Situation) -> int:
    """The suit that must be followed."""
    return suit_of(s.trick.cards[0])


def cheapest(cards: Sequence[Card]) -> Card | None:
    """The card that costs least to win with: no spade before any spade, then the lowest; None of no cards."""
    return min(cards, key=lambda card: (suit_of(card) == SPADES, rank_of(card)), default=None)


def lowest_equal(s: Situation, card: Card) -> Card:
    """The lowest held card that is worth the same: nothing unseen lies between the two."""
    others = unseen(s)
    while card - 1 in s.cards and suit_of(card - 1) == suit_of(card) and card - 1 not in others:
        card -= 1
    return card


def _is_high(s: Situation) -> bool:
    return rank_of(best_card(s)) > JACK or suit_of(best_card(s)) != led_suit(s)


def _partner_is_safe(s: Situation) -> bool:
    """Nobody is left to play, or partner trumped, or holds the trick with a master or a card nearly as good."""
    best = best_card(s)
    return not yet_to_play(s) or suit_of(best) != led_suit(s) or rank_of(best) >= KING or is_master(best, unseen(s))
