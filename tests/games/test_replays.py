"""Replays: the steps of random matches are the log's, and the hand being played is in none of them."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from games import replays, selectors
from games.engine import match as engine
from games.engine.cards import SEATS, card_text
from games.engine.rules import PLLAY, RuleSet
from games.models import Player, Table
from games.protocol import write_message
from games.replays import NoReplay, open_replay, read_position
from games.services import play
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, open_dealt, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
# Whoever bids at random would soon be below the floor.
RULES = RuleSet.from_options(
    PLLAY.options() | {"blind_nil": "always", "blind_nil_deficit": None, "hand_limit": 3, "target": None, "floor": None}
)


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Four people, blind nil offered to everybody, three hands."""
    draw = random.Random(71).randbytes
    return open_dealt(RULES, dict(enumerate([alice, bob, carol, dave])), {}, now, draw)


def play_randomly(table: Table, now: datetime, until: Callable[[engine.Match], bool], seed: int = 5) -> engine.Match:
    """Plays random legal actions until the state is as wanted."""
    chance = random.Random(seed)
    while not until(state := state_of(table)):
        if is_hand_over(state):
            play.start_hand(match_of(table).pk, len(state.results) - 1, now)
            continue
        seat = engine.turn(state)
        action = chance.choice(engine.legal_actions(state, seat))
        play.act(match_of(table).pk, seat, action, seen=state.acts, now=now)
    return state


