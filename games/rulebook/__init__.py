"""Owns what the rules pages show beside their words: every number and verdict on them comes from the engine."""

from typing import Any

from ..challenges import RULES_NAMES, summarize, write_points
from ..engine.rules import CLASSIC500, HOUSE, PLLAY, RuleSet, house_version
from .ends import find_ends
from .options import compare_options, list_options
from .scoring import bag_points, score_examples, trick_points
from .tricks import HOLDINGS, TRICKS

__all__ = ["context_for"]


def context_for(name: str) -> dict[str, Any]:
    """Returns the context of the rules page of that name; raises BadRules where there is none.

    Names are `index`, `glossary`, `differences` and those of the house versions.
    """
    if name in _CONTEXTS:
        return _CONTEXTS[name]()
    return _describe_version(house_version(name))


def _describe_version(rules: RuleSet) -> dict[str, Any]:
    return {
        "rules": rules,
        "title": RULES_NAMES[rules.name],
        "summary": summarize(rules),
        "others": [_link(other) for other in HOUSE.values() if other != rules],
        "examples": score_examples(rules),
        "ends": find_ends(rules),
        "tricks": TRICKS,
        "holdings": HOLDINGS,
        "options": list_options(rules),
        "trick_points": trick_points(rules),
        "bag_points": bag_points(rules),
        "floor": None if rules.floor is None else write_points(rules.floor),
    }


def _link(rules: RuleSet) -> dict[str, Any]:
    return {"rules": rules, "title": RULES_NAMES[rules.name], "summary": summarize(rules)}


def _describe_index() -> dict[str, Any]:
    versions = list(HOUSE.values())
    return {"rules": PLLAY, "versions": list(map(_link, versions)), "options": compare_options(versions)}


def _describe_glossary() -> dict[str, Any]:
    return {"rules": PLLAY}


def _describe_differences() -> dict[str, Any]:
    return {"rules": PLLAY, "classic": CLASSIC500, "names": RULES_NAMES}


_CONTEXTS = {"index": _describe_index, "glossary": _describe_glossary, "differences": _describe_differences}
