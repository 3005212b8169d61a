"""Where a page asks for the coach: who may, what is answered, and what is wrong with a question."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.engine.rules import make_challenge
from games.models import Match, Player, Review, Table
from games.services import play
from tests.games.playing import is_match_over, is_playing, match_of, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]
SHORT = make_challenge("pllay", hand_limit=2)


@pytest.fixture
def match(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    """In the middle of its second hand."""
    table = open_table(alice, seed=6103)
    play_until(table, lambda state: len(state.results) == 1 and is_playing(state), now)
    return match_of(table)


def address_of(match: Match) -> str:
    return f"/matches/{match.ident}/coach/"


def test_asking_begins_a_review_and_reading_follows_it(
    client_of: ClientOf, alice: Player, match: Match, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = client_of(alice)
    before = client.get(address_of(match)).json()
    assert (before["state"], before["hand"], before["seat"], before["acts"]) == ("none", 0, 2, [])
    asked = client.post(address_of(match), {"hand": "1"})
    assert (asked.status_code, asked.json()["state"], asked.json()["total"]) == (200, "working", 14)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address_of(match), {"hand": "1", "seat": "2"})
    after = client.get(address_of(match), {"hand": "1", "seat": "2"})
    assert (after.json()["state"], len(after.json()["acts"])) == ("done", 14)
    assert "no-store" in after["Cache-Control"]
    assert Review.objects.count() == 1


def test_reading_alone_begins_nothing(client_of: ClientOf, alice: Player, match: Match) -> None:
    client_of(alice).get(address_of(match), {"hand": "1"})
    assert not Review.objects.exists()


def test_the_coach_is_for_those_who_played(
    client: Client, client_of: ClientOf, eve: Player, match: Match, now: datetime
) -> None:
    for stranger in (client, client_of(eve)):
        running = stranger.post(address_of(match), {"hand": "1"})
        assert (running.status_code, Review.objects.count()) == (403, 0)
    play.close(match.pk, "abandoned", now)
    for stranger in (client, client_of(eve)):
        ended = stranger.post(address_of(match), {"hand": "1"})
        assert ended.status_code == 403
        assert ended.json() == {"text": "The coach is there for those who played this game."}


def test_the_hand_being_played_is_not_there_yet(client_of: ClientOf, alice: Player, match: Match) -> None:
    answer = client_of(alice).post(address_of(match), {"hand": "2"})
    assert answer.status_code == 404
    assert "“2” is no hand" in answer.json()["text"]


def test_a_hand_that_was_cut_short_is_not_judged(
    client_of: ClientOf, alice: Player, match: Match, now: datetime
) -> None:
    play.close(match.pk, "abandoned", now)
    answer = client_of(alice).post(address_of(match), {"hand": "2"})
    assert answer.status_code == 400
    assert "not played to its end" in answer.json()["text"]


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"hand": "x"}, 404, "“x” is no hand"),
        ({"hand": "0"}, 404, "“0” is no hand"),
        ({"hand": "9" * 500}, 404, "is no hand"),
        ({"hand": "1", "seat": "4"}, 400, "Choose a seat"),
        ({"hand": "1", "seat": "\0"}, 400, "Choose a seat"),
        ({"hand": "1", "seat": "0"}, 400, "a bot sits in that seat"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_words(
    client_of: ClientOf, alice: Player, match: Match, fields: dict[str, str], status: int, words: str
) -> None:
    answer = client_of(alice).post(address_of(match), fields)
    assert answer.status_code == status
    assert words in answer.json()["text"]
    assert not Review.objects.exists()


def test_a_match_that_is_not_there_is_not_found(client_of: ClientOf, alice: Player) -> None:
    answer = client_of(alice).post(f"/matches/{'0' * 32}/coach/")
    assert answer.status_code == 404
    assert answer.json()["text"].startswith("No game has this address.")


def test_other_methods_are_refused(client_of: ClientOf, alice: Player, match: Match) -> None:
    assert client_of(alice).delete(address_of(match)).status_code == 405


def test_a_request_from_another_site_is_refused(alice: Player, match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(address_of(match), {"hand": "1"}).status_code == 403
    assert not Review.objects.exists()


def test_who_asks_too_often_is_told_to_wait(
    client_of: ClientOf, alice: Player, match: Match, settings: Settings
) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "coach": "1/min"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    client = client_of(alice)
    assert client.post(address_of(match), {"hand": "1"}).status_code == 200
    often = client.post(address_of(match), {"hand": "1"})
    assert often.status_code == 429
    assert "Wait a minute" in often.json()["text"]
    assert client.get(address_of(match), {"hand": "1"}).status_code == 200


def test_a_guests_finished_match_has_the_coach_too(
    open_table: OpenTable, client_of: ClientOf, alice: Player, now: datetime
) -> None:
    alice.is_guest = True
    alice.save()
    table = open_table(alice, rules=SHORT, seed=6104)
    play_until(table, is_match_over, now)
    answer = client_of(alice).post(address_of(match_of(table)), {"hand": "2"})
    assert (answer.status_code, answer.json()["hand"]) == (200, 1)
