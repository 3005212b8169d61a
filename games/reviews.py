"""Owns what is told of a review, and to whom: how far it is, each act in words, and what cost most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import advice, selectors
from .bots.reasons import parse_reason
from .engine.actions import parse_action
from .engine.cards import SEATS
from .models import Match, Player, Review
from .protocol import Message
from .replays import NoReplay, Replay, open_replay, read_hand_number
from .services.coach import is_given_up

WORST = 3  # acts that are shown first


@dataclass(frozen=True)
class Question:
    """What is asked about: a seat in a hand of a match, hands numbered from 0."""

    match: Match
    hand: int
    seat: int


def read_question(ident: str, player: Player | None, fields: Mapping[str, str]) -> Question:
    """Reads who asks about what, hands numbered from 1; raises NoReplay. The coach is for those who sat there."""
    replay = open_replay(ident, player)
    if replay.seat is None:
        raise NoReplay(403, _("The coach is there for those who played this game."))
    hand = read_hand_number(replay, fields.get("hand"))
    _check_finished(replay, hand)
    return Question(replay.match, hand, _read_seat(fields.get("seat"), replay.seat))


def _check_finished(replay: Replay, hand: int) -> None:
    """A hand that was cut short is not judged: what nobody played nobody knows."""
    if not any(event["type"] == "hand_end" and event["hand"] == hand for event in replay.events):
        raise NoReplay(400, _("This hand was not played to its end, so the coach cannot judge it."))


def _read_seat(text: str | None, own: int) -> int:
    if text is None:
        return own
    if text not in map(str, SEATS):
        raise NoReplay(400, _("Choose a seat: 0 is North, 1 East, 2 South, 3 West."))
    return int(text)


def write_review(asked: Question, now: datetime) -> Message:
    """Returns a review for the page to show, as far as it is made: `state` is none, working, done or failed."""
    review = Review.objects.filter(match=asked.match, hand=asked.hand, seat=asked.seat).first()
    acts = [] if review is None else review.acts
    names = [place.name for place in selectors.places_of(asked.match.table)]
    state = _state(review, now)
    return {
        "match": asked.match.ident,
        "hand": asked.hand,
        "seat": asked.seat,
        "state": state,
        "done": len(acts),
        "total": 0 if review is None else review.total,
        "cost": sum(act["cost"] for act in acts),
        "summary": _summarize(acts) if state == "done" else "",
        "acts": [_write_act(act, names) for act in acts],
        "worst": _worst(acts),
    }


def _state(review: Review | None, now: datetime) -> str:
    if review is None:
        return "none"
    if review.done_at is not None:
        return "done"
    return "failed" if is_given_up(review, now) else "working"


def _worst(acts: Sequence[dict[str, Any]]) -> list[int]:
    """The steps of the acts that cost most, the dearest first."""
    dear = sorted((act for act in acts if act["cost"]), key=lambda act: (-act["cost"], act["step"]))
    return [act["step"] for act in dear[:WORST]]


def _summarize(acts: Sequence[dict[str, Any]]) -> str:
    """Play and luck kept apart, and what a price is: nobody need have read the introduction."""
    prices = _(
        "A price is an average over all the ways the hidden cards could lie by what you knew then, so bad luck costs "
        "nothing. What else happened was how the cards lay, and what the others did."
    )
    return f"{_say_cost(acts)} {prices}"


def _say_cost(acts: Sequence[dict[str, Any]]) -> str:
    cost = sum(act["cost"] for act in acts)
    if not cost:
        return _("Nothing you did cost points.")
    count = sum(bool(act["cost"]) for act in acts)
    what = ngettext("One of your acts", "%(count)s of your acts", count) % {"count": count}
    points = ngettext("%(points)s point", "%(points)s points", cost) % {"points": cost}
    return _("%(what)s cost about %(points)s.") % {"what": what, "points": points}


def _write_act(act: dict[str, Any], names: Sequence[str]) -> Message:
    made, best, reason = parse_action(act["act"]), parse_action(act["best"]), parse_reason(act["why"])
    return {
        "step": act["step"],
        "act": act["act"],
        "name": advice.name_act(made),
        "cost": act["cost"],
        "price": _price(act),
        "better": advice.name_act(best) if act["cost"] else "",
        "why": advice.advise(reason, best, names, act["led"]),
    }


def _price(act: dict[str, Any]) -> str:
    """What an act cost, in words."""
    cost: int = act["cost"]
    if cost:
        return ngettext("cost about %(points)s point", "cost about %(points)s points", cost) % {"points": cost}
    if act["choices"] == 1:
        return _("no choice")
    return _("the best act") if act["act"] == act["best"] else _("as good as the best")
