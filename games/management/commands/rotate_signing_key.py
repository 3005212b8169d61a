"""Owns going over to a new signing key: listed, signed by the old one, kept where the environment comes from."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.module_loading import import_string

from games.services import keys
from games.services.errors import ServiceError


class Command(BaseCommand):
    help = "Makes a new key to seal matches with, signed by the one in use. Restart every process afterwards."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key = keys.rotate(timezone.now(), self._keep)
        except ServiceError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"The new key could not be written, and nothing was changed: {error}") from None
        self.stdout.write(f"The new key is {key.pk}, signed by {key.signed_by_id}. Restart every process of the site.")

    def _keep(self, text: str) -> None:
        """Writes a development machine's key to its folder; any other is shown once, for the environment."""
        if settings.SECRETS_FOLDER is None or "SIGNING_KEY" in os.environ:
            self.stdout.write(f"SIGNING_KEY={text}")
            return
        import_string("config.secrets.replace")("SIGNING_KEY", text, settings.SECRETS_FOLDER)  # config is above
