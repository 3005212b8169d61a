"""The home page: one click from playing, and plain about what there is and what there is not."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from games.engine.rules import PLLAY, make_challenge
from games.models import Player, Table
from games.services import studies
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]


def test_one_press_of_play_now_opens_a_table_of_the_rules_written_on_it(client: Client) -> None:
    page = client.get("/").content.decode()
    assert f'name="rules" value="{PLLAY.id}"' in page
    assert f"<code>{PLLAY.id}</code>" in page
    answer = client.post("/tables/start/", {"rules": PLLAY.id})
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/")
    assert table.rules_id == PLLAY.id
    assert client.get(answer["Location"]).status_code == 200


def test_looking_at_the_home_page_makes_nobody(client: Client) -> None:
    client.get("/")
    assert not Player.objects.exists()


def test_the_page_says_what_is_not_there(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "not available yet" in page
    assert "no rewards" in page
    assert "no ads" in page
    assert "before the first card" in page
    assert "coming soon" not in page.lower()


def test_a_running_table_is_offered_before_a_new_one(alice: Player, open_table: OpenTable, client_of: ClientOf) -> None:
    table = open_table(alice)
    page = client_of(alice).get("/").content.decode()
    assert f'href="/tables/{table.code}/"' in page
    assert page.index("Continue") < page.index("Start another game")
    assert "Play now" not in page.split("<main", 1)[1]


def test_a_game_that_counts_is_offered_before_a_study_played_later(
    alice: Player, open_table: OpenTable, client_of: ClientOf, now: datetime
) -> None:
    game, practice = open_table(alice, seed=1), open_table(alice, seed=2)
    play_until(practice, is_playing, now)
    match = match_of(practice)
    studies.undo(practice, 2, match.ident, seen=match.acts, now=now)
    page = client_of(alice).get("/").content.decode()
    assert f'href="/tables/{game.code}/"' in page
    assert practice.code not in page


def test_a_finished_table_is_not_offered_again(
    alice: Player, open_table: OpenTable, client_of: ClientOf, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    page = client_of(alice).get("/").content.decode()
    assert table.code not in page
    assert "Play now" in page


def test_a_guest_is_told_how_to_keep_the_tables(client: Client) -> None:
    client.post("/tables/start/", {"rules": "pllay"})
    assert "You play as a guest" in client.get("/").content.decode()


def test_somebody_with_an_account_is_not_told_so(alice: Player, client_of: ClientOf) -> None:
    page = client_of(alice).get("/").content.decode()
    assert "guest" not in page
    assert "Alice" in page


def test_a_name_is_text_everywhere(alice: Player, client_of: ClientOf) -> None:
    alice.display_name = "<img onerror=x>"
    alice.save()
    page = client_of(alice).get("/").content.decode()
    assert "<img onerror" not in page
    assert "<bdi>&lt;img onerror=x&gt;</bdi>" in page


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)("/").status_code == 405
