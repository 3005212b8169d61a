"""Who plays a side: a level of the site, a frozen reference of the tests, or somebody's program."""

from __future__ import annotations

import importlib
import shlex
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, ParamSpec, Protocol

from games.bots import registry
from games.engine.actions import Action
from games.engine.cards import Deal
from games.engine.match import Match
from games.engine.visibility import seat_view

from .programs import Program, Timed

REFERENCES = ("rule", "random", "pimc", "cheat")
PROGRAM = "cmd:"
P = ParamSpec("P")
Choose = Callable[[Mapping[str, Any], bytes], Action]
Peek = Callable[[Mapping[str, Any], bytes, Deal], Action]


class BadSide(ValueError):
    """A side of the arena that is nobody; the text names it."""


class Player(Protocol):
    """Plays every seat of one side: an act for each decision, and the seconds it took."""

    def act(self, match: Match, seat: int, seed: bytes) -> Timed: ...

    def close(self) -> None: ...


class Local:
    """A level or a reference, given the seat's view and nothing else; its time is that of its own work."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose

    def act(self, match: Match, seat: int, seed: bytes) -> Timed:
        return _timed(self.choose, seat_view(match, seat), seed)

    def close(self) -> None:
        """Nothing is held open."""


class Cheat(Local):
    """The one player that is shown every holding: the yardstick for what hidden cards are worth."""

    def __init__(self, peek: Peek) -> None:
        self.peek = peek

    def act(self, match: Match, seat: int, seed: bytes) -> Timed:
        assert match.hand is not None
        return _timed(self.peek, seat_view(match, seat), seed, match.hand.holdings)


class Pair:
    """One player's bids and looks with another's cards, to compare bidding alone."""

    def __init__(self, bidder: Player, carder: Player) -> None:
        self.bidder, self.carder = bidder, carder

    def act(self, match: Match, seat: int, seed: bytes) -> Timed:
        bidding = match.hand is not None and match.hand.bidding
        return (self.bidder if bidding else self.carder).act(match, seat, seed)

    def close(self) -> None:
        self.bidder.close()
        self.carder.close()


def _timed(choose: Callable[P, Action], *args: P.args, **kwargs: P.kwargs) -> Timed:
    start = time.thread_time()
    action = choose(*args, **kwargs)
    return action, time.thread_time() - start


def open_side(side: str, bids: str | None, limit: float) -> Player:
    """The player of a side, its bids another's if `bids` names one; BadSide if either is nobody."""
    player = _open(side, limit)
    return player if bids is None else Pair(_open(bids, limit), player)


def _open(name: str, limit: float) -> Player:
    if name.startswith(PROGRAM):
        return Program(_split(name), limit)
    if name in REFERENCES:
        return _open_reference(name)
    ref = _ref_of(name)
    return Local(lambda view, seed: registry.choose(ref, view, seed))


def _split(name: str) -> list[str]:
    try:
        words = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadSide(f"“{name[:60]}” is no command: {error}.") from None
    if not words:
        raise BadSide(f"{PROGRAM} is followed by the program to run, as in {PROGRAM}“python3 my_bot.py”.")
    return words


def _ref_of(name: str) -> str:
    try:
        ref = name if "-" in name else registry.ref(name)
        registry.find_level(ref)
    except registry.UnknownBot as error:
        others = f"a reference ({', '.join(REFERENCES)}) or {PROGRAM}PROGRAM"
        raise BadSide(f"{str(error).removesuffix('.')}; or {others}.") from None
    return ref


def _open_reference(name: str) -> Player:
    if find_spec("tests") is None or find_spec("tests.references") is None:
        raise BadSide(f"The reference {name} lives in tests/references, which is not here: use a whole checkout.")
    try:
        module = importlib.import_module(f"tests.references.{name}")
    except ModuleNotFoundError as error:
        raise BadSide(f"The reference {name} needs {error.name}, which is not installed here.") from None
    return Cheat(module.peek) if name == "cheat" else Local(module.choose)
