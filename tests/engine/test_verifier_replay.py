"""What the replay of a sealed transcript finds: edits of whole matches, sealed anew with a key that is listed."""

from typing import Any

import pytest

from games.engine import match as engine
from games.engine.match import Event
from games.engine.rules import RuleSet
from games.engine.shuffle import Shuffle, client_commit
from games.engine.verifier import Status, verify
from tests.engine.sealing import KEYS, MATCH_ID, SHORT, Play, found, judge, make_header, make_shuffle, seal

SHUFFLE = make_shuffle()
HEADER = make_header(SHUFFLE)
EVENTS = Play(SHUFFLE).finish()
END = len(EVENTS)


def at(kind: str, **fields: Any) -> int:
    """The index of the first event of that type with those fields."""
    return next(i for i, event in enumerate(EVENTS) if event | fields == event and event["type"] == kind)


def test_a_match_played_by_chance_verifies() -> None:
    report = judge(HEADER, EVENTS)
    assert (report.status, report.findings) == (Status.GOOD, ())
    assert [event["type"] for event in EVENTS[:3]] == ["entropy", "entropy", "hand_start"]


def test_contributions_may_come_in_any_order() -> None:
    assert judge(HEADER, [EVENTS[1], EVENTS[0], *EVENTS[2:]]).status is Status.GOOD


@pytest.mark.parametrize(
    ("events", "finding"),
    [
        (EVENTS[1:], ("E_CLIENT", 2)),
        ([EVENTS[0], *EVENTS], ("E_CLIENT", 2)),
        ([EVENTS[0] | {"e": "ab" * 32}, *EVENTS[1:]], ("E_CLIENT", 1)),
        ([{"type": "entropy", "seat": 1, "e": "ab" * 32}, *EVENTS], ("E_CLIENT", 1)),
        ([EVENTS[0], EVENTS[2], EVENTS[1], *EVENTS[3:]], ("E_RULES", 3)),
        ([*EVENTS[2:-1], *EVENTS[:2], EVENTS[-1]], ("E_RULES", END - 2)),
    ],
    ids=["missing", "twice", "other", "without commitment", "after the deal", "after the end"],
)
def test_a_contribution_comes_once_and_before_the_deal(events: list[Event], finding: tuple[str, int]) -> None:
    assert found(judge(HEADER, events)) == [finding]


def test_a_bot_commits_to_nothing() -> None:
    entropy = (b"", b"e" * 32, b"", b"")
    commits = (b"", client_commit(MATCH_ID, 1, entropy[1]), b"", b"")
    shuffle = Shuffle(MATCH_ID, SHORT, SHUFFLE.seed, commits, entropy)
    assert found(judge(make_header(shuffle), Play(shuffle).finish())) == [("E_CLIENT", 0)]


def test_the_dealer_of_each_hand_follows_from_the_shuffle() -> None:
    start = at("hand_start")
    for dealer in range(4):
        moved = [*EVENTS[:start], EVENTS[start] | {"dealer": dealer}, *EVENTS[start + 1 :]]
        right = dealer == SHUFFLE.dealer(0)
        assert found(judge(HEADER, moved)) == ([] if right else [("E_RULES", start + 1)])
    second = at("hand_start", hand=1)
    moved = [*EVENTS[:second], EVENTS[second] | {"dealer": SHUFFLE.dealer(0)}, *EVENTS[second + 1 :]]
    assert found(judge(HEADER, moved)) == [("E_RULES", second + 1)]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        (EVENTS[:-1], END),
        ([*EVENTS, EVENTS[-1]], END),
        ([*EVENTS, {"type": "chat", "seat": 0, "msg": "thanks"}], END),
        ([*EVENTS[:-2], EVENTS[-1], EVENTS[-2]], END - 1),
        ([*EVENTS[:-2], EVENTS[-1]], END - 1),
        ([], 1),
    ],
    ids=["never", "twice", "not last", "before the end", "without an end", "no event"],
)
def test_the_seed_is_revealed_last_and_once_the_match_has_ended(events: list[Event], line: int) -> None:
    header = HEADER if events else make_header(make_shuffle(people=0))
    assert found(judge(header, events)) == [("E_RULES", line)]


