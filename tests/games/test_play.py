"""The one door: actions, the log behind them, and what is refused."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import IntegrityError
from django.db.transaction import atomic

from games import selectors, vault
from games.engine import match as engine
from games.engine import transcript
from games.engine.actions import Action, Bid, Look, Play, Reason, Refused
from games.engine.rules import HOUSE, PLLAY, make_challenge
from games.models import Event, LogIsAppendOnly, Match, Player, Table
from games.services import bots, play, tables
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
NOW_MS = 1_767_384_000_000


@pytest.fixture
def table(open_table: OpenTable, alice: Player) -> Table:
    """Alice South among novices, whose turns have come up to hers."""
    opened = open_table(alice)
    bots.move_due(match_of(opened).pk)
    return opened


def facts(table: Table) -> tuple[object, ...]:
    match = match_of(table)
    return match.seq, match.acts, match.head, match.state, match.touched_at, match.events.count()


def test_a_match_begins_with_a_promise_and_its_first_hand(open_table: OpenTable, alice: Player) -> None:
    match = match_of(open_table(alice))
    header = transcript.parse_header(match.header.encode())
    assert header["commit"] == match.commit == selectors.shuffle_of(match).commitment().hex()
    assert [seat["kind"] for seat in header["seats"]] == ["bot", "bot", "human", "bot"]
    assert "Alice" not in match.header
    assert [json.loads(line)["type"] for line in selectors.lines_of(match)] == ["hand_start"]


def test_the_seed_is_nowhere_in_the_database_in_the_clear(table: Table) -> None:
    match = match_of(table)
    seed = selectors.shuffle_of(match).seed
    row = repr(Match.objects.filter(pk=match.pk).values().get())
    assert seed.hex() not in row
    assert repr(seed) not in row
    assert vault.show_seed(match.sealed_seed) == seed


def test_an_action_is_one_line_in_the_log_with_its_number_and_time(table: Table, now: datetime) -> None:
    before = match_of(table)
    act_default(table, now + timedelta(seconds=3))
    line = json.loads(selectors.lines_of(match_of(table), before.seq)[0])
    assert line == {"bid": 1, "hand": 0, "i": before.seq, "seat": 2, "t": NOW_MS + 3000, "type": "bid"}


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_the_stored_state_is_the_fold_of_the_log_after_every_event(
    open_table: OpenTable, alice: Player, now: datetime, name: str
) -> None:
    table = open_table(alice, rules=make_challenge(name, target=100, hand_limit=3))
    match = match_of(table)
    folded, read, head = engine.new_match(selectors.rules_of(match), match.state["kinds"]), 0, None
    while match.ended_at is None:
        if is_hand_over(state_of(table)):
            play.start_hand(match.pk, len(match.state["results"]) - 1, now)
        else:
            act_default(table, now)
        match = match_of(table)
        for line in selectors.lines_of(match, read):
            event = transcript.parse_event(line.encode(), read + 1)
            folded = engine.advance(folded, event, partial(selectors.deal_of, match))
            head = transcript.chain(head or transcript.genesis(match.header), line)
        read = match.seq
        assert engine.dump(folded) == match.state
        assert (folded.acts, head) == (match.acts, bytes.fromhex(match.head))
        assert selectors.state_of(match) == folded


def test_a_finished_match_reveals_its_seed_and_is_sealed(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    assert vault.show_seed(match_of(table).sealed_seed).hex() not in selectors.transcript_of(match_of(table))
    play_until(table, is_match_over, now)
    match = match_of(table)
    read = transcript.read(selectors.transcript_of(match).encode())
    assert read.events[-1]["seed"] == vault.show_seed(match.sealed_seed).hex()
    assert read.events[-2]["type"] == "match_end"
    assert read.seal is not None
    assert (read.seal["n"], read.seal["head"]) == (match.seq, match.head)
    signed = transcript.signing_bytes(vault.key_id(), bytes.fromhex(match.ident), match.seq, bytes.fromhex(match.head))
    Ed25519PublicKey.from_public_bytes(vault.public_key()).verify(bytes.fromhex(read.seal["sig"]), signed)


def test_the_same_action_id_twice_is_one_action(table: Table, now: datetime) -> None:
    match, seen = match_of(table), match_of(table).acts
    play.act(match.pk, 2, Bid(3), seen=seen, now=now, action_id="one")
    after = facts(table)
    play.act(match.pk, 2, Bid(3), seen=seen, now=now, action_id="one")
    assert facts(table) == after


def test_an_action_id_stands_for_one_action_of_one_seat(table: Table, now: datetime) -> None:
    match, seen = match_of(table), match_of(table).acts
    play.act(match.pk, 2, Bid(3), seen=seen, now=now, action_id="one")
    after = facts(table)
    for seat, action in [(2, Bid(4)), (3, Bid(3))]:
        with pytest.raises(Refused) as refused:
            play.act(match.pk, seat, action, seen=seen + 1, now=now, action_id="one")
        assert refused.value.reason is Reason.STALE
        assert facts(table) == after


def test_a_second_different_action_on_the_same_view_is_stale(table: Table, now: datetime) -> None:
    match, seen = match_of(table), match_of(table).acts
    play.act(match.pk, 2, Bid(3), seen=seen, now=now, action_id="one")
    after = facts(table)
    with pytest.raises(Refused) as refused:
        play.act(match.pk, 2, Bid(4), seen=seen, now=now, action_id="two")
    assert refused.value.reason is Reason.STALE
    assert facts(table) == after


def in_second_trick(state: engine.Match) -> bool:
    return state.hand is not None and len(state.hand.tricks) == 1


def test_what_is_refused_changes_nothing(table: Table, now: datetime) -> None:
    play_until(table, lambda state: is_playing(state) and engine.turn(state) == 2 and in_second_trick(state), now)
    state, before = state_of(table), facts(table)
    assert state.hand is not None
    foreign, played = state.hand.holdings[0][0], state.hand.tricks[0].cards[0]
    refused: list[tuple[int | None, Action]] = [
        (None, Bid(3)),
        (0, Play(foreign)),
        (2, Play(foreign)),
        (2, Play(played)),
        (2, Bid(3)),
        (2, Look()),
    ]
    for seat, action in refused:
        with pytest.raises(Refused):
            play.act(match_of(table).pk, seat, action, seen=state.acts, now=now)
        assert facts(table) == before


def test_not_seated_and_match_over_are_said_before_stale(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    with pytest.raises(Refused) as refused:
        play.act(match_of(table).pk, None, Bid(3), seen=99, now=now)
    assert refused.value.reason is Reason.NOT_SEATED
    play_until(table, is_match_over, now)
    with pytest.raises(Refused) as refused:
        play.act(match_of(table).pk, 2, Bid(3), seen=0, now=now)
    assert refused.value.reason is Reason.MATCH_OVER


def test_pressing_next_twice_starts_one_hand(table: Table, now: datetime) -> None:
    play_until(table, is_hand_over, now)
    match = match_of(table)
    play.start_hand(match.pk, 0, now)
    started = match_of(table).seq
    play.start_hand(match.pk, 0, now)
    assert match_of(table).seq == started == match.seq + 1


@pytest.mark.parametrize("after", [1, 2, 7])
def test_a_hand_that_does_not_come_next_is_not_started(table: Table, now: datetime, after: int) -> None:
    play_until(table, is_hand_over, now)
    before = facts(table)
    with pytest.raises(Refused) as refused:
        play.start_hand(match_of(table).pk, after, now)
    assert refused.value.reason is Reason.STALE
    assert facts(table) == before


def test_no_hand_is_started_after_the_match(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    with pytest.raises(Refused) as refused:
        play.start_hand(match_of(table).pk, 0, now)
    assert refused.value.reason is Reason.MATCH_OVER


def test_a_closed_match_has_no_winner_and_is_sealed(table: Table, now: datetime) -> None:
    play.close(match_of(table).pk, "abandoned", now)
    match = match_of(table)
    outcome = selectors.state_of(match).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner, match.bot_to_act) == ("abandoned", None, False)
    assert transcript.read(selectors.transcript_of(match).encode()).seal is not None
    before = facts(table)
    play.close(match.pk, "abandoned", now)
    assert facts(table) == before


def test_nine_hands_move_the_deal_one_seat_left_each(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("classic500", target=1000, hand_limit=9))
    play_until(table, is_match_over, now)
    events = [json.loads(line) for line in selectors.lines_of(match_of(table))]
    dealers = [event["dealer"] for event in events if event["type"] == "hand_start"]
    first, leads = (
        [next(e["seat"] for e in events if e.get("hand") == hand and e["type"] == kind) for hand in range(9)]
        for kind in ("bid", "play")
    )
    assert dealers == [(dealers[0] + hand) % 4 for hand in range(9)]
    assert first == leads == [(dealer + 1) % 4 for dealer in dealers]


def test_the_log_cannot_be_changed_or_deleted(table: Table) -> None:
    event = match_of(table).events.first()
    assert event is not None
    attempts: list[Callable[[], object]] = [
        event.save,
        lambda: Event.objects.all()._raw_delete("default"),
        event.delete,
        lambda: Event.objects.update(line="{}"),
        lambda: Event.objects.all().delete(),
        lambda: match_of(table).events.all().update(i=9),
        lambda: Event._base_manager.all().delete(),
        lambda: Event.objects.bulk_update([event], ["line"]),
        lambda: Event.objects.bulk_create([event], ignore_conflicts=True),
        lambda: Event.objects.update_or_create(pk=event.pk, defaults={"line": "{}"}),
    ]
    for attempt in attempts:
        with pytest.raises(LogIsAppendOnly):
            attempt()
    with pytest.raises(IntegrityError), atomic():
        Event(pk=event.pk, match=event.match, i=event.i, line="{}").save()
    assert match_of(table).events.get(pk=event.pk).line == event.line


def test_a_rules_version_is_kept_once_however_often_it_is_played(open_table: OpenTable, alice: Player) -> None:
    rules = make_challenge("pllay", target=200)
    assert open_table(alice, rules=rules).rules_id == open_table(alice, rules=rules).rules_id == rules.id
    assert tables.keep_rules(PLLAY).options == PLLAY.options()
