"""Owns the examples of how a match ends, each decided by the engine."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..challenges import write_points
from ..engine.rules import CLASSIC500, PLLAY, RuleSet
from ..engine.scoring import Outcome, match_end


@dataclass(frozen=True, slots=True)
class End:
    """Your score and theirs after so many hands, the engine's outcome (None: it goes on), and the verdict in words."""

    ours: str
    theirs: str
    hands: int
    outcome: Outcome | None
    verdict: str


_SCORES = ((503, 410, 9), (500, 480, 12), (499, 120, 9), (512, 540, 9), (520, 520, 9), (-200, 150, 6), (-199, 150, 6))
SCORES: dict[str, tuple[tuple[int, int, int], ...]] = {
    PLLAY.name: (*_SCORES, (505, -260, 9), (310, 290, 20), (300, 300, 20), (510, 510, 20)),
    CLASSIC500.name: (*_SCORES, (310, 290, 20)),
}


def find_ends(rules: RuleSet) -> list[End]:
    """Returns the examples of a house version, in the order of its page."""
    return [_judge(rules, ours, theirs, hands) for ours, theirs, hands in SCORES[rules.name]]


def _judge(rules: RuleSet, ours: int, theirs: int, hands: int) -> End:
    outcome = match_end(rules, (ours, theirs), hands)
    return End(write_points(ours), write_points(theirs), hands, outcome, _tell(rules, outcome, ours == theirs))


def _tell(rules: RuleSet, outcome: Outcome | None, level: bool) -> str:
    if outcome is None:
        return _("Level: the game goes on.") if level else _("The game goes on.")
    reason = _REASONS[outcome.reason](rules)
    return f"{_WINNERS[outcome.winner]()} {reason}"


_WINNERS: dict[int | None, Callable[[], str]] = {
    0: lambda: _("You win:"),
    1: lambda: _("They win:"),
    None: lambda: _("A draw:"),
}
_REASONS: dict[str, Callable[[RuleSet], str]] = {
    "target": lambda rules: _("%(n)s is reached.") % {"n": rules.target},
    "floor": lambda rules: _("a side is at %(n)s or below.") % {"n": write_points(rules.floor or 0)},
    "hand_limit": lambda rules: _("hand %(n)s was the last.") % {"n": rules.hand_limit},
}
