"""A view that was lost between processes is sent when the next ping tells what the browser has."""

from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async

from games.models import Player, Table
from tests.games.playing import match_of
from tests.games.tabs import Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def practice(alice: Player, open_table: Callable[..., Table]) -> Table:
    return open_table(alice, seed=5000)  # a bot bids first


async def test_a_ping_that_has_less_of_the_log_gets_the_rest(opened: list[Tab], alice: Player, practice: Table) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.send(type="ping", match=view["match"], have=1)
    assert (await tab.receive())["type"] == "pong"
    missed = await tab.receive()
    assert (missed["type"], missed["first"], missed["seq"]) == ("view", 1, view["seq"])
    assert missed["events"] == view["events"][1:]


async def test_a_ping_from_another_match_gets_the_whole_of_this_one(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await tab.send(type="ping", match="0" * 32, have=3)
    assert (await tab.receive())["type"] == "pong"
    assert (await tab.receive())["events"] == view["events"]


async def test_a_ping_that_has_everything_is_answered_with_the_clock_alone(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    assert (await database_sync_to_async(match_of)(practice)).seq == view["seq"]
    for _ in range(2):
        await tab.send(type="ping", match=view["match"], have=view["seq"])
        assert (await tab.receive())["type"] == "pong", "nothing came between"


@pytest.mark.parametrize(
    ("said", "field"),
    [({"match": 7, "have": 0}, "match"), ({"match": "0" * 32}, "have"), ({"match": "0" * 32, "have": -1}, "have")],
)
async def test_a_ping_that_tells_nonsense_is_answered_in_words(
    opened: list[Tab], alice: Player, practice: Table, said: Json, field: str
) -> None:
    tab, _ = await open_tab(opened, alice, practice)
    await tab.send(type="ping", **said)
    answer = await tab.receive()
    assert (answer["type"], answer["error"]) == ("error", "bad_field")
    assert answer["text"].startswith(field)