def whole_views(read: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each step's view as the page puts it together from what changed."""
    view: dict[str, Any] = {}
    for step in read["steps"]:
        view = view | step["view"]
        yield view


def events_of(table: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in selectors.lines_of(match_of(table))]


def test_the_steps_of_all_hands_are_the_log_in_its_order(table: Table, now: datetime, eve: Player) -> None:
    play_randomly(table, now, is_match_over)
    replay = open_replay(match_of(table).ident, eve)
    assert replay.hands == [0, 1, 2]
    steps = [step["event"] for hand in replay.hands for step in replay.read_hand(hand)["steps"]]
    assert steps == [event for event in events_of(table) if event["type"] in replays.STEPS]
    assert {event["type"] for event in steps} == {"hand_start", "look", "bid", "play", "hand_end", "match_end"}


def test_every_step_shows_what_the_engine_says_of_that_moment(table: Table, now: datetime) -> None:
    play_randomly(table, now, is_match_over)
    match, state = match_of(table), engine.new_match(RULES, ["human"] * 4)
    states = {}
    for event in events_of(table):
        state = engine.advance(state, event, lambda hand: selectors.deal_of(match, hand))
        states[event["i"]] = state
    replay = open_replay(match.ident, None)
    for hand in replay.hands:
        read = replay.read_hand(hand)
        for step, view in zip(read["steps"], whole_views(read), strict=True):
            then = states[step["event"]["i"]]
            assert then.hand is not None
            assert view["holdings"] == [[card_text(card) for card in then.hand.holdings[seat]] for seat in SEATS]
            assert (view["bids"], view["won"]) == (list(then.hand.bids), list(then.hand.won))
            assert (view["score"], view["bags"]) == (list(then.score), list(then.bags))
            assert view["unseen"] == [0] * 4


def test_the_last_step_of_each_hand_has_its_sum_and_the_last_of_all_the_outcome(table: Table, now: datetime) -> None:
    end = play_randomly(table, now, is_match_over)
    replay = open_replay(match_of(table).ident, None)
    for hand in replay.hands:
        *_, last = whole_views(replay.read_hand(hand))
        assert last["results"][hand]["delta"] == list(end.results[hand].delta)
        assert (last["outcome"] is not None) == (hand == 2)


def test_of_a_running_match_only_finished_hands_are_there(table: Table, now: datetime, alice: Player) -> None:
    state = play_randomly(table, now, lambda state: len(state.results) == 2 and is_playing(state))
    replay = open_replay(match_of(table).ident, alice)
    assert (replay.hands, replay.seat) == ([0, 1], 0)
    assert state.hand is not None
    with pytest.raises(NoReplay, match="“3” is no hand to be replayed here: there are hands 1 to 2"):
        read_position(replay, "3", None)


def test_no_byte_of_a_running_hand_is_sent_however_far_it_is(
    table: Table, now: datetime, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_randomly(table, now, lambda state: len(state.results) == 1)
    ident = match_of(table).ident

    def sent() -> str:
        replay = open_replay(ident, alice)
        return "".join(write_message(replay.read_hand(hand)) for hand in replay.hands)

    before = sent()
    # No deal is asked of the seed: with none to be had the replay is the same.
    with monkeypatch.context() as patched:
        patched.delattr(selectors, "deal_of")
        patched.delattr(selectors, "shuffle_of")
        assert sent() == before
    for seed, cards in enumerate((0, 1, 17, 51)):

        def reached(state: engine.Match, cards: int = cards) -> bool:
            left = 52 if state.hand is None else sum(map(len, state.hand.holdings))
            return len(state.results) == 1 and is_playing(state) and 52 - left >= cards

        play_randomly(table, now, reached, seed)
        assert sent() == before
        assert selectors.shuffle_of(match_of(table)).seed.hex() not in before


def test_of_a_hand_cut_short_only_what_was_played_is_shown(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, seed=72)
    play_until(table, lambda state: state.hand is not None and len(state.hand.tricks) == 2, now)
    play.close(match_of(table).pk, "abandoned", now)
    replay = open_replay(match_of(table).ident, None)
    first, *_, last = whole_views(replay.read_hand(0))
    played = [event for event in events_of(table) if event["type"] == "play"]
    shown = {(seat, card) for seat in SEATS for card in first["holdings"][seat]}
    assert shown == {(event["seat"], event["card"]) for event in played}
    assert [len(first["holdings"][seat]) + first["unseen"][seat] for seat in SEATS] == [13] * 4
    assert (last["outcome"]["reason"], last["holdings"]) == ("abandoned", [[]] * 4)


def test_a_match_closed_before_the_first_bid_shows_an_empty_hand(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, seed=73)
    dealt = len(events_of(table))
    play.close(match_of(table).pk, "left", now)
    read = open_replay(match_of(table).ident, None).read_hand(0)
    assert [step["event"]["type"] for step in read["steps"]][-1] == "match_end"
    assert (read["steps"][0]["view"]["holdings"], read["steps"][0]["view"]["unseen"]) == ([[]] * 4, [13] * 4)
    assert dealt >= 1


@pytest.mark.parametrize("viewer", ["eve", None])
def test_nobody_but_its_players_replays_a_running_match(
    table: Table, now: datetime, eve: Player, viewer: str | None
) -> None:
    play_randomly(table, now, is_hand_over)
    with pytest.raises(NoReplay, match="still being played by others") as refused:
        open_replay(match_of(table).ident, eve if viewer else None)
    assert refused.value.status == 403


def test_before_the_first_hand_is_over_there_is_nothing_yet(table: Table, alice: Player) -> None:
    with pytest.raises(NoReplay, match="first hand of this game is still being played") as refused:
        open_replay(match_of(table).ident, alice)
    assert (refused.value.status, refused.value.table) == (404, table)


@pytest.mark.parametrize(
    ("hand", "step", "words"),
    [
        ("0", None, "“0” is no hand"),
        ("4", None, "“4” is no hand"),
        ("-1", None, "“-1” is no hand"),
        ("", None, "“” is no hand"),
        ("two", None, "“two” is no hand"),
        ("9" * 300, None, "“9999999999999999999…” is no hand"),
        ("²", None, "“²” is no hand"),
        ("1", "62", "“62” is no step of hand 1: there are steps 0 to"),
        ("2", "x", "“x” is no step of hand 2"),
        (None, "-3", "“-3” is no step of hand 1"),
    ],
)
def test_a_position_that_is_not_there_is_named(
    table: Table, now: datetime, hand: str | None, step: str | None, words: str
) -> None:
    play_randomly(table, now, is_match_over)
    with pytest.raises(NoReplay, match=words) as refused:
        read_position(open_replay(match_of(table).ident, None), hand, step)
    assert (refused.value.status, refused.value.is_inside) == (404, True)
