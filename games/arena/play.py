"""One deal or match played twice with the sides swapped, the engine being the judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import match as engine
from games.engine.actions import Refused
from games.engine.cards import side_of
from games.engine.match import Match, Outcome, Result
from games.engine.rules import RuleSet
from games.engine.shuffle import Shuffle

from .deals import shuffle_of
from .players import Player
from .programs import Failed

NAMES = ("a", "b")
Players = Sequence[Player]
"""A and B, in this order wherever there are two of something."""


@dataclass(frozen=True)
class Plan:
    """What is played: rules, the seed of the deals, and whether single hands or whole matches."""

    rules: RuleSet
    seed: int
    whole: bool


@dataclass
class Game:
    """One of the two times: `north` is the player (0 A, 1 B) of North and South; seconds of each decision by player."""

    north: int
    results: tuple[Result, ...] = ()
    outcome: Outcome | None = None
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def side(self, player: int) -> int:
        """The side this player plays."""
        return player ^ self.north


@dataclass(frozen=True)
class Forfeit:
    """Why a pair was not played to its end, and by whose fault."""

    player: int
    why: str


@dataclass(frozen=True)
class Pair:
    """Both times of one number; a forfeited pair counts nothing of what was played."""

    number: int
    games: tuple[Game, ...]
    forfeit: Forfeit | None = None


class Fault(Exception):
    """A player that did not act, or not legally."""

    def __init__(self, player: int, why: str) -> None:
        super().__init__(why)
        self.forfeit = Forfeit(player, why)


def play_pair(players: Players, plan: Plan, number: int) -> Pair:
    """Both times of a deal, or of a match to its end; a fault of either player forfeits the pair."""
    shuffle = shuffle_of(plan.rules, plan.seed, number)
    try:
        return Pair(number, tuple(_play(players, plan, shuffle, north) for north in (0, 1)))
    except Fault as fault:
        return Pair(number, (), fault.forfeit)


def _play(players: Players, plan: Plan, shuffle: Shuffle, north: int) -> Game:
    match, game = engine.new_match(plan.rules, ("bot",) * 4), Game(north)
    while match.outcome is None and (plan.whole or not match.results):
        hand = len(match.results)
        match, _ = engine.start_hand(match, shuffle.dealer(hand), shuffle.deal(hand))
        match = _play_hand(players, match, shuffle, game)
    game.results, game.outcome = match.results, match.outcome
    return game


def _play_hand(players: Players, match: Match, shuffle: Shuffle, game: Game) -> Match:
    hand = len(match.results)
    seeds = [shuffle.bot_seed(hand, seat) for seat in range(4)]
    while (seat := engine.turn(match)) is not None:
        match = _act(players, match, seat, seeds[seat], game)
    return match


def _act(players: Players, match: Match, seat: int, seed: bytes, game: Game) -> Match:
    """The match after an act; its time counts where there was a choice."""
    player = game.side(side_of(seat))
    choice = len(engine.legal_actions(match, seat)) > 1
    try:
        action, seconds = players[player].act(match, seat, seed)
        after, _ = engine.apply(match, seat, action)
    except Failed as failed:
        raise Fault(player, str(failed)) from None
    except Refused as refused:
        raise Fault(player, f"did what is not allowed: {refused.reason.value}") from None
    if choice:
        game.seconds[player].append(seconds)
    return after
