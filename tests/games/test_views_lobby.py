"""The pages of the lobby: what waits, offering a table, and one that waits; and that nothing of it shows unasked."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from waffle.testutils import override_switch

from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from games.models import Challenge, Player, Seat, Table
from games.people.guests import make_guest
from games.services import seating
from games.switches import COMMUNITY_TABLES, LIVE_TABLES
from tests.games.playing import deal

pytestmark = pytest.mark.django_db
ClientOf = Callable[[Player], Client]
OPEN = {"rules": PLLAY.id, "access": "open", "may_fill": "on", "level": "novice"}


@pytest.fixture
def switched_on() -> Iterator[None]:
    with override_switch(LIVE_TABLES, active=True):
        yield


@pytest.fixture
def table(alice: Player, now: datetime) -> Table:
    return seating.offer(alice, PLLAY, level="novice", now=now)


def state_of(client: Client, path: str = "/lobby/") -> dict[str, Any]:
    """What the page is drawn from."""
    page = client.get(path).content.decode()
    found = re.search(r'<script id="lobby-state" type="application/json">(.*?)</script>', page)
    assert found
    state: dict[str, Any] = json.loads(found[1])
    return state


@pytest.mark.parametrize("path", ["/lobby/", "/lobby/new/"])
def test_while_live_tables_are_off_nothing_of_them_is_there(client: Client, table: Table, path: str) -> None:
    for address in (path, f"/lobby/{table.code}/"):
        assert client.get(address).status_code == 404
    assert client.post(f"/lobby/{table.code}/sit/").status_code == 404
    assert client.post("/lobby/new/", OPEN).status_code == 404
    assert client.get(f"/tables/{table.code}/", follow=True).status_code == 404
    for address in ("/", "/tables/", "/rules/"):
        assert "lobby" not in client.get(address).content.decode().lower()
    assert Table.objects.get() == table


@pytest.mark.usefixtures("switched_on")
def test_while_they_are_on_the_lobby_is_linked(client: Client) -> None:
    assert client.get("/").content.decode().count('href="/lobby/"') == 2
    assert 'href="/lobby/new/"' in client.get("/lobby/").content.decode()


@pytest.mark.usefixtures("switched_on")
def test_the_home_page_says_what_is_not_there_yet(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Ranked play is not available yet" in page
    assert "private tables" not in page


@pytest.mark.usefixtures("switched_on")
def test_the_lobby_shows_what_waits_in_words(client: Client, alice: Player, now: datetime) -> None:
    table = seating.offer(alice, make_challenge("pllay", target=300), level="novice", now=now)
    state = state_of(client)
    assert (state["player"], state["seat"], state["invitations"], state["running"]) == (None, None, [], [])
    (shown,) = state["challenges"]
    assert (shown["code"], shown["host"], shown["you"]) == (table.code, "Alice", None)
    assert [seat and seat["name"] for seat in shown["seats"]] == [None, None, "Alice", None]
    assert shown["rules"]["changes"] == ["First to 300, instead of 500."]
    assert shown["rules"]["name"] == "House rules"
    assert not Player.objects.filter(is_guest=True).exists(), "looking makes nobody"


@pytest.mark.usefixtures("switched_on")
def test_a_private_table_is_in_nobody_elses_lobby(
    client: Client, client_of: ClientOf, alice: Player, bob: Player, now: datetime
) -> None:
    with override_switch(COMMUNITY_TABLES, active=True):
        table = seating.offer(alice, PLLAY, is_private=True, partner=bob, now=now)
    assert state_of(client)["challenges"] == []
    assert state_of(client_of(alice))["seat"]["url"] == f"/lobby/{table.code}/"
    assert [row["code"] for row in state_of(client_of(bob))["invitations"]] == [table.code]
    assert state_of(client, f"/lobby/{table.code}/")["challenge"]["is_private"], "who has the link sees it"


@pytest.mark.usefixtures("switched_on")
def test_games_that_are_played_are_shown_unless_they_are_private(
    client: Client, alice: Player, table: Table, now: datetime
) -> None:
    seating.fill(table, alice, now)
    assert state_of(client)["running"] == [], "nothing is to be seen before the first card"
    deal(table, now)
    (game,) = state_of(client)["running"]
    assert (game["url"], game["hand"], game["score"], game["watching"]) == (f"/tables/{table.code}/", 1, [0, 0], 0)
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Bruno", "Alice", "Dario"]
    Challenge.objects.update(is_private=True)
    assert state_of(client)["running"] == []


@pytest.mark.usefixtures("switched_on")
def test_anybody_may_watch_a_game_unless_it_is_private(
    client: Client, alice: Player, table: Table, now: datetime
) -> None:
    seating.fill(table, alice, now)
    assert client.get(f"/lobby/{table.code}/")["Location"] == f"/tables/{table.code}/"
    assert client.get(f"/tables/{table.code}/").status_code == 200
    Challenge.objects.update(is_private=True)
    assert client.get(f"/tables/{table.code}/").status_code == 403


@pytest.mark.usefixtures("switched_on")
def test_a_running_game_never_asks_the_switch(client_of: ClientOf, alice: Player, table: Table, now: datetime) -> None:
    seating.fill(table, alice, now)
    with override_switch(LIVE_TABLES, active=False):
        assert client_of(alice).get(f"/tables/{table.code}/").status_code == 200


@pytest.mark.usefixtures("switched_on")
def test_a_table_that_waits_is_shown_by_the_lobby_and_by_nothing_else(
    client_of: ClientOf, alice: Player, table: Table
) -> None:
    client = client_of(alice)
    assert client.get(f"/tables/{table.code}/")["Location"] == f"/lobby/{table.code}/"
    assert client.get(f"/api/v1/tables/{table.code}/").status_code == 404
    for path in ("/", "/tables/", "/api/v1/tables/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert table.code not in answer.content.decode()


@pytest.mark.usefixtures("switched_on")
def test_a_fuller_lobby_asks_the_database_no_more_often(client: Client, table: Table, now: datetime) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/lobby/").status_code == 200
        return len(queries)

    def fill() -> None:
        seating.offer(make_guest(), PLLAY, now=now)
        playing = seating.offer(guest := make_guest(), PLLAY, level="novice", now=now)
        seating.fill(playing, guest, now)
        deal(playing, now)

    fill()
    before = count()
    for _ in range(3):
        fill()
    assert count() == before
    state = state_of(client)
    assert (len(state["challenges"]), len(state["running"])) == (5, 4)


@pytest.mark.usefixtures("switched_on")
def test_one_offers_a_table_of_exactly_the_rules_that_are_shown(client_of: ClientOf, alice: Player) -> None:
    client = client_of(alice)
    rules = make_challenge("pllay", target=300, hand_limit=2, nil=False, blind_nil="off")
    chosen = {"rules": "own", "target": "300", "hand_limit": "2", "nil": "no", "blind_nil": "off"}
    answer = client.post("/lobby/new/", {"access": "open", "level": "expert", "rules_id": rules.id, **chosen})
    table = Table.objects.get()
    assert answer["Location"] == f"/lobby/{table.code}/"
    assert (table.kind, table.rules_id) == (Table.Kind.LIVE, rules.id)
    challenge = Challenge.objects.get()
    assert (challenge.maker, challenge.level, challenge.may_fill) == (alice, "expert", False)


@pytest.mark.usefixtures("switched_on")
def test_other_rules_than_those_that_are_shown_are_refused(client: Client) -> None:
    answer = client.post("/lobby/new/", {**OPEN, "rules": CLASSIC500.id, "rules_id": PLLAY.id})
    assert answer.status_code == 400
    assert f"The page showed the rules {PLLAY.id}" in answer.content.decode()
    assert not Table.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.usefixtures("switched_on")
def test_a_visitor_who_offers_a_table_becomes_a_guest(client: Client) -> None:
    client.post("/lobby/new/", OPEN)
    assert Challenge.objects.get().maker.is_guest
    assert state_of(client)["seat"]["waits"]


@pytest.mark.usefixtures("switched_on")
def test_a_partner_is_invited_by_name(client_of: ClientOf, alice: Player, bob: Player) -> None:
    client_of(alice).post("/lobby/new/", {**OPEN, "partner": "Bob"})
    assert Challenge.objects.get().partner == bob
    challenge = state_of(client_of(bob))["invitations"][0]
    assert (challenge["is_invited"], challenge["held"]) == (True, {"seat": 0, "name": "Bob"})


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"partner": "Nobody"}, "Nobody here is called “Nobody”"),
        ({"partner": "alice"}, "your own partner"),
        ({"partner": "a\x00b"}, "Null characters are not allowed"),
        ({"partner": "x" * 200}, "at most 150 characters"),
        ({"level": "random"}, "There is no bot of the level “random”"),
        ({"access": "secret"}, "Choose who may come"),
        ({"access": ""}, "Choose who may come"),
        ({"rules": "own", "target": "301"}, "steps of 50"),
        ({"access": "private"}, "There are no private tables"),
    ],
)
def test_what_is_wrong_is_said_and_no_table_offered(
    client_of: ClientOf, alice: Player, wrong: dict[str, str], words: str
) -> None:
    answer = client_of(alice).post("/lobby/new/", {**OPEN, **wrong})
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize("body", [b"", b"null", b"rules=%ff", b"\x00", b"x" * 100_000])
def test_whatever_is_no_form_offers_nothing(client: Client, body: bytes) -> None:
    answer = client.post("/lobby/new/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert not Table.objects.exists()


@pytest.mark.usefixtures("switched_on")
def test_private_is_offered_where_it_is_switched_on(client: Client) -> None:
    assert 'value="private"' not in client.get("/lobby/new/").content.decode()
    with override_switch(COMMUNITY_TABLES, active=True):
        assert 'value="private"' in client.get("/lobby/new/").content.decode()
        client.post("/lobby/new/", {**OPEN, "access": "private"})
    assert Challenge.objects.get().is_private


@pytest.mark.usefixtures("switched_on")
def test_who_sits_elsewhere_is_led_there(client_of: ClientOf, alice: Player, table: Table) -> None:
    page = client_of(alice).post("/lobby/new/", OPEN).content.decode()
    assert "You sit at another live table already" in page
    assert f'<a href="/lobby/{table.code}/">' in page
    assert Table.objects.get() == table


@pytest.mark.usefixtures("switched_on")
def test_offering_very_often_is_refused_in_words(client: Client, settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "tables": "1/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    client.post("/lobby/new/", OPEN)
    answer = Client().post("/lobby/new/", OPEN)
    assert answer.status_code == 429
    assert "Wait a minute" in answer.content.decode()
    assert Table.objects.count() == 1


@pytest.mark.usefixtures("switched_on")
def test_a_visitor_sits_down_by_a_form_and_leaves_again(client: Client, table: Table) -> None:
    answer = client.post(f"/lobby/{table.code}/sit/", {"seat": "0"})
    assert answer["Location"] == f"/lobby/{table.code}/"
    assert state_of(client, f"/lobby/{table.code}/")["challenge"]["you"] == 0
    assert table.seats.get(seat=0).player.is_guest
    assert client.post(f"/lobby/{table.code}/get_up/")["Location"] == "/lobby/"
    assert Seat.objects.count() == 1


@pytest.mark.usefixtures("switched_on")
def test_the_last_to_sit_down_is_led_to_the_table(
    client: Client, table: Table, bob: Player, carol: Player, now: datetime
) -> None:
    seating.sit(table, bob, 0, now)
    seating.sit(table, carol, 1, now)
    answer = client.post(f"/lobby/{table.code}/sit/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/tables/{table.code}/"


@pytest.mark.usefixtures("switched_on")
def test_the_maker_does_everything_by_forms(client_of: ClientOf, table: Table, alice: Player, bob: Player) -> None:
    client, address = client_of(alice), f"/lobby/{table.code}"
    client.post(f"{address}/invite/", {"name": "bob"})
    assert state_of(client, f"{address}/")["challenge"]["held"] == {"seat": 0, "name": "Bob"}
    client.post(f"{address}/uninvite/")
    client.post(f"{address}/swap/", {"a": "2", "b": "1"})
    challenge = state_of(client, f"{address}/")["challenge"]
    assert (challenge["held"], challenge["you"], challenge["is_host"]) == (None, 1, True)
    client.post(f"{address}/fill/")
    assert client.get(f"{address}/")["Location"] == f"/tables/{table.code}/"


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("sit", {"seat": "2"}, "Alice sits there already"),
        ("sit", {"seat": "4"}, "seat must be a seat, 0 to 3"),
        ("sit", {"seat": "<b>"}, "seat must be a seat, 0 to 3"),
        ("swap", {"a": "0"}, "b must be a seat, 0 to 3"),
        ("swap", {"a": "0", "b": "0"}, "a and b must be two seats"),
        ("swap", {"a": "0", "b": "1"}, "That is for whoever offers the table"),
        ("fill", {}, "That is for whoever offers the table"),
        ("invite", {"name": "a\x00"}, "name is missing or not of its form"),
        ("invite", {"name": ""}, "name is missing or not of its form"),
        ("get_up", {}, "You have no seat at this table"),
    ],
)
def test_what_cannot_be_done_is_said_on_the_next_page(
    client_of: ClientOf, table: Table, bob: Player, kind: str, fields: dict[str, str], words: str
) -> None:
    page = client_of(bob).post(f"/lobby/{table.code}/{kind}/", fields, follow=True)
    assert page.status_code == 200
    assert words in page.content.decode()
    assert list(table.seats.values_list("seat", flat=True)) == [2]


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize("kind", ["fill", "swap", "invite", "uninvite", "get_up"])
def test_a_stranger_changes_nothing_and_becomes_nobody(client: Client, table: Table, kind: str) -> None:
    client.post(f"/lobby/{table.code}/{kind}/", {"a": "0", "b": "1", "name": "bob"})
    assert not Player.objects.filter(is_guest=True).exists()
    assert list(table.seats.values_list("seat", flat=True)) == [2]


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize("code", ["nothing", "x" * 300, "a%00b", "%3Cscript%3E"])
def test_a_table_that_is_not_there_is_said_to_be_so(client: Client, code: str) -> None:
    assert client.get(f"/lobby/{code}/").status_code == 404
    assert client.post(f"/lobby/{code}/sit/").status_code in (302, 404)
    assert not Seat.objects.exists()


@pytest.mark.usefixtures("switched_on")
def test_an_unknown_change_and_a_followed_link_are_refused(client: Client, table: Table) -> None:
    assert client.post(f"/lobby/{table.code}/destroy/").status_code == 404
    assert client.get(f"/lobby/{table.code}/sit/").status_code == 405
    assert client.put("/lobby/new/").status_code == 405


@pytest.mark.usefixtures("switched_on")
def test_a_suspended_player_is_told_until_when(client_of: ClientOf, table: Table, bob: Player) -> None:
    bob.suspended_until = table.opened_at + timedelta(days=3650)
    bob.save()
    page = client_of(bob).post(f"/lobby/{table.code}/sit/", follow=True).content.decode()
    assert "You may not sit down at live tables until" in page


@pytest.mark.usefixtures("switched_on")
def test_a_name_is_text_everywhere(client: Client, alice: Player, now: datetime) -> None:
    alice.display_name = "</script><img onerror=x>"
    alice.save()
    table = seating.offer(alice, PLLAY, now=now)
    for path in ("/lobby/", f"/lobby/{table.code}/"):
        assert "<img onerror" not in client.get(path).content.decode()
        assert state_of(client, path)
