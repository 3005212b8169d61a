"""The socket of a live table: what may be asked there, and what is said where it may not."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games import protocol, selectors
from games.engine import match as engine
from games.engine.cards import left_of
from games.engine.rules import make_challenge
from games.models import Challenge, Match, Player, Table
from games.services import sweeps
from tests.games.live import deal_live, open_live
from tests.games.playing import is_match_over, is_playing, match_of, play_until
from tests.games.tabs import Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
RULES = make_challenge("pllay", hand_limit=1)
OpenTable = Callable[..., Table]
People = list[Player]


@pytest.fixture
def now() -> datetime:
    """Sockets read the clock, so these tables are opened now."""
    return timezone.now()


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> People:
    return [alice, bob, carol, dave]


@pytest.fixture
def waiting(people: People, now: datetime) -> Table:
    return open_live(dict(enumerate(people)), RULES, now)


@pytest.fixture
def table(waiting: Table, now: datetime) -> Table:
    deal_live(waiting, now)
    return waiting


@database_sync_to_async
def told_of(table: Table, seat: int) -> list[str]:
    """What the log says of whether a seat's player is there."""
    events = selectors.events_of(match_of(table))
    kinds = ("away", "back", "takeover", "return")
    return [event["type"] for event in events if event["type"] in kinds and event["seat"] == seat]


async def test_a_seat_that_is_left_is_a_bot_s_at_once_and_is_taken_back(
    opened: list[Tab], table: Table, alice: Player, bob: Player
) -> None:
    other, _ = await open_tab(opened, alice, table)
    tab, _ = await open_tab(opened, bob, table)
    assert (await tab.ask("leave"))["type"] == "accepted"
    view = await other.receive_where(lambda view: view["live"]["left"][1])
    assert view["live"]["away"] == [None] * 4, "who left on purpose is not waited for"
    assert (await tab.ask("take_back"))["type"] == "accepted"
    await other.receive_where(lambda view: not view["live"]["left"][1])
    assert (await told_of(table, 1))[:3] == ["away", "takeover", "back"]


async def test_leaving_before_the_first_card_leads_everybody_back_to_the_lobby(
    opened: list[Tab], waiting: Table, alice: Player, bob: Player
) -> None:
    other, _ = await open_tab(opened, alice, waiting)
    tab, _ = await open_tab(opened, bob, waiting)
    await tab.send(type="leave", id="l1", match=tab.match)
    assert await other.close_code() == protocol.CLOSE_NOT_BEGUN
    assert await tab.close_code() == protocol.CLOSE_NOT_BEGUN
    again = Tab(alice, waiting.code)
    await again.socket.connect()
    assert await again.close_code() == protocol.CLOSE_NOT_BEGUN
    await again.close()


async def test_a_message_to_a_match_that_was_given_up_closes_the_socket(
    opened: list[Tab], waiting: Table, alice: Player
) -> None:
    tab, view = await open_tab(opened, alice, waiting)
    await database_sync_to_async(Match.objects.filter(table=waiting).delete)()
    await tab.send(type="ready", id="r1", match=view["match"], commit="")
    assert await tab.close_code() == protocol.CLOSE_NOT_BEGUN


async def test_a_concession_of_both_partners_ends_the_match(
    opened: list[Tab], table: Table, alice: Player, carol: Player
) -> None:
    one, _ = await open_tab(opened, alice, table)
    two, _ = await open_tab(opened, carol, table)
    assert (await one.ask("concede"))["type"] == "accepted"
    await two.receive_where(lambda view: view["live"]["conceded"] == [True, False, False, False])
    assert (await two.ask("concede"))["type"] == "accepted"
    view = await one.receive_where(lambda view: view["view"]["outcome"] is not None)
    assert view["view"]["outcome"]["winner"] == 1


