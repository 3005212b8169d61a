"""The bot that does anything legal: a yardstick for tests, shown to nobody."""

from __future__ import annotations

import hashlib
import hmac
import json

from games.engine.actions import Action

from .view import Situation


def choose(s: Situation, seed: bytes) -> Action:
    """One of the legal acts, each as likely as the others, fixed by the bot seed and what is public."""
    return s.legal[draw(s, seed, len(s.legal))]


def draw(s: Situation, seed: bytes, below: int) -> int:
    """A number from 0 to below - 1, fixed by the bot seed and the public position of the hand."""
    digest = hmac.new(seed, public_position(s), hashlib.sha256).digest()
    return int.from_bytes(digest, "big") % below


def public_position(s: Situation) -> bytes:
    """What everybody at the table has seen of this hand; no two decisions of a seat share it."""
    played = [trick.cards for trick in (*s.tricks, s.trick)]
    return json.dumps([s.bids, s.offers, played]).encode()
