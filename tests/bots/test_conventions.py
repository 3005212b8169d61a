"""Among cards worth about the same a searching bot plays the one that a partner expects."""

import pytest

from games.bots.conventions import choose_among, choose_card
from games.bots.evaluator import Effort, Worth
from games.bots.view import read_view
from games.engine.cards import card_text, parse_card
from tests.bots.positions import SEED, play_view

EFFORT = Effort(worlds=60, chain=30, burn=60, gap=8, repeats=1, noise=0.03, surprise=0.0, trust=1.0)
FULL = "2C 5C 9C KC 3D 8D JD 4H 7H QH 3S 7S JS"
HIGH_CLUBS = "2C TC QC KC 3D 8D JD 4H 7H QH 3S 7S JS"


def among(worths: dict[str, tuple[float, float]], holding: str = FULL, trick: tuple[int, str] = (1, "3C")) -> str:
    """The card chosen of cards with these values and errors."""
    ranked = [Worth(parse_card(card), *worth) for card, worth in worths.items()]
    situation = read_view(play_view(holding, trick=trick))
    return card_text(choose_among(situation, sorted(ranked, key=lambda worth: -worth.value)))


def test_the_usual_card_is_played_when_it_is_within_the_noise() -> None:
    assert among({"KC": (5.0, 0.0), "9C": (4.9, 1.0), "5C": (4.9, 1.0), "2C": (4.8, 1.0)}) == "2C"


def test_the_best_card_is_played_when_the_usual_one_is_worse() -> None:
    assert among({"KC": (9.0, 0.0), "9C": (4.9, 1.0), "5C": (4.9, 1.0), "2C": (4.8, 1.0)}) == "KC"


def test_the_lowest_of_a_sequence_follows_and_the_highest_is_led() -> None:
    worths = {"QC": (9.0, 0.0), "KC": (9.0, 0.0), "TC": (2.0, 1.0), "2C": (2.0, 1.0)}
    assert among(worths, HIGH_CLUBS) == "QC"
    assert among(worths, HIGH_CLUBS, (2, "")) == "KC"


@pytest.mark.parametrize(("behind", "played"), [(2.5, "2C"), (4.0, "KC")])
def test_partners_trick_is_left_alone_for_a_point_or_two(behind: float, played: str) -> None:
    worths = {"KC": (9.0, 0.0), "9C": (1.0, 0.1), "5C": (1.0, 0.1), "2C": (9.0 - behind, 0.1)}
    assert among(worths, trick=(3, "3C QC 4C")) == played


def test_a_searching_bot_wins_cheaply_as_the_last_to_play() -> None:
    view = play_view(FULL, trick=(3, "JH TH 8H"), bids=(3, 3, 4, 3))
    assert card_text(choose_card(read_view(view), SEED, EFFORT)) == "QH"
