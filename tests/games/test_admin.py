"""The admin: every page opens, nothing of a match can be changed, and no card or seed of a running one is shown."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games import vault
from games.engine.rules import make_challenge
from games.models import Event, Match, Player, RulesVersion, Seat, SigningKey, Table
from games.services import keys
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
READ_ONLY = [Event, Match, RulesVersion, SigningKey, Table]
CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(
        Player.objects.create_superuser("root", "root@example.com", "x", display_name="Root"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return client


def pages_of(model: type[Model], key: object) -> list[str]:
    name = f"admin:games_{model._meta.model_name}"
    return [reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[key])]


def test_no_page_shows_a_card_or_the_seed_of_a_running_match(
    staff: Client, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice)
    play_until(table, lambda s: is_playing(s) and s.hand is not None and len(s.hand.tricks) > 2, now)
    match = match_of(table)
    seed = vault.show_seed(match.sealed_seed).hex()
    last = match.events.last()
    assert last is not None
    objects = [
        (Event, last.pk),
        (Match, match.pk),
        (Table, table.pk),
        (RulesVersion, match.rules_id),
        (Player, alice.pk),
    ]
    for model, key in objects:
        for page in pages_of(model, key):
            text = staff.get(page, follow=True).content.decode()
            assert "Traceback" not in text
            assert seed not in text
            assert not CARD.search(text), page


def test_the_log_of_a_finished_match_is_readable(
    staff: Client, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1))
    play_until(table, is_match_over, now)
    last = match_of(table).events.last()
    assert last is not None
    page = staff.get(reverse("admin:games_event_change", args=[last.pk]))
    assert vault.show_seed(match_of(table).sealed_seed).hex() in page.content.decode()


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_nothing_of_a_match_is_added_changed_or_deleted(
    staff: Client, open_table: OpenTable, alice: Player, model: type[Model], now: datetime
) -> None:
    open_table(alice)
    keys.keep_key(now)
    rows = model._default_manager
    before = list(rows.values())
    key = rows.values_list("pk", flat=True)[0]
    name = f"admin:games_{model._meta.model_name}"
    forbidden = [reverse(f"{name}_add"), reverse(f"{name}_change", args=[key]), reverse(f"{name}_delete", args=[key])]
    assert [staff.post(page, {"post": "yes"}).status_code for page in forbidden] == [403, 403, 403]
    staff.post(reverse(f"{name}_changelist"), {"action": "delete_selected", "_selected_action": key, "post": "yes"})
    assert list(rows.values()) == before


def test_a_name_that_is_code_is_text_in_the_admin(staff: Client, eve: Player) -> None:
    Player.objects.filter(pk=eve.pk).update(display_name="<img onerror=alert(1)>")
    for page in pages_of(Player, eve.pk):
        assert "<img onerror" not in staff.get(page).content.decode()


def test_every_table_of_the_database_is_in_the_admin_or_inside_another() -> None:
    registered = set(admin.site._registry)
    assert registered >= {Player, *READ_ONLY}
    assert Seat not in registered
