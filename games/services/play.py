"""Owns the one door: whatever changes a match from its first card on goes through a function of this page.

Each is one transaction (`services/writing.py`). The server's clock and the bots come in here as people do.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from .. import deadlines, selectors
from ..bots import registry
from ..engine import match as engine
from ..engine.actions import Action, Play, Reason, Refused, action_json
from ..models import Match
from .errors import NotAllowed
from .writing import Change, change, milliseconds, tell

__all__ = [
    "act",
    "act_for_clock",
    "begin",
    "claim",
    "close",
    "concede",
    "give_back",
    "milliseconds",
    "note_away",
    "note_back",
    "say",
    "start_hand",
    "take_over",
    "tell",
]

Allow = Callable[[Match, engine.Match, Sequence[engine.Event]], None]
"""Raises what it likes where something may not be said now; it is given the match, its state and its log."""


class _TimeIsUp(Exception):
    """An act that came after its deadline."""


def act(
    match_pk: int,
    seat: int | None,
    action: Action,
    *,
    seen: int,
    now: datetime,
    action_id: str | None = None,
    by: str | None = None,
) -> Match:
    """Makes one action of one seat count, once per `action_id`; raises Refused, and NotAllowed.

    `seen` is how many actions whoever decided had seen: a newer one makes this one stale, unless it is itself that
    newer one, sent again. An id that stands for another action is stale too, and so is an act after its deadline: the
    clock's comes first, unless the server itself had stopped meanwhile. `by` is "bot" where one stands in; a person
    who acts while one does has the seat back.
    """

    def decide(match: Match, state: engine.Match) -> Change | None:
        if _is_done(match_pk, action_id, {"seat": seat, **action_json(action)}):
            return None
        if deadlines.is_over(match, now) and not is_late:
            raise _TimeIsUp
        _check(state, seat, action, seen)
        if by is None and seat is not None and state.stand_ins[seat] is not None:
            _check_not_left(match, seat)
        return _acted(state, seat, action, by)

    is_late = False
    try:
        return change(match_pk, decide, now, action_id).match
    except _TimeIsUp:
        is_late = True
    if deadlines.is_swept(now):
        act_for_clock(match_pk, now)
    return change(match_pk, decide, now, action_id).match


def _check_not_left(match: Match, seat: int) -> None:
    """Whoever left on purpose takes the seat back first; raises NotAllowed."""
    if match.table.seats.filter(seat=seat, has_left=True).exists():
        raise NotAllowed(_("You have left this seat. Take it back first."))


def _acted(state: engine.Match, seat: int | None, action: Action, by: str | None) -> Change:
    """What an act makes of a match; that of a person whose seat a stand-in holds begins with their return."""
    stand_in = None if seat is None else state.stand_ins[seat]
    if by == "bot" and stand_in is None:  # the person is back: another was faster
        raise Refused(Reason.STALE)
    if seat is None or by is not None or stand_in is None:
        return Change(*engine.apply(state, seat, action, by), timeout=seat if by == "clock" else None)
    state, returned = engine.return_(state, seat)
    state, events = engine.apply(state, seat, action)
    return Change(state, [*returned, *events], own=len(returned))


def act_for_clock(match_pk: int, now: datetime) -> bool:
    """Makes the server act where a deadline is over: the default act, or the next hand; says whether it did."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        if not deadlines.is_over(match, now) or not _is_running(state):
            return None
        seat = engine.turn(state)
        if seat is None:
            return _dealt(match, state)
        if deadlines.is_cut_off(match, seat):
            return None
        return _acted(state, seat, engine.default_action(state), "clock")

    return change(match_pk, decide, now).is_changed


def claim(
    match_pk: int, seat: int, prove: Callable[[engine.Match], None], *, seen: int, now: datetime, action_id: str
) -> Match:
    """Plays the rest of a hand for everybody, on the turn of a seat that may play a card, once per `action_id`.

    `prove` raises what it likes where nothing may be claimed; it is asked about the very state that is played on from.
    Raises Refused. All cards are written at once: nobody's card can come between them.
    """

    def decide(match: Match, state: engine.Match) -> Change | None:
        if _is_done(match_pk, action_id, {"seat": seat, "type": "play", "by": "claim"}):
            return None
        _check(state, seat, _any_card(state, seat), seen)
        prove(state)
        return Change(*engine.claim(state))

    return change(match_pk, decide, now, action_id).match


def _is_done(match_pk: int, action_id: str | None, event: dict[str, Any]) -> bool:
    """Whether the id has made such an event already; raises Refused where it stands for another."""
    earlier = selectors.event_of(match_pk, action_id) if action_id else None
    if earlier is None:
        return False
    if not earlier.items() >= event.items():
        raise Refused(Reason.STALE)
    return True


def _check(state: engine.Match, seat: int | None, action: Action, seen: int) -> None:
    reason = engine.refusal(state, seat, action)
    if reason not in (Reason.NOT_SEATED, Reason.MATCH_OVER) and state.acts != seen:
        reason = Reason.STALE
    if reason is not None:
        raise Refused(reason)


