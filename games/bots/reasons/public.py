"""What everybody at the table can tell of an act: a bid's promise, and what a card shows, never from hidden cards.

Everything here is read from a spectator's view, in which there is no holding. So nothing is said of what a seat could
have played instead: only how its card lies to those on the table and to those nobody has shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, floor

from games.engine.actions import BLIND_NIL, BidValue, Play, is_nil
from games.engine.cards import SPADES, Card, Seat, rank_of, suit_of

from ..table_sense import (
    QUEEN,
    best_card,
    contract,
    higher_unseen,
    need,
    nil_alive,
    opponents,
    own_side,
    partner,
    unseen,
    voids,
    winning_seat,
    yet_to_play,
)
from ..view import SeatView, Situation, Trick, read_view
from .follow import takes
from .reason import Reason, Why

LOW, HIGH = 7, QUEEN
"""The highest rank that goes for low, and the lowest that goes for high."""


def explain_promise(view: SeatView, seat: Seat) -> Reason | None:
    """What the bid of a seat tells everybody; None before it has bid."""
    bid = read_public(view, seat).bids[seat]
    if bid is None:
        return None
    if bid == BLIND_NIL:
        return Reason(Why.PROMISE_BLIND_NIL, seat=seat)
    return _promise_nil(seat) if is_nil(bid) else _promise_tricks(seat, bid)


def _promise_nil(seat: Seat) -> Reason:
    """How many of a hundred such nils are made."""
    from ..bidding_model import bid_meaning  # numba is loaded only where something is asked

    return Reason(Why.PROMISE_NIL, seat=seat, count=round(100 * (bid_meaning(0).nils_made or 0)))


def _promise_tricks(seat: Seat, bid: BidValue) -> Reason:
    """The numbers of tricks within the spread of the mean of such a bid."""
    from ..bidding_model import bid_meaning  # numba is loaded only where something is asked

    meaning = bid_meaning(bid)
    tricks, spread = meaning.tricks or 0.0, meaning.spread or 0.0
    least, most = max(0, ceil(tricks - spread)), min(13, floor(tricks + spread))
    return Reason(Why.PROMISE, seat=seat, parts=(("least", least), ("most", most)))


def explain_shown(view: SeatView, number: int, seat: Seat) -> Reason | None:
    """Why a seat played its card to trick `number` (from 0) of the hand; None while it has not played to it."""
    s = before_card(view, number, seat)
    if s is None:
        return None
    if number == 12:
        return Reason(Why.LAST_CARD)
    card = s.cards[0]
    if not s.trick.cards:
        return next((reason for rule in LEADING if (reason := rule(s, card))), lead_plainly(s, card))
    return next((reason for rule in FOLLOWING if (reason := rule(s, card))), stay_below(s, card))


def read_public(view: SeatView, seat: Seat) -> Situation:
    """The public part of a view as a situation of `seat`, which holds nothing that can be seen."""
    nothing = {"seat": seat, "holding": None, "legal": [{"type": "look"}]}
    return replace(read_view({**view, **nothing}), legal=())


def before_card(view: SeatView, number: int, seat: Seat) -> Situation | None:
    """What everybody saw right before a seat played to a trick; its card is the only legal one."""
    s = read_public(view, seat)
    trick = (*s.tricks, s.trick)[number] if 0 <= number <= len(s.tricks) else None
    if trick is None or trick.leader is None or (place := (seat - trick.leader) % 4) >= len(trick.cards):
        return None
    earlier = s.tricks[:number]
    won = tuple(sum(each.winner == each_seat for each in earlier) for each_seat in range(4))
    played = [card for each in earlier for card in each.cards] + list(trick.cards[:place])
    return replace(
        s,
        won=won,
        broken=any(suit_of(card) == SPADES for card in played),
        trick=Trick(trick.leader, trick.cards[:place]),
        tricks=earlier,
        legal=(Play(trick.cards[place]),),
    )


def nil_follow(s: Situation, card: Card) -> Reason | None:
    """The seat's own nil."""
    if not nil_alive(s, s.seat):
        return None
    if takes(s, card):
        return Reason(Why.WENT_OVER_AS_NIL, card=best_card(s))
    is_led = suit_of(card) == suit_of(s.trick.cards[0])
    return Reason(Why.OWN_NIL_UNDER, card=best_card(s)) if is_led else Reason(Why.OWN_NIL_SHED, suit=_led(s))


