"""docs/bots.md: its examples run, and its options are those of the arena."""

import json
import re
import sys
from pathlib import Path

from django.core.management import BaseCommand

from games.arena.players import REFERENCES
from games.bots.registry import LEVELS
from games.bots.stdio import answer
from games.management.commands.arena import Command
from tests.arena.running import arena

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text()
VIEW, ACT, BOT = re.findall(r"<!-- tested -->\n```\w+\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_view_shown_is_answered_with_the_act_shown() -> None:
    assert answer("novice-1", VIEW.encode()) == json.loads(ACT)


def test_the_error_shown_is_what_a_card_seen_twice_is_answered_with() -> None:
    wrong = json.loads(VIEW)
    wrong["holding"][0] = "TC"
    assert json.dumps(answer("novice-1", json.dumps(wrong).encode())) in DOCUMENT


def test_the_bot_shown_plays_in_the_arena(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BOT)
    figures = arena("--a", f"cmd:{sys.executable} {tmp_path / 'my_bot.py'}", "--b", "novice", "--deals", "2")
    assert figures["forfeits"] == []
    assert figures["points"]["mean"] < 0


def test_every_option_of_the_arena_is_shown_and_no_other() -> None:
    parser = Command().create_parser("manage.py", "arena")
    django = {option for action in BaseCommand().create_parser("", "")._actions for option in action.option_strings}
    options = {option for action in parser._actions for option in action.option_strings} - django
    shown = re.search(r"manage\.py arena --a SIDE.*", DOCUMENT)
    assert shown
    assert set(re.findall(r"--[a-z-]+", shown[0])) == options


def test_every_level_and_every_reference_is_explained() -> None:
    assert [name for name in (*LEVELS, *REFERENCES) if f"| `{name}` |" not in DOCUMENT] == []
