"""Owns the words for what can be chosen at a new table: rules versions, options, and the levels of bots."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from .bots.registry import LEVELS
from .engine.errors import BadRules
from .engine.rules import CLASSIC500, HOUSE, PLLAY, RuleSet, differences

RULES_NAMES = {PLLAY.name: gettext_lazy("House rules"), CLASSIC500.name: gettext_lazy("Classic 500")}
LEVEL_NAMES = {
    "random": gettext_lazy("random"),
    "novice": gettext_lazy("novice"),
    "club": gettext_lazy("club"),
    "expert": gettext_lazy("expert"),
}
DEFAULT_LEVEL = "club"  # who sits down where nobody chooses: a partner one can rely on, opponents one can beat


def name_level(level: str) -> str:
    """Returns a bot's level as people read it."""
    return str(LEVEL_NAMES.get(level, level))


def offered_levels() -> list[str]:
    """Returns the levels of bots a person may choose."""
    return [level.name for level in LEVELS.values() if level.shown]


def write_points(points: int) -> str:
    """Returns a number of points with a real minus sign."""
    return str(points).replace("-", "−")


def summarize(rules: RuleSet) -> list[str]:
    """Returns one sentence for each thing that tells rules versions apart."""
    sentences = [
        rules.target and _("First to %(n)s.") % {"n": rules.target},
        rules.floor and _("A side at %(n)s or below loses.") % {"n": write_points(rules.floor)},
        rules.hand_limit and _at_most(rules.hand_limit),
        _NIL[rules.nil](),
        _BLIND_NIL[rules.blind_nil](rules),
    ]
    return [sentence for sentence in sentences if sentence]


def house_versions() -> list[dict[str, Any]]:
    """Returns the house versions as a form offers them."""
    return [
        {"id": rules.id, "name": RULES_NAMES[rules.name], "key": rules.name, "sentences": summarize(rules)}
        for rules in HOUSE.values()
    ]


def describe(rules: RuleSet) -> list[str]:
    """Returns one sentence for each option that differs from the house version of the same name."""
    sentences = [_DIFFERENCES[d.option](rules, d.house) for d in differences(rules) if d.option in _DIFFERENCES]
    return sentences or [_("Nothing is changed.")]


def explain(error: BadRules, nil: object) -> str:
    """Returns the sentence that tells a player what an option may be; `nil` is what they chose for nil."""
    if error.option == "blind_nil" and nil is False:
        return _("There is no blind nil without nil: switch it off, or allow nil.")
    words = _ALLOWED.get(error.option)
    return str(words) if words else str(error)


def _at_most(hands: int) -> str:
    return ngettext("At most %(n)s hand.", "At most %(n)s hands.", hands) % {"n": hands}


_NIL: dict[bool, Callable[[], str]] = {True: lambda: _("Nil is allowed."), False: lambda: _("No nil.")}
_BLIND_NIL: dict[str, Callable[[RuleSet], str]] = {
    "off": lambda rules: _("No blind nil."),
    "always": lambda rules: _("Blind nil for everybody."),
    "trailing": lambda rules: _("Blind nil for a side %(n)s or more behind.") % {"n": rules.blind_nil_deficit},
}


def _describe_target(rules: RuleSet, house: Any) -> str:
    if rules.target is None and rules.hand_limit is None and rules.floor is not None:
        return _("No target and no last hand: only a side at %(n)s or below ends the game.") % {
            "n": write_points(rules.floor)
        }
    if rules.target is None:
        return _("No target: no score wins the game before its last hand.")
    return _("First to %(here)s, instead of %(house)s.") % {"here": rules.target, "house": house}


def _describe_hand_limit(rules: RuleSet, house: Any) -> str:
    if rules.hand_limit is None:
        return _("As many hands as it takes, instead of at most %(house)s.") % {"house": house}
    if house is None:
        return _at_most(rules.hand_limit)
    text = ngettext(
        "At most %(here)s hand, instead of %(house)s.",
        "At most %(here)s hands, instead of %(house)s.",
        rules.hand_limit,
    )
    return text % {"here": rules.hand_limit, "house": house}


def _describe_nil(rules: RuleSet, house: Any) -> str:
    return _("Nil is allowed.") if rules.nil else _("No nil: a bid is 1 to 13.")


def _describe_blind_nil(rules: RuleSet, house: Any) -> str:
    return _BLIND_NIL[rules.blind_nil](rules)


_DIFFERENCES: dict[str, Callable[[RuleSet, Any], str]] = {
    "target": _describe_target,
    "hand_limit": _describe_hand_limit,
    "nil": _describe_nil,
    "blind_nil": _describe_blind_nil,
}

_ALLOWED = {
    "target": gettext_lazy("The target is none, or 100 to 1000 in steps of 50."),
    "hand_limit": gettext_lazy("The limit is none, or 1 to 50 hands."),
    "nil": gettext_lazy("Choose whether nil is allowed."),
    "blind_nil": gettext_lazy("Blind nil is off, for a side behind, or for everybody."),
}
