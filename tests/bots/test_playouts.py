"""Playouts against the engine: every card of the policy is legal, and what a row counts is what the engine counts."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from games.bots.kernels import layout
from games.bots.kernels.boards import pack, unpack
from games.bots.kernels.playouts import open_world, play_out, value_of
from games.bots.kernels.policy import choose_with_noise
from games.engine import match as engine
from games.engine.actions import Bid, Play
from games.engine.match import Match
from games.engine.rules import CLASSIC500
from tests.bots.positions import random_deal

NOISE = 6_000


def bid_matches(count: int, chance: random.Random) -> Iterator[tuple[Match, layout.Row]]:
    """Hands after random bids, many of them nil, each with its row."""
    for _ in range(count):
        match, _ = engine.start_hand(
            engine.new_match(CLASSIC500, ("bot",) * 4), chance.randrange(4), random_deal(chance)
        )
        bids = [0, 0, 0, 0]
        while match.hand is not None and match.hand.bidding and match.hand.turn is not None:
            bids[match.hand.turn] = chance.choice((0, 1, 2, 3, 4, 5))
            match, _ = engine.apply(match, match.hand.turn, Bid(bids[match.hand.turn]))
        yield match, row_of(match, bids, chance.getrandbits(60))


def row_of(match: Match, bids: list[int], seed: int) -> layout.Row:
    assert match.hand is not None
    assert match.hand.turn is not None
    north, east, south, west = map(pack, match.hand.holdings)
    row = layout.new_row((north, east, south, west), (bids[0], bids[1], bids[2], bids[3]), match.hand.turn)
    row[layout.NOISE], row[layout.CHANCE] = NOISE, seed
    return row


def test_every_card_of_a_playout_is_legal_and_counted_as_the_engine_counts() -> None:
    for match, row in bid_matches(150, random.Random(8)):
        while match.hand is not None and (seat := match.hand.turn) is not None:
            assert row[layout.TURN] == seat
            card = int(choose_with_noise(row))
            match, _ = engine.apply(match, seat, Play(card))
            layout.play(row, card)
            if match.hand is None or match.hand.turn is None:
                break
            assert list(row[layout.WON : layout.WON + 4]) == list(match.hand.won)
            assert bool(row[layout.BROKEN]) == match.hand.broken
            assert [tuple(unpack(int(cards))) for cards in row[:4]] == [tuple(held) for held in match.hand.holdings]
        assert row[layout.LEFT] == 0


def test_a_playout_reads_the_worth_of_its_end_and_leaves_the_row_as_it_was() -> None:
    chance = random.Random(9)
    table = np.array([chance.random() for _ in range(layout.OUTCOMES)])
    scratch = np.zeros(layout.SIZE, dtype=np.int64)
    for _, row in bid_matches(50, chance):
        before = row.copy()
        worth = value_of(row, scratch, table)
        assert (row == before).all()
        play_out(row)
        won = row[layout.WON : layout.WON + 4]
        assert won.sum() == 13
        assert worth == table[won @ [1, 14, 196, 2744]]


@pytest.mark.parametrize("noise", [0, 65_536])
def test_the_same_state_of_chance_gives_the_same_playout(noise: int) -> None:
    for _, row in bid_matches(20, random.Random(10)):
        row[layout.NOISE] = noise
        twin = row.copy()
        play_out(row)
        play_out(twin)
        assert (row == twin).all()


def test_greedy_opponents_go_on_winning_when_their_contract_is_made() -> None:
    modest, greedy = 0, 0
    for _, row in bid_matches(200, random.Random(12)):
        row[layout.NEED : layout.NEED + 2] = 5, 2
        twin = row.copy()
        twin[layout.REACH + 1] = layout.GREEDY
        play_out(row)
        play_out(twin)
        modest += int(row[layout.WON + 1] + row[layout.WON + 3])
        greedy += int(twin[layout.WON + 1] + twin[layout.WON + 3])
    assert greedy > modest + 200


def test_opponents_are_greedy_in_the_share_of_worlds_asked_for() -> None:
    _, row = next(bid_matches(1, random.Random(13)))
    row[layout.GREED] = 65536 // 4
    start, opponents = row.copy(), 1 - int(row[layout.TURN]) % 2
    share = 0
    for seed in range(2_000):
        open_world(row, row[:4], seed, start)
        share += int(start[layout.REACH + opponents] == layout.GREEDY)
        assert start[layout.REACH + 1 - opponents] == row[layout.REACH + 1 - opponents]
    assert 400 < share < 600
