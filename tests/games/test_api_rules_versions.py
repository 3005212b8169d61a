"""The API's rules versions: every rule set that was played, with its id and options."""

import pytest
from django.test import Client

from games.engine.rules import HOUSE, PLLAY, RuleSet
from games.services.content import load_content

pytestmark = pytest.mark.django_db
LIST = "/api/v1/rules-versions/"


@pytest.fixture(autouse=True)
def _content() -> None:
    load_content()


def test_the_house_rules_are_there_from_the_start(client: Client) -> None:
    results = client.get(LIST).json()["results"]
    assert {version["id"] for version in results} == {rules.id for rules in HOUSE.values()}


def test_the_options_of_a_version_are_the_rules_its_id_names(client: Client) -> None:
    version = client.get(f"{LIST}{PLLAY.id}/").json()
    assert RuleSet.from_options(version["options"]).id == version["id"] == PLLAY.id


@pytest.mark.parametrize("key", ["pllay", "pllay@000000000000", "pllay@", "@", "x", "%00@%00", "a" * 5000, "'; --"])
def test_a_version_that_does_not_exist_is_not_found_in_words(client: Client, key: str) -> None:
    response = client.get(f"{LIST}{key}/")
    assert (response.status_code, response.json()["error"]) == (404, "not_found")
