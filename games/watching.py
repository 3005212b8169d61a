"""Owns how far behind those are who watch a live table: a trick, cut off the log before anything is made of it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NoReturn

from .engine import match as engine
from .engine import transcript
from .engine.match import Dealing
from .models import Match

DELAY: Final = 4  # acts
_ACTS = ("look", "bid", "play")
_BOUNDS = ("hand_start", "hand_end", "match_end")  # of the hand being played
_LASTING = ('"type":"takeover"', '"type":"return"', '"type":"concede"')  # what hands leave behind beside results
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


def set_back(match: Match, state: engine.Match, lines: Sequence[str], deal: Dealing) -> engine.Match:
    """Sets a row, which must not be saved then, back to what may be shown of it, and returns the state of then.

    `state` is its state, `lines` its whole log, of which only the hand being played is folded again. The head too is
    that of then: a head tells what came last to whoever can guess it.
    """
    shown = lines[: length_shown(len(lines), reversed(lines))]
    if len(shown) == len(lines):
        return state
    begun = max(i for i, line in enumerate(shown) if '"type":"hand_start"' in line)
    then = _before_hand(state, lines, begun)
    for line in shown[begun:]:
        then = engine.advance(then, json.loads(line), deal)
    match.seq, match.acts = len(shown), then.acts
    match.head = transcript.head_of(match.header, shown).hex()
    return then


def _before_hand(state: engine.Match, lines: Sequence[str], begun: int) -> engine.Match:
    """The state before line number `begun`, with which the hand being played began."""
    then = engine.new_match(state.rules, state.kinds)
    for line in lines[:begun]:
        if any(mark in line for mark in _LASTING):
            then = engine.advance(then, json.loads(line), _deal_nothing)
    acts = sum(json.loads(line)["type"] in _ACTS for line in lines[begun:])
    return replace(then, results=state.results, score=state.score, bags=state.bags, acts=state.acts - acts)


def _deal_nothing(hand: int) -> NoReturn:
    raise AssertionError(f"No hand starts here, so hand {hand} is not dealt.")
