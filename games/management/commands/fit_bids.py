"""Fits the bidding model of the searching bots on hands that bots bid and play, and writes it where they read it."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

FEWEST_DEALS = 1_000
DIGITS = 3


class Command(BaseCommand):
    help = "Fits the bidding model on self-play: the same deals and seed give the same model."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=int, default=400_000, help="deals for each of the eight fits")
        parser.add_argument("--seed", type=int, default=7, help="deals the same hands each time")
        parser.add_argument("--out", type=Path, help="the file to write; games/bots/data/bidding.json if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        deals, seed = options["deals"], options["seed"]
        if deals < FEWEST_DEALS:
            raise CommandError(f"--deals: {deals} are too few to fit on; take {FEWEST_DEALS} or more.")
        from games.bots import bid_fitting, bidding_model  # numba: loaded only when it is needed

        fit = bid_fitting.fit(deals, seed, self.stdout.write)
        out = options["out"] or bidding_model.DATA_FILE
        made = f"manage.py fit_bids --deals {deals} --seed {seed}"
        tables = {name: table.round(DIGITS).tolist() for name, table in fit.model._asdict().items()}
        quality = {name: round(value, 4) for name, value in fit.quality.items()}
        about = {"made": made, "date": timezone.now().date().isoformat(), "quality": quality}
        _write(out, about | tables | {"hands": fit.hands.tolist()})
        self.stdout.write(f"{out}: " + ", ".join(f"{name} {value}" for name, value in quality.items()))


def _write(out: Path, data: dict[str, Any]) -> None:
    """One entry a line, so that a change shows where it is."""
    entries = (f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in data.items())
    try:
        out.write_text("{\n" + ",\n".join(entries) + "\n}\n", newline="")
    except OSError as error:
        raise CommandError(f"--out: {error}") from None
