"""What everybody at the table can tell of an act: a bid's promise, and what a card shows, never from hidden cards.

Everything here is read from a spectator's view, in which there is no holding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.engine.actions import BLIND_NIL, BidValue, Play, is_nil
from games.engine.cards import SPADES, Card, Seat, rank_of, suit_of

from ..table_sense import (
    QUEEN,
    best_card,
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

LOW = 9


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
    """Between how many tricks such a bid most often lies."""
    from ..bidding_model import bid_meaning  # numba is loaded only where something is asked

    meaning = bid_meaning(bid)
    tricks, spread = meaning.tricks or 0.0, meaning.spread or 0.0
    least, most = max(0, round(tricks - spread)), min(13, round(tricks + spread))
    return Reason(Why.PROMISE, seat=seat, parts=(("least", least), ("most", most)))


def explain_shown(view: SeatView, number: int, seat: Seat) -> Reason | None:
    """Why a seat played its card to trick `number` (from 0) of the hand; None while it has not played to it."""
    s = before_card(view, number, seat)
    if s is None:
        return None
    rules = FOLLOWING if s.trick.cards else LEADING
    card = s.cards[0]
    return next((reason for rule in rules if (reason := rule(s, card))), Reason(Why.PLAYED_LOW))


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
    return Reason(Why.SHIELD_NIL, seat=nil) if nil in yet_to_play(s) else None


def opponents_nil(s: Situation, card: Card) -> Reason | None:
    """An opponent's nil was left the trick, or put under pressure."""
    winner = winning_seat(s)
    if winner in opponents(s) and nil_alive(s, winner) and not takes(s, card):
        return Reason(Why.LEAVE_TO_NIL, seat=winner, card=best_card(s))
    hunted = [seat for seat in yet_to_play(s) if seat in opponents(s) and nil_alive(s, seat)]
    is_low = suit_of(card) == _led(s) and rank_of(card) <= LOW and rank_of(best_card(s)) <= LOW
    return Reason(Why.SQUEEZE_NIL, seat=hunted[0]) if hunted and is_low else None


def trump(s: Situation, card: Card) -> Reason | None:
    """A spade on another suit shows that the seat is out of it."""
    if suit_of(card) != SPADES or _led(s) == SPADES or not takes(s, card):
        return None
    if suit_of(best_card(s)) == SPADES:
        return Reason(Why.OVERRUFF, card=best_card(s), suit=_led(s), count=_needed(s))
    return Reason(Why.RUFF, suit=_led(s), count=_needed(s))


def throw(s: Situation, card: Card) -> Reason | None:
    """Another suit shows that the seat is out of the one led."""
    return None if suit_of(card) == _led(s) or takes(s, card) else Reason(Why.THREW, suit=_led(s))


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
    short = _needed(s)
    if not short:
        return Reason(Why.MUST_WIN)
    if not yet_to_play(s):
        return Reason(Why.WIN_LAST, card=best_card(s), count=short)
    is_best = not higher_unseen(card, unseen(s))
    return Reason(Why.WIN_MASTER if is_best else Why.WIN_NOW, card=best_card(s), count=short)


def stay_below(s: Situation, card: Card) -> Reason | None:
    """The card stayed below: the contract is made, it was second hand, or the trick was out of reach."""
    if not _needed(s):
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
    stay_below,
)


def nil_lead(s: Situation, card: Card) -> Reason | None:
    """The seat's own nil led a card that others may go over."""
    return Reason(Why.OWN_NIL_LEAD, count=_over(s, card)) if nil_alive(s, s.seat) else None


def lead_for_nil(s: Situation, card: Card) -> Reason | None:
    """A lead for partner's nil, or against an opponent's."""
    nil = partner(s)
    if nil_alive(s, nil) and suit_of(card) != SPADES and (nil, suit_of(card)) in voids(s):
        return Reason(Why.LEAD_VOID_FOR_NIL, seat=nil, suit=suit_of(card))
    if nil_alive(s, nil) and rank_of(card) >= QUEEN:
        return Reason(Why.LEAD_HIGH_FOR_NIL, seat=nil)
    hunted = [seat for seat in opponents(s) if nil_alive(s, seat) and (seat, suit_of(card)) not in voids(s)]
    return Reason(Why.LEAD_UNDER_NIL, seat=hunted[0]) if hunted and rank_of(card) <= LOW else None


def lead_trumps(s: Situation, card: Card) -> Reason | None:
    """A spade takes spades from the others."""
    return Reason(Why.DRAW_TRUMPS, count=_over(s, card)) if suit_of(card) == SPADES else None


def lead_a_master(s: Situation, card: Card) -> Reason | None:
    """The highest card of its suit that is left."""
    return None if _over(s, card) else Reason(Why.CASH_MASTER, suit=suit_of(card), count=_needed(s))


def lead_to_partners_trump(s: Situation, card: Card) -> Reason | None:
    """A suit that partner has shown to be out of."""
    empty = voids(s)
    if (partner(s), suit_of(card)) not in empty or (partner(s), SPADES) in empty:
        return None
    return Reason(Why.GIVE_RUFF, seat=partner(s), suit=suit_of(card))


def lead_plainly(s: Situation, card: Card) -> Reason | None:
    """Nothing special: a loser when nothing is needed, else high or low."""
    if not _needed(s):
        return Reason(Why.LEAD_LOSER, count=_over(s, card))
    return Reason(Why.LEAD_HIGH if rank_of(card) >= QUEEN else Why.LEAD_LOW, suit=suit_of(card))


LEADING: Sequence[Callable[[Situation, Card], Reason | None]] = (
    nil_lead,
    lead_for_nil,
    lead_trumps,
    lead_a_master,
    lead_to_partners_trump,
    lead_plainly,
)


def card_of(view: SeatView, number: int, seat: Seat) -> Card | None:
    """The card a seat played to a trick of the hand, or None."""
    s = before_card(view, number, seat)
    return None if s is None else s.cards[0]


def _led(s: Situation) -> int:
    return suit_of(s.trick.cards[0])


def _needed(s: Situation) -> int:
    return need(s, own_side(s))


def _over(s: Situation, card: Card) -> int:
    """How many cards nobody has shown go over a card of its suit."""
    return higher_unseen(card, unseen(s) - {card})
