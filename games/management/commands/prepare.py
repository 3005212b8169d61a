"""Owns bringing a machine's site up to date in one process: the database, the content that ships with it, the bots."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.services.warming import warm_bots


class Command(BaseCommand):
    help = "Migrates the database, loads the site's content, compiles the bots; may be run any number of times."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_content")
        self.stdout.write("Getting the bots ready (the first time they are compiled, which takes a minute or so) …")
        self.stdout.flush()
        warm_bots()
