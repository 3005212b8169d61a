"""Studies: a game played on from a step of its replay, an act taken back; they count nowhere."""

import json
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest

from games import selectors, vault
from games.engine import match as engine
from games.engine.actions import BLIND_NIL, Action, Bid, Look, Play, Reason, Refused
from games.engine.cards import SEATS, card_text
from games.engine.rules import PLLAY, make_challenge
from games.engine.verifier import Signature, Status, verify
from games.models import DealCount, Match, MatchCheck, Player, Table
from games.replays import open_replay
from games.services import audits, bots, play, studies, tables
from games.services.errors import NothingToPlayOn, NothingToTakeBack
from games.services.tables import PERSON_SEAT
from tests.games.playing import (
    is_hand_over,
    is_match_over,
    is_playing,
    match_of,
    open_dealt,
    play_until,
    state_of,
)

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SHORT = make_challenge("pllay", hand_limit=2, blind_nil="off")
BLIND = make_challenge("pllay", blind_nil="always")


def act_randomly(table: Table, now: datetime, chance: random.Random) -> None:
    """Makes whoever is on turn do something legal; starts the next hand when one is over."""
    state = state_of(table)
    if is_hand_over(state):
        play.start_hand(match_of(table).pk, len(state.results) - 1, now)
        return
    seat = engine.turn(state)
    play.act(match_of(table).pk, seat, chance.choice(engine.legal_actions(state, seat)), seen=state.acts, now=now)


def act(table: Table, seat: int, action: Action, now: datetime) -> None:
    play.act(match_of(table).pk, seat, action, seen=state_of(table).acts, now=now)


def take_back(table: Table, now: datetime, seen: int | None = None, seat: int = PERSON_SEAT) -> Match:
    """Takes back the last act of a seat, by default of whoever sits South; gives the study."""
    match = match_of(table)
    studies.undo(table, seat, match.ident, seen=match.acts if seen is None else seen, now=now)
    return match_of(table)


def open_from(player: Player, origin: Match, hand: int, step: int, seat: int, now: datetime) -> Table:
    """Opens a study from a step of a hand, as the player may replay it."""
    events = open_replay(origin.ident, player).events_until(hand, step)
    return studies.open_study(player, origin, events, seat, now)


def is_turn_of_south(state: engine.Match) -> bool:
    return engine.turn(state) == PERSON_SEAT


def folds_to_its_state(match: Match) -> bool:
    """Whether the log, dealt as the match deals, leads to the stored state."""
    state = engine.new_match(selectors.rules_of(match), match.state["kinds"])
    for event in selectors.events_of(match):
        state = engine.advance(state, event, partial(selectors.deal_of, match))
    return state == selectors.state_of(match)


