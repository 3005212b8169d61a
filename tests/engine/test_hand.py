"""What may be played, who wins a trick, and what a clock plays (faults 1, 3, 4 and 6)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import DECK, SPADES, Card, card_text, parse_card, rank_of, suit_of
from games.engine.hand import Hand, Trick, legal_cards, lowest_card, trick_winner, with_card


def _cards(texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts.split())


@pytest.mark.parametrize(("trick", "winner"), [("JC KD 2C 3C", "JC"), ("9S TS 2S 3S", "TS")])
def test_the_same_cards_are_won_by_the_same_card_whoever_leads(trick: str, winner: str) -> None:
    cards = _cards(trick)
    led = suit_of(cards[0])
    for turned in (cards[i:] + cards[:i] for i in range(4)):
        if suit_of(turned[0]) == led:
            assert card_text(turned[trick_winner(turned)]) == winner


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
@pytest.mark.parametrize("trick", ["JC KD 2C 3C", "KD 2C 3C JC", "9S TS 2S 3S", "TS 2S 3S 9S"])
def test_the_seat_that_played_the_best_card_wins_whoever_leads(trick: str, leader: int) -> None:
    cards = _cards(trick)
    holdings = tuple((cards[(seat - leader) % 4],) for seat in range(4))
    hand = Hand(0, (leader - 1) % 4, holdings, (3, 3, 3, 3), (False,) * 4, leader=leader)
    for card in cards:
        hand = with_card(hand, (leader + len(hand.trick)) % 4, card)
    assert hand.tricks == (Trick(leader, cards, (leader + trick_winner(cards)) % 4),)
    assert hand.leader == hand.tricks[0].winner


def test_a_trick_led_in_another_suit_is_won_in_that_suit() -> None:
    assert card_text(_cards("KD 2C 3C JC")[trick_winner(_cards("KD 2C 3C JC"))]) == "KD"


@pytest.mark.parametrize(("trick", "winner"), [("AH KH 2S QH", "2S"), ("AH 2S 9S KH", "9S")])
def test_the_highest_spade_wins(trick: str, winner: str) -> None:
    for order in itertools.permutations(_cards(trick)[1:]):
        cards = (_cards(trick)[0], *order)
        assert card_text(cards[trick_winner(cards)]) == winner


@given(st.permutations(DECK).map(lambda deck: deck[:4]))
def test_nothing_beats_the_card_that_wins(trick: list[Card]) -> None:
    winner = trick[trick_winner(trick)]
    for card in trick:
        if suit_of(card) == suit_of(winner):
            assert rank_of(card) <= rank_of(winner)
        else:
            assert suit_of(card) != SPADES
            assert suit_of(winner) in (SPADES, suit_of(trick[0]))


def test_who_can_follow_must() -> None:
    assert legal_cards(_cards("7H 2S 9C"), _cards("KH"), False) == _cards("7H")


@pytest.mark.parametrize("trick", ["", *map(card_text, DECK)])
@pytest.mark.parametrize("broken", [False, True])
def test_the_last_card_may_always_be_played(trick: str, broken: bool) -> None:
    for card in DECK:
        assert legal_cards((card,), _cards(trick), broken) == (card,)


def test_a_spade_is_led_before_spades_are_broken_only_from_nothing_else() -> None:
    assert legal_cards(_cards("2S AS 3D"), (), False) == _cards("3D")
    assert legal_cards(_cards("2S AS"), (), False) == _cards("2S AS")


@given(st.sets(st.sampled_from(DECK), min_size=1))
def test_the_lowest_card_is_no_spade_while_there_is_another(cards: set[Card]) -> None:
    lowest = lowest_card(cards)
    plain = [card for card in cards if suit_of(card) != SPADES]
    assert lowest in (plain or cards)
    assert all(rank_of(lowest) <= rank_of(card) for card in plain or cards)
