"""Owns studies: a position of a replay played on against bots, and an act taken back at a practice table.

A study is a match whose log begins with a copy of the game's events up to the position; from there it goes on through
the one door. Nothing was promised for it, so it has no transcript, and it counts nowhere.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from .. import selectors, vault
from ..bots import registry
from ..engine import match as engine
from ..engine import transcript
from ..engine.actions import BLIND_NIL, Reason, Refused
from ..engine.cards import SEATS
from ..engine.state import due_event
from ..models import Event, Match, Player, Study, Table
from . import play, tables, wakeups
from .errors import NothingToPlayOn, NothingToTakeBack

UNDOS_A_MINUTE = 30  # at one table: each is a match with a log of its own
ACTS = ("look", "bid", "play")
# What a hand is made of. Who sat there, left or gave up is not of the position, nor is who made an act.
_COPIED = (*ACTS, "hand_start", "hand_end")
_DROPPED_FIELDS = ("i", "t", "by")


@dataclass(frozen=True)
class _Position:
    """Where a study begins: the state, and the events that lead there, each with its time in ms."""

    state: engine.Match
    events: Sequence[tuple[int, engine.Event]]


@transaction.atomic
def open_study(player: Player, origin: Match, events: Sequence[engine.Event], seat: int, now: datetime) -> Table:
    """Seats a player among bots at a table of its own, where a match goes on after `events`; raises NothingToPlayOn.

    `events` are the log of the match up to the position, which has at least one hand. Bots sit there with the level
    they had, in the place of people with the best one.
    """
    levels = _levels(origin.table, seat)
    position = _reach(origin, ["human" if other == seat else "bot" for other in SEATS], events)
    table = tables.lay_table(Table.Kind.PRACTICE, origin.rules, {seat: player}, levels, now)
    _begin(table, origin, position, now)
    return table


@transaction.atomic
def undo(table: Table, seat: int | None, ident: str, *, seen: int, now: datetime) -> None:
    """Takes back a player's own last bid or card of this hand: match `ident` is closed, and a study goes on instead.

    `seen` is how many actions the player had seen: an act of one's own that is newer makes this stale, a bot's does
    not. Asked for twice it is done once. Raises Refused and NothingToTakeBack.
    """
    _check_alone(table, seat)
    match = _lock(table, ident)
    if match.ended_at is not None:
        if _is_taken_back(match):
            return
        raise Refused(Reason.MATCH_OVER if match.pk == selectors.current_match(table.pk).pk else Reason.STALE)
    _check_pace(table, now)
    events = selectors.events_of(match)
    count = _find_own_act(selectors.state_of(match), events, seat, seen)
    play.close(match.pk, "abandoned", now, is_told=False)
    _begin(table, match, _reach(match, match.state["kinds"], events[:count]), now)


def _lock(table: Table, ident: str) -> Match:
    """Reads the match so that nobody else changes it meanwhile; raises Refused if it is not of this table."""
    matches = Match.objects.select_for_update(of=("self",)).select_related("table", "rules", "study")
    match = matches.filter(table=table, ident=ident).first()
    if match is None:
        raise Refused(Reason.STALE)
    return match


def _is_taken_back(match: Match) -> bool:
    """Whether the match went on as a study: another tab was faster, or the answer was lost."""
    return Study.objects.filter(match__table=match.table_id, match__ordinal=match.ordinal + 1).exists()


def _check_alone(table: Table, seat: int | None) -> None:
    people = list(table.seats.filter(level="").values_list("seat", flat=True))
    if seat not in people:
        raise Refused(Reason.NOT_SEATED)
    if table.kind != Table.Kind.PRACTICE or people != [seat]:
        raise NothingToTakeBack(_("An act can be taken back only where you play with bots alone."))


def _check_pace(table: Table, now: datetime) -> None:
    lately = table.matches.filter(study__isnull=False, started_at__gt=now - timedelta(minutes=1)).count()
    if lately >= UNDOS_A_MINUTE:
        raise NothingToTakeBack(_("You have taken back many acts in a short time. Wait a minute."))


def _find_own_act(state: engine.Match, events: Sequence[engine.Event], seat: int | None, seen: int) -> int:
    """Returns how many events came before the seat's last act of this hand; raises Refused and NothingToTakeBack."""
    acts = [at for at, event in enumerate(events) if event["type"] in ACTS]
    if seen > len(acts) or any(events[at]["seat"] == seat for at in acts[seen:]):
        raise Refused(Reason.STALE)
    if engine.phase(state) is engine.Phase.HAND_OVER:
        raise Refused(Reason.HAND_OVER)
    hand = None if state.hand is None else state.hand.number
    own = [at for at in acts if (events[at]["seat"], events[at]["hand"]) == (seat, hand)]
    if not own:
        raise NothingToTakeBack(_("You have not bid or played in this hand yet: there is nothing to take back."))
    _check_undoable(events[own[-1]])
    return own[-1]


