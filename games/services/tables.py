"""Owns tables: opening one, playing again at it, and ending those that guests have left behind."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from .. import broadcast, selectors
from ..bots import registry
from ..engine import match as engine
from ..engine.actions import Reason, Refused
from ..engine.cards import SEATS
from ..engine.rules import RuleSet
from ..models import Challenge, Match, Player, RulesVersion, Seat, Table, new_code
from . import play, presence, ready
from .errors import NotAllowed, UnknownLevel
from .ready import Draw

logger = logging.getLogger(__name__)

PERSON_SEAT = 2  # South, at practice tables
UNTOUCHED = timedelta(days=30)  # after so long a guest's table is ended


def open_practice_table(player: Player, rules: RuleSet, levels: Mapping[int, str], now: datetime) -> Table:
    """Seats a person South among three bots of the given levels and deals the first hand; raises UnknownLevel."""
    for level in levels.values():
        if level in registry.LEVELS and not registry.LEVELS[level].shown:
            raise _unknown(level)
    return open_table(Table.Kind.PRACTICE, rules, {PERSON_SEAT: player}, levels, now)


def open_bots_table(rules: RuleSet, levels: Sequence[str], now: datetime, draw: Draw = secrets.token_bytes) -> Table:
    """Seats four bots, of any level that exists, and deals the first hand; raises UnknownLevel."""
    return open_table(Table.Kind.BOTS, rules, {}, dict(enumerate(levels)), now, draw)


@transaction.atomic
def open_table(
    kind: str,
    rules: RuleSet,
    people: Mapping[int, Player],
    levels: Mapping[int, str],
    now: datetime,
    draw: Draw = secrets.token_bytes,
) -> Table:
    """Seats people and, on the other seats, bots of the given levels, and deals the first hand; raises UnknownLevel."""
    table = lay_table(kind, keep_rules(rules), people, levels, now)
    start_match(table, now, draw)
    return table


def lay_table(
    kind: str, rules: RulesVersion, people: Mapping[int, Player], levels: Mapping[int, str], now: datetime
) -> Table:
    """Makes a table and seats people and bots at it, without a match; raises UnknownLevel."""
    for level in levels.values():
        if level not in registry.LEVELS:
            raise _unknown(level)
    table = Table.objects.create(code=new_code(), kind=kind, rules=rules, opened_at=now)
    seats = [Seat(table=table, seat=seat, player=player) for seat, player in people.items()]
    seats += [Seat(table=table, seat=seat, player=bot_player(seat), level=level) for seat, level in levels.items()]
    Seat.objects.bulk_create(seats)
    return table


def _unknown(level: str) -> UnknownLevel:
    return UnknownLevel(_("There is no bot of the level “%(level)s”.") % {"level": level[:20]})


def keep_rules(rules: RuleSet) -> RulesVersion:
    """Returns the row of a rules version, made the first time it is played."""
    defaults = {"name": rules.name, "options": rules.options()}
    return RulesVersion.objects.get_or_create(id=rules.id, defaults=defaults)[0]


BOT_NAMES = ("Ada", "Bruno", "Clara", "Dario")  # one for each seat


def bot_player(seat: int) -> Player:
    """Returns the bot who sits at this seat, made the first time one is needed; its level is the seat's."""
    name = BOT_NAMES[seat]
    defaults = {"display_name": name, "is_bot": True, "password": "!"}
    return Player.objects.get_or_create(username=f"bot-{name.lower()}", defaults=defaults)[0]


def start_match(table: Table, now: datetime, draw: Draw = secrets.token_bytes) -> Match:
    """Makes a new match at a table; its first hand is dealt when every person has said ready, at once among bots."""
    rules = RuleSet.from_options(table.rules.options)
    people = set(table.seats.filter(level="").values_list("seat", flat=True))
    kinds = ["human" if seat in people else "bot" for seat in SEATS]
    match = Match.objects.create(
        table=table,
        ordinal=selectors.next_ordinal(table),
        ident=draw(16).hex(),
        rules=table.rules,
        client_commits=[None if seat in people else "" for seat in SEATS],
        entropies=[""] * 4,
        state=engine.dump(engine.new_match(rules, kinds)),
        deadline_at=ready.ready_until(table, now) if people else None,
        started_at=now,
        touched_at=now,
    )
    if people:
        ready.tell(match, now)
    else:
        ready.promise(match, now, draw)
    return match


@transaction.atomic
def start_live_match(table: Table, now: datetime, draw: Draw = secrets.token_bytes) -> Match:
    """Makes the first match at a live table whose four seats are taken: the people there get ready."""
    Challenge.objects.filter(table=table).update(started_at=now)
    transaction.on_commit(broadcast.send_lobby_changed)
    return start_match(table, now, draw)


def play_again(table: Table, after: str, now: datetime) -> None:
    """Starts another match with the same seats after match `after`; pressed twice it starts one.

    Raises Refused, and NotAllowed where somebody is no longer there.
    """
    last = selectors.current_match(table.pk)
    if last.ident != after or last.ended_at is None:
        raise Refused(Reason.STALE)
    try:
        with transaction.atomic():
            if table.kind == Table.Kind.LIVE:
                _seat_again(table)
            start_match(table, now)
    except IntegrityError:  # another tab was faster, which is as good
        return


def _seat_again(table: Table) -> None:
    """Gives everybody their seat for another match; raises NotAllowed if somebody is no longer there."""
    for row in table.seats.select_for_update(of=("self",)).filter(level="").select_related("player"):
        if not presence.is_here(row):
            raise NotAllowed(
                _("%(name)s is no longer here. Change partners to go on with those who are.") % {"name": row.player}
            )
        try:
            with transaction.atomic():
                Seat.objects.filter(pk=row.pk).update(is_live=True)
        except IntegrityError:
            raise NotAllowed(_("%(name)s plays at another table now.") % {"name": row.player}) from None
    transaction.on_commit(broadcast.send_lobby_changed)


def end_untouched(now: datetime) -> int:
    """Ends guests' matches in which nothing has happened for 30 days; returns how many."""
    matches = list(selectors.untouched_guest_matches(now - UNTOUCHED).values_list("pk", flat=True))
    return sum(_end(match_pk, now) for match_pk in matches)


def _end(match_pk: int, now: datetime) -> bool:
    """Ends one match; one that cannot be ended must not keep the others from their end."""
    try:
        if not ready.forget(match_pk):
            play.close(match_pk, "abandoned", now)
    except Exception:
        logger.exception("match %s could not be ended", match_pk)
        return False
    return True
