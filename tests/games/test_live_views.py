"""What a view of a live table holds beside the cards."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games import live, selectors
from games.company import read_company
from games.engine import match as engine
from games.engine.cards import left_of
from games.engine.rules import make_challenge
from games.models import Challenge, Match, Player, Seat, Table
from games.services import chat, play, presence, ready, rematches
from tests.games.live import deal_live, open_live
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
RULES = make_challenge("pllay", hand_limit=2)
OpenTable = Callable[..., Table]
Queries = Callable[[int], Any]
People = dict[int, Player]


@pytest.fixture
def people(alice: Player, bob: Player, carol: Player, dave: Player) -> People:
    return dict(enumerate([alice, bob, carol, dave]))


@pytest.fixture
def waiting(people: People, now: datetime) -> Table:
    return open_live(people, RULES, now)


@pytest.fixture
def table(waiting: Table, now: datetime) -> Table:
    deal_live(waiting, now)
    return waiting


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def message(table: Table, seat: int | None, now: datetime) -> dict[str, Any]:
    return selectors.read_table(table.pk, seat, have=0, now_ms=ms(now))


def part(table: Table, seat: int | None, now: datetime) -> dict[str, Any]:
    shown: dict[str, Any] = message(table, seat, now)["live"]
    return shown


def test_a_practice_table_has_none(open_table: OpenTable, alice: Player, now: datetime) -> None:
    assert message(open_table(alice), 2, now)["live"] is None


def test_before_the_promise_it_says_until_when_one_may_get_ready(waiting: Table, now: datetime) -> None:
    shown = message(waiting, 0, now)
    assert shown["live"]["ready_until"] == ms(now + ready.WAIT_READY)
    assert shown["waiting"]["until"] is None
    assert (shown["live"]["clock"], shown["live"]["next_at"], shown["live"]["chat"]) == (None, None, None)


def test_after_the_promise_it_says_until_when_contributions_come(waiting: Table, now: datetime) -> None:
    match = match_of(waiting)
    for seat in range(4):
        ready.say_ready(match.pk, seat, match.ident, "" if seat else "0" * 64, now)
    shown = message(waiting, 0, now)
    assert shown["live"]["ready_until"] is None
    assert shown["waiting"]["until"] == ms(now + ready.WAIT)


def test_the_clock_is_of_the_person_on_turn_and_the_same_for_all_four(table: Table, now: datetime) -> None:
    clock = {"seat": engine.turn(state_of(table)), "until": ms(now + timedelta(seconds=30)), "seconds": 30}
    assert [part(table, seat, now)["clock"] for seat in range(4)] == [clock] * 4
    later = now + timedelta(seconds=7)
    act_default(table, later)
    assert part(table, 0, later)["clock"] == {
        "seat": engine.turn(state_of(table)),
        "until": ms(later + timedelta(seconds=30)),
        "seconds": 30,
    }


def test_no_clock_runs_for_a_stand_in(table: Table, now: datetime) -> None:
    seat = engine.turn(state_of(table))
    assert seat is not None
    play.take_over(match_of(table).pk, seat, now)
    shown = part(table, 0, now)
    assert shown["clock"] is None
    assert shown["stand_ins"] == ["novice" if n == seat else None for n in range(4)]


def test_between_hands_it_says_when_the_next_one_starts(table: Table, now: datetime) -> None:
    play_until(table, is_hand_over, now)
    shown = part(table, 0, now)
    assert shown["next_at"] == ms(now + timedelta(seconds=10))
    assert shown["clock"] is None


def test_a_chat_says_what_is_left_and_from_when_on(table: Table, now: datetime) -> None:
    play_until(table, is_playing, now)
    seat = engine.turn(state_of(table))
    assert seat is not None
    assert part(table, seat, now)["chat"] == {"left": 20, "from": None, "muted": False}
    chat.say(match_of(table), seat, match_of(table).ident, "thanks", now, "m1")
    assert part(table, seat, now)["chat"] == {"left": 19, "from": ms(now) + 5000, "muted": False}
    assert part(table, seat, now + timedelta(seconds=5))["chat"] == {"left": 19, "from": None, "muted": False}
    assert part(table, left_of(seat), now)["chat"] == {"left": 20, "from": None, "muted": False}


def test_a_muted_partner_is_muted_for_who_asked_alone(table: Table, now: datetime) -> None:
    chat.mute(match_of(table), 0, match_of(table).ident, True, now)
    muted = [part(table, seat, now)["chat"]["muted"] for seat in range(4)]
    assert muted == [True, False, False, False]


def test_without_quick_chat_there_is_none_nor_after_the_end(table: Table, now: datetime) -> None:
    Challenge.objects.filter(table=table).update(quick_chat=False)
    assert part(table, 0, now)["chat"] is None
    Challenge.objects.filter(table=table).update(quick_chat=True)
    play_until(table, is_match_over, now)
    assert part(table, 0, now)["chat"] is None


def test_allowance_counts_a_seat_s_own_messages() -> None:
    events = [{"type": "chat", "seat": n % 2, "t": 1000 * n} for n in range(50)] + [{"type": "away", "seat": 1, "t": 1}]
    assert live.allowance_of(events, 0, 60_000) == {"left": 0, "from": None}
    assert live.allowance_of(events, 1, 49_000) == {"left": 0, "from": 54_000}
    assert live.allowance_of(events, 2, 0) == {"left": 20, "from": None}


def test_watchers_are_counted_and_told_to_everybody(table: Table, now: datetime) -> None:
    for _ in range(3):
        presence.connect(table, None, "web-one", now)
    assert [part(table, seat, now)["watching"] for seat in (0, 3, None)] == [3, 3, 3]


def test_a_rematch_with_others_is_shown_by_the_code_of_its_table(table: Table, now: datetime) -> None:
    play_until(table, is_match_over, now)
    assert part(table, 0, now)["rematch"] is None
    rematches.ask(match_of(table), 0, match_of(table).ident, now)
    code = Challenge.objects.get(table=table).rematch
    assert code is not None
    assert part(table, 3, now)["rematch"] == code.code


def test_who_is_there_is_read_in_one_query_for_all_views(
    table: Table, now: datetime, django_assert_num_queries: Queries
) -> None:
    Challenge.objects.filter(table=table).update(quick_chat=False)
    match = match_of(table)
    state = selectors.state_of(match)
    with django_assert_num_queries(1):
        company = read_company(match)
        selectors.messages_for(match, state, range(4), first=0, lines=[], now_ms=0, company=company)


def test_a_muted_opponent_is_no_muted_partner(table: Table, people: People, now: datetime) -> None:
    people[0].preferences = {"muted": [people[1].pk, people[3].pk]}
    people[0].save()
    assert part(table, 0, now)["chat"]["muted"] is False


def test_a_finished_match_is_still_shown(table: Table, now: datetime) -> None:
    play_until(table, is_match_over, now)
    for seat in (0, None):
        shown = part(table, seat, now)
        assert (shown["clock"], shown["next_at"], shown["ready_until"]) == (None, None, None)
    assert Match.objects.get(table=table).ended_at is not None
    assert not Seat.objects.filter(table=table, is_live=True).exists()
