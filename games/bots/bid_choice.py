"""The bids of the searching bots: every bid tried out in worlds the player cannot tell apart, the best one made.

A bid is worth the chance to win the match that it leads to when the others bid by the bidding model and all four play
the hand out by the policy. All bids are tried in the same worlds with the same chances. First every bid is looked at
in a few worlds, then the best of them in more. Before its cards are seen a seat compares a blind nil with what it
would bid on the holdings it may find.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.engine.actions import BLIND_NIL, Action, Bid, BidValue, Look, is_nil
from games.engine.cards import Seat

from .bidding_model import bidding_model
from .kernels.bid_model import UNKNOWN, usual_bid
from .kernels.bid_trials import Bench, Trial, draw_world, try_bids
from .kernels.boards import pack
from .kernels.chance import seeded
from .kernels.layout import SIZE
from .kernels.worth import BLIND, Values
from .random_bot import public_position
from .utility import point_worth, prospects, win_chance
from .view import BadView, Situation

REACH = 3
"""The bags a side takes for a set in the playouts: opponents fight a bid harder than the policy alone would."""
NOISE = 3_000
"""Plays in 65 536 that are any legal card."""
BLIND_DOUBT = 0.5
"""Taken off the log-odds that a blind nil is made in the playouts, which are too hopeful about holdings so poor for it.

Nils bid on cards need none: four club players made 71 % of 313 (500 hands) of which the playouts foretold 74 %, and the
`rule` player lets nine in ten through. Contracts were made as often as foretold, 92.6 % to 92.2 %.
"""
ALIKE = 0.5
"""Points that a bid may be behind the best and be as good: in a match all but decided every bid is."""
MOST_AFTER_A_LOOK = 10
"""The highest bid thought of for the holding that a look may show."""


@dataclass(frozen=True, slots=True)
class BidEffort:
    """How hard to look, always so much: worlds for every bid, how many bids go on, worlds more for each of those.

    `holdings` that a look may show are tried in twice so many worlds as `halves`.
    """

    worlds: int
    finalists: int
    more: int
    holdings: int
    halves: int


CLUB = BidEffort(worlds=40, finalists=4, more=160, holdings=10, halves=8)
EXPERT = BidEffort(worlds=160, finalists=5, more=1_200, holdings=40, halves=12)


@dataclass(frozen=True, slots=True)
class BidWorth:
    """A bid (or look) and its value to the seat's side in points of the hand, with the standard error of the lead."""

    action: Action
    value: float
    error: float


def choose_bid(s: Situation, seed: bytes, effort: BidEffort) -> Action:
    """The bid, blind nil or look with the best expected match value; of those as good, what the cards say."""
    worths = evaluate_bids(s, seed, effort)
    near = [worth.action for worth in worths if worths[0].value - worth.value <= ALIKE]
    if len(near) == 1 or Look() in near:
        return near[0] if len(near) == 1 else Look()
    usual = usual_number(read_trial(s))
    return min(near, key=lambda action: abs(_tricks(action) - usual))


def usual_number(trial: Trial) -> int:
    """What a player would bid who looks at cards and bids alone."""
    return usual_bid(trial.model, trial.cards, trial.bids, trial.seat, trial.nil)


def _tricks(action: Action) -> int:
    return action.bid if isinstance(action, Bid) and isinstance(action.bid, int) else 0


def evaluate_bids(s: Situation, seed: bytes, effort: BidEffort) -> list[BidWorth]:
    """What each bid tried to the end is worth, the best first; BadView if it is not this seat's turn to bid."""
    trial, number = read_trial(s), seed_number(s, seed)
    chances = _blind_or_look(s, trial, number, effort) if Look() in s.legal else _bids(s, trial, number, effort)
    match = (s.rules, (s.score[0], s.score[1]), (s.bags[0], s.bags[1]), s.hand)
    now = win_chance(*match)
    start, unit = now if s.seat % 2 == 0 else 1 - now, point_worth(*match)
    worths = [BidWorth(action, (chance - start) / unit, error / unit) for action, chance, error in chances]
    return sorted(worths, key=lambda worth: -worth.value)


def read_trial(s: Situation) -> Trial:
    """The bidding as the kernels read it; BadView if it is not the seat's turn to bid or the cards are not 13."""
    made = sum(bid is not None for bid in s.bids)
    dealer = (s.seat - 1 - made) % 4
    _check(s, [(dealer + step) % 4 for step in range(1, made + 1)])
    bids = np.array([_number(bid) for bid in s.bids], np.int64)
    earlier = np.full((4, 4), UNKNOWN)
    for place in range(1, made + 1):
        before = [(dealer + step) % 4 for step in range(1, place)]
        earlier[(dealer + place) % 4, before] = bids[before]
    match = prospects(s.rules, (s.score[0], s.score[1]), (s.bags[0], s.bags[1]), s.hand)
    cards = pack(s.holding)
    return Trial(match, bidding_model(), s.seat, dealer, cards, bids, earlier, s.rules.nil, REACH, NOISE)


