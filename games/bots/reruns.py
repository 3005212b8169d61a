"""Every bot act of a sealed transcript run again, from what its seat could see and the bot seed it was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.actions import Action, Bid, Look, Play, is_nil, parse_action
from games.engine.cards import Seat, card_text
from games.engine.errors import BadTranscript
from games.engine.findings import SEAT_NAMES, Report, Status
from games.engine.fold import advance
from games.engine.match import new_match
from games.engine.proofs import shuffle_of
from games.engine.rules import RuleSet
from games.engine.state import Event, Match
from games.engine.transcript import Transcript, read
from games.engine.verifier import verify
from games.engine.visibility import seat_view

from . import registry

E_BOT = "E_BOT"
ACTIONS = {"look": ("type",), "bid": ("type", "bid"), "play": ("type", "card")}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: its code, the line it is on (the header is line 0), and a sentence for a player."""

    code: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Rerun:
    """What became of one file: good, bad or incomplete, how many acts were run again, and what was found."""

    status: Status
    acts: int
    findings: tuple[Finding, ...]

    def json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {"status": self.status.value, "acts": self.acts, "findings": [asdict(one) for one in self.findings]}


def run_again(data: bytes) -> Rerun:
    """Check a file as the engine does, then run its bots' acts again; MissingNumba is the only error.

    Only a sealed match whose lines all hold is run again: nothing follows from any other. Fairness.md,
    "Deterministic bots".
    """
    report = verify(data)
    if report.status is not Status.GOOD:
        return _not_run(report)
    acts = list(_bot_acts(read(data)))
    findings = [*_find_unknown(acts), *filter(None, map(_judge, acts))]
    return Rerun(Status.BAD if findings else Status.GOOD, len(acts), tuple(findings))


def _not_run(report: Report) -> Rerun:
    findings = [Finding(finding.code.value, finding.line, finding.text) for finding in report.findings]
    return Rerun(report.status, 0, tuple(findings))


@dataclass(frozen=True, slots=True)
class BotAct:
    """One act of a bot: its line, the match before it, the seat, the bot's reference and seed, and what it did."""

    line: int
    match: Match
    seat: Seat
    ref: str
    seed: bytes
    made: Action


def _bot_acts(transcript: Transcript) -> Iterator[BotAct]:
    """Every act of a bot in a transcript whose lines all hold."""
    rules = RuleSet.from_options(transcript.header["rules"])
    shuffle = shuffle_of(transcript, rules)
    if shuffle is None:
        raise BadTranscript("reveal", "A sealed transcript reveals its seed.")
    match = new_match(rules, [seat["kind"] for seat in transcript.header["seats"]])
    for line, event in enumerate(transcript.events, 1):
        ref = _ref_of(transcript, match, event)
        if ref is not None:
            made = parse_action({key: event[key] for key in ACTIONS[event["type"]]})
            yield BotAct(line, match, event["seat"], ref, shuffle.bot_seed(event["hand"], event["seat"]), made)
        match = advance(match, event, shuffle.deal)


def _ref_of(transcript: Transcript, match: Match, event: Event) -> str | None:
    """The reference of the bot that acts here: the seat's own, or the one that has taken it over; None of others."""
    if event["type"] not in ACTIONS or event.get("by") in ("clock", "claim"):
        return None
    seat: Seat = event["seat"]
    if event.get("by") == "bot":
        return match.stand_ins[seat]
    own = transcript.header["seats"][seat]
    return str(own["ref"]) if own["kind"] == "bot" else None


def _find_unknown(acts: Sequence[BotAct]) -> Iterator[Finding]:
    """The bots that are not here, each at its first act."""
    first = {act.ref: act.line for act in reversed(acts) if not _is_known(act.ref)}
    for ref, line in sorted(first.items(), key=lambda item: item[1]):
        yield Finding(E_BOT, line, f"There is no bot {ref[:40]!a} here, so its acts cannot be run again.")


def _is_known(ref: str) -> bool:
    try:
        registry.find_level(ref)
    except registry.UnknownBot:
        return False
    return True


def _judge(act: BotAct) -> Finding | None:
    """What is wrong with the act of a bot that is here."""
    again = registry.choose(act.ref, seat_view(act.match, act.seat), act.seed) if _is_known(act.ref) else act.made
    if again == act.made:
        return None
    said = f"{SEAT_NAMES[act.seat]}, the bot {act.ref}, {_done(act.made)} here; run again, it {_done(again)}."
    return Finding(E_BOT, act.line, said)


def _done(action: Action) -> str:
    match action:
        case Look():
            return "looked"
        case Play(card):
            return f"played {card_text(card)}"
        case Bid(bid):
            return f"bid {'nil' if bid == 0 else 'blind nil'}" if is_nil(bid) else f"bid {bid}"
