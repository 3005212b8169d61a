"""Owns reading: a match row as the engine's state, and the questions pages, sockets and the API ask."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from . import vault, watching
from .bots.claims import can_claim
from .bots.view import read_view
from .company import Company, read_company
from .engine import match as engine
from .engine.cards import Deal
from .engine.rules import RuleSet
from .engine.shuffle import Shuffle
from .engine.study import StudyShuffle
from .engine.visibility import seat_view
from .live import live_part
from .models import Abort, DealCount, Event, Match, MatchCheck, Player, SigningKey, Study, Table
from .protocol import Message, Place, Record, view_message

HAND_SEED_BYTES = 32


def rules_of(match: Match) -> RuleSet:
    """Returns the rule set a match is played under."""
    return RuleSet.from_options(match.rules.options)


def header_of(match: Match) -> dict[str, Any]:
    """Returns line 0 of a match's transcript as an object."""
    header: dict[str, Any] = json.loads(match.header)
    return header


def shuffle_of(match: Match) -> Shuffle:
    """Returns the match's own shuffle, which its promise is about: a secret until the match has ended."""
    commits, entropies = (tuple(map(bytes.fromhex, row)) for row in (match.client_commits, match.entropies))
    return Shuffle(bytes.fromhex(match.ident), rules_of(match), vault.show_seed(match.sealed_seed), commits, entropies)


def dealing_of(match: Match) -> Shuffle | StudyShuffle:
    """Returns what fixes every deal of a match and what its bots do by chance: its shuffle, but for a study."""
    own = shuffle_of(match)
    if not match.is_study:
        return own
    seeds, size = vault.show_seed(match.study.sealed_hand_seeds), HAND_SEED_BYTES
    parts = tuple(seeds[at : at + size] for at in range(0, len(seeds), size))
    return StudyShuffle(own, match.study.first_dealer, parts)


def deal_of(match: Match, hand: int) -> Deal:
    """Returns the four holdings dealt in hand `hand`."""
    return dealing_of(match).deal(hand)


def state_of(match: Match) -> engine.Match:
    """Returns the engine's state of a match: the stored public fold, with the holdings dealt again."""
    return engine.load(match.state, partial(deal_of, match))


def places_of(table: Table) -> list[Place]:
    """Returns the four seats as the table shows them."""
    return [Place(s.seat, str(s.player), s.level) for s in table.seats.select_related("player")]


def lines_of(match: Match, first: int = 0) -> list[str]:
    """Returns the lines of a match's log from number `first` on, up to what this row has seen."""
    return list(match.events.filter(i__gte=first, i__lt=match.seq).values_list("line", flat=True))


def events_of(match: Match) -> list[dict[str, Any]]:
    """Returns the same lines as objects."""
    return [json.loads(line) for line in lines_of(match)]


def record_of(match: Match, places: Sequence[Place]) -> Record:
    """Returns what everybody at the table may know of a match beside the view."""
    return Record(
        table=match.table.code,
        match=match.ident,
        commit=match.commit,
        client_commits=match.client_commits if match.commit else [],
        waiting=waiting_of(match),
        header=match.header,
        seq=match.seq,
        head=match.head,
        seed=vault.show_seed(match.sealed_seed).hex() if match.ended_at and not match.is_study else None,
        places=places,
        study=write_study(match),
    )


def write_study(match: Match) -> Message | None:
    """Returns which game a study was begun from, and in which hand; None for a match that is none."""
    return {"origin": match.study.origin_id, "hand": match.study.hand} if match.is_study else None


def waiting_of(match: Match) -> Message | None:
    """Returns who is ready and who has contributed while the first hand is not dealt yet; else None."""
    if match.seq or match.ended_at:
        return None
    is_promised = bool(match.commit and match.deadline_at)  # before, it is those who are not ready that are waited for
    until = round(match.deadline_at.timestamp() * 1000) if is_promised and match.deadline_at else None
    ready = [commit is not None for commit in match.client_commits]
    return {"ready": ready, "contributed": [bool(entropy) for entropy in match.entropies], "until": until}