def _check_undoable(event: engine.Event) -> None:
    if event["type"] == "look":
        raise NothingToTakeBack(_("You have looked at your cards: a look cannot be taken back."))
    if event.get("bid") == BLIND_NIL:
        raise NothingToTakeBack(_("A blind nil cannot be taken back."))


def shown_levels() -> list[str]:
    """Returns the levels that people are offered, the best one last."""
    return [level.name for level in registry.LEVELS.values() if level.shown]


def _levels(table: Table, seat: int) -> dict[int, str]:
    """Returns the level of the bot in every other seat: as it was where people are offered it, else the best."""
    shown = shown_levels()
    there: Mapping[int, str] = dict(table.seats.values_list("seat", "level"))
    return {other: there[other] if there[other] in shown else shown[-1] for other in SEATS if other != seat}


def _reach(origin: Match, kinds: Sequence[str], events: Sequence[engine.Event]) -> _Position:
    """Folds the events of a game again, of its hands alone; after the last card the hand's sum belongs to it."""
    dealing = selectors.dealing_of(origin)
    state = engine.new_match(selectors.rules_of(origin), kinds)
    copied: list[tuple[int, engine.Event]] = []
    for event in (event for event in events if event["type"] in _COPIED):
        body = {field: value for field, value in event.items() if field not in _DROPPED_FIELDS}
        state = engine.advance(state, body, dealing.deal)
        copied.append((event["t"], body))
    if (due := due_event(state)) is not None and due["type"] == "hand_end":
        state = engine.advance(state, due, dealing.deal)
        copied.append((copied[-1][0], due))
    if due_event(state) is not None:
        raise NothingToPlayOn(_("The game ends with this hand, so there is nothing to play on. Go back a step."))
    return _Position(state, copied)


def _begin(table: Table, origin: Match, position: _Position, now: datetime) -> None:
    """Makes the study at a table and, after the commit, shows it there."""
    state = position.state
    lines = [transcript.event_line(i, t, body) for i, (t, body) in enumerate(position.events)]
    match = Match.objects.create(
        table=table,
        ordinal=selectors.next_ordinal(table),
        ident=secrets.token_hex(16),
        rules=origin.rules,
        client_commits=[""] * 4,
        entropies=[""] * 4,
        sealed_seed=vault.hide_seed(secrets.token_bytes(32)),
        state=engine.dump(state),
        seq=len(lines),
        acts=state.acts,
        bot_to_act=wakeups.is_due(state),
        started_at=now,
        touched_at=now,
    )
    Study.objects.create(match=match, **_origin_fields(origin, state))
    Event.objects.bulk_create(Event(match=match, i=i, line=line) for i, line in enumerate(lines))
    transaction.on_commit(partial(play.tell, match, state, 0, lines))


def _origin_fields(origin: Match, state: engine.Match) -> dict[str, Any]:
    """What the study keeps of the game: of a study, the game that one is of, and the hand in which it left it."""
    assert state.hand is not None  # a log that can be replayed, or has an act in it, has a hand
    dealing, number = selectors.dealing_of(origin), state.hand.number
    seeds = b"".join(dealing.hand_seed(hand) for hand in range(number + 1))
    game, left_in = (origin.study.origin_id, origin.study.hand) if origin.is_study else (origin.ident, number)
    return {
        "origin_id": game,
        "hand": min(left_in, number),
        "first_dealer": dealing.dealer(0),
        "sealed_hand_seeds": vault.hide_seed(seeds),
    }
