"""Warming lets a process answer at once: everything a searching level runs is compiled, or read, by then."""

import subprocess
import sys

PROGRAM = """
import random, sys

def ready():
    modules = [module for name, module in sys.modules.items() if name.startswith("games.bots.")]
    return {
        (name, tuple(map(str, kernel.signatures)))
        for module in modules for name, kernel in vars(module).items() if hasattr(kernel, "signatures")
    }

from games.bots.warming import warm
warm()
warmed = ready()
from games.engine.rules import make_challenge
from tests.bots.positions import decisions
rules = make_challenge("pllay", blind_nil="always")
hands = sum(seed == b"" for _, seed in decisions(["club-1", "expert-1"] * 2, rules, 2, random.Random(1)))
print(hands, any(signatures for _, signatures in warmed), ready() - warmed)
"""


def test_nothing_is_left_to_compile_for_whole_hands_after_warming() -> None:
    answer = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert answer.stdout == "2 True set()\n"
