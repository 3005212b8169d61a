"""Owns the bots' turns: the loop that plays them through the one door."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from .. import selectors
from ..bots import registry
from ..engine import match as engine
from ..engine.actions import Reason, Refused
from ..engine.visibility import seat_view
from ..models import Match
from . import play, presence, wakeups


def move_due(match_pk: int, clock: Callable[[], datetime] = timezone.now) -> None:
    """Plays every bot's turn of a match until a person is to act or the match has ended."""
    with wakeups.moving():
        while _move_once(match_pk, clock()):
            pass


def _move_once(match_pk: int, now: datetime) -> bool:
    match = Match.objects.select_related("table", "rules", "study").get(pk=match_pk)
    state = selectors.state_of(match)
    if not wakeups.is_due(state):
        return False
    try:
        _move(match, state, now)
    except Refused as refused:
        if refused.reason not in (Reason.STALE, Reason.MATCH_OVER):  # another was faster, which is as good
            raise
    return True


def _move(match: Match, state: engine.Match, now: datetime) -> None:
    seat = engine.turn(state)
    if seat is None:
        play.start_hand(match.pk, len(state.results) - 1, now)
        return
    stand_in = state.stand_ins[seat]
    if stand_in is not None and presence.is_here(match.table.seats.get(seat=seat)):
        play.give_back(match.pk, seat, now)
        return
    seed = selectors.dealing_of(match).bot_seed(len(state.results), seat)
    action = registry.choose(stand_in or _ref(match, seat), seat_view(state, seat), seed)
    play.act(match.pk, seat, action, seen=state.acts, now=now, by="bot" if stand_in else None)


def _ref(match: Match, seat: int) -> str:
    """Which bot plays: the one the header names, or, in a study, which has none, today's of the seat's level."""
    if match.is_study:
        return registry.ref(match.table.seats.get(seat=seat).level)
    ref: str = selectors.header_of(match)["seats"][seat]["ref"]
    return ref


LATE = timedelta(seconds=5)  # a bot that was woken has moved by then


def wake_late(now: datetime) -> None:
    """Wakes the bots that should have moved: what a crash or a lost message stopped goes on."""
    for match_pk in selectors.matches_with_a_late_bot(now - LATE):
        wakeups.wake(match_pk)
