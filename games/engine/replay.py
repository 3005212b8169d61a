"""The replay of a transcript: every event folded as the site folded it, up to the first that does not follow."""

from collections.abc import Sequence

from .actions import Refused
from .cards import SEATS, Card, Deal, parse_card
from .errors import BadEvent, WrongScore
from .findings import SEAT_NAMES, Code, Finding, explain_refusal
from .fold import Dealing, advance
from .match import new_match
from .rules import RuleSet
from .shuffle import Shuffle
from .state import Event, Match
from .transcript import Transcript


def replay(transcript: Transcript, rules: RuleSet, shuffle: Shuffle | None) -> Finding | None:
    """The first event that does not follow from the header, the shuffle and the events before it; None if all do.

    Without a shuffle (the seed is not known) the deals are taken from the plays and the first dealer as it is.
    """
    events = transcript.events
    match = new_match(rules, [seat["kind"] for seat in transcript.header["seats"]])
    deal = played_deals(events) if shuffle is None else shuffle.deal
    for line, event in enumerate(events, 1):
        try:
            match = _step(match, event, deal, shuffle)
            if event["type"] == "reveal" and line != len(events):
                raise BadEvent("type", "The seed is revealed here, yet more events follow.")
        except Refused as refused:
            return Finding(Code.RULES, line, explain_refusal(refused.reason, event))
        except WrongScore as wrong:
            return Finding(Code.SCORE, line, str(wrong))
        except BadEvent as wrong:
            return Finding(Code.RULES, line, str(wrong))
    if transcript.seal is not None and (not events or events[-1]["type"] != "reveal"):
        return Finding(Code.RULES, len(events) + 1, "The transcript is sealed, yet the seed is not revealed before.")
    return None


def _step(match: Match, event: Event, deal: Dealing, shuffle: Shuffle | None) -> Match:
    match = advance(match, event, deal)
    if event["type"] == "hand_start" and shuffle is not None:
        dealer = shuffle.dealer(event["hand"])
        if event["dealer"] != dealer:
            said = SEAT_NAMES[event["dealer"]]
            raise BadEvent("dealer", f"By the shuffle {SEAT_NAMES[dealer]} deals this hand, not {said}.")
    return match


def played_deals(events: Sequence[Event]) -> Dealing:
    """Deals each hand as the cards its players are seen to play, which are all of them once the hand is over.

    Of a hand that is not over these are fewer than were held, so a breach may go unseen; but what is refused with
    the fewer cards (a suit not followed, a clock's card not the lowest) was wrong with all of them too. A card played
    by two seats belongs to the first.
    """
    owners: dict[int, dict[Card, int]] = {}
    for event in events:
        if event["type"] == "play":
            owners.setdefault(event["hand"], {}).setdefault(parse_card(event["card"]), event["seat"])

    def deal(hand: int) -> Deal:
        held = owners.get(hand, {})
        return tuple(tuple(sorted(card for card in held if held[card] == seat)) for seat in SEATS)

    return deal
