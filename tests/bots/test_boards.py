"""Bit boards against the engine's own words for the same things, on random cards."""

import random

import pytest

from games.bots.kernels import boards
from games.engine.cards import DECK, rank_of, suit_of
from games.engine.hand import legal_cards, trick_winner


@pytest.fixture
def chance() -> random.Random:
    return random.Random(4)


def test_a_set_knows_its_cards_their_number_and_its_ends(chance: random.Random) -> None:
    for _ in range(200):
        cards = sorted(chance.sample(DECK, chance.randint(1, 52)))
        packed = boards.pack(cards)
        assert boards.unpack(packed) == cards
        assert (boards.size(packed), boards.lowest(packed), boards.highest(packed)) == (len(cards), cards[0], cards[-1])


def test_every_card_knows_its_suit_and_what_lies_above_and_below_it() -> None:
    for card in DECK:
        same = [other for other in DECK if suit_of(other) == suit_of(card)]
        assert boards.suit_of(card) == suit_of(card)
        assert boards.unpack(boards.suit_cards(suit_of(card))) == same
        assert boards.unpack(boards.above(card)) == [other for other in same if rank_of(other) > rank_of(card)]
        assert boards.unpack(boards.below(card)) == [other for other in same if rank_of(other) < rank_of(card)]
        assert boards.one(card) == boards.pack([card])


def test_a_card_takes_a_trick_as_the_engine_says() -> None:
    for best in DECK:
        takers = [card for card in DECK if card != best and trick_winner([best, card]) == 1]
        assert boards.unpack(boards.winners_over(best)) == takers
        assert [card for card in DECK if card != best and boards.takes(card, best)] == takers


def test_legal_cards_are_those_of_the_engine(chance: random.Random) -> None:
    for _ in range(2_000):
        holding = sorted(chance.sample(DECK[chance.choice((0, 26, 39)) :], chance.randint(1, 13)))
        trick = [] if chance.random() < 0.4 else [chance.choice([card for card in DECK if card not in holding])]
        broken = chance.random() < 0.5
        led = suit_of(trick[0]) if trick else boards.NO_SUIT
        allowed = boards.legal(boards.pack(holding), led, broken)
        assert boards.unpack(allowed) == list(legal_cards(holding, trick, broken))
