"""Owns the refusals of services that are not refusals of the rules."""


class ServiceError(Exception):
    """What was asked cannot be done; the text is a sentence for the player."""


class WrongContribution(ServiceError):
    """A contribution that is not the one a player had committed to."""


class NothingToTakeBack(ServiceError):
    """There is no act that may be taken back now."""


class NothingToClaim(ServiceError):
    """A hand whose rest is not decided yet, as far as the player can see, or a table where nothing is claimed."""


class NothingToPlayOn(ServiceError):
    """A position in which the game is over."""


class NothingToReview(ServiceError):
    """There is no act of a person that the coach could look at."""


class NoHint(ServiceError):
    """No hint can be given at this table, or not now."""


class UnknownLevel(ServiceError):
    """A bot of a level that does not exist, or that is not offered to players."""


class TableGone(ServiceError):
    """A table that nobody sits at any more."""


class TableBegun(ServiceError):
    """A table at which a game has begun: its seats are no longer given."""


class SeatTaken(ServiceError):
    """A seat that somebody has, or that is held for somebody else; or a table without a free one."""


class SitsElsewhere(ServiceError):
    """Somebody who has a live seat already, at another table, whose page is at `url`."""

    def __init__(self, text: str, url: str) -> None:
        super().__init__(text)
        self.url = url


class Suspended(ServiceError):
    """A player who may not sit down at live tables for now."""


class NotAllowed(ServiceError):
    """What others than those who ask decide here, or what was agreed not to be done."""


class UnknownPlayer(ServiceError):
    """A name that no account has, or that cannot be invited."""


class NotSaid(ServiceError):
    """A message that is not said: there is no such one, or not now, or not by this player."""


class TooOften(ServiceError):
    """Something that was asked for too often in a short time."""
