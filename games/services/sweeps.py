"""Owns the sweep of every second: what is due at live tables, and the time that was lost while nobody swept."""

from datetime import datetime

from django.db import IntegrityError, transaction

from ..deadlines import FAULT, SWEEP
from ..models import Pulse
from . import clocks, presence


def sweep(now: datetime) -> None:
    """Does what is due; where there was no sweep for more than 5 s the server had stopped, and time is given back."""
    _keep_pulse(now)
    for match_pk in presence.forget_dead(now):
        clocks.grant(match_pk, now)
    clocks.expire_due(now)
    presence.expire_due(now)


@transaction.atomic
def _keep_pulse(now: datetime) -> None:
    """Notes the sweep, in one transaction with what its being late is to bring about."""
    last = Pulse.objects.filter(name=SWEEP).values_list("seen_at", flat=True).first()
    if last is None:
        _begin(now)
    elif last < now and Pulse.objects.filter(name=SWEEP, seen_at=last).update(seen_at=now) and now - last > FAULT:
        clocks.grant_all(now)
        presence.give_back(now - last, now)


def _begin(now: datetime) -> None:
    """The first sweep of all: how long there was none nobody knows."""
    try:
        with transaction.atomic():
            Pulse.objects.create(name=SWEEP, seen_at=now)
    except IntegrityError:  # another process was faster, which is as good
        return
    clocks.grant_all(now)
