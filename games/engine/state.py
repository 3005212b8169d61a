"""The state of a match as a frozen value, and the questions it answers by itself: phase, turn, what must follow."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from .cards import SIDES, Seat, left_of, side_of
from .hand import Bids, Hand
from .rules import RuleSet
from .scoring import Outcome, SideScore, match_end, score_side

Event: TypeAlias = dict[str, Any]
"""The body of a logged event as JSON, with or without its number `i` and time `t`."""
KINDS = ("human", "bot")
BYS = ("clock", "bot", "claim")


class Phase(StrEnum):
    """Where a match stands; the words of the seat view."""

    READY = "ready"
    BIDDING = "bidding"
    PLAYING = "playing"
    HAND_OVER = "hand_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand: bids and tricks won by seat, then per side the parts, their sum and the running totals."""

    hand: int
    dealer: Seat
    bids: Bids
    won: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    delta: tuple[int, int]
    bags: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """A match: what every event so far has made of it.

    `kinds` by seat, "human" or "bot"; `acts` counts looks, bids and plays; `conceded` by seat; `stand_ins` by seat
    the reference of the bot that holds a person's seat, or None.
    """

    rules: RuleSet
    kinds: tuple[str, ...]
    hand: Hand | None = None
    results: tuple[Result, ...] = ()
    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    acts: int = 0
    conceded: tuple[bool, ...] = (False,) * 4
    stand_ins: tuple[str | None, ...] = (None,) * 4
    outcome: Outcome | None = None


def phase(match: Match) -> Phase:
    """Where the match stands."""
    if match.outcome is not None:
        return Phase.MATCH_OVER
    if match.hand is None:
        return Phase.READY
    if match.hand.finished:
        return Phase.HAND_OVER
    return Phase.BIDDING if match.hand.bidding else Phase.PLAYING


def turn(match: Match) -> Seat | None:
    """The seat to act, or None between hands and once the match is over."""
    if match.outcome is not None or match.hand is None:
        return None
    return match.hand.turn


def outcome(match: Match) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return match.outcome


def offer_blind_nil(match: Match) -> tuple[bool, ...]:
    """By seat, whether the next hand is dealt with an open blind-nil offer (rules.md, "Blind nil")."""
    return tuple(_is_offered(match, side_of(seat)) for seat in range(4))


def _is_offered(match: Match, side: int) -> bool:
    rules = match.rules
    behind = match.score[1 - side] - match.score[side]
    if rules.blind_nil == "trailing" and rules.blind_nil_deficit is not None:
        return behind >= rules.blind_nil_deficit
    return rules.blind_nil == "always"


def next_dealer(match: Match) -> Seat | None:
    """Who deals the next hand; None before the first, whose dealer comes from the shuffle."""
    return None if match.hand is None else left_of(match.hand.dealer)


def score_hand(match: Match, hand: Hand) -> Result:
    """The result of a finished hand on top of the match's totals so far."""
    scores = [_score_side(match, hand, side) for side in SIDES]
    delta = (scores[0].points, scores[1].points)
    total = (match.score[0] + delta[0], match.score[1] + delta[1])
    parts = tuple(score.parts for score in scores)
    return Result(hand.number, hand.dealer, hand.bids, hand.won, parts, delta, (scores[0].bags, scores[1].bags), total)


def _score_side(match: Match, hand: Hand, side: int) -> SideScore:
    bids = [bid for bid in hand.bids[side::2] if bid is not None]
    return score_side(match.rules, bids, hand.won[side::2], match.bags[side])


def conceding_side(match: Match) -> int | None:
    """The side on which every person has conceded, or None; a side of bots never concedes."""
    if not any(match.conceded):
        return None
    for side in SIDES:
        people = [seat for seat in range(side, 4, 2) if match.kinds[seat] == "human"]
        if people and all(match.conceded[seat] for seat in people):
            return side
    return None


def due_event(match: Match) -> Event | None:
    """The body of the one event that must come next, a `hand_end` or a `match_end`; None if nothing is forced."""
    if match.outcome is not None:
        return None
    hand = unscored_hand(match)
    if hand is not None:
        return hand_end_event(score_hand(match, hand))
    end = _due_outcome(match)
    return None if end is None else match_end_event(end)


def unscored_hand(match: Match) -> Hand | None:
    """The hand whose last card is played and whose `hand_end` has not come, or None."""
    hand = match.hand
    return hand if hand is not None and hand.finished and hand.number == len(match.results) else None


def _due_outcome(match: Match) -> Outcome | None:
    side = conceding_side(match)
    if side is not None:
        return Outcome("concede", 1 - side, match.score)
    if match.hand is not None and match.hand.finished:
        return match_end(match.rules, match.score, len(match.results))
    return None


def hand_end_event(result: Result) -> Event:
    """The body of the event that ends a hand with this result."""
    numbers = {"won": result.won, "delta": result.delta, "bags": result.bags, "score": result.score}
    return {"type": "hand_end", "hand": result.hand} | {name: list(value) for name, value in numbers.items()}


def match_end_event(end: Outcome) -> Event:
    """The body of the event that ends a match so."""
    return {"type": "match_end", "reason": end.reason, "winner": end.winner, "score": list(end.score)}
