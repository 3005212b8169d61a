"""The page on fair play: what is proved and what is not, three ways to check, and every key with its dates."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games import vault
from games.engine.rules import PLLAY
from games.models import Player, SigningKey
from games.services import keys, ready, tables
from tests.games.playing import match_of

pytestmark = pytest.mark.django_db
ADDRESS = "/fair-play/"


@pytest.fixture
def page(client: Client, now: datetime) -> str:
    keys.keep_key(now)
    return client.get(ADDRESS).content.decode()


def test_every_page_leads_to_it(client: Client) -> None:
    assert f'href="{ADDRESS}"' in client.get("/").content.decode()


def test_it_says_what_is_proved_and_what_is_not(page: str) -> None:
    assert page.count("<h1") == 1
    assert "The deals were fixed before the first card" in page
    assert "That nobody looked at the cards" in page


def test_it_counts_the_deals_that_were_given_up(client: Client, alice: Player, now: datetime) -> None:
    assert "So far 0 deals were given up." in client.get(ADDRESS).content.decode()
    table = tables.open_practice_table(alice, PLLAY, {0: "novice", 1: "novice", 3: "novice"}, now)
    ready.say_ready(match_of(table).pk, 2, match_of(table).ident, "11" * 32, now)
    ready.give_up_late(now + ready.WAIT)
    assert "So far 1 deal was given up." in client.get(ADDRESS).content.decode()


def test_it_names_three_ways_to_check_with_addresses_of_this_site(page: str) -> None:
    assert 'href="/verify/"' in page
    assert "curl -O http://testserver/keys.json" in page
    assert "python -m games.engine verify transcript.jsonl --keys keys.json" in page
    assert "http://testserver/api/v1/verify/" in page


def test_every_key_is_there_with_its_dates_and_who_signed_it(client: Client, now: datetime) -> None:
    keys.keep_key(now)
    kept: list[str] = []
    keys.rotate(now + timedelta(days=40), kept.append)
    page = client.get(ADDRESS).content.decode()
    new = SigningKey.objects.get(until=None)
    assert all(key.public_key in page for key in SigningKey.objects.all())
    assert "in use from Jan. 2, 2026 to Feb. 11, 2026" in page
    assert "in use since Feb. 11, 2026" in page
    assert new.signed_by_id == vault.key_id()
    assert f"Signed by <code>{vault.key_id()}</code>" in page
    assert kept[0] not in page


def test_every_link_within_the_page_leads_somewhere(page: str, client: Client) -> None:
    within = re.findall(r'href="#([^"]+)"', page)
    assert [target for target in within if f'id="{target}"' not in page] == []
    out = {link for link in re.findall(r'href="(/[^"#]*)', page) if not link.startswith("/static/")}
    assert [link for link in out if client.get(link, follow=True).status_code != 200] == []


def test_it_is_only_for_reading(client: Client) -> None:
    assert client.post(ADDRESS).status_code == 405


def test_it_asks_the_database_no_more_with_more_keys(
    client: Client, now: datetime, django_assert_max_num_queries: Any
) -> None:
    keys.keep_key(now)
    keys.rotate(now, lambda text: None)
    with django_assert_max_num_queries(4):  # one is whether there is a lobby to lead to
        client.get(ADDRESS)
