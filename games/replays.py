"""Owns replays: which hands of a match may be gone through, and their steps, made from the log alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from django.utils.translation import gettext as _

from . import selectors
from .engine import match as engine
from .engine.cards import Card, Deal, card_text, parse_card
from .engine.hand import TRICKS_IN_A_HAND
from .engine.visibility import seat_view
from .models import Match, Player, Table
from .protocol import Message

# Chat, presence and what belongs to the proof of the deal are no steps of a hand.
STEPS = ("hand_start", "look", "bid", "play", "takeover", "return", "concede", "hand_end", "match_end")
_BY_THE_RULES = ("target", "floor", "hand_limit")  # a game that ended so does not go on after its last card
_PRIVATE = ("seat", "holding", "legal", "locked", "counts")  # of one viewer, or of cards that nobody showed
_LONGEST_NUMBER = 4


class NoReplay(Exception):
    """There is nothing to replay for whoever asks; the text says why, `status` is the answer's.

    `table` is the asker's own, where the game goes on; `is_inside` says that other parts of the match may be replayed.
    """

    def __init__(self, status: int, text: str, *, table: Table | None = None, is_inside: bool = False) -> None:
        super().__init__(text)
        self.status = status
        self.table = table
        self.is_inside = is_inside


@dataclass(frozen=True)
class Replay:
    """The part of a match that may be gone through; `seat` is the viewer's, or None.

    `events` ends with the last finished hand while the match runs: what came later is cut off first.
    """

    match: Match
    seat: int | None
    events: Sequence[engine.Event]

    @cached_property
    def hands(self) -> list[int]:
        """The numbers of the hands there are, from 0."""
        return [event["hand"] for event in self.events if event["type"] == "hand_start"]

    def read_hand(self, hand: int) -> Message:
        """Returns one hand for the page to draw: who sits where, every step, and the last that can be played on."""
        steps = self.steps_of(hand)
        return {
            "match": self.match.ident,
            "hands": self.hands,
            "hand": hand,
            "seat": self.seat,
            "seats": [place.write(self.seat) for place in selectors.places_of(self.match.table)],
            "steps": list(_shorten(steps)),
            "play_on": _last_to_play_on(steps),
        }

    def steps_of(self, hand: int) -> list[Message]:
        """Returns each step of a hand: the event, and the public view after it with the holdings open."""
        held = holdings_of(self.events)
        state = engine.new_match(selectors.rules_of(self.match), self._kinds())
        steps: list[Message] = []
        shown = set(self._numbers_of(hand))
        for number, event in enumerate(self.events):
            state = engine.advance(state, event, held.__getitem__)
            if number in shown:
                steps.append({"event": event, "view": _open_view(state, held[hand])})
        return steps

    def events_until(self, hand: int, step: int) -> Sequence[engine.Event]:
        """Returns the log up to a step of a hand, that of the step included."""
        return self.events[: self._numbers_of(hand)[step] + 1]

    def _numbers_of(self, hand: int) -> list[int]:
        """Which of the events are steps of a hand."""
        numbers: list[int] = []
        current = None
        for number, event in enumerate(self.events):
            current = event["hand"] if event["type"] == "hand_start" else current
            if event["type"] in STEPS and current == hand:
                numbers.append(number)
        return numbers

    def _kinds(self) -> list[str]:
        return list(self.match.state["kinds"])


def open_replay(ident: str, player: Player | None) -> Replay:
    """Returns what a player, or a stranger, may replay of a match; raises NoReplay.

    A match that has ended is everybody's; of a running one those who sit there may see the finished hands. A study is
    its player's alone.
    """
    match = selectors.find_match(ident)
    seat = None if match is None else selectors.seat_of(match.table, player)
    if match is None or (match.is_study and seat is None):
        raise NoReplay(404, _("No game has this address. A letter may have been lost when it was copied."))
    if match.ended_at is None and seat is None:
        raise NoReplay(403, _("This game is still being played by others. Once it has ended anybody can replay it."))
    replay = Replay(match, seat, finished_part(match))
    if not replay.hands:
        raise NoReplay(404, _no_hand_text(match), table=match.table if seat is not None else None)
    return replay


def read_position(replay: Replay, hand: str | None, step: str | None) -> tuple[Message, int]:
    """Reads where a link leads, hands numbered from 1, steps from 0; returns the hand and the step; raises NoReplay."""
    number = read_hand_number(replay, hand) + 1
    read = replay.read_hand(number - 1)
    at, end = 0 if step is None else _number(step), len(read["steps"]) - 1
    if at is None or at > end:
        words = _("%(step)s is no step of hand %(hand)s: there are steps 0 to %(last)s.")
        raise NoReplay(404, words % {"step": _quote(step), "hand": number, "last": end}, is_inside=True)
    return read, at


def read_hand_number(replay: Replay, hand: str | None) -> int:
    """Reads which hand is meant, numbered from 1, without a text the first; returns it from 0; raises NoReplay."""
    first, last = replay.hands[0] + 1, replay.hands[-1] + 1
    number = first if hand is None else _number(hand)
    if number is None or not first <= number <= last:
        words = _("%(hand)s is no hand to be replayed here: there are hands %(first)s to %(last)s.")
        raise NoReplay(404, words % {"hand": _quote(hand), "first": first, "last": last}, is_inside=True)
    return number - 1


def holdings_of(events: Sequence[engine.Event]) -> dict[int, Deal]:
    """Returns by hand the cards each seat has played in it: once a hand is over the whole holding, and never more."""
    played: dict[int, list[list[Card]]] = {}
    for event in events:
        if event["type"] == "hand_start":
            played[event["hand"]] = [[], [], [], []]
        elif event["type"] == "play":
            played[event["hand"]][event["seat"]].append(parse_card(event["card"]))
    return {hand: tuple(tuple(sorted(cards)) for cards in four) for hand, four in played.items()}


def finished_part(match: Match) -> list[engine.Event]:
    """Returns the log of a match, of a running one up to the end of its last finished hand."""
    events = selectors.events_of(match)
    if match.ended_at is not None:
        return events
    ends = [at for at, event in enumerate(events) if event["type"] == "hand_end"]
    return events[: ends[-1] + 1] if ends else []


def _open_view(state: engine.Match, held: Deal) -> Message:
    """The spectator's view, the holdings beside it, and how many cards of each seat nobody ever saw."""
    public = {field: value for field, value in seat_view(state, None).items() if field not in _PRIVATE}
    left = state.hand.holdings if state.hand is not None else ()
    holdings = [[card_text(card) for card in holding] for holding in left]
    return public | {"holdings": holdings, "unseen": [TRICKS_IN_A_HAND - len(cards) for cards in held]}


def _last_to_play_on(steps: list[Message]) -> int:
    """The last step after which there is something to play: after the last card of a whole game there is nothing."""
    outcome = steps[-1]["view"]["outcome"]
    if outcome is None or outcome["reason"] not in _BY_THE_RULES:
        return len(steps) - 1
    return max(at for at, step in enumerate(steps) if step["view"]["phase"] in ("bidding", "playing"))


def _shorten(steps: list[Message]) -> Iterator[Message]:
    """Leaves out of each view what is as it was one step before."""
    yield steps[0]
    for before, after in pairwise(steps):
        changed = {field: value for field, value in after["view"].items() if value != before["view"][field]}
        yield {"event": after["event"], "view": changed}


def _number(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    return int(text) if text is not None and is_number else None


def _quote(text: str | None) -> str:
    shown = text or ""
    return f"“{shown if len(shown) <= 20 else shown[:19] + '…'}”"


def _no_hand_text(match: Match) -> str:
    if match.ended_at is None:
        return _("The first hand of this game is still being played. Once it is over you can replay it here.")
    return _("This game was closed before its first hand, so there is nothing to replay.")
