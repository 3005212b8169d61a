"""The fitted bidding model as it is kept in `data/bidding.json`, and what a bid tells a player.

The file is written by `manage.py fit_bids`, which see; it also holds the hands that `games.bots.equity` needs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from games.engine.actions import BLIND_NIL, BidValue

from .kernels.bid_model import CAUTION, SPREAD, BidModel

DATA_FILE = Path(__file__).parent / "data" / "bidding.json"


@cache
def read_data(path: Path = DATA_FILE) -> dict[str, Any]:
    """The file as it is: `made` (how and when), `quality`, the tables of `BidModel`, and `hands`."""
    data: dict[str, Any] = json.loads(path.read_text())
    return data


@cache
def bidding_model() -> BidModel:
    """The model all compiled bidding reads."""
    data = read_data()
    return BidModel(*(np.array(data[name], np.float64) for name in BidModel._fields))


@dataclass(frozen=True, slots=True)
class BidMeaning:
    """What a bid of tricks or a nil promised: tricks, more or less; for a nil the share of such nils that are made.

    Everything is None for a blind nil, which tells nothing of the cards.
    """

    tricks: float | None
    spread: float | None
    nils_made: float | None


def bid_meaning(bid: BidValue) -> BidMeaning:
    """What the seats that bid so hold on average, by the fitted model; public knowledge only."""
    if bid == BLIND_NIL:
        return BidMeaning(None, None, None)
    if bid == 0:
        return BidMeaning(None, None, read_data()["quality"]["nils_made"])
    numbers = bidding_model().numbers
    return BidMeaning(min(13.0, bid + float(numbers[CAUTION])), float(numbers[SPREAD]), None)
