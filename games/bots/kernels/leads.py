"""The policy's card to lead."""

from __future__ import annotations

from .aims import has_time, hunted, wants_tricks
from .boards import NO_SUIT, SPADE_CARDS, SUIT, highest, legal, lowest, size
from .compiled import bare_kernel
from .layout import ALIVE, BROKEN, HOLDING, LEFT, REST, VOIDS, Row
from .throws import over, top, under

NEVER = -(1 << 20)
ACE_ROOM, HIGH_SPADE = 12, 5


@bare_kernel
def lead(row: Row, seat: int) -> int:
    """The card to lead."""
    holding = row[HOLDING + seat]
    cards = legal(holding, NO_SUIT, row[BROKEN] == 1)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    others = row[REST] & ~holding
    if row[ALIVE + seat]:
        return lead_to_lose(cards, others)
    if row[ALIVE + ((seat + 2) & 3)]:
        return lead_high(row, seat, cards, others)
    prey = hunted(row, seat)
    if prey >= 0 and has_time(row, seat):
        return lead_under(row, prey, cards, others)
    return lead_to_win(row, seat, cards, holding, others) if wants_tricks(row, seat) else lead_to_lose(cards, others)


@bare_kernel
def lead_to_lose(cards: int, others: int) -> int:
    """The card that most others go over and fewest stay under; one that nobody can go over is the last choice."""
    best, most = -1, NEVER
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            card = lowest(mine)
            higher = over(card, others)
            value = 3 * higher - 4 * under(card, others) if higher else NEVER + 1 + 13 - under(card, others)
            if value > most:
                best, most = card, value
    return best


@bare_kernel
def lead_high(row: Row, seat: int, cards: int, others: int) -> int:
    """For partner's nil: a card that few go over, best in a suit partner is out of and can throw away on."""
    best, most = -1, NEVER
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            card = top(mine, others)
            value = -4 * over(card, others) + (HIGH_SPADE if suit == 3 else 0)
            if suit < 3 and row[VOIDS + ((seat + 2) & 3)] >> suit & 1:
                value += ACE_ROOM
            if value > most:
                best, most = card, value
    return best


@bare_kernel
def lead_under(row: Row, prey: int, cards: int, others: int) -> int:
    """Against a nil: a card that fewest can stay under, in a suit the nil bidder may still have."""
    best, most = -1, NEVER
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            card = lowest(mine)
            value = 2 * over(card, others) - 5 * under(card, others)
            if row[VOIDS + prey] >> suit & 1 or not over(card, others):
                value -= 64
            if value > most:
                best, most = card, value
    return best


@bare_kernel
def lead_to_win(row: Row, seat: int, cards: int, holding: int, others: int) -> int:
    """For tricks: sure winners while they are sure, trumps from strength, a suit partner trumps, else a low card."""
    best, most = -1, NEVER
    for suit in range(4):
        mine = cards & (SUIT << (13 * suit))
        if mine:
            high = top(mine, others)
            if over(high, others) == 0:
                card, value = high, _value_of_master(row, seat, suit, mine, holding, others)
            else:
                card, value = _low_lead(mine, high, others), _value_of_low(row, seat, suit, mine, holding, others)
            if value > most:
                best, most = card, value
    return best


@bare_kernel
def _value_of_master(row: Row, seat: int, suit: int, mine: int, holding: int, others: int) -> int:
    """A master goes before anything else, from the shortest suit first, unless an opponent would trump it."""
    spades = others & SPADE_CARDS
    if suit == 3:
        side_masters = holding & ~SPADE_CARDS
        if not spades:
            return 10
        return 60 if size(mine) > size(spades) or (side_masters and row[LEFT] <= 7) else 28
    if spades and (row[VOIDS + ((seat + 1) & 3)] | row[VOIDS + ((seat + 3) & 3)]) >> suit & 1:
        return -20
    if spades and not others & (SUIT << (13 * suit)):
        return -10
    return 50 - size(mine)


@bare_kernel
def _value_of_low(row: Row, seat: int, suit: int, mine: int, holding: int, others: int) -> int:
    """How good it is to lead a suit without its master."""
    if suit == 3:
        return 5 if size(mine) >= size(others & SPADE_CARDS) else -12
    value = 0
    opponents = row[VOIDS + ((seat + 1) & 3)] | row[VOIDS + ((seat + 3) & 3)]
    if others & SPADE_CARDS:
        if row[VOIDS + ((seat + 2) & 3)] >> suit & 1 and not row[VOIDS + ((seat + 2) & 3)] >> 3 & 1:
            value += 40
        if opponents >> suit & 1:
            value -= 15
    length = size(mine)
    if holding & SPADE_CARDS:
        value += 8 - 3 * length
    high = highest(mine)
    if over(high, others) == 1 and length > 1:
        value -= 8
    return value


@bare_kernel
def _low_lead(mine: int, high: int, others: int) -> int:
    """The top of a sequence that one card goes over, else the lowest card of the suit."""
    if over(high, others) == 1 and high != highest(mine):
        return highest(mine)
    return lowest(mine)
