"""The page Verify a game, as it is handed out: the same for everybody, and it takes no file."""

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_page_is_shown_with_the_way_back_and_linked_from_every_page(client: Client) -> None:
    html = client.get("/verify/").content.decode()
    assert html.count("<h1") == 1
    assert 'class="crumbs"' in html
    assert 'href="/verify/"' in client.get("/").content.decode()


def test_the_page_says_where_the_keys_are_and_that_the_file_stays(client: Client) -> None:
    html = client.get("/verify/").content.decode()
    assert 'data-keys="/keys.json"' in html
    assert "never leaves this device" in html
    assert "<noscript>" in html


def test_no_file_is_taken(client: Client) -> None:
    assert client.post("/verify/", {"file": "x"}).status_code == 405


def test_looking_at_it_makes_nobody_and_asks_the_database_whether_there_is_a_lobby_alone(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        client.get("/verify/")
    assert not client.cookies.get("sessionid")
