"""What two do at the same moment: the database decides, and one of them is told."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

import pytest
from django.db import connection

from games import selectors
from games.engine import match as engine
from games.engine.actions import Play, Reason, Refused
from games.engine.rules import make_challenge
from games.models import Player, Table
from games.services import bots, claims, play, studies, tables, wakeups
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, open_dealt, play_until, state_of

pytestmark = pytest.mark.django_db(transaction=True)
OpenTable = Callable[..., Table]


def run_together(*calls: Callable[[], object]) -> list[object]:
    """Runs every call in a thread of its own, released at the same moment; gives results or refusals."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except Refused as refused:
            return refused.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def playing(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """A table at which it is Alice's turn to play a card, and she may play several."""
    table = open_table(alice)
    play_until(table, lambda state: is_playing(state) and engine.turn(state) == 2 and len(_cards(state)) > 1, now)
    return table


def _cards(state: engine.Match) -> list[Play]:
    return [action for action in engine.legal_actions(state, 2) if isinstance(action, Play)]


def test_the_same_play_twice_at_once_is_one_event(playing: Table, now: datetime) -> None:
    match, state = match_of(playing), state_of(playing)
    card, played, held = _cards(state)[0], _plays_of_south(playing), _cards_left(playing)

    def once() -> int:
        return play.act(match.pk, 2, card, seen=state.acts, now=now, action_id="same").seq

    assert all(isinstance(result, int) for result in run_together(once, once, once))
    assert _plays_of_south(playing) == played + 1
    assert _cards_left(playing) == held - 1


def test_two_different_cards_at_once_are_one_event_and_one_stale(playing: Table, now: datetime) -> None:
    match, state = match_of(playing), state_of(playing)
    first, second = _cards(state)[:2]
    played, held = _plays_of_south(playing), _cards_left(playing)
    results = run_together(
        lambda: play.act(match.pk, 2, first, seen=state.acts, now=now, action_id="one").seq,
        lambda: play.act(match.pk, 2, second, seen=state.acts, now=now, action_id="two").seq,
    )
    assert results.count(Reason.STALE) == 1
    assert _plays_of_south(playing) == played + 1
    assert _cards_left(playing) == held - 1


def _plays_of_south(table: Table) -> int:
    lines = selectors.lines_of(match_of(table))
    return sum('"seat":2' in line and '"type":"play"' in line for line in lines)


def _cards_left(table: Table) -> int:
    hand = state_of(table).hand
    assert hand is not None
    return len(hand.holdings[2])


def test_next_pressed_by_four_at_once_starts_one_hand(
    alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    people = dict(enumerate([alice, bob, carol, dave]))
    table = open_dealt(make_challenge("pllay", hand_limit=2), people, {}, now)
    play_until(table, is_hand_over, now)
    match = match_of(table)
    run_together(*[lambda: play.start_hand(match.pk, 0, now)] * 4)
    assert selectors.lines_of(match_of(table))[match.seq :] == [
        line for line in selectors.lines_of(match_of(table)) if '"hand":1' in line and '"hand_start"' in line
    ]


def test_again_pressed_by_two_at_once_starts_one_match(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    ident = match_of(table).ident
    results = run_together(*[lambda: tables.play_again(table, ident, now)] * 3)
    assert set(results) <= {None, Reason.STALE}
    assert table.matches.count() == 2


def test_several_movers_of_one_match_move_each_bot_once(open_table: OpenTable, alice: Player, now: datetime) -> None:
    chance = random.Random(16)
    with wakeups.moving():  # nobody is woken, so that the movers find every turn still to be made
        table = open_table(alice)
        while not is_hand_over(state_of(table)):
            match = match_of(table)
            run_together(*[partial(bots.move_due, match.pk)] * 3)
            state = state_of(table)
            assert (engine.turn(state), match_of(table).acts) in [(2, state.acts), (None, 56)]
            if engine.turn(state) == 2:
                action = chance.choice(engine.legal_actions(state, 2))
                play.act(match.pk, 2, action, seen=state.acts, now=now)


def test_two_people_opening_the_first_tables_at_once_share_the_bots_and_the_rules(
    alice: Player, bob: Player, now: datetime
) -> None:
    rules, levels = make_challenge("pllay", target=250), {0: "novice", 1: "novice", 3: "novice"}
    opened = run_together(
        lambda: tables.open_practice_table(alice, rules, levels, now),
        lambda: tables.open_practice_table(bob, rules, levels, now),
    )
    assert {type(table) for table in opened} == {Table}
    assert Player.objects.filter(is_bot=True).count() == 3


def _undo(table: Table, now: datetime) -> Callable[[], None]:
    match = match_of(table)
    return lambda: studies.undo(table, 2, match.ident, seen=match.acts, now=now)


def test_an_act_taken_back_by_three_tabs_at_once_is_one_study(playing: Table, now: datetime) -> None:
    acts = state_of(playing).acts
    assert run_together(*[_undo(playing, now)] * 3) == [None] * 3
    first, second = playing.matches.order_by("ordinal")
    assert (first.ended_at, second.ended_at) == (now, None)
    assert not first.is_study
    assert second.is_study
    assert second.acts < acts


def test_an_act_taken_back_while_a_bot_acts_is_one_study_whoever_was_faster(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    for _ in range(4):
        with wakeups.moving():  # nobody is woken, so that the bot's turn is still to be made
            table = open_table(alice)
            bots.move_due(match_of(table).pk)
            before = play_until(table, lambda state: engine.turn(state) == 2, now)
            action = engine.default_action(before)
            play.act(match_of(table).pk, 2, action, seen=before.acts, now=now)
            closed = match_of(table)
            assert run_together(partial(bots.move_due, closed.pk), _undo(table, now)) == [None, None]
        study = match_of(table)
        closed.refresh_from_db()
        assert (study.is_study, study.acts, closed.ended_at) == (True, before.acts, now)
        assert state_of(table) == before
        ends = [line for line in selectors.lines_of(closed)[-2:] if '"match_end"' in line or '"reveal"' in line]
        assert len(ends) == 2, "nothing comes after the end, however late the bot was"


def test_an_act_taken_back_and_a_card_at_once_are_one_of_the_two(playing: Table, now: datetime) -> None:
    match, state = match_of(playing), state_of(playing)
    card = _cards(state)[0]
    undone, played = run_together(
        _undo(playing, now), lambda: play.act(match.pk, 2, card, seen=state.acts, now=now, action_id="late").seq
    )
    assert (undone, played) in [(None, Reason.MATCH_OVER), (Reason.STALE, match.seq + 1)]
    assert playing.matches.filter(ended_at=None).count() == 1
    assert match_of(playing).is_study == (undone is None)


def test_a_claim_and_a_card_at_once_are_one_or_the_other(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1, blind_nil="off"), seed=7109)
    play_until(table, lambda state: selectors.may_claim(match_of(table), state, 2), now)
    match, state = match_of(table), state_of(table)
    results = run_together(
        lambda: claims.claim(match, 2, match.ident, seen=match.acts, now=now, action_id="claim"),
        lambda: play.act(match.pk, 2, _cards(state)[0], seen=match.acts, now=now, action_id="card"),
    )
    claimed = is_match_over(state_of(table))
    assert results == [None, Reason.MATCH_OVER] if claimed else results[0] is Reason.STALE
    lines = selectors.lines_of(match_of(table))
    assert sum('"by":"claim"' in line for line in lines) == (sum(map(len, _holdings(state))) if claimed else 0)


def _holdings(state: engine.Match) -> tuple[tuple[int, ...], ...]:
    assert state.hand is not None
    return state.hand.holdings
