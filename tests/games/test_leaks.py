"""What must not leave the server: hidden cards and seeds, on every surface that shows a match, for every viewer."""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games import selectors
from games.engine import match as engine
from games.engine.cards import card_text
from games.engine.rules import make_challenge
from games.models import Player, Table
from games.protocol import write_message
from games.services import play, tables
from tests.games.playing import is_hand_over, match_of, state_of

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


def hidden_from(state: engine.Match, seat: int | None) -> set[str]:
    """The cards that a viewer must not know: those still held by others, and one's own before a look."""
    if state.hand is None or engine.phase(state) not in (engine.Phase.BIDDING, engine.Phase.PLAYING):
        return set()
    own = seat is not None and not state.hand.offers[seat]
    return {
        card_text(card)
        for other, holding in enumerate(state.hand.holdings)
        for card in holding
        if not (own and other == seat)
    }


def cards_of_this_hand(message: dict[str, Any]) -> str:
    """A message without the log's lines of earlier hands, in which every card is public."""
    lines = [line for line in message["events"] if json.loads(line).get("hand") == message["view"]["hand"]]
    return write_message({**message, "events": lines})


def shows(text: str, card: str) -> bool:
    return f'"{card}"' in text or f'\\"{card}\\"' in text


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """Four people, blind nil offered to everybody."""
    people = dict(enumerate([alice, bob, carol, dave]))
    return tables.open_table(Table.Kind.PRACTICE, make_challenge("classic500", blind_nil="always"), people, {}, now)


def test_no_message_of_the_socket_holds_a_hidden_card_or_the_seed(table: Table, now: datetime) -> None:
    for state in random_states(table, now, STATES):
        seed = selectors.shuffle_of(match_of(table)).seed.hex()
        for seat in VIEWERS:
            message = selectors.read_table(table.pk, seat, have=0, now_ms=0)
            text = cards_of_this_hand(message)
            assert not [card for card in hidden_from(state, seat) if shows(text, card)]
            assert seed not in text


def test_pages_and_the_api_give_each_viewer_no_more_than_the_socket(
    table: Table,
    now: datetime,
    alice: Player,
    bob: Player,
    carol: Player,
    dave: Player,
    eve: Player,
    client_of: Callable[[Player], Client],
) -> None:
    viewers = [(n, client_of(person)) for n, person in enumerate([alice, bob, carol, dave])]
    viewers += [(None, client_of(eve)), (None, Client())]  # type: ignore[list-item]  # the last two have no seat
    code, ident = table.code, match_of(table).ident
    addresses = [
        f"/tables/{code}/",
        "/tables/",
        f"/api/v1/tables/{code}/",
        "/api/v1/tables/",
        f"/api/v1/matches/{ident}/",
    ]
    for state in random_states(table, now, STATES, hands=1):
        seed = selectors.shuffle_of(match_of(table)).seed.hex()
        for seat, client in viewers:
            for address in addresses:
                text = client.get(address).content.decode()
                assert not [card for card in hidden_from(state, seat) if shows(text, card)], address
                assert seed not in text
