"""Levels, references and the one function that makes a bot act."""

import subprocess
import sys

import pytest

from games.bots.registry import LEVELS, UnknownBot, choose, find_level, ref
from games.bots.view import BadView
from games.engine.actions import Bid, Look, Play
from games.engine.cards import parse_card
from tests.bots.positions import SEED, bid_view, play_view


def test_a_reference_is_the_level_and_its_version() -> None:
    assert ref("novice") == "novice-1"
    assert find_level("novice-1") is LEVELS["novice"]


def test_all_levels_but_the_random_bot_are_offered_to_people() -> None:
    assert [level.name for level in LEVELS.values() if level.shown] == ["novice", "club", "expert"]


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from games.bots.registry import MissingNumba, choose
from tests.bots.positions import SEED, play_view
view = play_view("7S 8S AC")
print(choose("novice-1", view, SEED))
for level in ("club-1", "expert-1"):
    try:
        choose(level, view, SEED)
    except MissingNumba as error:
        print(error)
"""


def test_without_numba_the_novice_plays_and_the_searching_levels_say_what_is_missing() -> None:
    answer = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    novice, club, expert = answer.stdout.splitlines()
    assert novice == "Play(card=12)"
    assert "The level club needs numba" in club
    assert "The level expert needs numba" in expert


def test_numba_is_not_imported_before_a_searching_level_acts() -> None:
    program = "import sys, games.bots.registry; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


@pytest.mark.parametrize("unknown", ["grandmaster-1", "grandmaster", "", "-1", "Novice-1"])
def test_an_unknown_level_is_named(unknown: str) -> None:
    with pytest.raises(UnknownBot, match=f"no bot called '{unknown.removesuffix('-1') or unknown}'"):
        find_level(unknown)


@pytest.mark.parametrize("version", ["2", "01", "0", "x", ""])
def test_an_unknown_version_is_named(version: str) -> None:
    with pytest.raises(UnknownBot, match=f"no bot 'novice-{version}'"):
        find_level(f"novice-{version}")


def test_a_reference_needs_a_version() -> None:
    with pytest.raises(UnknownBot, match="no bot 'novice'"):
        choose("novice", bid_view("2C"), SEED)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_acts_on_a_view(level: str) -> None:
    assert choose(ref(level), play_view("7S"), SEED) == Play(parse_card("7S"))
    assert isinstance(choose(ref(level), bid_view("2C 5C 9C KC 3D 8D JD 4H 7H QH 3S 7S JS"), SEED), Bid)
    assert isinstance(choose(ref(level), bid_view("", offer=True), SEED), Look | Bid)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        choose("novice-1", play_view("7S"), seed)


def test_a_bot_whose_turn_it_is_not_has_nothing_to_choose() -> None:
    with pytest.raises(BadView, match="not this seat's turn"):
        choose("novice-1", play_view("7S") | {"legal": []}, SEED)
