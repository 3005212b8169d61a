"""Owns live tables for tests: laid as the lobby lays them, with everybody in a seat, and dealt at will."""

import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from games import selectors
from games.engine import match as engine
from games.engine.cards import SEATS
from games.engine.rules import RuleSet
from games.models import Challenge, Player, Seat, Table
from games.services import sweeps, tables
from games.services.ready import Draw
from tests.games.playing import deal, match_of, state_of


def open_live(
    people: Mapping[int, Player],
    rules: RuleSet,
    now: datetime,
    *,
    level: str = "novice",
    quick_chat: bool = True,
    is_private: bool = False,
    draw: Draw = secrets.token_bytes,
) -> Table:
    """Opens a live table of which these people have taken their seats, and bots of the level the others.

    Everybody is to get ready: `deal_live` has them do so. The first of them has offered the table.
    """
    levels = {seat: level for seat in SEATS if seat not in people}
    table = tables.lay_table(Table.Kind.LIVE, tables.keep_rules(rules), people, levels, now)
    Seat.objects.filter(table=table, level="").update(is_live=True)
    maker = people[min(people)]
    Challenge.objects.create(table=table, maker=maker, is_private=is_private, level=level, quick_chat=quick_chat)
    tables.start_live_match(table, now, draw)
    return table


def deal_live(table: Table, now: datetime, draw: Draw = secrets.token_bytes) -> None:
    """Has everybody say ready, without a contribution: the first hand is dealt."""
    deal(table, now, draw)


def on_turn(table: Table) -> int:
    """The seat to act."""
    seat = engine.turn(state_of(table))
    assert seat is not None
    return seat


def last_event(table: Table) -> dict[str, object]:
    """The last line of the match's log."""
    event: dict[str, object] = json.loads(selectors.lines_of(match_of(table))[-1])
    return event


def sweep_to(start: datetime, end: datetime) -> None:
    """Sweeps nearly as often as it takes not to be a fault, up to a time."""
    while start < end:
        start = min(end, start + timedelta(seconds=4))
        sweeps.sweep(start)
