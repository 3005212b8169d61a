"""The claim: never offered where anything could still change, in any world that the view allows."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.claims import can_claim, sure_tricks
from games.bots.table_sense import unseen, voids
from games.bots.view import Situation, read_view
from games.engine.cards import SEATS, suit_of
from games.engine.rules import PLLAY
from games.engine.scoring import score_side
from games.engine.visibility import seat_view
from tests.bots.endings import Ending
from tests.bots.positions import Bids, Trick, decisions, play_view

Won = tuple[int, int, int, int]
CHANCE = st.integers(0, 2**32).map(random.Random)


def worlds(s: Situation) -> Iterator[Ending]:
    """Every way in which the cards that the seat cannot see may lie."""
    leader = s.seat if s.trick.leader is None else s.trick.leader
    played = {(leader + place) % 4 for place in range(len(s.trick.cards))}
    sizes = {seat: len(s.holding) - (seat in played) for seat in SEATS if seat != s.seat}
    for dealt in _deals(sorted(unseen(s)), sizes, frozenset(voids(s))):
        holdings = tuple(s.holding if seat == s.seat else dealt[seat] for seat in SEATS)
        yield Ending(holdings, leader, s.won, s.broken, s.trick.cards)


def _deals(
    cards: list[int], sizes: dict[int, int], empty: frozenset[tuple[int, int]]
) -> Iterator[dict[int, tuple[int, ...]]]:
    if not cards:
        yield dict.fromkeys(sizes, ())
        return
    for seat, size in sizes.items():
        if size and (seat, suit_of(cards[0])) not in empty:
            for rest in _deals(cards[1:], sizes | {seat: size - 1}, empty):
                yield rest | {seat: (cards[0], *rest[seat])}


@cache
def ends(ending: Ending) -> frozenset[tuple[int, ...]]:
    """The tricks won at the end of every way to go on, all cards seen."""
    if not any(ending.holdings):
        return frozenset((ending.won,))
    return frozenset[tuple[int, ...]]().union(*(ends(ending.play(card)) for card in ending.cards))


def is_decided(s: Situation, chance: random.Random | None = None) -> bool:
    """Do all ends in all worlds (or in twenty of them, where they are drawn by chance) score the same?"""
    scores = set()
    every = list(worlds(s))
    for world in chance.sample(every, min(len(every), 20)) if chance else every:
        for won in ends(world):
            bids = [bid for bid in s.bids if bid is not None]
            sides = [score_side(s.rules, bids[side::2], won[side::2], s.bags[side]) for side in (0, 1)]
            scores.add(str(sides))
        if len(scores) > 1:
            return False
    return True


def situations(chance: random.Random, hands: int, cards: range) -> Iterator[Situation]:
    """Turns late in hands that novices play, as the seat on turn sees them."""
    for match, _ in decisions(["novice-1"] * 4, PLLAY, hands, chance):
        if match.hand is not None and match.hand.turn is not None and not match.hand.bidding:
            seat = match.hand.turn
            if len(match.hand.holdings[seat]) in cards:
                yield read_view(seat_view(match, seat))


@settings(max_examples=8, deadline=None)
@given(CHANCE)
def test_with_two_cards_left_exactly_what_is_decided_may_be_claimed(chance: random.Random) -> None:
    for s in situations(chance, 3, range(2, 3)):
        assert can_claim(s) == is_decided(s), s
    ends.cache_clear()


@settings(max_examples=6, deadline=None)
@given(CHANCE)
def test_with_more_cards_nothing_is_claimed_that_could_change(chance: random.Random) -> None:
    for s in situations(chance, 10, range(3, 5)):
        assert not can_claim(s) or is_decided(s, chance), s
    ends.cache_clear()


def claims(holding: str, *, won: Won = (2, 3, 3, 2), bids: Bids = (2, 2, 2, 2), **about: Any) -> bool:
    return can_claim(read_view(play_view(holding, won=won, bids=bids, **about)))


SPADES_GONE: tuple[Trick, ...] = ((2, "2S 3S 4S 5S"), (1, "6S 7S 8S 9S"), (0, "TS JS QS KS"))
"""Twelve of the thirteen spades, all but the ace."""


def test_the_high_spades_on_lead_may_be_claimed() -> None:
    assert claims("AS KS QS")


def test_a_spade_that_another_may_beat_may_not_be_claimed() -> None:
    assert not claims("AS KS JS")


def test_a_side_ace_may_be_claimed_when_no_spade_is_left_with_the_others() -> None:
    assert claims("AS AH AC", tricks=SPADES_GONE, won=(3, 3, 3, 1))
    assert not claims("AS AH AC", tricks=SPADES_GONE[:2], won=(3, 3, 3, 1))


def test_a_side_king_under_an_ace_unseen_may_not_be_claimed() -> None:
    assert not claims("AS KH AC", tricks=SPADES_GONE, won=(3, 3, 3, 1))


def test_winners_may_be_claimed_in_mid_trick_only_where_each_takes_it() -> None:
    assert claims("AS AH AC", trick=(0, "KH QH"), tricks=SPADES_GONE)
    assert not claims("AS AH AC", trick=(0, "KD QD"), tricks=SPADES_GONE)


def test_when_both_sides_are_set_the_rest_may_be_claimed() -> None:
    assert claims("2H 3H 4H 5H 6D", won=(2, 2, 2, 2), bids=(5, 5, 5, 5))
    assert not claims("2H 3H 4H 5H 6D", won=(2, 2, 2, 2), bids=(5, 5, 5, 2))


def test_when_both_sides_are_set_beside_a_nil_its_tricks_still_count() -> None:
    assert not claims("2H 3H 4H 5H 6D", won=(4, 2, 0, 2), bids=(10, 5, 0, 5))


def test_the_last_card_is_played_and_not_claimed() -> None:
    assert not claims("AS")


def test_nothing_is_claimed_while_the_bids_are_made() -> None:
    view = play_view("AS KS") | {"bids": [3, 3, None, None], "legal": [{"type": "bid", "bid": 3}]}
    assert not can_claim(read_view(view))


@pytest.mark.parametrize(
    ("holding", "sure"), [("AS 2S", 1), ("KS QS 2S", 1), ("QS JS TS", 1), ("KS", 0), ("AS QS TS 8S", 1), ("AC", 0)]
)
def test_spades_are_sure_as_far_as_the_higher_ones_cannot_fall_on_them(holding: str, sure: int) -> None:
    assert sure_tricks(read_view(play_view(holding + " 2C 3C"))) == sure


def test_a_higher_spade_on_the_table_may_take_one_as_well() -> None:
    played: list[Trick] = [(1, "AS KS QS JS"), (1, "TS 9S 8S 7S")]
    assert sure_tricks(read_view(play_view("6S 5S 2C", tricks=played))) == 2
    assert sure_tricks(read_view(play_view("5S 4S 2C", tricks=played, trick=(1, "6S")))) == 1
    assert sure_tricks(read_view(play_view("5S 4S 3S", tricks=played, trick=(1, "6S")))) == 2
