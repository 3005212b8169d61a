"""Owns how far behind those are who watch a live table: a trick, cut off the log before anything is made of it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .engine import match as engine
from .engine import transcript
from .engine.match import Dealing
from .engine.rules import RuleSet
from .models import Match

DELAY: Final = 4  # acts
_ACTS = ("look", "bid", "play")
_BOUNDS = ("hand_start", "hand_end", "match_end")  # of the hand being played
_CHUNK = 16  # lines read at once; four acts are seldom further back


def length_shown(length: int, backwards: Iterable[str]) -> int:
    """Returns how many lines of a log of `length` lines may be shown; `backwards` are these, the last one first.

    Not shown are the last four acts of the hand being played, and whatever came after the first of them. Between
    hands, and once the match has ended, everything is.
    """
    shown, acts = length, 0
    for i, line in zip(reversed(range(length)), backwards, strict=False):
        kind = json.loads(line)["type"]
        if kind in _BOUNDS or acts == DELAY:
            break
        if kind in _ACTS:
            shown, acts = i, acts + 1
    return shown


def length_shown_of(match: Match) -> int:
    """Returns the same for the log that a match's row has seen, of which it reads no more than it needs."""
    return length_shown(match.seq, _read_backwards(match))


def _read_backwards(match: Match) -> Iterator[str]:
    for end in range(match.seq, 0, -_CHUNK):
        chunk = match.events.filter(i__gte=end - _CHUNK, i__lt=end).order_by("-i")
        yield from chunk.values_list("line", flat=True)


def set_back(match: Match, lines: Sequence[str], rules: RuleSet, deal: Dealing) -> engine.Match:
    """Sets a row, which must not be saved then, back to what may be shown of it, and returns the state of then.

    `lines` are its whole log. The head too is that of then: a head tells what came last to whoever can guess it.
    """
    shown = lines[: length_shown(len(lines), reversed(lines))]
    state = engine.new_match(rules, match.state["kinds"])
    for line in shown:
        state = engine.advance(state, json.loads(line), deal)
    match.seq, match.acts = len(shown), state.acts
    match.head = transcript.head_of(match.header, shown).hex() if match.header else ""
    return state
