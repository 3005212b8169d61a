"""Playing on from a replay by its form, and the pages that show, or must not show, a study."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games import selectors
from games.engine import match as engine
from games.engine.rules import make_challenge
from games.models import Match, Player, Study, Table
from games.services import play, studies
from tests.games.playing import is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]
SHORT = make_challenge("pllay", hand_limit=2, blind_nil="off")


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    """A game of two hands that is over."""
    table = open_table(alice, rules=SHORT, seed=9401)
    play_until(table, is_match_over, now)
    return match_of(table)


@pytest.fixture
def running(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    """A game in the middle of its second hand."""
    table = open_table(alice, seed=9402)
    play_until(table, lambda state: len(state.results) == 1 and is_playing(state), now)
    return match_of(table)


@pytest.fixture
def study(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """A table at which Alice has taken a card back."""
    table = open_table(alice, rules=SHORT, seed=9403)
    play_until(table, lambda state: state.acts > 12 and engine.turn(state) == 2, now)
    match = match_of(table)
    studies.undo(table, 2, match.ident, seen=match.acts, now=now)
    return table


def play_on(client: Client, match: Match, **fields: object) -> Any:
    return client.post(f"/matches/{match.ident}/study/", {"hand": "1", "step": "9", "seat": "2", **fields})


def test_a_stranger_plays_on_as_a_guest_at_a_table_of_their_own(client: Client, ended: Match) -> None:
    answer = play_on(client, ended, hand="2", step="20", seat="1")
    table = Table.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/")
    guest = Player.objects.get(is_guest=True)
    assert selectors.seat_of(table, guest) == 1
    assert (match_of(table).is_study, match_of(table).study.hand) == (True, 1)
    assert client.get(answer["Location"]).status_code == 200


def test_a_player_plays_a_finished_hand_of_their_running_game_on(
    running: Match, alice: Player, client_of: ClientOf
) -> None:
    answer = play_on(client_of(alice), running)
    assert answer.status_code == 302
    running.refresh_from_db()
    assert running.ended_at is None
    assert Study.objects.get().origin == running


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"hand": "9"}, 404, "“9” is no hand to be replayed here"),
        ({"hand": "-1"}, 404, "is no hand"),
        ({"hand": "two"}, 404, "is no hand"),
        ({"step": "999"}, 404, "is no step of hand 1"),
        ({"step": "<b>"}, 404, "is no step"),
        ({"seat": ""}, 400, "Choose a seat"),
        ({"seat": "4"}, 400, "Choose a seat"),
        ({"seat": "²"}, 400, "Choose a seat"),
        ({"hand": "2", "step": "57"}, 400, "The game ends with this hand"),
    ],
)
def test_what_cannot_be_played_on_is_refused_in_words(
    client: Client, ended: Match, fields: dict[str, str], status: int, words: str
) -> None:
    answer = play_on(client, ended, **fields)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page.replace("&lt;", "<").replace("&gt;", ">")
    assert f"/matches/{ended.ident}/replay/" in page
    assert not Study.objects.exists()


def test_nobody_plays_on_what_they_may_not_replay(running: Match, eve: Player, client_of: ClientOf) -> None:
    assert play_on(client_of(eve), running).status_code == 403
    assert Client().post(f"/matches/{'0' * 32}/study/", {"hand": "1"}).status_code == 404
    assert Client().post("/matches/not-an-id/study/").status_code == 404


def test_the_hand_being_played_is_no_hand_to_play_on(running: Match, alice: Player, client_of: ClientOf) -> None:
    answer = play_on(client_of(alice), running, hand="2", step="0")
    assert answer.status_code == 404
    assert "there are hands 1 to 1" in answer.content.decode()


def test_a_game_is_played_on_by_sending_the_form_alone(client: Client, ended: Match) -> None:
    assert client.get(f"/matches/{ended.ident}/study/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert play_on(strict, ended).status_code == 403


def test_many_tables_in_a_short_time_are_refused_and_the_way_back_is_shown(
    client: Client, ended: Match, settings: Settings
) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "tables": "1/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    assert play_on(client, ended).status_code == 302
    answer = play_on(client, ended)
    assert answer.status_code == 429
    assert "Wait a minute" in answer.content.decode()
    assert Study.objects.count() == 1


def test_the_replay_offers_one_s_own_seat_and_strangers_south(
    ended: Match, alice: Player, eve: Player, client_of: ClientOf, open_table: OpenTable, now: datetime
) -> None:
    address = f"/matches/{ended.ident}/replay/"
    for client in (Client(), client_of(eve), client_of(alice)):
        assert '<input type="radio" name="seat" value="2" checked>' in client.get(address).content.decode()
    play_on(client_of(eve), ended, seat="0")
    own = match_of(Table.objects.latest("pk"))
    play.close(own.pk, "left", now)
    page = client_of(eve).get(f"/matches/{own.ident}/replay/").content.decode()
    assert '<input type="radio" name="seat" value="0" checked>' in page


def test_a_study_is_replayed_by_its_player_alone(
    study: Table, alice: Player, bob: Player, client_of: ClientOf, now: datetime
) -> None:
    play_until(study, is_match_over, now)
    address = f"/matches/{match_of(study).ident}/replay/"
    page = client_of(alice).get(address).content.decode()
    assert 'aria-current="page">Replay of a study' in page
    assert "<title>Replay of a study" in page
    for client in (client_of(bob), Client()):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "No game has this address" in answer.content.decode()
        assert play_on(client, match_of(study)).status_code == 404


def test_a_study_has_no_score_sheet_and_no_transcript_for_anybody(
    study: Table, alice: Player, client_of: ClientOf, now: datetime
) -> None:
    play_until(study, is_match_over, now)
    ident = match_of(study).ident
    addresses = [f"/matches/{ident}/", f"/matches/{ident}/transcript.jsonl", f"/api/v1/matches/{ident}/"]
    for client in (client_of(alice), Client()):
        for address in [*addresses, f"/api/v1/matches/{ident}/transcript/"]:
            assert client.get(address).status_code == 404, address


def test_my_tables_and_the_home_page_call_a_study_one(study: Table, alice: Player, client_of: ClientOf) -> None:
    client, ident = client_of(alice), match_of(study).ident
    page = client.get("/tables/").content.decode()
    assert page.count(">Study</span>") == 1, "the game that was closed is none"
    assert f"/matches/{ident}/" not in page.replace(f"/matches/{ident}/replay/", "")
    assert "a study, which counts nowhere" in client.get("/").content.decode()


def test_the_api_lists_a_study_as_its_player_s_table_only_and_says_so(
    study: Table, alice: Player, client_of: ClientOf, now: datetime
) -> None:
    client, origin = client_of(alice), study.matches.earliest("ordinal").ident
    [listed] = client.get("/api/v1/tables/").json()["results"]
    assert listed["study"] == {"origin": origin, "hand": 0}
    assert client.get(f"/api/v1/tables/{study.code}/").json()["study"] == listed["study"]
    play_until(study, is_match_over, now)
    ended = client.get("/api/v1/matches/").json()["results"]
    assert [match["id"] for match in ended] == [origin]


def test_the_admin_lists_studies_without_what_deals_them(
    study: Table, client: Client, alice: Player, now: datetime
) -> None:
    root = Player.objects.create_superuser("root", "root@example.com", "x", display_name="Root")
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    row = Study.objects.get()
    for address in ("/admin/games/study/", f"/admin/games/study/{row.pk}/change/", "/admin/games/match/"):
        page = client.get(address).content.decode()
        assert row.match.ident in page
        assert "hand_seeds" not in page
    assert state_of(study).outcome is None
