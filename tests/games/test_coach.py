"""The coach: each act of a person in a finished hand is judged by what the player could know, once, and kept."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games import reviews, selectors
from games.engine import match as engine
from games.engine.actions import Play, action_json
from games.engine.rules import make_challenge
from games.models import Match, Player, Review, Table
from games.reviews import Question, write_review
from games.services import coach, hints, play, studies
from games.services.coach import LATE, MOST_TRIES
from games.services.errors import NothingToReview
from games.services.moments import find_moments
from games.tasks import review_hand, wake_coach
from tests.games.playing import is_hand_over, is_match_over, is_playing, match_of, open_dealt, play_until

pytestmark = pytest.mark.django_db
OpenTable = Callable[..., Table]
SOUTH = 2


@pytest.fixture
def match(open_table: OpenTable, alice: Player, now: datetime) -> Match:
    """After its first hand, in which Alice did what a clock would do."""
    table = open_table(alice, rules=make_challenge("pllay", blind_nil="off"), seed=6101)
    play_until(table, is_hand_over, now)
    return match_of(table)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The reviews that were given to the background, which here is nobody."""
    keys: list[int] = []
    monkeypatch.setattr(coach._errand, "start", keys.append)
    return keys


def as_told(match: Match, now: datetime, seat: int = SOUTH) -> dict[str, Any]:
    return write_review(Question(match, 0, seat), now)


def test_a_review_judges_every_act_of_the_seat_in_order(match: Match, now: datetime) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    coach.make(review.pk, lambda: now)
    done = Review.objects.get(pk=review.pk)
    assert (done.total, len(done.acts), done.done_at) == (14, 14, now)
    moments = find_moments(match, 0, SOUTH)
    assert [act["act"] for act in done.acts] == [action_json(moment.act) for moment in moments]
    assert [act["step"] for act in done.acts] == [moment.step for moment in moments]
    assert all(act["cost"] >= 0 for act in done.acts)
    assert all(act["cost"] == 0 for act in done.acts if act["best"] == act["act"])


def test_careless_acts_cost_points_and_the_worst_three_come_first(match: Match, now: datetime) -> None:
    coach.make(coach.ask(match, 0, SOUTH, now).pk, lambda: now)
    told = as_told(match, now)
    costs = {act["step"]: act["cost"] for act in told["acts"]}
    assert told["state"] == "done"
    assert told["cost"] == sum(costs.values()) > 0
    assert [costs[step] for step in told["worst"]] == sorted(costs.values(), reverse=True)[: len(told["worst"])]
    assert 1 <= len(told["worst"]) <= 3
    assert "cost about" in told["summary"]
    dearest = next(act for act in told["acts"] if act["step"] == told["worst"][0])
    assert dearest["better"]
    assert dearest["why"].endswith(".")
    assert dearest["price"] == f"cost about {dearest['cost']} points"


@pytest.mark.parametrize(
    ("costs", "said"),
    [((0, 3), "One of your acts cost about 3 points."), ((1, 3), "2 of your acts cost about 4 points.")],
)
def test_what_was_paid_is_summed_up_in_the_right_number(costs: tuple[int, ...], said: str) -> None:
    assert reviews._summarize([{"cost": cost} for cost in costs]).startswith(said + " A price is an average")


def test_what_was_no_choice_costs_nothing_and_is_said_to_be_none(match: Match, now: datetime) -> None:
    coach.make(coach.ask(match, 0, SOUTH, now).pk, lambda: now)
    last = as_told(match, now)["acts"][-1]
    assert (last["cost"], last["price"], last["better"]) == (0, "no choice", "")


def test_the_same_hand_is_judged_the_same_again(match: Match, now: datetime) -> None:
    first = coach.ask(match, 0, SOUTH, now)
    coach.make(first.pk, lambda: now)
    acts = Review.objects.get(pk=first.pk).acts
    Review.objects.all().delete()
    coach.make(coach.ask(match, 0, SOUTH, now).pk, lambda: now)
    assert Review.objects.get().acts == acts


