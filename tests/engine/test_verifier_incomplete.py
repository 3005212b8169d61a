"""Files that end before their seal: what they have is checked, without the seed by the cards seen."""

import pytest

from games.engine.cards import parse_card, suit_of
from games.engine.match import Event
from games.engine.verifier import Report, Status, verify
from tests.engine.sealing import Play, found, make_header, make_shuffle, write_open

SHUFFLE = make_shuffle()
HEADER = make_header(SHUFFLE)
EVENTS = Play(SHUFFLE).finish()
FIRST_PLAY = next(i for i, event in enumerate(EVENTS) if event["type"] == "play")


def judge(events: list[Event]) -> Report:
    return verify(write_open(HEADER, events), {})


@pytest.mark.parametrize(
    "length", [0, 1, 2, 3, *range(4, len(EVENTS) - 3, 5), *range(len(EVENTS) - 3, len(EVENTS) + 1)]
)
def test_a_file_cut_after_any_line_is_incomplete_and_has_no_finding(length: int) -> None:
    report = judge(EVENTS[:length])
    assert (report.status, report.signature.value, report.findings) == (Status.INCOMPLETE, "not checked", ())


def test_cut_acts_of_the_clock_are_judged_by_the_cards_seen() -> None:
    play = Play(SHUFFLE)
    play.finish("clock")
    for length in range(FIRST_PLAY, len(play.events), 7):
        assert judge(play.events[:length]).status is Status.INCOMPLETE


def test_a_clock_that_does_not_play_the_lowest_is_found() -> None:
    clocked = [event | {"by": "clock"} if event["type"] == "play" else event for event in EVENTS[:-1]]
    [(code, line)] = found(judge(clocked))
    assert (code, clocked[line - 1]["type"]) == ("E_RULES", "play")


def test_a_card_played_twice_is_found_where_it_comes_again() -> None:
    again = FIRST_PLAY + 1
    events = [*EVENTS[:again], EVENTS[again] | {"card": EVENTS[FIRST_PLAY]["card"]}, *EVENTS[again + 1 : again + 9]]
    assert found(judge(events)) == [("E_RULES", again + 1)]


def test_a_suit_not_followed_is_found_once_a_card_of_it_is_seen() -> None:
    """The seat after the first leader plays a later card of another suit, and the card of the suit led in its place."""
    led, seat = suit_of(parse_card(EVENTS[FIRST_PLAY]["card"])), EVENTS[FIRST_PLAY + 1]["seat"]
    mine = [i for i in range(FIRST_PLAY, FIRST_PLAY + 52) if EVENTS[i]["type"] == "play" and EVENTS[i]["seat"] == seat]
    later = next(i for i in mine if suit_of(parse_card(EVENTS[i]["card"])) != led)
    events = list(EVENTS)
    events[mine[0]], events[later] = (
        EVENTS[mine[0]] | {"card": EVENTS[later]["card"]},
        EVENTS[later] | {"card": EVENTS[mine[0]]["card"]},
    )
    report = judge(events[: later + 1])
    assert found(report) == [("E_RULES", mine[0] + 1)]
    assert "could follow" in report.findings[0].text
    assert judge(events[: mine[0] + 1]).status is Status.INCOMPLETE


def test_turns_scores_and_dealers_are_judged_without_the_seed() -> None:
    end = next(i for i, event in enumerate(EVENTS) if event["type"] == "hand_end")
    swapped = [*EVENTS[:FIRST_PLAY], EVENTS[FIRST_PLAY + 1], EVENTS[FIRST_PLAY]]
    assert found(judge(swapped)) == [("E_RULES", FIRST_PLAY + 1)]
    scored = [*EVENTS[:end], EVENTS[end] | {"score": [999, 0]}]
    assert found(judge(scored)) == [("E_SCORE", end + 1)]
    dealt = [*EVENTS[: end + 1], EVENTS[end + 1] | {"dealer": EVENTS[2]["dealer"]}]
    assert found(judge(dealt)) == [("E_RULES", end + 2)]


def test_a_revealed_seed_is_judged_though_the_seal_is_missing() -> None:
    assert found(judge([*EVENTS[:-1], EVENTS[-1] | {"seed": "00" * 32}])) == [("E_COMMIT", len(EVENTS))]


def test_contributions_still_to_come_are_no_finding_before_the_first_deal() -> None:
    assert judge(EVENTS[:1]).status is Status.INCOMPLETE
    assert found(judge([EVENTS[0], EVENTS[2]])) == [("E_CLIENT", 2)]
