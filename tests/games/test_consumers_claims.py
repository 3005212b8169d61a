"""The claim over the socket: the offer in the view, what is answered, and what every tab of the player then sees."""

from collections.abc import Callable
from datetime import datetime

import pytest
from channels.db import database_sync_to_async

from games import selectors
from games.engine.rules import make_challenge
from games.models import Player, Table
from games.services.tables import PERSON_SEAT
from tests.games.playing import match_of, play_until
from tests.games.tabs import Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
OpenTable = Callable[..., Table]
ONE_HAND = make_challenge("pllay", hand_limit=1, blind_nil="off")
ENDS_DECIDED = 7109
"""Deals in which South, playing the lowest card among novices, may claim the last tricks."""


@pytest.fixture
def decided(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """A table at which Alice may claim the rest."""
    table = open_table(alice, rules=ONE_HAND, seed=ENDS_DECIDED)
    play_until(table, lambda state: selectors.may_claim(match_of(table), state, PERSON_SEAT), now)
    return table


async def claim(tab: Tab, view: Json, **fields: object) -> None:
    await tab.send(**{"type": "claim", "id": "c1", "seen": view["acts"], "match": view["match"], **fields})


async def test_the_view_offers_it_and_a_claim_ends_the_hand_in_every_tab(
    opened: list[Tab], alice: Player, decided: Table
) -> None:
    tab, view = await open_tab(opened, alice, decided)
    other, _ = await open_tab(opened, alice, decided)
    assert view["claim"] is True
    await claim(tab, view)
    assert (await tab.receive_type("accepted"))["id"] == "c1"
    for each in (tab, other):
        after = await each.receive_type("view")
        assert (after["view"]["phase"], after["claim"]) == ("match_over", False)
        assert sum('"by":"claim"' in line for line in after["events"]) == sum(view["view"]["counts"])


async def test_no_view_before_it_is_decided_offers_it_and_a_claim_is_answered_in_words(
    opened: list[Tab], alice: Player, open_table: OpenTable
) -> None:
    table = await database_sync_to_async(open_table)(alice, rules=ONE_HAND, seed=ENDS_DECIDED)
    tab, view = await open_tab(opened, alice, table)
    await tab.act({"type": "bid", "bid": 3}, view["acts"])
    view = await tab.receive_where(lambda shown: bool(shown["view"]["turn"] == PERSON_SEAT))
    assert view["claim"] is False
    await claim(tab, view)
    answer = await tab.receive_type("error")
    assert (answer["error"], answer["id"]) == ("failed", "c1")
    assert "not decided yet" in answer["text"]


async def test_a_claim_on_an_old_view_is_stale_and_a_fresh_one_follows(
    opened: list[Tab], alice: Player, decided: Table
) -> None:
    tab, view = await open_tab(opened, alice, decided)
    await claim(tab, view, seen=view["acts"] - 1)
    assert (await tab.receive())["reason"] == "stale"
    assert (await tab.receive())["claim"] is True


async def test_a_claim_sent_again_is_accepted_and_done_once(opened: list[Tab], alice: Player, decided: Table) -> None:
    tab, view = await open_tab(opened, alice, decided)
    for _ in range(2):
        await claim(tab, view)
        assert (await tab.receive_type("accepted"))["id"] == "c1"
    match = await database_sync_to_async(match_of)(decided)
    lines = await database_sync_to_async(selectors.lines_of)(match)
    assert sum('"by":"claim"' in line for line in lines) == sum(view["view"]["counts"])


@pytest.mark.parametrize("fields", [{"seen": "all"}, {"match": "short"}, {"match": None}, {"id": "a b"}])
async def test_a_malformed_claim_is_answered_with_what_was_wrong(
    opened: list[Tab], alice: Player, decided: Table, fields: Json
) -> None:
    tab, view = await open_tab(opened, alice, decided)
    await claim(tab, view, **fields)
    answer = await tab.receive()
    assert (answer["type"], answer["error"]) == ("error", "bad_field")
    assert next(iter(fields)) in answer["text"]
