"""Owns the clocks of matches: the server acts where a deadline is over, and gives time back that it took itself."""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from .. import broadcast, deadlines, selectors
from ..deadlines import NEXT_HAND, TURN, deadline_of
from ..models import Match, Pulse
from . import play, ready
from .substitutes import SUBSTITUTE

__all__ = ["NEXT_HAND", "RESPITE", "TURN", "deadline_of", "expire", "expire_due", "grant", "grant_all"]

logger = logging.getLogger(__name__)

RESPITE = timedelta(seconds=15)  # what is left at least of a turn that a fault of the server cut into


def expire_due(now: datetime) -> int:
    """Makes the server act in every match whose deadline is over; returns in how many it did."""
    late = deadlines.overdue(now, has_begun=True)
    return ready.give_up_late(now) + sum(_try_to_act(match_pk, now) for match_pk in late)


def _try_to_act(match_pk: int, now: datetime) -> bool:
    """One match in which the server cannot act must not keep the others."""
    try:
        return play.act_for_clock(match_pk, now)
    except Exception:
        logger.exception("the clock could not act in match %s", match_pk)
        return False


def expire(match_pk: int, now: datetime, process: str | None = None) -> bool:
    """Makes the server act in one match if its deadline is over, as a browser there has seen; says whether it did.

    `process` is where that browser is connected, which shows that it lives. Nothing happens where the sweep does not
    work: the server had stopped then, and whoever is on turn gets their time back first, by its substitute if need be.
    """
    if not deadlines.is_swept(now):
        SUBSTITUTE.start()
        return False
    Pulse.objects.filter(name=process, seen_at__lt=now).update(seen_at=now)
    try:
        return ready.give_up(match_pk, now) or play.act_for_clock(match_pk, now)
    except Match.DoesNotExist:  # given up before its first card: another was faster
        return False


def grant(match_pk: int, now: datetime) -> bool:
    """Gives a match that a fault of the server has cut into at least 15 s more; says whether it needed them."""
    running = Match.objects.filter(pk=match_pk, ended_at=None)
    is_short = bool(running.filter(deadline_at__lt=now + RESPITE).update(deadline_at=now + RESPITE))
    if is_short:
        transaction.on_commit(partial(_tell, match_pk, now))
    return is_short


def grant_all(now: datetime) -> int:
    """Gives the same to every match; browsers find out when their countdown is over. Returns to how many."""
    return Match.objects.filter(deadline_at__lt=now + RESPITE).update(deadline_at=now + RESPITE)


def _tell(match_pk: int, now: datetime) -> None:
    match = Match.objects.select_related("table", "rules", "study").filter(pk=match_pk).first()
    if match is not None:
        broadcast.send_views(match, selectors.state_of(match), first=match.seq, lines=[], now=now)
