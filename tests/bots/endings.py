"""The last tricks of hands, all cards seen, and what they are worth by trying everything, for tests of the solver."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from games.bots.kernels.boards import pack
from games.engine.actions import BLIND_NIL, BidValue
from games.engine.hand import legal_cards, trick_winner
from games.engine.rules import CLASSIC500, PLLAY, RuleSet
from games.engine.scoring import score_side
from tests.bots.positions import random_deal

Values = npt.NDArray[np.float64]
Bids = tuple[BidValue, ...]


@dataclass(frozen=True)
class Ending:
    """The rest of a hand: holdings without the cards on the table, and what is known of it."""

    holdings: tuple[tuple[int, ...], ...]
    leader: int
    won: tuple[int, ...]
    broken: bool
    trick: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 4

    @property
    def cards(self) -> tuple[int, ...]:
        """What it may play."""
        return legal_cards(self.holdings[self.turn], self.trick, self.broken)

    @property
    def world(self) -> npt.NDArray[np.int64]:
        """The holdings as the kernels take them."""
        return np.array([pack(holding) for holding in self.holdings], np.int64)

    def play(self, card: int) -> "Ending":
        """The ending after a card."""
        kept = tuple(held for held in self.holdings[self.turn] if held != card)
        holdings = (*self.holdings[: self.turn], kept, *self.holdings[self.turn + 1 :])
        after = replace(self, holdings=holdings, trick=(*self.trick, card), broken=self.broken or card >= 39)
        return after if len(after.trick) < 4 else after._finish()

    def _finish(self) -> "Ending":
        winner = (self.leader + trick_winner(self.trick)) % 4
        won = tuple(count + (seat == winner) for seat, count in enumerate(self.won))
        return replace(self, leader=winner, won=won, trick=())


def random_ending(chance: random.Random, tricks: int, on_table: int = 0) -> Ending:
    """The end of a hand played at random until so many tricks are left and so many cards of the next one are played."""
    ending = Ending(random_deal(chance), chance.randrange(4), (0, 0, 0, 0), broken=False)
    for _ in range(4 * (13 - tricks) + on_table):
        ending = ending.play(chance.choice(ending.cards))
    return ending


def random_bids(chance: random.Random) -> Bids:
    """Four bids, a nil or blind nil among them as often as not."""
    return tuple(chance.choice((0, BLIND_NIL, 1, 2, 3, 3, 4, 4, 5)) for _ in range(4))


def random_table(chance: random.Random) -> Values:
    """An outcome table of random bids, bags and rules by the engine's scoring."""
    bids, bags = random_bids(chance), (chance.randrange(10), chance.randrange(10))
    return scoring_table(
        bids, chance.choice((PLLAY, replace(CLASSIC500, blind_nil="always", blind_nil_value=200))), bags
    )


def scoring_table(bids: Bids, rules: RuleSet = PLLAY, bags: tuple[int, int] = (0, 0)) -> Values:
    """Points of side 0 minus side 1 for every end of a hand, less nine for each bag carried on."""
    table = np.zeros(14**4)
    for won in divisions(13):
        scores = [score_side(rules, bids[side::2], won[side::2], bags[side]) for side in (0, 1)]
        worth = [score.points - 9 * score.bags for score in scores]
        table[place_of(won)] = worth[0] - worth[1]
    table.flags.writeable = False
    return table


def divisions(tricks: int) -> Iterator[tuple[int, int, int, int]]:
    """Every way in which four seats can win so many tricks."""
    for first in range(tricks + 1):
        for second in range(tricks + 1 - first):
            for third in range(tricks + 1 - first - second):
                yield first, second, third, tricks - first - second - third


def place_of(won: Sequence[int]) -> int:
    """Where an outcome table has this end."""
    return won[0] + 14 * won[1] + 196 * won[2] + 2744 * won[3]


def try_everything(ending: Ending, table: Values, known: dict[Ending, float] | None = None) -> float:
    """The worth of an ending: every card of every seat tried, side 0 taking the most and side 1 the least."""
    known = {} if known is None else known
    if ending not in known:
        if not any(ending.holdings):
            known[ending] = float(table[place_of(ending.won)])
        else:
            choose = max if ending.turn % 2 == 0 else min
            known[ending] = choose(try_everything(ending.play(card), table, known) for card in ending.cards)
    return known[ending]
