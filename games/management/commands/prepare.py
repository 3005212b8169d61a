"""Owns bringing a machine's site up to date in one process: database first, then the content that ships with it."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrates the database and loads the site's content; may be run any number of times."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_content")
