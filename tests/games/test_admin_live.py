"""The admin of live tables: reviewers see what was offered, who is connected, and whom the clock had to act for."""

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rules import PLLAY
from games.models import Challenge, Connection, Match, Player, Pulse, Table
from games.services import clocks, presence
from tests.games.live import deal_live, open_live
from tests.games.playing import match_of, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    root = Player.objects.create_superuser("root", "root@example.com", "x", display_name="Root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """A live table whose first turn has run out."""
    table = open_live(dict(enumerate([alice, bob, carol, dave])), PLLAY, now)
    presence.connect(table, None, "web-1", now)
    deal_live(table, now)
    clocks.expire_due(now + clocks.TURN)
    return table


@pytest.mark.parametrize("model", [Challenge, Connection, Pulse])
def test_what_live_tables_add_can_be_looked_at_and_not_changed(
    staff: Client, table: Table, model: type[Challenge | Connection | Pulse]
) -> None:
    name, row = f"admin:games_{model._meta.model_name}", model._default_manager.first()
    assert row is not None
    page = reverse(f"{name}_change", args=[row.pk])
    assert staff.get(reverse(f"{name}_changelist")).status_code == 200
    assert staff.get(page).status_code == 200
    assert staff.post(page, {}).status_code == 403


def test_a_match_in_which_the_clock_acted_is_flagged_and_its_player_counted(staff: Client, table: Table) -> None:
    assert match_of(table).acts == 1
    flagged = staff.get(reverse("admin:games_match_changelist"), {"is_flagged__exact": "1"})
    assert match_of(table).ident in flagged.content.decode()
    late = table.seats.get(timeouts=1)
    page = staff.get(reverse("admin:games_player_change", args=[late.player_id])).content.decode()
    assert "times the clock acted for them" in page.lower()
    assert state_of(table).acts == 1
    assert Match.objects.filter(is_flagged=True).count() == 1
