"""What a finished hand scores for a side, and whether a match has ended: the arithmetic of rules.md."""

from collections.abc import Sequence
from dataclasses import dataclass

from .actions import BLIND_NIL, BidValue, is_nil
from .rules import RuleSet

MOST_HANDS = 200
"""A match still open after so many hands ends as `abandoned`."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's score of a hand: `parts` add up to `points`; `bags` is the running count after any penalty.

    Parts are `nil` (only if the side bid one), `contract` (only if the side bid tricks), `bags`, `bag_penalty`.
    """

    parts: dict[str, int]
    points: int
    bags: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: reason, winning side (None: nobody) and final score per side."""

    reason: str
    winner: int | None
    score: tuple[int, int]


def score_side(rules: RuleSet, bids: Sequence[BidValue], won: Sequence[int], bags_before: int) -> SideScore:
    """Score a hand for one side from the bids and tricks of its two players, in the same order."""
    contract, new_bags = _contract(bids, won)
    bags, penalties = _carry(rules, bags_before + new_bags)
    parts: dict[str, int] = {}
    if any(map(is_nil, bids)):
        parts["nil"] = sum(_nil_points(rules, bid, tricks) for bid, tricks in zip(bids, won, strict=True))
    if contract is not None:
        parts["contract"] = contract
    parts |= {"bags": new_bags, "bag_penalty": -rules.bag_penalty * penalties}
    return SideScore(parts, sum(parts.values()), bags)


def _nil_points(rules: RuleSet, bid: BidValue, tricks: int) -> int:
    if not is_nil(bid):
        return 0
    value = rules.blind_nil_value if bid == BLIND_NIL else rules.nil_value
    return (value or 0) if tricks == 0 else -(value or 0)


def _contract(bids: Sequence[BidValue], won: Sequence[int]) -> tuple[int | None, int]:
    """Points of the contract (None if both partners are nil) and the hand's bags."""
    contract = sum_contract(bids)
    tricks = sum(tricks for bid, tricks in zip(bids, won, strict=True) if not is_nil(bid))
    nil_tricks = sum(won) - tricks
    if not contract:
        return None, nil_tricks
    if tricks < contract:
        return -10 * contract, nil_tricks
    return 10 * contract, tricks - contract + nil_tricks


def sum_contract(bids: Sequence[BidValue | None]) -> int:
    """The contract of a side: the sum of those of its bids that are made and not nil."""
    return sum(bid for bid in bids if isinstance(bid, int))


def _carry(rules: RuleSet, bags: int) -> tuple[int, int]:
    """What is left of a running count of bags, and how many penalties fall."""
    if rules.bag_carry == "remainder":
        return bags % rules.bag_limit, bags // rules.bag_limit
    return (0, 1) if bags >= rules.bag_limit else (bags, 0)


def match_end(rules: RuleSet, scores: Sequence[int], hands_played: int) -> Outcome | None:
    """How a match ends after so many finished hands with these scores, or None if it goes on.

    The order is that of rules.md: target, floor, hand limit, and last the 200 hands nobody plays beyond.
    """
    north, east = scores
    leader = None if north == east else int(east > north)
    reason = _reason_to_end(rules, north, east, hands_played)
    return None if reason is None else Outcome(reason, leader if reason != "abandoned" else None, (north, east))


def _reason_to_end(rules: RuleSet, north: int, east: int, hands_played: int) -> str | None:
    level, draws = north == east, rules.level_at_end == "draw"
    if rules.target is not None and max(north, east) >= rules.target and not level:
        return "target"
    if rules.floor is not None and min(north, east) <= rules.floor and (draws or not level):
        return "floor"
    if rules.hand_limit is not None and hands_played >= rules.hand_limit and (draws or not level):
        return "hand_limit"
    return "abandoned" if hands_played >= MOST_HANDS else None
