"""What holds in every random match under every valid rule set."""

import json
import random
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import match as engine
from games.engine.actions import BLIND_NIL, Action, Bid, Look, Play, Refused, action_json, parse_action
from games.engine.cards import DECK, SEATS, card_text
from games.engine.match import Match
from games.engine.rules import PLLAY, RuleSet
from games.engine.transcript import event_line, parse_event
from tests.engine.playing import RandomMatch, positions, rule_sets

SEEDS = st.integers(0, 2**32)
EVERY_ACTION: list[Action] = [Look(), Bid(BLIND_NIL), *map(Bid, range(-1, 15)), *map(Play, DECK)]
MATCHES = settings(max_examples=25, deadline=None)


@MATCHES
@given(rule_sets(), SEEDS)
def test_the_52_cards_are_in_play_once_each(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    for _ in play.steps(hands=2):
        hand = play.match.hand
        assert hand is not None
        played = chain(hand.trick, *(trick.cards for trick in hand.tricks))
        assert sorted(chain(played, *hand.holdings)) == list(DECK)


@MATCHES
@given(rule_sets(), SEEDS)
def test_someone_can_act_until_a_hand_is_over(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    for _ in play.steps(hands=3):
        able = [seat for seat in SEATS if engine.legal_actions(play.match, seat)]
        turn = engine.turn(play.match)
        assert able == ([] if turn is None else [turn])
        assert (turn is None) == (engine.phase(play.match) in ("hand_over", "match_over"))


@MATCHES
@given(rule_sets(), SEEDS)
def test_every_match_ends_and_its_hands_have_thirteen_tricks(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    for _ in play.steps():
        assert len(play.match.results) <= 200
    match = play.match
    assert match.outcome is not None
    assert all(sum(result.won) == 13 for result in match.results)
    assert match.outcome.score == match.score
    for side in (0, 1):
        assert match.score[side] == sum(result.delta[side] for result in match.results)
        assert all(sum(result.parts[side].values()) == result.delta[side] for result in match.results)


@MATCHES
@given(rule_sets(), SEEDS)
def test_turning_the_table_by_one_seat_swaps_the_result(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    turned = engine.new_match(rules, ("bot", "human", "bot", "human"))
    for events in play.steps(hands=6):
        event = events[0]
        if event["type"] == "hand_start":
            deal = play.deals[-1]
            turned, _ = engine.start_hand(turned, (event["dealer"] + 1) % 4, (deal[3], *deal[:3]))
        else:
            turned, _ = engine.apply(turned, (event["seat"] + 1) % 4, _action_of(event))
    assert turned.score == play.match.score[::-1]
    assert turned.bags == play.match.bags[::-1]
    ends = play.match.outcome, turned.outcome
    assert [end and end.reason for end in ends] == [ends[0] and ends[0].reason] * 2
    if ends[0] is not None and ends[1] is not None and ends[0].winner is not None:
        assert ends[1].winner == 1 - ends[0].winner


def _action_of(event: dict[str, object]) -> Action:
    return parse_action({key: event[key] for key in ("type", "bid", "card") if key in event})


@MATCHES
@given(rule_sets(), SEEDS)
def test_folding_the_events_gives_the_state_and_loading_the_dump_too(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    folded = play.match
    for events in play.steps(hands=4):
        for event in events:
            folded = engine.advance(folded, _logged(event), play.deal)
            assert engine.load(_stored(folded), play.deal) == folded
        assert folded == play.match


def _logged(event: dict[str, object]) -> dict[str, object]:
    """The event as it comes back from its line in the log."""
    return parse_event(event_line(7, 1_767_225_600_000, event).encode(), 8)


def _stored(match: Match) -> dict[str, object]:
    """The dump as it comes back from a JSON column."""
    stored: dict[str, object] = json.loads(json.dumps(engine.dump(match)))
    return stored


@MATCHES
@given(rule_sets(), SEEDS)
def test_an_action_is_refused_exactly_when_it_is_not_legal(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    for step, _ in enumerate(play.steps(hands=2)):
        if step % 7 == seed % 7:
            _check_every_action(play.match)


def _check_every_action(match: Match) -> None:
    for seat in SEATS:
        legal = engine.legal_actions(match, seat)
        allowed = [action for action in EVERY_ACTION if engine.refusal(match, seat, action) is None]
        assert sorted(map(str, legal)) == sorted(map(str, allowed))


def test_a_refused_action_changes_nothing_and_a_legal_one_changes_the_state() -> None:
    for match, _ in zip(positions(PLLAY, random.Random(11)), range(300), strict=False):
        before = json.dumps(engine.dump(match)), match.hand
        for seat in SEATS:
            for action in EVERY_ACTION:
                try:
                    after, events = engine.apply(match, seat, action)
                except Refused:
                    assert action not in engine.legal_actions(match, seat)
                else:
                    assert after != match
                    assert events[0].items() >= action_json(action).items()
        assert (json.dumps(engine.dump(match)), match.hand) == before


@MATCHES
@given(rule_sets(), SEEDS)
def test_a_dump_holds_no_card_that_is_still_held(rules: RuleSet, seed: int) -> None:
    play = RandomMatch(rules, random.Random(seed))
    for step, _ in enumerate(play.steps(hands=1)):
        hand = play.match.hand
        assert hand is not None
        if step % 5 == 0:
            text = json.dumps(engine.dump(play.match))
            assert all(f'"{held}"' not in text for held in map(card_text, chain(*hand.holdings)))
