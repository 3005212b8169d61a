"""Rule sets: thirteen options, their validation, the two house versions and the challenges made from them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from types import EllipsisType
from typing import Any

from .canon import canon
from .errors import BadRules
from .hashing import tagged_hash

BLIND_NIL_DEFICIT = 100
BLIND_NIL_VALUE = 200


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One version of the rules, the thirteen options of rules.md; make one with `from_options`, which validates."""

    name: str
    target: int | None
    floor: int | None
    hand_limit: int | None
    level_at_end: str
    nil: bool
    blind_nil: str
    blind_nil_deficit: int | None
    nil_value: int
    blind_nil_value: int | None
    bag_limit: int
    bag_penalty: int
    bag_carry: str

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> "RuleSet":
        """The rule set with exactly these thirteen options; BadRules names the first option that is wrong."""
        _check_keys(options)
        for option, check in _CHECKS.items():
            check(option, options[option])
        values: dict[str, Any] = dict(options)
        rules = cls(**values)
        _check_together(rules)
        return rules

    def options(self) -> dict[str, Any]:
        """The thirteen options as a dict of JSON values, `name` first."""
        return asdict(self)

    @property
    def hash(self) -> str:
        """The rules hash R of fairness.md, 64 hex digits."""
        return _hash(self)

    @property
    def id(self) -> str:
        """`name@` and the first 12 hex digits of the rules hash."""
        return f"{self.name}@{_hash(self)[:12]}"


@lru_cache(maxsize=256)
def _hash(rules: RuleSet) -> str:
    return tagged_hash("rules", canon(rules.options())).hex()


OPTIONS: tuple[str, ...] = tuple(field.name for field in fields(RuleSet))


def _check_keys(options: Mapping[str, object]) -> None:
    if not isinstance(options, Mapping):
        raise BadRules("name", "A rule set is an object of thirteen options.")
    for option in OPTIONS:
        if option not in options:
            raise BadRules(option, f"The option {option} is missing.")
    for key in options:
        if key not in OPTIONS:
            raise BadRules(str(key)[:40], f"There is no option {str(key)[:40]!r}.")


def _integer(low: int, high: int, *, step: int = 1, optional: bool = False) -> Callable[[str, object], None]:
    def check(option: str, value: object) -> None:
        if value is None and optional:
            return
        if type(value) is not int or not low <= value <= high or value % step:
            multiple = f", a multiple of {step}" if step > 1 else ""
            none = " or none" if optional else ""
            raise BadRules(option, f"{option} must be a whole number from {low} to {high}{multiple}{none}.")

    return check


def _word(*words: str) -> Callable[[str, object], None]:
    def check(option: str, value: object) -> None:
        if type(value) is not str or value not in words:
            raise BadRules(option, f"{option} must be one of {', '.join(words)}.")

    return check


def _check_bool(option: str, value: object) -> None:
    if type(value) is not bool:
        raise BadRules(option, f"{option} must be true or false.")


def _check_name(option: str, value: object) -> None:
    if type(value) is not str or not re.fullmatch(r"[A-Za-z0-9._-]{1,32}", value):
        raise BadRules(option, "name must be 1 to 32 letters, digits, dots, dashes or underscores.")


_CHECKS: dict[str, Callable[[str, object], None]] = {
    "name": _check_name,
    "target": _integer(100, 1000, step=50, optional=True),
    "floor": _integer(-1000, -100, optional=True),
    "hand_limit": _integer(1, 50, optional=True),
    "level_at_end": _word("draw", "play_on"),
    "nil": _check_bool,
    "blind_nil": _word("off", "always", "trailing"),
    "blind_nil_deficit": _integer(50, 300, optional=True),
    "nil_value": _integer(50, 200),
    "blind_nil_value": _integer(100, 400, optional=True),
    "bag_limit": _integer(5, 10),
    "bag_penalty": _integer(50, 100),
    "bag_carry": _word("restart", "remainder"),
}


def _check_together(rules: RuleSet) -> None:
    if rules.target is None and rules.floor is None and rules.hand_limit is None:
        raise BadRules("target", "One of target, floor and hand_limit must be set, or a match would have no end.")
    if rules.blind_nil != "off" and not rules.nil:
        raise BadRules("blind_nil", "blind_nil must be off where nil is not allowed.")
    if (rules.blind_nil_deficit is not None) != (rules.blind_nil == "trailing"):
        raise BadRules("blind_nil_deficit", "blind_nil_deficit is set when blind_nil is trailing, and only then.")
    if (rules.blind_nil_value is not None) != (rules.blind_nil != "off"):
        raise BadRules("blind_nil_value", "blind_nil_value is set unless blind_nil is off, and only then.")


PLLAY = RuleSet(
    name="pllay",
    target=500,
    floor=-200,
    hand_limit=20,
    level_at_end="draw",
    nil=True,
    blind_nil="trailing",
    blind_nil_deficit=BLIND_NIL_DEFICIT,
    nil_value=100,
    blind_nil_value=BLIND_NIL_VALUE,
    bag_limit=10,
    bag_penalty=100,
    bag_carry="restart",
)
CLASSIC500 = RuleSet(
    name="classic500",
    target=500,
    floor=None,
    hand_limit=None,
    level_at_end="play_on",
    nil=True,
    blind_nil="off",
    blind_nil_deficit=None,
    nil_value=100,
    blind_nil_value=None,
    bag_limit=10,
    bag_penalty=100,
    bag_carry="remainder",
)
HOUSE: dict[str, RuleSet] = {rules.name: rules for rules in (PLLAY, CLASSIC500)}


def house_version(name: str) -> RuleSet:
    """The house version of that name; BadRules where there is none."""
    if name not in HOUSE:
        raise BadRules("name", f"There are no rules called {name[:40]!r}: choose one of {', '.join(HOUSE)}.")
    return HOUSE[name]


def make_challenge(
    house_name: str,
    *,
    target: int | EllipsisType | None = ...,
    hand_limit: int | EllipsisType | None = ...,
    nil: bool | EllipsisType = ...,
    blind_nil: str | EllipsisType = ...,
) -> RuleSet:
    """A house version with the options a challenge may set; one left out keeps the house value.

    Where blind nil is switched on its deficit is 100 and its value 200; where it is off both are none (rules.md).
    BadRules names an option that is out of range or contradicts another.
    """
    house = house_version(house_name)
    asked = {"target": target, "hand_limit": hand_limit, "nil": nil, "blind_nil": blind_nil}
    options = house.options() | {option: value for option, value in asked.items() if value is not ...}
    return RuleSet.from_options(options | _blind_nil_numbers(house, options["blind_nil"]))


def _blind_nil_numbers(house: RuleSet, blind_nil: object) -> dict[str, int | None]:
    deficit = house.blind_nil_deficit or BLIND_NIL_DEFICIT
    value = house.blind_nil_value or BLIND_NIL_VALUE
    return {
        "blind_nil_deficit": deficit if blind_nil == "trailing" else None,
        "blind_nil_value": value if blind_nil in ("always", "trailing") else None,
    }


@dataclass(frozen=True, slots=True)
class Difference:
    """One option in which a rule set departs from its house version."""

    option: str
    house: object
    here: object


def differences(rules: RuleSet) -> list[Difference]:
    """Where a rule set departs from the house version of its name, in the order of the options."""
    house, here = house_version(rules.name).options(), rules.options()
    return [Difference(option, house[option], here[option]) for option in OPTIONS if house[option] != here[option]]
