"""Owns the site's switches: what is there or not, decided in the admin, all off until then. A match never asks one."""

from typing import Final

import waffle
from waffle.models import Switch

LIVE_TABLES: Final = "live_tables"
COMMUNITY_TABLES: Final = "community_tables"
QUICK_CHAT: Final = "quick_chat"
NOTES = {
    LIVE_TABLES: "People play each other: the lobby, and everything at live tables.",
    COMMUNITY_TABLES: "Private live tables, by link. Needs live_tables.",
    QUICK_CHAT: "Eight fixed messages at live tables that are opened from now on. Needs live_tables.",
}


def is_on(name: str) -> bool:
    """Says whether a switch is on; one that needs `live_tables` is off without it."""
    return bool(waffle.switch_is_active(LIVE_TABLES) and (name == LIVE_TABLES or waffle.switch_is_active(name)))


def load_content() -> None:
    """Makes the switches that are not there yet, off, so that the admin shows them."""
    for name, note in NOTES.items():
        Switch.objects.get_or_create(name=name, defaults={"active": False, "note": note})
