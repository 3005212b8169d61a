"""The socket before the first card: four browsers contribute, and a deal that one of them spoils is told to all."""

from datetime import datetime

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.engine.rules import make_challenge
from games.engine.shuffle import client_commit
from games.models import Player, Table
from games.services import ready, tables
from tests.games.playing import match_of
from tests.games.tabs import Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Alice and Carol against Bob and Dave; nobody has said ready."""
    people = dict(enumerate([alice, bob, carol, dave]))
    return tables.open_table(Table.Kind.PRACTICE, make_challenge("pllay", hand_limit=1), people, {}, now)


@pytest.fixture
async def tabs(opened: list[Tab], alice: Player, bob: Player, carol: Player, dave: Player, table: Table) -> list[Tab]:
    return [(await open_tab(opened, person, table))[0] for person in (alice, bob, carol, dave)]


async def ident_of(table: Table) -> str:
    return (await database_sync_to_async(match_of)(table)).ident


async def test_four_browsers_contribute_and_the_deal_is_made(tabs: list[Tab], table: Table) -> None:
    ident = await ident_of(table)
    commits = [client_commit(bytes.fromhex(ident), seat, bytes([seat] * 32)).hex() for seat in range(4)]
    for seat, tab in enumerate(tabs):
        await tab.send(type="ready", id=f"r{seat}", match=ident, commit=commits[seat])
        assert (await tab.receive_type("accepted"))["id"] == f"r{seat}"
    promised = [await tab.receive_where(lambda view: bool(view["commit"])) for tab in tabs]
    assert {tuple(view["client_commits"]) for view in promised} == {tuple(commits)}
    assert promised[0]["waiting"]["until"] is not None
    for seat, tab in enumerate(tabs):
        await tab.send(type="contribute", id=f"c{seat}", match=ident, entropy=bytes([seat] * 32).hex())
    dealt = [await tab.receive_view_of(5) for tab in tabs]
    assert [len(view["view"]["holding"]) for view in dealt] == [13] * 4
    assert [view["waiting"] for view in dealt] == [None] * 4
    assert {view["header"] for view in dealt} == {promised[0]["header"]}


async def test_a_deal_that_one_spoils_is_aborted_and_all_get_ready_again(tabs: list[Tab], table: Table) -> None:
    ident = await ident_of(table)
    for seat, tab in enumerate(tabs):
        await tab.send(type="ready", id="r", match=ident, commit="11" * 32 if seat == 3 else "")
        await tab.receive_type("accepted")
    await tabs[0].receive_where(lambda view: bool(view["commit"]))
    await tabs[3].send(type="contribute", id="c", match=ident, entropy="22" * 32)
    wrong = await tabs[3].receive_type("error")
    assert (wrong["id"], wrong["text"][:17]) == ("c", "This contribution")
    await database_sync_to_async(ready.give_up_late)(timezone.now() + ready.WAIT)
    for tab in tabs:
        fresh = await tab.receive_where(lambda view: bool(view["match"] != ident))
        assert (fresh["commit"], fresh["waiting"]["ready"]) == ("", [False] * 4)


async def test_before_the_first_card_nobody_has_a_card_or_a_contribution_of_another(
    tabs: list[Tab], table: Table
) -> None:
    ident, entropy = await ident_of(table), bytes([7] * 32)
    commit = client_commit(bytes.fromhex(ident), 0, entropy).hex()
    for seat, tab in enumerate(tabs):
        await tab.send(type="ready", id="r", match=ident, commit=commit if seat < 1 else "33" * 32)
        await tab.receive_type("accepted")
    await tabs[0].send(type="contribute", id="c", match=ident, entropy=entropy.hex())
    seen = await tabs[1].receive_where(lambda view: bool(view["waiting"]["contributed"][0]))
    assert (seen["view"]["holding"], seen["seed"], seen["events"]) == ([], None, [])
    assert entropy.hex() not in str(seen)
