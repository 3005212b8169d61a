"""The cheat sees every holding in the arena, and the site has no way to seat it."""

import random
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.arena.deals import shuffle_of
from games.arena.players import Cheat, Local, open_side
from games.bots.registry import LEVELS
from games.engine import match as engine
from games.engine.actions import Play
from games.engine.rules import PLLAY
from games.engine.visibility import seat_view
from tests.bots.positions import SEED, decisions, with_hidden_cards_moved
from tests.references.cheat import peek

GAMES = Path(__file__).resolve().parents[2] / "games"


def test_moving_hidden_cards_changes_what_the_cheat_does() -> None:
    chance, changed, cards = random.Random(3), 0, 0
    for match, _ in decisions(["novice-1"] * 4, PLLAY, 2, random.Random(2)):
        seat = engine.turn(match)
        if match.hand is None or seat is None or match.hand.bidding or len(match.hand.tricks) < 6:
            continue
        other = with_hidden_cards_moved(match, seat, chance)
        assert other.hand is not None
        acts = [peek(seat_view(one, seat), SEED, one.hand.holdings) for one in (match, other) if one.hand]
        assert all(isinstance(act, Play) for act in acts)
        cards, changed = cards + 1, changed + (acts[0] != acts[1])
    assert changed > cards / 20


def test_the_arena_shows_the_holdings_to_the_cheat_alone() -> None:
    assert [type(open_side(name, None, 1)) for name in (*LEVELS, "rule", "pimc", "cheat")][-3:] == [Local, Local, Cheat]
    match, _ = engine.start_hand(engine.new_match(PLLAY, ("bot",) * 4), 0, shuffle_of(PLLAY, 1, 0).deal(0))
    given: list[object] = []

    def listen(*what: object) -> Play:
        given.extend(what)
        return Play(0)

    Local(listen).act(match, 1, SEED)
    assert given == [seat_view(match, 1), SEED]


def test_the_site_does_not_know_the_cheat() -> None:
    assert "cheat" not in LEVELS
    with pytest.raises(CommandError, match="no bot called 'cheat'"):
        call_command("bot", "cheat", "--stdio")
    outside = [path for path in GAMES.rglob("*.py") if "arena" not in path.parts and path.name != "arena.py"]
    known = re.compile(r"\breferences\.|games\.arena")
    assert [path for path in outside if known.search(path.read_text())] == []
