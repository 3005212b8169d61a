"""A rule set is valid as a whole or refused with the option that is wrong."""

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given

from games.engine.canon import canon, parse_canon
from games.engine.errors import BadRules
from games.engine.rules import CLASSIC500, HOUSE, OPTIONS, PLLAY, Difference, RuleSet, differences, make_challenge
from tests.engine.playing import TESTS, rule_sets

INDEX = json.loads((TESTS / "transcripts" / "shared" / "index.json").read_text())


def test_there_are_thirteen_options_and_the_name_comes_first() -> None:
    assert len(OPTIONS) == 13
    assert OPTIONS[0] == "name"


@pytest.mark.parametrize("name", ["pllay", "classic500"])
def test_a_house_version_has_the_id_others_computed(name: str) -> None:
    assert HOUSE[name].id == INDEX["rules"][name]["id"]


@given(rule_sets())
def test_a_rule_set_is_read_from_its_options(rules: RuleSet) -> None:
    assert RuleSet.from_options(parse_canon(canon(rules.options()))) == rules


@pytest.mark.parametrize("option", OPTIONS)
def test_a_missing_option_is_named(option: str) -> None:
    options = PLLAY.options()
    del options[option]
    _refused(options, option)


def test_an_unknown_option_is_named() -> None:
    _refused(PLLAY.options() | {"jokers": 2}, "jokers")


WRONG: list[tuple[str, object]] = [
    ("name", ""),
    ("name", "a@b"),
    ("name", 5),
    ("target", 99),
    ("target", 525),
    ("target", 1050),
    ("target", "500"),
    ("target", 500.0),
    ("floor", -99),
    ("floor", -1001),
    ("hand_limit", 0),
    ("hand_limit", 51),
    ("hand_limit", True),
    ("level_at_end", "win"),
    ("level_at_end", None),
    ("nil", 1),
    ("nil", None),
    ("blind_nil", "on"),
    ("blind_nil", ["off"]),
    ("blind_nil_deficit", 49),
    ("blind_nil_deficit", 301),
    ("blind_nil_deficit", None),
    ("nil_value", 49),
    ("nil_value", None),
    ("blind_nil_value", 401),
    ("blind_nil_value", None),
    ("bag_limit", 4),
    ("bag_limit", 11),
    ("bag_penalty", 101),
    ("bag_penalty", None),
    ("bag_carry", "forget"),
]


@pytest.mark.parametrize(("option", "value"), WRONG)
def test_a_value_out_of_range_is_refused_by_name(option: str, value: object) -> None:
    _refused(PLLAY.options() | {option: value}, option)


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"nil": False}, "blind_nil"),
        ({"target": None, "floor": None, "hand_limit": None}, "target"),
        ({"blind_nil": "off", "blind_nil_value": None}, "blind_nil_deficit"),
        ({"blind_nil": "always"}, "blind_nil_deficit"),
        ({"blind_nil": "off", "blind_nil_deficit": None}, "blind_nil_value"),
    ],
)
def test_contradicting_options_are_refused_by_name(changes: dict[str, object], option: str) -> None:
    _refused(PLLAY.options() | changes, option)


@pytest.mark.parametrize("options", [None, [], "pllay", 5])
def test_what_is_no_object_is_no_rule_set(options: Any) -> None:
    _refused(options, "name")


def _refused(options: Any, option: str) -> None:
    with pytest.raises(BadRules) as refused:
        RuleSet.from_options(options)
    assert refused.value.option == option
    assert str(refused.value).endswith(".")


def test_any_change_of_an_option_is_another_version() -> None:
    ids = {make_challenge("pllay", target=target).id for target in (None, 100, 500)}
    assert len(ids) == 3
    assert PLLAY.id in ids


def test_a_rule_set_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        PLLAY.target = 100  # type: ignore[misc]  # the point of the test


def test_a_challenge_without_wishes_is_the_house_version() -> None:
    assert make_challenge("pllay") == PLLAY
    assert make_challenge("classic500") == CLASSIC500


def test_blind_nil_switched_on_in_a_challenge_costs_200_and_needs_100_behind() -> None:
    trailing = make_challenge("classic500", blind_nil="trailing")
    assert (trailing.blind_nil_deficit, trailing.blind_nil_value) == (100, 200)
    always = make_challenge("classic500", blind_nil="always")
    assert (always.blind_nil_deficit, always.blind_nil_value) == (None, 200)


def test_blind_nil_switched_off_in_a_challenge_has_no_numbers() -> None:
    rules = make_challenge("pllay", blind_nil="off", nil=False)
    assert (rules.nil, rules.blind_nil, rules.blind_nil_deficit, rules.blind_nil_value) == (False, "off", None, None)
    assert rules.name == "pllay"


@pytest.mark.parametrize(
    ("wishes", "option"),
    [
        ({"target": 510}, "target"),
        ({"hand_limit": 99}, "hand_limit"),
        ({"nil": False}, "blind_nil"),
        ({"nil": "no"}, "nil"),
        ({"blind_nil": "perhaps"}, "blind_nil"),
    ],
)
def test_a_challenge_that_cannot_be_is_refused_by_name(wishes: dict[str, Any], option: str) -> None:
    with pytest.raises(BadRules) as refused:
        make_challenge("pllay", **wishes)
    assert refused.value.option == option


def test_a_challenge_to_unknown_rules_is_refused() -> None:
    with pytest.raises(BadRules, match="no rules called"):
        make_challenge("hearts")


def test_a_challenge_without_any_end_is_refused() -> None:
    with pytest.raises(BadRules) as refused:
        make_challenge("classic500", target=None)
    assert refused.value.option == "target"


def test_the_differences_from_the_house_version_are_listed() -> None:
    assert differences(PLLAY) == []
    rules = make_challenge("pllay", target=300, blind_nil="always")
    assert differences(rules) == [
        Difference("target", 500, 300),
        Difference("blind_nil", "trailing", "always"),
        Difference("blind_nil_deficit", 100, None),
    ]
