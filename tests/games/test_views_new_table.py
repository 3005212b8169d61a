"""Choosing bots and rules, hearing in words what they are, and starting exactly them (fault 15)."""

import pytest
from django.test import Client
from pytest_django import Settings

from games.engine.rules import CLASSIC500, HOUSE, PLLAY, make_challenge
from games.models import Player, Table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_the_page_offers_every_house_version_by_its_id(client: Client) -> None:
    page = client.get("/tables/new/", headers=BROWSER).content.decode()
    for rules in HOUSE.values():
        assert f'<input type="radio" name="rules" value="{rules.id}"' in page
    assert "random" not in page


@pytest.mark.parametrize("name", ["pllay", "classic500", "own"])
def test_a_link_can_choose_the_rules(client: Client, name: str) -> None:
    page = client.get("/tables/new/", {"rules": name}).content.decode()
    value = HOUSE[name].id if name in HOUSE else name
    assert f'value="{value}" checked' in page


def test_a_link_with_rules_that_do_not_exist_chooses_the_house_rules(client: Client) -> None:
    page = client.get("/tables/new/", {"rules": "<script>"}).content.decode()
    assert f'value="{PLLAY.id}" checked' in page
    assert "<script>" not in page.split("<main", 1)[1].split("</main>")[0]


@pytest.mark.parametrize("rules", [PLLAY, CLASSIC500])
def test_a_start_button_starts_the_rules_id_written_on_it(client: Client, rules: object) -> None:
    assert isinstance(rules, type(PLLAY))
    client.post("/tables/start/", {"rules": rules.id})
    assert Table.objects.get().rules_id == rules.id


def test_a_challenge_is_described_and_then_started_as_described(client: Client) -> None:
    chosen = {"rules": "own", "target": "300", "hand_limit": "2", "nil": "no", "blind_nil": "off"}
    told = client.get("/tables/new/", chosen, headers=JSON).json()
    rules = make_challenge("pllay", target=300, hand_limit=2, nil=False, blind_nil="off")
    assert told["rules_id"] == rules.id
    assert told["sentences"][0] == "First to 300, instead of 500."
    assert told["errors"] == {}
    client.post("/tables/start/", chosen | {"rules_id": told["rules_id"]})
    table = Table.objects.get()
    assert table.rules_id == rules.id
    assert table.rules.options == rules.options()


def test_other_rules_than_those_written_on_the_button_are_refused_in_words(client: Client) -> None:
    answer = client.post("/tables/start/", {"rules": "own", "target": "300", "rules_id": PLLAY.id})
    assert answer.status_code == 400
    assert f"The page showed the rules {PLLAY.id}" in answer.content.decode()
    assert not Table.objects.exists()
    assert not Player.objects.exists()


def test_the_rules_of_a_page_from_before_a_change_are_refused_in_words(client: Client) -> None:
    answer = client.post("/tables/start/", {"rules": "pllay@000000000000"})
    assert answer.status_code == 400
    assert "The rules have changed" in answer.content.decode()
    assert not Table.objects.exists()


def test_an_error_stands_at_its_field_and_the_choices_stay(client: Client) -> None:
    answer = client.post("/tables/start/", {"rules": "own", "target": "300", "nil": "no", "blind_nil": "always"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "No table was started" in page
    assert "There is no blind nil without nil" in page
    assert 'value="own" checked' in page
    assert '<option value="300" selected' in page


def test_a_script_gets_the_table_in_json(client: Client) -> None:
    answer = client.post("/tables/start/", {"rules": "classic500"}, headers=JSON)
    table = Table.objects.get()
    assert answer.json() == {"code": table.code, "url": f"/tables/{table.code}/"}
    assert table.rules_id == CLASSIC500.id


def test_a_script_gets_the_errors_in_json(client: Client) -> None:
    answer = client.post("/tables/start/", {"rules": "own", "target": "1", "level_1": "x"}, headers=JSON)
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == {"target", "level_1"}
    assert not Table.objects.exists()


def test_the_levels_chosen_sit_at_the_seats_chosen(client: Client) -> None:
    client.post("/tables/start/", {"rules": "pllay", "level_0": "novice", "level_1": "novice", "level_3": "novice"})
    assert {seat.seat: seat.level for seat in Table.objects.get().seats.all()} == {
        0: "novice",
        1: "novice",
        2: "",
        3: "novice",
    }


@pytest.mark.parametrize(
    "body", [b"", b"null", b'{"rules": "classic500"}', b"rules", b"rules=%00", b"rules=%ff", b"x" * 1_000_000]
)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "application/json", "text/plain"])
def test_whatever_is_not_a_choice_is_refused_and_starts_nothing(client: Client, body: bytes, kind: str) -> None:
    answer = client.post("/tables/start/", body, content_type=kind)
    assert answer.status_code == 400
    assert not Table.objects.exists()


def test_too_many_bytes_are_refused(client: Client) -> None:
    assert client.post("/tables/start/", {"rules": "x" * 3_000_000}).status_code == 400
    assert not Table.objects.exists()


def test_a_table_is_not_started_by_following_a_link(client: Client) -> None:
    assert client.get("/tables/start/").status_code == 405


def test_a_form_without_its_token_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/tables/start/", {"rules": "pllay"})
    assert answer.status_code == 403
    assert "Nothing was changed" in answer.content.decode()
    assert not Table.objects.exists()


def test_opening_many_tables_in_a_short_time_is_refused_in_words(client: Client, settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "tables": "2/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    answers = [client.post("/tables/start/", {"rules": "pllay"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Wait a minute" in answers[2].content.decode()
    assert Table.objects.count() == 2
