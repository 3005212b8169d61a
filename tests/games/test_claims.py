"""The claim at a practice table: offered where the player's own view proves it, and played out at once."""

import random
from collections.abc import Callable
from datetime import datetime

import pytest

from games import selectors, vault
from games.bots.claims import can_claim
from games.bots.view import read_view
from games.engine import match as engine
from games.engine.actions import Play, Reason, Refused
from games.engine.cards import SEATS, parse_card
from games.engine.hand import lowest_card
from games.engine.rules import make_challenge
from games.engine.verifier import Signature, Status, verify
from games.engine.visibility import seat_view
from games.models import Player, Table
from games.services import claims, play
from games.services.errors import NothingToClaim
from games.services.tables import PERSON_SEAT
from tests.bots.positions import with_hidden_cards_moved
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, open_dealt, play_until, state_of

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
ONE_HAND = make_challenge("pllay", hand_limit=1, blind_nil="off")
MANY_HANDS = make_challenge("pllay", blind_nil="off")
THREE_SURE_TRICKS = 7055
"""Deals in which South, when all play their lowest cards, is left on lead with nothing but winners."""


@pytest.fixture
def decided(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """A table at which Alice may claim the last three tricks."""
    table = open_table(alice, rules=ONE_HAND, seed=THREE_SURE_TRICKS)
    play_until(table, lambda state: offered(table, state), now)
    return table


def offered(table: Table, state: engine.Match, seat: int = PERSON_SEAT) -> bool:
    return selectors.may_claim(match_of(table), state, seat)


def claim(table: Table, now: datetime, *, seat: int = PERSON_SEAT, id: str = "c1", seen: int | None = None) -> None:
    match = match_of(table)
    claims.claim(match, seat, match.ident, seen=match.acts if seen is None else seen, now=now, action_id=id)


def test_the_rest_is_played_in_turn_each_seat_its_lowest_legal_card_marked_as_the_claims(
    decided: Table, now: datetime
) -> None:
    before, state = match_of(decided).seq, state_of(decided)
    claim(decided, now)
    events = selectors.events_of(match_of(decided))[before:]
    assert [event["type"] for event in events] == ["play"] * 12 + ["hand_end", "match_end", "reveal"]
    for event in events[:12]:
        assert (event["by"], event["seat"]) == ("claim", engine.turn(state))
        legal = [action.card for action in engine.legal_actions(state, event["seat"]) if isinstance(action, Play)]
        assert parse_card(event["card"]) == lowest_card(legal)
        state, _ = engine.apply(state, event["seat"], Play(parse_card(event["card"])))


def test_it_scores_what_any_other_way_to_play_on_would_have_scored(decided: Table, now: datetime) -> None:
    before, chance = state_of(decided), random.Random(9601)
    claim(decided, now)
    for _ in range(50):
        state = before
        while (seat := engine.turn(state)) is not None:
            state, _ = engine.apply(state, seat, chance.choice(engine.legal_actions(state, seat)))
        assert state.results[-1].parts == state_of(decided).results[-1].parts


def test_the_transcript_of_a_claimed_match_holds(decided: Table, now: datetime) -> None:
    claim(decided, now)
    text = selectors.transcript_of(match_of(decided))
    report = verify(text.encode(), {vault.key_id(): vault.public_key()})
    assert (report.status, report.signature) == (Status.GOOD, Signature.OK)
    assert text.count('"by":"claim"') == 12


def test_the_next_hand_is_played_after_a_claimed_one(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=MANY_HANDS, seed=THREE_SURE_TRICKS)
    hand = play_until(table, lambda state: offered(table, state), now).hand
    claim(table, now)
    assert hand is not None
    assert is_hand_over(state_of(table))
    play.start_hand(match_of(table).pk, hand.number, now)
    state = play_until(table, lambda state: is_hand_over(state) or is_match_over(state), now)
    assert len(state.results) == hand.number + 2


def test_claimed_twice_by_the_same_id_it_is_one_claim(decided: Table, now: datetime) -> None:
    seen = match_of(decided).acts
    claim(decided, now, seen=seen)
    after = match_of(decided).seq
    claim(decided, now, seen=seen)
    assert match_of(decided).seq == after
    with pytest.raises(Refused) as refused:
        claim(decided, now, id="c2")
    assert refused.value.reason is Reason.MATCH_OVER


def test_an_id_that_stands_for_a_card_is_no_claim(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=ONE_HAND, seed=THREE_SURE_TRICKS)
    state = play_until(table, lambda state: is_playing(state) and engine.turn(state) == PERSON_SEAT, now)
    card = engine.default_action(state)
    play.act(match_of(table).pk, PERSON_SEAT, card, seen=state.acts, now=now, action_id="card")
    with pytest.raises(Refused) as refused:
        claim(table, now, id="card")
    assert refused.value.reason is Reason.STALE


def test_what_is_not_decided_is_not_claimed(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=ONE_HAND, seed=THREE_SURE_TRICKS)
    play_until(table, lambda state: is_playing(state) and engine.turn(state) == PERSON_SEAT, now)
    before = match_of(table).seq
    with pytest.raises(NothingToClaim, match="not decided yet"):
        claim(table, now)
    assert match_of(table).seq == before


def test_out_of_turn_and_in_the_bidding_it_is_refused_with_the_reason(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=ONE_HAND, seed=THREE_SURE_TRICKS)
    for is_there, reason in (
        (lambda state: engine.turn(state) != PERSON_SEAT, Reason.NOT_YOUR_TURN),
        (lambda state: engine.turn(state) == PERSON_SEAT, Reason.BIDDING_NOT_OVER),
        (lambda state: is_playing(state) and engine.turn(state) != PERSON_SEAT, Reason.NOT_YOUR_TURN),
    ):
        play_until(table, is_there, now)
        with pytest.raises(Refused) as refused:
            claim(table, now)
        assert refused.value.reason is reason


def test_a_claim_decided_on_an_old_view_or_on_another_match_is_stale(decided: Table, now: datetime) -> None:
    match = match_of(decided)
    with pytest.raises(Refused) as old:
        claim(decided, now, seen=match.acts - 1)
    with pytest.raises(Refused) as other:
        claims.claim(match, PERSON_SEAT, "0" * 32, seen=match.acts, now=now, action_id="c1")
    assert (old.value.reason, other.value.reason) == (Reason.STALE, Reason.STALE)
    assert match_of(decided).seq == match.seq


def test_only_the_one_on_turn_is_offered_it(decided: Table) -> None:
    assert [offered(decided, state_of(decided), seat) for seat in SEATS] == [False, False, True, False]


def test_where_two_people_play_nothing_is_offered(alice: Player, bob: Player, now: datetime) -> None:
    draw = random.Random(THREE_SURE_TRICKS).randbytes
    table = open_dealt(ONE_HAND, {PERSON_SEAT: alice, 3: bob}, {0: "novice", 1: "novice"}, now, draw)
    decided = 0

    def is_over(state: engine.Match) -> bool:
        nonlocal decided
        if is_playing(state) and engine.turn(state) == PERSON_SEAT:
            decided += can_claim(read_view(seat_view(state, PERSON_SEAT)))
        assert not offered(table, state)
        return is_match_over(state)

    play_until(table, is_over, now)
    assert decided


def test_cards_that_the_player_cannot_see_change_no_offer(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table, chance = open_table(alice, rules=ONE_HAND, seed=THREE_SURE_TRICKS), random.Random(9602)

    def is_same(state: engine.Match) -> bool:
        moved = [with_hidden_cards_moved(state, PERSON_SEAT, chance) for _ in range(5)]
        assert {offered(table, other) for other in moved} == {offered(table, state)}
        return offered(table, state)

    play_until(table, is_same, now)
