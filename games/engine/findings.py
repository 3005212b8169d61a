"""What a verifier finds: codes, findings, the report, and the sentences that say to a player what is wrong."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from .actions import Reason
from .state import Event

SEAT_NAMES = ("North", "East", "South", "West")


class Code(StrEnum):
    """The kinds of findings, in the order of the stages of fairness.md."""

    FORMAT = "E_FORMAT"
    CHAIN = "E_CHAIN"
    SIG = "E_SIG"
    RULESVER = "E_RULESVER"
    CLIENT = "E_CLIENT"
    COMMIT = "E_COMMIT"
    RULES = "E_RULES"
    SCORE = "E_SCORE"


class Status(StrEnum):
    """What a file is worth: a sealed one without findings, one with findings, one without findings that has no seal."""

    GOOD = "good"
    BAD = "bad"
    INCOMPLETE = "incomplete"


class Signature(StrEnum):
    """What is known of the seal's signature; not checked without keys, without a seal, or after E_FORMAT."""

    OK = "ok"
    BAD = "bad"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: `line` counts from 0, the header, so that event i is on line i + 1."""

    code: Code
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of one file came to; findings in the order of the stages, at most one of each code."""

    status: Status
    signature: Signature
    findings: tuple[Finding, ...] = ()

    def json(self) -> dict[str, Any]:
        """The report as JSON values: status, signature and a list of {code, line, text}."""
        findings = [asdict(finding) for finding in self.findings]
        return {"status": self.status.value, "signature": self.signature.value, "findings": findings}


def make_report(findings: Sequence[Finding], signature: Signature, *, sealed: bool) -> Report:
    """The report of these findings; without any, a file is good if it is sealed."""
    whole = Status.GOOD if sealed else Status.INCOMPLETE
    return Report(Status.BAD if findings else whole, signature, tuple(findings))


def explain_refusal(reason: Reason, event: Event) -> str:
    """Why an action in the log was not allowed, in a sentence with the player's seat."""
    seat = SEAT_NAMES[event["seat"]]
    return _REFUSALS[reason].format(seat=seat, card=event.get("card", ""), bid=event.get("bid", ""))


_REFUSALS: dict[Reason, str] = {
    Reason.NOT_SEATED: "{seat} acts without a seat at this table.",
    Reason.MATCH_OVER: "{seat} acts after the game has ended.",
    Reason.STALE: "{seat} acts on an old view of the table.",
    Reason.HAND_OVER: "{seat} acts while no hand is being played.",
    Reason.NOT_YOUR_TURN: "{seat} acts when it is somebody else's turn.",
    Reason.BIDDING_OVER: "{seat} bids or looks after the bidding has ended.",
    Reason.BIDDING_NOT_OVER: "{seat} plays {card} before everybody has bid.",
    Reason.LOOK_FIRST: "{seat} bids {bid} before looking at the cards or bidding blind nil.",
    Reason.BLIND_NIL_NOT_OFFERED: "{seat} has no offer of blind nil here.",
    Reason.NIL_NOT_ALLOWED: "{seat} bids nil, which these rules do not have.",
    Reason.BID_OUT_OF_RANGE: "{seat} bids {bid}, and a bid is 0 to 13.",
    Reason.NOT_IN_HAND: "{seat} plays {card}, a card {seat} does not hold.",
    Reason.MUST_FOLLOW_SUIT: "{seat} plays {card}, yet could follow the suit led.",
    Reason.SPADES_NOT_BROKEN: "{seat} leads {card} before spades are broken, yet holds other suits.",
}
