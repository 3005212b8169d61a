"""The API's reviews: what the coach said, to those who played, with words for whoever asks wrongly."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.rules import make_challenge
from games.models import Match, Player, Table
from games.services import coach
from tests.games.playing import is_match_over, match_of, play_until
from tests.games.test_api_docs import check

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]


@pytest.fixture
def match(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1, blind_nil="off"), seed=6120)
    play_until(table, is_match_over, now)
    return match_of(table)


def address_of(match: Match, query: str = "") -> str:
    return f"/api/v1/matches/{match.ident}/review/{query}"


def test_a_review_is_read_as_far_as_it_is_and_fits_the_schema(
    client_of: ClientOf, alice: Player, match: Match, now: datetime
) -> None:
    client = client_of(alice)
    schema = client.get("/api/v1/schema/").json()
    nothing = client.get(address_of(match)).json()
    assert (nothing["state"], nothing["seat"], nothing["hand"]) == ("none", 2, 0)
    review = coach.ask(match, 0, 2, now)
    coach.make(review.pk, timezone.now)
    answer = client.get(address_of(match, "?hand=1&seat=2")).json()
    assert (answer["state"], len(answer["acts"]), answer["done"]) == ("done", 14, 14)
    for read in (nothing, answer):
        check(schema, "/api/v1/matches/{ident}/review/", read)


@pytest.mark.parametrize(
    ("query", "words"),
    [("?hand=2", "“2” is no hand"), ("?hand=x", "“x” is no hand"), ("?seat=7", "Choose a seat")],
)
def test_a_question_that_makes_no_sense_is_answered_in_words(
    client_of: ClientOf, alice: Player, match: Match, query: str, words: str
) -> None:
    answer = client_of(alice).get(address_of(match, query))
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_field")
    assert words in answer.json()["text"]


def test_a_review_is_for_those_who_played(client: Client, client_of: ClientOf, eve: Player, match: Match) -> None:
    for stranger in (client, client_of(eve)):
        answer = stranger.get(address_of(match))
        assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")


def test_a_match_that_is_not_there_is_not_found(client_of: ClientOf, alice: Player) -> None:
    answer = client_of(alice).get(f"/api/v1/matches/{'0' * 32}/review/")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_the_api_asks_the_coach_nothing(client_of: ClientOf, alice: Player, match: Match) -> None:
    assert client_of(alice).post(address_of(match)).status_code == 405
