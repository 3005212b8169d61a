"""Seats of live tables before the first card: offering, sitting down, moving, swapping, filling, leaving."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from waffle.testutils import override_switch

from games import lobbies, selectors
from games.engine.rules import PLLAY, make_challenge
from games.lobby_requests import Sit
from games.models import Abort, Challenge, Player, Seat, Table
from games.people.guests import make_guest, merge
from games.services import ready, reception, seating
from games.services.errors import (
    NotAllowed,
    SeatTaken,
    ServiceError,
    SitsElsewhere,
    Suspended,
    TableBegun,
    TableGone,
    TooOften,
    UnknownLevel,
    UnknownPlayer,
)
from games.switches import COMMUNITY_TABLES, LIVE_TABLES, QUICK_CHAT
from tests.games.playing import deal, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Player, now: datetime) -> Table:
    """Alice's table: she sits South and waits."""
    return seating.offer(alice, PLLAY, now=now)


def seated(table: Table) -> dict[int, str]:
    return {seat.seat: str(seat.player) for seat in table.seats.select_related("player")}


def challenge_of(table: Table) -> Challenge:
    return Challenge.objects.get(table=table)


def test_who_offers_a_table_sits_at_it_and_no_match_exists_yet(alice: Player, now: datetime) -> None:
    rules = make_challenge("pllay", target=300)
    table = seating.offer(alice, rules, may_fill=False, level="novice", seat=1, now=now)
    challenge = challenge_of(table)
    assert (table.kind, table.rules_id) == (Table.Kind.LIVE, rules.id)
    assert (challenge.maker, challenge.may_fill, challenge.level) == (alice, False, "novice")
    assert (challenge.is_private, challenge.quick_chat, challenge.started_at) == (False, False, None)
    assert seated(table) == {1: "Alice"}
    assert lobbies.live_seat_of(alice) == table.seats.get()
    assert not table.matches.exists()


@override_switch(LIVE_TABLES, active=True)
@override_switch(QUICK_CHAT, active=True)
def test_whether_there_is_quick_chat_is_decided_when_the_table_is_offered(alice: Player, now: datetime) -> None:
    assert challenge_of(seating.offer(alice, PLLAY, now=now)).quick_chat


@override_switch(LIVE_TABLES, active=True)
def test_a_private_table_needs_its_switch(alice: Player, now: datetime) -> None:
    with pytest.raises(NotAllowed, match="no private tables"):
        seating.offer(alice, PLLAY, is_private=True, now=now)
    with override_switch(COMMUNITY_TABLES, active=True):
        assert challenge_of(seating.offer(alice, PLLAY, is_private=True, now=now)).is_private


@pytest.mark.parametrize("level", ["random", "master", "", "<script>"])
def test_a_table_with_bots_of_an_unknown_level_is_not_offered(alice: Player, now: datetime, level: str) -> None:
    with pytest.raises(UnknownLevel):
        seating.offer(alice, PLLAY, level=level, now=now)
    assert not Table.objects.exists()


def test_one_has_one_table_on_offer(alice: Player, table: Table, now: datetime) -> None:
    with pytest.raises(SitsElsewhere) as error:
        seating.offer(alice, PLLAY, now=now)
    assert error.value.url == f"/lobby/{table.code}/"
    assert Table.objects.get() == table


