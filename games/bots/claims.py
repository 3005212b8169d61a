"""The claim: is the rest of the hand decided, whatever anyone plays, in every world that the claimant's view allows?

The proof is sound and incomplete, and never looks at a card that the claimant cannot see. Two ways are tried: bounds on
the tricks the claimant must still win, which often suffice far from the end, and, near it, every card that anybody
could hold and play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.engine.cards import SEATS, SPADES, Card, Seat, suit_of
from games.engine.hand import legal_cards, put, trick_winner
from games.engine.scoring import SideScore, score_side

from .table_sense import beats, best_card, higher_unseen, is_master, of_suit, tricks_left, unseen, voids
from .view import Situation

Won: TypeAlias = tuple[int, ...]
"""Tricks won, by seat."""
FEWEST = 2
"""Cards a claimant holds at least: with the last one there is nothing left to save."""
TRIED = 3
"""Cards the claimant holds at most when everything is tried."""
MOST_PLAYS = 6000
"""Cards that are tried before the proof is given up; with two cards left it never comes to that."""


def can_claim(s: Situation) -> bool:
    """May the seat on turn end the hand here: does every way to go on, in every world, give both sides the same score?

    Points, bags and nils are the same then (the seats of a side may still divide its tricks otherwise).
    """
    if len(s.holding) < FEWEST or not s.cards:
        return False
    return _is_settled(s, _divisions(s)) or (len(s.holding) <= TRIED and _is_settled(s, _every_end(_rest_of(s))))


def _is_settled(s: Situation, ends: Iterator[Won | None]) -> bool:
    """Do all these ends of the hand score the same? None counts as a card tried on the way there."""
    seen: set[Won] = set()
    scores = None
    for count, won in enumerate(ends):
        if won is not None and won not in seen:
            seen.add(won)
            scores = scores or _scores(s, won)
            if _scores(s, won) != scores:
                return False
        if count == MOST_PLAYS:
            return False
    return bool(seen)


def _scores(s: Situation, won: Won) -> tuple[SideScore, ...]:
    bids = tuple(bid for bid in s.bids if bid is not None)
    return tuple(score_side(s.rules, bids[side::2], won[side::2], s.bags[side]) for side in (0, 1))


def _divisions(s: Situation) -> Iterator[Won]:
    """Every way in which the tricks left could be divided if only the claimant's sure ones are bound to a seat."""
    free = tricks_left(s) - sure_tricks(s)
    base = put(s.won, s.seat, s.won[s.seat] + sure_tricks(s))
    for first in range(free + 1):
        for second in range(free + 1 - first):
            for third in range(free + 1 - first - second):
                more = (first, second, third, free - first - second - third)
                yield tuple(map(sum, zip(base, more, strict=True)))


def sure_tricks(s: Situation) -> int:
    """Tricks the one on turn wins whatever anyone plays, the player included: all that are left, or some spades'."""
    return tricks_left(s) if _takes_all(s) else _sure_spades(s)


def _takes_all(s: Situation) -> bool:
    """Does any card that may be played now take the trick, and any other one after it, led in any order?"""
    others = unseen(s)
    trumps = of_suit(others, SPADES)
    lasting = all(is_master(card, others) and (suit_of(card) == SPADES or not trumps) for card in s.holding)
    return lasting and all(not s.trick.cards or beats(card, best_card(s)) for card in s.cards)


def _sure_spades(s: Situation) -> int:
    """How many of the own spades win: one loses only where a higher one of another seat falls on it.

    From the top down each is paired with a higher spade still unseen, or on the table, that no own one is paired with.
    """
    others = [*unseen(s), *s.trick.cards]
    sure = 0
    for place, card in enumerate(of_suit(s.holding, SPADES)[::-1]):
        paired = place - sure
        sure += higher_unseen(card, others) <= paired
    return sure


@dataclass(frozen=True, slots=True)
class _Rest:
    """The rest of a hand as the claimant knows it: the own holding, what the others hold between them, and voids."""

    seat: Seat
    holding: tuple[Card, ...]
    hidden: frozenset[Card]
    sizes: tuple[int, ...]
    voids: frozenset[tuple[Seat, int]]
    leader: Seat
    trick: tuple[Card, ...]
    won: Won
    broken: bool

    @property
    def turn(self) -> Seat:
        return (self.leader + len(self.trick)) % 4

    @property
    def cards(self) -> tuple[Card, ...]:
        """What the seat on turn may play, for all the claimant knows; of own cards that come to the same, one."""
        if self.turn == self.seat:
            return _distinct(legal_cards(self.holding, self.trick, self.broken), (*self.hidden, *self.trick))
        return tuple(card for card in self.hidden if (self.turn, suit_of(card)) not in self.voids)


def _distinct(cards: Iterable[Card], others: Sequence[Card]) -> tuple[Card, ...]:
    """The lowest of each run of a seat's cards between which no other one lies: it does not matter which is played."""
    kept: list[Card] = []
    last = None
    for card in sorted(cards):
        if last is None or suit_of(last) != suit_of(card) or any(last < other < card for other in others):
            kept.append(card)
        last = card
    return tuple(kept)


def _rest_of(s: Situation) -> _Rest:
    leader = s.seat if s.trick.leader is None else s.trick.leader
    played = [(leader + place) % 4 for place in range(len(s.trick.cards))]
    sizes = tuple(len(s.holding) - (seat in played) for seat in SEATS)
    known = (s.holding, frozenset(unseen(s)), sizes, frozenset(voids(s)))
    return _Rest(s.seat, *known, leader, s.trick.cards, s.won, s.broken)


def _every_end(rest: _Rest) -> Iterator[Won | None]:
    """The tricks won at the end of every way to go on, in every world: a world is what the others turn out to play.

    None for each card that is tried.
    """
    if not any(rest.sizes):
        yield rest.won
        return
    for card in rest.cards:
        yield None
        yield from _every_end(_play(rest, card))


def _play(rest: _Rest, card: Card) -> _Rest:
    turn = rest.turn
    trick = (*rest.trick, card)
    known = replace(
        rest,
        holding=tuple(held for held in rest.holding if held != card),
        hidden=rest.hidden - {card},
        sizes=put(rest.sizes, turn, rest.sizes[turn] - 1),
        voids=rest.voids | _shown_by(rest, card),
        broken=rest.broken or suit_of(card) == SPADES,
        trick=trick,
    )
    return known if len(trick) < 4 else _finish_trick(known)


def _shown_by(rest: _Rest, card: Card) -> set[tuple[Seat, int]]:
    """The suits that the one on turn cannot hold any more once it plays this card (rules.md, the hand, 4 and 5)."""
    if rest.trick:
        led = suit_of(rest.trick[0])
        return set() if suit_of(card) == led else {(rest.turn, led)}
    must_lead = suit_of(card) == SPADES and not rest.broken
    return {(rest.turn, suit) for suit in range(SPADES)} if must_lead else set()


def _finish_trick(rest: _Rest) -> _Rest:
    winner = (rest.leader + trick_winner(rest.trick)) % 4
    return replace(rest, leader=winner, trick=(), won=put(rest.won, winner, rest.won[winner] + 1))
