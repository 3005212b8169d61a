"""The socket of a table: who gets in, what is answered, and that every browser sees the same."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from datetime import datetime

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from config.asgi import application
from games import protocol, selectors
from games.engine import match as engine
from games.engine.cards import card_text
from games.engine.rules import PLLAY, RuleSet, make_challenge
from games.models import Match, Player, Table
from tests.games.playing import (
    act_default,
    is_hand_over,
    is_match_over,
    is_playing,
    match_of,
    open_dealt,
    play_until,
    state_of,
)
from tests.games.tabs import LATE, Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
OpenTable = Callable[..., Table]


@pytest.fixture
def practice(open_table: OpenTable, alice: Player) -> Table:
    return open_table(alice)


@pytest.fixture
def full_table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Alice and Carol against Bob and Dave, one hand."""
    return open_four([alice, bob, carol, dave], make_challenge("pllay", hand_limit=2), now)


def open_four(people: list[Player], rules: RuleSet, now: datetime) -> Table:
    return open_dealt(rules, dict(enumerate(people)), {}, now)


def on_turn(view: Json) -> bool:
    return bool(view["view"]["turn"] == view["view"]["seat"])


async def test_the_first_message_is_the_whole_table(opened: list[Tab], alice: Player, practice: Table) -> None:
    _, view = await open_tab(opened, alice, practice)
    match = await database_sync_to_async(match_of)(practice)
    assert (view["type"], view["table"], view["match"]) == ("view", practice.code, match.ident)
    assert (view["seq"], view["head"], view["first"], len(view["events"])) == (match.seq, match.head, 0, match.seq)
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bruno", "Alice", "Dario"]
    assert [seat["level"] for seat in view["seats"]] == ["novice", "novice", None, "novice"]
    assert view["view"]["turn"] == 2, "the bots before her have bid"
    assert len(view["view"]["holding"]) == 13
    assert view["seed"] is None


async def test_only_the_lines_not_yet_sent_come(opened: list[Tab], alice: Player, practice: Table) -> None:
    _, view = await open_tab(opened, alice, practice, "?have=1")
    assert (view["first"], len(view["events"])) == (1, view["seq"] - 1)
    tab, view = await open_tab(opened, alice, practice, "?have=rubbish")
    assert view["first"] == 0
    await tab.send(type="sync", have=view["seq"])
    again = await tab.receive()
    assert (again["first"], again["events"], again["head"]) == (view["seq"], [], view["head"])