def test_the_fourth_to_sit_down_starts_the_match(
    table: Table, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    seating.sit(table, bob, 3, now)
    seating.sit(table, carol, 0, now)
    assert not table.matches.exists()
    seating.sit(table, dave, 1, now)
    match = selectors.current_match(table.pk)
    assert match.client_commits == [None] * 4, "everybody gets ready"
    assert challenge_of(table).started_at == now
    assert seated(table) == {0: "Carol", 1: "Dave", 2: "Alice", 3: "Bob"}
    assert set(table.seats.values_list("is_live", "absent_since")) == {(True, None)}


def test_a_seat_that_somebody_has_is_refused_by_their_name(table: Table, bob: Player, now: datetime) -> None:
    with pytest.raises(SeatTaken, match="Alice sits there already"):
        seating.sit(table, bob, 2, now)
    assert seated(table) == {2: "Alice"}


def test_without_a_seat_named_one_gets_the_first_free_one(
    table: Table, bob: Player, carol: Player, now: datetime
) -> None:
    seating.sit(table, bob, None, now)
    seating.sit(table, carol, None, now)
    assert seated(table) == {0: "Bob", 1: "Carol", 2: "Alice"}


def test_who_sits_there_moves_to_another_free_seat(table: Table, alice: Player, bob: Player, now: datetime) -> None:
    seating.sit(table, bob, 0, now)
    seating.sit(table, bob, 1, now)
    seating.sit(table, bob, 1, now)
    seating.sit(table, bob, None, now)
    assert seated(table) == {1: "Bob", 2: "Alice"}
    with pytest.raises(SeatTaken):
        seating.sit(table, alice, 1, now)


def test_who_sits_at_another_live_table_is_told_where(
    table: Table, bob: Player, carol: Player, dave: Player, eve: Player, now: datetime
) -> None:
    other = seating.offer(bob, PLLAY, now=now)
    with pytest.raises(SitsElsewhere) as error:
        seating.sit(table, bob, 0, now)
    assert error.value.url == f"/lobby/{other.code}/"
    for player in (carol, dave, eve):
        seating.sit(other, player, None, now)
    with pytest.raises(SitsElsewhere) as error:
        seating.sit(table, bob, 0, now)
    assert error.value.url == f"/tables/{other.code}/", "the game there has begun"
    assert seated(table) == {2: "Alice"}


def test_who_is_suspended_neither_sits_down_nor_offers_a_table(table: Table, bob: Player, now: datetime) -> None:
    bob.suspended_until = now + timedelta(hours=1)
    with pytest.raises(Suspended, match="until"):
        seating.sit(table, bob, 0, now)
    with pytest.raises(Suspended):
        seating.offer(bob, PLLAY, now=now)
    seating.sit(table, bob, 0, now + timedelta(hours=1))
    assert seated(table) == {0: "Bob", 2: "Alice"}


def test_the_maker_exchanges_two_seats(table: Table, alice: Player, bob: Player, carol: Player, now: datetime) -> None:
    seating.sit(table, bob, 0, now)
    seating.sit(table, carol, 1, now)
    seating.swap(table, alice, 0, 1, now)
    assert seated(table) == {0: "Carol", 1: "Bob", 2: "Alice"}
    seating.swap(table, alice, 1, 3, now)
    assert seated(table) == {0: "Carol", 2: "Alice", 3: "Bob"}
    seating.swap(table, alice, 2, 3, now)
    assert seated(table) == {0: "Carol", 2: "Bob", 3: "Alice"}
    assert table.seats.filter(is_live=True).count() == 3


def test_two_empty_seats_are_not_exchanged(table: Table, alice: Player, now: datetime) -> None:
    with pytest.raises(NotAllowed, match="Nobody sits"):
        seating.swap(table, alice, 0, 1, now)


def test_only_the_maker_swaps_fills_and_invites(table: Table, bob: Player, carol: Player, now: datetime) -> None:
    seating.sit(table, bob, 0, now)
    asked: list[Callable[[], None]] = [
        lambda: seating.swap(table, bob, 0, 2, now),
        lambda: seating.fill(table, bob, now),
        lambda: seating.invite(table, bob, "Carol", now),
        lambda: seating.swap(table, carol, 0, 2, now),
    ]
    for ask in asked:
        with pytest.raises(NotAllowed, match="whoever offers the table"):
            ask()
    assert seated(table) == {0: "Bob", 2: "Alice"}


def test_bots_of_the_agreed_level_fill_the_seats_and_the_match_begins(
    alice: Player, bob: Player, now: datetime
) -> None:
    table = seating.offer(alice, PLLAY, level="novice", now=now)
    seating.sit(table, bob, 0, now)
    seating.fill(table, alice, now)
    levels = dict(table.seats.values_list("seat", "level"))
    assert levels == {0: "", 1: "novice", 2: "", 3: "novice"}
    assert selectors.current_match(table.pk).client_commits == [None, "", None, ""]


def test_bots_do_not_fill_where_that_was_not_agreed(alice: Player, now: datetime) -> None:
    table = seating.offer(alice, PLLAY, may_fill=False, now=now)
    with pytest.raises(NotAllowed, match="people alone"):
        seating.fill(table, alice, now)
    assert seated(table) == {2: "Alice"}


def test_a_bot_gives_way_to_a_person_at_a_table_that_waits_again(
    table: Table, alice: Player, bob: Player, carol: Player, now: datetime
) -> None:
    seating.sit(table, bob, 0, now)
    seating.fill(table, alice, now)
    ready.vacate(selectors.current_match(table.pk), [0], now)
    assert seated(table) == {1: "Bruno", 2: "Alice", 3: "Dario"}
    with pytest.raises(SeatTaken):
        seating.sit(table, carol, 2, now)
    seating.sit(table, carol, 3, now)
    assert seated(table) == {1: "Bruno", 2: "Alice", 3: "Carol"}
    seating.fill(table, alice, now)
    assert seated(table) == {0: "Ada", 1: "Bruno", 2: "Alice", 3: "Carol"}
    assert table.matches.count() == 1


def test_nobody_comes_or_goes_once_the_game_has_begun(table: Table, alice: Player, bob: Player, now: datetime) -> None:
    seating.fill(table, alice, now)
    asked: list[Callable[[], None]] = [
        lambda: seating.sit(table, bob, 0, now),
        lambda: seating.leave(table, alice, now),
        lambda: seating.swap(table, alice, 0, 2, now),
        lambda: seating.fill(table, alice, now),
        lambda: seating.invite(table, alice, "Bob", now),
    ]
    for ask in asked:
        with pytest.raises(TableBegun):
            ask()
    assert table.matches.count() == 1


def test_leaving_leaves_no_trace(table: Table, alice: Player, bob: Player, now: datetime) -> None:
    seating.sit(table, bob, 0, now)
    seating.leave(table, bob, now)
    assert seated(table) == {2: "Alice"}
    assert lobbies.live_seat_of(bob) is None
    seating.leave(table, alice, now)
    assert not Table.objects.exists()
    assert not Challenge.objects.exists()
    with pytest.raises(TableGone):
        seating.sit(table, bob, 0, now)


def test_who_has_no_seat_cannot_leave(table: Table, bob: Player, now: datetime) -> None:
    with pytest.raises(NotAllowed, match="no seat"):
        seating.leave(table, bob, now)


def test_when_the_maker_leaves_who_came_next_decides(
    table: Table, alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    seating.invite(table, alice, "dave", now)
    seating.sit(table, bob, 3, now)
    seating.sit(table, carol, 1, now)
    seating.leave(table, alice, now)
    challenge = challenge_of(table)
    assert (challenge.maker, challenge.partner) == (bob, None)
    seating.swap(table, bob, 3, 0, now)
    assert seated(table) == {0: "Bob", 1: "Carol"}


def test_what_was_published_of_an_aborted_deal_stays_when_everybody_leaves(
    table: Table, alice: Player, now: datetime
) -> None:
    Abort.objects.create(table=table, ident="a" * 32, header="", seed="", entropies=[], missing=[], at=now)
    seating.leave(table, alice, now)
    assert selectors.count_aborts() == 1
    assert not Challenge.objects.exists()
    assert not Seat.objects.exists()


def test_the_seat_opposite_is_held_for_an_invited_partner(
    alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    table = seating.offer(alice, PLLAY, partner=carol, now=now)
    with pytest.raises(SeatTaken, match="held for Carol"):
        seating.sit(table, bob, 0, now)
    seating.sit(table, bob, None, now)
    assert seated(table) == {1: "Bob", 2: "Alice"}
    seating.sit(table, carol, None, now)
    assert seated(table) == {0: "Carol", 1: "Bob", 2: "Alice"}
    seating.leave(table, carol, now)
    with pytest.raises(SeatTaken, match="held for Carol"):
        seating.sit(table, dave, 0, now)
    seating.sit(table, dave, None, now)
    with pytest.raises(SeatTaken, match="No seat is free"):
        seating.sit(table, make_guest(), None, now)


def test_the_held_seat_goes_where_the_maker_goes(alice: Player, bob: Player, carol: Player, now: datetime) -> None:
    table = seating.offer(alice, PLLAY, partner=carol, now=now)
    seating.sit(table, alice, 1, now)
    seating.sit(table, bob, 0, now)
    with pytest.raises(SeatTaken, match="held for Carol"):
        seating.sit(table, bob, 3, now)
    seating.sit(table, carol, None, now)
    assert seated(table) == {0: "Bob", 1: "Alice", 3: "Carol"}


def test_an_invitation_is_taken_back_or_declined(
    table: Table, alice: Player, bob: Player, carol: Player, now: datetime
) -> None:
    seating.invite(table, alice, " CAROL ", now)
    assert lobbies.show_lobby(lobbies.read_hall(), carol.pk, "Carol")["invitations"][0]["code"] == table.code
    with pytest.raises(NotAllowed):
        seating.uninvite(table, bob, now)
    seating.uninvite(table, carol, now)
    seating.sit(table, bob, 0, now)
    seating.invite(table, alice, "carol", now)
    seating.uninvite(table, alice, now)
    seating.uninvite(table, alice, now)
    assert challenge_of(table).partner is None


@pytest.mark.parametrize("name", ["nobody", "bot-ada", "guest", "", "  ", "a" * 150, "<script>"])
def test_a_name_that_no_account_has_is_refused_in_words(table: Table, alice: Player, now: datetime, name: str) -> None:
    make_guest()
    with pytest.raises(UnknownPlayer, match="Nobody here is called"):
        seating.invite(table, alice, name, now)
    assert challenge_of(table).partner is None


def test_one_does_not_invite_oneself_nor_who_sits_there(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    with pytest.raises(UnknownPlayer, match="your own partner"):
        seating.invite(table, alice, "Alice", now)
    with pytest.raises(UnknownPlayer, match="your own partner"):
        seating.offer(bob, PLLAY, partner=bob, now=now)
    seating.sit(table, bob, 1, now)
    with pytest.raises(NotAllowed, match="sits at this table"):
        seating.invite(table, alice, "bob", now)


def test_a_seat_is_given_up_ten_minutes_after_its_player_was_last_there(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    seating.sit(table, bob, 0, now)
    later = now + timedelta(minutes=9)
    seating.note_here(bob.pk, later)
    assert seating.forget_stale(later) == 0
    assert seating.forget_stale(now + timedelta(minutes=10)) == 1
    assert seated(table) == {0: "Bob"}
    assert challenge_of(table).maker == bob
    assert seating.forget_stale(later + timedelta(minutes=10)) == 1
    assert not Table.objects.exists()


def test_of_a_seat_nobody_has_noted_the_ten_minutes_begin_with_the_first_look(table: Table, now: datetime) -> None:
    table.seats.update(absent_since=None)
    assert seating.forget_stale(now) == 0
    assert seating.forget_stale(now + timedelta(minutes=9)) == 0
    assert seating.forget_stale(now + timedelta(minutes=10)) == 1


def test_no_seat_of_a_game_that_has_begun_is_given_up(table: Table, alice: Player, now: datetime) -> None:
    seating.fill(table, alice, now)
    seating.note_here(alice.pk, now)
    assert seating.forget_stale(now + timedelta(days=1)) == 0
    assert table.seats.filter(is_live=True, absent_since=None).exists()


def test_a_guest_brings_the_seat_and_the_offer_into_the_account(bob: Player, now: datetime) -> None:
    guest = make_guest()
    table = seating.offer(guest, PLLAY, now=now)
    abort = Abort.objects.create(table=table, ident="a" * 32, header="", seed="", entropies=[], missing=[2], at=now)
    abort.caused_by.add(guest)
    merge(guest, bob)
    assert seated(table) == {2: "Bob"}
    assert challenge_of(table).maker == bob
    assert lobbies.live_seat_of(bob) == table.seats.get()
    assert list(abort.caused_by.all()) == [bob]
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_gives_a_waiting_seat_up_for_an_account_that_has_one(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    guest = make_guest()
    seating.sit(table, guest, 0, now)
    other = seating.offer(bob, PLLAY, now=now)
    merge(guest, bob)
    assert seated(table) == {2: "Alice"}
    assert lobbies.live_seat_of(bob) == other.seats.get()
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_bot_plays_on_for_a_guest_who_is_an_account_with_another_seat(
    table: Table, alice: Player, bob: Player, now: datetime
) -> None:
    guest = make_guest()
    seating.sit(table, guest, 0, now)
    seating.fill(table, alice, now)
    deal(table, now)
    other = seating.offer(bob, PLLAY, now=now)
    merge(guest, bob)
    row = table.seats.get(seat=0)
    assert (row.player, row.is_live, row.has_left) == (bob, False, True)
    assert state_of(table).stand_ins[0] is not None
    assert lobbies.live_seat_of(bob) == other.seats.get()
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_in_the_game_of_the_account_keeps_that_seat_and_nobody_has_it(
    table: Table, alice: Player, now: datetime
) -> None:
    guest = make_guest()
    seating.sit(table, guest, 0, now)
    seating.fill(table, alice, now)
    deal(table, now)
    merge(guest, alice)
    assert (seated(table)[0], seated(table)[2]) == ("Guest", "Alice")
    assert not table.seats.get(seat=0).is_live
    assert table.seats.get(seat=2).is_live


def test_who_changes_seats_without_end_is_asked_to_wait_a_minute(table: Table, bob: Player, now: datetime) -> None:
    for turn in range(reception.MOST_A_MINUTE):
        reception.serve(Sit("a", table.code, turn % 2), bob, now)
    before = seated(table)
    with pytest.raises(TooOften, match="Wait a minute"):
        reception.serve(Sit("a", table.code, 3), bob, now)
    assert seated(table) == before
    reception.serve(Sit("a", table.code, 3), bob, now + timedelta(minutes=1))
    assert seated(table) == {2: "Alice", 3: "Bob"}


def test_every_refusal_is_a_sentence(table: Table, bob: Player, now: datetime) -> None:
    with pytest.raises(ServiceError) as error:
        seating.sit(table, bob, 2, now)
    assert str(error.value).endswith(".")
