"""Owns finding what one seat did in a finished hand, with what its player saw each time."""

from collections.abc import Iterator
from dataclasses import dataclass

from .. import selectors
from ..bots.view import Situation, read_view
from ..engine import match as engine
from ..engine.actions import Action, parse_action
from ..engine.cards import Seat
from ..engine.visibility import seat_view
from ..models import Match
from ..replays import STEPS, Replay, finished_part, holdings_of

ACTS = ("look", "bid", "play")
_FIELDS = ("type", "bid", "card")


@dataclass(frozen=True)
class Moment:
    """One act: the step of the hand's replay that shows it, what its player saw right before, and what it was."""

    step: int
    situation: Situation
    act: Action


def find_moments(match: Match, hand: int, seat: Seat) -> list[Moment]:
    """Returns a seat's own acts in a finished hand, in order; what a clock, a claim or a bot did for it is left out.

    Everything is folded from the log up to the end of the match's last finished hand, never from a seed.
    """
    return list(_walk(Replay(match, None, finished_part(match)), hand, seat))


def _walk(replay: Replay, hand: int, seat: Seat) -> Iterator[Moment]:
    held = holdings_of(replay.events)
    state = engine.new_match(selectors.rules_of(replay.match), replay.match.state["kinds"])
    current, step = None, -1
    for event in replay.events:
        current = event["hand"] if event["type"] == "hand_start" else current
        step += current == hand and event["type"] in STEPS
        if current == hand and _is_own_act(event, seat):
            yield Moment(step, read_view(seat_view(state, seat)), _act_of(event))
        state = engine.advance(state, event, held.__getitem__)


def _is_own_act(event: engine.Event, seat: Seat) -> bool:
    return event["type"] in ACTS and event["seat"] == seat and "by" not in event


def _act_of(event: engine.Event) -> Action:
    return parse_action({field: event[field] for field in _FIELDS if field in event})
