"""What a careful player can tell from a situation: who wins the trick, what is unseen, what each side still needs."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.actions import is_nil
from games.engine.cards import DECK, SPADES, Card, Seat, Side, left_of, partner_of, rank_of, side_of, suit_of
from games.engine.hand import trick_winner
from games.engine.scoring import sum_contract

from .view import Situation, Trick

JACK, QUEEN, KING, ACE = 11, 12, 13, 14


def nil_alive(s: Situation, seat: Seat) -> bool:
    """Has this seat bid nil and taken no trick so far?"""
    return is_nil(s.bids[seat]) and s.won[seat] == 0


def contract(s: Situation, side: Side) -> int:
    """The sum of the side's non-nil bids so far."""
    return sum_contract((s.bids[side], s.bids[side + 2]))


def need(s: Situation, side: Side) -> int:
    """Tricks the side still lacks for its contract; those a nil bidder won do not count towards it."""
    counted = sum(s.won[seat] for seat in (side, side + 2) if not is_nil(s.bids[seat]))
    return max(0, contract(s, side) - counted)


def tricks_left(s: Situation) -> int:
    """Tricks not finished yet, the one on the table included (counted at the seat's own turn)."""
    return len(s.holding)


def seen(s: Situation) -> set[Card]:
    """Cards played in this hand, those on the table included."""
    return {card for trick in (*s.tricks, s.trick) for card in trick.cards}


def unseen(s: Situation) -> set[Card]:
    """Cards the other three hold between them."""
    return set(DECK).difference(seen(s), s.holding)


def higher_unseen(card: Card, others: Iterable[Card]) -> int:
    """How many of the other cards beat this one in its own suit."""
    return sum(suit_of(other) == suit_of(card) and other > card for other in others)


def lower_unseen(card: Card, others: Iterable[Card]) -> int:
    """How many of the other cards lie below this one in its own suit."""
    return sum(suit_of(other) == suit_of(card) and other < card for other in others)


def is_master(card: Card, others: Iterable[Card]) -> bool:
    """Is no higher card of the suit left among the others?"""
    return higher_unseen(card, others) == 0


def voids(s: Situation) -> set[tuple[Seat, int]]:
    """(seat, suit) pairs that a failure to follow has shown to be empty."""
    return {pair for trick in (*s.tricks, s.trick) for pair in _shown_by(trick)}


def _shown_by(trick: Trick) -> Iterable[tuple[Seat, int]]:
    if trick.leader is None or not trick.cards:
        return
    led = suit_of(trick.cards[0])
    for place, card in enumerate(trick.cards):
        if suit_of(card) != led:
            yield (trick.leader + place) % 4, led


def beats(card: Card, best: Card) -> bool:
    """Would this card take the trick from the best one so far?"""
    if suit_of(card) == suit_of(best):
        return rank_of(card) > rank_of(best)
    return suit_of(card) == SPADES


def best_card(s: Situation) -> Card:
    """The card that wins the trick as it lies."""
    return s.trick.cards[trick_winner(s.trick.cards)]


def winning_seat(s: Situation) -> Seat | None:
    """The seat that wins the trick as it lies; None when nobody has played to it."""
    if s.trick.leader is None or not s.trick.cards:
        return None
    return (s.trick.leader + trick_winner(s.trick.cards)) % 4


def yet_to_play(s: Situation) -> tuple[Seat, ...]:
    """The seats that play to this trick after the one on turn, in order."""
    after = 3 - len(s.trick.cards)
    return tuple((s.seat + step) % 4 for step in range(1, after + 1))


def partner(s: Situation) -> Seat:
    """The seat across the table."""
    return partner_of(s.seat)


def opponents(s: Situation) -> tuple[Seat, Seat]:
    """The seats to the left and to the right."""
    return left_of(s.seat), partner_of(left_of(s.seat))


def own_side(s: Situation) -> Side:
    """The side of the one on turn."""
    return side_of(s.seat)


def of_suit(cards: Iterable[Card], suit: int) -> list[Card]:
    """The cards of one suit, lowest first."""
    return sorted(card for card in cards if suit_of(card) == suit)
