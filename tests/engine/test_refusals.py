"""Each reason for which an action is refused, and which comes first."""

import random

import pytest

from games.engine import match as engine
from games.engine.actions import BLIND_NIL, Action, Bid, Look, Play, Reason, Refused
from games.engine.cards import parse_card
from games.engine.match import Match
from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from tests.engine.playing import KINDS, bid_all, play_hand, start, start_behind

REFUSALS: list[tuple[str, int | None, Action, Reason]] = [
    ("bidding", None, Bid(3), Reason.NOT_SEATED),
    ("bidding", 4, Bid(3), Reason.NOT_SEATED),
    ("bidding", 1, Bid(3), Reason.NOT_YOUR_TURN),
    ("bidding", 1, Play(0), Reason.NOT_YOUR_TURN),
    ("bidding", 0, Play(0), Reason.BIDDING_NOT_OVER),
    ("bidding", 0, Look(), Reason.BLIND_NIL_NOT_OFFERED),
    ("bidding", 0, Bid(BLIND_NIL), Reason.BLIND_NIL_NOT_OFFERED),
    ("bidding", 0, Bid(14), Reason.BID_OUT_OF_RANGE),
    ("bidding", 0, Bid(-1), Reason.BID_OUT_OF_RANGE),
    ("no nil", 0, Bid(0), Reason.NIL_NOT_ALLOWED),
    ("no nil", 0, Bid(99), Reason.BID_OUT_OF_RANGE),
    ("offered", 0, Bid(3), Reason.LOOK_FIRST),
    ("offered", 0, Bid(0), Reason.LOOK_FIRST),
    ("offered", 0, Bid(99), Reason.LOOK_FIRST),
    ("offered", 0, Play(0), Reason.BIDDING_NOT_OVER),
    ("offered", 2, Look(), Reason.NOT_YOUR_TURN),
    ("looked", 0, Look(), Reason.BLIND_NIL_NOT_OFFERED),
    ("looked", 0, Bid(BLIND_NIL), Reason.BLIND_NIL_NOT_OFFERED),
    ("playing", 0, Bid(3), Reason.BIDDING_OVER),
    ("playing", 0, Look(), Reason.BIDDING_OVER),
    ("playing", 1, Bid(3), Reason.NOT_YOUR_TURN),
    ("playing", 0, Play(parse_card("2H")), Reason.NOT_IN_HAND),
    ("ready", 0, Bid(3), Reason.HAND_OVER),
    ("hand over", 0, Play(0), Reason.HAND_OVER),
    ("hand over", None, Play(0), Reason.NOT_SEATED),
    ("match over", 0, Play(0), Reason.MATCH_OVER),
    ("match over", None, Play(0), Reason.NOT_SEATED),
]


def _state(name: str) -> Match:
    match name:
        case "ready":
            return engine.new_match(PLLAY, KINDS)
        case "no nil":
            return start(make_challenge("pllay", nil=False, blind_nil="off"))
        case "offered":
            return start_behind(PLLAY)
        case "looked":
            return engine.apply(start_behind(PLLAY), 0, Look())[0]
        case "playing":
            return bid_all(start(), 3, 3, 3, 3)
        case "hand over":
            return play_hand(start(CLASSIC500), random.Random(1))
        case "match over":
            return engine.close(start(), "abandoned")[0]
    return start()


@pytest.mark.parametrize(("state", "seat", "action", "reason"), REFUSALS)
def test_what_may_not_be_done_is_refused_with_the_first_reason(
    state: str, seat: int | None, action: Action, reason: Reason
) -> None:
    match = _state(state)
    assert engine.refusal(match, seat, action) is reason
    with pytest.raises(Refused) as refused:
        engine.apply(match, seat, action)
    assert refused.value.reason is reason
