"""What must not leave the server: hidden cards and seeds, on every surface that shows a match, for every viewer."""

import random
import re
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from django.test import Client
from pytest_django import Settings

from games import selectors
from games.engine import match as engine
from games.engine.cards import SEATS, Deal
from games.engine.rules import make_challenge
from games.models import Match, Player, Table
from games.protocol import write_message
from games.services import play
from tests.games.playing import is_hand_over, match_of, open_dealt, state_of

pytestmark = pytest.mark.django_db
STATES = 20
VIEWERS = (0, 1, 2, 3, None)


def random_states(table: Table, now: datetime, count: int, hands: int = 99) -> Iterator[engine.Match]:
    """Plays random legal actions and gives a state now and then, as the database has it."""
    chance = random.Random(28)
    for _ in range(count):
        for _ in range(chance.randrange(1, 12 if hands > 1 else 4)):
            state = state_of(table)
            if is_hand_over(state):
                if len(state.results) == hands:
                    return
                play.start_hand(match_of(table).pk, len(state.results) - 1, now)
                continue
            seat = engine.turn(state)
            action = chance.choice(engine.legal_actions(state, seat))
            play.act(match_of(table).pk, seat, action, seen=state.acts, now=now)
        yield state_of(table)


def hidden_seats(state: engine.Match, seat: int | None) -> list[int]:
    """Whose cards a viewer must not know: everybody else's, and one's own before a look."""
    if state.hand is None:
        return []
    return [other for other in SEATS if other != seat or state.hand.offers[other]]


def permuted_deal(match: Match, state: engine.Match, seat: int | None, chance: random.Random) -> Deal:
    """The deal with the cards that a viewer cannot see dealt otherwise; what was played stays played."""
    assert state.hand is not None
    dealt, held = selectors.deal_of(match, state.hand.number), state.hand.holdings
    hidden = hidden_seats(state, seat)
    pool = [card for other in hidden for card in held[other]]
    chance.shuffle(pool)
    deal = []
    for other in SEATS:
        if other in hidden:
            played = [card for card in dealt[other] if card not in held[other]]
            deal.append(tuple(sorted(played + [pool.pop() for _ in held[other]])))
        else:
            deal.append(dealt[other])
    return tuple(deal)


def read_both_ways(
    read: Callable[[], str], match: Match, state: engine.Match, seat: int | None, patch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """What a viewer is sent, and what is sent when the cards they cannot see lie otherwise."""
    chance = random.Random(match.seq)
    before, deal = read(), permuted_deal(match, state, seat, chance)
    with patch.context() as patched:
        patched.setattr(selectors, "deal_of", lambda *_: deal)
        return strip(before), strip(read())


def strip(text: str) -> str:
    """What was sent without the server's clock and the form token, which differ each time."""
    return re.sub(r'"now":\d+|name="csrfmiddlewaretoken" value="\w+"', "", text)


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Four people, blind nil offered to everybody."""
    people = dict(enumerate([alice, bob, carol, dave]))
    return open_dealt(make_challenge("classic500", blind_nil="always"), people, {}, now)


def test_what_a_socket_sends_does_not_depend_on_hidden_cards_nor_hold_the_seed(
    table: Table, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in random_states(table, now, STATES):
        match = match_of(table)
        seed = selectors.shuffle_of(match).seed.hex()
        for seat in VIEWERS:

            def read(seat: int | None = seat) -> str:
                return write_message(selectors.read_table(table.pk, seat, have=0, now_ms=0))

            sent, otherwise = read_both_ways(read, match, state, seat, monkeypatch)
            assert sent == otherwise
            assert seed not in sent


def test_no_page_and_no_answer_of_the_api_depends_on_hidden_cards_or_holds_the_seed(
    table: Table,
    now: datetime,
    client_of: Callable[[Player], Client],
    eve: Player,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    unlimited = dict.fromkeys(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": unlimited}
    people = [seat.player for seat in table.seats.select_related("player")]
    viewers = [*enumerate(map(client_of, people)), (None, client_of(eve)), (None, Client())]
    code, ident = table.code, match_of(table).ident
    addresses = [f"/tables/{code}/", "/tables/", "/", f"/api/v1/tables/{code}/", "/api/v1/tables/", "/api/v1/matches/"]
    addresses += [f"/matches/{ident}/replay/", f"/matches/{ident}/coach/"]
    for state in random_states(table, now, STATES, hands=1):
        match = match_of(table)
        seed = selectors.shuffle_of(match).seed.hex()
        for seat, client in viewers:
            for address in [*addresses, f"/api/v1/matches/{ident}/"]:

                def read(client: Client = client, address: str = address) -> str:
                    return client.get(address).content.decode()

                sent, otherwise = read_both_ways(read, match, state, seat, monkeypatch)
                assert sent == otherwise, address
                assert seed not in sent, address


def test_the_search_finds_a_leak_when_there_is_one(
    table: Table, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(table)

    def leak() -> str:
        return repr(selectors.state_of(match_of(table)).hand)

    sent, otherwise = read_both_ways(leak, match_of(table), state, 2, monkeypatch)
    assert sent != otherwise
