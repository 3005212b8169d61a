"""The page of a replay, what it answers its script, and the links that lead there."""

import random
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from games.engine import match as engine
from games.engine.rules import make_challenge
from games.models import Player, Table
from games.services import play
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ClientOf = Callable[[Player], Client]
JSON = {"Accept": "application/json"}
SHORT = make_challenge("pllay", hand_limit=2)


def address_of(table: Table) -> str:
    return f"/matches/{match_of(table).ident}/replay/"


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    table = open_table(alice, rules=SHORT, seed=81)
    play_until(table, is_match_over, now)
    return table


@pytest.fixture
def running(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """In the middle of its second hand."""
    table = open_table(alice, seed=82)
    play_until(table, lambda state: len(state.results) == 1 and is_playing(state), now)
    return table


def test_anybody_opens_the_replay_of_a_match_that_has_ended(client: Client, ended: Table) -> None:
    page = client.get(address_of(ended)).content.decode()
    assert f'data-replay="{address_of(ended)}" data-hand="1" data-step="0"' in page
    assert 'aria-current="page">Replay' in page


def test_a_link_to_a_position_opens_there(client: Client, ended: Table) -> None:
    page = client.get(address_of(ended), {"hand": "2", "step": "17"}).content.decode()
    assert 'data-hand="2" data-step="17"' in page


def test_a_script_is_answered_with_one_hand_that_no_cache_keeps(client: Client, ended: Table) -> None:
    answer = client.get(address_of(ended), {"hand": "2"}, headers=JSON)
    body = answer.json()
    assert (body["match"], body["hands"], body["hand"], body["seat"]) == (match_of(ended).ident, [0, 1], 1, None)
    assert [len(holding) for holding in body["steps"][0]["view"]["holdings"]] == [13] * 4
    assert "no-store" in answer["Cache-Control"]
    assert "Accept" in answer["Vary"]


def test_a_player_sees_the_replay_from_their_own_seat(alice: Player, ended: Table, client_of: ClientOf) -> None:
    body = client_of(alice).get(address_of(ended), headers=JSON).json()
    assert body["seat"] == 2
    assert [seat["you"] for seat in body["seats"]] == [False, False, True, False]
    page = client_of(alice).get(address_of(ended)).content.decode()
    assert f'href="/tables/{ended.code}/"' in page


def test_a_player_replays_the_finished_hands_of_a_running_match_and_no_other(
    alice: Player, running: Table, client_of: ClientOf
) -> None:
    client = client_of(alice)
    assert client.get(address_of(running), headers=JSON).json()["hands"] == [0]
    assert client.get(address_of(running), {"hand": "1"}).status_code == 200
    refused = client.get(address_of(running), {"hand": "2"})
    assert refused.status_code == 404
    assert "“2” is no hand to be replayed here: there are hands 1 to 1." in refused.content.decode()
    assert f'href="{address_of(running)}">Replay from the start' in refused.content.decode()


def test_the_answers_are_the_same_however_the_running_hand_is_dealt_and_played(
    alice: Player, running: Table, client_of: ClientOf, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(alice)

    def read() -> bytes:
        return client.get(address_of(running), headers=JSON).content

    before, chance = read(), random.Random(82)
    while not is_hand_over(state := state_of(running)) or len(state.results) < 2:
        assert read() == before
        seat = engine.turn(state)
        action = chance.choice(engine.legal_actions(state, seat))
        play.act(match_of(running).pk, seat, action, seen=state.acts, now=now)
    assert read() != before, "the hand is over, so there is another to replay"


@pytest.mark.parametrize("visitor", ["eve", "nobody"])
@pytest.mark.parametrize("wanted", ["text/html", "application/json"])
def test_a_running_match_of_others_is_refused_in_words(
    running: Table, eve: Player, client_of: ClientOf, visitor: str, wanted: str
) -> None:
    client = client_of(eve) if visitor == "eve" else Client()
    answer = client.get(address_of(running), headers={"Accept": wanted})
    assert answer.status_code == 403
    assert "This game is still being played by others." in answer.content.decode()


def test_before_the_first_hand_is_over_the_way_leads_back_to_the_table(
    alice: Player, open_table: OpenTable, client_of: ClientOf
) -> None:
    table = open_table(alice)
    answer = client_of(alice).get(address_of(table))
    assert answer.status_code == 404
    assert "The first hand of this game is still being played." in answer.content.decode()
    assert f'href="/tables/{table.code}/">Back to the table' in answer.content.decode()


@pytest.mark.parametrize("ident", ["nothing", "f" * 32, "F" * 32, "0" * 300, "-"])
def test_a_match_that_does_not_exist_is_said_so(client: Client, ident: str) -> None:
    answer = client.get(f"/matches/{ident}/replay/")
    assert answer.status_code == 404
    assert "No game has this address." in answer.content.decode()
    assert "No game has this address." in client.get(f"/matches/{ident}/replay/", headers=JSON).json()["text"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"hand": "3"}, "“3” is no hand"),
        ({"hand": "<b>"}, "“&lt;b&gt;” is no hand"),
        ({"hand": "\x00"}, "is no hand"),
        ({"step": "999"}, "“999” is no step of hand 1"),
        ({"hand": "1", "step": "1e3"}, "“1e3” is no step of hand 1"),
    ],
)
def test_a_bad_position_is_refused_in_words(client: Client, ended: Table, query: dict[str, str], words: str) -> None:
    answer = client.get(address_of(ended), query)
    assert answer.status_code == 404
    assert words in answer.content.decode()
    assert client.get(address_of(ended), query, headers=JSON).status_code == 404


def test_nothing_can_be_sent_to_a_replay(client: Client, ended: Table) -> None:
    assert client.post(address_of(ended)).status_code == 405


def test_the_list_of_tables_leads_to_replays_of_what_is_finished(
    alice: Player, ended: Table, running: Table, open_table: OpenTable, client_of: ClientOf
) -> None:
    fresh = open_table(alice)
    page = client_of(alice).get("/tables/").content.decode()
    assert f'href="{address_of(ended)}"' in page
    assert f'href="{address_of(running)}" aria-label="Replay finished hands of table {running.code}"' in page
    assert address_of(fresh) not in page


def test_a_hand_is_read_with_few_questions_to_the_database(
    alice: Player, ended: Table, client_of: ClientOf, django_assert_max_num_queries: Callable[..., object]
) -> None:
    client = client_of(alice)
    with django_assert_max_num_queries(7):  # type: ignore[attr-defined]  # the fixture is a context manager
        client.get(address_of(ended), headers=JSON)
