"""Leaving a live table on purpose, and taking the seat back."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import selectors
from games.engine import match as engine
from games.engine.actions import Reason, Refused
from games.engine.rules import make_challenge
from games.models import Challenge, Match, Player, Seat, Table
from games.services import leaving, presence
from games.services.errors import NotAllowed, SitsElsewhere
from tests.games.live import deal_live, open_live
from tests.games.playing import act_default, is_match_over, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
SHORT = make_challenge("pllay", hand_limit=1)
People = dict[int, Player]


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> People:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def waiting(people: People, now: datetime) -> Table:
    """A live table of four people who are to get ready, each with a socket."""
    table = open_live(people, SHORT, now)
    for seat in people:
        presence.connect(table, seat, "web-one", now)
    return table


@pytest.fixture
def table(waiting: Table, now: datetime) -> Table:
    """The same, dealt."""
    deal_live(waiting, now)
    return waiting


def row(table: Table, seat: int) -> Seat:
    return Seat.objects.get(table=table, seat=seat)


def told(table: Table) -> list[str]:
    events = selectors.events_of(match_of(table))
    kinds = ("away", "back", "takeover", "return", "match_end")
    return [event["type"] for event in events if event["type"] in kinds]


def leave(table: Table, seat: int, now: datetime) -> None:
    leaving.leave(table, seat, match_of(table).ident, now)


def take_back(table: Table, seat: int, now: datetime) -> None:
    leaving.take_back(table, seat, match_of(table).ident, now)


def refusal_of(call: Callable[[], None]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def test_who_leaves_a_running_match_has_a_bot_in_the_seat_at_once_and_is_free(table: Table, now: datetime) -> None:
    leave(table, 1, now)
    assert told(table) == ["away", "takeover"]
    assert state_of(table).stand_ins == (None, "novice-1", None, None)
    assert (row(table, 1).has_left, row(table, 1).is_live) == (True, False)
    assert selectors.read_table(table.pk, 0, have=0, now_ms=0)["live"]["left"] == [False, True, False, False]


def test_leaving_twice_is_leaving_once(table: Table, now: datetime) -> None:
    leave(table, 1, now)
    leave(table, 1, now)
    assert told(table) == ["away", "takeover"]


def test_who_was_away_already_is_not_away_once_more(table: Table, now: datetime) -> None:
    presence.disconnect(row(table, 1).connections.get().pk, now)
    presence.expire_due(now + timedelta(seconds=5))
    leave(table, 1, now + timedelta(seconds=6))
    presence.expire_due(now + timedelta(seconds=700))
    assert told(table) == ["away", "takeover"]


def test_a_bot_that_holds_the_seat_already_stays(table: Table, now: datetime) -> None:
    presence.disconnect(row(table, 1).connections.get().pk, now)
    presence.expire_due(now + timedelta(seconds=60))
    leave(table, 1, now + timedelta(seconds=61))
    assert told(table) == ["away", "takeover"]


def test_the_seat_is_taken_back_and_returns_at_the_next_turn(table: Table, now: datetime) -> None:
    leave(table, 1, now)
    take_back(table, 1, now)
    take_back(table, 1, now)
    assert told(table) == ["away", "takeover", "back"]
    assert (row(table, 1).has_left, row(table, 1).is_live) == (False, True)
    assert state_of(table).stand_ins[1] is not None, "until its next turn"
    assert presence.is_here(row(table, 1))


def test_the_player_of_a_seat_that_was_left_is_not_held_to_be_there(table: Table, now: datetime) -> None:
    leave(table, 1, now)
    assert not presence.is_here(row(table, 1))
    presence.disconnect(row(table, 1).connections.get().pk, now)
    presence.connect(table, 1, "web-one", now)
    assert told(table) == ["away", "takeover"], "who looks in is not back"


def test_who_has_left_does_not_act_before_taking_the_seat_back(table: Table, now: datetime) -> None:
    state = state_of(table)
    seat = engine.turn(state)
    assert seat is not None
    leave(table, seat, now)
    with pytest.raises(NotAllowed, match="You have left this seat"):
        act_default(table, now)
    take_back(table, seat, now)
    act_default(table, now)
    assert told(table) == ["away", "takeover", "back", "return"]


def test_who_sits_elsewhere_by_now_does_not_get_the_seat_back(
    table: Table, bob: Player, eve: Player, now: datetime
) -> None:
    leave(table, 1, now)
    other = open_live({0: eve, 1: bob}, SHORT, now)
    with pytest.raises(SitsElsewhere, match="another live table") as caught:
        take_back(table, 1, now)
    assert caught.value.url == other.get_absolute_url()
    assert row(table, 1).has_left
    assert told(table) == ["away", "takeover"]


def test_a_match_that_every_person_has_left_ends_at_once(alice: Player, carol: Player, now: datetime) -> None:
    table = open_live({0: alice, 2: carol}, SHORT, now)
    deal_live(table, now)
    leave(table, 0, now)
    assert match_of(table).ended_at is None
    leave(table, 2, now)
    assert match_of(table).ended_at == now
    assert match_of(table).state["outcome"]["reason"] == "left"
    assert told(table)[-1] == "match_end"
    assert refusal_of(lambda: take_back(table, 2, now)) is Reason.MATCH_OVER


def test_whoever_is_left_has_ten_minutes_to_come_back_from_an_absence(table: Table, now: datetime) -> None:
    presence.disconnect(row(table, 3).connections.get().pk, now)
    for seconds in (5, 60):
        presence.expire_due(now + timedelta(seconds=seconds))
    for seat in (0, 1, 2):
        leave(table, seat, now + timedelta(seconds=100))
    assert match_of(table).ended_at is None
    presence.expire_due(now + timedelta(seconds=600))
    assert match_of(table).state["outcome"]["reason"] == "left"


def test_the_last_one_to_leave_ends_a_match_whose_others_have_been_away_for_long(table: Table, now: datetime) -> None:
    for seat in (0, 1, 2):
        presence.disconnect(row(table, seat).connections.get().pk, now)
    for seconds in (5, 60, 600):
        presence.expire_due(now + timedelta(seconds=seconds))
    assert match_of(table).ended_at is None
    leave(table, 3, now + timedelta(seconds=700))
    assert match_of(table).state["outcome"]["reason"] == "left"


def test_before_the_first_card_the_seat_is_free_again_without_a_trace(waiting: Table, now: datetime) -> None:
    leave(waiting, 1, now)
    assert not Match.objects.filter(table=waiting).exists()
    assert set(waiting.seats.values_list("seat", flat=True)) == {0, 2, 3}
    assert Challenge.objects.get(table=waiting).started_at is None


def test_with_the_last_person_a_table_without_a_card_goes(alice: Player, now: datetime) -> None:
    table = open_live({0: alice}, SHORT, now)
    leave(table, 0, now)
    assert not Table.objects.filter(pk=table.pk).exists()


def test_what_is_asked_of_another_match_or_after_the_end_is_refused(table: Table, now: datetime) -> None:
    assert refusal_of(lambda: leaving.leave(table, 1, "0" * 32, now)) is Reason.STALE
    assert refusal_of(lambda: leaving.take_back(table, 1, "0" * 32, now)) is Reason.STALE
    assert refusal_of(lambda: leaving.concede(match_of(table), 1, "0" * 32, now, "c1")) is Reason.STALE
    play_until(table, is_match_over, now)
    assert refusal_of(lambda: leave(table, 1, now)) is Reason.MATCH_OVER
    assert refusal_of(lambda: take_back(table, 1, now)) is Reason.MATCH_OVER
    assert "away" not in told(table)


def test_a_bot_does_not_leave(alice: Player, now: datetime) -> None:
    table = open_live({0: alice}, SHORT, now)
    deal_live(table, now)
    assert refusal_of(lambda: leave(table, 1, now)) is Reason.NOT_SEATED


def test_a_side_whose_people_both_give_up_loses(table: Table, now: datetime) -> None:
    leaving.concede(match_of(table), 0, match_of(table).ident, now, "c0")
    leaving.concede(match_of(table), 0, match_of(table).ident, now, "c0")
    shown = selectors.read_table(table.pk, 1, have=0, now_ms=0)["live"]["conceded"]
    assert shown == [True, False, False, False]
    leaving.concede(match_of(table), 2, match_of(table).ident, now, "c2")
    assert match_of(table).state["outcome"] == {"reason": "concede", "winner": 1, "score": [0, 0]}
