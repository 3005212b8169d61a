"""The page of a finished match and its transcript: public, whole, byte for byte; a running one is refused in words."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games import selectors, vault
from games.engine.rules import make_challenge
from games.engine.verifier import Signature, Status, verify
from games.models import Match, Player, Table
from games.services import play
from games.sheets import make_sheet
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SHORT = make_challenge("pllay", hand_limit=2)
PARTS = ("", "transcript.jsonl")


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    table = open_table(alice, rules=SHORT, seed=3)
    play_until(table, is_match_over, now)
    return match_of(table)


@pytest.fixture
def running(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    table = open_table(alice)
    play_until(table, is_playing, now)
    return match_of(table)


def test_anybody_may_see_who_sat_where_how_it_ended_and_what_was_promised(client: Client, ended: Match) -> None:
    page = client.get(f"/matches/{ended.ident}/").content.decode()
    assert "<bdi>Alice</bdi>" in page
    assert "<bdi>Ada</bdi> (bot, novice)" in page
    facts = (ended.ident, ended.commit, ended.head, SHORT.id, vault.key_id())
    assert [fact for fact in facts if f"<code>{fact}</code>" not in page] == []
    assert f'href="/matches/{ended.ident}/transcript.jsonl"' in page


def test_the_score_sheet_has_a_line_for_every_hand_that_adds_up(ended: Match) -> None:
    sheet = make_sheet(ended)
    assert [hand.number for hand in sheet.hands] == [1, 2]
    assert all(sum(won for _, won in hand.seats) == 13 for hand in sheet.hands)
    assert tuple(side.total for side in sheet.hands[-1].sides) == sheet.score
    for side in (0, 1):
        points = [int(hand.sides[side].points.replace("−", "-")) for hand in sheet.hands]
        assert sum(points) == int(sheet.score[side].replace("−", "-"))


def test_a_match_closed_before_a_hand_was_finished_says_so(client: Client, running: Match, now: datetime) -> None:
    play.close(running.pk, "abandoned", now)
    page = client.get(f"/matches/{running.ident}/").content.decode()
    assert "Ended without a winner" in page
    assert "No hand was finished" in page


def test_the_transcript_is_a_file_of_exactly_the_bytes_that_were_sealed(client: Client, ended: Match) -> None:
    answer = client.get(f"/matches/{ended.ident}/transcript.jsonl")
    assert answer["Content-Type"] == "application/jsonl"
    assert answer["Content-Disposition"] == f'attachment; filename="pllay-{ended.ident}.jsonl"'
    assert answer.content == selectors.transcript_of(ended).encode()
    assert b"\r" not in answer.content
    assert json.loads(answer.content.splitlines()[-1])["type"] == "seal"
    report = verify(answer.content, {vault.key_id(): vault.public_key()})
    assert (report.status, report.signature) == (Status.GOOD, Signature.OK)


def test_the_api_gives_the_same_bytes_whatever_format_is_asked_for(client: Client, ended: Match) -> None:
    page = client.get(f"/matches/{ended.ident}/transcript.jsonl").content
    for accept in ("*/*", "application/jsonl", "text/html"):
        answer = client.get(f"/api/v1/matches/{ended.ident}/transcript/", headers={"accept": accept})
        assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "application/jsonl", page)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("visitor", ["alice", "nobody"])
def test_a_running_match_is_refused_in_words_to_its_own_player_too(
    client_of: Callable[[Player], Client], alice: Player, running: Match, part: str, visitor: str
) -> None:
    client = client_of(alice) if visitor == "alice" else Client()
    answer = client.get(f"/matches/{running.ident}/{part}")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "This game is still being played" in page
    assert vault.show_seed(running.sealed_seed).hex() not in page
    assert running.commit not in page


def test_the_api_refuses_a_running_match_in_words(client: Client, running: Match) -> None:
    answer = client.get(f"/api/v1/matches/{running.ident}/transcript/", headers={"accept": "application/jsonl"})
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/json")
    assert answer.json()["error"] == "still_played"


@pytest.mark.parametrize("part", PARTS)
def test_a_match_that_does_not_exist_is_said_so(client: Client, part: str) -> None:
    answer = client.get(f"/matches/{'0' * 32}/{part}")
    assert answer.status_code == 404
    assert "There is no such game" in answer.content.decode()
    assert client.get(f"/api/v1/matches/{'0' * 32}/transcript/").json()["error"] == "not_found"


@pytest.mark.parametrize("ident", ["1", "A" * 32, "0" * 31, "%00", "f" * 3000, "x/y"])
def test_what_is_no_id_of_a_match_leads_nowhere(client: Client, ident: str) -> None:
    for part in PARTS:
        assert client.get(f"/matches/{ident}/{part}").status_code == 404
    assert client.get(f"/api/v1/matches/{ident}/transcript/").json()["error"] == "not_found"


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_written_there(client: Client, ended: Match, part: str) -> None:
    assert client.post(f"/matches/{ended.ident}/{part}").status_code == 405


def test_a_longer_match_asks_the_database_no_more(
    client: Client, ended: Match, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):  # one is whether there is a lobby to lead to
        client.get(f"/matches/{ended.ident}/")
    with django_assert_max_num_queries(2):
        client.get(f"/matches/{ended.ident}/transcript.jsonl")


def test_the_list_of_ones_tables_leads_to_the_page_of_a_finished_match(
    client_of: Callable[[Player], Client], alice: Player, ended: Match
) -> None:
    assert f'href="/matches/{ended.ident}/"' in client_of(alice).get("/tables/").content.decode()


def test_a_name_that_is_code_is_text_on_the_page(client: Client, alice: Player, ended: Match) -> None:
    Player.objects.filter(pk=alice.pk).update(display_name="<img onerror=alert(1)>")
    assert "<img onerror" not in client.get(f"/matches/{ended.ident}/").content.decode()