@pytest.mark.parametrize("reason", ["left", "abandoned"])
@pytest.mark.parametrize("acts", [0, 3, 20])
def test_a_match_closed_unfinished_verifies_without_a_winner_only(reason: str, acts: int) -> None:
    play = Play(SHUFFLE)
    play.deal()
    play.act(times=acts)
    play.take(engine.close(play.match, reason))
    events = play.reveal()
    assert judge(HEADER, events).status is Status.GOOD
    won = [*events[:-2], events[-2] | {"winner": 0}, events[-1]]
    assert found(judge(HEADER, won)) == [("E_RULES", len(events) - 1)]


def test_a_match_closed_before_the_first_deal_verifies_without_its_contributions() -> None:
    play = Play(SHUFFLE)
    play.events.clear()
    play.take(engine.close(play.match, "abandoned"))
    assert judge(HEADER, play.reveal()).status is Status.GOOD


def test_acts_of_clock_bot_and_claim_verify_where_they_may_come() -> None:
    play = Play(SHUFFLE)
    play.deal()
    play.act("clock", 4)
    play.act(times=5)
    play.take(engine.takeover(play.match, 0, "club-1"))
    while engine.turn(play.match) != 0:
        play.act()
    play.take(engine.apply(play.match, 0, engine.default_action(play.match), "bot"))
    play.take(engine.return_(play.match, 0))
    events = play.finish("claim")
    assert {event.get("by") for event in events} == {None, "clock", "bot", "claim"}
    assert judge(HEADER, events).status is Status.GOOD
    for by, wrong in (("claim", "bot"), ("claim", None), ("bot", None)):
        _wrong_by(events, by, wrong)


def _wrong_by(events: list[Event], by: str, wrong: str | None) -> None:
    """The second such act (the first of a bot), said to be somebody else's, is the finding."""
    lines = [i for i, event in enumerate(events) if event.get("by") == by]
    line = lines[min(1, len(lines) - 1)]
    changed = {key: value for key, value in (events[line] | {"by": wrong}).items() if value is not None}
    assert found(judge(HEADER, [*events[:line], changed, *events[line + 1 :]])) == [("E_RULES", line + 1)]


def test_a_bot_acts_for_nobody_it_has_not_taken_over() -> None:
    bid = at("bid")
    wrong = [*EVENTS[:bid], EVENTS[bid] | {"by": "bot"}, *EVENTS[bid + 1 :]]
    assert found(judge(HEADER, wrong)) == [("E_RULES", bid + 1)]


@pytest.mark.parametrize("field", ["won", "delta", "bags", "score"])
def test_a_number_of_a_hand_that_is_not_the_rules_is_a_finding_of_the_score(field: str) -> None:
    end = at("hand_end")
    numbers = [number + 1 for number in EVENTS[end][field]]
    if field == "won":
        numbers = EVENTS[end]["won"][::-1] if EVENTS[end]["won"] != EVENTS[end]["won"][::-1] else [13, 0, 0, 0]
    wrong = [*EVENTS[:end], EVENTS[end] | {field: numbers}, *EVENTS[end + 1 :]]
    assert found(judge(HEADER, wrong)) == [("E_SCORE", end + 1)]


@pytest.mark.parametrize("index", range(2, END - 1, 9))
def test_no_event_can_be_left_out_or_doubled(index: int) -> None:
    for events in (EVENTS[:index] + EVENTS[index + 1 :], EVENTS[: index + 1] + EVENTS[index:]):
        report = judge(HEADER, events)
        assert report.status is Status.BAD
        assert {code for code, _ in found(report)} <= {"E_RULES", "E_SCORE"}


def test_a_card_of_another_seat_is_named_in_the_sentence() -> None:
    first = at("play")
    other = EVENTS[first] | {"card": EVENTS[first + 1]["card"]}
    [finding] = judge(HEADER, [*EVENTS[:first], other, *EVENTS[first + 1 :]]).findings
    seat = ("North", "East", "South", "West")[other["seat"]]
    assert finding.text == f"{seat} plays {other['card']}, a card {seat} does not hold."


def test_every_valid_rule_set_is_accepted() -> None:
    options = SHORT.options() | {"name": "ours", "blind_nil": "always", "blind_nil_deficit": None, "bag_limit": 5}
    shuffle = make_shuffle(RuleSet.from_options(options))
    assert verify(seal(make_header(shuffle), Play(shuffle).finish()), KEYS).status is Status.GOOD
