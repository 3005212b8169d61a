"""The fold: the one way in which a match changes, one logged event at a time, judged as it is folded."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from .actions import Action, Bid, Look, Play, parse_action
from .cards import SEATS, Deal, Seat
from .errors import BadEvent, WrongScore
from .hand import Hand, open_hand, put, with_bid, with_card, with_look
from .legality import check_action, default_action
from .scoring import Outcome
from .state import (
    BYS,
    Event,
    Match,
    conceding_side,
    due_event,
    hand_end_event,
    next_dealer,
    offer_blind_nil,
    score_hand,
    unscored_hand,
)

Dealing: TypeAlias = Callable[[int], Deal]
"""Deals hand number n: four holdings by seat."""
CLOSING_REASONS = ("left", "abandoned")


def advance(match: Match, event: Event, deal: Dealing) -> Match:
    """The match after one logged event of any type, whose fields have the shapes of fairness.md.

    Refused: an action the rules do not allow. WrongScore: numbers that are not the rules'. BadEvent: anything else
    that does not follow. `entropy`, `chat`, `away`, `back` and `reveal` change nothing. A first dealer is taken as
    it is (it follows from the shuffle, as the deal does).
    """
    kind = event["type"]
    if kind in _ACTIONS:
        return _fold_action(match, event)
    if kind == "hand_start":
        return _fold_hand_start(match, event, deal)
    if kind in _FOLDS:
        return _FOLDS[kind](match, event)
    if kind not in _SILENT:
        raise BadEvent("type", f"There is no event of type {str(kind)[:20]!r}.")
    _check_silent(match, event)
    return match


def _fold_action(match: Match, event: Event) -> Match:
    seat = event["seat"]
    action = parse_action({key: event[key] for key in _ACTIONS[event["type"]]})
    check_action(match, seat, action)
    _check_open(match, event)
    if match.hand is None or event["hand"] != match.hand.number:
        raise BadEvent("hand", "The action is of another hand than the one being played.")
    _check_by(match, seat, action, event.get("by"))
    hand = replace(match.hand, claimed=True) if event.get("by") == "claim" else match.hand
    return replace(match, hand=_act(hand, seat, action), acts=match.acts + 1)


def _act(hand: Hand, seat: Seat, action: Action) -> Hand:
    match action:
        case Look():
            return with_look(hand, seat)
        case Bid(bid):
            return with_bid(hand, seat, bid)
        case Play(card):
            return with_card(hand, seat, card)


def _check_by(match: Match, seat: Seat, action: Action, by: str | None) -> None:
    """Fairness.md on `by`: who may act for a seat, and what a clock and a claim may do."""
    if by is not None and by not in BYS:
        raise BadEvent("by", f"Nobody acts as {by[:20]!r}.")
    if match.hand is not None and match.hand.claimed and by != "claim":
        raise BadEvent("by", "After a claim every act of the hand is the claim's.")
    if by == "bot" and match.stand_ins[seat] is None:
        raise BadEvent("by", "A bot acts for a seat it has not taken over.")
    if by is None and match.stand_ins[seat] is not None:
        raise BadEvent("by", "The seat is held by a bot, so the act must say who made it.")
    if by in ("clock", "claim") and action != default_action(match):
        raise BadEvent("by", f"The {by} may only do the default action.")


def _check_open(match: Match, event: Event) -> None:
    """That the match goes on: it has not ended, and no side has conceded it."""
    if match.outcome is not None:
        raise BadEvent("type", f"A {event['type']} comes after the match has ended.")
    if conceding_side(match) is not None:
        raise BadEvent("type", f"A match_end follows the concession of a side, not a {event['type']}.")


def _check_nothing_due(match: Match, event: Event) -> None:
    due = due_event(match)
    if due is not None:
        raise BadEvent("type", f"A {due['type']} must come here, not a {event['type']}.")


def _fold_hand_start(match: Match, event: Event, deal: Dealing) -> Match:
    number, dealer = event["hand"], event["dealer"]
    _check_open(match, event)
    _check_nothing_due(match, event)
    if match.hand is not None and not match.hand.finished:
        raise BadEvent("type", "A hand starts while another is being played.")
    if number != len(match.results):
        raise BadEvent("hand", f"Hand {len(match.results)} was to start.")
    if dealer not in SEATS or next_dealer(match) not in (None, dealer):
        raise BadEvent("dealer", "The deal moves one seat to the left each hand.")
    return replace(match, hand=open_hand(number, dealer, deal(number), offer_blind_nil(match)))


def _fold_hand_end(match: Match, event: Event) -> Match:
    hand = unscored_hand(match)
    if hand is None:
        raise BadEvent("type", "No hand ends here.")
    if event["hand"] != hand.number:
        raise BadEvent("hand", f"It is hand {hand.number} that ends here.")
    result = score_hand(match, hand)
    _check_numbers(hand_end_event(result), event)
    return replace(match, results=(*match.results, result), score=result.score, bags=result.bags)


def _check_numbers(right: Event, event: Event) -> None:
    for field in ("won", "delta", "bags", "score"):
        if event[field] != right[field]:
            raise WrongScore(field, f"{field} of the hand is {right[field]} by the rules, not {event[field]}.")


def _fold_match_end(match: Match, event: Event) -> Match:
    if match.outcome is not None:
        raise BadEvent("type", "The match has ended before.")
    _check_ending(due_event(match), event)
    if event["score"] != list(match.score):
        raise WrongScore("score", f"The score is {list(match.score)}, not {event['score']}.")
    return replace(match, outcome=Outcome(event["reason"], event["winner"], match.score))


def _check_ending(due: Event | None, event: Event) -> None:
    """That the match may end so: as the rules have it, or closed by the site without a winner."""
    if due is None and event["reason"] not in CLOSING_REASONS:
        raise BadEvent("reason", "The match does not end here by its rules.")
    wanted = due or {"type": "match_end", "reason": event["reason"], "winner": None}
    for field in ("type", "reason", "winner"):
        if event[field] != wanted.get(field):
            raise BadEvent(field, f"{field} must be {wanted.get(field)} here, not {str(event[field])[:20]}.")


def _fold_takeover(match: Match, event: Event) -> Match:
    seat = event["seat"]
    _check_open(match, event)
    _check_person(match, seat)
    if match.stand_ins[seat] is not None:
        raise BadEvent("seat", "A bot holds this seat already.")
    return replace(match, stand_ins=put(match.stand_ins, seat, event["bot"]))


def _fold_return(match: Match, event: Event) -> Match:
    seat = event["seat"]
    _check_open(match, event)
    _check_person(match, seat)
    if match.stand_ins[seat] is None:
        raise BadEvent("seat", "No bot holds this seat.")
    return replace(match, stand_ins=put(match.stand_ins, seat, None))


def _fold_concede(match: Match, event: Event) -> Match:
    seat = event["seat"]
    _check_open(match, event)
    _check_nothing_due(match, event)
    _check_person(match, seat)
    if match.conceded[seat]:
        raise BadEvent("seat", "This seat has conceded already.")
    return replace(match, conceded=put(match.conceded, seat, True))


def _check_person(match: Match, seat: Seat) -> None:
    if seat not in SEATS or match.kinds[seat] != "human":
        raise BadEvent("seat", "This seat is not a person's.")


def _check_silent(match: Match, event: Event) -> None:
    """That an event which changes nothing stands where it may."""
    kind = event["type"]
    if kind == "entropy" and (match.hand is not None or match.outcome is not None):
        raise BadEvent("type", "A contribution comes after the first deal.")
    if kind == "reveal" and match.outcome is None:
        raise BadEvent("type", "The seed is revealed before the match has ended.")
    if match.outcome is None:
        _check_open(match, event)


_ACTIONS = {"look": ("type",), "bid": ("type", "bid"), "play": ("type", "card")}
_FOLDS: dict[str, Callable[[Match, Event], Match]] = {
    "hand_end": _fold_hand_end,
    "match_end": _fold_match_end,
    "takeover": _fold_takeover,
    "return": _fold_return,
    "concede": _fold_concede,
}
_SILENT = ("entropy", "chat", "away", "back", "reveal")
