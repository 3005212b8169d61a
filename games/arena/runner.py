"""Plays the pairs of an arena in order, in this process or in several; the figures are the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context, util

from .play import Pair, Plan, Players, play_pair
from .players import open_side
from .tally import count_deals


@dataclass(frozen=True)
class Sides:
    """The two players by name, and whose bids they make if not their own; seconds an answer of a program may take."""

    a: str
    b: str
    bids_a: str | None = None
    bids_b: str | None = None
    limit: float = 10.0


@contextmanager
def opened(sides: Sides) -> Iterator[Players]:
    """Both players, open until the end."""
    with (
        closing(open_side(sides.a, sides.bids_a, sides.limit)) as a,
        closing(open_side(sides.b, sides.bids_b, sides.limit)) as b,
    ):
        yield a, b


def run(sides: Sides, plan: Plan, deals: int, workers: int, told: Callable[[int], None]) -> list[Pair]:
    """The pairs, number after number, until so many deals are played; `told` hears how many are."""
    pairs, played = [], 0
    with closing(_pairs(sides, plan, workers)) as all_pairs:
        for pair in all_pairs:
            pairs.append(pair)
            played += count_deals(pair)
            told(played)
            if played >= deals:
                break
    return pairs


def _pairs(sides: Sides, plan: Plan, workers: int) -> Generator[Pair]:
    """Endlessly many pairs in order."""
    if workers > 1:
        yield from _pairs_of_processes(sides, plan, workers)
    with opened(sides) as players:
        for number in count():
            yield play_pair(players, plan, number)


def _pairs_of_processes(sides: Sides, plan: Plan, workers: int) -> Generator[Pair]:
    """The same, each process a few pairs ahead of what is asked for."""
    with opened(sides):  # a side that is nobody is named here, before any process starts
        pass
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _open_here, (sides, plan))
    waiting: deque[Future[Pair]] = deque()
    try:
        for number in count():
            waiting.append(pool.submit(_play_here, number))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


_here: tuple[Players, Plan]
"""What a worker process plays with."""


def _open_here(sides: Sides, plan: Plan) -> None:
    global _here
    players = opened(sides)
    _here = players.__enter__(), plan
    util.Finalize(None, players.__exit__, (None, None, None), exitpriority=1)


def _play_here(number: int) -> Pair:
    return play_pair(*_here, number)
