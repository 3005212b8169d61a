"""The API's finished matches: public, whole, and without a card that was not played."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.rules import make_challenge
from games.models import Player, Table
from games.services import play
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
LIST = "/api/v1/matches/"
SHORT = make_challenge("pllay", hand_limit=1)


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    table = open_table(alice, rules=SHORT)
    play_until(table, is_match_over, now)
    return table


def test_anybody_may_read_matches_that_have_ended(client: Client, ended: Table) -> None:
    results = client.get(LIST).json()["results"]
    assert [(match["id"], match["rules_id"]) for match in results] == [(match_of(ended).ident, SHORT.id)]
    assert results[0]["outcome"]["reason"] == "hand_limit"
    assert [seat["you"] for seat in results[0]["seats"]] == [False] * 4


def test_a_match_that_is_being_played_is_not_there(client: Client, open_table: OpenTable, alice: Player) -> None:
    match = match_of(open_table(alice))
    assert client.get(LIST).json()["count"] == 0
    response = client.get(f"{LIST}{match.ident}/")
    assert (response.status_code, response.json()["error"]) == (404, "not_found")


def test_a_match_is_what_a_spectator_sees_at_its_end_with_the_whole_log(client: Client, ended: Table) -> None:
    match = match_of(ended)
    answer = client.get(f"{LIST}{match.ident}/").json()
    assert (answer["view"]["seat"], answer["view"]["holding"], answer["view"]["phase"]) == (None, None, "match_over")
    assert (answer["first"], len(answer["events"]), answer["head"]) == (0, match.seq, match.head)
    assert answer["seed"] in answer["events"][-1]


def test_a_match_that_was_closed_shows_no_card_that_was_not_played(
    client: Client, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice)
    play_until(table, is_playing, now)
    play.close(match_of(table).pk, "abandoned", now)
    view = client.get(f"{LIST}{match_of(table).ident}/").json()["view"]
    assert view["outcome"]["reason"] == "abandoned"
    assert (view["holding"], view["legal"], view["locked"]) == (None, [], {})


@pytest.mark.parametrize("ident", ["0" * 32, "0" * 31, "A" * 32, "1", "x", "%00", "f" * 5000])
def test_a_match_that_does_not_exist_is_not_found_in_words(client: Client, ident: str) -> None:
    response = client.get(f"{LIST}{ident}/")
    assert (response.status_code, response.json()["error"]) == (404, "not_found")


def test_a_long_list_asks_the_database_as_often_as_a_short_one(
    client: Client, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    def close_one() -> None:
        play.close(match_of(open_table(alice)).pk, "abandoned", now)

    close_one()
    with CaptureQueriesContext(connection) as short:
        client.get(LIST)
    for _ in range(5):
        close_one()
    with CaptureQueriesContext(connection) as long:
        assert client.get(LIST).json()["count"] == 6
    assert len(long) == len(short)
