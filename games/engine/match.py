"""The match as the site uses it: make one, act on it, end it; every change is an event made here and folded."""

from collections.abc import Sequence
from typing import NoReturn

from .actions import Action, Reason, Refused, action_json
from .cards import DECK, Deal, Seat
from .errors import BadEvent, EngineError
from .fold import Dealing, advance
from .legality import default_action, legal_actions, refusal
from .rules import RuleSet
from .scoring import Outcome
from .snapshot import dump, load
from .state import KINDS, Event, Match, Phase, Result, due_event, match_end_event, next_dealer, outcome, phase, turn

__all__ = [
    "Dealing",
    "Event",
    "Match",
    "Outcome",
    "Phase",
    "Result",
    "advance",
    "apply",
    "claim",
    "close",
    "concede",
    "default_action",
    "dump",
    "legal_actions",
    "load",
    "new_match",
    "next_dealer",
    "outcome",
    "phase",
    "refusal",
    "return_",
    "start_hand",
    "takeover",
    "turn",
]


def new_match(rules: RuleSet, kinds: Sequence[str]) -> Match:
    """A match before its first hand; `kinds` by seat, each "human" or "bot"."""
    if len(kinds) != 4 or any(kind not in KINDS for kind in kinds):
        raise BadEvent("kinds", "A match has four seats, each human or bot.")
    return Match(rules, tuple(kinds))


def start_hand(match: Match, dealer: Seat, holdings: Deal) -> tuple[Match, list[Event]]:
    """Deal the next hand; raises BadEvent if none starts now, the dealer is wrong, or it is not the deck of 52."""
    if [len(holding) for holding in holdings] != [13] * 4 or sorted(sum(holdings, ())) != list(DECK):
        raise BadEvent("holdings", "A deal is four holdings of 13 cards, each card of the deck once.")
    event = {"type": "hand_start", "hand": len(match.results), "dealer": dealer}
    return advance(match, event, lambda _: holdings), [event]


def apply(match: Match, seat: Seat | None, action: Action, by: str | None = None) -> tuple[Match, list[Event]]:
    """The match after a seat's action, and its events: the action's, then `hand_end` and `match_end` where they follow.

    `by` is None for the seat's own player, else "clock", "bot" or "claim". Raises Refused when the rules forbid the
    action, BadEvent when `by` may not make it.
    """
    event = action_json(action) | {"hand": len(match.results), "seat": seat}
    return _follow(match, event if by is None else event | {"by": by})


def claim(match: Match) -> tuple[Match, list[Event]]:
    """The rest of the hand played out for all four seats, each act the lowest legal card and marked as the claim's.

    Whether the claim holds is not judged here. `hand_end` and `match_end` follow. EngineError while cards are not
    being played.
    """
    if phase(match) is not Phase.PLAYING:
        raise EngineError("There are no cards to play, so there is nothing to claim.")
    events: list[Event] = []
    while phase(match) is Phase.PLAYING:
        match, made = apply(match, turn(match), default_action(match), by="claim")
        events += made
    return match, events


def concede(match: Match, seat: Seat) -> tuple[Match, list[Event]]:
    """A person's concession, and the `match_end` if it completes the side; Refused once the match is over."""
    if match.outcome is not None:
        raise Refused(Reason.MATCH_OVER)
    return _follow(match, {"type": "concede", "seat": seat})


def close(match: Match, reason: str) -> tuple[Match, list[Event]]:
    """End the match unfinished and without a winner, as "abandoned" or "left"; BadEvent if it has ended."""
    return _follow(match, match_end_event(Outcome(reason, None, match.score)))


def takeover(match: Match, seat: Seat, bot: str) -> tuple[Match, list[Event]]:
    """A bot, named by its `level-version`, takes over a person's seat; BadEvent if it may not."""
    return _follow(match, {"type": "takeover", "seat": seat, "bot": bot})


def return_(match: Match, seat: Seat) -> tuple[Match, list[Event]]:
    """The seat returns from the bot to its person; BadEvent if no bot holds it."""
    return _follow(match, {"type": "return", "seat": seat})


def _follow(match: Match, event: Event) -> tuple[Match, list[Event]]:
    """Fold an event and whatever the rules make follow it."""
    events: list[Event] = []
    due: Event | None = event
    while due is not None:
        match = advance(match, due, _deal_nothing)
        events.append(due)
        due = due_event(match)
    return match, events


def _deal_nothing(hand: int) -> NoReturn:
    raise AssertionError(f"No hand starts here, so hand {hand} is not dealt.")
