"""Frozen reference `pimc`: 256 worlds dealt evenly under the voids shown, played out by chance; the bids of `rule`.

Its worlds and its playouts are blind to the bids: only the end of a playout is scored with them, in points of the
hand. Its acts may never change.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from games.engine.actions import Action, Play
from games.engine.cards import SEATS, Card, suit_of
from games.engine.rules import RuleSet
from games.engine.scoring import score_side

from . import rule
from .seen import Seen, read
from .worlds import Floats, Ints, value_cards

WORLDS = 256
DECK = (1 << 52) - 1


def choose(view: Mapping[str, Any], seed: bytes) -> Action:
    """The act of this reference: the bid of `rule`, or the card whose playouts end best."""
    seen = read(view)
    if not seen.cards:
        return rule.choose(view, seed)
    if len(seen.cards) == 1:
        return Play(seen.cards[0])
    sums = _sums(seen, _points(view, seen), _chance(view, seed))
    return Play(seen.cards[int(np.argmax(sums))])


def _chance(view: Mapping[str, Any], seed: bytes) -> Ints:
    """The state of the generator, from the bot seed and what is public of the hand."""
    public = json.dumps([view["bids"], view["tricks"], view["trick"]], sort_keys=True).encode()
    return np.array([int.from_bytes(hmac.digest(seed, public, "sha256")[:8], "big", signed=True)])


def _sums(seen: Seen, values: Floats, chance: Ints) -> Floats:
    played = [card for _, cards in seen.tricks for card in cards] + list(seen.trick)
    return value_cards(
        chance,
        WORLDS,
        _pack(seen.holding),
        seen.seat,
        np.array([1 << card for card in seen.cards]),
        DECK & ~_pack(seen.holding) & ~_pack(tuple(played)),
        _voids(seen),
        _counts(seen),
        np.array([1 << card for card in seen.trick], dtype=np.int64),
        np.array(seen.won),
        seen.broken,
        values,
    )


def _pack(cards: tuple[Card, ...]) -> int:
    return sum(1 << card for card in cards)


def _voids(seen: Seen) -> Ints:
    """By seat the suits it has shown to be out of, as bits."""
    voids = np.zeros(4, np.int64)
    for leader, cards in (*seen.tricks, (seen.leader, seen.trick)):
        for place, card in enumerate(cards):
            if suit_of(card) != suit_of(cards[0]):
                voids[(leader + place) % 4] |= 1 << suit_of(cards[0])
    return voids


def _counts(seen: Seen) -> Ints:
    """Cards held by seat."""
    has_played = [(seen.leader + place) % 4 for place in range(len(seen.trick))]
    return np.array([13 - len(seen.tricks) - (seat in has_played) for seat in SEATS])


def _points(view: Mapping[str, Any], seen: Seen) -> Floats:
    """By tricks won of the four seats, own points of the hand less theirs."""
    rules = tuple(view["rules"].items())
    sides = [_side(rules, tuple(view["bids"][side::2]), view["bags"][side]) for side in (0, 1)]
    ahead: Floats = sides[0][:, None, :, None] - sides[1][None, :, None, :]
    return ahead if seen.seat % 2 == 0 else -ahead


@lru_cache(maxsize=64)
def _side(options: tuple[tuple[str, Any], ...], bids: tuple[Any, ...], bags: int) -> Floats:
    """A side's points by the tricks won of its two players."""
    rules = RuleSet.from_options(dict(options))
    rows = [[score_side(rules, bids, (one, two), bags).points for two in range(14)] for one in range(14)]
    return np.array(rows, dtype=np.float64)
