"""Whatever bots do is legal: whole hands through the same check as people, and every last card."""

import os
import random
from itertools import product

import pytest

from games.bots.registry import LEVELS, choose, ref
from games.engine.actions import Play
from games.engine.cards import DECK, card_text, parse_card
from games.engine.rules import CLASSIC500, PLLAY, RuleSet, make_challenge
from tests.bots.positions import SEED, decisions, play_view

HANDS = int(os.environ.get("BOT_HANDS", "800"))
"""Hands of the long test; 20 000 for a release."""
NO_NIL = make_challenge("classic500", nil=False)
BLIND = make_challenge("pllay", blind_nil="always")


@pytest.mark.parametrize("rules", [PLLAY, CLASSIC500, NO_NIL, BLIND], ids=["pllay", "classic500", "no nil", "blind"])
def test_no_act_of_a_bot_is_refused(rules: RuleSet) -> None:
    chance = random.Random(rules.id)
    refs = ["novice-1", "novice-1", "novice-1", "random-1"]
    ended = sum(seed == b"" for _, seed in decisions(refs, rules, HANDS // 4, chance))
    assert ended == HANDS // 4


def test_no_act_of_four_random_bots_is_refused() -> None:
    ended = sum(seed == b"" for _, seed in decisions(["random-1"] * 4, BLIND, 200, random.Random(1)))
    assert ended == 200


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_with_one_card_left_plays_it(level: str) -> None:
    for card, led, broken in product(DECK, (None, "8C", "8D", "8H", "8S"), (False, True)):
        if led is None or parse_card(led) != card:
            trick = (2, "") if led is None else (1, led)
            view = play_view(card_text(card), trick=trick, broken=broken)
            assert choose(ref(level), view, SEED) == Play(card)
