"""Plays whole matches among bots through the same services as everybody, and writes a sealed transcript of each."""

import random
import secrets
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games import selectors
from games.engine.rules import HOUSE, RuleSet
from games.services import bots, tables
from games.services.errors import ServiceError
from games.services.ready import Draw


class Command(BaseCommand):
    help = "Plays matches among bots and writes one sealed transcript each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=int, default=1, help="how many matches")
        parser.add_argument("--rules", choices=sorted(HOUSE), default="pllay", help="the house rules version")
        parser.add_argument("--bots", default="novice,novice,novice,novice", help="levels of North,East,South,West")
        parser.add_argument("--seed", type=int, help="deals the same matches each time")
        parser.add_argument("--out", type=Path, help="a folder for the transcripts; made if it is not there")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, levels = HOUSE[options["rules"]], _levels(options["bots"])
        draw = secrets.token_bytes if options["seed"] is None else random.Random(options["seed"]).randbytes
        out = _folder(options["out"])
        started, hands = time.monotonic(), 0
        for number in range(options["matches"]):
            played, text = _play(rules, levels, draw)
            hands += played
            if out is not None:
                (out / f"match-{number:04d}.jsonl").write_text(text, newline="")
        seconds = time.monotonic() - started
        self.stdout.write(f"{options['matches']} matches, {hands} hands, {seconds:.1f} s")


def _levels(text: str) -> list[str]:
    levels = text.split(",")
    if len(levels) != 4:
        raise CommandError(f"--bots takes four levels with commas between, not “{text}”.")
    return levels


def _folder(path: Path | None) -> Path | None:
    if path is not None:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"--out: {error}") from None
    return path


def _play(rules: RuleSet, levels: list[str], draw: Draw) -> tuple[int, str]:
    """Plays one match and takes it back: its transcript stays, the site's database is as before."""
    try:
        with transaction.atomic():
            table = tables.open_bots_table(rules, levels, timezone.now(), draw)
            bots.move_due(selectors.current_match(table.pk).pk)
            match = selectors.current_match(table.pk)
            played = len(match.state["results"]), selectors.transcript_of(match)
            transaction.set_rollback(True)
            return played
    except ServiceError as error:
        raise CommandError(str(error)) from None
