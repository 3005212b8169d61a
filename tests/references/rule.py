"""Frozen reference `rule`: deterministic rules of thumb. Its acts may never change.

Bids high cards and long spades, nil on a clearly safe holding alone; wins cheaply while the contract lacks tricks,
ducks otherwise; covers partner's nil simply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.actions import Action, Bid, Look, Play, is_nil
from games.engine.cards import SPADES, Card, rank_of, suit_of

from .seen import Seen, of_suit, read

ACE, KING, QUEEN = 14, 13, 12
SIDE_SUITS = (0, 1, 2)


def choose(view: Mapping[str, Any], seed: bytes) -> Action:
    """The act of this reference; the bot seed is not needed."""
    seen = read(view)
    if Look() in seen.legal:
        return Look()
    return Play(choose_card(seen)) if seen.cards else Bid(choose_bid(seen))


def choose_bid(seen: Seen) -> int:
    """Nil on a safe holding unless partner has bid it; else the tricks counted, never more than partner leaves."""
    bid = seen.bids[seen.partner]
    if Bid(0) in seen.legal and not is_nil(bid) and is_nil_safe(seen.holding):
        return 0
    return max(1, min(int(count_tricks(seen.holding)), 13 - (bid if isinstance(bid, int) else 0)))


def count_tricks(holding: Sequence[Card]) -> float:
    """Tricks expected of high cards, long spades, and spades beside short suits."""
    spades = of_suit(holding, SPADES)
    high = sum(_high_cards(of_suit(holding, suit)) for suit in SIDE_SUITS)
    short = sum(0.5 for suit in SIDE_SUITS if len(of_suit(holding, suit)) < 2 and len(spades) > 2)
    return high + short + _spades(spades) + 0.5


def _high_cards(cards: Sequence[Card]) -> float:
    worth = {ACE: 1.0, KING: 0.6 if len(cards) > 1 else 0.1, QUEEN: 0.25 if len(cards) > 2 else 0}
    return sum(worth.get(rank_of(card), 0) for card in cards) if len(cards) < 7 else 0.5


def _spades(cards: Sequence[Card]) -> float:
    high = sum((rank_of(card) == ACE) + (rank_of(card) == KING and len(cards) > 1) * 0.9 for card in cards)
    queen = sum(rank_of(card) == QUEEN and len(cards) > 2 for card in cards) * 0.6
    return high + queen + 0.75 * max(0, len(cards) - 3)


def is_nil_safe(holding: Sequence[Card]) -> bool:
    """At most three spades, none above the ten, and every side suit with low cards under its high ones."""
    spades = of_suit(holding, SPADES)
    if len(spades) > 3 or any(rank_of(card) > 10 for card in spades):
        return False
    return all(_is_low(of_suit(holding, suit)) for suit in SIDE_SUITS)


def _is_low(cards: Sequence[Card]) -> bool:
    """The lowest at most a six, the second at most an eight, the third at most a jack."""
    limits = (6, 8, 11)
    return all(rank_of(card) <= limit for card, limit in zip(sorted(cards), limits, strict=False))


def choose_card(seen: Seen) -> Card:
    """The card to play."""
    if seen.has_live_nil(seen.seat):
        return dodge(seen)
    return follow(seen) if seen.trick else lead(seen)


def dodge(seen: Seen) -> Card:
    """Own nil: the highest card that loses, else the lowest; lead low."""
    losing = [card for card in seen.cards if not seen.beats(card)] if seen.trick else []
    return max(losing, key=_cost_to_hold) if losing else min(seen.cards, key=rank_of)


def _cost_to_hold(card: Card) -> tuple[bool, int]:
    return suit_of(card) == SPADES, rank_of(card)


def lead(seen: Seen) -> Card:
    """Partner's nil: the highest card. Tricks needed: an ace, else low from the longest side suit. Else low."""
    sides = [card for card in seen.cards if suit_of(card) != SPADES] or list(seen.cards)
    if seen.has_live_nil(seen.partner):
        return max(sides, key=rank_of)
    aces = [card for card in sides if rank_of(card) == ACE]
    if seen.tricks_needed > 0 and aces:
        return aces[0]
    longest = max(SIDE_SUITS, key=lambda suit: len(of_suit(sides, suit)))
    return min(of_suit(sides, longest) or sides, key=rank_of)


def follow(seen: Seen) -> Card:
    """Win what partner's nil or the contract needs, as cheaply as it goes; else duck."""
    winning = [card for card in seen.cards if seen.beats(card)]
    if seen.has_live_nil(seen.partner):
        return cover(seen, winning)
    if seen.tricks_needed <= 0:
        return duck(seen)
    if not winning or is_partners_trick(seen):
        return cheapest(seen.cards)
    return cheapest(winning) if len(seen.trick) == 3 else win_early(seen, winning)


def cover(seen: Seen, winning: Sequence[Card]) -> Card:
    """Take the trick from a nil partner, go high before one; else win what is needed."""
    before = seen.partner not in [(seen.leader + place) % 4 for place in range(len(seen.trick))]
    if winning and seen.winning_seat == seen.partner:
        return cheapest(winning)
    if winning and before:
        return max(winning, key=lambda card: (suit_of(card) != SPADES, rank_of(card)))
    if winning and seen.tricks_needed > 0:
        return cheapest(winning)
    return duck(seen)


def is_partners_trick(seen: Seen) -> bool:
    """Does partner win this trick, as the last but one to play or with a high card?"""
    sure = len(seen.trick) == 3 or rank_of(seen.best) >= KING or suit_of(seen.best) != suit_of(seen.trick[0])
    return seen.winning_seat == seen.partner and sure


def win_early(seen: Seen, winning: Sequence[Card]) -> Card:
    """With others still to play: the highest of the suit led, if it is a queen or better; a low spade; else low."""
    follows = [card for card in winning if suit_of(card) == suit_of(seen.trick[0])]
    if not follows:
        return cheapest(winning)
    high = max(follows)
    return high if rank_of(high) >= QUEEN or len(seen.trick) == 2 else cheapest(seen.cards)


def duck(seen: Seen) -> Card:
    """The highest card that loses; where all win, the highest if last to play, else the lowest."""
    losing = [card for card in seen.cards if not seen.beats(card)]
    if losing:
        return max(losing, key=lambda card: (suit_of(card) != SPADES, rank_of(card)))
    return max(seen.cards) if len(seen.trick) == 3 else cheapest(seen.cards)


def cheapest(cards: Sequence[Card]) -> Card:
    """The lowest card, no spade before any spade."""
    return min(cards, key=lambda card: (suit_of(card) == SPADES, rank_of(card)))
