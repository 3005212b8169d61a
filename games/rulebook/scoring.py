"""Owns the worked examples of scoring: one side's bids and tricks, and the sum the engine makes of them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..engine.actions import BLIND_NIL, BidValue, is_nil
from ..engine.rules import CLASSIC500, PLLAY, RuleSet
from ..engine.scoring import SideScore, score_side, sum_contract


@dataclass(frozen=True, slots=True)
class Case:
    """A hand of you and your partner, in this order: bids, tricks won, and the bags on the sheet before it."""

    title: str | Promise
    bids: tuple[BidValue, BidValue]
    won: tuple[int, int]
    bags_before: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sum: which part of the score, how it comes about, and its points with their sign."""

    part: str
    label: str
    why: str
    points: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: the case, the engine's score of it, its sum line by line, and what happens to the bags."""

    case: Case
    your_bid: str
    partner_bid: str
    score: SideScore
    lines: list[Line]
    total: str
    bags: str


_CONTRACT = (
    Case(gettext_lazy("Made, with 1 trick over"), (4, 2), (4, 3)),
    Case(gettext_lazy("Set: 2 tricks short"), (5, 3), (4, 2)),
    Case(gettext_lazy("Made exactly"), (6, 4), (5, 5)),
    Case(gettext_lazy("Partners help each other"), (1, 1), (2, 0)),
)
_NIL = (
    Case(gettext_lazy("Your nil is made"), (0, 5), (0, 6)),
    Case(gettext_lazy("Your nil takes a trick, and your partner falls 1 short"), (0, 5), (1, 4)),
    Case(gettext_lazy("Your nil takes 2 tricks, and your partner makes the contract"), (0, 5), (2, 6)),
    Case(gettext_lazy("Both of you bid nil, and your partner takes a trick"), (0, 0), (0, 1)),
)
_BLIND_NIL = (
    Case(gettext_lazy("Your blind nil is made"), (BLIND_NIL, 6), (0, 6)),
    Case(gettext_lazy("Your blind nil takes a trick"), (BLIND_NIL, 3), (1, 5), 2),
)
_BAGS = (
    Case(gettext_lazy("The last bag before the penalty"), (3, 3), (4, 3), 8),
    Case(gettext_lazy("The bag that brings the penalty"), (3, 3), (4, 3), 9),
    Case(gettext_lazy("More bags than the limit asks for"), (1, 1), (4, 3), 7),
    Case(gettext_lazy("A bid of 1, and every trick"), (1, 0), (13, 0), 9),
)
CASES: dict[str, dict[str, tuple[Case, ...]]] = {
    PLLAY.name: {"contract": _CONTRACT, "nil": _NIL, "blind_nil": _BLIND_NIL, "bags": _BAGS},
    CLASSIC500.name: {"contract": _CONTRACT, "nil": _NIL, "bags": _BAGS},
}


def score_examples(rules: RuleSet) -> dict[str, list[Example]]:
    """Returns the worked examples of a house version, by the section of the page they belong to."""
    return {section: [work_out(rules, case) for case in cases] for section, cases in CASES[rules.name].items()}


def trick_points(rules: RuleSet) -> int:
    """Returns what each trick of a contract is worth, as the engine scores a contract of one."""
    return score_side(rules, (1, 0), (1, 0), 0).parts["contract"]


def bag_points(rules: RuleSet) -> int:
    """Returns what a bag adds to the score of its hand."""
    return score_side(rules, (1, 0), (2, 0), 0).parts["bags"]


def work_out(rules: RuleSet, case: Case) -> Example:
    """Returns the example the engine makes of a case."""
    score = score_side(rules, case.bids, case.won, case.bags_before)
    lines = [
        Line(part, _label(part, case), _REASONS[part](rules, case, score), write_signed(points))
        for part, points in score.parts.items()
        if points or part in ("nil", "contract")
    ]
    yours, partners = map(name_bid, case.bids)
    return Example(case, yours, partners, score, lines, write_signed(score.points), _count_bags(case, score))


def _label(part: str, case: Case) -> str:
    return _("Blind nil") if part == "nil" and BLIND_NIL in case.bids else str(_LABELS[part])


def write_signed(points: int) -> str:
    """Returns points with a plus or a real minus sign; none before 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def name_bid(bid: BidValue) -> str:
    """Returns a bid in words: its number, nil, or blind nil."""
    if bid == BLIND_NIL:
        return _("blind nil")
    return _("nil") if bid == 0 else str(bid)


def _explain_nil(rules: RuleSet, case: Case, score: SideScore) -> str:
    return " ".join(_judge_nil(won) for bid, won in zip(case.bids, case.won, strict=True) if is_nil(bid))


def _judge_nil(won: int) -> str:
    if not won:
        return _("No trick taken: made.")
    return ngettext("%(n)s trick taken: failed.", "%(n)s tricks taken: failed.", won) % {"n": won}


def _explain_contract(rules: RuleSet, case: Case, score: SideScore) -> str:
    bidders = [(bid, won) for bid, won in zip(case.bids, case.won, strict=True) if not is_nil(bid)]
    won = sum(won for _bid, won in bidders)
    sides = {"bid": _write_sum([str(bid) for bid, _won in bidders]), "won": won}
    if won < sum_contract(case.bids):
        return _("%(bid)s bid, %(won)s won: set.") % sides
    return _("%(bid)s bid, %(won)s won: made.") % sides


def _write_sum(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{' + '.join(parts)} = {sum(map(int, parts))}"


def _explain_bags(rules: RuleSet, case: Case, score: SideScore) -> str:
    bags = score.parts["bags"]
    nils = sum(won for bid, won in zip(case.bids, case.won, strict=True) if is_nil(bid))
    if bags == nils:
        return ngettext("%(n)s trick won by a nil bidder.", "%(n)s tricks won by a nil bidder.", bags) % {"n": bags}
    if not nils:
        return ngettext("%(n)s trick over the contract.", "%(n)s tricks over the contract.", bags) % {"n": bags}
    return _("%(over)s over the contract, %(nil)s won by a nil bidder.") % {"over": bags - nils, "nil": nils}


def _explain_penalty(rules: RuleSet, case: Case, score: SideScore) -> str:
    reached = case.bags_before + score.parts["bags"]
    penalties = -score.parts["bag_penalty"] // rules.bag_penalty
    return ngettext(
        "%(bags)s bags on the sheet, %(limit)s reached: %(n)s penalty.",
        "%(bags)s bags on the sheet, %(limit)s reached again: %(n)s penalties.",
        penalties,
    ) % {"bags": reached, "limit": rules.bag_limit, "n": penalties}


def _count_bags(case: Case, score: SideScore) -> str:
    return _("Bags on the sheet: %(before)s before, %(after)s after.") % {
        "before": case.bags_before,
        "after": score.bags,
    }


_LABELS = {
    "nil": gettext_lazy("Nil"),
    "contract": gettext_lazy("Contract"),
    "bags": gettext_lazy("Bags"),
    "bag_penalty": gettext_lazy("Bag penalty"),
}
_REASONS: dict[str, Callable[[RuleSet, Case, SideScore], str]] = {
    "nil": _explain_nil,
    "contract": _explain_contract,
    "bags": _explain_bags,
    "bag_penalty": _explain_penalty,
}
