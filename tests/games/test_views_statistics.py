"""The page of deal statistics: public, live, in words and tables, with charts that say no more than the tables."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games import charts, selectors
from games.engine.rules import make_challenge
from games.models import DealCount, Player, Table
from games.services import audits, play
from games.statistics import MEASURES
from tests.games.playing import is_match_over, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ADDRESS = "/fair-play/statistics/"


def fill(deals: int, seat_with_more: int | None = None) -> None:
    """Counts as chance gives them; one seat may be dealt more spades."""
    for name, measure in MEASURES.items():
        for seat in range(4):
            shift = 1 if name == "spades" and seat == seat_with_more else 0
            for value, chance in enumerate(measure.theory):
                at = min(value + shift, len(measure.theory) - 1)
                row, _ = DealCount.objects.get_or_create(measure=name, seat=seat, value=at)
                row.count += round(deals * chance)
                row.save()


def read(client: Client) -> str:
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_before_the_first_deal_it_says_that_there_are_too_few(client: Client) -> None:
    page = read(client)
    assert "0 deals so far" in page
    assert page.count("too few deals to say") == 12
    assert "NaN" not in page


def test_a_match_is_added_when_it_has_ended(
    client: Client, open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=3))
    audits.audit_finished(now)
    assert "0 deals so far" in read(client)
    play_until(table, is_match_over, now)
    audits.audit_finished(now)
    assert "3 deals so far" in read(client)
    play.close(match_of(open_table(alice)).pk, "abandoned", now)
    audits.audit_finished(now)
    assert "4 deals so far" in read(client)


def test_what_chance_gives_is_as_chance_would_have_it(client: Client) -> None:
    fill(10_000)
    page = read(client)
    assert f"{sum(round(10_000 * chance) for chance in MEASURES['spades'].theory):,} deals so far" in page
    assert page.count("as chance would have it") == 12
    assert len(re.findall(r"p (?:0\.9\d\d|1\.000)\)", page)) == 12


def test_a_seat_that_gets_more_spades_is_worth_a_look_and_named(client: Client) -> None:
    fill(10_000, seat_with_more=1)
    page = read(client)
    assert page.count("<strong>worth a look</strong>") == 1
    assert 'class="look">East: <strong>worth a look</strong>' in page
    assert "p under 0.001" in page


def test_the_tables_say_what_the_charts_show(client: Client) -> None:
    fill(10_000)
    page = read(client)
    assert page.count('<figure class="chart">') == 4
    assert page.count('<rect class="bar"') == 4 * 14
    assert page.count("<table") == 3
    assert '<div class="charts" aria-hidden="true"> <figure' in page
    assert '28.6 % <span class="muted">(2,863)</span>' in page


def test_the_bars_stay_within_the_chart_and_are_written_with_points() -> None:
    fill(50, seat_with_more=2)
    for chart in charts.make_charts(selectors.deal_counts()):
        for bar in chart.bars:
            assert 0 <= bar.x < bar.x + bar.width <= charts.WIDTH
            assert 0 <= bar.y <= bar.y + bar.height <= charts.HEIGHT - charts.LABELS + 0.1
            assert 0 <= bar.mark <= charts.HEIGHT


def test_there_is_no_inline_style_or_script(client: Client) -> None:
    page = read(client)
    assert " style=" not in page
    assert re.findall(r"<script(?! [^>]*src=)", page) == []


def test_it_is_one_question_to_the_database_however_many_deals(client: Client, django_assert_num_queries: Any) -> None:
    fill(1000)
    with django_assert_num_queries(2):  # the other is whether there is a lobby to lead to
        read(client)


def test_it_is_only_for_reading(client: Client) -> None:
    assert client.post(ADDRESS).status_code == 405


def test_fair_play_leads_there_and_says_how_many_games_were_verified_again(client: Client) -> None:
    page = " ".join(client.get("/fair-play/").content.decode().split())
    assert f'href="{ADDRESS}"' in page
    assert "Verified so far: 0. Did not hold: 0." in page
