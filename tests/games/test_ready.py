"""Before the first card: commitments, the promise, contributions and aborts, in the order that is the point."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import selectors, vault
from games.engine import transcript
from games.engine.actions import Bid, Reason, Refused
from games.engine.rules import make_challenge
from games.engine.shuffle import Shuffle, client_commit
from games.engine.verifier import verify
from games.models import Abort, Match, Player, Table
from games.people.guests import make_guest
from games.services import play, ready, sweeps, tables
from games.services.errors import WrongContribution
from tests.games.playing import is_match_over, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
LEVELS = {0: "novice", 1: "novice", 3: "novice"}
E = [bytes([seat + 1] * 32) for seat in range(4)]


@pytest.fixture
def practice(alice: Player, now: datetime) -> Table:
    return tables.open_practice_table(alice, make_challenge("pllay", hand_limit=1), LEVELS, now)


@pytest.fixture
def full(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    people = dict(enumerate([alice, bob, carol, dave]))
    return tables.open_table(Table.Kind.PRACTICE, make_challenge("pllay", hand_limit=1), people, {}, now)


def commitment(match: Match, seat: int) -> str:
    return client_commit(bytes.fromhex(match.ident), seat, E[seat]).hex()


def commit_all(table: Table, now: datetime, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Match:
    match = match_of(table)
    for seat in range(4):
        ready.say_ready(match.pk, seat, match.ident, commitment(match, seat) if seat in seats else "", now)
    return match_of(table)


def test_nothing_is_drawn_before_every_person_is_ready(full: Table, now: datetime) -> None:
    match = match_of(full)
    for seat in (0, 1, 2):
        ready.say_ready(match.pk, seat, match.ident, commitment(match, seat), now)
        match = match_of(full)
        assert (match.commit, match.header, bytes(match.sealed_seed), match.seq) == ("", "", b"", 0)
    waiting = selectors.waiting_of(match)
    assert waiting == {"ready": [True, True, True, False], "contributed": [False] * 4, "until": None}


def test_the_promise_holds_every_commitment_and_comes_before_any_contribution(full: Table, now: datetime) -> None:
    match = commit_all(full, now)
    header = transcript.parse_header(match.header.encode())
    assert header["client_commits"] == [commitment(match, seat) for seat in range(4)]
    assert header["commit"] == match.commit
    assert (match.seq, match.entropies) == (0, [""] * 4)
    assert match.deadline_at == now + timedelta(seconds=10)


def test_the_last_contribution_deals_and_all_are_in_the_log_and_in_the_deal(full: Table, now: datetime) -> None:
    match = commit_all(full, now)
    for seat in (3, 1, 0, 2):
        assert match_of(full).seq == 0
        ready.contribute(match.pk, seat, match.ident, E[seat], now)
    match = match_of(full)
    events = [json.loads(line) for line in selectors.lines_of(match)]
    assert [event["type"] for event in events] == ["entropy"] * 4 + ["hand_start"]
    assert [event["e"] for event in events[:4]] == [entropy.hex() for entropy in E]
    commits = tuple(bytes.fromhex(commitment(match, seat)) for seat in range(4))
    seed = vault.show_seed(match.sealed_seed)
    shuffle = Shuffle(bytes.fromhex(match.ident), selectors.rules_of(match), seed, commits, tuple(E))
    hand = state_of(full).hand
    assert hand is not None
    assert hand.holdings == shuffle.deal(0)
    assert hand.dealer == shuffle.dealer(0)
    assert match.deadline_at is None


def test_who_sends_no_contribution_is_not_waited_for(full: Table, now: datetime) -> None:
    match = commit_all(full, now, seats=(1,))
    ready.contribute(match.pk, 1, match.ident, E[1], now)
    assert state_of(full).hand is not None


def test_the_one_person_at_a_practice_table_is_enough(practice: Table, now: datetime) -> None:
    match = match_of(practice)
    ready.say_ready(match.pk, 2, match.ident, commitment(match, 2), now)
    ready.contribute(match.pk, 2, match.ident, E[2], now)
    assert state_of(practice).hand is not None


def test_a_match_with_contributions_verifies(practice: Table, now: datetime) -> None:
    match = match_of(practice)
    ready.say_ready(match.pk, 2, match.ident, commitment(match, 2), now)
    ready.contribute(match.pk, 2, match.ident, E[2], now)
    play_until(practice, is_match_over, now)
    match = match_of(practice)
    report = verify(selectors.transcript_of(match).encode(), {vault.key_id(): vault.public_key()})
    assert (report.status, report.findings) == ("good", ())


def test_the_same_message_twice_changes_nothing(practice: Table, now: datetime) -> None:
    match = match_of(practice)
    for _ in range(2):
        ready.say_ready(match.pk, 2, match.ident, commitment(match, 2), now)
    header = match_of(practice).header
    for _ in range(2):
        ready.contribute(match.pk, 2, match.ident, E[2], now)
    assert match_of(practice).header == header
    assert [json.loads(line)["type"] for line in selectors.lines_of(match_of(practice))] == ["entropy", "hand_start"]


def test_another_commitment_or_contribution_than_the_first_is_refused(full: Table, now: datetime) -> None:
    match = match_of(full)
    ready.say_ready(match.pk, 0, match.ident, commitment(match, 0), now)
    with pytest.raises(Refused) as refused:
        ready.say_ready(match.pk, 0, match.ident, "00" * 32, now)
    assert refused.value.reason is Reason.STALE
    with pytest.raises(Refused):
        ready.contribute(match.pk, 0, match.ident, E[0], now)
    match = commit_all(full, now)
    with pytest.raises(WrongContribution):
        ready.contribute(match.pk, 0, match.ident, E[1], now)
    assert match_of(full).entropies == [""] * 4


def test_what_is_meant_for_another_match_is_stale(practice: Table, now: datetime) -> None:
    match = match_of(practice)
    with pytest.raises(Refused, match="stale"):
        ready.say_ready(match.pk, 2, "00" * 16, "", now)
    with pytest.raises(Refused, match="stale"):
        ready.contribute(match.pk, 2, "00" * 16, E[2], now)


def test_a_contribution_that_does_not_come_aborts_the_deal_in_public(full: Table, now: datetime) -> None:
    match = commit_all(full, now)
    ready.contribute(match.pk, 0, match.ident, E[0], now)
    assert ready.give_up_late(now + timedelta(seconds=9)) == 0
    assert ready.give_up_late(now + timedelta(seconds=10)) == 1
    abort = Abort.objects.get()
    shown = Shuffle(
        bytes.fromhex(abort.ident),
        selectors.rules_of(match),
        bytes.fromhex(abort.seed),
        tuple(bytes.fromhex(commitment(match, seat)) for seat in range(4)),
    )
    assert shown.commitment().hex() == transcript.parse_header(abort.header.encode())["commit"] == match.commit
    assert (abort.entropies, abort.missing) == ([E[0].hex(), "", "", ""], [1, 2, 3])
    again = match_of(full)
    assert again.ident != match.ident
    assert (again.commit, again.client_commits, again.deadline_at) == ("", [None] * 4, None)
    assert ready.give_up_late(now + timedelta(seconds=99)) == 0


def test_after_an_abort_the_seats_get_ready_again_and_play(full: Table, now: datetime) -> None:
    commit_all(full, now)
    ready.give_up_late(now + timedelta(seconds=10))
    match = commit_all(full, now)
    for seat in range(4):
        ready.contribute(match.pk, seat, match.ident, E[seat], now)
    assert state_of(full).hand is not None


def test_the_sweep_aborts_what_is_late(full: Table, now: datetime) -> None:
    sweeps.sweep(now)
    commit_all(full, now)
    for seconds in (4, 8, 9):
        sweeps.sweep(now + timedelta(seconds=seconds))
        assert not Abort.objects.exists()
    sweeps.sweep(now + timedelta(seconds=10))
    assert Abort.objects.count() == 1


def test_nobody_acts_before_the_first_card(practice: Table, now: datetime) -> None:
    match = match_of(practice)
    with pytest.raises(Refused) as refused:
        play.act(match.pk, 2, Bid(3), seen=0, now=now)
    assert refused.value.reason is Reason.HAND_OVER


def test_a_guests_table_that_never_had_a_card_is_forgotten(
    now: datetime, open_table: Callable[..., Table], bob: Player
) -> None:
    guest = make_guest()
    tables.open_practice_table(guest, make_challenge("pllay", hand_limit=1), LEVELS, now)
    again = open_table(guest, rules=make_challenge("pllay", hand_limit=1))
    play_until(again, is_match_over, now)
    tables.play_again(again, match_of(again).ident, now)
    assert tables.end_untouched(now + timedelta(days=31)) == 2
    assert list(Table.objects.all()) == [again]
    assert [match.ended_at is not None for match in again.matches.all()] == [True]
