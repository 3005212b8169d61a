"""The three actions a player can take, and the fixed list of reasons for which one is refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from .cards import Card, card_text, parse_card
from .errors import BadAction, BadCard, EngineError

BidValue: TypeAlias = int | Literal["blind_nil"]
"""0 is nil, 1 to 13 a bid of so many tricks."""
BLIND_NIL: Literal["blind_nil"] = "blind_nil"
ACTION_TYPES = ("look", "bid", "play")


class Reason(StrEnum):
    """Why an action is refused, in the order in which rules.md has them tested."""

    NOT_SEATED = "not_seated"
    MATCH_OVER = "match_over"
    STALE = "stale"
    HAND_OVER = "hand_over"
    NOT_YOUR_TURN = "not_your_turn"
    BIDDING_OVER = "bidding_over"
    BIDDING_NOT_OVER = "bidding_not_over"
    LOOK_FIRST = "look_first"
    BLIND_NIL_NOT_OFFERED = "blind_nil_not_offered"
    NIL_NOT_ALLOWED = "nil_not_allowed"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    NOT_IN_HAND = "not_in_hand"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    SPADES_NOT_BROKEN = "spades_not_broken"


class Refused(EngineError):
    """An action that may not be done now; nothing changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Look:
    """To see one's cards, which ends the blind-nil offer."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of tricks, nil (0) or blind nil; whether it is in range is judged by the rules, not here."""

    bid: BidValue


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick."""

    card: Card


Action: TypeAlias = Look | Bid | Play


def is_nil(bid: BidValue | None) -> bool:
    """Whether a bid is nil or blind nil."""
    return bid == 0 or bid == BLIND_NIL


def parse_action(data: object) -> Action:
    """The action an object of JSON stands for; BadAction names what is wrong with any other.

    `{"type": "look"}`, `{"type": "bid", "bid": an integer or "blind_nil"}` or `{"type": "play", "card": "TS"}`,
    and no other key. A bid of 99 is an action (refused later as `bid_out_of_range`).
    """
    if not isinstance(data, dict):
        raise BadAction("An action is an object with a type.")
    match data.get("type"):
        case "look":
            _check_keys(data, {"type"})
            return Look()
        case "bid":
            _check_keys(data, {"type", "bid"})
            return Bid(_parse_bid(data["bid"]))
        case "play":
            _check_keys(data, {"type", "card"})
            return Play(_parse_played(data["card"]))
    raise BadAction("The type of an action must be look, bid or play.")


def _check_keys(data: dict[Any, Any], wanted: set[str]) -> None:
    if data.keys() != wanted:
        raise BadAction(f"An action of type {data['type']} has exactly the fields {', '.join(sorted(wanted))}.")


def _parse_bid(value: object) -> BidValue:
    if value == BLIND_NIL:
        return BLIND_NIL
    if type(value) is not int:
        raise BadAction("bid must be a whole number or blind_nil.")
    return value


def _parse_played(value: object) -> Card:
    try:
        return parse_card(value)
    except BadCard as error:
        raise BadAction(f"card: {error}") from None


def action_json(action: Action) -> dict[str, Any]:
    """The action as the object `parse_action` reads."""
    match action:
        case Look():
            return {"type": "look"}
        case Bid(bid):
            return {"type": "bid", "bid": bid}
        case Play(card):
            return {"type": "play", "card": card_text(card)}
