"""The evaluator: what each card that may be played is worth, over the worlds a player cannot tell apart."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from games.engine.actions import BLIND_NIL, BidValue
from games.engine.cards import Card

from .bidding_model import bidding_model
from .kernels.bid_model import UNKNOWN
from .kernels.endings import weigh_to_endings
from .kernels.fits import alike, in_between
from .kernels.layout import GREED, HOLDING, NOISE, SIZE, TURN, Table
from .kernels.playouts import weigh_cards
from .kernels.worlds import Evidence, draw_worlds
from .kernels.worth import BLIND
from .random_bot import public_position
from .reach import reach
from .rows import Position, read_position
from .solving import desk_for, solve_acts
from .utility import outcome_table
from .view import BadView, Situation


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look: always so many worlds and playouts, whatever the time.

    Worlds come in chains of `chain`, after `burn` swaps and with `gap` swaps between two of them (`kernels.worlds`).
    `repeats` playouts in each, with `noise` the share of plays that are any legal card; the last `ending` tricks of a
    playout are solved exactly, and from `exact` tricks left on there are no playouts, but exact solutions of `solved`
    worlds. `surprise` is the logarithm of how much less likely a card the policy would not play makes a world; `trust`
    the weight of the bids, 1 for players who bid as the bidding model does. In a share `greed` of the worlds the
    opponents take all tricks they can, bags or not, as many people do.
    """

    worlds: int
    chain: int
    burn: int
    gap: int
    repeats: int
    noise: float
    surprise: float
    trust: float
    exact: int = 0
    ending: int = 0
    solved: int = 300
    greed: float = 0.0


@dataclass(frozen=True, slots=True)
class Worth:
    """A card, its value to the side on turn in points, and the standard error of how far it is behind the best."""

    card: Card
    value: float
    error: float


def evaluate(s: Situation, seed: bytes, effort: Effort) -> list[Worth]:
    """The worth of every card that may be played, the best first; cards as good as each other share a value."""
    position = read_situation(s)
    groups = group_cards(position, s.cards)
    values = _values(s, position, [group[0] for group in groups], seed_number(s, seed), effort)
    means = values.mean(axis=0)
    best = values[:, int(means.argmax())]
    errors = (values - best[:, None]).std(axis=0) / np.sqrt(len(values))
    worths = [
        Worth(card, float(mean), float(error))
        for group, mean, error in zip(groups, means, errors, strict=True)
        for card in group
    ]
    return sorted(worths, key=lambda worth: -worth.value)


def read_situation(s: Situation) -> Position:
    """The position as the kernels read it; each side's will to set the other comes from the score."""
    if None in s.bids:
        raise BadView("bids", "every seat has bid before the first card")
    return read_position(s, reach(table_of(s), [bid for bid in s.bids if bid is not None]))


def _values(s: Situation, position: Position, cards: list[Card], number: int, effort: Effort) -> NDArray[np.float64]:
    """Shape (worlds, cards), from the view of the side on turn."""
    table = table_of(s)
    if len(s.holding) <= effort.exact:
        worlds = sample_worlds(s, position, number, replace(effort, worlds=effort.solved))
        leader = s.seat if s.trick.leader is None else s.trick.leader
        values = solve_acts(worlds, leader, s.trick.cards, s.won, s.broken, table)[:, cards]
    else:
        worlds = sample_worlds(s, position, number, effort)
        values = np.empty((effort.worlds, len(cards)))
        row, rows, asked = position.row.copy(), np.zeros((3, SIZE), np.int64), np.array(cards, np.int64)
        row[NOISE], row[GREED] = int(effort.noise * 65536), int(effort.greed * 65536)
        if effort.ending:
            with desk_for(table) as desk:
                terms, none = (desk.low, 1 / desk.scale), np.zeros(0, np.int64)
                solver = (desk.search, desk.stamp, *terms, effort.ending, none)
                weigh_to_endings(row, worlds, asked, number, rows, *solver, values)
        else:
            weigh_cards(row, worlds, asked, table, effort.repeats, number, rows, values)
    return values if s.seat % 2 == 0 else -values


def sample_worlds(s: Situation, position: Position, number: int, effort: Effort) -> NDArray[np.int64]:
    """Worlds as likely as bids, voids and plays make them, shape (effort.worlds, 4)."""
    worlds = np.zeros((effort.worlds, 4), np.int64)
    plan = np.array([effort.chain, effort.burn, effort.gap], np.int64)
    ways, fits = np.zeros((9, 14, 14)), np.zeros(8)
    draw_worlds(position.row, position.unseen, evidence(s, position, effort), ways, worlds, fits, plan, number | 1)
    return worlds


def evidence(s: Situation, position: Position, effort: Effort) -> Evidence:
    """What tells of the hidden cards."""
    bids = np.array([_number(bid) for bid in s.bids], np.int64)
    first = next((trick.leader for trick in (*s.tricks, s.trick) if trick.leader is not None), s.seat)
    earlier = np.full((4, 4), UNKNOWN)
    for place in range(1, 4):
        before = [(first + step) % 4 for step in range(place)]
        earlier[(first + place) % 4, before] = bids[before]
    whole = np.zeros(4, np.int64)
    for row, card in zip(position.before, position.played, strict=True):
        whole[row[TURN]] |= 1 << card
    said = (bidding_model(), bids, earlier, s.rules.nil)
    played = (position.before, position.played, position.later)
    return Evidence(*said, position.counts, *played, whole, effort.surprise, effort.trust)


def _number(bid: BidValue | None) -> int:
    if bid is None:
        return UNKNOWN
    return BLIND if bid == BLIND_NIL else bid


def table_of(s: Situation) -> Table:
    """The outcome table of the hand; bids are all made once there is a card to play."""
    bids = tuple(bid for bid in s.bids if bid is not None)
    return outcome_table(s.rules, bids, (s.score[0], s.score[1]), (s.bags[0], s.bags[1]), s.hand)


def group_cards(position: Position, cards: tuple[Card, ...]) -> list[list[Card]]:
    """The cards in groups that are as good as each other, ascending."""
    between = int(in_between(position.row, int(position.row[HOLDING + int(position.row[TURN])])))
    groups: list[list[Card]] = []
    for card in sorted(cards):
        if groups and alike(groups[-1][-1], card, between):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def seed_number(s: Situation, seed: bytes) -> int:
    """63 bits fixed by the bot seed and what is public."""
    return int.from_bytes(hashlib.sha256(seed + public_position(s)).digest()[:8], "big") >> 1
