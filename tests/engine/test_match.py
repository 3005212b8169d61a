"""A match from deal to end: whose turn it is, what is refused and why, and how it can end (faults 1, 5, 7, 8, 9)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.engine import match as engine
from games.engine.actions import Action, Bid, Look, Play, Reason, Refused
from games.engine.cards import Deal, parse_card
from games.engine.errors import BadEvent, EngineError
from games.engine.match import Match, Outcome, Phase
from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from games.engine.visibility import seat_view
from tests.engine.playing import (
    KINDS,
    SUITS,
    bid_all,
    next_dealer,
    play_all,
    play_hand,
    random_deal,
    start,
    start_behind,
)

ONE_HEART: Deal = tuple(
    tuple(sorted(map(parse_card, texts.split())))
    for texts in (
        "2H 3H 4H 5H 6H 8H 9H TH JH QH KH AH 2D",
        "7H 2S 9C 3D 4D 5D 6D 7D 8D 9D TD JD QD",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS KD",
        "2C 3C 4C 5C 6C 7C 8C TC JC QC KC AC AD",
    )
)


def test_5_000_hands_of_legal_actions_meet_no_refusal_and_no_empty_choice() -> None:
    chance, positions = random.Random(5), 0
    for hand in range(5_000):
        match, _ = engine.start_hand(engine.new_match(CLASSIC500, ("bot",) * 4), hand % 4, random_deal(chance))
        while (seat := engine.turn(match)) is not None:
            match, _ = engine.apply(match, seat, chance.choice(engine.legal_actions(match, seat)))
            positions += 1
    assert positions == 5_000 * 56


def test_the_deal_the_first_bid_and_the_first_lead_move_left_each_hand() -> None:
    chance = random.Random(8)
    match = engine.new_match(make_challenge("classic500", target=1000), KINDS)
    seen = []
    for hand in range(9):
        match, events = engine.start_hand(match, next_dealer(match, 2), random_deal(chance))
        bidder = engine.turn(match)
        if hand == 4:
            match, _ = engine.takeover(match, 0, "club-1")
        for _ in range(4):
            match = _stand_in_act(match, Bid(3))
        seen.append((events[0]["dealer"], bidder, engine.turn(match)))
        while engine.turn(match) is not None:
            match = _stand_in_act(match, engine.default_action(match))
    assert seen == [((2 + hand) % 4, (3 + hand) % 4, (3 + hand) % 4) for hand in range(9)]


def _stand_in_act(match: Match, action: Action) -> Match:
    seat = engine.turn(match)
    assert seat is not None
    by = "bot" if match.stand_ins[seat] else None
    return engine.apply(match, seat, action, by)[0]


def test_the_winner_of_a_trick_leads_the_next_and_nobody_acts_twice_in_one() -> None:
    chance = random.Random(9)
    for _ in range(50):
        match = bid_all(start(CLASSIC500, random_deal(chance)), 3, 3, 3, 3)
        while (leader := engine.turn(match)) is not None:
            actors = []
            for _ in range(4):
                actors.append(engine.turn(match))
                match = _play_one(match, chance)
            assert sorted(actors, key=str) == [0, 1, 2, 3]
            assert match.hand is not None
            assert match.hand.tricks[-1].leader == leader
            assert engine.turn(match) in (match.hand.tricks[-1].winner, None)


def _play_one(match: Match, chance: random.Random) -> Match:
    seat = engine.turn(match)
    return engine.apply(match, seat, chance.choice(engine.legal_actions(match, seat)))[0]


def test_a_card_that_does_not_follow_suit_is_refused_and_changes_nothing() -> None:
    match = play_all(bid_all(start(CLASSIC500, ONE_HEART), 3, 3, 3, 3), "KH")
    before = engine.dump(match)
    with pytest.raises(Refused) as refused:
        engine.apply(match, 1, Play(parse_card("2S")))
    assert refused.value.reason is Reason.MUST_FOLLOW_SUIT
    assert engine.legal_actions(match, 1) == [Play(parse_card("7H"))]
    assert engine.dump(match) == before


def test_a_spade_may_not_be_led_before_one_was_played() -> None:
    deal = _swapped(SUITS, "2D", "2S")
    match = bid_all(start(CLASSIC500, deal), 3, 3, 3, 3)
    assert engine.refusal(match, 0, Play(parse_card("2S"))) is Reason.SPADES_NOT_BROKEN
    assert seat_view(match, 0)["locked"] == {"2S": "spades_not_broken"}


def _swapped(deal: Deal, first: str, second: str) -> Deal:
    a, b = parse_card(first), parse_card(second)
    change = {a: b, b: a}
    return tuple(tuple(sorted(change.get(card, card) for card in holding)) for holding in deal)


def test_a_spade_led_from_nothing_else_breaks_spades() -> None:
    match = bid_all(start(CLASSIC500, dealer=1), 3, 3, 3, 3)
    assert match.hand is not None
    assert not match.hand.broken
    match = play_all(match, "2S")
    assert match.hand is not None
    assert match.hand.broken


def test_a_hand_ends_with_its_score_and_the_next_starts_with_the_dealer_on_the_left() -> None:
    match = bid_all(start(CLASSIC500), 1, 1, 10, 1)
    for _ in range(51):
        match, events = engine.apply(match, engine.turn(match), engine.default_action(match))
        assert [event["type"] for event in events] == ["play"]
    match, events = engine.apply(match, engine.turn(match), engine.default_action(match))
    assert [event["type"] for event in events] == ["play", "hand_end"]
    won = {"won": [0, 0, 13, 0], "delta": [112, -20], "bags": [2, 0], "score": [112, -20]}
    assert events[1] == {"type": "hand_end", "hand": 0} | won
    assert engine.phase(match) is Phase.HAND_OVER
    assert engine.turn(match) is None
    assert engine.next_dealer(match) == 0


def test_the_hand_that_reaches_the_target_ends_the_match() -> None:
    match = replace(start(CLASSIC500), score=(488, 100))
    match = bid_all(match, 1, 1, 10, 1)
    events: list[dict[str, Any]] = []
    while engine.turn(match) is not None:
        match, events = engine.apply(match, engine.turn(match), engine.default_action(match))
    assert [event["type"] for event in events] == ["play", "hand_end", "match_end"]
    assert events[2] == {"type": "match_end", "reason": "target", "winner": 0, "score": [600, 80]}
    assert engine.outcome(match) == Outcome("target", 0, (600, 80))
    with pytest.raises(BadEvent):
        engine.start_hand(match, 0, SUITS)


def test_blind_nil_is_offered_to_the_side_that_is_behind_by_the_deficit() -> None:
    for behind, offers in ((99, [False] * 4), (100, [True, False, True, False])):
        match = replace(engine.new_match(PLLAY, KINDS), score=(0, behind))
        assert seat_view(engine.start_hand(match, 3, SUITS)[0], None)["offers"] == offers
    always = make_challenge("pllay", blind_nil="always")
    assert seat_view(start(always), None)["offers"] == [True] * 4


def test_the_clock_looks_then_bids_one_then_plays_the_lowest_card() -> None:
    match = start_behind(PLLAY)
    actions = []
    for _ in range(6):
        action = engine.default_action(match)
        match, events = engine.apply(match, engine.turn(match), action, "clock")
        assert events[0]["by"] == "clock"
        actions.append(action)
    assert actions == [Look(), Bid(1), Bid(1), Look(), Bid(1), Bid(1)]
    assert engine.default_action(match) == Play(parse_card("2D"))


def test_a_claim_plays_every_card_left_in_turn_and_is_marked_on_each() -> None:
    match, _ = engine.start_hand(engine.new_match(PLLAY, KINDS), 0, random_deal(random.Random(31)))
    for _ in range(4 + 22):
        match, _ = engine.apply(match, engine.turn(match), engine.default_action(match))
    one_by_one, claimed = match, engine.claim(match)
    for _ in range(30):
        one_by_one, _ = engine.apply(one_by_one, engine.turn(one_by_one), engine.default_action(one_by_one), "claim")
    assert claimed[0] == one_by_one
    assert [event["type"] for event in claimed[1]] == ["play"] * 30 + ["hand_end"]
    assert {event["by"] for event in claimed[1][:30]} == {"claim"}


def test_there_is_nothing_to_claim_before_the_first_card_nor_after_the_last() -> None:
    match, _ = engine.start_hand(engine.new_match(PLLAY, KINDS), 0, random_deal(random.Random(31)))
    over, _ = engine.claim(bid_all(match, 3, 3, 3, 3))
    for state in (engine.new_match(PLLAY, KINDS), match, over):
        with pytest.raises(EngineError, match="nothing to claim"):
            engine.claim(state)


def test_nobody_on_turn_has_no_default_action() -> None:
    with pytest.raises(EngineError, match="Nobody is on turn"):
        engine.default_action(engine.new_match(PLLAY, KINDS))


@pytest.mark.parametrize("kinds", [("human",) * 3, ("human", "bot", "ghost", "bot"), ()])
def test_a_match_has_four_seats_of_two_kinds(kinds: tuple[str, ...]) -> None:
    with pytest.raises(EngineError):
        engine.new_match(PLLAY, kinds)


@pytest.mark.parametrize("deal", [SUITS[:3], (SUITS[0],) * 4, (*SUITS[:3], SUITS[3][:12])])
def test_a_deal_is_the_deck_in_four_holdings(deal: Deal) -> None:
    with pytest.raises(BadEvent) as refused:
        engine.start_hand(engine.new_match(PLLAY, KINDS), 0, deal)
    assert refused.value.field == "holdings"


def test_a_hand_does_not_start_while_one_is_played() -> None:
    with pytest.raises(BadEvent):
        engine.start_hand(start(), 0, SUITS)


def test_the_next_dealer_is_the_one_on_the_left() -> None:
    match = play_hand(start(CLASSIC500), random.Random(3))
    with pytest.raises(BadEvent) as refused:
        engine.start_hand(match, 1, SUITS)
    assert refused.value.field == "dealer"
