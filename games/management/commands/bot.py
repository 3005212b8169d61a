"""Runs one level of the bots for another program: a seat view a line in, an act a line out (docs/bots.md)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import registry, stdio


class Command(BaseCommand):
    help = "Answers seat views with acts, one line of JSON each. See docs/bots.md."
    requires_system_checks = []  # the site is not needed, and checking it takes longer than an act

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("level", help=f"one of {', '.join(registry.LEVELS)}")
        parser.add_argument("--stdio", action="store_true", required=True, help="read standard input, answer on output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ref = registry.ref(options["level"])
        except registry.UnknownBot as error:
            raise CommandError(str(error)) from None
        try:
            stdio.serve(ref, sys.stdin.buffer, sys.stdout.buffer)
        except registry.MissingNumba as error:
            raise CommandError(str(error)) from None
        except BrokenPipeError:
            sys.stderr.close()  # nobody reads the answers any more, nor what Python would say of that
