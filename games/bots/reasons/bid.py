"""Why a bid is good: what the holding is counted from, what speaks for a nil, what the score asks for."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.actions import BLIND_NIL, BidValue, is_nil
from games.engine.cards import SPADES, Card, rank_of
from games.engine.scoring import sum_contract

from ..aims import TRICK_POINTS, winner_if_made
from ..bidding import CROWDED, tricks_to_win, with_typical_bids
from ..nil_dangers import is_no_nil
from ..table_sense import ACE, KING, QUEEN, of_suit, opponents, own_side, partner
from ..valuation import RUFFS, count_tricks
from ..view import Situation
from .reason import Parts, Reason, Why

GUARDED_KING, GUARDED_QUEEN = 2, 3
"""Cards a suit must have for its king, or its queen, to be counted."""
LONG = 3
"""Spades beyond so many are tricks by their length."""


def explain_bid(s: Situation, bid: BidValue) -> Reason:
    """Why this bid; `s` is a situation of the bidding, with the holding seen but for a blind nil."""
    if bid == BLIND_NIL:
        return Reason(Why.BID_BLIND_NIL, count=max(0, s.score[1 - own_side(s)] - s.score[own_side(s)]))
    if bid == 0:
        return explain_nil(s)
    parts = count_parts(s.holding)
    return _by_the_match(s, bid, parts) or _beside_the_count(s, bid, parts)


def explain_look() -> Reason:
    """Why the cards are looked at before the bid."""
    return Reason(Why.LOOK)


def explain_nil(s: Situation) -> Reason:
    """Why nil: a holding that stays below, or one with a danger that partner or the score makes up for."""
    spades, help_of = of_suit(s.holding, SPADES), s.bids[partner(s)]
    covered = help_of if isinstance(help_of, int) and help_of > 0 else None
    why = Why.BID_NIL_BOLD if is_no_nil(s.holding) else Why.BID_NIL
    return Reason(why, card=spades[-1] if spades else None, count=covered)


def _by_the_match(s: Situation, bid: int, parts: Parts) -> Reason | None:
    """What the score, the other bids or partner's nil make of the count, where they decide."""
    counted = round(count_tricks(s.holding))
    enough = tricks_to_win(s)
    if enough == bid and bid <= counted:
        return Reason(Why.BID_WINS, count=bid, parts=parts)
    if bid > counted and winner_if_made(with_typical_bids(s), TRICK_POINTS * counted) == 1 - own_side(s):
        return Reason(Why.BID_STRETCH, count=bid, parts=parts)
    if bid < counted and sum_contract(s.bids) + counted > CROWDED:
        return Reason(Why.BID_CROWDED, count=sum_contract(s.bids), parts=parts)
    if is_nil(s.bids[partner(s)]):
        return Reason(Why.BID_BESIDE_NIL, seat=partner(s), count=bid, parts=parts)
    return None


def _beside_the_count(s: Situation, bid: int, parts: Parts) -> Reason:
    """The count itself, or a bid beside it, with the bid of another seat that bears on it."""
    counted, helped = round(count_tricks(s.holding)), s.bids[partner(s)]
    nil = next((seat for seat in opponents(s) if is_nil(s.bids[seat])), None)
    if bid == counted:
        return Reason(Why.BID_COUNT, count=bid, parts=parts)
    if bid < counted and nil is not None:
        return Reason(Why.BID_LOW_AT_NIL, seat=nil, count=bid, parts=parts)
    if isinstance(helped, int) and helped:
        return Reason(Why.BID_LOW_BESIDE if bid < counted else Why.BID_HIGH_BESIDE, count=helped, parts=parts)
    return Reason(Why.BID_LOW if bid < counted else Why.BID_HIGH, count=bid, parts=parts)


def count_parts(holding: Sequence[Card]) -> Parts:
    """What the tricks of a holding are counted from, the surest first, and what they come to; noughts are left out."""
    sides = [of_suit(holding, suit) for suit in range(SPADES)]
    spades = of_suit(holding, SPADES)
    parts = [
        ("high_spades", sum(rank_of(card) >= QUEEN for card in spades)),
        ("aces", sum(rank_of(card) == ACE for suit in sides for card in suit)),
        ("kings", _guarded(sides, KING, GUARDED_KING)),
        ("queens", _guarded(sides, QUEEN, GUARDED_QUEEN)),
        ("long_spades", max(0, len(spades) - LONG)),
        ("short_suits", sum(len(suit) in RUFFS for suit in sides) if spades else 0),
    ]
    parts.append(("counted", round(count_tricks(holding))))
    return tuple((name, number) for name, number in parts if number)


def _guarded(sides: Sequence[Sequence[Card]], rank: int, least: int) -> int:
    return sum(rank_of(card) == rank and len(suit) >= least for suit in sides for card in suit)
