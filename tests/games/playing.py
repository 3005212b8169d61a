"""Owns playing a table for tests: people act through the one door, with the default action or one of their own."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime

from games import selectors
from games.engine import match as engine
from games.engine.actions import Action
from games.engine.rules import RuleSet
from games.models import Match, Player, Table
from games.services import play, ready, tables
from games.services.ready import Draw

Until = Callable[[engine.Match], bool]


def open_dealt(
    rules: RuleSet,
    people: Mapping[int, Player],
    levels: Mapping[int, str],
    now: datetime,
    draw: Draw = secrets.token_bytes,
) -> Table:
    """Opens a practice table at which everybody has said ready, without a contribution: the first hand is dealt."""
    table = tables.open_table(Table.Kind.PRACTICE, rules, people, levels, now, draw)
    deal(table, now, draw)
    return table


def deal(table: Table, now: datetime, draw: Draw = secrets.token_bytes) -> None:
    """Has everybody at a table say ready, without a contribution."""
    match = match_of(table)
    for seat in table.seats.filter(level="").values_list("seat", flat=True):
        ready.say_ready(match.pk, seat, match.ident, "", now, draw)


def match_of(table: Table) -> Match:
    """The match being played at a table, or the last one."""
    return selectors.current_match(table.pk)


def state_of(table: Table) -> engine.Match:
    """The engine's state of that match."""
    return selectors.state_of(match_of(table))


def act_default(table: Table, now: datetime, action_id: str | None = None) -> Action:
    """Makes the seat on turn do what a clock would do, and gives the action."""
    state = state_of(table)
    action = engine.default_action(state)
    seat = engine.turn(state)
    play.act(match_of(table).pk, seat, action, seen=state.acts, now=now, action_id=action_id)
    return action


def play_until(table: Table, until: Until, now: datetime) -> engine.Match:
    """Plays default actions, and starts hands, until the state is as wanted."""
    while not until(state := state_of(table)):
        if engine.phase(state) == engine.Phase.HAND_OVER:
            play.start_hand(match_of(table).pk, len(state.results) - 1, now)
        else:
            act_default(table, now)
    return state


def is_playing(state: engine.Match) -> bool:
    return engine.phase(state) == engine.Phase.PLAYING


def is_hand_over(state: engine.Match) -> bool:
    return engine.phase(state) == engine.Phase.HAND_OVER


def is_match_over(state: engine.Match) -> bool:
    return engine.phase(state) == engine.Phase.MATCH_OVER
