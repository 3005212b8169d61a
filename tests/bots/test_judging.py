"""One judgement for hints and the coach: what a hint names costs nothing, what costs nothing is called as good."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.bots import judging
from games.bots.view import Situation, read_view
from games.engine.actions import Play
from games.engine.cards import parse_card
from games.engine.rules import PLLAY
from games.engine.visibility import seat_view

from .positions import decisions, play_view


def situations(seed: int) -> Iterator[Situation]:
    """What South saw at each of its turns of a hand."""
    for match, _seed in decisions(["novice-1"] * 4, PLLAY, 1, random.Random(seed)):
        if match.hand is not None and match.hand.turn == 2:
            yield read_view(seat_view(match, 2))


def test_a_hint_costs_nothing_and_its_rival_costs_something_unless_it_is_called_as_good() -> None:
    close = []
    for s in situations(81):
        best = judging.find_best(s)
        assert judging.compare(s, best.act) == judging.Verdict(0, best.act)
        if best.rival is not None:
            verdict = judging.compare(s, best.rival)
            assert verdict.best == best.act
            assert best.is_close == (verdict.cost == 0)
            close.append(best.is_close)
    assert set(close) == {True, False}


def test_what_the_player_sees_and_nothing_else_fixes_the_chance() -> None:
    view = play_view("2C QC AC", trick=(3, "3C 9C 4C"), bids=(0, 3, 4, 3))
    s = read_view(view)
    assert judging.seed_of(read_view({**view, "time": 7, "match": "another"})) == judging.seed_of(s)
    others = [replace(s, score=(10, 0)), replace(s, bags=(1, 0)), replace(s, hand=1), replace(s, holding=s.holding[1:])]
    assert len({judging.seed_of(each) for each in (s, *others)}) == 5


def test_a_difference_within_the_noise_or_below_a_point_is_none() -> None:
    first = judging.Judged(Play(0), 10.0, 0.0)
    assert judging.find_cost(first, judging.Judged(Play(1), 6.0, 2.5)) == 0
    assert judging.find_cost(first, judging.Judged(Play(1), 9.2, 0.1)) == 0
    assert judging.find_cost(first, judging.Judged(Play(1), 6.0, 1.5)) == 4


def test_an_only_card_has_no_rival_and_an_act_that_could_not_be_done_is_refused() -> None:
    s = read_view(play_view("2C 5D 9S", trick=(1, "KC")))
    assert judging.find_best(s) == judging.Best(Play(parse_card("2C")), 0.0, True, None)
    with pytest.raises(ValueError, match="could not be done there"):
        judging.compare(s, Play(parse_card("9S")))
