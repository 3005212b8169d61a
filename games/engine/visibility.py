"""The seat view: the only place where secrets are dropped, and the shape of docs/protocol.md."""

from typing import Any

from .actions import action_json
from .cards import SEATS, Card, Seat, card_text
from .errors import EngineError
from .hand import Hand
from .legality import legal_actions, locked_cards
from .state import Match, Phase, Result, phase, turn


def seat_view(match: Match, seat: Seat | None) -> dict[str, Any]:
    """What a seat may know of a match, as JSON; `seat` None is a spectator, who sees no holding.

    Nothing of another's holding is in it, nor of one's own while one's blind-nil offer is open. In `ready` the
    fields of the hand are empty. Raises EngineError for a seat that does not exist.
    """
    if seat is not None and seat not in SEATS:
        raise EngineError("There are seats 0 to 3 only.")
    return _match_part(match, seat) | _hand_part(match.hand) | _own_part(match, seat)


def _match_part(match: Match, seat: Seat | None) -> dict[str, Any]:
    return {
        "rules": match.rules.options(),
        "rules_id": match.rules.id,
        "seat": seat,
        "phase": phase(match).value,
        "turn": turn(match),
        "score": list(match.score),
        "bags": list(match.bags),
        "results": [_result_json(result) for result in match.results],
        "outcome": _outcome_json(match),
    }


def _result_json(result: Result) -> dict[str, Any]:
    return {
        "hand": result.hand,
        "dealer": result.dealer,
        "bids": list(result.bids),
        "won": list(result.won),
        "parts": [dict(parts) for parts in result.parts],
        "delta": list(result.delta),
        "bags": list(result.bags),
        "score": list(result.score),
    }


def _outcome_json(match: Match) -> dict[str, Any] | None:
    end = match.outcome
    return None if end is None else {"reason": end.reason, "winner": end.winner, "score": list(end.score)}


def _hand_part(hand: Hand | None) -> dict[str, Any]:
    """The public part of a hand."""
    if hand is None:
        return _no_hand()
    return {
        "hand": hand.number,
        "dealer": hand.dealer,
        "bids": list(hand.bids),
        "offers": list(hand.offers),
        "contracts": list(hand.contracts),
        "won": list(hand.won),
        "broken": hand.broken,
        "trick": {"leader": hand.leader, "cards": _texts(hand.trick)},
        "tricks": [
            {"leader": trick.leader, "cards": _texts(trick.cards), "winner": trick.winner} for trick in hand.tricks
        ],
        "counts": [len(holding) for holding in hand.holdings],
    }


def _no_hand() -> dict[str, Any]:
    return {
        "hand": None,
        "dealer": None,
        "bids": [None] * 4,
        "offers": [False] * 4,
        "contracts": [0, 0],
        "won": [0] * 4,
        "broken": False,
        "trick": {"leader": None, "cards": []},
        "tricks": [],
        "counts": [0] * 4,
    }


def _own_part(match: Match, seat: Seat | None) -> dict[str, Any]:
    """The private part: one's own holding, once one may see it, and what may be done with it."""
    return {
        "holding": _own_holding(match.hand, seat),
        "legal": [action_json(action) for action in legal_actions(match, seat)],
        "locked": _own_locked(match, seat),
    }


def _own_holding(hand: Hand | None, seat: Seat | None) -> list[str] | None:
    if seat is None or (hand is not None and hand.offers[seat]):
        return None
    return [] if hand is None else _texts(hand.holdings[seat])


def _own_locked(match: Match, seat: Seat | None) -> dict[str, str]:
    if match.hand is None or seat is None or turn(match) != seat or phase(match) is not Phase.PLAYING:
        return {}
    return {card_text(card): reason.value for card, reason in locked_cards(match.hand, seat).items()}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]
