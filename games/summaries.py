"""Owns the line that stands for a table in a list: who sits there, how it stands, how it ended."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from . import selectors
from .challenges import name_level, write_points
from .engine.cards import left_of, partner_of, side_of
from .engine.visibility import seat_view
from .models import Match, Player, Seat

_WITHOUT_RESULT = ("abandoned", "left")


@dataclass(frozen=True)
class Summary:
    """A table as one of its players sees it in a list; `result` is empty while a match runs."""

    code: str
    url: str
    rules_id: str
    partner: str
    opponents: str
    hand: int
    ours: str
    theirs: str
    your_turn: bool
    standing: str
    result: str
    last_played: datetime
    played_ago: str
    match: str
    has_replay: bool
    is_study: bool

    @property
    def is_running(self) -> bool:
        return not self.result


def summarize_table(match: Match, player: Player, now: datetime) -> Summary:
    """Returns the line of a match, for a player who sits at its table."""
    seats = {seat.seat: seat for seat in match.table.seats.all()}
    mine = next(number for number, seat in seats.items() if seat.player_id == player.pk)
    view = seat_view(selectors.state_of(match), mine)
    names = {number: _name(seat) for number, seat in seats.items()}
    return Summary(
        code=match.table.code,
        url=match.table.get_absolute_url(),
        rules_id=match.rules_id,
        partner=names[partner_of(mine)],
        opponents=_("%(one)s and %(other)s") % {"one": names[left_of(mine)], "other": names[partner_of(left_of(mine))]},
        hand=(view["hand"] or 0) + 1,
        ours=write_points(view["score"][side_of(mine)]),
        theirs=write_points(view["score"][1 - side_of(mine)]),
        your_turn=view["turn"] == mine or view["phase"] in ("ready", "hand_over"),
        standing=_standing(view["phase"], view["turn"], mine, seats),
        result=_result(view["outcome"], side_of(mine)),
        last_played=match.touched_at,
        played_ago=_ago(match.touched_at, now),
        match=match.ident,
        is_study=match.is_study,
        has_replay=bool(view["results"]) or (match.ended_at is not None and view["hand"] is not None),
    )


def _name(seat: Seat) -> str:
    if not seat.level:
        return str(seat.player)
    return _("%(name)s (bot, %(level)s)") % {"name": seat.player, "level": name_level(seat.level)}


def _ago(then: datetime, now: datetime) -> str:
    if now - then < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(then, now)}


def _standing(phase: str, turn: int | None, mine: int, seats: dict[int, Seat]) -> str:
    if phase == "ready":
        return _("The first hand waits for you")
    if phase == "hand_over":
        return _("The next hand waits for you")
    if turn == mine:
        return _("Your turn")
    return "" if turn is None else _("%(name)s is to act") % {"name": seats[turn].player}


def _result(outcome: dict[str, object] | None, side: int) -> str:
    if outcome is None:
        return ""
    if outcome["winner"] is not None:
        return _("You won") if outcome["winner"] == side else _("You lost")
    return _("Ended without a winner") if outcome["reason"] in _WITHOUT_RESULT else _("Drawn")
