"""The reference `cheat`: the expert's search on the true cards, to know what the hidden ones are worth.

It bids as the expert does: bids made on the true cards, which count on playouts as if nobody meant to set them, lose.
For the arena alone, which shows it every holding; nothing of the site can seat it. Unlike the other references it
is not frozen: it is as good as the search it shares with the expert.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.bots.bid_choice import EXPERT, choose_bid
from games.bots.conventions import choose_among
from games.bots.evaluator import Worth, group_cards, read_situation, seed_number, table_of
from games.bots.expert import EFFORT
from games.bots.kernels.boards import pack
from games.bots.kernels.layout import NOISE, SIZE
from games.bots.kernels.playouts import weigh_cards
from games.bots.solving import solve_acts
from games.bots.view import Situation, read_view
from games.engine.actions import Action, Play
from games.engine.cards import Card, Deal

PLAYOUTS = 800
"""Times each act is played out on the true cards; the noise of the playouts makes them differ."""
EXACT = 8
"""Tricks left from which the true cards are solved."""


def peek(view: Mapping[str, Any], seed: bytes, holdings: Deal) -> Action:
    """The best act, all holdings seen, against players who play as the expert's playouts do."""
    s = read_view(view)
    world = np.array([pack(holding) for holding in holdings])
    return Play(choose_card(s, seed, world)) if s.cards else choose_bid(s, seed, EXPERT)


def choose_card(s: Situation, seed: bytes, world: Any) -> Card:
    """The card that is worth the most; of equals the conventional one."""
    if len(s.cards) == 1:
        return s.cards[0]
    return choose_among(s, _solve(s, world) if len(s.holding) <= EXACT else _play_out(s, seed, world))


def _solve(s: Situation, world: Any) -> list[Worth]:
    leader = s.seat if s.trick.leader is None else s.trick.leader
    values = solve_acts(world[None], leader, s.trick.cards, s.won, s.broken, table_of(s))[0]
    return _rank(s, [[card] for card in s.cards], [values[card] for card in s.cards])


def _play_out(s: Situation, seed: bytes, world: Any) -> list[Worth]:
    position = read_situation(s)
    groups = group_cards(position, s.cards)
    cards, values = np.array([group[0] for group in groups]), np.empty((1, len(groups)))
    row, rows = position.row.copy(), np.zeros((3, SIZE), np.int64)
    row[NOISE] = int(EFFORT.noise * 65536)
    weigh_cards(row, world[None], cards, table_of(s), PLAYOUTS, seed_number(s, seed), rows, values)
    return _rank(s, groups, list(values[0]))


def _rank(s: Situation, groups: Sequence[Sequence[Card]], values: Sequence[float]) -> list[Worth]:
    """The cards with their worth to the side on turn, the best first."""
    sign = 1 if s.seat % 2 == 0 else -1
    worths = [
        Worth(card, sign * float(value), 0.0) for group, value in zip(groups, values, strict=True) for card in group
    ]
    return sorted(worths, key=lambda worth: -worth.value)
