"""What a seat plays for: tricks, or none; and what the score says about it."""

from __future__ import annotations

from games.engine.actions import BLIND_NIL, is_nil
from games.engine.cards import Seat, Side
from games.engine.scoring import match_end

from .table_sense import contract, need, nil_alive, own_side, tricks_left
from .view import Situation

CHEAP_SET = 2
DEAR_SET = 4


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
    theirs = 1 - own_side(s)
    short = need(s, theirs)
    if short == 0:
        return False
    to_set = tricks_left(s) - short + 1
    return to_set <= (DEAR_SET if lost_unless_set(s) else CHEAP_SET)


def lost_unless_set(s: Situation) -> bool:
    """Would the match end with this hand, and the opponents win it, if both sides made what they bid?"""
    end = match_end(s.rules, scores_if_made(s), s.hand + 1)
    return end is not None and end.winner == 1 - own_side(s)


def scores_if_made(s: Situation) -> tuple[int, int]:
    """The score after this hand if both contracts and every nil still alive are made; bags left out."""
    return (_score_if_made(s, 0), _score_if_made(s, 1))


def _score_if_made(s: Situation, side: Side) -> int:
    return s.score[side] + 10 * contract(s, side) + sum(_nil_points(s, seat) for seat in (side, side + 2))


def _nil_points(s: Situation, seat: Seat) -> int:
    if not is_nil(s.bids[seat]):
        return 0
    value = (s.rules.blind_nil_value or 0) if s.bids[seat] == BLIND_NIL else s.rules.nil_value
    return value if nil_alive(s, seat) else -value


def has_time(s: Situation) -> bool:
    """Is the own contract so near that low leads and low cards cost it nothing?"""
    return 2 * need(s, own_side(s)) < tricks_left(s)


def can_spare_a_trick(s: Situation) -> bool:
    """Can the own contract still be made, with a trick to spare, when this one is let go?"""
    return need(s, own_side(s)) <= tricks_left(s) - 2
