"""The API's tables: one's own alone, and of each what one's seat may see."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import selectors
from games.engine.cards import card_text
from games.engine.rules import make_challenge
from games.models import Player, Table
from games.services import bots
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]
LIST = "/api/v1/tables/"
SHORT = make_challenge("pllay", hand_limit=1)


def test_a_stranger_is_told_that_tables_belong_to_players(client: Client) -> None:
    response = client.get(LIST)
    assert (response.status_code, response.json()["error"]) == (403, "not_logged_in")


def test_a_player_without_tables_gets_an_empty_list(client_of: ClientOf, eve: Player) -> None:
    assert client_of(eve).get(LIST).json() == {"count": 0, "next": None, "previous": None, "results": []}


def test_the_list_has_the_tables_of_the_one_who_asks_alone(
    client_of: ClientOf, open_table: OpenTable, alice: Player, bob: Player
) -> None:
    mine = open_table(alice)
    open_table(bob)
    results = client_of(alice).get(LIST).json()["results"]
    assert [table["code"] for table in results] == [mine.code]
    assert [seat["you"] for seat in results[0]["seats"]] == [False, False, True, False]


def test_tables_still_played_come_before_those_that_have_ended(
    client_of: ClientOf, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    running, ended = open_table(alice), open_table(alice, rules=SHORT)
    play_until(ended, is_match_over, now)
    results = client_of(alice).get(LIST).json()["results"]
    assert [table["code"] for table in results] == [running.code, ended.code]
    assert [table["match"]["outcome"] is None for table in results] == [True, False]


def test_a_long_list_comes_in_pages_and_asks_the_database_as_often_as_a_short_one(
    client_of: ClientOf, open_table: OpenTable, alice: Player
) -> None:
    client = client_of(alice)
    open_table(alice)
    client.get(LIST)
    with CaptureQueriesContext(
        connection,
    ) as short:
        client.get(LIST)
    for _ in range(50):
        open_table(alice)
    with CaptureQueriesContext(connection) as long:
        page = client.get(LIST).json()
    assert (page["count"], len(page["results"]), len(long)) == (51, 50, len(short))
    assert len(client.get(page["next"]).json()["results"]) == 1


def test_a_table_is_the_message_its_page_is_drawn_from(
    client_of: ClientOf, open_table: OpenTable, alice: Player
) -> None:
    table = open_table(alice)
    bots.move_due(match_of(table).pk)
    answer = client_of(alice).get(f"{LIST}{table.code}/").json()
    assert answer == selectors.read_table(table.pk, 2, have=0, now_ms=answer["now"])


def test_lines_of_the_log_that_one_has_are_left_out(
    client_of: ClientOf, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice)
    play_until(table, is_playing, now)
    whole = client_of(alice).get(f"{LIST}{table.code}/").json()
    rest = client_of(alice).get(f"{LIST}{table.code}/?have=2").json()
    assert (rest["first"], rest["events"]) == (2, whole["events"][2:])


def test_nobody_elses_cards_are_in_a_table(
    client_of: ClientOf, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice)
    state = play_until(table, is_playing, now)
    assert state.hand is not None
    hidden = {card_text(card) for seat in (0, 1, 3) for card in state.hand.holdings[seat]}
    text = client_of(alice).get(f"{LIST}{table.code}/").content.decode()
    assert not [card for card in hidden if f'"{card}"' in text]


@pytest.mark.parametrize("path", ["", "?have=3"])
def test_somebody_elses_table_is_refused_in_words(
    client_of: ClientOf, open_table: OpenTable, alice: Player, eve: Player, path: str
) -> None:
    response = client_of(eve).get(f"{LIST}{open_table(alice).code}/{path}")
    assert (response.status_code, response.json()["error"]) == (403, "not_yours")
    assert response.json()["text"] == "This table is not yours to see."


@pytest.mark.parametrize("code", ["nosuchtable2", "x", "NOSUCHTABLE2", "..", "%00", "a" * 5000, "ü", "<script>"])
def test_a_table_that_does_not_exist_is_not_found_in_words(client_of: ClientOf, alice: Player, code: str) -> None:
    response = client_of(alice).get(f"{LIST}{code}/")
    assert (response.status_code, response.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("have", ["", "-1", "1.5", "x", "٣", "1e9", "9" * 5000, "%00", "null"])
def test_a_number_of_lines_that_is_none_is_refused_and_named(
    client_of: ClientOf, open_table: OpenTable, alice: Player, have: str
) -> None:
    response = client_of(alice).get(f"{LIST}{open_table(alice).code}/?have={have}")
    assert (response.status_code, response.json()["error"]) == (400, "bad_field")
    assert response.json()["text"].startswith("have ")


@pytest.mark.parametrize("page", ["0", "-1", "2", "x", "9" * 5000, "%00"])
def test_a_page_that_does_not_exist_is_not_found(client_of: ClientOf, alice: Player, page: str) -> None:
    response = client_of(alice).get(f"{LIST}?page={page}")
    assert (response.status_code, response.json()["error"]) == (404, "not_found")
