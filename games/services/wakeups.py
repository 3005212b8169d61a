"""Owns waking the bots of a match, outside the request that gave them the turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..engine import match as engine
from .background import Errand

_errand = Errand("games.tasks.move_bots", threads=2)
# A mover hears its own acts too; it is in its loop already, so only others' wake-ups start one.
_moving: ContextVar[bool] = ContextVar("moving", default=False)


def is_due(state: engine.Match) -> bool:
    """Says whether a bot is to act, be it a stand-in, or, where only bots sit, the next hand is to be dealt."""
    turn = engine.turn(state)
    if turn is not None:
        return state.kinds[turn] == "bot" or state.stand_ins[turn] is not None
    return engine.phase(state) == engine.Phase.HAND_OVER and "human" not in state.kinds


@contextmanager
def moving() -> Iterator[None]:
    """Marks that a mover is at work here, which needs no waking."""
    token = _moving.set(True)
    try:
        yield
    finally:
        _moving.reset(token)


def wake(match_pk: int) -> None:
    """Has the bots of a match move; a wake-up that is lost is repeated by the sweep."""
    if not _moving.get():
        _errand.start(match_pk)
