"""Whether a situation can come about in a match at all: the check of views that come from outside the site."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.actions import BLIND_NIL
from games.engine.cards import SEATS, SPADES, Card, Deal, suit_of
from games.engine.hand import Hand, legal_cards, trick_winner
from games.engine.hand import Trick as Played
from games.engine.match import Match, legal_actions
from games.engine.scoring import match_end
from games.engine.state import offer_blind_nil

from .view import BadView, Situation

MOST_POINTS = 2_000
"""More than any hand can bring a side or cost it: two blind nils of 400, 26 tricks bid, 13 bags and their penalties."""


def check_consistency(s: Situation) -> None:
    """Raise BadView, naming the field, if no legal match can show this view to the seat on turn.

    Sources: rules.md, "The hand", "Blind nil" and "The end of a match".
    """
    for check in (_check_cards, _check_turn, _check_tricks, _check_suits, _check_counts, _check_bids, _check_match):
        check(s)
    allowed = legal_actions(_match(s), s.seat)
    if set(s.legal) != set(allowed) or len(s.legal) != len(allowed):
        raise BadView("legal", "this is not what the rules allow in this position")


def _check_cards(s: Situation) -> None:
    """No card is seen twice."""
    seen: set[Card] = set()
    played = [card for trick in s.tricks for card in trick.cards]
    for field, cards in (("tricks", played), ("trick", s.trick.cards), ("holding", s.holding)):
        if seen & set(cards) or len(set(cards)) != len(cards):
            raise BadView(field, "a card is seen twice")
        seen |= set(cards)


def _check_turn(s: Situation) -> None:
    """It is this seat's turn: the last one to have bid is on its right, or the trick has come round to it."""
    if None in s.bids:
        made = 4 - s.bids.count(None)
        if any((s.bids[(s.seat - back) % 4] is None) == (back <= made) for back in range(1, 5)):
            raise BadView("bids", "by these bids it is not this seat's turn to bid")
        if s.trick.cards or s.tricks:
            raise BadView("tricks" if s.tricks else "trick", "nothing is played before everybody has bid")
    elif s.trick.leader is None or len(s.trick.cards) > 3 or (s.trick.leader + len(s.trick.cards)) % 4 != s.seat:
        raise BadView("trick", "by its leader and its cards it is not this seat's turn")


def _check_tricks(s: Situation) -> None:
    """Every finished trick has four cards and its winner, who leads the next."""
    for trick, following in zip(s.tricks, (*s.tricks, s.trick)[1:], strict=True):
        if trick.leader is None or len(trick.cards) != 4:
            raise BadView("tricks", "a finished trick has a leader and four cards")
        if trick.winner != (trick.leader + trick_winner(trick.cards)) % 4:
            raise BadView("tricks", "the winner of a trick is not the seat whose card was the best")
        if following.leader != trick.winner:
            field = "trick" if following is s.trick else "tricks"
            raise BadView(field, "a trick is not led by the winner of the one before")


def _check_suits(s: Situation) -> None:
    """Nobody failed to follow a suit, or led a spade too early, with cards that are seen to have been held."""
    held, broken = [list(cards) for cards in _shown(s)], False
    for trick in (*s.tricks, s.trick):
        for place, card in enumerate(trick.cards):
            seat = ((trick.leader or 0) + place) % 4
            if card not in legal_cards(held[seat], trick.cards[:place], broken):
                raise BadView("trick" if trick is s.trick else "tricks", "a card was played that was not allowed")
            held[seat].remove(card)
            broken = broken or suit_of(card) == SPADES
    if s.broken != broken:
        raise BadView("broken", "spades are broken once one has been played, and only then")


def _shown(s: Situation) -> Deal:
    """By seat the cards that are seen to have been held from the start: those played, and one's own."""
    shown: list[list[Card]] = [list(s.holding) if seat == s.seat else [] for seat in SEATS]
    for trick in (*s.tricks, s.trick):
        for place, card in enumerate(trick.cards):
            shown[((trick.leader or 0) + place) % 4].append(card)
    return tuple(map(tuple, shown))


def _check_counts(s: Situation) -> None:
    """The holding has the cards that are left, and the tricks won are those that are seen."""
    left = 0 if s.offers[s.seat] else 13 - len(s.tricks)
    if len(s.holding) != left:
        raise BadView("holding", f"{left} cards are held at this point, not {len(s.holding)}")
    if list(s.won) != [sum(trick.winner == seat for trick in s.tricks) for seat in SEATS]:
        raise BadView("won", "these are not the tricks that each seat has won")


def _check_bids(s: Situation) -> None:
    """Nil and blind nil only where the rules have them, and offers only where they are still open."""
    if 0 in s.bids and not s.rules.nil:
        raise BadView("bids", "these rules have no nil")
    for seat, offered in enumerate(offer_blind_nil(_match(s))):
        if s.bids[seat] == BLIND_NIL and not offered:
            raise BadView("bids", "a blind nil was bid that was not offered")
        if s.offers[seat] and (s.bids[seat] is not None or not offered):
            raise BadView("offers", "an offer is open only until its seat has bid, and only where the rules make it")


def _check_match(s: Situation) -> None:
    """The match has not ended before this hand, and begins with nothing."""
    if s.hand == 0 and any((*s.score, *s.bags)):
        raise BadView("score" if any(s.score) else "bags", "a match begins at 0")
    if any(not 0 <= bags < s.rules.bag_limit for bags in s.bags):
        raise BadView("bags", f"a running count is from 0 to {s.rules.bag_limit - 1}")
    if any(abs(score) > MOST_POINTS * s.hand for score in s.score):
        raise BadView("score", f"{s.hand} hands cannot come to this")
    if s.hand and match_end(s.rules, s.score, s.hand) is not None:
        raise BadView("score", "the match has ended before this hand")


def _match(s: Situation) -> Match:
    """The position as the engine has it, the cards of others left out."""
    holdings = tuple(s.holding if seat == s.seat else () for seat in SEATS)
    tricks = tuple(Played(trick.leader or 0, trick.cards, trick.winner or 0) for trick in s.tricks)
    leader = None if None in s.bids else s.trick.leader
    hand = Hand(s.hand, _dealer(s), holdings, s.bids, s.offers, leader, s.trick.cards, tricks, s.broken)
    return Match(s.rules, ("bot",) * 4, hand, score=_pair(s.score), bags=_pair(s.bags))


def _dealer(s: Situation) -> int:
    """The dealer, on whose left the bidding and the play began."""
    if None in s.bids:
        return (s.seat - 1 - (4 - s.bids.count(None))) % 4
    first = s.tricks[0] if s.tricks else s.trick
    return ((first.leader or 0) - 1) % 4


def _pair(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[1]