async def test_a_message_is_seen_by_all_and_what_is_no_message_refused_in_words(
    opened: list[Tab], table: Table, people: People, now: datetime
) -> None:
    state = await database_sync_to_async(play_until)(table, is_playing, now)
    turn = engine.turn(state)
    assert turn is not None
    tab, _ = await open_tab(opened, people[turn], table)
    other, _ = await open_tab(opened, people[left_of(turn)], table)
    assert (await tab.ask("chat", msg="thanks"))["type"] == "accepted"
    view = await other.receive_where(lambda view: view["events"])
    assert '"msg":"thanks"' in view["events"][-1]
    for msg in ("<script>", 99, None, "good_luck\n", "hello"):
        answer = await refused_chat(tab, msg)
        assert answer["type"] == "error"
        assert answer["text"]
    lines = await database_sync_to_async(lambda: selectors.lines_of(match_of(table)))()
    assert sum('"type":"chat"' in line for line in lines) == 1


async def refused_chat(tab: Tab, msg: object) -> Json:
    await tab.send(type="chat", id="c2", match=tab.match, msg=msg)
    return await tab.receive_type("error")


async def test_muting_a_partner_is_remembered_and_shown_in_every_tab_of_who_asked(
    opened: list[Tab], table: Table, alice: Player
) -> None:
    tab, _ = await open_tab(opened, alice, table)
    other, _ = await open_tab(opened, alice, table)
    assert (await tab.ask("mute", on=True))["type"] == "accepted"
    await other.receive_where(lambda view: view["live"]["chat"]["muted"])
    assert (await tab.ask("mute", on=False))["type"] == "accepted"
    await other.receive_where(lambda view: not view["live"]["chat"]["muted"])


async def test_a_rematch_with_others_leads_to_a_table_of_its_own(
    opened: list[Tab], table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    await database_sync_to_async(play_until)(table, is_match_over, now)
    tab, view = await open_tab(opened, alice, table)
    other, _ = await open_tab(opened, bob, table)
    assert view["live"]["rematch"] is None
    assert (await tab.ask("rematch"))["type"] == "accepted"
    shown = await other.receive_where(lambda view: view["live"]["rematch"] is not None)
    challenge = await database_sync_to_async(Challenge.objects.select_related("rematch").get)(table=table)
    assert challenge.rematch is not None
    assert shown["live"]["rematch"] == challenge.rematch.code


LIVE_REQUESTS: dict[str, Json] = {
    "leave": {},
    "take_back": {},
    "concede": {},
    "chat": {"msg": "thanks"},
    "mute": {"on": True},
    "rematch": {},
}
HELP: dict[str, Json] = {
    "hint": {"seen": 0},
    "undo": {"seen": 0},
    "claim": {"seen": 0},
    "explain": {"hand": 0, "seat": 1, "trick": None},
}


async def test_what_is_for_live_tables_is_refused_in_words_at_others(
    opened: list[Tab], open_table: OpenTable, alice: Player
) -> None:
    practice = await database_sync_to_async(open_table)(alice)
    tab, _ = await open_tab(opened, alice, practice)
    for kind, fields in LIVE_REQUESTS.items():
        answer = await tab.ask(kind, **fields)
        assert (answer["error"], answer["text"]) == (
            "failed",
            "That is for live tables, where people play each other.",
        )


async def test_nobody_is_helped_at_a_live_table_even_among_bots(
    opened: list[Tab], alice: Player, now: datetime
) -> None:
    table = await database_sync_to_async(open_live)({0: alice}, RULES, now)
    await database_sync_to_async(deal_live)(table, now)
    tab, view = await open_tab(opened, alice, table)
    for kind, fields in HELP.items():
        seen = {"seen": view["acts"]} if "seen" in fields else {}
        answer = await tab.ask(kind, **{**fields, **seen})
        assert answer["type"] in ("error", "refused"), kind
        assert answer["text"], kind
    assert (await database_sync_to_async(match_of)(table)).ident == view["match"]


async def test_a_sync_after_the_countdown_has_the_server_act_first(
    opened: list[Tab], table: Table, alice: Player
) -> None:
    tab, view = await open_tab(opened, alice, table)
    await tab.send(type="sync", have=view["seq"])
    assert (await tab.receive_type("view"))["acts"] == view["acts"]
    past = timezone.now() - timedelta(seconds=1)
    await database_sync_to_async(sweeps.sweep)(timezone.now())
    await database_sync_to_async(Match.objects.filter(table=table).update)(deadline_at=past)
    await tab.send(type="sync", have=view["seq"])
    shown = await tab.receive_where(lambda shown: shown["acts"] > view["acts"])
    assert '"by":"clock"' in shown["events"][0]
