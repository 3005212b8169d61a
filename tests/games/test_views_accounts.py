"""Signing up, logging in and out in the site's own pages, with everything a guest has played kept."""

import re

import pytest
from django.core import mail
from django.test import Client

from games.models import Player, Seat, Table

pytestmark = pytest.mark.django_db
ALICE = {"username": "Alice", "email": "alice@example.com", "password1": "a quiet evening"}
PAGES = ["login", "signup", "password/reset", "password/reset/done", "inactive", "confirm-email"]


@pytest.fixture
def guest() -> Client:
    """Somebody who has started a table without an account."""
    client = Client()
    client.post("/tables/start/", {"rules": "pllay"})
    return client


def _me(client: Client) -> Player:
    return Player.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_accounts_looks_like_the_site(client: Client, page: str) -> None:
    html = client.get(f"/accounts/{page}/").content.decode()
    assert 'class="site-header"' in html
    assert 'class="crumbs"' in html
    assert "css/tokens.css" in html
    assert "<h1>" in html


@pytest.mark.parametrize("page", ["email", "password/change", "logout", "reauthenticate"])
def test_every_page_of_somebody_logged_in_looks_like_the_site(page: str) -> None:
    client = Client()
    client.post("/accounts/signup/", ALICE)
    html = client.get(f"/accounts/{page}/").content.decode()
    assert 'class="site-header"' in html
    assert "<h1>" in html


def test_a_guest_who_signs_up_keeps_the_tables(guest: Client) -> None:
    before = _me(guest)
    assert before.is_guest
    answer = guest.post("/accounts/signup/", ALICE)
    assert answer.status_code == 302
    after = _me(guest)
    assert (after.pk, after.is_guest, after.display_name) == (before.pk, False, "Alice")
    assert Table.objects.get().code in guest.get("/tables/").content.decode()


def test_a_guest_who_logs_in_brings_the_tables_along(guest: Client) -> None:
    Client().post("/accounts/signup/", ALICE)
    alice = Player.objects.get(username="Alice")
    answer = guest.post("/accounts/login/", {"login": "Alice", "password": ALICE["password1"]})
    assert answer["Location"] == "/tables/"
    assert _me(guest) == alice
    assert Seat.objects.get(player=alice).table == Table.objects.get()
    assert not Player.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("login", ["Alice", "alice@example.com", "ALICE@example.com"])
def test_one_logs_in_by_name_or_by_address(client: Client, login: str) -> None:
    Client().post("/accounts/signup/", ALICE)
    client.post("/accounts/login/", {"login": login, "password": ALICE["password1"]})
    assert _me(client).display_name == "Alice"


@pytest.mark.parametrize(
    "name",
    ["bot-zoe", "Guest-1", "Ada", "dario", "x" * 41, "<img onerror=alert(1)>", "a\u202eb", "two words", "x" * 200],
)
def test_a_name_that_passes_for_a_bot_or_is_no_name_is_refused(client: Client, name: str) -> None:
    answer = client.post("/accounts/signup/", {**ALICE, "username": name})
    assert answer.status_code == 200
    assert 'class="errorlist' in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("page", ["email", "password/change", "password/set"])
def test_a_guest_is_asked_to_sign_up_before_changing_an_account(guest: Client, page: str) -> None:
    assert guest.get(f"/accounts/{page}/")["Location"] == "/accounts/signup/"
    guest.post(f"/accounts/{page}/", {"password1": "a quiet evening", "password2": "a quiet evening"})
    assert not _me(guest).has_usable_password()


def test_a_guest_who_logs_in_to_the_admin_keeps_the_tables(guest: Client) -> None:
    staff = Player.objects.create_superuser("root", "root@example.com", "a quiet evening", display_name="Root")
    page = guest.get("/admin/login/?next=/admin/")
    assert page["Location"].startswith("/accounts/login/")
    guest.post(page["Location"], {"login": "root", "password": "a quiet evening"})
    assert _me(guest) == staff
    assert Seat.objects.filter(player=staff).exists()


def test_a_wrong_password_is_said_at_the_form(client: Client) -> None:
    Client().post("/accounts/signup/", ALICE)
    answer = client.post("/accounts/login/", {"login": "Alice", "password": "wrong"})
    assert answer.status_code == 200
    assert 'class="errorlist' in answer.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", ""),
        ("username", "<img onerror=x>"),
        ("email", "nowhere"),
        ("password1", "12345"),
        ("email", "\x00"),
    ],
)
def test_a_bad_field_is_said_beside_it_and_makes_no_account(client: Client, field: str, value: str) -> None:
    answer = client.post("/accounts/signup/", ALICE | {field: value})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "<img onerror" not in html
    assert re.search(rf'id="id_{field}_error"', html)
    assert not Player.objects.exists()


def test_a_name_that_is_taken_is_refused(client: Client) -> None:
    Client().post("/accounts/signup/", ALICE)
    answer = client.post("/accounts/signup/", ALICE | {"email": "other@example.com"})
    assert answer.status_code == 200
    assert Player.objects.count() == 1


def test_the_fields_are_named_in_the_words_of_the_site(client: Client) -> None:
    html = client.get("/accounts/signup/").content.decode()
    assert ">Name</label>" in html
    assert "placeholder" not in html


def test_logging_out_takes_a_press_of_the_button() -> None:
    client = Client()
    client.post("/accounts/signup/", ALICE)
    assert "Log out?" in client.get("/accounts/logout/").content.decode()
    assert "_auth_user_id" in client.session
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_a_guest_is_warned_before_losing_the_tables(guest: Client) -> None:
    assert "nobody can open your tables again" in guest.get("/accounts/logout/").content.decode()


def test_a_forgotten_password_is_reset_by_a_link(client: Client) -> None:
    Client().post("/accounts/signup/", ALICE)
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": ALICE["email"]})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    page = client.get(link[1], follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": "another evening", "password2": "another evening"})
    client.post("/accounts/login/", {"login": "Alice", "password": "another evening"})
    assert _me(client).display_name == "Alice"


def test_a_link_that_has_been_used_changes_no_password(client: Client) -> None:
    page = client.get("/accounts/password/reset/key/1-set-password/").content.decode()
    assert "The password is as it was" in page


def test_an_address_is_confirmed_by_the_link_in_the_letter(client: Client) -> None:
    client.post("/accounts/signup/", ALICE)
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    assert link
    assert "Does alice@example.com belong to <bdi>Alice</bdi>?" in client.get(link[1]).content.decode()
    client.post(link[1])
    assert "Main address · confirmed" in client.get("/accounts/email/").content.decode()
    assert "Nothing was changed" in client.get("/accounts/confirm-email/nonsense/").content.decode()


def test_the_password_is_changed_by_whoever_knows_the_old_one(client: Client) -> None:
    client.post("/accounts/signup/", ALICE)
    assert "placeholder" not in client.get("/accounts/password/change/").content.decode()
    new = {"password1": "another evening", "password2": "another evening"}
    refused = client.post("/accounts/password/change/", {"oldpassword": "wrong", **new})
    assert 'id="id_oldpassword_error"' in refused.content.decode()
    client.post("/accounts/password/change/", {"oldpassword": ALICE["password1"], **new})
    assert Player.objects.get().check_password("another evening")


def test_two_guests_are_two_people(guest: Client) -> None:
    other = Client()
    other.post("/tables/start/", {"rules": "pllay"})
    assert _me(guest) != _me(other)
    assert Table.objects.count() == 2