def test_a_review_is_made_once_and_kept(match: Match, now: datetime, started: list[int]) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    coach.make(review.pk, lambda: now)
    assert coach.ask(match, 0, SOUTH, now + timedelta(days=400)).pk == review.pk
    coach.make(review.pk, lambda: now + timedelta(days=400))
    assert Review.objects.get().done_at == now


def test_what_the_player_saw_is_all_that_is_judged_from(match: Match) -> None:
    for moment in find_moments(match, 0, SOUTH):
        held = 13 - len(moment.situation.tricks)
        assert len(moment.situation.holding) == held
        assert moment.situation.seat == SOUTH
        assert moment.act in moment.situation.legal


def test_a_step_of_a_review_is_the_step_of_the_replay_that_shows_the_act(match: Match) -> None:
    from games.replays import open_replay

    replay = open_replay(match.ident, match.table.seats.get(seat=SOUTH).player)
    steps = replay.steps_of(0)
    for moment in find_moments(match, 0, SOUTH):
        event = steps[moment.step]["event"]
        assert event.items() >= {"seat": SOUTH, **action_json(moment.act)}.items()


def test_the_seat_of_a_bot_is_not_judged(match: Match, now: datetime) -> None:
    with pytest.raises(NothingToReview, match="a bot sits in that seat"):
        coach.ask(match, 0, 0, now)


def test_one_worker_alone_gets_a_review_and_another_takes_over_when_it_has_stopped(match: Match, now: datetime) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    assert coach._claim(review.pk, now) is not None
    assert coach._claim(review.pk, now + LATE) is None
    second = coach._claim(review.pk, now + LATE + timedelta(seconds=1))
    assert second is not None
    assert second.tries == 2


def test_a_worker_that_was_overtaken_writes_nothing_more(match: Match, now: datetime) -> None:
    first = coach._claim(coach.ask(match, 0, SOUTH, now).pk, now)
    later = now + LATE + timedelta(seconds=1)
    assert first is not None
    coach.make(first.pk, lambda: later)
    first.acts = [{"step": 0}]
    assert not coach._keep(first, later)
    assert len(Review.objects.get().acts) == 14