def messages_for(
    match: Match,
    state: engine.Match,
    seats: Sequence[int | None],
    *,
    first: int,
    lines: Sequence[str],
    now_ms: int,
    company: Company | None = None,
) -> list[Message]:
    """Returns the view message of each of these seats; None is a spectator. `company` is who is at the table."""
    company = company or read_company(match)
    record = record_of(match, company.places)
    return [
        view_message(
            record,
            seat_view(state, seat),
            acts=match.acts,
            claim=may_claim(match, state, seat),
            first=first,
            lines=lines,
            now_ms=now_ms,
            live=live_part(match, state, company, seat, now_ms),
        )
        for seat in seats
    ]


def may_claim(match: Match, state: engine.Match, seat: int | None) -> bool:
    """Returns whether a person who plays with bots alone may end the hand now: their own view alone must prove it."""
    is_alone = match.table.kind == Table.Kind.PRACTICE and state.kinds.count("human") == 1
    if not is_alone or engine.phase(state) is not engine.Phase.PLAYING or engine.turn(state) != seat:
        return False
    return can_claim(read_view(seat_view(state, seat)))


def current_match(table_pk: int) -> Match:
    """Returns the match being played at a table, or the last one."""
    match = find_current_match(table_pk)
    if match is None:
        raise Match.DoesNotExist(f"No match was made at table {table_pk}.")
    return match


def find_current_match(table_pk: int) -> Match | None:
    """Returns the same, or None at a table where no match was made yet."""
    return Match.objects.select_related("table", "rules", "study").filter(table=table_pk).order_by("-ordinal").first()


def newest_of(table_pk: int) -> tuple[str, int]:
    """Returns the id of the match being played at a table, or the last one, and how many lines its log has."""
    return Match.objects.filter(table=table_pk).values_list("ident", "seq").latest("ordinal")


def read_table(table_pk: int, seat: int | None, *, have: int, now_ms: int) -> Message:
    """Returns the view message of a table as it stands, with the log from line `have` on.

    Whoever watches a live table is a trick behind.
    """
    match = current_match(table_pk)
    return read_view_message(match, seat, have=have, now_ms=now_ms, company=read_company(match))


def read_view_message(match: Match, seat: int | None, *, have: int, now_ms: int, company: Company) -> Message:
    """Returns the same of a match that is read already; for whoever watches it sets the row back, for good."""
    state = state_of(match)
    if seat is None and company.is_live:
        state = watching.set_back(match, state, lines_of(match), partial(deal_of, match))
    first = min(have, match.seq)
    lines = lines_of(match, first)
    return messages_for(match, state, [seat], first=first, lines=lines, now_ms=now_ms, company=company)[0]


def seat_of(table: Table, player: Player | None) -> int | None:
    """Returns where a player sits at a table, or None."""
    if player is None:
        return None
    return table.seats.filter(player=player).values_list("seat", flat=True).first()


def tables_of(player: Player) -> QuerySet[Match]:
    """Returns the latest match of each table a player sits at, running ones first, then by the last event."""
    latest = Match.objects.filter(table=OuterRef("table")).order_by("-ordinal").values("pk")[:1]
    return (
        Match.objects.filter(pk=Subquery(latest), table__seats__player=player)
        .select_related("table", "rules", "study")
        .prefetch_related("table__seats__player")
        .order_by(F("ended_at").desc(nulls_first=True), "-touched_at")
    )


def finished_matches() -> QuerySet[Match]:
    """Returns the matches that have ended, the latest first; studies are nobody else's to see."""
    ended = Match.objects.filter(ended_at__isnull=False, study=None).select_related("table", "rules", "study")
    return ended.order_by("-ended_at", "-pk")


def count_aborts() -> int:
    """Returns how many deals have been given up."""
    return Abort.objects.count()


