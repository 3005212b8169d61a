"""What the whole API refuses, always in JSON and in words: writing, other formats, too much and too often."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player

pytestmark = pytest.mark.django_db
ADDRESSES = ["/api/v1/rules-versions/", "/api/v1/matches/", "/api/v1/schema/"]


@pytest.fixture
def _two_a_minute(settings: Settings) -> None:
    rates = {"anon": "2/min", "user": "3/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


def asked(client: Client, times: int, **headers: str) -> list[int]:
    return [client.get("/api/v1/matches/", headers=headers).status_code for _ in range(times)]


@pytest.mark.usefixtures("_two_a_minute")
def test_a_stranger_who_asks_too_often_is_told_when_to_come_back(client: Client) -> None:
    assert asked(client, 3) == [200, 200, 429]
    response = client.get("/api/v1/rules-versions/")
    assert response.json()["error"] == "too_often"
    assert response.json()["text"] == f"That was too often. Ask again in {response['Retry-After']} seconds."
    assert 0 < int(response["Retry-After"]) <= 60


@pytest.mark.usefixtures("_two_a_minute")
def test_a_player_is_counted_apart_from_strangers(
    client: Client, client_of: Callable[[Player], Client], alice: Player
) -> None:
    assert asked(client, 3) == [200, 200, 429]
    assert asked(client_of(alice), 4) == [200, 200, 200, 429]


@pytest.mark.usefixtures("_two_a_minute")
def test_an_address_that_a_stranger_makes_up_does_not_help(client: Client) -> None:
    asked(client, 2)
    assert asked(client, 1, x_forwarded_for="203.0.113.7") == [429]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("path", [*ADDRESSES, "/api/v1/nothing/"])
def test_the_api_is_only_for_reading(client: Client, method: str, path: str) -> None:
    response = getattr(client, method)(path)
    assert (response.status_code, response.json()["error"]) == (405, "only_get")


def test_a_player_cannot_write_either(client_of: Callable[[Player], Client], alice: Player) -> None:
    response = client_of(alice).post("/api/v1/tables/", {"code": "x"}, "application/json")
    assert (response.status_code, response.json()["error"]) == (405, "only_get")


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_megabyte_sent_along_is_refused_and_not_read(client: Client, path: str) -> None:
    assert client.post(path, "x" * 1_000_000, content_type="application/json").status_code == 405
    assert client.generic("GET", path, "{" * 1_000_000, content_type="application/json").status_code == 200


def test_an_address_that_does_not_exist_is_not_found_in_words(client: Client) -> None:
    for path in ("/api/v1/", "/api/v1/nothing", "/api/v1/tables/x/y/", "/api/v1/%00"):
        response = client.get(path)
        assert (response.status_code, response.json()["error"]) == (404, "not_found")


def test_another_format_than_json_is_refused_in_words(client: Client) -> None:
    response = client.get("/api/v1/matches/", headers={"accept": "application/xml"})
    assert (response.status_code, response.json()["error"]) == (406, "only_json")
