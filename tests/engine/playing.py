"""Random valid rule sets, deals and whole matches for the tests of the engine."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.engine import match as engine
from games.engine.actions import Action, Bid, Play
from games.engine.cards import DECK, Deal, parse_card
from games.engine.errors import BadRules
from games.engine.match import Event, Match
from games.engine.rules import PLLAY, RuleSet

TESTS = Path(__file__).parents[1]
KINDS = ("human", "bot", "human", "bot")


def vectors(name: str) -> Any:
    """The content of a file of right values."""
    return json.loads((TESTS / "vectors" / name).read_text())


def _options(draw: st.DrawFn) -> dict[str, object]:
    nil = draw(st.booleans())
    blind_nil = draw(st.sampled_from(["off", "always", "trailing"])) if nil else "off"
    return {
        "name": draw(st.sampled_from(["pllay", "classic500"])),
        "target": draw(st.none() | st.integers(2, 20).map(lambda n: 50 * n)),
        "floor": draw(st.none() | st.integers(-1000, -100)),
        "hand_limit": draw(st.none() | st.integers(1, 8)),
        "level_at_end": draw(st.sampled_from(["draw", "play_on"])),
        "nil": nil,
        "blind_nil": blind_nil,
        "blind_nil_deficit": draw(st.integers(50, 300)) if blind_nil == "trailing" else None,
        "nil_value": draw(st.integers(50, 200)),
        "blind_nil_value": draw(st.integers(100, 400)) if blind_nil != "off" else None,
        "bag_limit": draw(st.integers(5, 10)),
        "bag_penalty": draw(st.integers(50, 100)),
        "bag_carry": draw(st.sampled_from(["restart", "remainder"])),
    }


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any valid rule set, its matches short where it can be."""
    options = _options(draw)
    try:
        return RuleSet.from_options(options)
    except BadRules:
        return RuleSet.from_options(options | {"hand_limit": 3})


def random_deal(chance: random.Random) -> Deal:
    """Four holdings of a deck shuffled by `chance`."""
    deck = chance.sample(DECK, 52)
    return tuple(tuple(sorted(deck[seat::4])) for seat in range(4))


def random_action(match: Match, chance: random.Random) -> Action:
    """One of the legal actions, low bids more often than high ones so that matches do not end at once."""
    legal = engine.legal_actions(match, engine.turn(match))
    low = [action for action in legal if isinstance(action, Bid) and action.bid in (0, 1, 2, 3, 4)]
    return chance.choice(low) if low and chance.random() < 0.9 else chance.choice(legal)


def next_dealer(match: Match, first_dealer: int) -> int:
    """The dealer of the hand that starts next."""
    dealer = engine.next_dealer(match)
    return first_dealer if dealer is None else dealer


class RandomMatch:
    """A random match, played step by step; `deals` remembers what was dealt, hand by hand."""

    def __init__(self, rules: RuleSet, chance: random.Random, kinds: tuple[str, ...] = KINDS) -> None:
        self.match = engine.new_match(rules, kinds)
        self.chance = chance
        self.first_dealer = chance.randrange(4)
        self.deals: list[Deal] = []

    def deal(self, hand: int) -> Deal:
        """The deal of a hand that has started."""
        return self.deals[hand]

    def step(self) -> list[Event]:
        """Start a hand or make one random action; the events that made."""
        seat = engine.turn(self.match)
        if seat is None:
            self.deals.append(random_deal(self.chance))
            dealer = next_dealer(self.match, self.first_dealer)
            self.match, events = engine.start_hand(self.match, dealer, self.deals[-1])
        else:
            self.match, events = engine.apply(self.match, seat, random_action(self.match, self.chance))
        return events

    def steps(self, hands: int = 200) -> Iterator[list[Event]]:
        """The events of each step until the match or so many hands are over."""
        while self.match.outcome is None and not (len(self.match.results) == hands and engine.turn(self.match) is None):
            yield self.step()


def positions(rules: RuleSet, chance: random.Random) -> Iterator[Match]:
    """States reached in random matches, without end."""
    while True:
        play = RandomMatch(rules, chance)
        for _ in play.steps():
            yield play.match


SUITS: Deal = tuple(tuple(range(13 * suit, 13 * suit + 13)) for suit in (1, 2, 3, 0))
"""A deal: North holds the diamonds, East the hearts, South the spades, West the clubs."""


def start(rules: RuleSet = PLLAY, deal: Deal = SUITS, dealer: int = 3) -> Match:
    """A match whose first hand is dealt, by default West dealing, so that North bids first."""
    return engine.start_hand(engine.new_match(rules, KINDS), dealer, deal)[0]


def bid_all(match: Match, *bids: int) -> Match:
    """The match after bids in turn."""
    for bid in bids:
        seat = engine.turn(match)
        match, _ = engine.apply(match, seat, Bid(bid))
    return match


def play_all(match: Match, texts: str) -> Match:
    """The match after cards played in turn."""
    for text in texts.split():
        match, _ = engine.apply(match, engine.turn(match), Play(parse_card(text)))
    return match


def start_behind(rules: RuleSet) -> Match:
    """A hand dealt while North and South are 150 behind."""
    match = replace(engine.new_match(rules, KINDS), score=(0, 150))
    return engine.start_hand(match, 3, SUITS)[0]


def play_hand(match: Match, chance: random.Random) -> Match:
    """The match after a whole hand of random actions."""
    while (seat := engine.turn(match)) is not None:
        match, _ = engine.apply(match, seat, chance.choice(engine.legal_actions(match, seat)))
    return match
