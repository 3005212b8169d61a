"""Owns reading what the lobby shows: tables that wait for players, invitations, one's own seat, games to watch."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from .challenges import RULES_NAMES, describe, name_level, summarize
from .engine.cards import SEATS, partner_of
from .engine.rules import HOUSE, RuleSet
from .models import Challenge, Match, Player, Seat, Table
from .protocol import Message

MOST_SHOWN = 60  # of each kind; nobody reads more


def find_challenge(code: str) -> Challenge | None:
    """Returns what a live table was offered as, whether its game has begun or not; None where there is none."""
    return _challenges().filter(table__code=code).first() if code.isalnum() else None


def may_watch(table: Table) -> bool:
    """Returns whether anybody may watch what is played at a table: at live tables, unless they are private."""
    return table.kind == Table.Kind.LIVE and Challenge.objects.filter(table=table, is_private=False).exists()


def live_seat_of(player: Player) -> Seat | None:
    """Returns the one live seat that a player has, or None."""
    return player.seats.filter(is_live=True).select_related("table__challenge").first()


def address_of(seat: Seat) -> str:
    """Returns the page of a live seat: its table's, or before all seats are taken its challenge's."""
    return _address(seat.table.challenge)


def host_of(challenge: Challenge, seats: Sequence[Seat]) -> int | None:
    """Returns the key of who decides at a table that waits: its maker, or who has sat there longest."""
    people = sorted((seat.pk, seat.player_id) for seat in seats if not seat.level)
    keys = [player for _, player in people]
    return challenge.maker_id if challenge.maker_id in keys or not keys else keys[0]


def held_seat(challenge: Challenge, seats: Sequence[Seat]) -> int | None:
    """Returns the seat that is held for the invited partner, or None."""
    if challenge.partner_id is None or challenge.partner_id in {seat.player_id for seat in seats}:
        return None
    host = host_of(challenge, seats)
    opposite = next((partner_of(seat.seat) for seat in seats if seat.player_id == host), None)
    people = {seat.seat for seat in seats if not seat.level}
    return None if opposite in people else opposite


def read_lobby(player: Player | None) -> Message:
    """Returns the message that the page of the lobby is drawn from, for one who looks at it."""
    waiting = _challenges().filter(started_at=None).order_by("pk")
    invited = waiting.filter(partner=player).exclude(table__seats__player=player) if player else waiting.none()
    return _message(player) | {
        "challenges": [_challenge(row, player) for row in waiting.filter(is_private=False)[:MOST_SHOWN]],
        "invitations": [_challenge(row, player) for row in invited[:MOST_SHOWN]],
        "running": [_running(match) for match in _games_to_watch()[:MOST_SHOWN]],
    }


def read_challenge(code: str, player: Player | None) -> Message:
    """Returns the message that the page of one challenge is drawn from; its `challenge` is null once it is gone."""
    found = find_challenge(code)
    return _message(player) | {"challenge": found and _challenge(found, player)}


def count_waiting() -> int:
    """Returns how many open tables wait for players."""
    return Challenge.objects.filter(started_at=None, is_private=False).count()


def _message(player: Player | None) -> Message:
    seat = live_seat_of(player) if player else None
    return {
        "type": "lobby",
        "player": player and str(player),
        "seat": seat and _own_seat(seat),
    }


def _own_seat(seat: Seat) -> Message:
    challenge = seat.table.challenge
    return {
        "table": seat.table.code,
        "url": _address(challenge),
        "waits": challenge.started_at is None,
        "free": len(SEATS) - seat.table.seats.count(),
    }


def _challenges() -> QuerySet[Challenge]:
    rows = Challenge.objects.select_related("table__rules", "maker", "partner")
    return rows.prefetch_related("table__seats__player")


def _address(challenge: Challenge) -> str:
    if challenge.started_at is None:
        return reverse("lobby:challenge", args=[challenge.table.code])
    return challenge.table.get_absolute_url()


def _challenge(challenge: Challenge, player: Player | None) -> Message:
    seats, key = list(challenge.table.seats.all()), player.pk if player else None
    host = host_of(challenge, seats)
    return {
        "code": challenge.table.code,
        "url": _address(challenge),
        "page": reverse("lobby:challenge", args=[challenge.table.code]),
        "begun": challenge.started_at is not None,
        "host": next((str(seat.player) for seat in seats if seat.player_id == host), str(challenge.maker)),
        "is_host": key is not None and key == host,
        "is_invited": key is not None and key == challenge.partner_id,
        "is_private": challenge.is_private,
        "may_fill": challenge.may_fill,
        "level": name_level(challenge.level),
        "quick_chat": challenge.quick_chat,
        "rules": _rules(challenge.table),
        "seats": _seats(seats, key, host),
        "held": _held(challenge, seats),
        "you": next((seat.seat for seat in seats if seat.player_id == key), None),
    }


def _held(challenge: Challenge, seats: Sequence[Seat]) -> Message | None:
    """The invitation that is not answered yet, and the seat that is held for it, if that is not taken."""
    if challenge.partner is None or challenge.partner_id in {seat.player_id for seat in seats}:
        return None
    return {"seat": held_seat(challenge, seats), "name": str(challenge.partner)}


def _seats(seats: Iterable[Seat], you: int | None, host: int | None) -> list[Message | None]:
    shown: list[Message | None] = [None] * len(SEATS)
    for seat in seats:
        shown[seat.seat] = {
            "name": str(seat.player),
            "level": name_level(seat.level) if seat.level else None,
            "you": seat.player_id == you,
            "host": seat.player_id == host,
        }
    return shown


def _rules(table: Table) -> Message:
    rules = RuleSet.from_options(table.rules.options)
    is_house = rules == HOUSE[rules.name]
    return {
        "id": rules.id,
        "name": str(RULES_NAMES[rules.name]),
        "url": reverse("rules:page", args=[rules.name]),
        "changes": [] if is_house else describe(rules),
        "sentences": summarize(rules),
    }


def _games_to_watch() -> QuerySet[Match]:
    """Returns the running games of people at tables that are not private, the latest first."""
    playing = Match.objects.filter(ended_at=None, seq__gt=0, table__kind=Table.Kind.LIVE)
    watching = Count("table__connections", filter=Q(table__connections__seat=None), distinct=True)
    return (
        playing.filter(table__challenge__is_private=False)
        .select_related("table__rules")
        .prefetch_related("table__seats__player")
        .annotate(watching=watching)
        .order_by("-pk")
    )


def _running(match: Any) -> Message:
    """A game as the list shows it; the score is that of its finished hands, which everybody may know."""
    return {
        "code": match.table.code,
        "url": match.table.get_absolute_url(),
        "seats": _seats(match.table.seats.all(), None, None),
        "hand": len(match.state["results"]) + 1,
        "score": match.state["score"],
        "rules": _rules(match.table),
        "watching": match.watching,
    }
