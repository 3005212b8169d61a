"""What must not leave the server with a study: its own hidden cards, those of the running game, any seed."""

import random
from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest
from django.test import Client
from pytest_django import Settings

from games import selectors
from games.engine import match as engine
from games.engine.cards import SEATS, Deal
from games.engine.rules import make_challenge
from games.models import Match, Player, Table
from games.replays import open_replay
from games.services import play, studies
from tests.games.playing import is_playing, match_of, open_dealt, play_until
from tests.games.test_leaks import permuted_deal, strip

pytestmark = pytest.mark.django_db
ClientOf = Callable[[Player], Client]
Viewer = tuple[int | None, int | None, Client]  # the seats in the game and in the study, and the browser
STATES = 6
OWN_SEAT = 3


@pytest.fixture
def game(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Four people in the middle of their second hand."""
    people = dict(enumerate([alice, bob, carol, dave]))
    table = open_dealt(make_challenge("classic500"), people, {}, now, random.Random(9301).randbytes)
    play_until(table, lambda state: len(state.results) == 1 and is_playing(state) and state.acts > 70, now)
    return table


@pytest.fixture
def study(game: Table, alice: Player, now: datetime) -> Table:
    """Alice plays the first hand on from its ninth step, in another seat."""
    events = open_replay(match_of(game).ident, alice).events_until(0, 9)
    return studies.open_study(alice, match_of(game), events, OWN_SEAT, now)


@pytest.fixture
def viewers(game: Table, eve: Player, client_of: ClientOf) -> list[Viewer]:
    """The four of the game, of whom Alice alone sits in the study, Eve, and a stranger."""
    people = [seat.player for seat in game.seats.select_related("player")]
    seated = [(seat, OWN_SEAT if seat == 0 else None, client_of(player)) for seat, player in enumerate(people)]
    return [*seated, (None, None, client_of(eve)), (None, None, Client())]


@pytest.fixture(autouse=True)
def _unlimited(settings: Settings) -> None:
    unlimited = dict.fromkeys(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": unlimited}


def addresses_of(table: Table) -> list[str]:
    ident = match_of(table).ident
    return [
        f"/tables/{table.code}/",
        f"/api/v1/tables/{table.code}/",
        f"/matches/{ident}/replay/?hand=1",
        f"/matches/{ident}/",
        f"/matches/{ident}/transcript.jsonl",
        f"/api/v1/matches/{ident}/",
        f"/api/v1/matches/{ident}/transcript/",
        "/tables/",
        "/",
        "/api/v1/tables/",
        "/api/v1/matches/",
    ]


def everything(client: Client, table: Table) -> str:
    """All that a browser is answered at every address of a table, as a page and to a script."""
    accepted = ({"Accept": "text/html"}, {"Accept": "application/json"})
    return strip(
        "".join(client.get(a, headers=headers).content.decode() for a in addresses_of(table) for headers in accepted)
    )


def dealt_otherwise(
    match: Match, seat: int | None, patch: pytest.MonkeyPatch, read: Callable[[], str]
) -> tuple[str, str]:
    """What is read, and what is read when the cards of one match that a seat cannot see lie otherwise."""
    deal, real = permuted_deal(match, selectors.state_of(match), seat, random.Random(match.seq)), selectors.deal_of
    assert deal != real(match, match.state["hand"]["number"])

    def deal_of(asked: Match, hand: int) -> Deal:
        return deal if asked.ident == match.ident else real(asked, hand)

    before = read()
    with patch.context() as patched:
        patched.setattr(selectors, "deal_of", deal_of)
        return before, read()


def secrets_of(*tables: Table) -> list[str]:
    """Every seed by which anything of these tables is dealt, in hex."""
    found = []
    for match in map(match_of, tables):
        dealing = selectors.dealing_of(match)
        found += [selectors.shuffle_of(match).seed.hex(), *[dealing.hand_seed(hand).hex() for hand in range(4)]]
        found += [dealing.bot_seed(hand, seat).hex() for hand in range(2) for seat in SEATS]
    return found


def test_nobody_is_sent_anything_that_depends_on_hidden_cards_of_a_study_or_any_seed(
    game: Table, study: Table, viewers: list[Viewer], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(9302)
    for _ in range(STATES):
        state = selectors.state_of(match_of(study))
        for _, seat, client in viewers:
            sent, otherwise = dealt_otherwise(
                match_of(study),
                seat,
                monkeypatch,
                partial(everything, client, study),
            )
            assert sent == otherwise
            assert [secret for secret in secrets_of(game, study) if secret in sent] == []
        for _ in range(chance.randrange(1, 8)):
            state = selectors.state_of(match_of(study))
            action = chance.choice(engine.legal_actions(state, engine.turn(state)))
            play.act(match_of(study).pk, engine.turn(state), action, seen=state.acts, now=now)


def test_nothing_of_a_study_depends_on_the_cards_of_the_hand_that_the_game_is_in(
    game: Table, study: Table, viewers: list[Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat, _, client in viewers:
        sent, otherwise = dealt_otherwise(
            match_of(game),
            seat,
            monkeypatch,
            partial(everything, client, study),
        )
        assert sent == otherwise


def test_only_its_player_sees_anything_of_a_study(study: Table, viewers: list[Viewer]) -> None:
    own, lists = match_of(study).ident, ("/tables/", "/", "/api/v1/tables/", "/api/v1/matches/")
    for _, seat, client in viewers:
        shown = [a for a in addresses_of(study) if a not in lists and client.get(a).status_code == 200]
        assert shown == ([] if seat is None else addresses_of(study)[:2]), "its first hand is still being played"
        listed = "".join(client.get(a).content.decode() for a in lists)
        assert (study.code in listed) == (seat is not None)
        assert own not in client.get("/api/v1/matches/").content.decode()
