"""What the end of a hand is worth: the score it leaves, and the chance to win the match from there.

The rules and the state of the match before the hand come as numbers with the places named below, together with the
tables of `games.bots.equity` for the hands played after this one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiled import kernel

Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

BLIND = -1
"""A blind nil among bids that are numbers; 0 is nil."""
NIL_VALUE, BLIND_VALUE, BAG_LIMIT, BAG_PENALTY, REMAINDER, TARGET, FLOOR, HAND_LIMIT, DRAWS, LOW, STEP = range(11)
"""Places in `terms`; an end that the rules do not have lies out of reach. LOW and STEP are of the tables' scores."""
TERMS = 11
SCORE, BAGS, HANDS_AFTER = 0, 2, 4
"""Places in `state`: the score of side 0 and 1, their bags, and the hands played when this one is over."""
STATE = 5
LIVE = -1.0


class Prospects(NamedTuple):
    """A match as a hand begins: rules and state, and what every end of the hand may lead to.

    `chances` and `lengths` hold, by the scores of side 0 and 1, side 0's chance to win a match that goes on and the
    hands still to come; `bag_costs` by bags and hands to come what a count of bags costs more than an empty one.
    """

    terms: Numbers
    state: Numbers
    chances: Values
    lengths: Values
    bag_costs: Values


@kernel
def nil_points(terms: Numbers, bid: int, won: int) -> int:
    """What one player's bid scores as a nil; 0 for a bid of tricks."""
    if bid > 0:
        return 0
    value = terms[NIL_VALUE] if bid == 0 else terms[BLIND_VALUE]
    return int(value if won == 0 else -value)


@kernel
def side_points(terms: Numbers, bid: int, partners: int, won: int, partner_won: int, bags: int) -> tuple[int, int]:
    """Points of a side for the hand and its count of bags after it: `games.engine.scoring.score_side`, compiled."""
    contract = max(bid, 0) + max(partners, 0)
    tricks = (won if bid > 0 else 0) + (partner_won if partners > 0 else 0)
    points = nil_points(terms, bid, won) + nil_points(terms, partners, partner_won)
    new = won + partner_won - tricks
    if contract > 0 and tricks < contract:
        points -= 10 * contract
    elif contract > 0:
        points += 10 * contract
        new += tricks - contract
    total, limit = bags + new, terms[BAG_LIMIT]
    penalties, left = total // limit, total % limit
    if terms[REMAINDER] == 0 and penalties > 0:
        penalties, left = 1, 0
    return int(points + new - penalties * terms[BAG_PENALTY]), int(left)


@kernel
def chance_at_end(terms: Numbers, score0: int, score1: int, hands: int) -> float:
    """1, 0 or a half where the match ends here with side 0 the winner, the loser or level, LIVE where it goes on."""
    level = score0 == score1
    over = not level and max(score0, score1) >= terms[TARGET]
    may_be_level = terms[DRAWS] == 1 or not level
    over = over or (may_be_level and (min(score0, score1) <= terms[FLOOR] or hands >= terms[HAND_LIMIT]))
    if not over:
        return LIVE
    if level:
        return 0.5
    return 1.0 if score0 > score1 else 0.0


@kernel
def look_up(table: Values, x: float, y: float) -> float:
    """A table read between its points; beyond its edge, at the edge."""
    last = table.shape[0] - 1
    x, y = min(max(x, 0.0), last - 1e-6), min(max(y, 0.0), last - 1e-6)
    i, j = int(x), int(y)
    u, v = x - i, y - j
    upper = table[i, j] * (1 - v) + table[i, j + 1] * v
    return float(upper * (1 - u) + (table[i + 1, j] * (1 - v) + table[i + 1, j + 1] * v) * u)


@kernel
def bag_cost(bag_costs: Values, bags: int, hands: float) -> float:
    """Points that a count of bags will cost more than an empty one, with so many hands to come."""
    hands = min(max(hands, 0.0), bag_costs.shape[1] - 1.001)
    whole = int(hands)
    part = hands - whole
    return float(bag_costs[bags, whole] * (1 - part) + bag_costs[bags, whole + 1] * part)


@kernel
def chance_to_win(match: Prospects, score0: int, score1: int, bags0: int, bags1: int) -> float:
    """The chance of side 0 to win a match that goes on from here, 0 to 1.

    Both scores move down together where they are beyond the tables: only the difference counts there.
    """
    low, step = match.terms[LOW], match.terms[STEP]
    shift = max(0.0, max(score0, score1) - (low + step * (match.chances.shape[0] - 1)))
    x, y = (score0 - shift - low) / step, (score1 - shift - low) / step
    hands = look_up(match.lengths, x, y)
    x -= bag_cost(match.bag_costs, bags0, hands) / step
    y -= bag_cost(match.bag_costs, bags1, hands) / step
    return look_up(match.chances, x, y)


@kernel
def hand_worth(match: Prospects, bids: Numbers, won: Numbers) -> float:
    """The chance of side 0 to win the match when this hand ends with these tricks, 0 to 1; a draw counts half."""
    state = match.state
    points0, bags0 = side_points(match.terms, bids[0], bids[2], won[0], won[2], state[BAGS])
    points1, bags1 = side_points(match.terms, bids[1], bids[3], won[1], won[3], state[BAGS + 1])
    score0, score1 = state[SCORE] + points0, state[SCORE + 1] + points1
    end = chance_at_end(match.terms, score0, score1, state[HANDS_AFTER])
    return end if end != LIVE else chance_to_win(match, score0, score1, bags0, bags1)


@kernel
def fill_table(match: Prospects, bids: Numbers, won: Numbers, table: Values) -> None:
    """`hand_worth` of every division of the 13 tricks, at w0 + 14 w1 + 196 w2 + 2744 w3; `won` is room to work in."""
    for first in range(14):
        for second in range(14 - first):
            for third in range(14 - first - second):
                won[0], won[1], won[2], won[3] = first, second, third, 13 - first - second - third
                table[won[0] + 14 * won[1] + 196 * won[2] + 2744 * won[3]] = hand_worth(match, bids, won)
