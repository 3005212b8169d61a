"""Frozen reference `random`: any legal act, each as likely as the others. Its acts may never change."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import Any

from games.engine.actions import Action

from .seen import read


def choose(view: Mapping[str, Any], seed: bytes) -> Action:
    """A legal act drawn by the bot seed and what is public of the hand."""
    legal = read(view).legal
    public = json.dumps([view["bids"], view["offers"], view["tricks"], view["trick"]], sort_keys=True)
    return legal[int.from_bytes(hmac.digest(seed, public.encode(), "sha256"), "big") % len(legal)]
