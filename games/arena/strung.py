"""Matches made of single hands: what those hands would have come to, strung together in the order they were dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.actions import BidValue
from games.engine.match import Result
from games.engine.rules import RuleSet
from games.engine.scoring import Outcome, match_end, score_side


def string_together(rules: RuleSet, hands: Iterable[Result]) -> list[Outcome]:
    """How each match ends that these hands fill, bags and their penalties carried; a last unfinished one is left out.

    Every hand was played at 0–0, so nobody bent to the score: it is a measure of points, not of endings.
    """
    ends = []
    score, bags, played = (0, 0), (0, 0), 0
    for hand in hands:
        north, east = (score_side(rules, _bids(hand, side), hand.won[side::2], bags[side]) for side in (0, 1))
        score, bags = (score[0] + north.points, score[1] + east.points), (north.bags, east.bags)
        played += 1
        end = match_end(rules, score, played)
        if end is not None:
            ends.append(end)
            score, bags, played = (0, 0), (0, 0), 0
    return ends


def _bids(hand: Result, side: int) -> Sequence[BidValue]:
    return [bid for bid in hand.bids[side::2] if bid is not None]
