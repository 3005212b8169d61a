"""One hand: its holdings, bids and tricks, and what a bid, a look or a card does to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from .actions import BidValue
from .cards import SPADES, Card, Deal, Seat, left_of, rank_of, suit_of
from .scoring import sum_contract

Bids: TypeAlias = tuple[BidValue | None, ...]
TRICKS_IN_A_HAND = 13
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: who led, the four cards in order of play, who won."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Hand:
    """The state of one hand; `leader` and `trick` are those of the unfinished trick, `leader` None without one."""

    number: int
    dealer: Seat
    holdings: Deal
    bids: Bids
    offers: tuple[bool, ...]
    leader: Seat | None = None
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    claimed: bool = False

    @property
    def won(self) -> tuple[int, int, int, int]:
        """Tricks won so far, by seat."""
        counts = [0, 0, 0, 0]
        for trick in self.tricks:
            counts[trick.winner] += 1
        return counts[0], counts[1], counts[2], counts[3]

    @property
    def contracts(self) -> tuple[int, int]:
        """Per side the sum of its non-nil bids so far."""
        return sum_contract(self.bids[0::2]), sum_contract(self.bids[1::2])

    @property
    def bidding(self) -> bool:
        """Whether somebody has yet to bid."""
        return None in self.bids

    @property
    def finished(self) -> bool:
        """Whether all thirteen tricks are played."""
        return len(self.tricks) == TRICKS_IN_A_HAND

    @property
    def turn(self) -> Seat | None:
        """The seat to bid or play; None once the hand is finished."""
        if self.leader is not None:
            return (self.leader + len(self.trick)) % 4
        bids_made = 4 - self.bids.count(None)
        return (self.dealer + 1 + bids_made) % 4 if self.bidding else None


def open_hand(number: int, dealer: Seat, holdings: Deal, offers: tuple[bool, ...]) -> Hand:
    """A hand just dealt, nobody having bid."""
    return Hand(number, dealer, tuple(tuple(sorted(holding)) for holding in holdings), (None,) * 4, offers)


def legal_cards(holding: Sequence[Card], trick: Sequence[Card], broken: bool) -> tuple[Card, ...]:
    """The cards of a holding that may be played to a trick (empty: to lead), in the order of the holding.

    Rules.md, "The hand" 4 and 5: follow suit if you can; no spade led before spades are broken, unless there is
    nothing else.
    """
    if trick:
        suit = suit_of(trick[0])
        allowed = tuple(card for card in holding if suit_of(card) == suit)
    elif broken:
        return tuple(holding)
    else:
        allowed = tuple(card for card in holding if suit_of(card) != SPADES)
    return allowed or tuple(holding)


def lowest_card(cards: Iterable[Card]) -> Card:
    """The card a clock plays: no spade before any spade, then the lowest rank, equal ranks in the order C, D, H."""
    return min(cards, key=lambda card: (suit_of(card) == SPADES, rank_of(card), suit_of(card)))


def trick_winner(trick: Sequence[Card]) -> int:
    """The index of the card that wins: the highest spade, else the highest card of the suit led."""
    led = suit_of(trick[0])
    strength = [(suit_of(card) == SPADES, suit_of(card) == led, rank_of(card)) for card in trick]
    return strength.index(max(strength))


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_look(hand: Hand, seat: Seat) -> Hand:
    """The hand after a seat looked at its cards, which ends its blind-nil offer."""
    return replace(hand, offers=put(hand.offers, seat, False))


def with_bid(hand: Hand, seat: Seat, bid: BidValue) -> Hand:
    """The hand after a bid; the last one gives the lead to the dealer's left."""
    bids = put(hand.bids, seat, bid)
    leader = None if None in bids else left_of(hand.dealer)
    return replace(hand, bids=bids, offers=put(hand.offers, seat, False), leader=leader)


def with_card(hand: Hand, seat: Seat, card: Card) -> Hand:
    """The hand after a card; the fourth of a trick ends it, and its winner leads the next, if there is one."""
    holdings = put(hand.holdings, seat, tuple(held for held in hand.holdings[seat] if held != card))
    trick = (*hand.trick, card)
    broken = hand.broken or suit_of(card) == SPADES
    if len(trick) < 4:
        return replace(hand, holdings=holdings, trick=trick, broken=broken)
    tricks = (*hand.tricks, _finish_trick(left_of(seat), trick))
    leader = tricks[-1].winner if len(tricks) < TRICKS_IN_A_HAND else None
    return replace(hand, holdings=holdings, trick=(), tricks=tricks, leader=leader, broken=broken)


def _finish_trick(leader: Seat, trick: tuple[Card, ...]) -> Trick:
    return Trick(leader, trick, (leader + trick_winner(trick)) % 4)
