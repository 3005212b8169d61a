"""The cache of a fold: a match written as JSON of public facts only, and read back with its hands dealt again."""

from dataclasses import asdict
from typing import Any

from .cards import Card, Deal, card_text, parse_card
from .errors import BadDump, EngineError
from .fold import Dealing
from .hand import Hand, Trick
from .rules import RuleSet
from .scoring import Outcome
from .state import Match, Result


def dump(match: Match) -> dict[str, Any]:
    """The match as JSON: everything public, and no holding."""
    return {
        "rules": match.rules.options(),
        "kinds": list(match.kinds),
        "hand": None if match.hand is None else _dump_hand(match.hand),
        "results": [_dump_result(result) for result in match.results],
        "score": list(match.score),
        "bags": list(match.bags),
        "acts": match.acts,
        "conceded": list(match.conceded),
        "stand_ins": list(match.stand_ins),
        "outcome": None if match.outcome is None else _listed(asdict(match.outcome)),
    }


def _dump_hand(hand: Hand) -> dict[str, Any]:
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "bids": list(hand.bids),
        "offers": list(hand.offers),
        "leader": hand.leader,
        "trick": _texts(hand.trick),
        "tricks": [[trick.leader, _texts(trick.cards), trick.winner] for trick in hand.tricks],
        "broken": hand.broken,
        "claimed": hand.claimed,
    }


def _dump_result(result: Result) -> dict[str, Any]:
    return _listed(asdict(result))


def _listed(data: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]


def load(data: dict[str, Any], deal: Dealing) -> Match:
    """The match that was dumped; `deal` deals its hand again. BadDump for what `dump` cannot have written."""
    try:
        return _load(data, deal)
    except (EngineError, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise BadDump(f"This is no match: {type(error).__name__}.") from error


def _load(data: dict[str, Any], deal: Dealing) -> Match:
    end = data["outcome"]
    return Match(
        rules=RuleSet.from_options(data["rules"]),
        kinds=tuple(data["kinds"]),
        hand=None if data["hand"] is None else _load_hand(data["hand"], deal),
        results=tuple(_load_result(result) for result in data["results"]),
        score=_pair(data["score"]),
        bags=_pair(data["bags"]),
        acts=data["acts"],
        conceded=tuple(data["conceded"]),
        stand_ins=tuple(data["stand_ins"]),
        outcome=None if end is None else Outcome(end["reason"], end["winner"], _pair(end["score"])),
    )


def _load_hand(data: dict[str, Any], deal: Dealing) -> Hand:
    tricks = tuple(Trick(leader, _cards(cards), winner) for leader, cards, winner in data["tricks"])
    trick = _cards(data["trick"])
    played = {card for finished in tricks for card in finished.cards} | set(trick)
    return Hand(
        number=data["number"],
        dealer=data["dealer"],
        holdings=_without(deal(data["number"]), played),
        bids=tuple(data["bids"]),
        offers=tuple(data["offers"]),
        leader=data["leader"],
        trick=trick,
        tricks=tricks,
        broken=data["broken"],
        claimed=data["claimed"],
    )


def _without(holdings: Deal, played: set[Card]) -> Deal:
    return tuple(tuple(card for card in holding if card not in played) for holding in holdings)


def _load_result(data: dict[str, Any]) -> Result:
    return Result(
        hand=data["hand"],
        dealer=data["dealer"],
        bids=tuple(data["bids"]),
        won=tuple(data["won"]),
        parts=tuple(data["parts"]),
        delta=_pair(data["delta"]),
        bags=_pair(data["bags"]),
        score=_pair(data["score"]),
    )


def _pair(data: list[int]) -> tuple[int, int]:
    first, second = data
    return first, second


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)
