"""What a seat plays for: tricks, or none; and what the score says about it."""

from __future__ import annotations

from games.engine.actions import BLIND_NIL, is_nil
from games.engine.cards import Seat, Side
from games.engine.scoring import match_end

from .table_sense import contract, need, nil_alive, opponents, own_side, tricks_left
from .view import Situation

TRICK_POINTS = 10
"""What each trick of a contract scores when it is made."""
SURE_SET = 1
CHEAP_SET = 2
DEAR_SET = 4
"""Tricks that a set may cost: beside the hunt for a nil, in an ordinary hand, when the match is lost without it."""


def wants_tricks(s: Situation) -> bool:
    """Does winning this trick help: for the own contract, or to set the opponents?

    A nil bidder's tricks are bags whatever happens, so only a set can make one worth taking.
    """
    return wants_contract(s) or wants_set(s)


def wants_contract(s: Situation) -> bool:
    """Does the seat's own trick count towards a contract that is still short?"""
    return not is_nil(s.bids[s.seat]) and need(s, own_side(s)) > 0


def wants_set(s: Situation) -> bool:
    """Are the opponents so short of tricks that a bag or two buys their set (or that nothing else saves the match)?"""
    short = need(s, 1 - own_side(s))
    to_set = tricks_left(s) - short + 1
    if short == 0 or to_set <= 0:
        return False
    return to_set <= _tricks_for_a_set(s)


def _tricks_for_a_set(s: Situation) -> int:
    if lost_unless_set(s):
        return DEAR_SET
    return SURE_SET if hunts_a_nil(s) else CHEAP_SET


def hunts_a_nil(s: Situation) -> bool:
    """Is the own contract made and an opponent's nil alive? Setting the nil is worth more than another trick."""
    return need(s, own_side(s)) == 0 and any(nil_alive(s, seat) for seat in opponents(s))


def lost_unless_set(s: Situation) -> bool:
    """Do the opponents win the match with this hand if both sides make what they bid?"""
    return winner_if_made(s) == 1 - own_side(s)


def winner_if_made(s: Situation, extra: int = 0) -> Side | None:
    """The side that wins the match with this hand if all bids are made; `extra` points go to the own side on top.

    None when the match goes on, or is drawn.
    """
    scores = list(scores_if_made(s))
    scores[own_side(s)] += extra
    end = match_end(s.rules, scores, s.hand + 1)
    return None if end is None else end.winner


def scores_if_made(s: Situation) -> tuple[int, int]:
    """The score after this hand if both contracts and every nil still alive are made; bags left out."""
    return (_score_if_made(s, 0), _score_if_made(s, 1))


def _score_if_made(s: Situation, side: Side) -> int:
    return s.score[side] + TRICK_POINTS * contract(s, side) + sum(_nil_points(s, seat) for seat in (side, side + 2))


def _nil_points(s: Situation, seat: Seat) -> int:
    if not is_nil(s.bids[seat]):
        return 0
    value = (s.rules.blind_nil_value or 0) if s.bids[seat] == BLIND_NIL else s.rules.nil_value
    return value if nil_alive(s, seat) else -value


def has_time(s: Situation) -> bool:
    """Is the own contract so near that low leads and low cards cost it nothing?"""
    return 2 * need(s, own_side(s)) < tricks_left(s)


def can_spare_a_trick(s: Situation) -> bool:
    """Can this one be let go: the contract is made, or can be with one to spare and does not already win the match?"""
    short = need(s, own_side(s))
    return short == 0 or (short <= tricks_left(s) - 2 and winner_if_made(s) != own_side(s))
