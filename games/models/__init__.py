"""Owns the tables of the database."""

from .checks import DealCount, MatchCheck, SigningKey
from .live import Challenge, Connection, Pulse
from .log import Event, EventQuerySet, LogIsAppendOnly
from .matches import Abort, Match, Study
from .people import Player
from .reviews import Review
from .tables import CODE_LENGTH, CODE_LETTERS, RulesVersion, Seat, Table, new_code

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Abort",
    "Challenge",
    "Connection",
    "DealCount",
    "Event",
    "EventQuerySet",
    "LogIsAppendOnly",
    "Match",
    "MatchCheck",
    "Player",
    "Pulse",
    "Review",
    "RulesVersion",
    "Seat",
    "SigningKey",
    "Study",
    "Table",
    "new_code",
]
