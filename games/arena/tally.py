"""What the pairs of an arena add up to: points a hand, matches, and each player's bids, nils, contracts, bags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.actions import is_nil
from games.engine.match import Outcome, Result
from games.engine.rules import RuleSet

from .play import NAMES, Game, Pair, Plan
from .strung import string_together

FORFEIT_POINTS = 200
"""What each of the two hands of a forfeited pair counts for the other player: more than any player loses by playing."""
Z = 1.959964
"""Standard errors to each side of a 95 % interval."""


@dataclass
class Record:
    """One player's hands: nils and blind nils, contracts of a side, bags, tricks bid (nil as 0), seconds a decision."""

    hands: int = 0
    nils: int = 0
    nils_made: int = 0
    contracts: int = 0
    contracts_failed: int = 0
    bags: int = 0
    bid: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, result: Result, side: int) -> None:
        """Count one hand of this player's side."""
        bids, won = result.bids[side::2], result.won[side::2]
        contract = result.parts[side].get("contract")
        self.hands += 1
        self.nils += sum(map(is_nil, bids))
        self.nils_made += sum(is_nil(bid) and tricks == 0 for bid, tricks in zip(bids, won, strict=True))
        self.contracts += contract is not None
        self.contracts_failed += contract is not None and contract < 0
        self.bags += result.parts[side]["bags"]
        self.bid += sum(bid for bid in bids if isinstance(bid, int))

    def json(self) -> dict[str, Any]:
        """The figures that are the same each time; shares of nothing are null."""
        return {
            "nils": self.nils,
            "nils_made": self.nils_made,
            "nils_made_share": _share(self.nils_made, self.nils),
            "contracts": self.contracts,
            "contracts_failed": self.contracts_failed,
            "contracts_failed_share": _share(self.contracts_failed, self.contracts),
            "bags_per_hand": _share(self.bags, self.hands),
            "bid_per_hand": _share(self.bid, self.hands),
        }

    def times(self) -> dict[str, float | None]:
        """Median and 95th percentile of a decision, in ms."""
        return {"p50_ms": _percentile(self.seconds, 0.5), "p95_ms": _percentile(self.seconds, 0.95)}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _percentile(values: Sequence[float], share: float) -> float | None:
    ranked = sorted(values)
    return round(1000 * ranked[min(int(share * len(ranked)), len(ranked) - 1)], 3) if ranked else None


def sum_up(plan: Plan, pairs: Sequence[Pair]) -> dict[str, Any]:
    """All figures of an arena as JSON; `times` alone differ from run to run."""
    records = [_record(pairs, player) for player in (0, 1)]
    return {
        "pairs": len(pairs),
        "deals": sum(map(count_deals, pairs)),
        "hands": sum(record.hands for record in records) // 2,
        "bid_per_hand": _share(sum(record.bid for record in records), records[0].hands),
        "points": points_per_hand(pairs),
        "points_bags_priced": None if plan.whole else points_per_hand(pairs, bag_price(plan.rules)),
        "matches": matches(plan, pairs),
        "players": {name: record.json() for name, record in zip(NAMES, records, strict=True)},
        "forfeits": [
            {"pair": pair.number, "player": NAMES[pair.forfeit.player], "why": pair.forfeit.why}
            for pair in pairs
            if pair.forfeit is not None
        ],
        "times": {name: record.times() for name, record in zip(NAMES, records, strict=True)},
    }


def count_deals(pair: Pair) -> int:
    """How many deals a pair used: a match may take more hands one time than the other."""
    return 1 if pair.forfeit else max(len(game.results) for game in pair.games)


def _record(pairs: Iterable[Pair], player: int) -> Record:
    record = Record()
    for game in _games(pairs):
        for result in game.results:
            record.add(result, game.side(player))
        record.seconds += game.seconds[player]
    return record


def _games(pairs: Iterable[Pair]) -> Iterable[Game]:
    return (game for pair in pairs for game in pair.games)


def bag_price(rules: RuleSet) -> float:
    """What a bag costs in the long run: its share of the penalty that the last of so many brings."""
    return rules.bag_penalty / rules.bag_limit


def points_per_hand(pairs: Sequence[Pair], price: float = 0) -> dict[str, float | None]:
    """A's points less B's, a hand, each bag costing a price: mean over pairs, standard error, 95 % interval.

    A pair counts by its hands (a ratio estimate): among single hands, two in every pair, that is the plain mean. Of
    one pair error and interval are null.
    """
    sums = [_points_of(pair, price) for pair in pairs]
    total = sum(hands for _, hands in sums)
    mean = sum(points for points, _ in sums) / total
    if len(sums) == 1:
        return {"mean": mean, "error": None, "low": None, "high": None}
    spread = sum((points - mean * hands) ** 2 for points, hands in sums)
    error = math.sqrt(spread * len(sums) / (len(sums) - 1)) / total
    return {"mean": mean, "error": error, "low": mean - Z * error, "high": mean + Z * error}


def _points_of(pair: Pair, price: float) -> tuple[float, int]:
    """A's points less B's over both times, and how many hands."""
    if pair.forfeit is not None:
        return 2 * (FORFEIT_POINTS if pair.forfeit.player else -FORFEIT_POINTS), 2
    hands = [(result, game) for game in pair.games for result in game.results]
    ahead = [_paid(result, game.side(0), price) - _paid(result, game.side(1), price) for result, game in hands]
    return sum(ahead), len(ahead)


def _paid(result: Result, side: int, price: float) -> float:
    return result.delta[side] - price * result.parts[side]["bags"]


def matches(plan: Plan, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Matches won by A, drawn, won by B; A's share, a draw counting half, with its 95 % interval (Wilson's).

    Of single hands they are strung together: first those in which A sits North–South, then the others. Each forfeited
    pair is two matches lost.
    """
    ends = (_played(pairs) if plan.whole else _strung(plan.rules, pairs)) + _lost(pairs)
    won = [sum(winner == player for winner in ends) for player in (0, 1)]
    count, score = len(ends), won[0] + (len(ends) - sum(won)) / 2
    low, high = wilson(score, count)
    share = score / count if count else None
    return {
        "played": count,
        "a": won[0],
        "drawn": count - sum(won),
        "b": won[1],
        "share": share,
        "low": low,
        "high": high,
    }


def _played(pairs: Sequence[Pair]) -> list[int | None]:
    """The winner of each match, None where it was drawn."""
    return [_winner(game, game.outcome) for game in _games(pairs) if game.outcome is not None]


def _lost(pairs: Sequence[Pair]) -> list[int | None]:
    """The winners of the two matches that each forfeited pair counts as."""
    return [1 - pair.forfeit.player for pair in pairs if pair.forfeit is not None for _ in NAMES]


def _winner(game: Game, end: Outcome) -> int | None:
    return None if end.winner is None else end.winner ^ game.north


def _strung(rules: RuleSet, pairs: Sequence[Pair]) -> list[int | None]:
    whole = [pair.games for pair in pairs if pair.forfeit is None]
    return [
        _winner(whole[0][north], end)
        for north in (0, 1)
        for end in string_together(rules, (games[north].results[0] for games in whole))
    ]


def wilson(successes: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share; all of it where nothing was counted."""
    if not count:
        return 0.0, 1.0
    share, z2 = successes / count, Z * Z
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z * math.sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return middle - half, middle + half
