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
