"""The fitted bidding model as it is kept in `data/bidding.json`, and what a bid tells a player.

The file is written by `manage.py fit_bids`, which see; it also holds the hands that `games.bots.equity` needs.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .kernels.bid_model import BidModel

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