def _any_card(state: engine.Match, seat: int) -> Action:
    """A card that the seat may play, or one that is refused with the reason why it may play none."""
    cards = [action for action in engine.legal_actions(state, seat) if isinstance(action, Play)]
    return cards[0] if cards else Play(0)


def begin(match: Match, now: datetime) -> Match:
    """Writes down the players' contributions and deals the first hand of a match whose promise was made."""

    def decide(row: Match, state: engine.Match) -> Change | None:
        given = [(seat, entropy) for seat, entropy in enumerate(match.entropies) if entropy]
        entropies = [{"type": "entropy", "seat": seat, "e": entropy} for seat, entropy in given]
        dealt = _dealt(match, state)
        return Change(dealt.state, [*entropies, *dealt.events])

    return change(match.pk, decide, now).match


def start_hand(match_pk: int, after: int, now: datetime) -> Match:
    """Deals the hand after hand number `after`; does nothing if it is dealt already; raises Refused."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        if engine.outcome(state) is not None:
            raise Refused(Reason.MATCH_OVER)
        if len(state.results) != after + 1:
            raise Refused(Reason.STALE)
        return None if engine.phase(state) != engine.Phase.HAND_OVER else _dealt(match, state)

    return change(match_pk, decide, now).match


def _dealt(match: Match, state: engine.Match) -> Change:
    dealing, hand = selectors.dealing_of(match), len(state.results)
    return Change(*engine.start_hand(state, dealing.dealer(hand), dealing.deal(hand)))


def close(match_pk: int, reason: str, now: datetime, *, is_told: bool = True) -> Match:
    """Ends a match without a winner, as `abandoned` or `left`; does nothing if it has ended."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        return None if engine.outcome(state) else Change(*engine.close(state, reason), is_told=is_told)

    return change(match_pk, decide, now).match


def concede(match_pk: int, seat: int | None, now: datetime, action_id: str | None = None) -> Match:
    """Gives a match up as far as this seat can, which ends it if its side has now; done once. Raises Refused."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        if _is_done(match_pk, action_id, {"type": "concede", "seat": seat}):
            return None
        own = _own_seat(state, seat)
        return None if state.conceded[own] else Change(*engine.concede(state, own))

    return change(match_pk, decide, now, action_id).match


def say(match_pk: int, seat: int | None, msg: str, allow: Allow, now: datetime, action_id: str | None = None) -> Match:
    """Writes down what a seat says, once per `action_id`, if `allow` lets it; raises Refused."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        event = {"type": "chat", "seat": seat, "msg": msg}
        if _is_done(match_pk, action_id, event):
            return None
        _own_seat(state, seat)
        allow(match, state, selectors.events_of(match))
        return _noted(state, event)

    return change(match_pk, decide, now, action_id).match


def _own_seat(state: engine.Match, seat: int | None) -> int:
    """The seat of a person in a running match; raises Refused."""
    if seat is None or state.kinds[seat] != "human":
        raise Refused(Reason.NOT_SEATED)
    if engine.outcome(state) is not None:
        raise Refused(Reason.MATCH_OVER)
    if engine.phase(state) is engine.Phase.READY:
        raise Refused(Reason.HAND_OVER)
    return seat


def note_away(match_pk: int, seat: int, now: datetime) -> bool:
    """Writes down that nobody is connected for a seat any more; nothing before the first card and after the last."""
    return _note(match_pk, {"type": "away", "seat": seat}, now)


def note_back(match_pk: int, seat: int, now: datetime) -> bool:
    """Writes down that a seat's player is there again; nothing before the first card and after the last."""
    return _note(match_pk, {"type": "back", "seat": seat}, now)


def _note(match_pk: int, event: engine.Event, now: datetime) -> bool:
    def decide(match: Match, state: engine.Match) -> Change | None:
        return _noted(state, event) if _is_running(state) else None

    return change(match_pk, decide, now).is_changed


def _noted(state: engine.Match, event: engine.Event) -> Change:
    return Change(engine.advance(state, event, _deal_nothing), [event])


def _deal_nothing(hand: int) -> NoReturn:
    raise AssertionError(f"No hand starts here, so hand {hand} is not dealt.")


def _is_running(state: engine.Match) -> bool:
    return engine.phase(state) not in (engine.Phase.READY, engine.Phase.MATCH_OVER)


def take_over(match_pk: int, seat: int, now: datetime) -> bool:
    """Has a bot of the table's level hold a person's seat; says whether it does so from now on."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        if not _is_running(state) or state.stand_ins[seat] is not None:
            return None
        return Change(*engine.takeover(state, seat, registry.ref(match.table.challenge.level)))

    return change(match_pk, decide, now).is_changed


def give_back(match_pk: int, seat: int, now: datetime) -> bool:
    """Has the bot that holds a person's seat give it back; says whether it does so now."""

    def decide(match: Match, state: engine.Match) -> Change | None:
        if not _is_running(state) or state.stand_ins[seat] is None:
            return None
        return Change(*engine.return_(state, seat))

    return change(match_pk, decide, now).is_changed
