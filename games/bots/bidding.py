"""What to bid: rules of thumb for blind nil, nil and the number of tricks."""

from __future__ import annotations

from dataclasses import replace

from games.engine.actions import BLIND_NIL, Action, Bid, Look, is_nil
from games.engine.scoring import match_end, sum_contract

from .aims import TRICK_POINTS, scores_if_made, winner_if_made
from .nil_dangers import is_no_nil
from .table_sense import contract, own_side, partner
from .valuation import count_tricks, nil_risk, sure_tricks
from .view import Situation

CAUTION = 0.28
"""Taken off the count of tricks: a trick too many is one bag, a trick too few loses the contract."""
NIL_RISK = 2.0
"""The risk, in points of `nil_risk`, up to which a nil is bid."""
STRONG_PARTNER = 4
NIL_HELP = 0.2
"""The risk more that is taken when partner has bid so many tricks."""
TYPICAL_BID = 3
"""What an unknown bid is taken for."""
ORDINARY_GAIN = 50
"""The points behind that an ordinary bid may still make up in the last hand."""
FAR_BEHIND = 200
"""The points behind from which a blind nil is thought of where everybody may bid one."""
CROWDED = 12
"""The most tricks that the bids of a whole table should promise."""
STRETCH = 3
"""How many tricks above the count are bid when anything less loses the match."""


def choose_bid(s: Situation) -> Action:
    """Blind nil or look while the offer is open; then nil, or the number of tricks to bid."""
    if Look() in s.legal:
        return Bid(BLIND_NIL) if is_desperate(s) else Look()
    return Bid(0) if is_nil_safe(s) else Bid(count_to_bid(s))


def is_desperate(s: Situation) -> bool:
    """Is blind nil the last hope: the match about to be lost, an ordinary hand not enough, a blind nil enough?

    Never beside partner's nil, and never when the bids made so far leave the table too few tricks to lose.
    """
    ours, theirs = _expected_scores(s)
    if is_nil(s.bids[partner(s)]) or sum_contract(s.bids) > CROWDED or not is_far_behind(s):
        return False
    end = match_end(s.rules, (ours, theirs), s.hand + 1)
    lost = end is not None and theirs > ours + ORDINARY_GAIN
    return lost and ours + (s.rules.blind_nil_value or 0) > theirs


def is_far_behind(s: Situation) -> bool:
    """Is the deficit worth a blind nil: what the rules ask for, or FAR_BEHIND where they offer it to everybody?"""
    deficit = s.rules.blind_nil_deficit or FAR_BEHIND
    return s.score[1 - own_side(s)] - s.score[own_side(s)] >= deficit


def _expected_scores(s: Situation) -> tuple[int, int]:
    """Own and their score after this hand, an unknown bid taken for a typical one, the own bid for none."""
    ours, theirs = own_side(s), 1 - own_side(s)
    missing = [seat for seat, bid in enumerate(s.bids) if bid is None and seat != s.seat]
    made = scores_if_made(s)
    extra = [TRICK_POINTS * TYPICAL_BID * sum(seat % 2 == side for seat in missing) for side in (ours, theirs)]
    return made[ours] + extra[0], made[theirs] + extra[1]


def is_nil_safe(s: Situation) -> bool:
    """Nil is allowed, partner has not bid it, and the holding can lose every trick; a strong partner helps."""
    if Bid(0) not in s.legal or is_nil(s.bids[partner(s)]) or is_no_nil(s.holding):
        return False
    strong = contract(s, own_side(s)) >= STRONG_PARTNER
    return nil_risk(s.holding) <= NIL_RISK + NIL_HELP * strong and not needs_no_nil(s)


def needs_no_nil(s: Situation) -> bool:
    """Does a bid of 1 beside partner's already win the match? Then a nil only adds risk."""
    return tricks_to_win(s) == 1


def count_to_bid(s: Situation) -> int:
    """The count of tricks less a little caution, within the room the other bids leave, bent to what wins the match."""
    count = int(count_tricks(s.holding) - CAUTION + 0.5)
    return bend_to_the_match(s, max(1, min(max(count, sure_tricks(s.holding)), room(s))))


def room(s: Situation) -> int:
    """The most that makes sense: a side cannot win over 13 tricks, and the last bidder leaves one to spare."""
    side = 13 - contract(s, own_side(s))
    return min(side, max(sure_tricks(s.holding), CROWDED - sum_contract(s.bids))) if bids_last(s) else side


def bend_to_the_match(s: Situation, count: int) -> int:
    """Partner has bid near the end of a match: no more than wins it, and a few more if anything less loses it."""
    enough = tricks_to_win(s)
    if enough is None or count >= enough:
        return count if enough is None else enough
    lost = winner_if_made(with_typical_bids(s), TRICK_POINTS * count) == 1 - own_side(s)
    return enough if lost and enough <= count + STRETCH else count


def tricks_to_win(s: Situation) -> int | None:
    """The smallest bid that wins the match if both sides make theirs; None without one, or before partner's bid."""
    if s.bids[partner(s)] is None:
        return None
    table = with_typical_bids(s)
    return next((bid for bid in range(1, 14) if winner_if_made(table, TRICK_POINTS * bid) == own_side(s)), None)


def with_typical_bids(s: Situation) -> Situation:
    """The situation with every bid that others have still to make taken for a typical one."""
    known = (TYPICAL_BID if bid is None and seat != s.seat else bid for seat, bid in enumerate(s.bids))
    return replace(s, bids=tuple(known))


def bids_last(s: Situation) -> bool:
    """Have the three others bid?"""
    return s.bids.count(None) == 1
