"""What is done once with every finished match: deals are counted, one in a hundred is verified, a failure alerts."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import selectors, vault
from games.engine.cards import SEATS
from games.engine.rules import HOUSE, make_challenge
from games.engine.verifier import Signature, Status, verify
from games.models import DealCount, Match, MatchCheck, Player, Table
from games.services import audits, keys, play
from games.statistics import MEASURES
from games.tasks import audit_matches
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SHORT = make_challenge("pllay", hand_limit=2)


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    keys.keep_key(now)
    table = open_table(alice, rules=SHORT, seed=3)
    play_until(table, is_match_over, now)
    return match_of(table)


@pytest.fixture
def _all_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "ONE_IN", 1)


@pytest.fixture
def staff(client: Client) -> Client:
    root = Player.objects.create_superuser("root", "root@example.com", "x", display_name="Root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    return client


def counted() -> int:
    return sum(DealCount.objects.filter(measure="spades", seat=0).values_list("count", flat=True))


def test_every_holding_of_a_finished_match_is_counted_once(ended: Match, now: datetime) -> None:
    assert audits.audit_finished(now) == 1
    assert audits.audit_finished(now) == 0
    deals = selectors.deals_of(ended)
    assert len(deals) == 2
    for name, measure in MEASURES.items():
        for seat in SEATS:
            values = [measure.read(deal[seat]) for deal in deals]
            expected = {(name, seat, value): values.count(value) for value in values}
            assert selectors.deal_counts().items() >= expected.items()
    assert sum(selectors.deal_counts().values()) == 2 * 4 * len(MEASURES)


def test_the_task_is_the_one_that_the_timetable_runs(ended: Match) -> None:
    audit_matches()
    assert Match.objects.get(pk=ended.pk).audited_at is not None
    assert counted() == 2


def test_a_running_match_is_not_counted(open_table: OpenTable, alice: Player, now: datetime) -> None:
    match = match_of(open_table(alice))
    assert audits.audit_finished(now) == 0
    with pytest.raises(ValueError, match="still being played"):
        selectors.deals_of(match)


def test_a_hand_cut_short_was_dealt_and_counts(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice)
    play_until(table, is_playing, now)
    play.close(match_of(table).pk, "abandoned", now)
    audits.audit_finished(now)
    assert counted() == 1


def test_many_matches_are_audited_in_parts(
    open_table: OpenTable, alice: Player, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "AT_ONCE", 2)
    for _ in range(3):
        play.close(match_of(open_table(alice)).pk, "abandoned", now)
    assert [audits.audit_finished(now) for _ in range(3)] == [2, 1, 0]


def test_about_one_match_in_a_hundred_is_drawn_and_always_the_same() -> None:
    idents = [hashlib.md5(bytes([n % 256, n // 256])).hexdigest() for n in range(20_000)]
    drawn = [ident for ident in idents if audits.is_drawn(ident)]
    assert 150 < len(drawn) < 250
    assert drawn == [ident for ident in idents if audits.is_drawn(ident)]


@pytest.mark.usefixtures("_all_drawn")
def test_a_match_that_is_drawn_is_verified_and_holds(ended: Match, now: datetime) -> None:
    audits.audit_finished(now)
    check = MatchCheck.objects.get(match=ended)
    assert (check.holds, check.checked_at) == (True, now)
    assert check.report == {"status": "good", "signature": "ok", "findings": []}


def test_a_match_that_is_not_drawn_is_not_verified(
    ended: Match, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "is_drawn", lambda ident: False)
    audits.audit_finished(now)
    assert not MatchCheck.objects.exists()


@pytest.mark.usefixtures("_all_drawn")
@pytest.mark.parametrize("field", ["commit", "head"])
def test_a_row_that_contradicts_its_transcript_is_an_alert_in_the_log_and_the_admin(
    staff: Client, ended: Match, now: datetime, caplog: pytest.LogCaptureFixture, field: str
) -> None:
    assert "did not hold" not in staff.get("/admin/").content.decode()
    Match.objects.filter(pk=ended.pk).update(**{field: "0" * 64})
    audits.audit_finished(now)
    assert not MatchCheck.objects.get(match=ended).holds
    assert f"match {ended.ident} does not hold" in caplog.text
    assert "1 finished match did not hold" in staff.get("/admin/").content.decode()
    alerts = staff.get(reverse("admin:games_matchcheck_changelist"), {"holds__exact": "0"}).content.decode()
    assert ended.ident in alerts
    assert "your browser" in alerts


def test_a_match_that_cannot_be_audited_is_an_alert_and_keeps_no_other_waiting(
    ended: Match, open_table: OpenTable, alice: Player, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table(alice, rules=SHORT, seed=4)
    play_until(table, is_match_over, now)
    Match.objects.filter(pk=ended.pk).update(sealed_seed=b"lost")
    assert audits.audit_finished(now) == 2
    assert audits.audit_finished(now) == 0
    assert counted() == 2, "the other match's"
    [check] = MatchCheck.objects.all()
    assert (check.match, check.holds) == (ended, False)
    assert "could not be audited" in caplog.text


def test_alerts_come_first_in_the_admin(
    staff: Client, ended: Match, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=SHORT, seed=4)
    play_until(table, is_match_over, now)
    audits.check_match(match_of(table), now + timedelta(days=1))
    Match.objects.filter(pk=ended.pk).update(head="0" * 64)
    audits.check_match(Match.objects.get(pk=ended.pk), now)
    assert list(MatchCheck.objects.values_list("match__ident", "holds")) == [
        (ended.ident, False),
        (match_of(table).ident, True),
    ]


def test_a_longer_match_is_audited_with_as_few_questions(
    open_table: OpenTable, alice: Player, now: datetime, django_assert_max_num_queries: Any
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=4))
    play_until(table, is_match_over, now)
    with django_assert_max_num_queries(15 + 4 * (4 + 2 + 2)):
        audits.audit_finished(now)
    with django_assert_max_num_queries(1):
        audits.audit_finished(now)


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_the_transcript_of_a_simulated_match_verifies(tmp_path: Path, name: str) -> None:
    call_command("simulate", "--seed", "5", "--rules", name, "--out", str(tmp_path))
    [file] = tmp_path.iterdir()
    report = verify(file.read_bytes(), {vault.key_id(): vault.public_key()})
    assert (report.status, report.signature) == (Status.GOOD, Signature.OK)
