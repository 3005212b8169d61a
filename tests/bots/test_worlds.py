"""Worlds: they fit what was seen, come by every deal alike where nothing tells, and lean the way bids and plays do."""

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from games.bots.evaluator import Effort, sample_worlds
from games.bots.kernels import layout
from games.bots.kernels.boards import SPADE_CARDS, pack, size, unpack
from games.bots.rows import Position, read_position
from games.bots.view import Situation, read_view
from games.engine.cards import parse_card
from games.engine.match import turn
from games.engine.rules import CLASSIC500
from games.engine.visibility import seat_view
from tests.bots.positions import decisions, play_view

REACH = (2, 2)
UNTOLD = Effort(worlds=400, chain=1, burn=0, gap=0, repeats=1, noise=0.0, surprise=0.0, trust=0.0)
TOLD = Effort(worlds=400, chain=40, burn=100, gap=10, repeats=1, noise=0.0, surprise=-1.0, trust=1.0)
FULL = "2C 5C 9C KC 3D 8D JD 4H 7H QH 3S 7S JS"


def sampled(effort: Effort, **about: Any) -> list[list[int]]:
    """Worlds of South's view with a card to play."""
    situation = read_view(play_view(**about))
    worlds = sample_worlds(situation, read_position(situation, REACH), 11, effort)
    return [[int(cards) for cards in world] for world in worlds]


def check_world(position: Position, s: Situation, world: list[int]) -> None:
    assert [size(cards) for cards in world] == list(position.counts)
    assert world[s.seat] == pack(s.holding)
    assert world[0] | world[1] | world[2] | world[3] == position.row[layout.REST]
    for seat, cards in enumerate(world):
        for suit in range(4):
            shown_void = position.row[layout.VOIDS + seat] >> suit & 1
            assert not shown_void or cards >> 13 * suit & 8191 == 0


def test_worlds_have_the_right_cards_counts_and_voids_throughout_hands() -> None:
    effort = replace(TOLD, worlds=12, chain=4)
    for match, seed in islice(decisions(["novice-1"] * 4, CLASSIC500, 12, random.Random(3)), 0, 600, 3):
        seat = turn(match)
        if seat is None or match.hand is None or match.hand.bidding:
            continue
        situation = read_view(seat_view(match, seat))
        position = read_position(situation, REACH)
        for world in sample_worlds(situation, position, int.from_bytes(seed[:7], "big"), effort):
            check_world(position, situation, [int(cards) for cards in world])


def test_where_nothing_tells_every_seat_holds_a_card_a_third_of_the_time() -> None:
    worlds = sampled(replace(UNTOLD, worlds=3_000), holding=FULL)
    ace = 1 << parse_card("AS")
    shares = [np.mean([bool(world[seat] & ace) for world in worlds]) for seat in (0, 1, 3)]
    assert all(abs(share - 1 / 3) < 0.035 for share in shares)


def test_swaps_come_by_every_deal_alike_too() -> None:
    worlds = sampled(replace(UNTOLD, worlds=2_000, chain=2_000, gap=40), holding=FULL)
    ace = 1 << parse_card("AS")
    shares = [np.mean([bool(world[seat] & ace) for world in worlds]) for seat in (0, 1, 3)]
    assert all(abs(share - 1 / 3) < 0.05 for share in shares)
    assert all(abs(spades_of(worlds, seat) - 10 / 3) < 0.2 for seat in (0, 1, 3))


def spades_of(worlds: list[list[int]], seat: int) -> float:
    return float(np.mean([size(world[seat] & SPADE_CARDS) for world in worlds]))


def test_a_high_bid_tells_of_spades_and_a_nil_of_none_that_are_high() -> None:
    worlds = sampled(TOLD, holding=FULL, bids=(6, 0, 3, 2))
    high = pack(map(parse_card, ("AS", "KS", "QS")))
    assert spades_of(worlds, 0) > spades_of(worlds, 3) + 0.5
    assert np.mean([size(world[1] & high) for world in worlds]) < 0.5
    assert np.mean([size(world[0] & high) for world in worlds]) > 1


def test_who_did_not_take_a_trick_that_was_wanted_is_not_likely_to_hold_the_card_for_it() -> None:
    about: dict[str, Any] = {"holding": "2C 5C 9C 3D 8D JD 4H 7H QH 3S 7S JS", "bids": (3, 4, 3, 3)}
    trick = {"tricks": [(2, "KC 4C 3C 6C")]}
    ace = 1 << parse_card("AC")
    told = sampled(replace(TOLD, surprise=-2.0, trust=0.0), won=(0, 0, 1, 0), **about, **trick)
    shares = [float(np.mean([bool(world[seat] & ace) for world in told])) for seat in (0, 1, 3)]
    assert shares[2] < 0.2 < shares[0]


def test_unpacked_worlds_of_the_same_seed_are_the_same() -> None:
    first, second = (sampled(TOLD, holding=FULL) for _ in range(2))
    assert [list(map(unpack, world)) for world in first] == [list(map(unpack, world)) for world in second]
