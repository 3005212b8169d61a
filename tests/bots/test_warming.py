"""Warming lets a process answer at once: everything a searching level runs is compiled by then."""

import subprocess
import sys

COMPILED = """
from numba.core import event

class Loud(event.Listener):
    on_start = on_end = lambda self, what: compiled.append(what.kind)

compiled = []
event.register("numba:compile", Loud())
from games.bots.warming import warm
warm()
heard = len(compiled)
compiled.clear()
import random
from games.engine.match import turn
from games.engine.rules import make_challenge
from tests.bots.positions import decisions
rules = make_challenge("pllay", blind_nil="always")
hands = sum(seed == b"" for _, seed in decisions(["club-1", "expert-1"] * 2, rules, 2, random.Random(1)))
print(hands, heard > 0, len(compiled))
"""


def test_nothing_is_left_to_compile_for_whole_hands_after_warming() -> None:
    answer = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["2", "True", "0"]