def partners_nil(s: Situation, card: Card) -> Reason | None:
    """Partner's nil was covered, or shielded."""
    nil = partner(s)
    if not nil_alive(s, nil) or not takes(s, card):
        return None
    if winning_seat(s) == nil:
        return Reason(Why.COVER_NIL, seat=nil, card=best_card(s))
    return Reason(Why.SHIELD_NIL, seat=nil, card=best_card(s)) if nil in yet_to_play(s) else None


def opponents_nil(s: Situation, card: Card) -> Reason | None:
    """An opponent's nil was left the trick, or put under pressure."""
    winner = winning_seat(s)
    if winner in opponents(s) and nil_alive(s, winner) and not takes(s, card):
        return Reason(Why.LEAVE_TO_NIL, seat=winner, card=best_card(s))
    hunted = [seat for seat in yet_to_play(s) if seat in _hunted(s, _led(s))]
    is_low = suit_of(card) == suit_of(best_card(s)) == _led(s) and max(map(rank_of, (card, best_card(s)))) <= LOW
    return Reason(Why.SQUEEZE_NIL, seat=hunted[0]) if hunted and is_low else None


def _hunted(s: Situation, suit: int) -> list[Seat]:
    """The opponents whose nil is alive and who may have to follow the suit."""
    return [seat for seat in opponents(s) if nil_alive(s, seat) and (seat, suit) not in voids(s)]


def trump(s: Situation, card: Card) -> Reason | None:
    """A spade on another suit shows that the seat is out of it."""
    if suit_of(card) != SPADES or _led(s) == SPADES or not takes(s, card):
        return None
    if suit_of(best_card(s)) == SPADES:
        return Reason(Why.OVERRUFF, card=best_card(s), suit=_led(s), count=_needed(s))
    return Reason(Why.RUFF, suit=_led(s), count=_needed(s))


def throw(s: Situation, card: Card) -> Reason | None:
    """Another suit, or a spade under a spade, shows that the seat is out of the one led."""
    if suit_of(card) == _led(s) or takes(s, card):
        return None
    if suit_of(card) == SPADES:
        return Reason(Why.UNDERTRUMPED, suit=_led(s), card=best_card(s))
    return Reason(Why.THREW, suit=_led(s))


def partners_trick(s: Situation, card: Card) -> Reason | None:
    """Partner's trick was left, or taken over."""
    if winning_seat(s) != partner(s) or is_nil(s.bids[partner(s)]):
        return None
    why = Why.OVERTAKE_PARTNER if takes(s, card) else Why.LEAVE_PARTNER
    return Reason(why, seat=partner(s), card=best_card(s))


def win(s: Situation, card: Card) -> Reason | None:
    """The card went over all that lay there."""
    if not takes(s, card):
        return None
    if _has_made_its_bid(s):
        return Reason(Why.MUST_WIN, card=best_card(s))
    if not yet_to_play(s):
        return Reason(Why.WIN_LAST, card=best_card(s), count=_needed(s))
    is_best = not higher_unseen(card, unseen(s))
    return Reason(Why.WIN_MASTER if is_best else Why.WIN_NOW, card=best_card(s), count=_needed(s))


def beyond_reach(s: Situation, card: Card) -> Reason | None:
    """No card of the suit could have won: a trump lay there, or the highest that was left of the suit."""
    best = best_card(s)
    if takes(s, card) or suit_of(card) != _led(s):
        return None
    if suit_of(best) != suit_of(card):
        return Reason(Why.UNDER_TRUMP, card=best)
    return None if higher_unseen(best, unseen(s)) else Reason(Why.UNDER_HIGHEST, card=best)


