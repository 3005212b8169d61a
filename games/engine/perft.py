"""A counter of the ways a match can go on, the guard against a change of the rules that nobody meant."""

from .legality import legal_actions
from .match import apply
from .state import Match, turn


def count(match: Match, depth: int) -> int:
    """How many sequences of exactly `depth` actions are possible within the hand; 0 where it ends before."""
    if depth == 0:
        return 1
    seat = turn(match)
    return sum(count(apply(match, seat, action)[0], depth - 1) for action in legal_actions(match, seat))
