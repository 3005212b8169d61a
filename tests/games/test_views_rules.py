"""The rules pages: there for everybody, linked among themselves, with a table to try beside the text."""

import re

import pytest
from django.test import Client

from games.engine.rules import HOUSE, PLLAY, RuleSet
from games.models import Player, Table

pytestmark = pytest.mark.django_db
PAGES = ["/rules/", "/rules/pllay/", "/rules/classic500/", "/rules/glossary/", "/rules/differences/"]
WITH_TABLE = PAGES[:3]


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_rules_needs_nobody_and_makes_nobody(client: Client, address: str) -> None:
    page = read(client, address)
    assert page.count("<h1>") == 1
    assert not Player.objects.exists()


@pytest.mark.parametrize("address", PAGES)
def test_every_link_of_a_page_leads_somewhere(client: Client, address: str) -> None:
    page = read(client, address)
    main = page[page.index("<main") : page.index("</main>")]
    for link in set(re.findall(r'href="([^"]+)"', main)):
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in main
        else:
            assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("address", PAGES)
def test_a_page_keeps_to_the_content_policy(client: Client, address: str) -> None:
    page = read(client, address)
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=|https?://", page)


@pytest.mark.parametrize("address", PAGES)
def test_every_table_of_a_page_has_a_caption_and_headed_columns(client: Client, address: str) -> None:
    for table in re.findall(r"<table.*?</table>", read(client, address), re.DOTALL):
        assert "<caption>" in table
        assert '<th scope="col">' in table


@pytest.mark.parametrize("address", PAGES)
def test_an_id_is_given_once_on_a_page(client: Client, address: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', read(client, address))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("address", WITH_TABLE)
def test_the_table_beside_the_text_plays_the_rules_of_the_page(client: Client, address: str) -> None:
    rules = HOUSE.get(address.split("/")[2], PLLAY)
    page = read(client, address)
    aside = page[page.index("<aside") : page.index("</aside>")]
    assert f'data-rules="{rules.name}"' in aside
    form = dict(re.findall(r'name="(rules|next)" value="([^"]*)"', aside))
    assert form == {"rules": rules.id, "next": address}
    assert client.post("/tables/start/", form).status_code == 302
    assert Table.objects.get().rules_id == rules.id


@pytest.mark.parametrize("rules", HOUSE.values(), ids=HOUSE)
def test_a_version_says_its_id_and_what_is_its_own(client: Client, rules: RuleSet) -> None:
    page = read(client, f"/rules/{rules.name}/")
    assert f"<code>{rules.id}</code>" in page
    assert ("when the hand is dealt" in page) == (rules.blind_nil != "off")
    assert ("starts again from 0, even" in page) == (rules.bag_carry == "restart")
    assert ("hands are played: the higher score wins" in page) == (rules.hand_limit is not None)


@pytest.mark.parametrize("address", ["/rules/bridge/", "/rules/index/", "/rules/PLLAY/"])
def test_rules_there_are_not_are_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_rules_is_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", PAGES)
def test_the_page_says_where_one_is(client: Client, address: str) -> None:
    page = read(client, address)
    assert 'aria-current="page"' in page[page.index('class="crumbs"') :]
