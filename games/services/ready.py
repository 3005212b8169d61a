"""Owns what comes before the first card: players' commitments, the server's promise, contributions, and aborts.

The order is the point (fairness-wise): each player's browser commits to a contribution, then the server draws its
seed and publishes its promise with all commitments, then the contributions are given, then the hand is dealt.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from .. import broadcast, deadlines, selectors, vault
from ..bots import registry
from ..engine import transcript
from ..engine.actions import Reason, Refused
from ..engine.cards import SEATS
from ..engine.shuffle import client_commit
from ..models import Abort, Challenge, Match, Player, Table
from . import play
from .errors import WrongContribution

logger = logging.getLogger(__name__)

Draw: TypeAlias = Callable[[int], bytes]
"""Draws that many random bytes: from the operating system, but for simulations that are to repeat."""
WAIT = timedelta(seconds=10)  # so long contributions may take
WAIT_READY = timedelta(seconds=60)  # so long the people at a live table may take to get ready
MANY_ABORTS, LATELY = 2, timedelta(hours=1)  # who causes so many within that time loses a live seat


@transaction.atomic
def say_ready(
    match_pk: int, seat: int, ident: str, commit: str, now: datetime, draw: Draw = secrets.token_bytes
) -> None:
    """Notes that a player is ready, with the commitment to their contribution ("" without one); raises Refused.

    When the last has said so the server makes its promise. Saying the same again changes nothing.
    """
    match = _lock(match_pk, ident)
    if match.client_commits[seat] == commit:
        return
    if match.client_commits[seat] is not None or match.commit:
        raise Refused(Reason.STALE)
    match.client_commits[seat] = commit
    match.save(update_fields=["client_commits"])
    if None in match.client_commits:
        tell(match, now)
    else:
        promise(match, now, draw)


@transaction.atomic
def contribute(match_pk: int, seat: int, ident: str, entropy: bytes, now: datetime) -> None:
    """Takes a player's contribution; the last one deals the first hand. Raises Refused and WrongContribution."""
    match = _lock(match_pk, ident)
    if match.entropies[seat] == entropy.hex():
        return
    if not match.commit or match.entropies[seat]:
        raise Refused(Reason.STALE)
    if client_commit(bytes.fromhex(ident), seat, entropy).hex() != match.client_commits[seat]:
        raise WrongContribution(_("This contribution is not the one you committed to. Nothing changed."))
    match.entropies[seat] = entropy.hex()
    match.save(update_fields=["entropies"])
    if _missing(match):
        tell(match, now)
    else:
        play.begin(match, now)


def _lock(match_pk: int, ident: str) -> Match:
    """Reads the match for a change before its first card; raises Refused if it is another match by now."""
    match = _locked().filter(pk=match_pk, ident=ident, ended_at=None).first()
    if match is None:
        raise Refused(Reason.STALE)
    return match


def _locked() -> QuerySet[Match]:
    """Matches for a change, each locked before its seats are."""
    return Match.objects.select_for_update(of=("self",)).select_related("table", "rules")


def promise(match: Match, now: datetime, draw: Draw = secrets.token_bytes) -> None:
    """Draws the seed, publishes the commitment and every player's, and deals at once if no contribution is due."""
    match.sealed_seed = vault.hide_seed(draw(32))
    shuffle = selectors.shuffle_of(match)
    header = transcript.header(
        match_id=shuffle.match_id,
        rules=shuffle.rules,
        commitment=shuffle.commitment(),
        client_commits=shuffle.client_commits,
        seats=_transcript_seats(match.table),
        created_ms=play.milliseconds(now),
    )
    match.commit, match.header = shuffle.commitment().hex(), transcript.write_line(header)
    match.head = transcript.genesis(match.header).hex()
    match.deadline_at = now + WAIT if _missing(match) else None
    match.save(update_fields=["sealed_seed", "commit", "header", "head", "deadline_at"])
    if match.deadline_at:
        tell(match, now)
    else:
        play.begin(match, now)


def _missing(match: Match) -> list[int]:
    """Whose contribution has been committed to and has not come."""
    return [seat for seat in SEATS if match.client_commits[seat] and not match.entropies[seat]]


def _transcript_seats(table: Table) -> list[dict[str, str]]:
    """The seats as the transcript names them: a reference that tells nobody's name."""
    levels = dict(table.seats.values_list("seat", "level"))
    return [
        {"kind": "bot", "ref": registry.ref(levels[seat])} if levels[seat] else {"kind": "human", "ref": f"p{seat}"}
        for seat in SEATS
    ]


def tell(match: Match, now: datetime) -> None:
    """Tells everybody at the table, after the commit, who is ready and who has contributed."""
    state = selectors.state_of(match)
    transaction.on_commit(partial(broadcast.send_views, match, state, first=0, lines=[], now=now))


