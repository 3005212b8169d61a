"""The novice is a player: it beats the random bot, makes its nils and its contracts."""

import random
from collections.abc import Sequence

from games.engine.actions import is_nil
from games.engine.match import Result
from games.engine.rules import CLASSIC500
from tests.bots.positions import decisions


def play_hands(refs: Sequence[str], hands: int, seed: int) -> list[Result]:
    """The results of first hands, each of a match of its own."""
    results = []
    for number in range(hands):
        *_, (match, _) = decisions(refs, CLASSIC500, 1, random.Random(1000 * seed + number))
        results.append(match.results[0])
    return results


def test_the_novice_beats_the_random_bot_in_forty_deals_played_both_ways() -> None:
    as_north = play_hands(["novice-1", "random-1"] * 2, 40, 7)
    as_east = play_hands(["random-1", "novice-1"] * 2, 40, 7)
    ahead = [
        (north.delta[0] - north.delta[1] + east.delta[1] - east.delta[0]) / 2
        for north, east in zip(as_north, as_east, strict=True)
    ]
    assert sum(ahead) / len(ahead) > 100
    assert sum(points > 0 for points in ahead) >= 36


def test_novices_make_most_of_their_nils_and_contracts_and_few_bags() -> None:
    results = play_hands(["novice-1"] * 4, 300, 3)
    nils = [result.won[seat] == 0 for result in results for seat in range(4) if is_nil(result.bids[seat])]
    parts = [dict(side) for result in results for side in result.parts]
    contracts = [part["contract"] > 0 for part in parts if "contract" in part]
    assert 30 < len(nils) < 150
    assert sum(nils) / len(nils) >= 0.8
    assert 0.88 <= sum(contracts) / len(contracts) < 1
    assert sum(part["bags"] for part in parts) / len(parts) < 2


def test_novices_bid_what_thirteen_tricks_can_bear() -> None:
    results = play_hands(["novice-1"] * 4, 100, 4)
    totals = [sum(bid for bid in result.bids if isinstance(bid, int)) for result in results]
    assert 10.3 < sum(totals) / len(totals) < 11.2
    assert max(totals) <= 14
