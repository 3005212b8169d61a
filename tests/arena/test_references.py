"""The frozen references: their acts never change, and they see no more than their seat does."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from games.arena.deals import shuffle_of
from games.engine import match as engine
from games.engine.actions import Action, Bid, Play, action_json
from games.engine.cards import card_text, parse_card
from games.engine.match import Match
from games.engine.rules import PLLAY, make_challenge
from games.engine.visibility import seat_view
from tests.bots.positions import SEED, bid_view, play_view, with_hidden_cards_moved
from tests.references.worlds import beats, count_ways, deal, draw, play_out

HONEST = ("rule", "random", "pimc")
BLIND = make_challenge("pllay", blind_nil="always")


def choose(name: str, view: dict[str, Any], seed: bytes = SEED) -> Action:
    act: Action = import_module(f"tests.references.{name}").choose(view, seed)
    return act


def bid_of(holding: str, **about: Any) -> object:
    act = choose("rule", bid_view(holding, **about))
    assert isinstance(act, Bid)
    return act.bid


def card_of(name: str, holding: str, **about: Any) -> str:
    act = choose(name, play_view(holding, **about))
    assert isinstance(act, Play)
    return card_text(act.card)


def states(hands: int) -> Iterator[tuple[Match, int, bytes]]:
    """Every state of so many hands between rules of thumb and chance, its seat on turn, and that seat's seed."""
    for number in range(hands):
        shuffle = shuffle_of(BLIND, 8, number)
        match, _ = engine.start_hand(engine.new_match(BLIND, ("bot",) * 4), shuffle.dealer(0), shuffle.deal(0))
        while (seat := engine.turn(match)) is not None:
            seed = shuffle.bot_seed(0, seat)
            yield match, seat, seed
            match, _ = engine.apply(match, seat, choose(("rule", "random")[seat % 2], seat_view(match, seat), seed))


@pytest.mark.parametrize(
    ("name", "digest"), [("rule", "14d7d37146494408"), ("random", "62be3ac706b4421b"), ("pimc", "01421509af5de1f1")]
)
def test_the_acts_of_a_reference_never_change(name: str, digest: str) -> None:
    acts = [action_json(choose(name, seat_view(match, seat), seed)) for match, seat, seed in states(12)]
    assert hashlib.sha256(json.dumps(acts).encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("name", HONEST)
def test_moving_the_cards_a_reference_cannot_see_never_changes_its_act(name: str) -> None:
    chance = random.Random(5)
    for match, seat, seed in states(5):
        other = with_hidden_cards_moved(match, seat, chance)
        assert choose(name, seat_view(match, seat), seed) == choose(name, seat_view(other, seat), seed)


def test_the_rules_of_thumb_bid_high_cards_long_spades_and_safe_nils() -> None:
    assert bid_of("AC KC 4C AD 3D 2D AH 6H 2H AS KS QS 2S") == 7
    assert bid_of("AC 4C 3C KD 3D 2D QH 6H 2H JS TS 4S 2S") == 3
    assert bid_of("3C 5C 9C JC 2D 6D 7D 4H 7H 8H 2S 5S 8S") == 0
    assert bid_of("3C 5C 9C JC 2D 6D 7D 4H 7H 8H 2S 5S QS") == 1
    assert bid_of("3C 5C 9C JC 2D 6D 7D 4H 7H 8H 2S 5S 8S", bids=(0, 4, None, None)) == 1


def test_the_rules_of_thumb_win_cheaply_duck_and_cover() -> None:
    assert card_of("rule", "2C JC AC", trick=(3, "3C 9C TC")) == "JC"
    assert card_of("rule", "2C JC AC", trick=(3, "3C TC 9C")) == "2C"
    assert card_of("rule", "2C 7C QC", trick=(3, "3C 9C TC"), won=(3, 1, 3, 1)) == "7C"
    assert card_of("rule", "2C JC AC", trick=(3, "3C TC 9C"), bids=(0, 3, 3, 3)) == "JC"
    assert card_of("rule", "2C 9C AC", trick=(3, "3C TC 9D"), bids=(3, 3, 0, 3)) == "9C"


def test_the_searcher_takes_the_trick_its_contract_needs() -> None:
    assert card_of("pimc", "3C AC", trick=(3, "KC 4C 5C"), bids=(1, 3, 1, 3), won=(1, 5, 0, 5)) == "AC"
    assert card_of("pimc", "3C AC", trick=(3, "KC 4C 5C"), bids=(1, 3, 0, 3), won=(1, 5, 0, 5)) == "3C"


def test_worlds_are_dealt_evenly_under_the_voids() -> None:
    # Seats 1, 2, 3 hold two, one, one of these; seat 1 is out of hearts, seat 2 of clubs. With the heart at seat 2,
    # seat 3 has any of the others; with it at seat 3, seat 2 can but have the diamond: four worlds.
    unseen = sum(1 << parse_card(card) for card in ("2C", "3C", "2D", "2H"))
    voids, seats, counts = np.array([0, 4, 1, 0]), np.array([1, 2, 3]), np.array([0, 2, 1, 1])
    ways, state = count_ways(unseen, voids, seats, counts), np.array([1])
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(8000):
        world = np.zeros(4, np.int64)
        deal(state, unseen, voids, seats, counts, ways, world)
        seen[tuple(int(cards) for cards in world)] += 1
    assert ways[0, 2, 1] == len(seen) == 4
    assert all(1850 < count < 2150 for count in seen.values())
    assert all(sum(world) == unseen for world in seen)


def test_a_playout_gives_every_trick_to_the_seat_of_its_best_card() -> None:
    world = np.array([sum(1 << card for card in range(13 * suit, 13 * suit + 13)) for suit in (1, 2, 3, 0)])
    won = np.zeros(4, np.int64)
    play_out(np.array([1]), world, won, 0, 0, 0, 0, 0, False)
    assert list(won) == [0, 0, 13, 0]
    assert not world.any()


def test_numbers_are_drawn_evenly_and_cards_are_beaten_as_the_rules_say() -> None:
    state = np.array([5])
    drawn = [draw(state, 13) for _ in range(13_000)]
    assert all(850 < drawn.count(number) < 1150 for number in range(13))
    two, three, heart, spade = (1 << parse_card(card) for card in ("2C", "3C", "AH", "2S"))
    assert [beats(three, two), beats(two, three), beats(heart, two), beats(spade, heart)] == [True, False, False, True]


def test_every_rule_set_can_be_played() -> None:
    for name in HONEST:
        assert isinstance(choose(name, bid_view("2C 3C 4C", rules=PLLAY)), Bid)
