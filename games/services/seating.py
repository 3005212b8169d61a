"""Owns the seats of live tables before the first card: offering a table, sitting down, swapping, filling, leaving.

The challenge's row is locked for each change, and the database's constraints stand behind it: one player in a seat,
one live seat a player. When the fourth seat is taken the match is made, in the same transaction.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .. import broadcast, lobbies, switches
from ..challenges import DEFAULT_LEVEL, offered_levels
from ..engine.cards import SEATS
from ..engine.rules import RuleSet
from ..models import Challenge, Player, Seat, Table, new_code
from . import ready, tables
from .errors import (
    NotAllowed,
    SeatTaken,
    ServiceError,
    SitsElsewhere,
    Suspended,
    TableBegun,
    TableGone,
    UnknownLevel,
    UnknownPlayer,
)

logger = logging.getLogger(__name__)

FIRST_SEAT = tables.PERSON_SEAT  # where who offers a table sits first
STALE = timedelta(minutes=10)  # a seat whose player has had no page of the lobby open for so long is given up


@transaction.atomic
def offer(
    maker: Player,
    rules: RuleSet,
    *,
    is_private: bool = False,
    may_fill: bool = True,
    level: str = DEFAULT_LEVEL,
    partner: Player | None = None,
    seat: int = FIRST_SEAT,
    now: datetime,
) -> Table:
    """Lays a live table at which `maker` sits and waits for three others; raises a ServiceError."""
    _check_may_sit(maker, now)
    _check_offer(maker, partner, is_private=is_private, level=level)
    kept = tables.keep_rules(rules)
    table = Table.objects.create(code=new_code(), kind=Table.Kind.LIVE, rules=kept, opened_at=now)
    Challenge.objects.create(
        table=table,
        maker=maker,
        partner=partner,
        is_private=is_private,
        may_fill=may_fill,
        level=level,
        quick_chat=switches.is_on(switches.QUICK_CHAT),
    )
    _seat(table, maker, seat, now)
    _tell()
    return table


def _check_offer(maker: Player, partner: Player | None, *, is_private: bool, level: str) -> None:
    if is_private and not switches.is_on(switches.COMMUNITY_TABLES):
        raise NotAllowed(_("There are no private tables on this site for now. Offer an open one."))
    if level not in offered_levels():
        raise UnknownLevel(_("There is no bot of the level “%(level)s”.") % {"level": level[:20]})
    if partner is not None:
        _check_partner(maker, partner)


@transaction.atomic
def sit(table: Table, player: Player, seat: int | None, now: datetime) -> None:
    """Seats a player, or moves them if they sit there already; without a seat it is the first free one.

    Raises a ServiceError. The fourth player to sit down starts the match.
    """
    _check_may_sit(player, now)
    challenge = _lock(table)
    seats = _seats_of(table)
    mine = next((row for row in seats if row.player_id == player.pk), None)
    if mine is not None and seat in (None, mine.seat):
        return
    chosen = _choose(challenge, seats, player, seat)
    table.seats.filter(seat=chosen).exclude(level="").delete()  # a bot gives way
    if mine is None:
        _seat(table, player, chosen, now)
    else:
        table.seats.filter(pk=mine.pk).update(seat=chosen, absent_since=now)
    _settle(challenge, now)


def _choose(challenge: Challenge, seats: Sequence[Seat], player: Player, seat: int | None) -> int:
    """Returns the seat that is meant; raises SeatTaken."""
    taken = {row.seat: row for row in seats if not row.level}
    held = lobbies.held_seat(challenge, seats)
    is_held_from = held is not None and player.pk not in (challenge.partner_id, lobbies.host_of(challenge, seats))
    if seat is None:
        return _first_free(taken, held, player.pk == challenge.partner_id, is_held_from)
    if seat in taken:
        words = _("%(name)s sits there already. Choose another seat.")
        raise SeatTaken(words % {"name": taken[seat].player})
    if seat == held and is_held_from:
        raise SeatTaken(_("This seat is held for %(name)s. Choose another one.") % {"name": challenge.partner})
    return seat


def _first_free(taken: dict[int, Seat], held: int | None, is_partner: bool, is_held_from: bool) -> int:
    if held is not None and is_partner:
        return held
    free = [seat for seat in SEATS if seat not in taken and not (seat == held and is_held_from)]
    if not free:
        raise SeatTaken(_("No seat is free at this table any more."))
    return free[0]


@transaction.atomic
def swap(table: Table, host: Player, one: int, other: int, now: datetime) -> None:
    """Has two seats exchange who sits there; it is for whoever offers the table. Raises a ServiceError."""
    challenge = _lock(table)
    seats = {row.seat: row for row in _seats_of(table)}
    _check_host(challenge, list(seats.values()), host)
    people = [(row, to) for row, to in ((seats.get(one), other), (seats.get(other), one)) if row and not row.level]
    if not people:
        raise NotAllowed(_("Nobody sits in these two seats."))
    # No order of updates keeps the seats unique, so the rows are made anew.
    table.seats.filter(seat__in=(one, other)).delete()
    for row, to in people:
        _seat(table, row.player, to, now)
    _tell()


@transaction.atomic
def leave(table: Table, player: Player, now: datetime) -> None:
    """Gives a seat up before the first card, without a trace; with the last person the table goes."""
    challenge = _lock(table)
    if not table.seats.filter(player=player).delete()[0]:
        raise NotAllowed(_("You have no seat at this table."))
    _hand_over(challenge)
    _tell()


def _hand_over(challenge: Challenge) -> None:
    """Makes who has sat there longest the one who decides, if the maker is gone; without a person the table goes."""
    people = [row.player for row in _seats_of(challenge.table, order="pk") if not row.level]
    if not people:
        ready.dissolve(challenge)
    elif challenge.maker not in people:
        challenge.maker, challenge.partner = people[0], None
        challenge.save(update_fields=["maker", "partner"])


@transaction.atomic
def fill(table: Table, host: Player, now: datetime) -> None:
    """Seats bots in all free seats, if that was agreed, and so starts the match; raises a ServiceError."""
    challenge = _lock(table)
    seats = _seats_of(table)
    _check_host(challenge, seats, host)
    if not challenge.may_fill:
        raise NotAllowed(_("This table was offered for people alone: bots may not fill its seats."))
    free = set(SEATS) - {row.seat for row in seats}
    bots = [Seat(table=table, seat=seat, player=tables.bot_player(seat), level=challenge.level) for seat in free]
    Seat.objects.bulk_create(bots)
    _settle(challenge, now)


@transaction.atomic
def invite(table: Table, host: Player, name: str, now: datetime) -> None:
    """Holds the seat opposite for the account of that name, whom the lobby tells; raises a ServiceError."""
    challenge = _lock(table)
    seats = _seats_of(table)
    _check_host(challenge, seats, host)
    partner = find_account(name)
    _check_partner(host, partner)
    if partner.pk in {row.player_id for row in seats}:
        raise NotAllowed(_("%(name)s sits at this table already.") % {"name": partner})
    challenge.partner = partner
    challenge.save(update_fields=["partner"])
    _tell()


@transaction.atomic
def uninvite(table: Table, player: Player, now: datetime) -> None:
    """Takes the invitation back, or declines it; nothing if there is none. Raises a ServiceError."""
    challenge = _lock(table)
    if challenge.partner_id is None:
        return
    if player.pk != challenge.partner_id:
        _check_host(challenge, _seats_of(table), player)
    challenge.partner = None
    challenge.save(update_fields=["partner"])
    _tell()


def note_here(player_pk: int, now: datetime) -> None:
    """Notes that a player has a page of the lobby open: that keeps their seat at a table that waits."""
    waiting = Challenge.objects.filter(started_at=None).values("table")
    Seat.objects.filter(player=player_pk, is_live=True, table__in=waiting).update(absent_since=now)


def forget_stale(now: datetime) -> int:
    """Gives up the seats, at tables that wait, of who has not been seen for ten minutes; returns how many."""
    waiting = Seat.objects.filter(is_live=True, table__challenge__started_at=None, table__challenge__isnull=False)
    waiting.filter(absent_since=None).update(absent_since=now)
    stale = waiting.filter(absent_since__lte=now - STALE).select_related("table", "player")
    return sum(_forget(row, now) for row in list(stale))


def _forget(row: Seat, now: datetime) -> bool:
    """Gives one seat up; one that has changed meanwhile, or cannot be given up, must not keep the others."""
    try:
        leave(row.table, row.player, now)
    except ServiceError:
        return False
    except Exception:
        logger.exception("seat %s could not be given up", row)
        return False
    return True


def find_account(name: str) -> Player:
    """Returns the account that is called so, whatever the case; raises UnknownPlayer."""
    name = name.strip()
    accounts = Player.objects.filter(is_bot=False, is_guest=False, is_active=True)
    found = accounts.filter(username=name).first() or accounts.filter(username__iexact=name).first()
    if found is None:
        raise UnknownPlayer(
            _("Nobody here is called “%(name)s”. Guests have no name to be invited by.") % {"name": name[:40]}
        )
    return found


def _check_partner(host: Player, partner: Player) -> None:
    if partner == host:
        raise UnknownPlayer(_("You cannot be your own partner. Name somebody else."))


def _check_may_sit(player: Player, now: datetime) -> None:
    if player.suspended_until is not None and player.suspended_until > now:
        until = date_format(player.suspended_until, "DATETIME_FORMAT")
        raise Suspended(_("You may not sit down at live tables until %(until)s (UTC).") % {"until": until})


def _check_host(challenge: Challenge, seats: Sequence[Seat], player: Player) -> None:
    if lobbies.host_of(challenge, seats) != player.pk:
        raise NotAllowed(_("That is for whoever offers the table."))


def _lock(table: Table) -> Challenge:
    """Reads the challenge for a change; raises TableGone and TableBegun."""
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("table", "maker", "partner")
    challenge = rows.filter(table=table.pk).first()
    if challenge is None:
        raise TableGone(_("This table is no longer there: everybody has left it."))
    if challenge.started_at is not None:
        raise TableBegun(_("The game at this table has begun."))
    return challenge


def _seats_of(table: Table, order: str = "seat") -> list[Seat]:
    return list(table.seats.select_related("player").order_by(order))


def _seat(table: Table, player: Player, seat: int, now: datetime) -> None:
    """Makes the row of a person's seat; the database says whether it may be: raises SitsElsewhere and SeatTaken."""
    try:
        with transaction.atomic():
            Seat.objects.create(table=table, seat=seat, player=player, is_live=True, absent_since=now)
    except IntegrityError:
        elsewhere = lobbies.live_seat_of(player)
        if elsewhere is None or elsewhere.table_id == table.pk:
            raise SeatTaken(_("Somebody was faster: this seat is taken.")) from None
        words = _("You sit at another live table already. Leave it first: one plays at one at a time.")
        raise SitsElsewhere(words, lobbies.address_of(elsewhere)) from None


def _settle(challenge: Challenge, now: datetime) -> None:
    """Starts the match if all four seats are taken; tells the lobby in any case."""
    table = challenge.table
    if table.seats.count() == len(SEATS):
        table.seats.update(absent_since=None)  # from now on it is said of connections to the table
        tables.start_live_match(table, now)
    _tell()


def _tell() -> None:
    transaction.on_commit(broadcast.send_lobby_changed)
