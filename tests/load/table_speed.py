"""Owns measuring live tables against the floor: turns of the one and the other, and the figures that are printed."""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.load.driver import Figures, FloorRules, Pacer, Rules, SiteRules, TableLoad
from tests.prepare import free_port
from tests.sites import Process, open_site, run

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_KB = os.sysconf("SC_PAGE_SIZE") / 1024
TURNS = 2  # of the site and of the floor, one after the other


@dataclass(frozen=True)
class Result:
    """What one turn came to; times in milliseconds."""

    acts: int
    acts_a_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    cpu_ms_an_act: float | None
    views_an_act: float
    kb_a_view: float
    kb_a_socket: float | None
    lost: int
    doubled: int
    errors: list[str]


@dataclass(frozen=True)
class Target:
    """A server to put under load: where it is, its process if it is known, and its tables."""

    pid: int | None
    rules: Sequence[Rules]


async def put_under_load(target: Target, seconds: float, rate: float | None) -> Result:
    """Lets all tables act for so long, and gives what came of it."""
    figures, ending = Figures(), asyncio.Event()
    pacer = Pacer(rate)
    loads = [TableLoad(rules, pacer, figures, ending) for rules in target.rules]
    memory = memory_kb(target.pid)
    for load in loads:
        await load.open()
    after = memory_kb(target.pid)
    start, cpu = time.perf_counter(), cpu_seconds(target.pid)
    for load in loads:
        load.start()
    await asyncio.sleep(seconds)
    ending.set()
    took, used = time.perf_counter() - start, cpu_seconds(target.pid)
    await asyncio.gather(*(load.close() for load in loads))
    grown = None if memory is None or after is None else (after - memory) / (4 * len(loads))
    return summarize(figures, took, None if cpu is None or used is None else used - cpu, grown)


def summarize(figures: Figures, took: float, cpu: float | None, kb_a_socket: float | None) -> Result:
    """Makes the figures of one turn."""
    times = sorted(figures.latencies)
    acts = len(times)
    return Result(
        acts=acts,
        acts_a_second=round(acts / took, 1),
        p50_ms=_quantile(times, 0.50),
        p95_ms=_quantile(times, 0.95),
        p99_ms=_quantile(times, 0.99),
        cpu_ms_an_act=None if cpu is None or not acts else round(1000 * cpu / acts, 2),
        views_an_act=round(figures.views / acts, 2) if acts else 0.0,
        kb_a_view=round(figures.received_bytes / 1024 / max(1, figures.views), 2),
        kb_a_socket=None if kb_a_socket is None else round(kb_a_socket, 1),
        lost=figures.lost,
        doubled=figures.doubled,
        errors=figures.errors[:5],
    )


def _quantile(times: Sequence[float], share: float) -> float:
    return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 2) if times else 0.0


def cpu_seconds(pid: int | None) -> float | None:
    """The processor time of a process so far, of all its threads."""
    if pid is None:
        return None
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kb(pid: int | None) -> float | None:
    """The resident memory of a process."""
    return None if pid is None else int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KB


@contextmanager
def open_floor(environment: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Runs the floor on a site's database; gives its address and its process."""
    port = free_port()
    words = ["-b", "127.0.0.1", "-p", str(port), "tests.load.floor:application"]
    environment = {**environment, "LOG_LEVEL": "INFO"}  # at which it says that it listens
    process = Process([sys.executable, "-m", "daphne", *words], environment, ready="Listening on TCP")
    try:
        process.await_ready()
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.stop()


def lay(what: str, environment: Mapping[str, str], count: int) -> list[Any]:
    """Makes tables, or rows of the floor, to put under load."""
    found: list[Any] = json.loads(run([sys.executable, "-m", "tests.load.seated", what, str(count)], environment))
    return found


def measure(url: str, pid: int | None, environment: Mapping[str, str], asked: argparse.Namespace) -> dict[str, Any]:
    """Lets the site and the floor take turns, and gives each one's turns and their ratios."""
    turns: dict[str, list[Result]] = {"site": [], "floor": []}
    with open_floor(environment) as (floor_url, floor_pid):
        for _ in range(asked.turns):
            tables = lay("tables", environment, asked.tables)
            site = Target(pid, [SiteRules(url, table["code"], table["sessions"]) for table in tables])
            turns["site"].append(asyncio.run(put_under_load(site, asked.seconds, asked.rate)))
            rows = lay("rows", environment, asked.tables)
            floor = Target(floor_pid, [FloorRules(floor_url, row) for row in rows])
            turns["floor"].append(asyncio.run(put_under_load(floor, asked.seconds, asked.rate)))
    return {name: [asdict(turn) for turn in made] for name, made in turns.items()} | {"ratios": ratios(turns)}


def ratios(turns: Mapping[str, Sequence[Result]]) -> dict[str, float | None]:
    """The site's figures over the floor's, each the median of its turns."""
    found: dict[str, float | None] = {}
    for name in ("p50_ms", "p99_ms", "cpu_ms_an_act", "acts_a_second"):
        values = [[getattr(turn, name) for turn in turns[side]] for side in ("site", "floor")]
        known = all(value for side in values for value in side)
        found[name] = round(statistics.median(values[0]) / statistics.median(values[1]), 2) if known else None
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Puts live tables under load, beside the floor, in turns.")
    parser.add_argument("--tables", type=int, default=1, help="tables, four sockets each (1)")
    parser.add_argument("--seconds", type=float, default=20, help="how long a turn lasts (20)")
    parser.add_argument("--rate", type=float, help="acts a second over all tables (as fast as they can)")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"of the site and of the floor ({TURNS})")
    parser.add_argument("--server", help="the address of a running site whose environment this is")
    parser.add_argument("--pid", type=int, help="its process, to tell its CPU and memory")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    asked = parser.parse_args()
    if asked.server:
        found = measure(asked.server, asked.pid, os.environ, asked)
    else:
        with tempfile.TemporaryDirectory() as folder, open_site(Path(folder)) as site:
            found = measure(site.url, site.web.pid, site.environment, asked)
    print(json.dumps(found, indent=None if asked.json else 2))
    return 1 if any(turn["lost"] or turn["doubled"] or turn["errors"] for turn in found["site"]) else 0
