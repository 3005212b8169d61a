"""What deals in a study: the game's own cards up to the position, cards of its own after it."""

import random
from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import PLLAY
from games.engine.shuffle import Shuffle
from games.engine.study import StudyShuffle

HANDS = 6


def _shuffles(seed: int) -> tuple[Shuffle, Shuffle]:
    """The shuffle of a game, and that of a study of it."""
    chance = random.Random(seed)
    game, own = (Shuffle(chance.randbytes(16), PLLAY, chance.randbytes(32)) for _ in range(2))
    return game, own


def _begin(game: Shuffle, own: Shuffle, hand: int) -> StudyShuffle:
    return StudyShuffle(own, game.first_dealer(), tuple(game.hand_seed(number) for number in range(hand + 1)))


@given(st.integers(0, 10_000), st.integers(0, HANDS - 1))
def test_hands_up_to_the_position_are_the_game_s_and_later_ones_are_not(seed: int, hand: int) -> None:
    game, own = _shuffles(seed)
    study = _begin(game, own, hand)
    for number in range(HANDS):
        assert (study.deal(number) == game.deal(number)) == (number <= hand)
        assert study.dealer(number) == game.dealer(number), "the deal moves on as in the game"
        assert sorted(sum(study.deal(number), ())) == list(range(52))


@given(st.integers(0, 10_000))
def test_a_study_of_a_study_deals_what_that_one_dealt(seed: int) -> None:
    game, own = _shuffles(seed)
    first = _begin(game, own, 1)
    second = StudyShuffle(_shuffles(seed + 1)[1], first.dealer(0), tuple(map(first.hand_seed, range(4))))
    assert [second.deal(number) for number in range(4)] == [first.deal(number) for number in range(4)]
    assert second.deal(4) != first.deal(4)


@given(st.integers(0, 10_000))
def test_bots_draw_their_chances_from_the_study_alone(seed: int) -> None:
    game, own = _shuffles(seed)
    study = _begin(game, own, 2)
    for number in range(HANDS):
        for seat in range(4):
            assert study.bot_seed(number, seat) == own.bot_seed(number, seat) != game.bot_seed(number, seat)


def test_a_study_is_begun_without_the_seed_of_the_game() -> None:
    game, own = _shuffles(1)
    held = repr([getattr(_begin(game, own, 3), field.name) for field in fields(StudyShuffle)])
    assert repr(game.seed) not in held
    assert repr(game.prk()) not in held
    assert repr(game.hand_seed(4)) not in held