async def test_an_action_is_accepted_and_seen_and_the_bots_answer(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.act({"type": "bid", "bid": 3}, view["acts"])
    assert (await tab.receive())["id"] == "a1", "accepted comes first"
    shown = await tab.receive_type("view")
    assert shown["first"] == view["seq"]
    assert shown["view"]["bids"][2] == 3
    while not on_turn(shown):
        shown = await tab.receive_type("view")
    assert shown["view"]["phase"] == "playing"


async def test_a_refused_action_answers_its_sender_alone_and_changes_nothing(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    other, _ = await open_tab(opened, alice, practice)
    await tab.act({"type": "play", "card": view["view"]["holding"][0]}, view["acts"])
    refused = await tab.receive()
    assert (refused["type"], refused["id"], refused["reason"]) == ("refused", "a1", "bidding_not_over")
    assert refused["text"] == "The bidding is not over. Bid first."
    await other.send(type="ping")
    assert (await other.receive())["type"] == "pong", "nothing came before it"
    assert (await database_sync_to_async(match_of)(practice)).head == view["head"]


async def test_a_stale_action_gets_a_fresh_view(opened: list[Tab], alice: Player, practice: Table) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.act({"type": "bid", "bid": 3}, view["acts"] + 1)  # one less is no number where Alice bids first
    assert (await tab.receive())["reason"] == "stale"
    fresh = await tab.receive()
    assert (fresh["type"], fresh["seq"], fresh["events"]) == ("view", view["seq"], [])


async def test_the_same_action_sent_again_is_accepted_again_and_counts_once(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    for _ in range(2):
        await tab.act({"type": "bid", "bid": 3}, view["acts"], id="same")
        assert (await tab.receive_type("accepted"))["id"] == "same"
    lines = await database_sync_to_async(lambda: selectors.lines_of(match_of(practice)))()
    bids = [event for event in map(json.loads, lines) if event["type"] == "bid" and event["seat"] == 2]
    assert len(bids) == 1


async def test_an_id_used_for_another_action_is_stale_and_the_socket_stays_up(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.act({"type": "bid", "bid": 3}, view["acts"], id="same")
    shown = await tab.receive_type("view")
    while not on_turn(shown):
        shown = await tab.receive_type("view")
    await tab.act(shown["view"]["legal"][0], shown["acts"], id="same")
    assert (await tab.receive())["reason"] == "stale"
    assert (await tab.receive())["seq"] == shown["seq"]


async def test_cards_one_does_not_hold_are_refused_in_words(
    opened: list[Tab], alice: Player, practice: Table, now: datetime
) -> None:
    state = await database_sync_to_async(play_until)(practice, is_souths_second_trick, now)
    assert state.hand is not None
    tab, view = await open_tab(opened, alice, practice)
    for card in (state.hand.tricks[0].cards[0], state.hand.holdings[0][0]):
        await tab.act({"type": "play", "card": card_text(card)}, view["acts"])
        refused = await tab.receive()
        assert (refused["reason"], refused["text"]) == ("not_in_hand", "You do not hold that card.")
    assert (await database_sync_to_async(match_of)(practice)).head == view["head"]


def is_souths_second_trick(state: engine.Match) -> bool:
    return state.hand is not None and len(state.hand.tricks) == 1 and engine.turn(state) == 2


async def test_a_fault_of_the_site_is_said_and_the_socket_stays_up(
    opened: list[Tab], alice: Player, practice: Table, caplog: pytest.LogCaptureFixture
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    rows = Match.objects.filter(ident=view["match"])
    state = (await rows.aget()).state
    await rows.aupdate(state={"damaged": True})
    await tab.act({"type": "bid", "bid": 3}, view["acts"])
    answer = await tab.receive()
    assert (answer["type"], answer["error"], answer["id"]) == ("error", "failed", "a1")
    assert "a message could not be answered" in caplog.text
    await rows.aupdate(state=state)
    await tab.act({"type": "bid", "bid": 3}, view["acts"])
    assert (await tab.receive())["type"] == "accepted"


async def test_two_tabs_of_one_player_show_the_same(opened: list[Tab], alice: Player, practice: Table) -> None:
    first, view = await open_tab(opened, alice, practice)
    second, _ = await open_tab(opened, alice, practice)
    await first.act({"type": "bid", "bid": 3}, view["acts"])
    seen = [await tab.receive_view_of(view["seq"] + 1) for tab in (first, second)]
    assert seen[0] == seen[1]
    await second.close()
    opened.remove(second)
    await first.send(type="ping")
    assert (await first.receive_type("pong"))["now"] > 0, "the other tab lives on"


async def test_somebody_elses_table_is_refused(eve: Player, practice: Table) -> None:
    for user in (eve, AnonymousUser()):
        tab = Tab(user, practice.code)
        await tab.socket.connect(timeout=LATE)
        assert await tab.close_code() == protocol.CLOSE_NOT_YOURS


async def test_a_table_that_is_not_there_is_said(alice: Player) -> None:
    tab = Tab(alice, "nothing-here")
    await tab.socket.connect(timeout=LATE)
    assert await tab.close_code() == protocol.CLOSE_NO_TABLE


@pytest.mark.parametrize("address", ["/ws/", "/ws/tables/", "/ws/tables/a b/", "/ws/tables/x/y/", "/"])
async def test_an_address_that_leads_nowhere_is_said(address: str) -> None:
    socket = WebsocketCommunicator(application, address)
    socket.scope["headers"] = [(b"origin", b"http://localhost")]
    assert (await socket.connect(timeout=LATE))[0]
    assert await socket.receive_output(timeout=LATE) == {"type": "websocket.close", "code": protocol.CLOSE_NO_TABLE}


async def test_a_page_of_another_site_cannot_open_a_socket(practice: Table) -> None:
    socket = WebsocketCommunicator(application, f"/ws/tables/{practice.code}/")
    socket.scope["headers"] = [(b"origin", b"https://elsewhere.example")]
    assert not (await socket.connect(timeout=LATE))[0]


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        ("rubbish", "not_json"),
        ("[]", "not_json"),
        ("[" * 3000, "not_json"),
        ("x" * 1_000_000, "too_long"),
        ("{}", "unknown_type"),
        ('{"type":"fly"}', "unknown_type"),
        ('{"type":["act"]}', "unknown_type"),
        ('{"type":"act","seen":1,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a b","seen":1,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a\\n","seen":1,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":-1,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":true,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1e99,"action":{"type":"look"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":"1S"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":"2s"}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":51}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":null}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":{}}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"play","card":"2C","seat":0}}', "bad_field"),
        ('{"type":"act","id":"a","seen":1,"action":{"type":"bid","bid":"4"}}', "bad_field"),
        ('{"type":"next","id":"a"}', "bad_field"),
        ('{"type":"next","id":"a","hand":99999999999}', "bad_field"),
        ('{"type":"again","id":"a","match":"../etc"}', "bad_field"),
        ('{"type":"ready","id":"a","match":"00","commit":""}', "bad_field"),
        ('{"type":"ready","id":"a","match":"' + "0" * 32 + '","commit":"AB"}', "bad_field"),
        ('{"type":"contribute","id":"a","match":"' + "0" * 32 + '","entropy":""}', "bad_field"),
        ('{"type":"sync","have":"all"}', "bad_field"),
    ],
)
async def test_a_message_that_makes_no_sense_is_named_and_the_socket_stays_up(
    opened: list[Tab], alice: Player, practice: Table, frame: str, error: str
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.socket.send_to(frame)
    answer = await tab.receive()
    assert (answer["type"], answer["error"]) == ("error", error)
    assert answer["text"]
    assert len(answer["text"]) < 200
    await tab.send(type="sync", have=0)
    assert (await tab.receive())["head"] == view["head"]


async def test_bytes_are_refused_in_words(opened: list[Tab], alice: Player, practice: Table) -> None:
    tab, _ = await open_tab(opened, alice, practice)
    await tab.socket.send_to(bytes_data=b"\x00\xff")
    assert (await tab.receive())["error"] == "not_json"


async def test_a_hundred_bad_messages_close_the_socket_with_a_reason(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, _ = await open_tab(opened, alice, practice)
    for _ in range(protocol.BAD_MESSAGES):
        await tab.socket.send_to("rubbish")
    assert await tab.close_code() == protocol.CLOSE_BAD_MESSAGES


async def test_a_connection_that_says_nothing_is_closed(
    opened: list[Tab], alice: Player, practice: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEARTBEAT_SECONDS", 0.2)
    tab, _ = await open_tab(opened, alice, practice)
    assert (await tab.receive())["type"] == "ping", "it is asked first"
    assert await tab.close_code() == protocol.CLOSE_SILENT


async def test_a_connection_that_answers_when_asked_is_kept(
    opened: list[Tab], alice: Player, practice: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEARTBEAT_SECONDS", 1)
    tab, _ = await open_tab(opened, alice, practice)
    for _ in range(4):
        assert (await tab.receive())["type"] == "ping"
        await tab.send(type="ping")
        assert (await tab.receive())["type"] == "pong"


async def test_a_new_socket_before_the_old_one_ends_changes_nothing(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    old, view = await open_tab(opened, alice, practice)
    new, again = await open_tab(opened, alice, practice)
    assert {**again, "now": 0} == {**view, "now": 0}
    await old.close()
    opened.remove(old)
    await new.act({"type": "bid", "bid": 3}, view["acts"])
    assert (await new.receive_type("accepted"))["id"] == "a1"


async def test_four_people_reload_in_every_order_and_keep_their_seats(
    alice: Player, bob: Player, carol: Player, dave: Player, full_table: Table
) -> None:
    people = [alice, bob, carol, dave]
    tabs = [Tab(person, full_table.code) for person in people]
    holdings = [(await tab.open())["view"]["holding"] for tab in tabs]
    for order in itertools.permutations(range(4)):
        for seat in order:
            await tabs[seat].close()
            tabs[seat] = Tab(people[seat], full_table.code)
            view = (await tabs[seat].open())["view"]
            assert (view["seat"], view["holding"]) == (seat, holdings[seat])
    for tab in tabs:
        await tab.close()


async def test_two_people_press_next_and_one_hand_starts(
    opened: list[Tab], alice: Player, bob: Player, full_table: Table, now: datetime
) -> None:
    await database_sync_to_async(play_until)(full_table, is_hand_over, now)
    hers, view = await open_tab(opened, alice, full_table)
    his, _ = await open_tab(opened, bob, full_table)
    await asyncio.gather(hers.send(type="next", id="n1", hand=0), his.send(type="next", id="n2", hand=0))
    assert [(await tab.receive_type("accepted"))["id"] for tab in (hers, his)] == ["n1", "n2"]
    lines = await database_sync_to_async(lambda: selectors.lines_of(match_of(full_table), view["seq"]))()
    assert [json.loads(line)["type"] for line in lines] == ["hand_start"]


async def test_playing_again_starts_another_match_and_both_tabs_see_it(
    opened: list[Tab], alice: Player, open_table: OpenTable, now: datetime
) -> None:
    table = await database_sync_to_async(open_table)(alice, rules=make_challenge("pllay", hand_limit=1))
    await database_sync_to_async(play_until)(table, is_match_over, now)
    first, view = await open_tab(opened, alice, table)
    second, _ = await open_tab(opened, alice, table)
    assert view["seed"] is not None
    for tab in (first, second):
        await tab.send(type="again", id="g1", match=view["match"])
    seen = {(await tab.receive_type("view"))["match"] for tab in (first, second)}
    assert len(seen) == 1
    assert view["match"] not in seen
    assert await database_sync_to_async(table.matches.count)() == 2


async def test_a_finished_table_is_not_played_again_before_its_end(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.send(type="again", id="g1", match=view["match"])
    assert (await tab.receive())["reason"] == "stale"


async def test_while_blind_nil_is_offered_no_card_is_sent_also_after_a_reconnect(
    opened: list[Tab], alice: Player, open_table: OpenTable
) -> None:
    table = await database_sync_to_async(open_table)(alice, rules=make_challenge("pllay", blind_nil="always"))
    tab, view = await open_tab(opened, alice, table)
    for again in (view, (await open_tab(opened, alice, table))[1]):
        assert (again["view"]["offers"][2], again["view"]["holding"]) == (True, None)
        assert not any('"card"' in line for line in again["events"])
    offered = sorted(view["view"]["legal"], key=lambda action: action["type"])
    assert offered == [{"type": "bid", "bid": "blind_nil"}, {"type": "look"}]
    await tab.act({"type": "look"}, view["acts"])
    assert len((await tab.receive_view_of(view["seq"] + 1))["view"]["holding"]) == 13


async def test_each_of_four_people_gets_their_own_cards_and_nobody_elses(
    opened: list[Tab], alice: Player, bob: Player, carol: Player, dave: Player, full_table: Table, now: datetime
) -> None:
    """Plays a hand and searches every message for a card that its reader must not know."""
    state = await database_sync_to_async(state_of)(full_table)
    assert state.hand is not None
    tabs = [(await open_tab(opened, person, full_table))[0] for person in (alice, bob, carol, dave)]
    views = [await tab.receive_view_of(0) async for tab in _synced(tabs)]
    dealt = [view["view"]["holding"] for view in views]
    while not is_hand_over(await database_sync_to_async(state_of)(full_table)):
        await database_sync_to_async(act_default)(full_table, now)
        seq = (await database_sync_to_async(match_of)(full_table)).seq
        for seat, tab in enumerate(tabs):
            message = await tab.receive_view_of(seq)
            _assert_knows_only(message, seat, dealt)


async def _synced(tabs: list[Tab]) -> AsyncIterator[Tab]:
    for tab in tabs:
        await tab.send(type="sync", have=0)
        yield tab


def _assert_knows_only(message: Json, seat: int, dealt: list[list[str]]) -> None:
    view = message["view"]
    played = {card for trick in [*view["tricks"], view["trick"]] for card in trick["cards"]}
    hidden = {card for other, cards in enumerate(dealt) if other != seat for card in cards} - played
    text = json.dumps(message)
    assert not [card for card in hidden if f'"{card}"' in text or f'\\"{card}\\"' in text]


async def test_a_table_is_where_it_was_days_later(
    opened: list[Tab], alice: Player, practice: Table, now: datetime
) -> None:
    await database_sync_to_async(play_until)(practice, is_playing, now)
    before = await database_sync_to_async(state_of)(practice)
    _, view = await open_tab(opened, alice, practice)
    assert before.hand is not None
    assert view["view"]["phase"] == "playing"
    assert view["view"]["bids"] == list(before.hand.bids)


def test_the_rules_of_a_table_are_in_every_view(practice: Table) -> None:
    message = selectors.read_table(practice.pk, 2, have=0, now_ms=0)
    assert (message["view"]["rules_id"], message["view"]["rules"]) == (PLLAY.id, PLLAY.options())
