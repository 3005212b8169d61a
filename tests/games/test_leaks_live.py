"""What must not leave the server at live tables: hidden cards to anybody, and the last trick to those who watch."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from games import broadcast, selectors
from games.engine import match as engine
from games.engine import transcript
from games.engine.cards import SEATS
from games.engine.rules import make_challenge
from games.engine.visibility import seat_view
from games.models import Player, Table
from games.protocol import write_message
from games.services import play, presence, wakeups
from tests.games.live import deal_live, open_live
from tests.games.playing import is_hand_over, is_match_over, match_of, state_of
from tests.games.test_leaks import STATES, random_states, read_both_ways

pytestmark = pytest.mark.django_db
RULES = make_challenge("classic500", blind_nil="always")
SHORT = make_challenge("classic500", blind_nil="always", hand_limit=2)
ACTS, BOUNDS = ("look", "bid", "play"), ("hand_start", "hand_end", "match_end")
BRANCHES = 2
Capture = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
Json = dict[str, Any]


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> dict[int, Player]:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def table(people: dict[int, Player], now: datetime) -> Table:
    """Four people, blind nil offered to everybody."""
    table = open_live(people, RULES, now)
    deal_live(table, now)
    return table


def act_at_random(table: Table, now: datetime, chance: random.Random) -> engine.Match:
    """Makes any legal act of the seat on turn, or starts the next hand; gives the state after it."""
    state, match = state_of(table), match_of(table)
    if is_hand_over(state):
        play.start_hand(match.pk, len(state.results) - 1, now)
    else:
        seat = engine.turn(state)
        action = chance.choice(engine.legal_actions(state, seat))
        play.act(match.pk, seat, action, seen=state.acts, now=now)
    return state_of(table)


def test_what_a_seat_is_sent_does_not_depend_on_hidden_cards_nor_hold_the_seed(
    table: Table, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in random_states(table, now, STATES):
        match = match_of(table)
        for seat in SEATS:

            def read(seat: int = seat) -> str:
                return write_message(selectors.read_table(table.pk, seat, have=0, now_ms=0))

            sent, otherwise = read_both_ways(read, match, state, seat, monkeypatch)
            assert sent == otherwise
            assert selectors.shuffle_of(match).seed.hex() not in sent


@contextmanager
def undone() -> Iterator[None]:
    """Takes back whatever is done within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def after_random_acts(
    table: Table, count: int, now: datetime, chance: random.Random, read: Callable[[], str]
) -> str | None:
    """What is read after so many random acts, which are taken back then; None where the hand ends before."""
    with undone():
        for n in range(count):
            if is_hand_over(act_at_random(table, now, chance)):
                return None
            if n == 0:  # whatever comes after the first of them is as new as they are
                play.note_away(match_of(table).pk, chance.choice(SEATS), now)
        return read()


def test_what_those_who_watch_are_sent_does_not_depend_on_the_last_four_acts(table: Table, now: datetime) -> None:
    chance, compared = random.Random(4), 0

    def read() -> str:
        return write_message(selectors.read_table(table.pk, None, have=0, now_ms=0))

    for state in random_states(table, now, STATES):
        if is_hand_over(state):
            continue
        for count in (1, 4):
            ways = [after_random_acts(table, count, now, chance, read) for _ in range(BRANCHES)]
            sent = [way for way in ways if way is not None]
            assert len(set(sent)) <= 1
            compared += len(sent)
    assert compared > STATES


def test_the_search_finds_a_leak_to_those_who_watch_when_there_is_one(table: Table, now: datetime) -> None:
    chance = random.Random(4)

    def leak() -> str:
        return match_of(table).head

    assert len({after_random_acts(table, 4, now, chance, leak) for _ in range(BRANCHES)}) > 1


def test_a_whole_match_is_sent_to_those_who_watch_a_trick_late_with_the_head_of_then(
    people: dict[int, Player],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    table, chance, sent = open_live(people, SHORT, now), random.Random(7), list[Json]()
    deal_live(table, now)
    presence.connect(table, None, "web-one", now)
    monkeypatch.setattr(broadcast, "_send", lambda group, told: sent.append(told) if group.endswith("watch") else None)
    known = selectors.read_table(table.pk, None, have=0, now_ms=0)["events"]
    while not is_match_over(state_of(table)):
        with wakeups.moving(), django_capture_on_commit_callbacks(execute=True):
            change_at_random(table, now, chance)
        for message in [json.loads(told["text"]) for told in sent]:
            assert message["first"] <= len(known), "no line is left out"
            known = [*known[: message["first"]], *message["events"]]
            check(table, message, known)
        sent.clear()
    assert known == selectors.lines_of(match_of(table))
    assert {json.loads(line)["type"] for line in known} >= {"takeover", "return", "concede"}


def change_at_random(table: Table, now: datetime, chance: random.Random) -> None:
    """Mostly an act, sometimes a bot that takes a seat, or North who gives up."""
    match, dice = match_of(table), chance.random()
    if dice < 0.1:
        play.take_over(match.pk, chance.choice(SEATS), now)
    elif dice < 0.2:
        play.concede(match.pk, 0, now)
    else:
        act_at_random(table, now, chance)


def check(table: Table, message: Json, known: list[str]) -> None:
    """Holds a message to the log: the hand's last four acts are not in it, and its head is that of its lines."""
    match = match_of(table)
    log = selectors.lines_of(match)
    shown = log[: length_shown(log)]
    assert (message["seq"], known) == (len(shown), shown)
    assert message["head"] == transcript.head_of(match.header, shown).hex()
    assert message["acts"] == sum(json.loads(line)["type"] in ACTS for line in shown)
    assert message["view"] == seat_view(fold(table, shown), None), "as if the match had come to that and no further"
    assert (message["view"]["holding"], message["view"]["legal"], message["live"]["clock"]) == (None, [], None)
    assert (message["seed"] is None) == (match.ended_at is None)


def fold(table: Table, lines: list[str]) -> engine.Match:
    match = match_of(table)
    state, deal = engine.new_match(selectors.rules_of(match), match.state["kinds"]), partial(selectors.deal_of, match)
    for line in lines:
        state = engine.advance(state, json.loads(line), deal)
    return state


def length_shown(log: list[str]) -> int:
    kinds = [json.loads(line)["type"] for line in log]
    begun = max(i for i, kind in enumerate(kinds) if kind in BOUNDS)
    acts = [i for i, kind in enumerate(kinds) if kind in ACTS and i > begun]
    return acts[-4:][0] if acts else len(log)
