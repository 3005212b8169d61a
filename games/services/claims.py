"""Owns the claim: a hand whose rest is decided, as its player can see, is played out at once."""

from datetime import datetime

from django.utils.translation import gettext as _

from .. import selectors
from ..engine import match as engine
from ..engine.actions import Reason, Refused
from ..models import Match
from . import play
from .errors import NothingToClaim


def claim(match: Match, seat: int, ident: str, *, seen: int, now: datetime, action_id: str) -> None:
    """Plays the rest of the hand, each seat its lowest legal card; raises Refused and NothingToClaim.

    It is proved again here, from the claimant's own seat view. `ident` is the match that was on the screen: it may have
    become a study since. Claimed twice by the same id it is one claim.
    """
    if ident != match.ident:
        raise Refused(Reason.STALE)

    def prove(state: engine.Match) -> None:
        if not selectors.may_claim(match, state, seat):
            raise NothingToClaim(_("The rest of this hand is not decided yet: play on."))

    play.claim(match.pk, seat, prove, seen=seen, now=now, action_id=action_id)
