"""Owns who gets in by a table's socket, and where: to their seat, among those who watch, or not at all."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from . import broadcast, lobbies, protocol, selectors, switches
from .models import Player, Seat, Table
from .services import presence
from .throttles import JoinThrottle


class Closed(Exception):
    """Somebody who does not get in; `code` is the close code that says why."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


@dataclass(frozen=True)
class Entrance:
    """Where somebody got in: `seat` is None for who watches, `connection` the key of a socket at a live table."""

    table_pk: int
    seat: int | None
    group: str
    connection: int | None


def enter(code: str, scope: dict[str, Any], process: str, now: datetime) -> Entrance:
    """Lets a socket in, whose scope says who it is, and notes it where people wait for each other; raises Closed."""
    table = selectors.find_table(code)
    if table is None:
        raise Closed(protocol.CLOSE_NO_TABLE)
    row = _seat_of(table, scope)
    if table.kind == Table.Kind.LIVE:
        return _enter_live(table, row, scope, process, now)
    if row is None:
        raise Closed(protocol.CLOSE_NOT_YOURS)
    return Entrance(table.pk, row.seat, broadcast.seat_group(row.pk), None)


def _seat_of(table: Table, scope: dict[str, Any]) -> Seat | None:
    user = scope["user"]
    return table.seats.filter(player=user).first() if isinstance(user, Player) else None


def _enter_live(table: Table, row: Seat | None, scope: dict[str, Any], process: str, now: datetime) -> Entrance:
    if row is None:
        _check_may_watch(table)
    if not table.matches.exists():
        raise Closed(protocol.CLOSE_NOT_BEGUN)
    if not JoinThrottle().allow_request(_request(scope), None):  # type: ignore[arg-type]  # any request
        raise Closed(protocol.CLOSE_JOINS)
    seat = None if row is None else row.seat
    try:
        connection = presence.connect(table, seat, process, now)
    except presence.SeatGone:
        raise Closed(protocol.CLOSE_NOT_BEGUN) from None
    except presence.TooManySockets:
        raise Closed(protocol.CLOSE_SOCKETS) from None
    group = broadcast.watch_group(table.pk) if row is None else broadcast.seat_group(row.pk)
    return Entrance(table.pk, seat, group, connection)


def _check_may_watch(table: Table) -> None:
    if not switches.is_on(switches.LIVE_TABLES):
        raise Closed(protocol.CLOSE_NO_TABLE)
    if not lobbies.may_watch(table):
        raise Closed(protocol.CLOSE_NOT_YOURS)


def _request(scope: dict[str, Any]) -> HttpRequest:
    """What a throttle reads of a request: who it is, or else the address."""
    request = HttpRequest()
    request.user = scope["user"]
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope.get("headers", ())}
    request.META = {"REMOTE_ADDR": (scope.get("client") or [""])[0]}
    if "x-forwarded-for" in headers:
        request.META["HTTP_X_FORWARDED_FOR"] = headers["x-forwarded-for"]
    return request
