"""Getting the searching levels ready: their kernels are compiled, or read from the disk, before the first match."""

from __future__ import annotations

from games.engine import match as engine
from games.engine.cards import DECK
from games.engine.match import Match, legal_actions
from games.engine.rules import PLLAY, RuleSet, make_challenge
from games.engine.visibility import seat_view

from .registry import choose, ref

SEARCHING = ("club", "expert")
SEED = bytes(32)
OFFERING = make_challenge("pllay", blind_nil="always")
DEAL = tuple(DECK[seat::4] for seat in range(4))


def warm() -> None:
    """Let every searching level bid, with and without the offer of blind nil, and play a first card and an ending.

    MissingNumba where numba is not installed. It takes a minute or two where nothing is compiled yet, well under a
    second afterwards.
    """
    for level in SEARCHING:
        _let_act(_new_hand(OFFERING), ref(level))
        for hand in (_new_hand(PLLAY), _play_on(_new_hand(PLLAY), until=0), _play_on(_new_hand(PLLAY), until=9)):
            _let_act(hand, ref(level))


def _new_hand(rules: RuleSet) -> Match:
    return engine.start_hand(engine.new_match(rules, ("bot",) * 4), 3, DEAL)[0]


def _let_act(match: Match, bot: str) -> Match:
    seat = engine.turn(match)
    assert seat is not None
    return engine.apply(match, seat, choose(bot, seat_view(match, seat), SEED))[0]


def _play_on(match: Match, until: int) -> Match:
    """The match at the first choice of cards after so many tricks, the novice having acted for all."""
    while match.hand is not None and (match.hand.bidding or len(match.hand.tricks) < until or not _has_choice(match)):
        match = _let_act(match, ref("novice"))
    return match


def _has_choice(match: Match) -> bool:
    return len(legal_actions(match, engine.turn(match))) > 1
