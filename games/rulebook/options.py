"""Owns the table of options: every option of a rules version with its name and its value in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..challenges import write_points
from ..engine.rules import OPTIONS, RuleSet

SETTABLE = ("target", "hand_limit", "nil", "blind_nil")
"""The options every challenge may set, by rules.md."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option: its key in the rules, its name, what it is set to (one text a version), may a table change it."""

    option: str
    label: str | Promise
    values: list[str]
    settable: bool


def list_options(rules: RuleSet) -> list[OptionRow]:
    """Returns the twelve options of one version (its name is no option)."""
    return compare_options([rules])


def compare_options(versions: Sequence[RuleSet]) -> list[OptionRow]:
    """Returns the twelve options, each with its value in every version."""
    return [_row(option, [rules.options()[option] for rules in versions]) for option in OPTIONS if option != "name"]


def _row(option: str, values: list[Any]) -> OptionRow:
    return OptionRow(option, _LABELS[option], [_write(value) for value in values], option in SETTABLE)


def _write(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return write_points(value)
    return _WORDS[value]()


_WORDS: dict[object, Callable[[], str]] = {
    None: lambda: _("none"),
    True: lambda: _("yes"),
    False: lambda: _("no"),
    "draw": lambda: _("a draw"),
    "play_on": lambda: _("play on"),
    "off": lambda: _("off"),
    "always": lambda: _("for everybody"),
    "trailing": lambda: _("for a side that is behind"),
    "restart": lambda: _("starts again from 0"),
    "remainder": lambda: _("keeps what is left over"),
}
_LABELS: dict[str, str | Promise] = {
    "target": gettext_lazy("Target"),
    "floor": gettext_lazy("Losing score"),
    "hand_limit": gettext_lazy("At most so many hands"),
    "level_at_end": gettext_lazy("Level at the losing score or after the last hand"),
    "nil": gettext_lazy("Nil may be bid"),
    "blind_nil": gettext_lazy("Blind nil"),
    "blind_nil_deficit": gettext_lazy("Points behind that blind nil asks for"),
    "nil_value": gettext_lazy("Points of a nil"),
    "blind_nil_value": gettext_lazy("Points of a blind nil"),
    "bag_limit": gettext_lazy("Bags that bring a penalty"),
    "bag_penalty": gettext_lazy("Points of the penalty"),
    "bag_carry": gettext_lazy("The bag count after a penalty"),
}
