"""Hints and explanations over the socket: to whoever plays with bots alone, and from what they may see."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games import selectors
from games.bots.warming import warm
from games.engine import match as engine
from games.engine.actions import Bid, Look
from games.engine.rules import PLLAY, make_challenge
from games.models import Match, Player, Table
from games.services import hints, play, studies
from games.services.errors import NoHint
from tests.bots.positions import with_hidden_cards_moved
from tests.games.playing import is_hand_over, is_playing, match_of, open_dealt, play_until, state_of
from tests.games.tabs import LATE, Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
OpenTable = Callable[..., Table]
RULES = make_challenge("pllay", blind_nil="off")
SOUTH = 2


@pytest.fixture(scope="module", autouse=True)
def _kernels_are_ready() -> None:
    """As in a server, which makes them ready before anybody comes."""
    warm()


@pytest.fixture
def practice(open_table: OpenTable, alice: Player) -> Table:
    return open_table(alice, rules=RULES, seed=6110)


async def ask(tab: Tab, kind: str, **fields: object) -> Json:
    """Sends a request and gives its answer."""
    await tab.send(type=kind, id="h1", **fields)
    while (message := await tab.receive()).get("id") != "h1":
        pass
    return message


async def test_a_hint_names_a_legal_act_and_says_why(opened: list[Tab], alice: Player, practice: Table) -> None:
    tab, view = await open_tab(opened, alice, practice)
    hint = await ask(tab, "hint", seen=view["acts"])
    assert (hint["type"], hint["seen"]) == ("hint", view["acts"])
    assert hint["action"] in view["view"]["legal"]
    assert hint["why"].startswith("Bid ")
    assert hint["lead"].endswith(".")
    await tab.act(hint["action"], view["acts"])
    later = await tab.receive_where(lambda each: bool(each["view"]["phase"] == "playing" and each["view"]["legal"]))
    card = await ask(tab, "hint", seen=later["acts"])
    assert card["action"] in later["view"]["legal"]


async def test_the_same_question_has_the_same_answer_and_changes_nothing(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    answers = [await ask(tab, "hint", seen=view["acts"]) for _ in range(2)]
    assert answers[0] == answers[1]
    assert (await database_sync_to_async(match_of)(practice)).seq == view["seq"]


async def test_hints_are_looked_for_one_at_a_time_and_nothing_waits_for_them(
    opened: list[Tab], alice: Player, practice: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, find = threading.Event(), hints.find_hint

    def find_slowly(*asked: Any) -> hints.Hint:
        assert may_end.wait(LATE)
        return find(*asked)

    monkeypatch.setattr(hints, "find_hint", find_slowly)
    tab, view = await open_tab(opened, alice, practice)
    await tab.send(type="hint", id="first", seen=view["acts"])
    await tab.send(type="hint", id="second", seen=view["acts"])
    await tab.send(type="ping")
    second, pong = await tab.receive(), await tab.receive()
    assert (second["id"], second["error"], pong["type"]) == ("second", "failed", "pong")
    assert "Wait for it" in second["text"]
    may_end.set()
    first = await tab.receive()
    assert (first["type"], first["id"]) == ("hint", "first")


async def test_an_old_question_is_stale_and_gets_a_fresh_view(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    refused = await ask(tab, "hint", seen=view["acts"] - 1)
    assert (refused["type"], refused["reason"]) == ("refused", "stale")
    assert (await tab.receive())["type"] == "view"


async def test_what_a_bot_promised_and_what_its_card_tells_are_told(
    opened: list[Tab], alice: Player, practice: Table, now: datetime
) -> None:
    await database_sync_to_async(play_until)(practice, lambda state: is_playing(state) and _bot_led(state), now)
    tab, view = await open_tab(opened, alice, practice)
    about = {"match": view["match"], "hand": 0, "seat": view["view"]["trick"]["leader"]}
    bid = await ask(tab, "explain", **about, trick=None)
    assert bid["text"].startswith(("Expects", "Promised"))
    card = await ask(tab, "explain", **about, trick=len(view["view"]["tricks"]))
    assert card["text"].startswith(("Led ", "Nil, "))
    assert {key: card[key] for key in about} == about


def _bot_led(state: object) -> bool:
    hand = state.hand  # type: ignore[attr-defined]
    return bool(hand is not None and hand.turn == SOUTH and hand.trick and hand.leader != SOUTH)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat": 2, "trick": None}, "nothing to tell"),
        ({"seat": 3, "trick": 12}, "nothing to tell"),
        ({"seat": 3, "trick": 1_000_000}, "nothing to tell"),
    ],
)
async def test_what_nobody_did_is_not_explained(
    opened: list[Tab], alice: Player, practice: Table, fields: Json, words: str
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    answer = await ask(tab, "explain", match=view["match"], hand=0, **fields)
    assert answer["error"] == "failed"
    assert words in answer["text"]


@pytest.mark.parametrize("fields", [{"match": "0" * 32, "hand": 0}, {"hand": 1}])
async def test_what_is_not_being_played_is_stale(
    opened: list[Tab], alice: Player, practice: Table, fields: Json
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    answer = await ask(tab, "explain", **{"match": view["match"], "seat": 3, "trick": None, **fields})
    assert answer["reason"] == "stale"


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"type": "hint"}, "seen"),
        ({"type": "hint", "seen": "1"}, "seen"),
        ({"type": "explain", "match": "x", "hand": 0, "seat": 1}, "match"),
        ({"type": "explain", "match": "0" * 32, "hand": -1, "seat": 1}, "hand"),
        ({"type": "explain", "match": "0" * 32, "hand": 0, "seat": 4}, "seat"),
        ({"type": "explain", "match": "0" * 32, "hand": 0, "seat": 1, "trick": "last"}, "trick"),
    ],
)
async def test_a_field_that_is_wrong_is_named(
    opened: list[Tab], alice: Player, practice: Table, message: Json, field: str
) -> None:
    tab, _ = await open_tab(opened, alice, practice)
    await tab.send(id="h1", **message)
    answer = await tab.receive()
    assert answer["error"] == "bad_field"
    assert field in answer["text"]


async def test_no_help_is_given_where_another_person_sits(
    opened: list[Tab], alice: Player, bob: Player, now: datetime
) -> None:
    table = await database_sync_to_async(open_dealt)(RULES, {1: bob, 2: alice}, {0: "novice", 3: "novice"}, now)
    tab, view = await open_tab(opened, alice, table)
    for kind, fields in (("hint", {"seen": 0}), ("explain", {"match": view["match"], "hand": 0, "seat": 0})):
        answer = await ask(tab, kind, **fields)
        assert answer["error"] == "failed"
        assert "bots alone" in answer["text"]


def test_a_hint_out_of_turn_or_after_the_hand_is_refused(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=RULES, seed=6111)
    state = play_until(table, is_hand_over, now)
    with pytest.raises(Exception, match="hand_over"):
        hints.find_hint(table.pk, SOUTH, state.acts)
    play.close(match_of(table).pk, "abandoned", now)
    with pytest.raises(Exception, match="match_over"):
        hints.find_hint(table.pk, SOUTH, state.acts)
    with pytest.raises(Exception, match="not_seated"):
        hints.find_hint(table.pk, None, state.acts)


def test_the_same_position_has_the_same_hint_after_an_undo(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=RULES, seed=6114)
    state = play_until(table, partial(_is_souths_turn, 2), now)
    hint, match = hints.find_hint(table.pk, SOUTH, state.acts), match_of(table)
    play.act(match.pk, SOUTH, hint.act, seen=state.acts, now=now)
    studies.undo(table, SOUTH, match.ident, seen=match_of(table).acts, now=now)
    assert match_of(table).ident != match.ident
    assert hints.find_hint(table.pk, SOUTH, match_of(table).acts) == hint


def test_while_blind_nil_is_offered_the_hint_is_to_look_or_to_bid_it(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", blind_nil="always"), seed=6113)
    state = play_until(table, lambda state: engine.turn(state) == SOUTH, now)
    hint = hints.find_hint(table.pk, SOUTH, state.acts)
    assert hint.act in (Look(), Bid("blind_nil"))
    assert hint.why.startswith(("Look at your cards", "Bid blind nil"))


def test_neither_hints_nor_explanations_depend_on_cards_the_player_cannot_see(
    open_table: OpenTable, alice: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, chance = open_table(alice, rules=PLLAY, seed=6112), random.Random(6112)
    for wanted in (0, 1, 5, 9):
        play_until(table, partial(_is_souths_turn, wanted), now)
        match, state = match_of(table), state_of(table)
        told = _everything(match, state.acts)
        for _ in range(2):
            moved = with_hidden_cards_moved(replace(state), SOUTH, chance)
            with monkeypatch.context() as patch:
                patch.setattr(selectors, "state_of", partial(_give, moved))
                assert _everything(match, state.acts) == told


def _is_souths_turn(tricks: int, state: object) -> bool:
    hand = state.hand  # type: ignore[attr-defined]
    return bool(hand is not None and hand.turn == SOUTH and len(hand.tricks) == tricks and not hand.offers[SOUTH])


def _give(state: object, _match: Match) -> object:
    return state


def _everything(match: Match, acts: int) -> list[object]:
    found: list[object] = [hints.find_hint(match.table_id, SOUTH, acts)]
    for seat in (0, 1, 3):
        for trick in (None, *range(10)):
            try:
                found.append(hints.tell_act(match.table_id, SOUTH, match.ident, 0, seat, trick))
            except NoHint as nothing:
                found.append(str(nothing))
    return found
