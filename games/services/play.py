"""Owns the one door: what changes a match goes through `act`, `claim`, `start_hand`, `begin` or `close` here.

Each is one transaction: read the row, ask the engine, update the row on condition that its `seq` is still the one
read, append the log. Whoever loses that race reads again. What changed is told to the browsers after the commit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, reduce
from typing import Any

from django.db import transaction

from .. import broadcast, selectors, vault
from ..engine import match as engine
from ..engine import transcript
from ..engine.actions import Action, Play, Reason, Refused, action_json
from ..models import Event, Match
from . import wakeups

RACES = 20  # how often a lost race is run again; each loss means that another event was written


class RaceLost(Exception):
    """Another event was written between the read and the update."""


@dataclass(frozen=True)
class Change:
    """What the engine made of a request: the state after it and the events that lead there.

    `is_told` says whether browsers are sent it: not where something else follows in the same transaction.
    """

    state: engine.Match
    events: Sequence[dict[str, Any]]
    is_told: bool = True


Decision = Callable[[engine.Match], Change | None]
"""Asks the engine; None means that there is nothing (left) to do."""


def milliseconds(now: datetime) -> int:
    """Returns a time as the log writes it."""
    return round(now.timestamp() * 1000)


def act(
    match_pk: int, seat: int | None, action: Action, *, seen: int, now: datetime, action_id: str | None = None
) -> Match:
    """Makes one action of one seat count, once per `action_id`; raises Refused.

    `seen` is how many actions whoever decided had seen: a newer one makes this one stale, unless it is itself that
    newer one, sent again. An id that stands for another action is stale too.
    """

    def decide(state: engine.Match) -> Change | None:
        if _is_done(match_pk, action_id, {"seat": seat, **action_json(action)}):
            return None
        _check(state, seat, action, seen)
        return Change(*engine.apply(state, seat, action))

    return _change(match_pk, decide, now, action_id)


def claim(
    match_pk: int, seat: int, prove: Callable[[engine.Match], None], *, seen: int, now: datetime, action_id: str
) -> Match:
    """Plays the rest of a hand for everybody, on the turn of a seat that may play a card, once per `action_id`.

    `prove` raises what it likes where nothing may be claimed; it is asked about the very state that is played on from.
    Raises Refused. All cards are written at once: nobody's card can come between them.
    """

    def decide(state: engine.Match) -> Change | None:
        if _is_done(match_pk, action_id, {"seat": seat, "type": "play", "by": "claim"}):
            return None
        _check(state, seat, _any_card(state, seat), seen)
        prove(state)
        return Change(*engine.claim(state))

    return _change(match_pk, decide, now, action_id)


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


def start_hand(match_pk: int, after: int, now: datetime) -> Match:
    """Deals the hand after hand number `after`; does nothing if it is dealt already; raises Refused."""

    def decide(state: engine.Match) -> Change | None:
        if engine.outcome(state) is not None:
            raise Refused(Reason.MATCH_OVER)
        if len(state.results) != after + 1:
            raise Refused(Reason.STALE)
        return None if engine.phase(state) != engine.Phase.HAND_OVER else _dealt(match, state)

    match = Match.objects.select_related("rules", "study").get(pk=match_pk)
    return _change(match_pk, decide, now, None)


def begin(match: Match, now: datetime) -> Match:
    """Writes down the players' contributions and deals the first hand of a match whose promise was made."""

    def decide(state: engine.Match) -> Change | None:
        given = [(seat, entropy) for seat, entropy in enumerate(match.entropies) if entropy]
        entropies = [{"type": "entropy", "seat": seat, "e": entropy} for seat, entropy in given]
        dealt = _dealt(match, state)
        return Change(dealt.state, [*entropies, *dealt.events])

    return _change(match.pk, decide, now, None)


def close(match_pk: int, reason: str, now: datetime, *, is_told: bool = True) -> Match:
    """Ends a match without a winner, as `abandoned` or `left`; does nothing if it has ended."""

    def decide(state: engine.Match) -> Change | None:
        return None if engine.outcome(state) else Change(*engine.close(state, reason), is_told)

    return _change(match_pk, decide, now, None)


def _dealt(match: Match, state: engine.Match) -> Change:
    dealing, hand = selectors.dealing_of(match), len(state.results)
    return Change(*engine.start_hand(state, dealing.dealer(hand), dealing.deal(hand)))


def _change(match_pk: int, decide: Decision, now: datetime, action_id: str | None) -> Match:
    for _race in range(RACES):
        try:
            with transaction.atomic():
                return _change_once(match_pk, decide, now, action_id)
        except RaceLost:
            continue
    raise RaceLost(f"match {match_pk}: {RACES} races lost")


def _change_once(match_pk: int, decide: Decision, now: datetime, action_id: str | None) -> Match:
    match = Match.objects.select_related("table", "rules", "study").get(pk=match_pk)
    change = decide(selectors.state_of(match))
    if change is not None:
        _write(match, change, now, action_id)
    return match


def _write(match: Match, change: Change, now: datetime, action_id: str | None) -> None:
    read = match.seq
    events = list(change.events)
    ended = engine.outcome(change.state) is not None
    if ended and not match.is_study:
        events.append({"type": "reveal", "seed": vault.show_seed(match.sealed_seed).hex()})
    lines = _lines(match, events, now)
    _set_row(match, change.state, lines, now, ended)
    _claim(match, read)
    _append(match, read, lines, action_id)
    if change.is_told:
        transaction.on_commit(partial(tell, match, change.state, read, lines))


def _lines(match: Match, events: Sequence[dict[str, Any]], now: datetime) -> list[str]:
    t = milliseconds(now)
    return [transcript.event_line(match.seq + n, t, event) for n, event in enumerate(events)]


def _set_row(match: Match, state: engine.Match, lines: Sequence[str], now: datetime, ended: bool) -> None:
    if not match.is_study:  # which has no transcript: no head, and no seal
        match.head = reduce(transcript.chain, lines, bytes.fromhex(match.head)).hex()
    match.seq += len(lines)
    match.acts = state.acts
    match.state = engine.dump(state)
    match.bot_to_act = wakeups.is_due(state)
    match.touched_at = now
    if ended:
        match.ended_at = now
        match.seal = "" if match.is_study else _seal(match)


def _seal(match: Match) -> str:
    key_id, head = vault.key_id(), bytes.fromhex(match.head)
    message = transcript.signing_bytes(key_id, bytes.fromhex(match.ident), match.seq, head)
    return transcript.seal_line(key_id, match.seq, head, vault.sign(message))


def _claim(match: Match, read: int) -> None:
    """The conditional update that decides every race: it holds only while nobody else has written."""
    fields = ("head", "seq", "acts", "state", "bot_to_act", "touched_at", "ended_at", "seal")
    values = {field: getattr(match, field) for field in fields}
    if not Match.objects.filter(pk=match.pk, seq=read).update(**values):
        raise RaceLost


def _append(match: Match, first: int, lines: Sequence[str], action_id: str | None) -> None:
    """Appends the lines; the first is the action's own and carries its id."""
    ids = [action_id, *[None] * (len(lines) - 1)]
    Event.objects.bulk_create(
        Event(match=match, i=first + n, line=line, action_id=ids[n]) for n, line in enumerate(lines)
    )


def tell(match: Match, state: engine.Match, first: int, lines: Sequence[str]) -> None:
    """Shows everybody at the table what was committed, and wakes the bots if one of them is to act."""
    broadcast.send_views(match, state, first=first, lines=lines)
    if match.bot_to_act:
        wakeups.wake(match.pk)
