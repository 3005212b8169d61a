"""Loads what every app needs in the database before the first visitor."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string


class Command(BaseCommand):
    help = "Loads the site's content; may be run any number of times."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in settings.CONTENT_LOADERS:
            import_string(name)()
        self.stdout.write("The content is loaded.")
