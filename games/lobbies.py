"""Owns reading what the lobby shows: tables that wait for players, invitations, one's own seat, games to watch."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Offer:
    """A live table as everybody sees it before its game, and who is who there."""

    message: Message
    host: int | None
    partner: int | None
    players: Sequence[int | None]  # by seat

    def write(self, player: int | None) -> Message:
        """Returns it as this player sees it."""
        you = self.players.index(player) if player is not None and player in self.players else None
        seats = [seat and seat | {"you": number == you} for number, seat in enumerate(self.message["seats"])]
        return self.message | {
            "seats": seats,
            "you": you,
            "is_host": player is not None and player == self.host,
            "is_invited": player is not None and player == self.partner,
        }


@dataclass(frozen=True)
class Hall:
    """All that the lobby holds at one moment, read once for all who look at it."""

    offers: Mapping[str, Offer]  # the tables that wait, by their code, the first one first
    running: Sequence[Message]
    seats: Mapping[int, Message]  # the live seat of each player who has one


def read_hall() -> Hall:
    """Reads everything that pages of the lobby show."""
    waiting = _challenges().filter(started_at=None).order_by("pk")
    offers = {row.table.code: _offer(row) for row in waiting}
    running = [_running(match) for match in _games_to_watch()[:MOST_SHOWN]]
    return Hall(offers, running, _live_seats(offers))


def show_lobby(hall: Hall, player: int | None, name: str | None) -> Message:
    """Returns the message that the page of the lobby is drawn from, for one who looks at it."""
    offers = hall.offers.values()
    public = [offer for offer in offers if not offer.message["is_private"]]
    invited = [offer for offer in offers if _is_invited(offer, player)]
    return _message(hall, player, name) | {
        "challenges": [offer.write(player) for offer in public[:MOST_SHOWN]],
        "invitations": [offer.write(player) for offer in invited[:MOST_SHOWN]],
        "running": list(hall.running),
    }


def show_challenge(hall: Hall, offer: Offer | None, player: int | None, name: str | None) -> Message:
    """Returns the message that the page of one challenge is drawn from; its `challenge` is null once it is gone."""
    return _message(hall, player, name) | {"challenge": offer and offer.write(player)}


def find_offer(code: str) -> Offer | None:
    """Returns one live table by its code, also when its game has begun, or None."""
    found = find_challenge(code)
    return _offer(found) if found else None


def _is_invited(offer: Offer, player: int | None) -> bool:
    return player is not None and offer.partner == player and player not in offer.players


def _message(hall: Hall, player: int | None, name: str | None) -> Message:
    seat = None if player is None else hall.seats.get(player)
    return {"type": "lobby", "player": name, "seat": seat}


def _live_seats(offers: Mapping[str, Offer]) -> dict[int, Message]:
    rows = Seat.objects.filter(is_live=True).values_list("player_id", "table__code", "table__challenge__started_at")
    return {player: _own_seat(code, begun is None, offers.get(code)) for player, code, begun in rows}


def _own_seat(code: str, waits: bool, offer: Offer | None) -> Message:
    url = reverse("lobby:challenge" if waits else "tables:table", args=[code])
    return {"table": code, "url": url, "waits": waits, "free": offer.players.count(None) if offer else 0}


def _challenges() -> QuerySet[Challenge]:
    rows = Challenge.objects.select_related("table__rules", "maker", "partner")
    return rows.prefetch_related("table__seats__player")


def _address(challenge: Challenge) -> str:
    if challenge.started_at is None:
        return reverse("lobby:challenge", args=[challenge.table.code])
    return challenge.table.get_absolute_url()


def _offer(challenge: Challenge) -> Offer:
    seats = list(challenge.table.seats.all())
    host = host_of(challenge, seats)
    players = {seat.seat: seat.player_id for seat in seats}
    message = {
        "code": challenge.table.code,
        "url": _address(challenge),
        "page": reverse("lobby:challenge", args=[challenge.table.code]),
        "begun": challenge.started_at is not None,
        "host": next((str(seat.player) for seat in seats if seat.player_id == host), str(challenge.maker)),
        "is_private": challenge.is_private,
        "may_fill": challenge.may_fill,
        "level": name_level(challenge.level),
        "quick_chat": challenge.quick_chat,
        "rules": _rules(challenge.table),
        "seats": _seats(seats, host),
        "held": _held(challenge, seats),
    }
    return Offer(message, host, challenge.partner_id, [players.get(seat) for seat in SEATS])


def _held(challenge: Challenge, seats: Sequence[Seat]) -> Message | None:
    """The invitation that is not answered yet, and the seat that is held for it, if that is not taken."""
    if challenge.partner is None or challenge.partner_id in {seat.player_id for seat in seats}:
        return None
    return {"seat": held_seat(challenge, seats), "name": str(challenge.partner)}


def _seats(seats: Iterable[Seat], host: int | None) -> list[Message | None]:
    shown: list[Message | None] = [None] * len(SEATS)
    for seat in seats:
        shown[seat.seat] = {
            "name": str(seat.player),
            "level": name_level(seat.level) if seat.level else None,
            "you": False,
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
        "seats": _seats(match.table.seats.all(), None),
        "hand": len(match.state["results"]) + 1,
        "score": match.state["score"],
        "rules": _rules(match.table),
        "watching": match.watching,
    }
