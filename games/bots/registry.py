"""The bots there are: levels, versions, and the one function that makes any of them act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from games.engine.actions import Action

from . import novice, random_bot
from .view import SeatView, Situation, read_view

SEED_BYTES = 32
Choose: TypeAlias = Callable[[Situation, bytes], Action]


class UnknownBot(ValueError):
    """A bot reference whose level or version does not exist; the text names it."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of bots: its name, its version, whether people are offered it, and how it chooses an act.

    A version once used in a match never changes its acts: finished matches are run again to prove them.
    """

    name: str
    version: int
    shown: bool
    choose: Choose


class MissingNumba(RuntimeError):
    """A level that searches was asked to act where numba is not installed."""


def _searching(name: str) -> Choose:
    """The `choose` of a level whose kernels numba compiles: it is imported when the level first acts."""

    def choose(s: Situation, seed: bytes) -> Action:
        try:
            level = import_module(f".{name}", __package__)
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("numba", "numpy"):
                raise
            raise MissingNumba(
                f"The level {name} needs numba and numpy, which are not installed here: "
                "install what requirements.txt names, or choose novice, which needs neither."
            ) from error
        action: Action = level.choose(s, seed)
        return action

    return choose


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("random", 1, shown=False, choose=random_bot.choose),
        Level("novice", 1, shown=True, choose=novice.choose),
        Level("club", 1, shown=True, choose=_searching("club")),
        Level("expert", 1, shown=True, choose=_searching("expert")),
    )
}


def ref(level: str) -> str:
    """The reference written into matches and transcripts, `level-version`; UnknownBot for a level there is not."""
    return f"{level}-{_level(level).version}"


def find_level(ref: str) -> Level:
    """The level a reference stands for; UnknownBot names a level or version there is not."""
    name, _, version = ref.rpartition("-")
    level = _level(name or ref)
    if not name or version != str(level.version):
        raise UnknownBot(f"There is no bot {ref[:40]!r}: the version of {level.name} is {level.version}.")
    return level


def _level(name: str) -> Level:
    if name not in LEVELS:
        raise UnknownBot(f"There is no bot called {name[:40]!r}: choose one of {', '.join(LEVELS)}.")
    return LEVELS[name]


def choose(ref: str, view: SeatView, seed: bytes) -> Action:
    """What the bot does: a pure function of its reference, its seat view and its 32-byte bot seed.

    UnknownBot for a reference there is not, BadView for a view that cannot be acted on, ValueError for a bad seed.
    """
    level = find_level(ref)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A bot seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return level.choose(read_view(view), seed)
