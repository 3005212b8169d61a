"""Owns live tables for tests: laid as the lobby lays them, with everybody in a seat, and dealt at will."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from games.engine.cards import SEATS
from games.engine.rules import RuleSet
from games.models import Challenge, Player, Seat, Table
from games.services import tables
from games.services.ready import Draw
from tests.games.playing import deal


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