def _check(s: Situation, bidders: list[Seat]) -> None:
    if s.cards or any(s.bids[seat] is None for seat in bidders):
        raise BadView("bids", "they are made in turn, and those to the right of this seat come first")
    if len(set(s.holding)) != (0 if Look() in s.legal else 13) or len(s.holding) > 13:
        raise BadView("holding", "13 cards are bid on, or none while a blind nil is offered")
    if Look() not in s.legal and not legal_bids(s):
        raise BadView("legal", "a look or a bid has to be possible")


def _number(bid: BidValue | None) -> int:
    if bid is None:
        return UNKNOWN
    return BLIND if bid == BLIND_NIL else bid


def seed_number(s: Situation, seed: bytes) -> int:
    """62 bits fixed by the bot seed and what is public."""
    return int.from_bytes(hashlib.sha256(seed + public_position(s)).digest()[:8], "big") >> 2


def _bench(cards: int) -> Bench:
    deck = np.array([card for card in range(52) if not cards >> card & 1], np.int64)
    four = [np.zeros(4, np.int64) for _ in range(4)]
    return Bench(deck, four[0], four[1], np.zeros(SIZE, np.int64), four[2], four[3])


def _try(trial: Trial, tried: list[int], number: int, first: int, worlds: int) -> Values:
    """Chances to win by world and bid, a blind nil's weighted by the doubt about it."""
    values, taken = np.zeros((worlds, len(tried))), np.zeros((worlds, len(tried)), np.int64)
    try_bids(trial, _bench(trial.cards), np.array(tried, np.int64), number, first, values, taken)
    for place, bid in enumerate(tried):
        if bid == BLIND:
            values[:, place] *= _doubts(taken[:, place] == 0)
    return values


def _doubts(made: npt.NDArray[np.bool_]) -> Values:
    """Weights of worlds, by whether a blind nil is made in them, that lower the log-odds of it by the doubt."""
    share = made.mean()
    if share in (0, 1):
        return np.ones(len(made))
    doubted = share / (share + (1 - share) * np.exp(BLIND_DOUBT))
    return np.asarray(np.where(made, doubted / share, (1 - doubted) / (1 - share)))


Chances = list[tuple[Action, float, float]]
"""Acts, their chances to win the match, and the standard errors of the lead over each."""


def _bids(s: Situation, trial: Trial, number: int, effort: BidEffort) -> Chances:
    """Every legal bid in a few worlds, then the finalists in more, what the cards say always among them."""
    legal, usual = legal_bids(s), usual_number(trial)
    first = _try(trial, legal, number, 0, effort.worlds)
    order = np.argsort(-first.mean(0), kind="stable")[: effort.finalists].tolist()
    if usual in legal and legal.index(usual) not in order:
        order[-1] = legal.index(usual)
    finalists = [legal[place] for place in sorted(order)]
    more = _try(trial, finalists, number, effort.worlds, effort.more)
    values = np.concatenate([first[:, sorted(order)], more])
    return _compare([Bid(bid) for bid in finalists], values)


def legal_bids(s: Situation) -> list[int]:
    """The bids of tricks and the nil that may be made, ascending."""
    return sorted({_tricks(action) for action in s.legal if isinstance(action, Bid) and action.bid != BLIND_NIL})


def _compare(actions: Sequence[Action], values: Values) -> Chances:
    means = values.mean(0)
    errors = (values - values[:, [int(means.argmax())]]).std(0) / np.sqrt(len(values))
    return [(action, float(mean), float(error)) for action, mean, error in zip(actions, means, errors, strict=True)]


def _blind_or_look(s: Situation, trial: Trial, number: int, effort: BidEffort) -> Chances:
    """A blind nil in many worlds, and a look with the bid that is then the best on each holding."""
    blind = _try(trial, [BLIND], number, 0, effort.more)[:, 0]
    holdings = _holdings(trial, number, effort.holdings)
    look = np.array([_after_a_look(s, trial._replace(cards=cards), number, effort) for cards in holdings])
    errors = [float(values.std() / np.sqrt(len(values))) for values in (blind, look)]
    return [(Look(), float(look.mean()), errors[1]), (Bid(BLIND_NIL), float(blind.mean()), errors[0])]


def _holdings(trial: Trial, number: int, count: int) -> list[int]:
    """What the seat may find when it looks, as the bids so far make it likely."""
    bench, holdings = _bench(0), []
    for world in range(count):
        draw_world(trial, bench, seeded(number, world))
        holdings.append(int(bench.world[trial.seat]))
    return holdings


def _after_a_look(s: Situation, trial: Trial, number: int, effort: BidEffort) -> float:
    """The chance with the bid that does best in one half of the worlds, measured in the other half."""
    with_nil = s.rules.nil and not is_nil(s.bids[(s.seat + 2) % 4])
    tried = [bid for bid in range(MOST_AFTER_A_LOOK + 1) if bid or with_nil]
    values = _try(trial, tried, number, 0, 2 * effort.halves)
    chosen = int(values[: effort.halves].mean(0).argmax())
    return float(values[effort.halves :, chosen].mean())