@pytest.fixture
def ended(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    """A game of two hands that is over."""
    table = open_table(alice, rules=SHORT, seed=9101)
    play_until(table, is_match_over, now)
    return match_of(table)


@pytest.fixture
def playing(open_table: OpenTable, alice: Player, now: datetime) -> Table:
    """A game in its first hand: South has bid and played two cards, and is to act."""
    table = open_table(alice, rules=SHORT, seed=9102)
    play_until(table, lambda s: is_playing(s) and is_turn_of_south(s) and s.hand is not None and s.acts >= 12, now)
    return table


def test_a_study_begins_at_exactly_the_step_it_was_opened_from(ended: Match, eve: Player, now: datetime) -> None:
    replay = open_replay(ended.ident, eve)
    for hand in replay.hands:
        read = replay.read_hand(hand)
        steps = replay.steps_of(hand)
        for step in range(0, read["play_on"] + 1, 5):
            table = open_from(eve, ended, hand, step, 3, now)
            state = selectors.state_of(table.matches.earliest("ordinal"))
            view = steps[step]["view"]
            shown = engine.dump(state)["hand"]
            assert state.hand is not None
            assert (state.hand.number, shown["bids"], shown["trick"]) == (hand, view["bids"], view["trick"]["cards"])
            held = [[card_text(card) for card in holding] for holding in state.hand.holdings]
            assert selectors.deal_of(match_of(table), hand) == selectors.deal_of(ended, hand)
            assert held == view["holdings"]
            assert (list(state.score), list(state.bags)) == (view["score"], view["bags"])


def test_whoever_plays_on_sits_where_they_like_and_bots_take_the_other_seats(
    ended: Match, eve: Player, now: datetime
) -> None:
    for seat in SEATS:
        table = open_from(eve, ended, 0, 3, seat, now)
        assert selectors.seat_of(table, eve) == seat
        assert [s.player.is_bot for s in table.seats.all()] == [other != seat for other in SEATS]
        assert match_of(table).state["kinds"] == ["human" if other == seat else "bot" for other in SEATS]


def test_a_seat_of_a_person_or_of_a_bot_that_is_not_offered_gets_the_best_bot(
    alice: Player, bob: Player, eve: Player, now: datetime
) -> None:
    table = open_dealt(SHORT, {0: alice, 2: bob}, {1: "novice", 3: "random"}, now)
    play_until(table, is_match_over, now)
    opened = open_from(eve, match_of(table), 0, 0, 0, now)
    best = studies.shown_levels()[-1]
    assert dict(opened.seats.values_list("seat", "level")) == {0: "", 1: "novice", 2: best, 3: best}


def test_the_log_of_a_study_folds_to_its_state_at_every_event(ended: Match, eve: Player, now: datetime) -> None:
    chance = random.Random(9103)
    table = open_from(eve, ended, 0, 20, 0, now)
    while not is_match_over(state_of(table)):
        assert folds_to_its_state(match_of(table))
        if chance.random() < 0.1 and engine.turn(state_of(table)) == 0:
            try_undo(table, now, seat=0)
            assert folds_to_its_state(match_of(table))
        act_randomly(table, now, chance)
    assert folds_to_its_state(match_of(table))


def try_undo(table: Table, now: datetime, seat: int) -> None:
    if any(event["type"] in ("bid", "play") for event in own_acts(table, seat)[-1:]):
        take_back(table, now, seat=seat)


def own_acts(table: Table, seat: int) -> list[dict[str, object]]:
    hand = state_of(table).hand
    assert hand is not None
    events = selectors.events_of(match_of(table))
    return [event for event in events if event.get("seat") == seat and event["hand"] == hand.number]


def test_the_hand_goes_on_with_the_cards_it_had_and_later_hands_are_dealt_anew(
    ended: Match, eve: Player, now: datetime
) -> None:
    table = open_from(eve, ended, 0, 30, 2, now)
    play_until(table, is_match_over, now)
    study = match_of(table)
    assert selectors.deal_of(study, 0) == selectors.deal_of(ended, 0)
    assert selectors.deal_of(study, 1) != selectors.deal_of(ended, 1)
    dealers = [event["dealer"] for event in selectors.events_of(study) if event["type"] == "hand_start"]
    assert dealers[1] == (dealers[0] + 1) % 4


def test_a_study_of_a_running_game_knows_neither_its_seed_nor_the_chances_of_its_bots(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, seed=9104)
    play_until(table, lambda state: len(state.results) == 1 and is_playing(state), now)
    origin = match_of(table)
    study = match_of(open_from(alice, origin, 0, 10, 2, now))
    theirs, ours = selectors.shuffle_of(origin), selectors.dealing_of(study)
    assert theirs.seed not in (selectors.shuffle_of(study).seed, *getattr(ours, "hand_seeds", ()))
    assert ours.deal(0) == theirs.deal(0)
    assert [ours.deal(hand) == theirs.deal(hand) for hand in (1, 2, 3)] == [False] * 3
    assert all(ours.bot_seed(hand, seat) != theirs.bot_seed(hand, seat) for hand in (0, 1, 2) for seat in SEATS)


def test_a_whole_game_cannot_be_played_on_after_its_last_card(ended: Match, eve: Player, now: datetime) -> None:
    read = open_replay(ended.ident, eve).read_hand(1)
    assert read["play_on"] == len(read["steps"]) - 4, "the last card, the sum and the end come after it"
    for step in range(read["play_on"] + 1, len(read["steps"])):
        with pytest.raises(NothingToPlayOn) as refused:
            open_from(eve, ended, 1, step, 2, now)
        assert "ends with this hand" in str(refused.value)
    assert not eve.seats.exists()


def test_from_the_sum_of_a_hand_the_next_one_is_dealt_on_request(ended: Match, eve: Player, now: datetime) -> None:
    last = len(open_replay(ended.ident, eve).read_hand(0)["steps"]) - 1
    for step in (last - 1, last):  # the last card, and the sum that belongs to it
        table = open_from(eve, ended, 0, step, 2, now)
        assert is_hand_over(state_of(table))
        play.start_hand(match_of(table).pk, 0, now)
        assert engine.phase(state_of(table)) == engine.Phase.BIDDING


def test_a_game_closed_in_the_middle_of_a_hand_can_be_played_on_from_there(
    playing: Table, eve: Player, now: datetime
) -> None:
    before = state_of(playing)
    play.close(match_of(playing).pk, "left", now)
    origin = match_of(playing)
    last = open_replay(origin.ident, eve).read_hand(0)["play_on"]
    after = state_of(open_from(eve, origin, 0, last, 2, now))
    assert (after.hand, after.outcome) == (before.hand, None)


def test_a_study_has_no_promise_no_seal_and_no_seed_to_reveal(playing: Table, now: datetime) -> None:
    study = take_back(playing, now)
    play_until(playing, is_match_over, now)
    study.refresh_from_db()
    assert (study.commit, study.header, study.head, study.seal) == ("", "", "", "")
    assert "reveal" not in {event["type"] for event in selectors.events_of(study)}
    message = selectors.read_table(playing.pk, 2, have=0, now_ms=0)
    assert (message["seed"], message["waiting"], message["client_commits"]) == (None, None, [])


def test_a_view_tells_which_game_a_study_is_of(playing: Table, now: datetime) -> None:
    origin = match_of(playing)
    assert selectors.read_table(playing.pk, 2, have=0, now_ms=0)["study"] is None
    for _ in range(2):  # a study of a study is of the same game
        take_back(playing, now)
        assert selectors.read_table(playing.pk, 2, have=0, now_ms=0)["study"] == {"origin": origin.ident, "hand": 0}


def test_a_card_taken_back_is_in_the_hand_again_and_everybody_is_where_they_were(playing: Table, now: datetime) -> None:
    chance = random.Random(9105)
    taken_back = 0
    while not is_hand_over(before := play_until(playing, lambda s: is_turn_of_south(s) or is_hand_over(s), now)):
        act(playing, 2, chance.choice(engine.legal_actions(before, 2)), now)
        for _ in range(chance.randrange(3)):
            if not is_hand_over(state_of(playing)) and not is_turn_of_south(state_of(playing)):
                act_randomly(playing, now, chance)
        if not is_hand_over(state_of(playing)):
            take_back(playing, now)
            assert state_of(playing) == before
            taken_back += 1
            act(playing, 2, engine.default_action(before), now)
    assert taken_back > 8


def test_a_bid_is_taken_back_before_a_card_is_played(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=SHORT, seed=9106)
    play_until(table, is_turn_of_south, now)
    before = state_of(table)
    act(table, 2, Bid(13), now)
    take_back(table, now)
    assert state_of(table) == before
    with pytest.raises(NothingToTakeBack) as refused:
        take_back(table, now)
    assert "not bid or played in this hand" in str(refused.value)


def test_the_game_that_was_left_is_closed_without_a_winner_and_stays_sealed(playing: Table, now: datetime) -> None:
    origin, lines = match_of(playing), selectors.lines_of(match_of(playing))
    study = take_back(playing, now)
    origin.refresh_from_db()
    closing = [json.loads(line) for line in selectors.lines_of(origin)[len(lines) :]]
    assert [(event["type"], event.get("reason")) for event in closing] == [("match_end", "abandoned"), ("reveal", None)]
    keys = {vault.key_id(): vault.public_key()}
    report = verify(selectors.transcript_of(origin).encode(), keys, bytes.fromhex(origin.commit))
    assert (report.status, report.signature) == (Status.GOOD, Signature.OK)
    assert (study.ordinal, study.table, study.ended_at) == (origin.ordinal + 1, playing, None)


def test_an_act_can_be_taken_back_again_and_again_down_to_the_bid(playing: Table, now: datetime) -> None:
    acts = len(own_acts(playing, 2))
    for left in range(acts - 1, -1, -1):
        take_back(playing, now)
        assert len(own_acts(playing, 2)) == left
    with pytest.raises(NothingToTakeBack):
        take_back(playing, now)
    assert playing.matches.filter(ended_at=None).count() == 1


def test_no_undo_goes_across_a_look_or_a_blind_nil(open_table: OpenTable, alice: Player, now: datetime) -> None:
    for action, words in ((Look(), "look cannot be taken back"), (Bid(BLIND_NIL), "blind nil cannot be taken back")):
        table = open_table(alice, rules=BLIND)
        play_until(table, is_turn_of_south, now)
        act(table, 2, action, now)
        with pytest.raises(NothingToTakeBack) as refused:
            take_back(table, now)
        assert words in str(refused.value)
        assert not match_of(table).is_study


def test_a_bid_after_a_look_can_be_taken_back_and_the_look_cannot(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=BLIND)
    play_until(table, is_turn_of_south, now)
    act(table, 2, Look(), now)
    act(table, 2, Bid(4), now)
    take_back(table, now)
    assert [event["type"] for event in own_acts(table, 2)] == ["look"]
    with pytest.raises(NothingToTakeBack):
        take_back(table, now)


def test_no_undo_goes_across_the_end_of_a_hand_or_of_a_game(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=SHORT, seed=9107)
    play_until(table, is_hand_over, now)
    with pytest.raises(Refused) as refused:
        take_back(table, now)
    assert refused.value.reason is Reason.HAND_OVER
    play.start_hand(match_of(table).pk, 0, now)
    with pytest.raises(NothingToTakeBack):
        take_back(table, now)
    play_until(table, is_match_over, now)
    with pytest.raises(Refused) as refused:
        take_back(table, now)
    assert refused.value.reason is Reason.MATCH_OVER


def test_before_the_first_card_there_is_nothing_to_take_back(alice: Player, now: datetime) -> None:
    table = tables.open_practice_table(alice, PLLAY, {0: "novice", 1: "novice", 3: "novice"}, now)
    with pytest.raises(NothingToTakeBack):
        take_back(table, now)


def test_only_where_one_plays_with_bots_alone_an_act_is_taken_back(alice: Player, bob: Player, now: datetime) -> None:
    table = open_dealt(SHORT, {0: alice, 2: bob}, {1: "novice", 3: "novice"}, now)
    play_until(table, lambda state: state.acts == 10, now)
    with pytest.raises(NothingToTakeBack) as refused:
        take_back(table, now)
    assert "with bots alone" in str(refused.value)
    for seat in (None, 1):
        with pytest.raises(Refused) as unseated:
            studies.undo(table, seat, match_of(table).ident, seen=10, now=now)
        assert unseated.value.reason is Reason.NOT_SEATED
    assert table.matches.count() == 1


def test_an_undo_is_stale_only_if_an_own_act_came_that_had_not_been_seen(playing: Table, now: datetime) -> None:
    seen = match_of(playing).acts
    act(playing, 2, engine.default_action(state_of(playing)), now)
    for unfit in (seen, seen + 2):
        with pytest.raises(Refused) as refused:
            take_back(playing, now, seen=unfit)
        assert refused.value.reason is Reason.STALE
    seen = match_of(playing).acts
    play.act(match_of(playing).pk, 3, engine.default_action(state_of(playing)), seen=seen, now=now)
    assert take_back(playing, now, seen=seen).acts == seen - 1


def test_the_same_undo_sent_again_changes_nothing_and_one_of_another_game_is_stale(
    playing: Table, now: datetime
) -> None:
    origin = match_of(playing)
    study = take_back(playing, now)
    studies.undo(playing, 2, origin.ident, seen=origin.acts, now=now)
    assert match_of(playing) == study
    with pytest.raises(Refused) as refused:
        studies.undo(playing, 2, "0" * 32, seen=origin.acts, now=now)
    assert refused.value.reason is Reason.STALE


def test_an_undo_of_the_game_before_this_one_is_stale(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", hand_limit=1), seed=9108)
    play_until(table, is_match_over, now)
    first = match_of(table)
    tables.play_again(table, first.ident, now)
    with pytest.raises(Refused) as refused:
        studies.undo(table, 2, first.ident, seen=first.acts, now=now)
    assert refused.value.reason is Reason.STALE


def test_after_a_study_another_game_begins_with_a_promise(playing: Table, now: datetime) -> None:
    study = take_back(playing, now)
    play_until(playing, is_match_over, now)
    tables.play_again(playing, study.ident, now)
    after = match_of(playing)
    assert not after.is_study
    assert after.client_commits == ["", "", None, ""], "the person is asked for a contribution"


def test_a_study_counts_nowhere(playing: Table, ended: Match, now: datetime) -> None:
    take_back(playing, now)
    play_until(playing, is_match_over, now)
    study = match_of(playing)
    assert study.ended_at is not None
    assert study not in selectors.finished_matches()
    counted = audits.audit_finished(now)
    assert counted == 2, "the two games that had a promise"
    deals = sum(DealCount.objects.filter(measure="spades", seat=0).values_list("count", flat=True))
    assert deals == 2 + 1, "those of the game of two hands, and the one that was closed in its first"
    assert not MatchCheck.objects.filter(match=study).exists()
    assert selectors.matches_to_audit(99) == []
    with pytest.raises(ValueError, match="is a study"):
        selectors.deals_of(study)


def test_my_tables_show_the_last_of_the_studies_that_were_taken_back(
    playing: Table, alice: Player, now: datetime
) -> None:
    origin = match_of(playing)
    for _ in range(3):
        study = take_back(playing, now)
    assert list(selectors.matches_of(alice)) == [study, origin]


def test_bots_play_their_turns_of_a_study(ended: Match, eve: Player, now: datetime) -> None:
    table = open_from(eve, ended, 0, 0, 2, now)
    bots.move_due(match_of(table).pk, clock=lambda: now)
    assert engine.turn(state_of(table)) == 2
    while not is_hand_over(state_of(table)):
        act(table, 2, engine.default_action(state_of(table)), now)
        bots.move_due(match_of(table).pk, clock=lambda: now)
    assert folds_to_its_state(match_of(table))


def test_a_card_of_the_closed_game_is_refused_and_does_not_move_the_study(playing: Table, now: datetime) -> None:
    origin, card = match_of(playing), engine.default_action(state_of(playing))
    assert isinstance(card, Play)
    study = take_back(playing, now)
    with pytest.raises(Refused) as refused:
        play.act(origin.pk, 2, card, seen=origin.acts, now=now)
    assert refused.value.reason is Reason.MATCH_OVER
    with pytest.raises(Refused) as refused:
        play.act(study.pk, 2, card, seen=origin.acts, now=now)
    assert refused.value.reason is Reason.STALE


def test_who_acted_for_a_seat_left_it_or_gave_up_is_not_of_the_position(
    ended: Match, eve: Player, now: datetime
) -> None:
    events = open_replay(ended.ident, eve).events_until(0, 40)
    bid = next(at for at, event in enumerate(events) if event["type"] == "bid" and event["seat"] == 2)
    told = [dict(event) for event in events]
    told[bid]["by"] = "bot"
    told[-1]["by"] = "claim"
    told.insert(bid + 1, {"i": 0, "t": 0, "type": "return", "seat": 2})
    told.insert(bid, {"i": 0, "t": 0, "type": "takeover", "seat": 2, "bot": "novice-1"})
    told += [{"i": 0, "t": 0, "type": "chat", "seat": 2, "msg": "nice"}, {"i": 0, "t": 0, "type": "concede", "seat": 2}]
    plain, other = (studies.open_study(eve, ended, log, 0, now) for log in (events, told))
    assert selectors.lines_of(match_of(other)) == selectors.lines_of(match_of(plain))
    assert state_of(other) == state_of(plain)


def test_nobody_fills_the_site_with_acts_taken_back(playing: Table, now: datetime) -> None:
    for _ in range(studies.UNDOS_A_MINUTE):
        take_back(playing, now)
        act(playing, 2, engine.default_action(state_of(playing)), now)
    with pytest.raises(NothingToTakeBack) as refused:
        take_back(playing, now)
    assert "Wait a minute" in str(refused.value)
    take_back(playing, now + timedelta(minutes=1))
