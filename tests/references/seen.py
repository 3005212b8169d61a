"""Frozen: the little of a seat view that the reference bots read. Nothing here may change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Action, Play, is_nil, parse_action
from games.engine.cards import Card, Seat, parse_card, suit_of
from games.engine.hand import trick_winner
from games.engine.scoring import sum_contract


@dataclass(frozen=True)
class Seen:
    """What the seat on turn sees: cards as ids; `trick` the unfinished one, its `leader`, `tricks` (leader, cards)."""

    seat: Seat
    bids: Sequence[Any]
    holding: tuple[Card, ...]
    legal: tuple[Action, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[tuple[Seat, tuple[Card, ...]], ...]
    won: Sequence[int]
    broken: bool

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played; empty during the bidding."""
        return tuple(action.card for action in self.legal if isinstance(action, Play))

    @property
    def best(self) -> Card:
        """The card that wins the unfinished trick so far."""
        return self.trick[trick_winner(self.trick)]

    @property
    def winning_seat(self) -> Seat:
        """Who wins the unfinished trick so far."""
        return (self.leader + trick_winner(self.trick)) % 4

    def beats(self, card: Card) -> bool:
        """Would this card win the unfinished trick so far?"""
        return trick_winner((*self.trick, card)) == len(self.trick)

    def has_live_nil(self, seat: Seat) -> bool:
        """Has this seat bid nil and won no trick yet?"""
        return is_nil(self.bids[seat]) and self.won[seat] == 0

    @property
    def tricks_needed(self) -> int:
        """What the own side's contract still lacks; tricks of a nil bidder do not count."""
        own = (self.seat, self.partner)
        made = sum(self.won[seat] for seat in own if not is_nil(self.bids[seat]))
        return sum_contract([self.bids[seat] for seat in own]) - made


def read(view: Mapping[str, Any]) -> Seen:
    """The seat view of docs/protocol.md, read for the seat on turn."""
    trick = view["trick"]
    return Seen(
        seat=view["seat"],
        bids=view["bids"],
        holding=_cards(view["holding"] or ()),
        legal=tuple(map(parse_action, view["legal"])),
        leader=view["seat"] if trick["leader"] is None else trick["leader"],
        trick=_cards(trick["cards"]),
        tricks=tuple((played["leader"], _cards(played["cards"])) for played in view["tricks"]),
        won=view["won"],
        broken=view["broken"],
    )


def _cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def of_suit(cards: Sequence[Card], suit: int) -> list[Card]:
    """The cards of one suit, in the order they have."""
    return [card for card in cards if suit_of(card) == suit]
