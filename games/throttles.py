"""Owns how often the API may be asked: by a stranger, counted by address, and by a player, counted by account."""

from rest_framework.settings import api_settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class StrangerThrottle(AnonRateThrottle):
    """Counts the requests of those who are not logged in; the rate is the setting `API_RATE_ANONYMOUS`."""

    def get_rate(self) -> str | None:
        return _rate(self.scope)


class PlayerThrottle(UserRateThrottle):
    """Counts the requests of a player, guests included; the rate is the setting `API_RATE_PLAYER`."""

    def get_rate(self) -> str | None:
        return _rate(self.scope)


def _rate(scope: str | None) -> str | None:
    """Reads the rate when it is needed, so that a changed setting counts at once."""
    rate = api_settings.DEFAULT_THROTTLE_RATES[scope or ""]
    return None if rate is None else str(rate)
