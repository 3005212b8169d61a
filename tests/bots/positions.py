"""Seat views of single positions, and whole hands among bots, for the tests of the bots."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.bots.registry import choose
from games.engine import match as engine
from games.engine.actions import Action, Bid, Look, Play, action_json
from games.engine.cards import DECK, card_text, parse_card
from games.engine.hand import legal_cards, trick_winner
from games.engine.match import Match
from games.engine.rules import HOUSE, PLLAY, RuleSet
from games.engine.visibility import seat_view

SOUTH = 2
SEED = bytes(range(32))
Bids = Sequence[int | str | None]
Trick = tuple[int, str]
"""Leader and cards, as in (1, "2C TC KC 5C")."""


def bid_view(
    holding: str,
    *,
    bids: Bids = (None,) * 4,
    score: tuple[int, int] = (0, 0),
    hand: int = 0,
    rules: RuleSet = PLLAY,
    offer: bool = False,
) -> dict[str, Any]:
    """South's view with the bid before it."""
    numbers = [Bid(bid) for bid in range(0 if rules.nil else 1, 14)]
    legal: list[Action] = [Look(), Bid("blind_nil")] if offer else [*numbers]
    own = None if offer else holding.split()
    return _view(own, legal, bids, score, hand, rules) | {"offers": [False, False, offer, False]}


def play_view(
    holding: str,
    *,
    trick: Trick = (SOUTH, ""),
    tricks: Sequence[Trick] = (),
    bids: Bids = (3, 3, 3, 3),
    won: tuple[int, int, int, int] = (0, 0, 0, 0),
    score: tuple[int, int] = (0, 0),
    hand: int = 0,
    rules: RuleSet = PLLAY,
    broken: bool = True,
    seat: int = SOUTH,
) -> dict[str, Any]:
    """A seat's view with a card to play; `won` may count more tricks than `tricks` shows."""
    cards = sorted(map(parse_card, holding.split()))
    on_table = [parse_card(card) for card in trick[1].split()]
    legal: list[Action] = [Play(card) for card in legal_cards(cards, on_table, broken)]
    return _view([card_text(card) for card in cards], legal, bids, score, hand, rules) | {
        "seat": seat,
        "won": list(won),
        "broken": broken,
        "trick": {"leader": trick[0], "cards": trick[1].split()},
        "tricks": [_finished(*finished) for finished in tricks],
    }


def _finished(leader: int, cards: str) -> dict[str, Any]:
    winner = (leader + trick_winner([parse_card(card) for card in cards.split()])) % 4
    return {"leader": leader, "cards": cards.split(), "winner": winner}


def _view(
    holding: list[str] | None, legal: list[Action], bids: Bids, score: tuple[int, int], hand: int, rules: RuleSet
) -> dict[str, Any]:
    return {
        "rules": rules.options(),
        "seat": SOUTH,
        "hand": hand,
        "bids": list(bids),
        "offers": [False] * 4,
        "won": [0] * 4,
        "broken": False,
        "trick": {"leader": None, "cards": []},
        "tricks": [],
        "holding": holding,
        "legal": [action_json(action) for action in legal],
        "score": list(score),
        "bags": [0, 0],
    }


def from_vector(position: dict[str, Any]) -> dict[str, Any]:
    """The seat view of one entry of bot_positions.json."""
    about: dict[str, Any] = {"bids": position["bids"], "score": tuple(position["scores"])}
    about |= {"hand": position["hands_played"], "rules": _vector_rules(position["rules"])}
    holding = " ".join(position["holding"])
    if position["bids"][position["seat"]] is None:
        offers = [position["offer_open"] and seat == position["seat"] for seat in range(4)]
        view = bid_view(holding, offer=position["offer_open"], **about) | {"offers": offers}
    else:
        view = _vector_play(position, holding, about)
    return view | {"seat": position["seat"], "bags": position["bags"]}


def _vector_play(position: dict[str, Any], holding: str, about: dict[str, Any]) -> dict[str, Any]:
    trick = (position["trick"]["leader"], " ".join(position["trick"]["cards"]))
    tricks = [(leader, " ".join(cards)) for leader, cards in position["played"]]
    broken = any(card.endswith("S") for _, cards in (*tricks, trick) for card in cards.split())
    return play_view(holding, trick=trick, tricks=tricks, won=tuple(position["tricks_won"]), broken=broken, **about)


def _vector_rules(rules: str | dict[str, Any]) -> RuleSet:
    changed = {"name": rules} if isinstance(rules, str) else rules
    return RuleSet.from_options(HOUSE[changed["name"]].options() | changed)


def random_deal(chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """Four holdings by seat."""
    deck = chance.sample(DECK, 52)
    return tuple(tuple(sorted(deck[seat::4])) for seat in range(4))


def decisions(refs: Sequence[str], rules: RuleSet, hands: int, chance: random.Random) -> Iterator[tuple[Match, bytes]]:
    """Every state, with the bot seed of the seat on turn, in which a bot decides while four bots play so many hands.

    Each act goes through the same `apply` as a person's: one that is not legal raises Refused.
    """
    match = engine.new_match(rules, ("bot",) * 4)
    for _ in range(hands):
        if match.outcome is not None:
            match = engine.new_match(rules, ("bot",) * 4)
        dealer = engine.next_dealer(match)
        match, _ = engine.start_hand(match, 0 if dealer is None else dealer, random_deal(chance))
        seeds = [chance.randbytes(32) for _ in range(4)]
        while (seat := engine.turn(match)) is not None:
            yield match, seeds[seat]
            match, _ = engine.apply(match, seat, choose(refs[seat], seat_view(match, seat), seeds[seat]))
        yield match, b""


def with_hidden_cards_moved(match: Match, seat: int, chance: random.Random) -> Match:
    """The same match with the cards that this seat cannot see dealt out again among the seats that hold them."""
    assert match.hand is not None
    holdings = list(match.hand.holdings)
    hidden = [other for other in range(4) if other != seat or match.hand.offers[seat]]
    pool = [card for other in hidden for card in holdings[other]]
    chance.shuffle(pool)
    for other in hidden:
        count = len(holdings[other])
        holdings[other], pool = tuple(sorted(pool[:count])), pool[count:]
    return replace(match, hand=replace(match.hand, holdings=tuple(holdings)))


def novice_plays(holding: str, **about: Any) -> str:
    """The card the novice plays, as text."""
    act = choose("novice-1", play_view(holding, **about), SEED)
    assert isinstance(act, Play)
    return card_text(act.card)


def novice_bids(holding: str, **about: Any) -> int | str:
    """What the novice bids, or "look"."""
    act = choose("novice-1", bid_view(holding, **about), SEED)
    return act.bid if isinstance(act, Bid) else "look"
