"""Owns how often one may ask.

The API and live tables count by account or else by address; a table, a check or the coach by address alone.
"""

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


class JoinThrottle(PlayerThrottle):
    """Counts the sockets that are opened at live tables; the rate is the setting `JOINS_RATE`."""

    scope = "joins"


class AddressThrottle(SimpleRateThrottle):
    """Counts by address alone, whoever is logged in there."""

    def get_rate(self) -> str | None:
        return _rate(self.scope)

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class TableThrottle(AddressThrottle):
    """Counts the tables that are opened from one address; the rate is the setting `TABLES_RATE`."""

    scope = "tables"


class CoachThrottle(AddressThrottle):
    """Counts the hands that the coach is asked about from one address; the rate is the setting `COACH_RATE`."""

    scope = "coach"


class VerifyThrottle(AddressThrottle):
    """Counts the transcripts that are sent from one address to be checked; the rate is the setting `VERIFY_RATE`."""

    scope = "verify"


def _rate(scope: str | None) -> str | None:
    """Reads the rate when it is needed, so that a changed setting counts at once."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope or ""]
    return None if rate is None else str(rate)