def matches_of(player: Player) -> QuerySet[Match]:
    """Returns every match at the tables a player sits at, running ones first, then the latest finished ones.

    Of a study that was taken back again and again only the last one is there.
    """
    next_study = Study.objects.filter(match__table=OuterRef("table"), match__ordinal=OuterRef("ordinal") + 1)
    return (
        Match.objects.filter(table__seats__player=player)
        .exclude(Exists(next_study), study__isnull=False)
        .select_related("table", "rules", "study")
        .prefetch_related("table__seats__player")
        .order_by(F("ended_at").desc(nulls_first=True), "-touched_at", "-pk")
    )


def find_match(ident: str) -> Match | None:
    """Returns the match of an id, running or not, or None; it may be a study, which is its players' alone."""
    return Match.objects.select_related("table", "rules", "study").filter(ident=ident).first()


def key_id_of(match: Match) -> str:
    """Returns the name of the key a finished match is sealed with."""
    key_id: str = json.loads(match.seal)["key_id"]
    return key_id


def signing_keys() -> QuerySet[SigningKey]:
    """Returns the public keys that this site's seals are checked with, the first one first."""
    return SigningKey.objects.all()


def keys_by_id() -> dict[str, bytes]:
    """Returns the same keys as a verifier is given them."""
    return {key: bytes.fromhex(public) for key, public in signing_keys().values_list("id", "public_key")}


def matches_to_audit(limit: int) -> list[int]:
    """Returns the keys of finished matches that are not audited yet, the first ones first."""
    waiting = Match.objects.filter(audited_at=None, ended_at__isnull=False).order_by("pk")
    return list(waiting.values_list("pk", flat=True)[:limit])


def deals_of(match: Match) -> list[Deal]:
    """Returns every deal of a finished match, that of a hand cut short too."""
    if match.ended_at is None or match.is_study:
        raise ValueError(f"the deals of match {match.ident} are not known: it is a study, or still being played")
    dealt = match.events.filter(line__contains='"type":"hand_start"').count()
    shuffle = shuffle_of(match)
    return [shuffle.deal(hand) for hand in range(dealt)]


def deal_counts() -> dict[tuple[str, int, int], int]:
    """Returns how many holdings were counted, by measure, seat and value."""
    rows = DealCount.objects.values_list("measure", "seat", "value", "count")
    return {(measure, seat, value): count for measure, seat, value, count in rows}


def check_counts() -> tuple[int, int]:
    """Returns how many finished matches were verified once more, and how many of them did not hold."""
    made = MatchCheck.objects.aggregate(made=Count("pk"), failed=Count("pk", filter=Q(holds=False)))
    return made["made"], made["failed"]


def untouched_guest_matches(before: datetime) -> QuerySet[Match]:
    """Returns running practice matches without an event since `before`, where nobody but guests and bots sits."""
    people = Q(table__seats__player__is_guest=False, table__seats__player__is_bot=False)
    running = Match.objects.filter(ended_at=None, touched_at__lt=before, table__kind=Table.Kind.PRACTICE)
    return running.exclude(pk__in=Match.objects.filter(people, ended_at=None).values("pk")).order_by("pk")


def matches_with_a_late_bot(before: datetime) -> list[int]:
    """Returns the keys of the running matches in which it has been a bot's turn since `before`."""
    return list(Match.objects.filter(bot_to_act=True, touched_at__lt=before).values_list("pk", flat=True))


def transcript_of(match: Match) -> str:
    """Returns the lines of a match's transcript so far, sealed if it has ended."""
    lines = [match.header, *lines_of(match), *([match.seal] if match.seal else [])]
    return "".join(f"{line}\n" for line in lines)


def next_ordinal(table: Table) -> int:
    """Returns the number of the next match at a table, from 0."""
    last = table.matches.aggregate(last=Max("ordinal"))["last"]
    return 0 if last is None else last + 1


def event_of(match_pk: int, action_id: str) -> dict[str, Any] | None:
    """Returns the event that an action with this id has made in a match, or None."""
    line = Event.objects.filter(match=match_pk, action_id=action_id).values_list("line", flat=True).first()
    event: dict[str, Any] | None = None if line is None else json.loads(line)
    return event


def find_table(code: str) -> Table | None:
    """Returns the table at an address, or None."""
    return Table.objects.filter(code=code).first()
