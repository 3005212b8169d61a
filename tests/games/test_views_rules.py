"""The pages of the rules, each with a table of those rules to try."""

import pytest
from django.test import Client

from games.engine.rules import HOUSE, PLLAY

pytestmark = pytest.mark.django_db
PAGES = ["", "pllay/", "classic500/", "glossary/", "differences/"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_rules_is_shown_with_the_way_back(client: Client, page: str) -> None:
    html = client.get(f"/rules/{page}").content.decode()
    assert html.count("<h1") == 1
    assert 'class="crumbs"' in html
    assert 'aria-current="page"' in html


@pytest.mark.parametrize("name", list(HOUSE))
def test_the_button_of_a_rules_page_carries_the_id_of_its_rules(client: Client, name: str) -> None:
    html = client.get(f"/rules/{name}/").content.decode()
    assert f'name="rules" value="{HOUSE[name].id}"' in html


def test_the_index_offers_a_table_of_the_house_rules(client: Client) -> None:
    assert f'name="rules" value="{PLLAY.id}"' in client.get("/rules/").content.decode()
