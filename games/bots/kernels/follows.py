"""The policy's card to a trick that somebody else has led."""

from __future__ import annotations

from .aims import can_spare, has_time, hunted, wants_tricks
from .boards import SPADE_CARDS, above, highest, legal, lowest, size, suit_cards, winners_over
from .compiled import bare_kernel
from .layout import ALIVE, BEST, BEST_SEAT, BROKEN, COUNT, HOLDING, LED, NIL, REST, VOIDS, Row
from .throws import over, throw_danger, throw_idle, top

NINE, QUEEN = 7, 10
"""Ranks as they are counted here, the two being 0."""


@bare_kernel
def follow(row: Row, seat: int) -> int:
    """The card to follow with."""
    holding = row[HOLDING + seat]
    cards = legal(holding, row[LED], row[BROKEN] == 1)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    if row[ALIVE + seat]:
        return duck(row, cards, holding)
    if row[ALIVE + ((seat + 2) & 3)]:
        card = guard(row, seat, cards, holding)
        if card >= 0:
            return card
    prey = hunted(row, seat)
    if prey >= 0:
        card = hunt(row, seat, prey, cards, holding)
        if card >= 0:
            return card
    return compete(row, seat, cards, holding) if wants_tricks(row, seat) else duck(row, cards, holding)


@bare_kernel
def duck(row: Row, cards: int, holding: int) -> int:
    """Stay below with the card best out of the way; else the lowest while others may go over it, else the highest."""
    losers = cards & ~winners_over(row[BEST])
    if losers:
        return throw_danger(losers, holding)
    return lowest(cards) if row[COUNT] < 3 else highest(cards)


@bare_kernel
def guard(row: Row, seat: int, cards: int, holding: int) -> int:
    """Partner's nil: take over the trick it is winning, put a high card on a trick it has still to play to; else -1."""
    winners = cards & winners_over(row[BEST])
    if not winners:
        return -1
    if row[COUNT] == 1:
        return _shield(row, seat, winners, holding)
    return lowest(winners) if row[BEST_SEAT] == (seat + 2) & 3 else -1


@bare_kernel
def _shield(row: Row, seat: int, winners: int, holding: int) -> int:
    """Second hand before partner's nil, on a low card: a high one of the suit, or a cheap spade; -1 if not needed."""
    best, led = row[BEST], row[LED]
    if row[VOIDS + ((seat + 2) & 3)] >> led & 1 and led < 3:
        return -1
    others = row[REST] & ~holding
    if over(best, others) == 0 or best - 13 * led >= QUEEN:
        return -1
    if winners & suit_cards(led):
        return top(winners, others)
    return lowest(winners)


@bare_kernel
def hunt(row: Row, seat: int, prey: int, cards: int, holding: int) -> int:
    """An opponent's nil: leave it the trick it is winning, stay low while it has still to play; else -1."""
    losers = cards & ~winners_over(row[BEST])
    if row[BEST_SEAT] == prey:
        return throw_danger(losers, holding) if losers and can_spare(row, seat) else -1
    to_play = (prey - seat) & 3
    if to_play + row[COUNT] > 3 or not has_time(row, seat):
        return -1
    best, led = row[BEST], row[LED]
    follows = cards & suit_cards(led)
    if not follows or best >= 39 > 13 * led or best - 13 * led > NINE or row[VOIDS + prey] >> led & 1:
        return -1
    if follows & losers:
        return highest(follows & losers)
    return lowest(follows)


@bare_kernel
def compete(row: Row, seat: int, cards: int, holding: int) -> int:
    """A trick the side wants: leave it to partner's sure card, else win it as cheaply as is sensible."""
    others = row[REST] & ~holding
    winners = cards & winners_over(row[BEST])
    if not winners or _partner_has_it(row, seat, others):
        return _idle(row, cards, holding, others)
    if row[COUNT] == 3:
        return lowest(winners)
    card = top(winners, others) if winners & suit_cards(row[LED]) else lowest(winners)
    if row[COUNT] == 1:
        return card if _second_hand_wins(row, card, others) else _idle(row, cards, holding, others)
    return _third_hand(row, seat, card, others, cards, holding)


@bare_kernel
def _idle(row: Row, cards: int, holding: int, others: int) -> int:
    losers = cards & ~winners_over(row[BEST])
    return throw_idle(losers if losers else cards, holding, others)


@bare_kernel
def _partner_has_it(row: Row, seat: int, others: int) -> bool:
    """Does partner's card win the trick, for all that can be told? Partner's own nil card is no help to a contract."""
    partner = (seat + 2) & 3
    if row[BEST_SEAT] != partner or row[NIL + partner]:
        return False
    if row[COUNT] == 3:
        return True
    best, led, left = row[BEST], row[LED], (seat + 1) & 3
    if best < 39 and row[VOIDS + left] >> led & 1 and others & SPADE_CARDS:
        return row[VOIDS + left] >> 3 & 1 == 1 and over(best, others) == 0
    return over(best, others) == 0


@bare_kernel
def _second_hand_wins(row: Row, card: int, others: int) -> bool:
    """Second hand plays low, but takes a trick with a master, and trumps what partner cannot win."""
    if card >= 39 and row[LED] < 3:
        return over(row[BEST], others) == 0
    return over(card, others) == 0


@bare_kernel
def _third_hand(row: Row, seat: int, card: int, others: int, cards: int, holding: int) -> int:
    """Third hand: a master or a high enough card; not much over a partner who is winning anyway."""
    if card >= 39 and row[LED] < 3:
        if row[BEST_SEAT] == (seat + 2) & 3 and over(row[BEST], others) <= 2:
            return _idle(row, cards, holding, others)
        return card
    if row[BEST_SEAT] == (seat + 2) & 3 and size(others & above(row[BEST])) == size(others & above(card)):
        return _idle(row, cards, holding, others)
    return card
