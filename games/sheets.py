"""Owns what the page of a finished match shows: who sat where, how it ended, and the score hand by hand."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import selectors
from .challenges import name_level, write_points
from .engine.cards import SIDES
from .engine.visibility import seat_view
from .models import Match

SEAT_NAMES = (gettext_lazy("North"), gettext_lazy("East"), gettext_lazy("South"), gettext_lazy("West"))
SIDE_NAMES = (gettext_lazy("North and South"), gettext_lazy("East and West"))


@dataclass(frozen=True)
class Place:
    """Who sat in a seat; `level` is a bot's, in words, and empty for a person."""

    seat: str
    name: str
    level: str


@dataclass(frozen=True)
class SideLine:
    """What a hand came to for one side: its points, the total after them, and the bags counted."""

    points: str
    total: str
    bags: int


@dataclass(frozen=True)
class HandLine:
    """One finished hand: its number from 1, and for each seat the bid and the tricks won."""

    number: int
    dealer: str
    seats: tuple[tuple[str, int], ...]
    sides: tuple[SideLine, ...]


@dataclass(frozen=True)
class Sheet:
    """A finished match as anybody may see it."""

    ident: str
    rules_id: str
    result: str
    reason: str
    score: tuple[str, ...]
    places: tuple[Place, ...]
    hands: tuple[HandLine, ...]
    commit: str
    head: str
    events: int
    key_id: str
    started_at: datetime
    ended_at: datetime | None


def make_sheet(match: Match) -> Sheet:
    """Returns the sheet of a match that has ended."""
    view = seat_view(selectors.state_of(match), None)
    outcome: dict[str, Any] = view["outcome"]
    return Sheet(
        ident=match.ident,
        rules_id=match.rules_id,
        result=_result(outcome),
        reason=str(_REASONS[outcome["reason"]]),
        score=tuple(write_points(points) for points in outcome["score"]),
        places=_places(match),
        hands=tuple(_hand(result) for result in view["results"]),
        commit=match.commit,
        head=match.head,
        events=match.seq,
        key_id=selectors.key_id_of(match),
        started_at=match.started_at,
        ended_at=match.ended_at,
    )


def _places(match: Match) -> tuple[Place, ...]:
    places = selectors.places_of(match.table)
    return tuple(
        Place(str(SEAT_NAMES[place.seat]), place.name, name_level(place.level) if place.level else "")
        for place in places
    )


def _hand(result: dict[str, Any]) -> HandLine:
    sides = [
        SideLine(write_points(result["delta"][side]), write_points(result["score"][side]), result["bags"][side])
        for side in SIDES
    ]
    seats = zip(map(_bid, result["bids"]), result["won"], strict=True)
    return HandLine(result["hand"] + 1, str(SEAT_NAMES[result["dealer"]]), tuple(seats), tuple(sides))


def _bid(bid: int | str) -> str:
    if bid == "blind_nil":
        return _("blind nil")
    return _("nil") if bid == 0 else str(bid)


def _result(outcome: dict[str, Any]) -> str:
    if outcome["winner"] is not None:
        return _("%(side)s won") % {"side": SIDE_NAMES[outcome["winner"]]}
    return _("Ended without a winner") if outcome["reason"] in ("abandoned", "left") else _("Drawn")


_REASONS = {
    "target": gettext_lazy("The target was reached."),
    "floor": gettext_lazy("A side fell to the losing score."),
    "hand_limit": gettext_lazy("The last hand was played."),
    "concede": gettext_lazy("A side conceded."),
    "left": gettext_lazy("Every person had been gone for 10 minutes."),
    "abandoned": gettext_lazy("It was left unfinished."),
}
