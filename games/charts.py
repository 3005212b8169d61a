"""Owns the statistics of deals as the page shows them: tables, verdicts in words, and the bars of the charts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .engine.cards import SEATS
from .sheets import SEAT_NAMES
from .statistics import MEASURES, WORTH_A_LOOK, Fit, judge_fit

Counts = Mapping[tuple[str, int, int], int]
WIDTH, HEIGHT, LABELS = 280, 120, 18  # of a chart, and the strip below it for the numbers; in its own units

_YES_NO = (gettext_lazy("no"), gettext_lazy("yes"))
_VALUES: dict[str, Sequence[object]] = {"spades": range(14), "voids": range(4), "nil": _YES_NO}


@dataclass(frozen=True)
class Line:
    """One value: the share that chance gives it, and count and share at each seat."""

    value: str
    theory: str
    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Verdict:
    """What a seat's counts come to, in words; without numbers where there are too few deals."""

    seat: str
    words: str
    ordinary: bool
    chi_square: str = ""
    freedom: int = 0
    p: str = ""


@dataclass(frozen=True)
class Panel:
    """One measure at all four seats."""

    lines: tuple[Line, ...]
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class Bar:
    """One value of a chart: the bar of what was dealt, the mark of what chance gives, its number below."""

    label: str
    x: float
    y: float
    width: float
    height: float
    middle: float
    end: float
    mark: float


@dataclass(frozen=True)
class Chart:
    """How often a seat held each number of spades."""

    seat: str
    bars: tuple[Bar, ...]


def count_deals(counts: Counts) -> int:
    """Returns how many deals were counted: each gives every seat one holding."""
    return sum(_counts_of(counts, "spades", 0))


def make_panel(counts: Counts, name: str) -> Panel:
    """Returns the table and the verdicts of one measure."""
    seats = [_counts_of(counts, name, seat) for seat in SEATS]
    theory = MEASURES[name].theory
    lines = [
        Line(str(_VALUES[name][value]), _percent(chance), tuple(_cell(held, value) for held in seats))
        for value, chance in enumerate(theory)
    ]
    verdicts = [_judge(str(SEAT_NAMES[seat]), judge_fit(held, theory)) for seat, held in enumerate(seats)]
    return Panel(tuple(lines), tuple(verdicts))


def make_charts(counts: Counts) -> list[Chart]:
    """Returns the four charts of spades, all drawn to one scale."""
    held = [_shares(_counts_of(counts, "spades", seat)) for seat in SEATS]
    theory = MEASURES["spades"].theory
    top = max(*theory, *(max(shares) for shares in held))
    return [Chart(str(SEAT_NAMES[seat]), _bars(shares, theory, top)) for seat, shares in enumerate(held)]


def _counts_of(counts: Counts, name: str, seat: int) -> list[int]:
    return [counts.get((name, seat, value), 0) for value in range(len(MEASURES[name].theory))]


def _shares(held: Sequence[int]) -> list[float]:
    total = sum(held)
    return [count / total if total else 0.0 for count in held]


def _cell(held: Sequence[int], value: int) -> tuple[str, str]:
    return number_format(held[value], force_grouping=True), _percent(_shares(held)[value])


def _percent(share: float) -> str:
    """A share with one decimal; a small one that is not nothing is never written as nothing."""
    if 0 < share < 0.0005:
        return _("under %(n)s %%") % {"n": _write(0.1, 1)}
    return _("%(n)s %%") % {"n": _write(100 * share, 1)}


def _write(number: float, decimals: int) -> str:
    """A rounded number in the reader's language; Django alone would cut it off."""
    return number_format(round(number, decimals), decimals)


def _judge(seat: str, fit: Fit | None) -> Verdict:
    if fit is None:
        return Verdict(seat, _("too few deals to say"), True)
    words = _("as chance would have it") if fit.is_ordinary else _("worth a look")
    p = _write(fit.p, 3) if fit.is_ordinary else _("under %(n)s") % {"n": _write(WORTH_A_LOOK, 3)}
    return Verdict(seat, words, fit.is_ordinary, _write(fit.chi_square, 1), fit.freedom, p)


def _bars(shares: Sequence[float], theory: Sequence[float], top: float) -> tuple[Bar, ...]:
    step, base = WIDTH / len(theory), HEIGHT - LABELS
    return tuple(
        Bar(
            label=str(value),
            x=round(step * value + step * 0.15, 1),
            y=round(base - base * share / top, 1),
            width=round(step * 0.7, 1),
            height=round(base * share / top, 1),
            middle=round(step * (value + 0.5), 1),
            end=round(step * value + step * 0.95, 1),
            mark=round(base - base * chance / top, 1),
        )
        for value, (share, chance) in enumerate(zip(shares, theory, strict=True))
    )
