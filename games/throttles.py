"""Owns how often one may ask: the API, counted by account or else by address, and for a new table, by address."""

from typing import Any

from rest_framework.settings import api_settings
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle


class StrangerThrottle(AnonRateThrottle):
    """Counts the requests of those who are not logged in; the rate is the setting `API_RATE_ANONYMOUS`."""

    def get_rate(self) -> str | None:
        return _rate(self.scope)


class PlayerThrottle(UserRateThrottle):
    """Counts the requests of a player, guests included; the rate is the setting `API_RATE_PLAYER`."""

    def get_rate(self) -> str | None:
        return _rate(self.scope)


class TableThrottle(SimpleRateThrottle):
    """Counts the tables that are opened from one address; the rate is the setting `TABLES_RATE`."""

    scope = "tables"

    def get_rate(self) -> str | None:
        return _rate(self.scope)

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def _rate(scope: str | None) -> str | None:
    """Reads the rate when it is needed, so that a changed setting counts at once."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope or ""]
    return None if rate is None else str(rate)
