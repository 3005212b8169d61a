"""Novice and expert in the situations of the specification, each with the acts a sound player accepts."""

from typing import Any

import pytest

from games.bots.registry import choose
from games.engine.actions import Action, Bid, Play
from games.engine.cards import card_text
from tests.bots.positions import SEED, from_vector
from tests.engine.playing import vectors

POSITIONS = vectors("bot_positions.json")
EXCEPTIONS: dict[str, str] = {}
"""Position to the reason why the novice goes wrong in it: at present none."""


def as_accepted(act: Action) -> dict[str, Any]:
    """An act in the words of the vectors."""
    match act:
        case Play(card):
            return {"play": card_text(card)}
        case Bid(bid):
            return {"bid": bid}
    return {"look": True}


EACH_POSITION = pytest.mark.parametrize(
    "position", [pytest.param(position, id=position["id"]) for position in POSITIONS]
)


@EACH_POSITION
def test_the_novice_finds_an_accepted_act_but_for_the_listed_exceptions(position: dict[str, Any]) -> None:
    act = as_accepted(choose("novice-1", from_vector(position), SEED))
    assert (act in position["accept"]) == (position["id"] not in EXCEPTIONS), act


@EACH_POSITION
@pytest.mark.parametrize("seed", [SEED, bytes(32)], ids=["seed", "zeros"])
def test_the_expert_finds_an_accepted_act_whatever_its_seed(position: dict[str, Any], seed: bytes) -> None:
    assert as_accepted(choose("expert-1", from_vector(position), seed)) in position["accept"]


def test_every_exception_is_a_position() -> None:
    assert EXCEPTIONS.keys() <= {position["id"] for position in POSITIONS}
