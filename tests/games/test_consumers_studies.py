"""Taking an act back over the socket: what is answered, and what every tab of the player then sees."""

import random
from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async

from games.engine.rules import PLLAY, make_challenge
from games.models import Player, Table
from tests.games.playing import match_of
from tests.games.tabs import Json, Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)
OpenTable = Callable[..., Table]


@pytest.fixture
def practice(open_table: OpenTable, alice: Player) -> Table:
    return open_table(alice, rules=make_challenge("pllay", blind_nil="off"))


def on_turn(view: Json) -> bool:
    return bool(view["view"]["turn"] == view["view"]["seat"])


async def bid(tab: Tab, view: Json) -> Json:
    """Bids 3 and gives the view in which the first card is to be played."""
    await tab.act({"type": "bid", "bid": 3}, view["acts"])
    return await tab.receive_where(on_turn)


async def receive_turn_after(tab: Tab, view: Json) -> Json:
    """Gives the first later view in which it is the player's turn."""
    return await tab.receive_where(lambda shown: on_turn(shown) and shown["acts"] > view["acts"])


async def receive_other_match(tab: Tab, view: Json) -> Json:
    """Gives the first view of another match than that of `view`."""
    return await tab.receive_where(lambda shown: bool(shown["match"] != view["match"]))


async def undo(tab: Tab, view: Json, id: str = "u1", **fields: object) -> None:
    await tab.send(**{"type": "undo", "id": id, "seen": view["acts"], "match": view["match"], **fields})


async def test_a_bid_taken_back_is_asked_for_again_at_the_same_table_as_a_study(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, before = await open_tab(opened, alice, practice)
    view = await bid(tab, before)
    await undo(tab, view)
    assert (await tab.receive_type("accepted"))["id"] == "u1"
    study = await tab.receive_type("view")
    assert study["study"] == {"origin": before["match"], "hand": 0}
    assert study["match"] != before["match"]
    assert (study["first"], len(study["events"])) == (0, study["seq"])
    assert (study["commit"], study["header"], study["head"], study["seed"]) == ("", "", "", None)
    same = ("phase", "turn", "bids", "holding", "legal", "dealer", "score")
    assert [study["view"][field] for field in same] == [before["view"][field] for field in same]


async def test_a_study_is_played_on_and_an_act_of_it_taken_back_again(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    origin, chance = view["match"], random.Random(9201)
    view = await bid(tab, view)
    for number in range(5):
        await tab.act(chance.choice(view["view"]["legal"]), view["acts"], f"c{number}")
        after = await receive_turn_after(tab, view)
        await undo(tab, after, f"u{number}")
        back = await receive_other_match(tab, after)
        assert (back["view"], back["study"]) == (view["view"], {"origin": origin, "hand": 0})
        view = back


async def test_no_view_of_the_closed_game_is_sent(opened: list[Tab], alice: Player, practice: Table) -> None:
    tab, view = await open_tab(opened, alice, practice)
    other, _ = await open_tab(opened, alice, practice)
    view = await bid(tab, view)
    await other.receive_view_of(view["seq"])
    await undo(tab, view)
    for each in (tab, other):
        assert (await each.receive_type("view"))["study"] is not None
    _, again = await open_tab(opened, alice, practice)
    assert again["study"] is not None


async def test_what_cannot_be_taken_back_is_said_in_words_and_nothing_changes(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await undo(tab, view)
    answer = await tab.receive()
    assert (answer["type"], answer["error"], answer["id"]) == ("error", "failed", "u1")
    assert "nothing to take back" in answer["text"]
    assert (await database_sync_to_async(match_of)(practice)).ident == view["match"]


async def test_an_undo_of_another_game_is_stale_and_a_fresh_view_follows(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    await undo(tab, view, match="0" * 32)
    assert (await tab.receive())["reason"] == "stale"
    assert (await tab.receive())["match"] == view["match"]


async def test_an_undo_sent_again_after_a_broken_line_is_accepted_and_done_once(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    view = await bid(tab, view)
    for _ in range(2):
        await undo(tab, view)
        assert (await tab.receive_type("accepted"))["id"] == "u1"
    assert await database_sync_to_async(practice.matches.count)() == 2


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"seen": "all"}, "seen"),
        ({"seen": -1}, "seen"),
        ({"match": "short"}, "match"),
        ({"match": None}, "match"),
        ({"id": "a b"}, "id"),
        ({"type": "act", "action": {"type": "look"}, "match": 7}, "match"),
    ],
)
async def test_a_malformed_undo_is_answered_with_what_was_wrong(
    opened: list[Tab], alice: Player, open_table: OpenTable, fields: Json, named: str
) -> None:
    table = await database_sync_to_async(open_table)(alice, rules=PLLAY)
    tab, view = await open_tab(opened, alice, table)
    await tab.send(**{"type": "undo", "id": "u1", "seen": view["acts"], "match": view["match"], **fields})
    answer = await tab.receive()
    assert (answer["type"], answer["error"]) == ("error", "bad_field")
    assert named in answer["text"]


async def test_a_bid_that_was_taken_back_and_is_sent_again_is_stale_and_the_study_does_not_make_it(
    opened: list[Tab], alice: Player, practice: Table
) -> None:
    tab, view = await open_tab(opened, alice, practice)
    late = {"type": "act", "id": "late", "match": view["match"], "seen": view["acts"]}
    await tab.send(**late, action={"type": "bid", "bid": 3})
    await undo(tab, await tab.receive_where(on_turn))
    study = await receive_other_match(tab, view)
    assert study["acts"] == view["acts"], "but for the match it would fit"
    await tab.send(**late, action={"type": "bid", "bid": 3})
    assert (await tab.receive_type("refused"))["reason"] == "stale"
    assert (await tab.receive_type("view"))["view"]["bids"][2] is None
