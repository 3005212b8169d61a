"""Owns what comes before the first card: players' commitments, the server's promise, contributions, and aborts.

The order is the point (fairness-wise): each player's browser commits to a contribution, then the server draws its
seed and publishes its promise with all commitments, then the contributions are given, then the hand is dealt.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from .. import broadcast, selectors, vault
from ..bots import registry
from ..engine import transcript
from ..engine.actions import Reason, Refused
from ..engine.cards import SEATS
from ..engine.shuffle import client_commit
from ..models import Abort, Match, Table
from . import play
from .errors import WrongContribution

Draw: TypeAlias = Callable[[int], bytes]
"""Draws that many random bytes: from the operating system, but for simulations that are to repeat."""
WAIT = timedelta(seconds=10)  # so long contributions may take


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
        tell(match)
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
        tell(match)
    else:
        _begin(match, now)


def _lock(match_pk: int, ident: str) -> Match:
    """Reads the match for a change before its first card; raises Refused if it is another match by now."""
    match = Match.objects.select_for_update(of=("self",)).select_related("table", "rules").get(pk=match_pk)
    if match.ident != ident or match.ended_at:
        raise Refused(Reason.STALE)
    return match


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
        tell(match)
    else:
        _begin(match, now)


def _begin(match: Match, now: datetime) -> None:
    Match.objects.filter(pk=match.pk).update(deadline_at=None)
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


def tell(match: Match) -> None:
    """Tells everybody at the table, after the commit, who is ready and who has contributed."""
    state = selectors.state_of(match)
    transaction.on_commit(partial(broadcast.send_views, match, state, first=0, lines=[]))


def abort_late(now: datetime) -> int:
    """Aborts the deals whose contributions have not come in time; returns how many."""
    return sum(_abort(match_pk, now) for match_pk in selectors.late_contributions(now))


@transaction.atomic
def _abort(match_pk: int, now: datetime) -> bool:
    """Publishes what was promised and given, and has the seats get ready again under a new match id."""
    match = Match.objects.select_for_update(of=("self",)).select_related("table", "rules").get(pk=match_pk)
    if match.deadline_at is None or match.deadline_at > now or match.seq:
        return False
    Abort.objects.create(
        table=match.table,
        ident=match.ident,
        header=match.header,
        seed=vault.show_seed(match.sealed_seed).hex(),
        entropies=match.entropies,
        missing=_missing(match),
        at=now,
    )
    _start_over(match)
    tell(match)
    return True


def _start_over(match: Match) -> None:
    people = set(match.table.seats.filter(level="").values_list("seat", flat=True))
    match.ident = secrets.token_hex(16)
    match.client_commits = [None if seat in people else "" for seat in SEATS]
    match.entropies = [""] * 4
    match.commit = match.header = match.head = ""
    match.sealed_seed, match.deadline_at = b"", None
    match.save()


@transaction.atomic
def forget(match_pk: int) -> bool:
    """Deletes a match that never had a card, and its table if that has no other; says whether it was one."""
    match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_pk)
    if match.seq:
        return False
    table = match.table
    match.delete()
    if not table.matches.exists():
        table.delete()
    return True
