"""What a seat may do now: the refusals of rules.md in their fixed order, the legal actions, and the clock's action."""

from .actions import BLIND_NIL, Action, Bid, Look, Play, Reason, Refused
from .cards import SEATS, Card, Seat
from .errors import EngineError
from .hand import Hand, legal_cards, lowest_card
from .rules import RuleSet
from .state import Match, turn


def refusal(match: Match, seat: Seat | None, action: Action) -> Reason | None:
    """Why the action is refused, or None if it may be done.

    `stale` is the service's to judge. Before the first hand and between two hands the reason is `hand_over`.
    """
    if seat not in SEATS:
        return Reason.NOT_SEATED
    if match.outcome is not None:
        return Reason.MATCH_OVER
    hand = match.hand
    if hand is None or hand.turn is None:
        return Reason.HAND_OVER
    if hand.turn != seat:
        return Reason.NOT_YOUR_TURN
    if isinstance(action, Play):
        return Reason.BIDDING_NOT_OVER if hand.bidding else _refuse_card(hand, seat, action.card)
    return _refuse_bid(match.rules, hand, seat, action) if hand.bidding else Reason.BIDDING_OVER


def _refuse_bid(rules: RuleSet, hand: Hand, seat: Seat, action: Look | Bid) -> Reason | None:
    if isinstance(action, Look) or action.bid == BLIND_NIL:
        return None if hand.offers[seat] else Reason.BLIND_NIL_NOT_OFFERED
    if hand.offers[seat]:
        return Reason.LOOK_FIRST
    if action.bid == 0:
        return None if rules.nil else Reason.NIL_NOT_ALLOWED
    return None if action.bid in range(1, 14) else Reason.BID_OUT_OF_RANGE


def _refuse_card(hand: Hand, seat: Seat, card: Card) -> Reason | None:
    holding = hand.holdings[seat]
    if card not in holding:
        return Reason.NOT_IN_HAND
    if card in legal_cards(holding, hand.trick, hand.broken):
        return None
    return Reason.MUST_FOLLOW_SUIT if hand.trick else Reason.SPADES_NOT_BROKEN


def check_action(match: Match, seat: Seat | None, action: Action) -> None:
    """Raise Refused if the action may not be done."""
    reason = refusal(match, seat, action)
    if reason is not None:
        raise Refused(reason)


def legal_actions(match: Match, seat: Seat | None) -> list[Action]:
    """Everything the seat may do now, bids ascending, cards in the order of the holding; empty out of turn."""
    hand = match.hand
    if hand is None or seat is None or turn(match) != seat:
        return []
    if hand.bidding:
        return _legal_bids(match.rules, hand.offers[seat])
    return [Play(card) for card in legal_cards(hand.holdings[seat], hand.trick, hand.broken)]


def _legal_bids(rules: RuleSet, offered: bool) -> list[Action]:
    if offered:
        return [Look(), Bid(BLIND_NIL)]
    return [Bid(bid) for bid in range(0 if rules.nil else 1, 14)]


def default_action(match: Match) -> Action:
    """What the server does for the seat on turn: look if an offer is open, else bid 1, else the lowest legal card.

    Raises EngineError when nobody is on turn.
    """
    hand, seat = match.hand, turn(match)
    if hand is None or seat is None:
        raise EngineError("Nobody is on turn.")
    if hand.bidding:
        return Look() if hand.offers[seat] else Bid(1)
    return Play(lowest_card(legal_cards(hand.holdings[seat], hand.trick, hand.broken)))


def locked_cards(hand: Hand, seat: Seat) -> dict[Card, Reason]:
    """The cards of a seat on turn to play that may not be played, each with the reason."""
    allowed = legal_cards(hand.holdings[seat], hand.trick, hand.broken)
    reason = Reason.MUST_FOLLOW_SUIT if hand.trick else Reason.SPADES_NOT_BROKEN
    return {card: reason for card in hand.holdings[seat] if card not in allowed}
