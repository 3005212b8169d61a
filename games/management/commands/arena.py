"""Matches two bots against each other: every deal twice with the sides swapped, and what that came to in figures."""

import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.arena import report, tally
from games.arena.play import Plan
from games.arena.players import BadSide
from games.arena.programs import CannotStart
from games.arena.runner import Sides, run
from games.bots.registry import MissingNumba
from games.engine.rules import HOUSE

PROGRESS = 5.0  # seconds between two words on how far it is


class Command(BaseCommand):
    help = "Matches two bots: every deal twice with the sides swapped. See docs/bots.md."
    requires_system_checks = []  # no part of the site is needed

    def add_arguments(self, parser: ArgumentParser) -> None:
        side = "a level, a reference (rule, random, pimc, cheat) or cmd:PROGRAM"
        parser.add_argument("--a", required=True, metavar="SIDE", help=side)
        parser.add_argument("--b", required=True, metavar="SIDE", help=side)
        parser.add_argument("--bids-a", metavar="SIDE", help="who bids for A, to compare bidding alone")
        parser.add_argument("--bids-b", metavar="SIDE", help="who bids for B")
        parser.add_argument("--deals", type=_number(1), default=1600, help="how many deals, each played twice")
        parser.add_argument("--seed", type=int, default=7, help="the same deals each time")
        parser.add_argument("--rules", choices=sorted(HOUSE), default="pllay", help="the house rules version")
        parser.add_argument("--by", choices=["hand", "match"], default="hand", help="single hands, or whole matches")
        parser.add_argument("--workers", type=_number(1), default=1, help="processes that play at once")
        parser.add_argument("--limit", type=_seconds, default=10.0, help="seconds a program may take for an answer")
        parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        plan = Plan(HOUSE[options["rules"]], options["seed"], options["by"] == "match")
        sides = Sides(options["a"], options["b"], options["bids_a"], options["bids_b"], options["limit"])
        try:
            pairs = run(sides, plan, options["deals"], options["workers"], self._teller(options["deals"]))
        except (BadSide, CannotStart, MissingNumba) as error:
            raise CommandError(str(error)) from None
        figures = report.about(sides, plan) | tally.sum_up(plan, pairs)
        self.stdout.write(json.dumps(figures) if options["json"] else report.write(figures))

    def _teller(self, deals: int) -> Callable[[int], None]:
        """Says on stderr, now and then, how far it is."""
        start = said = time.monotonic()

        def tell(played: int) -> None:
            nonlocal said
            now = time.monotonic()
            if now - said >= PROGRESS:
                said = now
                self.stderr.write(f"{played} of {deals} deals, {now - start:.0f} s")

        return tell


def _number(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"a number from {least} is expected, not {text[:40]!r}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise ArgumentTypeError(f"seconds, up to 3600, are expected, not {text[:40]!r}")
    return seconds
