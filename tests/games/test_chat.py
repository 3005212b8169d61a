"""Quick chat: what may be said when, how often, by whom, and that it stands in the log and in nothing else."""

import random
from datetime import datetime, timedelta

import pytest

from games import live, selectors
from games.company import chats_of
from games.engine import match as engine
from games.engine.actions import Reason, Refused
from games.engine.cards import partner_of
from games.engine.rules import PLLAY, make_challenge
from games.models import Player, Table
from games.services import chat, play
from games.services.errors import NotSaid
from tests.games.live import deal_live, open_live
from tests.games.playing import act_default, is_hand_over, is_match_over, is_playing, match_of, play_until, state_of

pytestmark = pytest.mark.django_db
LATER = timedelta(seconds=5)


@pytest.fixture
def table(alice: Player, bob: Player, carol: Player, dave: Player, now: datetime) -> Table:
    """A live table in the middle of the bidding."""
    rules = make_challenge("pllay", hand_limit=2, blind_nil="off")
    table = open_live(dict(enumerate([alice, bob, carol, dave])), rules, now)
    deal_live(table, now, random.Random(5).randbytes)
    return table


@pytest.fixture
def playing(table: Table, now: datetime) -> Table:
    """The same table once all four have bid."""
    play_until(table, is_playing, now)
    return table


def say(table: Table, seat: int, now: datetime, msg: str = "good_luck", action_id: str = "a") -> None:
    match = match_of(table)
    chat.say(match, seat, match.ident, msg, now, action_id)


def free_seat(table: Table) -> int:
    """A seat whose partner is not on turn."""
    turn = engine.turn(state_of(table))
    assert turn is not None
    return turn


def said(table: Table) -> list[tuple[int, str]]:
    return [(event["seat"], event["msg"]) for event in chats_of(match_of(table))]


@pytest.mark.parametrize("msg", chat.MESSAGES)
def test_each_of_the_eight_messages_stands_in_the_log(playing: Table, now: datetime, msg: str) -> None:
    seat, acts = free_seat(playing), match_of(playing).acts
    say(playing, seat, now, msg)
    assert said(playing) == [(seat, msg)]
    assert match_of(playing).acts == acts, "a message makes no act stale"


@pytest.mark.parametrize("msg", ["<script>", "99", "good_luck\n", "GOOD_LUCK", "", "hello"])
def test_any_other_message_is_refused_and_nothing_is_stored(playing: Table, now: datetime, msg: str) -> None:
    seq = match_of(playing).seq
    with pytest.raises(NotSaid, match="no message"):
        say(playing, free_seat(playing), now, msg)
    assert match_of(playing).seq == seq


def test_nothing_is_said_from_the_deal_to_the_fourth_bid(table: Table, now: datetime) -> None:
    while not is_playing(state_of(table)):
        for seat in range(4):
            with pytest.raises(NotSaid, match="until all four have bid"):
                say(table, seat, now, action_id=f"s{seat}")
        act_default(table, now)
    assert said(table) == []


def test_nothing_is_said_while_the_partner_is_on_turn(playing: Table, now: datetime) -> None:
    with pytest.raises(NotSaid, match="partner is on turn"):
        say(playing, partner_of(free_seat(playing)), now)


def test_between_two_hands_everybody_may_speak(playing: Table, now: datetime) -> None:
    play_until(playing, is_hand_over, now)
    for seat in range(4):
        say(playing, seat, now, "well_played", f"s{seat}")
    assert said(playing) == [(seat, "well_played") for seat in range(4)]


def test_after_the_game_the_log_is_closed_and_nothing_is_said(playing: Table, now: datetime) -> None:
    play_until(playing, is_match_over, now)
    with pytest.raises(Refused) as refused:
        say(playing, 0, now)
    assert refused.value.reason is Reason.MATCH_OVER


def test_one_message_in_five_seconds_and_no_sooner(playing: Table, now: datetime) -> None:
    seat = free_seat(playing)
    say(playing, seat, now)
    with pytest.raises(NotSaid, match="five seconds"):
        say(playing, seat, now + LATER - timedelta(milliseconds=1), action_id="b")
    say(playing, seat, now + LATER, action_id="b")
    assert len(said(playing)) == 2


def test_another_seat_does_not_wait_for_it(playing: Table, now: datetime) -> None:
    seat = free_seat(playing)
    say(playing, seat, now)
    say(playing, (seat + 1) % 4, now, action_id="b")
    assert len(said(playing)) == 2


def test_twenty_messages_a_game_and_no_more(playing: Table, now: datetime) -> None:
    seat = free_seat(playing)
    for number in range(live.MOST_CHATS):
        say(playing, seat, now + number * LATER, action_id=f"m{number}")
    with pytest.raises(NotSaid, match="20 messages"):
        say(playing, seat, now + live.MOST_CHATS * LATER, action_id="more")
    assert len(said(playing)) == live.MOST_CHATS


def test_the_same_message_sent_again_with_its_id_is_said_once(playing: Table, now: datetime) -> None:
    seat = free_seat(playing)
    say(playing, seat, now)
    say(playing, seat, now)
    assert len(said(playing)) == 1


def test_of_another_match_nothing_is_said(playing: Table, now: datetime) -> None:
    with pytest.raises(Refused) as refused:
        chat.say(match_of(playing), free_seat(playing), "0" * 32, "thanks", now, "a")
    assert refused.value.reason is Reason.STALE


def test_a_player_who_is_muted_by_the_site_is_told_until_when(playing: Table, now: datetime) -> None:
    seat = free_seat(playing)
    player = playing.seats.get(seat=seat).player
    player.muted_until = now + timedelta(days=1)
    player.save()
    with pytest.raises(NotSaid, match="You may not chat until"):
        say(playing, seat, now)
    say(playing, seat, now + timedelta(days=1))


def test_where_it_was_not_agreed_on_there_is_no_chat(
    alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    table = open_live(dict(enumerate([alice, bob, carol, dave])), PLLAY, now, quick_chat=False)
    deal_live(table, now)
    play_until(table, is_playing, now)
    with pytest.raises(NotSaid, match="no quick chat"):
        say(table, free_seat(table), now)


def test_muting_a_partner_is_kept_for_every_table_and_can_be_taken_back(playing: Table, now: datetime) -> None:
    match = match_of(playing)
    alice, carol = (playing.seats.get(seat=seat).player for seat in (0, 2))
    chat.mute(match, 0, match.ident, True, now)
    chat.mute(match, 0, match.ident, True, now)
    alice.refresh_from_db()
    assert alice.preferences["muted"] == [carol.pk]
    assert is_muted(playing, 0, now)
    assert not is_muted(playing, 2, now)
    chat.mute(match, 0, match.ident, False, now)
    assert not is_muted(playing, 0, now)


def is_muted(table: Table, seat: int, now: datetime) -> bool:
    message = selectors.read_table(table.pk, seat, have=0, now_ms=play.milliseconds(now))
    return bool(message["live"]["chat"]["muted"])


def test_a_bot_cannot_be_muted(alice: Player, bob: Player, now: datetime) -> None:
    table = open_live({0: alice, 1: bob}, PLLAY, now)
    match = match_of(table)
    with pytest.raises(NotSaid, match="nobody to mute"):
        chat.mute(match, 0, match.ident, True, now)