def test_a_review_that_stopped_goes_on_where_it_was(
    match: Match, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    judge, judged = coach.judge_moment, []

    def judge_some(moment: Any) -> dict[str, Any]:
        judged.append(moment.step)
        if len(judged) == 4:
            raise MemoryError("the process is killed here")
        return judge(moment)

    monkeypatch.setattr(coach, "judge_moment", judge_some)
    with pytest.raises(MemoryError):
        coach.make(review.pk, lambda: now)
    assert as_told(match, now)["state"] == "working"
    assert as_told(match, now)["done"] == 3
    coach.make(review.pk, lambda: now + LATE + timedelta(seconds=1))
    assert len(Review.objects.get().acts) == 14
    assert len(judged) == 4 + 11


def test_the_sweep_starts_what_a_crash_stopped_and_leaves_the_rest(
    match: Match, now: datetime, started: list[int]
) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    coach.wake_late(now + LATE)
    assert started == []
    coach.wake_late(now + LATE + timedelta(seconds=1))
    assert started == [review.pk]
    coach.make(review.pk, lambda: now)
    coach.wake_late(now + timedelta(days=1))
    assert started == [review.pk]


def test_a_review_that_stops_again_and_again_is_given_up_until_somebody_asks_once_more(
    match: Match, now: datetime, started: list[int]
) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    later = now + timedelta(hours=1)
    Review.objects.filter(pk=review.pk).update(tries=MOST_TRIES, worked_at=now)
    coach.wake_late(later)
    assert started == []
    assert as_told(match, later)["state"] == "failed"
    coach.ask(match, 0, SOUTH, later)
    assert as_told(match, later)["state"] == "working"
    coach.make(review.pk, lambda: later)
    assert as_told(match, later)["state"] == "done"


def test_the_tasks_do_what_their_names_say(match: Match, now: datetime, started: list[int]) -> None:
    review = coach.ask(match, 0, SOUTH, now)
    wake_coach()
    assert started == [review.pk], "it was asked for long before the clock's time of today"
    review_hand(review.pk)
    assert Review.objects.get().done_at is not None


def state_won(state: engine.Match) -> tuple[int, ...]:
    return () if state.hand is None else state.hand.won


def test_a_hand_that_was_played_on_as_a_study_is_judged_too(
    open_table: OpenTable, alice: Player, now: datetime
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", blind_nil="off"), seed=6105)
    play_until(
        table, lambda state: is_playing(state) and engine.turn(state) == SOUTH and sum(state_won(state)) > 0, now
    )
    game = match_of(table)
    studies.undo(table, SOUTH, game.ident, seen=game.acts, now=now)
    play_until(table, is_hand_over, now)
    study = match_of(table)
    assert study.is_study
    coach.make(coach.ask(study, 0, SOUTH, now).pk, lambda: now)
    assert as_told(study, now)["state"] == "done"
    assert len(as_told(study, now)["acts"]) == 14


def test_a_look_is_judged_like_any_other_act(open_table: OpenTable, alice: Player, now: datetime) -> None:
    table = open_table(alice, rules=make_challenge("pllay", blind_nil="always"), seed=6106)
    play_until(table, is_hand_over, now)
    match = match_of(table)
    coach.make(coach.ask(match, 0, SOUTH, now).pk, lambda: now)
    told = as_told(match, now)
    assert told["acts"][0]["name"] == "look at the cards"
    assert told["acts"][0]["cost"] == 0, "nobody is behind"


def test_a_person_at_a_full_table_is_judged_by_their_own_cards(
    alice: Player, bob: Player, carol: Player, dave: Player, now: datetime
) -> None:
    people = dict(enumerate([alice, bob, carol, dave]))
    table = open_dealt(make_challenge("pllay", hand_limit=1, blind_nil="always"), people, {}, now)
    play_until(table, is_match_over, now)
    match = match_of(table)
    holdings = [find_moments(match, 0, seat)[1].situation.holding for seat in range(4)]
    assert sorted(sum(holdings, ())) == list(range(52))
    assert [len(find_moments(match, 0, seat)) for seat in range(4)] == [15] * 4, "a look is an act too"


def test_a_hand_is_folded_from_its_plays_and_never_from_the_seed(
    match: Match, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the seed was asked")

    for name in ("dealing_of", "shuffle_of", "deal_of", "state_of"):
        monkeypatch.setattr(selectors, name, refuse)
    assert len(find_moments(match, 0, SOUTH)) == 14


@pytest.mark.parametrize("seed", [6102, 6103])
def test_whoever_follows_every_hint_is_told_of_no_cost_whatever_the_hand_brought(
    open_table: OpenTable, alice: Player, now: datetime, seed: int
) -> None:
    table = open_table(alice, rules=make_challenge("pllay", blind_nil="off"), seed=seed)
    while not is_hand_over(state := selectors.state_of(match_of(table))):
        seat = engine.turn(state)
        act = engine.default_action(state)
        if seat == SOUTH:
            act = hints.find_hint(table.pk, SOUTH, state.acts).act
        play.act(match_of(table).pk, seat, act, seen=state.acts, now=now)
    match = match_of(table)
    coach.make(coach.ask(match, 0, SOUTH, now).pk, lambda: now)
    told = as_told(match, now)
    assert told["cost"] == 0
    assert {act["price"] for act in told["acts"]} <= {"the best act", "no choice"}
    assert told["summary"].startswith("Nothing you did cost points. A price is an average")
    assert sum(isinstance(moment.act, Play) for moment in find_moments(match, 0, SOUTH)) == 13
