"""The typed reading of a seat view: everything a bot may know, checked field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from games.engine.actions import BLIND_NIL, Action, BidValue, Play, parse_action
from games.engine.cards import SEATS, Card, Seat, parse_card
from games.engine.errors import EngineError
from games.engine.rules import RuleSet

SeatView: TypeAlias = Mapping[str, object]
"""The seat view of docs/protocol.md, as JSON values."""
T = TypeVar("T")


class BadView(ValueError):
    """A seat view that cannot be acted on; `field` names what was wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: who led, its cards in order of play, and who won it (None while it is unfinished)."""

    leader: Seat | None
    cards: tuple[Card, ...]
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What one seat knows when it has to act: the fields of its seat view, cards as ids, seats and sides as ints.

    `holding` is empty while the seat's own blind-nil offer is open: its cards were sent to nobody.
    """

    rules: RuleSet
    seat: Seat
    hand: int
    bids: tuple[BidValue | None, ...]
    offers: tuple[bool, ...]
    won: tuple[int, ...]
    broken: bool
    trick: Trick
    tricks: tuple[Trick, ...]
    holding: tuple[Card, ...]
    legal: tuple[Action, ...]
    score: tuple[int, ...]
    bags: tuple[int, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played now; empty during the bidding."""
        return tuple(action.card for action in self.legal if isinstance(action, Play))


def read_view(view: SeatView) -> Situation:
    """The situation of the seat whose turn it is; BadView names the field that cannot be read.

    Only the fields of docs/protocol.md's seat view are read, so nothing beside them (a head, a time, a reference, a
    name) can change what a bot does.
    """
    return Situation(
        rules=_rules(view),
        seat=_number(view, "seat", 0, 3),
        hand=_number(view, "hand", 0, None),
        bids=_row(view, "bids", 4, _bid),
        offers=_row(view, "offers", 4, _flag),
        won=_row(view, "won", 4, _integer),
        broken=_one(view, "broken", _flag),
        trick=_one(view, "trick", _trick),
        tricks=_row(view, "tricks", None, _trick),
        holding=() if _field(view, "holding") is None else _row(view, "holding", None, parse_card),
        legal=_legal(view),
        score=_row(view, "score", 2, _integer),
        bags=_row(view, "bags", 2, _integer),
    )


def _field(view: SeatView, name: str) -> object:
    if name not in view:
        raise BadView(name, "this field is missing")
    return view[name]


def _rules(view: SeatView) -> RuleSet:
    options = _field(view, "rules")
    if not isinstance(options, Mapping):
        raise BadView("rules", "an object of the thirteen options is expected")
    try:
        return RuleSet.from_options(options)
    except EngineError as error:
        raise BadView("rules", str(error)) from error


def _legal(view: SeatView) -> tuple[Action, ...]:
    legal = _row(view, "legal", None, parse_action)
    if not legal:
        raise BadView("legal", "nothing may be done: it is not this seat's turn")
    return legal


def _row(view: SeatView, name: str, length: int | None, read: Callable[[object], T]) -> tuple[T, ...]:
    value = _field(view, name)
    if not isinstance(value, Sequence) or isinstance(value, str) or length not in (None, len(value)):
        raise BadView(name, f"a list{'' if length is None else f' of {length}'} is expected")
    try:
        return tuple(map(read, value))
    except ValueError as error:
        raise BadView(name, str(error)) from error


def _one(view: SeatView, name: str, read: Callable[[object], T]) -> T:
    try:
        return read(_field(view, name))
    except ValueError as error:
        raise BadView(name, str(error)) from error


def _number(view: SeatView, name: str, least: int, most: int | None) -> int:
    value = _field(view, name)
    if type(value) is not int or value < least or (most is not None and value > most):
        wanted = f"from {least}" if most is None else f"from {least} to {most}"
        raise BadView(name, f"a number {wanted} is expected, not {_shown(value)}")
    return value


def _integer(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"a whole number is expected, not {_shown(value)}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"true or false is expected, not {_shown(value)}")
    return value


def _bid(value: object) -> BidValue | None:
    if value is None:
        return None
    if value == BLIND_NIL:
        return BLIND_NIL
    if type(value) is not int or not 0 <= value <= 13:
        raise ValueError(f"a bid is 0 to 13, blind_nil or null, not {_shown(value)}")
    return value


def _trick(value: object) -> Trick:
    if not isinstance(value, Mapping) or not isinstance(value.get("cards"), list | tuple):
        raise ValueError("a trick has a leader and a list of cards")
    return Trick(_seat(value.get("leader")), tuple(map(parse_card, value["cards"])), _seat(value.get("winner")))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _seat(value: object) -> Seat | None:
    if value is None or (type(value) is int and value in SEATS):
        return value
    raise ValueError(f"a seat is 0 to 3 or null, not {_shown(value)}")
