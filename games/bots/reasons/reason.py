"""What a reason is: one of a fixed list, with the facts that a sentence about it needs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.cards import Card, Seat, card_text, parse_card


class Why(StrEnum):
    """Why an act is good, or what it shows: the whole list."""

    ONLY_CARD = "only_card"
    SAME_WORTH = "same_worth"
    OWN_NIL_UNDER = "own_nil_under"
    OWN_NIL_SHED = "own_nil_shed"
    OWN_NIL_HOPE = "own_nil_hope"
    OWN_NIL_LOST = "own_nil_lost"
    OWN_NIL_LEAD = "own_nil_lead"
    COVER_NIL = "cover_nil"
    SHIELD_NIL = "shield_nil"
    LEAD_HIGH_FOR_NIL = "lead_high_for_nil"
    LEAD_VOID_FOR_NIL = "lead_void_for_nil"
    LEAVE_TO_NIL = "leave_to_nil"
    SQUEEZE_NIL = "squeeze_nil"
    LEAD_UNDER_NIL = "lead_under_nil"
    LEAVE_PARTNER = "leave_partner"
    OVERTAKE_PARTNER = "overtake_partner"
    TRUMP_PARTNER = "trump_partner"
    RUFF = "ruff"
    OVERRUFF = "overruff"
    WIN_LAST = "win_last"
    WIN_MASTER = "win_master"
    WIN_HIGH = "win_high"
    WIN_NOW = "win_now"
    LOWEST_WINS = "lowest_wins"
    SET_THEM = "set_them"
    MUST_WIN = "must_win"
    CANNOT_WIN = "cannot_win"
    SHED_UNDER = "shed_under"
    SECOND_LOW = "second_low"
    KEEP_WINNER = "keep_winner"
    AVOID_BAG = "avoid_bag"
    SHED_DANGER = "shed_danger"
    KEEP_FOR_NIL = "keep_for_nil"
    DISCARD_LAST = "discard_last"
    DISCARD_LOW = "discard_low"
    DRAW_TRUMPS = "draw_trumps"
    CASH_MASTER = "cash_master"
    GIVE_RUFF = "give_ruff"
    LEAD_SEQUENCE = "lead_sequence"
    LEAD_SHORT = "lead_short"
    LEAD_LOSER = "lead_loser"
    LEAD_LOW = "lead_low"
    LEAD_HIGH = "lead_high"
    LEAD_TRUMP = "lead_trump"
    LEAD_KEEP = "lead_keep"
    BEST_OF_ALL = "best_of_all"
    LOOK = "look"
    BID_BLIND_NIL = "bid_blind_nil"
    BID_NIL = "bid_nil"
    BID_NIL_BOLD = "bid_nil_bold"
    BID_COUNT = "bid_count"
    BID_LOW = "bid_low"
    BID_LOW_BESIDE = "bid_low_beside"
    BID_LOW_AT_NIL = "bid_low_at_nil"
    BID_HIGH = "bid_high"
    BID_HIGH_BESIDE = "bid_high_beside"
    BID_WINS = "bid_wins"
    BID_STRETCH = "bid_stretch"
    BID_CROWDED = "bid_crowded"
    BID_BESIDE_NIL = "bid_beside_nil"
    PROMISE = "promise"
    PROMISE_NIL = "promise_nil"
    PROMISE_BLIND_NIL = "promise_blind_nil"
    WENT_OVER_AS_NIL = "went_over_as_nil"
    NIL_LED_HIGHEST = "nil_led_highest"
    LAST_CARD = "last_card"
    PLAYED_LOW = "played_low"
    PLAYED_UNDER = "played_under"
    UNDER_TRUMP = "under_trump"
    UNDER_HIGHEST = "under_highest"
    THREW = "threw"
    UNDERTRUMPED = "undertrumped"
    LEAD_MIDDLE = "lead_middle"


Parts = tuple[tuple[str, int], ...]
"""What a holding is counted from: names such as "aces", each with how many; "counted" is what they come to."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: whom it is about, the card of somebody else it is about, a suit, a number of tricks."""

    why: Why
    seat: Seat | None = None
    card: Card | None = None
    suit: int | None = None
    count: int | None = None
    parts: Parts = ()

    def json(self) -> dict[str, Any]:
        """The reason as JSON, without what it does not have."""
        data: dict[str, Any] = {"why": self.why.value, "seat": self.seat, "suit": self.suit, "count": self.count}
        data |= {"card": None if self.card is None else card_text(self.card), "parts": [*map(list, self.parts)] or None}
        return {name: value for name, value in data.items() if value is not None}


def parse_reason(data: dict[str, Any]) -> Reason:
    """The reason that `Reason.json` wrote; ValueError or KeyError for anything else."""
    card = data.get("card")
    return Reason(
        Why(data["why"]),
        data.get("seat"),
        None if card is None else parse_card(card),
        data.get("suit"),
        data.get("count"),
        tuple((name, number) for name, number in data.get("parts", ())),
    )
