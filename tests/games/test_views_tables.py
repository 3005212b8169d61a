"""One's tables in a list, and the page of a table: one's own, somebody else's, none at all."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.engine.rules import make_challenge
from games.models import Player, Table
from games.summaries import summarize_table
from games.views import TABLES_ON_A_PAGE
from tests.games.playing import is_hand_over, is_match_over, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]


def test_a_stranger_sees_that_there_are_none_and_how_to_start(client: Client) -> None:
    page = client.get("/tables/").content.decode()
    assert "You have not sat down at a table yet" in page
    assert "Play now" in page
    assert not Player.objects.exists()


def test_a_running_table_shows_how_it_stands(alice: Player, open_table: OpenTable, client_of: ClientOf) -> None:
    table = open_table(alice)
    page = client_of(alice).get("/tables/").content.decode()
    assert f'href="/tables/{table.code}/"' in page
    assert "Hand 1 · you 0, they 0" in page
    assert "With <bdi>Ada (bot, novice)</bdi>" in page
    assert "against <bdi>Dario (bot, novice) and Bruno (bot, novice)</bdi>" in page
    assert table.rules_id in page


def test_the_line_of_a_table_says_whose_turn_it_is(alice: Player, open_table: OpenTable, now: datetime) -> None:
    table = open_table(alice)
    state = play_until(table, lambda state: state.hand is not None and state.hand.turn == 2, now)
    assert state.hand is not None
    assert summarize_table(match_of(table), alice, now).standing == "Your turn"


def test_between_hands_the_next_one_waits_for_the_player(alice: Player, open_table: OpenTable, now: datetime) -> None:
    table = open_table(alice)
    state = play_until(table, is_hand_over, now)
    line = summarize_table(match_of(table), alice, now)
    assert (line.standing, line.your_turn) == ("The next hand waits for you", True)
    assert line.ours == str(state.score[0]).replace("-", "−")
    assert line.theirs == str(state.score[1]).replace("-", "−")


def test_a_finished_table_shows_its_result(
    alice: Player, open_table: OpenTable, client_of: ClientOf, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    end = play_until(table, is_match_over, now).outcome
    assert end is not None
    words = {0: "You won", 1: "You lost", None: "Drawn"}[end.winner]
    line = summarize_table(match_of(table), alice, now)
    assert (line.result, line.is_running) == (words, False)
    page = client_of(alice).get("/tables/").content.decode()
    assert f"<strong>{words}</strong>" in page
    assert "Being played" not in page


@pytest.mark.parametrize(
    ("minutes", "words"), [(0, "just now"), (1, "1\xa0minute ago"), (125, "2\xa0hours, 5\xa0minutes ago")]
)
def test_the_line_says_how_long_ago_one_played(
    alice: Player, open_table: OpenTable, now: datetime, minutes: int, words: str
) -> None:
    match = match_of(open_table(alice))
    assert summarize_table(match, alice, match.touched_at + timedelta(minutes=minutes)).played_ago == words


def test_running_tables_come_first_then_the_latest(
    alice: Player, open_table: OpenTable, client_of: ClientOf, now: datetime
) -> None:
    short = make_challenge("pllay", hand_limit=1)
    running, finished = open_table(alice), open_table(alice, rules=short)
    play_until(finished, is_match_over, now)
    page = client_of(alice).get("/tables/").content.decode()
    assert page.index(running.code) < page.index(finished.code)


def test_nobody_sees_the_tables_of_others(
    alice: Player, eve: Player, open_table: OpenTable, client_of: ClientOf
) -> None:
    table = open_table(alice)
    assert table.code not in client_of(eve).get("/tables/").content.decode()


def test_a_long_list_is_cut_into_pages(alice: Player, open_table: OpenTable, client_of: ClientOf) -> None:
    for _ in range(TABLES_ON_A_PAGE + 1):
        open_table(alice)
    client = client_of(alice)
    first, second = (client.get("/tables/", {"page": n}).content.decode() for n in (1, 2))
    assert first.count("Continue at table") == TABLES_ON_A_PAGE
    assert second.count("Continue at table") == 1
    assert "Page 2 of 2" in second
    assert client.get("/tables/", {"page": "x"}).status_code == 200


def test_one_more_table_is_not_one_more_question_to_the_database(
    alice: Player, open_table: OpenTable, client_of: ClientOf, django_assert_max_num_queries: Callable[..., object]
) -> None:
    for _ in range(6):
        open_table(alice)
    client = client_of(alice)
    with django_assert_max_num_queries(9):  # type: ignore[attr-defined]  # the fixture is a context manager
        client.get("/tables/")


def test_the_page_of_ones_own_table_is_shown(alice: Player, open_table: OpenTable, client_of: ClientOf) -> None:
    table = open_table(alice)
    page = client_of(alice).get(f"/tables/{table.code}/").content.decode()
    assert f'data-table="{table.code}"' in page
    assert 'aria-current="page">Table' in page


@pytest.mark.parametrize("visitor", ["eve", "nobody"])
def test_the_page_of_somebody_elses_table_is_refused_in_words(
    alice: Player, eve: Player, open_table: OpenTable, client_of: ClientOf, visitor: str
) -> None:
    table = open_table(alice)
    answer = (client_of(eve) if visitor == "eve" else Client()).get(f"/tables/{table.code}/")
    assert answer.status_code == 403
    assert "This table belongs to someone else" in answer.content.decode()
    assert "data-table" not in answer.content.decode()


@pytest.mark.parametrize("code", ["nothing", "a" * 300, "-1", "ABCDEFGHJKLM"])
def test_a_table_that_does_not_exist_is_said_so(client: Client, code: str) -> None:
    answer = client.get(f"/tables/{code}/")
    assert answer.status_code == 404
    assert "There is no such table" in answer.content.decode()


@pytest.mark.parametrize("path", ["/nothing/", "/tables/a b/", "/tables/%00/", "/rules/nothing/", "/%F0%9F%82%A1/"])
def test_an_address_that_leads_nowhere_is_said_so(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_the_pages_of_errors_say_what_happened_and_what_did_not() -> None:
    assert "Nothing was changed" in render_to_string("400.html")
    assert "It was not you" in render_to_string("500.html")


def test_each_visit_to_a_table_keeps_the_guest_a_year_longer(client: Client) -> None:
    address = client.post("/tables/start/", {"rules": "pllay"})["Location"]
    assert client.get(address).cookies["sessionid"]["max-age"] == 365 * 24 * 3600
