"""Why an act is good, as data: from what its player sees (`explain`), or from what everybody sees (`public`)."""

from __future__ import annotations

from games.engine.actions import Action, Bid, Play

from ..view import Situation
from .bid import explain_bid, explain_look
from .follow import explain_follow
from .lead import explain_lead
from .public import explain_promise, explain_shown
from .reason import Reason, Why, parse_reason

__all__ = ["Reason", "Why", "explain", "explain_promise", "explain_shown", "parse_reason"]


def explain(s: Situation, act: Action) -> Reason:
    """Why an act that may be made now is good, from what the seat on turn sees and nothing else."""
    match act:
        case Play(card):
            return explain_follow(s, card) if s.trick.cards else explain_lead(s, card)
        case Bid(bid):
            return explain_bid(s, bid)
    return explain_look()
