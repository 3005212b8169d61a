"""Frozen kernels of `pimc`: worlds dealt evenly under the voids that were shown, and playouts by chance.

A card is the engine's id 0..51, a set of cards an int64 with bit id set; a played card is the set of that one card.
Nothing here may change.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .compiled import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SUIT = (1 << 13) - 1
SPADES = SUIT << 39


@kernel
def mix(state: Ints) -> int:
    """Forty random bits; `state` is a counter that is mixed anew each time."""
    state[0] += -7046029254386353131
    mixed = int(state[0])
    mixed = (mixed ^ ((mixed >> 30) & ((1 << 34) - 1))) * -4658895280553007687
    mixed = (mixed ^ ((mixed >> 27) & ((1 << 37) - 1))) * -7723592293110705685
    mixed = mixed ^ ((mixed >> 31) & ((1 << 33) - 1))
    return mixed & ((1 << 40) - 1)


@kernel
def draw(state: Ints, below: int) -> int:
    """A number from 0 to below - 1, below being at most 64."""
    return (mix(state) * below) >> 40


@kernel
def size(cards: int) -> int:
    """How many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@kernel
def draw_card(state: Ints, cards: int) -> int:
    """One card of a set that is not empty, each as likely as the others."""
    for _ in range(draw(state, size(cards))):
        cards &= cards - 1
    return cards & -cards


@kernel
def count_ways(unseen: int, voids: Ints, seats: Ints, counts: Ints) -> Floats:
    """In how many ways the suits from each on can be dealt: [suit, room of the first seat, room of the second].

    `seats` are the three hidden ones, `counts` by seat their cards; `voids` by seat four bits of suits.
    """
    ways = np.zeros((5, 14, 14))
    ways[4, 0, 0] = 1.0
    for suit in range(3, -1, -1):
        held = size(unseen & (SUIT << (13 * suit)))
        for first in range(counts[seats[0]] + 1):
            for second in range(counts[seats[1]] + 1):
                for one in range(min(first, held) + 1):
                    for two in range(min(second, held - one) + 1):
                        if is_split(suit, one, two, held - one - two, voids, seats):
                            rest = ways[suit + 1, first - one, second - two]
                            ways[suit, first, second] += rest * splits(held, one, two)
    return ways


@kernel
def is_split(suit: int, one: int, two: int, three: int, voids: Ints, seats: Ints) -> bool:
    """May the three hidden seats hold so many cards of the suit?"""
    return not (
        (one and voids[seats[0]] >> suit & 1)
        or (two and voids[seats[1]] >> suit & 1)
        or (three and voids[seats[2]] >> suit & 1)
    )


@kernel
def splits(held: int, one: int, two: int) -> float:
    """In how many ways so many cards fall to three seats, the first getting `one`, the second `two`."""
    ways = 1.0
    for card in range(one):
        ways *= (held - card) / (card + 1)
    for card in range(two):
        ways *= (held - one - card) / (card + 1)
    return ways


@kernel
def deal(state: Ints, unseen: int, voids: Ints, seats: Ints, counts: Ints, ways: Floats, world: Ints) -> None:
    """Deal the unseen cards to the hidden seats of `world`, every world the voids allow as likely as the others."""
    first, second = counts[seats[0]], counts[seats[1]]
    for suit in range(4):
        cards = unseen & (SUIT << (13 * suit))
        held, at = size(cards), mix(state) / (1 << 40) * ways[suit, first, second]
        one, two = choose_split(suit, held, first, second, at, ways, voids, seats)
        first, second = first - one, second - two
        for _ in range(one):
            card = draw_card(state, cards)
            world[seats[0]] |= card
            cards ^= card
        for _ in range(two):
            card = draw_card(state, cards)
            world[seats[1]] |= card
            cards ^= card
        world[seats[2]] |= cards


@kernel
def choose_split(
    suit: int, held: int, first: int, second: int, at: float, ways: Floats, voids: Ints, seats: Ints
) -> tuple[int, int]:
    """The split of a suit at which the ways, counted up, pass `at`; the last one there is, should none."""
    found = (0, 0)
    for one in range(min(first, held) + 1):
        for two in range(min(second, held - one) + 1):
            if is_split(suit, one, two, held - one - two, voids, seats):
                weight = ways[suit + 1, first - one, second - two] * splits(held, one, two)
                if weight > 0:
                    found = (one, two)
                    if at < weight:
                        return found
                    at -= weight
    return found


@kernel
def legal(holding: int, led: int, broken: bool) -> int:
    """The cards that may be played; `led` is the first card of the trick or 0."""
    if led:
        suit = SUIT
        while not led & suit:
            suit <<= 13
        allowed = holding & suit
    else:
        allowed = holding if broken else holding & ~SPADES
    return allowed if allowed else holding


@kernel
def beats(card: int, best: int) -> bool:
    """Does a card win against the best one so far?"""
    if card & SPADES:
        return not best & SPADES or card > best
    suit = SUIT
    while not best & suit:
        suit <<= 13
    return card & suit != 0 and card > best


@kernel
def play_out(
    state: Ints, world: Ints, won: Ints, seat: int, led: int, best: int, winner: int, played: int, broken: bool
) -> None:
    """Play every card that is left by chance from a seat's turn on, adding to the tricks won by seat."""
    while True:
        if played == 4:
            won[winner] += 1
            seat, led, best, played = winner, 0, 0, 0
        if not world[seat]:
            return
        card = draw_card(state, legal(world[seat], led, broken))
        world[seat] ^= card
        broken = broken or card & SPADES != 0
        if not played:
            led, best, winner = card, card, seat
        elif beats(card, best):
            best, winner = card, seat
        seat, played = (seat + 1) % 4, played + 1


@kernel
def value_cards(
    state: Ints,
    worlds: int,
    own: int,
    seat: int,
    cards: Ints,
    unseen: int,
    voids: Ints,
    counts: Ints,
    trick: Ints,
    won: Ints,
    broken: bool,
    values: Floats,
) -> Floats:
    """By card the sum over worlds of `values` at the tricks each seat has won in the end: [w0, w1, w2, w3]."""
    seats = np.array([(seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4])
    ways = count_ways(unseen, voids, seats, counts)
    sums, world, here, end = np.zeros(len(cards)), np.zeros(4, np.int64), np.zeros(4, np.int64), won.copy()
    for _ in range(worlds):
        world[:] = 0
        world[seat] = own
        deal(state, unseen, voids, seats, counts, ways, world)
        for number in range(len(cards)):
            here[:] = world
            end[:] = won
            try_card(state, here, end, seat, cards[number], trick, broken)
            sums[number] += values[end[0], end[1], end[2], end[3]]
    return sums


@kernel
def try_card(state: Ints, world: Ints, won: Ints, seat: int, card: int, trick: Ints, broken: bool) -> None:
    """Play a card to the trick, and the rest by chance."""
    led, best, winner, played = 0, 0, 0, len(trick)
    for place in range(played):
        if place == 0 or beats(trick[place], best):
            best, winner = trick[place], (seat - played + place) % 4
    led = trick[0] if played else card
    if played == 0 or beats(card, best):
        best, winner = card, seat
    world[seat] ^= card
    broken = broken or card & SPADES != 0
    play_out(state, world, won, (seat + 1) % 4, led, best, winner, played + 1, broken)
