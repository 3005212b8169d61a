"""Measures the bots: playouts and solves, decisions of each level, the start and the memory of a process."""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from games.bots.evaluator import evaluate, group_cards, read_situation
from games.bots.expert import EFFORT as EXPERT
from games.bots.kernels.boards import pack
from games.bots.registry import LEVELS, choose, ref
from games.bots.solving import solve
from games.bots.utility import outcome_table
from games.bots.view import Situation, read_view
from games.engine import match as engine
from games.engine.match import Match
from games.engine.rules import PLLAY
from games.engine.visibility import seat_view
from tests.bots.positions import SEED, decisions

ROOT = Path(__file__).resolve().parents[2]
SIZES = (24, 28, 32)
EFFORT = replace(EXPERT, exact=0, ending=0)
"""The expert's search with playouts alone."""
SERVE = "import sys; from games.bots import stdio; stdio.serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)"
View = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a line for each figure, or all as JSON."""
    parser = argparse.ArgumentParser(prog="python tests/load/bots.py", description=__doc__)
    parser.add_argument("--hands", type=int, default=24, help="how many hands the positions are taken from")
    parser.add_argument("--seed", type=int, default=1, help="takes the same positions each time")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args(arguments)
    states = [match for match, _ in decisions([ref("novice")] * 4, PLLAY, options.hands, random.Random(options.seed))]
    figures = {name: measure(states) for name, measure in MEASURES.items()}
    print(json.dumps(figures) if options.json else "\n".join(_lines(figures)))
    return 0


def _lines(figures: dict[str, dict[str, float]]) -> Iterator[str]:
    for name, values in figures.items():
        for label, value in values.items():
            yield f"{name + ', ' + label:<52}{value:>14,.3f}"


def views_of(states: Sequence[Match]) -> list[View]:
    """The views of every decision in which there is a choice."""
    seen = [seat_view(match, seat) for match in states if (seat := engine.turn(match)) is not None]
    return [view for view in seen if len(view["legal"]) > 1]


def measure_playouts(states: Sequence[Match]) -> dict[str, float]:
    """Playouts a second on one core, the worlds they are played in being sampled in the same time."""
    situations = [read_view(view) for view in views_of(states)]
    cards = [situation for situation in situations if situation.cards]
    evaluate(cards[0], SEED, EFFORT)
    start = time.thread_time()
    playouts = sum(_count_playouts(situation) for situation in cards)
    return {"a second, millions": playouts / (time.thread_time() - start) / 1e6}


def _count_playouts(situation: Situation) -> int:
    """Evaluate a decision; how many playouts that took."""
    evaluate(situation, SEED, EFFORT)
    groups = group_cards(read_situation(situation), situation.cards)
    return EFFORT.worlds * EFFORT.repeats * len(groups)


def measure_solves(states: Sequence[Match]) -> dict[str, float]:
    """The median time of an exact solve by how many cards are left, in ms, and how many a second that makes."""
    _time_solve(next(_endings(states, 4)))  # compiles what is not yet compiled
    times = {cards: [_time_solve(match) for match in _endings(states, cards)] for cards in SIZES}
    medians = {f"{cards} cards, ms": 1000 * statistics.median(times[cards]) for cards in SIZES}
    rates = {f"{cards} cards, a second": len(times[cards]) / sum(times[cards]) for cards in SIZES}
    return medians | rates


def _endings(states: Sequence[Match], cards: int) -> Iterator[Match]:
    """The states with so many cards left and none on the table."""
    for match in states:
        if match.hand and not match.hand.bidding and sum(map(len, match.hand.holdings)) == cards:
            yield match


def _time_solve(match: Match) -> float:
    hand = match.hand
    assert hand is not None
    bids = tuple(bid for bid in hand.bids if bid is not None)
    table = outcome_table(match.rules, bids, match.score, match.bags, hand.number)
    world = np.array([pack(holding) for holding in hand.holdings])
    return _time(lambda: solve(world, hand.leader or 0, (), hand.won, hand.broken, table))


def _time(call: Callable[[], object]) -> float:
    """Seconds of work on one core, whatever else the machine does."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def measure_decisions(states: Sequence[Match]) -> dict[str, float]:
    """Median and 95th percentile of a decision of each level, in ms, where there is a choice."""
    views = views_of(states)
    figures = {}
    for level in LEVELS:
        act = partial(choose, ref(level), seed=SEED)
        act(views[0])
        times = sorted(1000 * _time(partial(act, view)) for view in views)
        figures[f"{level}, p50, ms"] = times[len(times) // 2]
        figures[f"{level}, p95, ms"] = times[int(0.95 * len(times))]
    return figures


def measure_processes(states: Sequence[Match]) -> dict[str, float]:
    """A warmed process: the work of a bare one from its start to its first act; the memory of one of the site's."""
    views = views_of(states)
    figures: dict[str, float] = {}
    for level in LEVELS:
        bare = [sys.executable, "-c", SERVE, ref(level)]
        _run_bot(bare, views)  # compiles what is not yet compiled
        before = _work_of_children()
        _run_bot(bare, views[:1])
        figures[f"{level}, first act, s"] = _work_of_children() - before
        figures[f"{level}, resident, MiB"] = _run_bot([sys.executable, "manage.py", "bot", level, "--stdio"], views)
    return figures


def _work_of_children() -> float:
    """Seconds of work of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_bot(command: Sequence[str], views: Sequence[View]) -> float:
    """Have a process of its own act on these views; its resident memory in MiB then."""
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin
        assert bot.stdout
        for view in views:
            bot.stdin.write(json.dumps(view).encode() + b"\n")
            bot.stdin.flush()
            bot.stdout.readline()
        return _resident(bot.pid)


def _resident(pid: int) -> float:
    """Resident memory of a running process in MiB, as Linux tells it."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


MEASURES: dict[str, Callable[[Sequence[Match]], dict[str, float]]] = {
    "playouts": measure_playouts,
    "solve": measure_solves,
    "decision": measure_decisions,
    "process": measure_processes,
}