def give_up_late(now: datetime) -> int:
    """Gives up what has not come in time before a first card; returns in how many matches."""
    return sum(_try_to_give_up(match_pk, now) for match_pk in deadlines.overdue(now, has_begun=False))


def _try_to_give_up(match_pk: int, now: datetime) -> bool:
    """One that cannot be given up must not keep the others."""
    try:
        return give_up(match_pk, now)
    except Exception:
        logger.exception("match %s could not be given up", match_pk)
        return False


@transaction.atomic
def give_up(match_pk: int, now: datetime) -> bool:
    """Aborts a deal whose contributions have not come in time, or has who is not ready in time lose the seat.

    Says whether there was anything to give up.
    """
    match = _locked().filter(pk=match_pk).first()
    if match is None or match.seq or not deadlines.is_over(match, now):
        return False
    if match.commit:
        _abort(match, now)
    else:
        _vacate(match, [seat for seat in SEATS if match.client_commits[seat] is None], now)
    return True


def _abort(match: Match, now: datetime) -> None:
    """Publishes what was promised and given, and has the seats get ready again under a new match id.

    Who has done so once too often is not waited for again, where people wait.
    """
    missing = _missing(match)
    abort = Abort.objects.create(
        table=match.table,
        ident=match.ident,
        header=match.header,
        seed=vault.show_seed(match.sealed_seed).hex(),
        entropies=match.entropies,
        missing=missing,
        at=now,
    )
    people = {row.seat: row.player for row in match.table.seats.select_related("player") if row.seat in missing}
    abort.caused_by.set(people.values())
    tired_of = [seat for seat, player in people.items() if _aborts_often(player, now)]
    if tired_of and match.table.kind == Table.Kind.LIVE:
        _vacate(match, tired_of, now)
    else:
        _start_over(match, now)
        tell(match, now)


def _aborts_often(player: Player, now: datetime) -> bool:
    return player.aborts.filter(at__gt=now - LATELY).count() >= MANY_ABORTS


def _start_over(match: Match, now: datetime) -> None:
    people = set(match.table.seats.filter(level="").values_list("seat", flat=True))
    match.ident = secrets.token_hex(16)
    match.client_commits = [None if seat in people else "" for seat in SEATS]
    match.entropies = [""] * 4
    match.commit = match.header = match.head = ""
    match.sealed_seed, match.deadline_at = b"", ready_until(match.table, now)
    match.save()


def ready_until(table: Table, now: datetime) -> datetime | None:
    """Returns until when people may get ready at a table; None where nobody else waits for them."""
    return now + WAIT_READY if table.kind == Table.Kind.LIVE else None


@transaction.atomic
def vacate(match: Match, seats: Sequence[int], now: datetime) -> None:
    """Gives up seats of a live table whose match has no card yet; raises Refused once it has one."""
    locked = _lock(match.pk, match.ident)
    if locked.seq:
        raise Refused(Reason.STALE)
    _vacate(locked, seats, now)


def _vacate(match: Match, seats: Sequence[int], now: datetime) -> None:
    """Forgets a match without a card: its table waits for players again, or, played at before, is what it was."""
    table = match.table
    seated = list(table.seats.filter(level="").values_list("pk", flat=True))
    match.delete()
    if table.matches.exists():  # whose seats say who has played there
        table.seats.update(is_live=False, absent_since=None, due_at=None)
    else:
        table.seats.filter(seat__in=seats).delete()
        _wait_again(table, now)
    transaction.on_commit(partial(broadcast.send_unmade, table.pk, seated))
    transaction.on_commit(broadcast.send_lobby_changed)


def _wait_again(table: Table, now: datetime) -> None:
    """Puts a table back into the lobby, as long as there is somebody at it; what was published of it stays."""
    challenge = Challenge.objects.select_for_update(of=("self",)).select_related("maker").get(table=table)
    people = [row.player for row in table.seats.filter(level="").select_related("player").order_by("pk")]
    if people:
        table.seats.update(absent_since=now, due_at=None)  # there it is said of pages of the lobby
        challenge.maker = challenge.maker if challenge.maker in people else people[0]
        challenge.started_at = None
        challenge.save(update_fields=["maker", "started_at"])
    else:
        dissolve(challenge)


def dissolve(challenge: Challenge) -> None:
    """Lets a table go at which nobody is left; of one with a published abort nothing but that stays."""
    if challenge.table.aborts.exists():
        challenge.table.seats.all().delete()
        challenge.delete()
    else:
        challenge.table.delete()


@transaction.atomic
def forget(match_pk: int) -> bool:
    """Deletes a match that never had a card, and its table if that has no other; says whether it was one."""
    match = _locked().get(pk=match_pk)
    if match.seq:
        return False
    table = match.table
    match.delete()
    if not table.matches.exists():
        table.delete()
    return True