def stay_below(s: Situation, card: Card) -> Reason:
    """The card followed under one that others of its suit could have beaten."""
    if rank_of(card) > LOW:
        return Reason(Why.PLAYED_UNDER, card=best_card(s))
    if _has_made_its_bid(s):
        return Reason(Why.AVOID_BAG, card=best_card(s))
    return Reason(Why.SECOND_LOW if len(s.trick.cards) == 1 else Why.PLAYED_LOW, card=best_card(s))


FOLLOWING: Sequence[Callable[[Situation, Card], Reason | None]] = (
    nil_follow,
    partners_nil,
    opponents_nil,
    trump,
    throw,
    partners_trick,
    win,
    beyond_reach,
)


def nil_lead(s: Situation, card: Card) -> Reason | None:
    """The seat's own nil had to lead, a card that others may go over or one that nobody can."""
    if not nil_alive(s, s.seat):
        return None
    return Reason(Why.OWN_NIL_LEAD, count=_over(s, card)) if _over(s, card) else Reason(Why.NIL_LED_HIGHEST)


def lead_for_nil(s: Situation, card: Card) -> Reason | None:
    """A lead for partner's nil, or against an opponent's."""
    nil = partner(s)
    if nil_alive(s, nil) and suit_of(card) != SPADES and (nil, suit_of(card)) in voids(s):
        return Reason(Why.LEAD_VOID_FOR_NIL, seat=nil, suit=suit_of(card))
    if nil_alive(s, nil) and rank_of(card) >= HIGH:
        return Reason(Why.LEAD_HIGH_FOR_NIL, seat=nil)
    hunted = _hunted(s, suit_of(card))
    is_low = rank_of(card) <= LOW and _over(s, card)
    return Reason(Why.LEAD_UNDER_NIL, seat=hunted[0]) if hunted and is_low else None


def lead_trumps(s: Situation, card: Card) -> Reason | None:
    """A spade takes spades from the others."""
    return Reason(Why.DRAW_TRUMPS) if suit_of(card) == SPADES else None


def lead_a_master(s: Situation, card: Card) -> Reason | None:
    """The highest card of its suit that is left."""
    return None if _over(s, card) else Reason(Why.CASH_MASTER, suit=suit_of(card), count=_needed(s))


def lead_to_partners_trump(s: Situation, card: Card) -> Reason | None:
    """A suit that partner has shown to be out of."""
    empty = voids(s)
    if (partner(s), suit_of(card)) not in empty or (partner(s), SPADES) in empty:
        return None
    return Reason(Why.GIVE_RUFF, seat=partner(s), suit=suit_of(card))


def lead_plainly(s: Situation, card: Card) -> Reason:
    """Nothing special: high, of middle height, or low."""
    if rank_of(card) <= LOW:
        return Reason(Why.LEAD_LOSER if _has_made_its_bid(s) else Why.LEAD_LOW, count=_over(s, card))
    return Reason(Why.LEAD_HIGH if rank_of(card) >= HIGH else Why.LEAD_MIDDLE, count=_over(s, card))


LEADING: Sequence[Callable[[Situation, Card], Reason | None]] = (
    nil_lead,
    lead_for_nil,
    lead_a_master,
    lead_trumps,
    lead_to_partners_trump,
)


def card_of(view: SeatView, number: int, seat: Seat) -> Card | None:
    """The card a seat played to a trick of the hand, or None."""
    s = before_card(view, number, seat)
    return None if s is None else s.cards[0]


def _led(s: Situation) -> int:
    return suit_of(s.trick.cards[0])


def _needed(s: Situation) -> int:
    return need(s, own_side(s))


def _has_made_its_bid(s: Situation) -> bool:
    """Has the side bid tricks, and won so many?"""
    return contract(s, own_side(s)) > 0 and not _needed(s)


def _over(s: Situation, card: Card) -> int:
    """How many cards nobody has shown go over a card of its suit."""
    return higher_unseen(card, unseen(s) - {card})
