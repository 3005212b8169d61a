"""The form of a new table: the rules it makes, and the words in which it refuses and describes them."""

import pytest

from games.challenges import describe, summarize
from games.engine.rules import CLASSIC500, PLLAY, make_challenge
from games.forms import NewTableForm

OWN = {"rules": "own"}


def _form(**data: str) -> NewTableForm:
    return NewTableForm(data)


@pytest.mark.parametrize("rules", [PLLAY, CLASSIC500])
def test_a_house_version_is_chosen_by_its_name_or_its_id(rules: object) -> None:
    assert isinstance(rules, type(PLLAY))
    for chosen in (rules.name, rules.id):
        form = _form(rules=chosen)
        assert form.is_valid(), form.errors
        assert form.rule_set == rules
        assert form.levels == {0: "club", 1: "club", 3: "club"}


def test_a_challenge_has_the_options_chosen_and_the_house_values_elsewhere() -> None:
    form = _form(**OWN, target="300", hand_limit="2", blind_nil="always")
    assert form.is_valid(), form.errors
    assert form.rule_set == make_challenge("pllay", target=300, hand_limit=2, blind_nil="always")


def test_a_challenge_with_nothing_changed_is_the_house_version() -> None:
    form = _form(**OWN)
    assert form.is_valid()
    assert form.rule_set.id == PLLAY.id


def test_none_takes_a_target_or_a_limit_away() -> None:
    form = _form(**OWN, target="none", hand_limit="none")
    assert form.is_valid()
    assert (form.rule_set.target, form.rule_set.hand_limit) == (None, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", "50"),
        ("target", "1050"),
        ("target", "333"),
        ("target", "lots"),
        ("target", "5" * 5000),
        ("target", "٥٠٠"),
        ("target", "500.0"),
        ("hand_limit", "0"),
        ("hand_limit", "51"),
        ("hand_limit", "-3"),
        ("hand_limit", "\x00"),
        ("nil", "perhaps"),
        ("nil", "True"),
        ("blind_nil", "sometimes"),
        ("level_0", "grandmaster"),
        ("level_1", "random"),
        ("level_3", "<script>"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_at_its_field(field: str, value: str) -> None:
    form = _form(**OWN, **{field: value})
    assert not form.is_valid()
    assert set(form.errors) == {field}


def test_blind_nil_without_nil_is_refused_in_words_at_blind_nil() -> None:
    form = _form(**OWN, nil="no", blind_nil="always")
    assert not form.is_valid()
    assert form.errors == {"blind_nil": ["There is no blind nil without nil: switch it off, or allow nil."]}


@pytest.mark.parametrize("chosen", ["", "PLLAY", "pllay@", "nothing", "x" * 5000, "pllay@000000000000", "\x00"])
def test_rules_that_do_not_exist_are_refused_at_the_rules(chosen: str) -> None:
    form = _form(rules=chosen)
    assert not form.is_valid()
    assert set(form.errors) == {"rules"}


def test_other_rules_than_those_shown_are_not_started() -> None:
    form = _form(**OWN, target="300", rules_id=PLLAY.id)
    assert not form.is_valid()
    assert PLLAY.id in form.errors["rules"][0]
    assert make_challenge("pllay", target=300).id in form.errors["rules"][0]


def test_the_rules_shown_are_started() -> None:
    assert _form(**OWN, target="300", rules_id=make_challenge("pllay", target=300).id).is_valid()


def test_every_choice_the_page_offers_is_allowed() -> None:
    form = NewTableForm()
    for name in ("target", "hand_limit", "nil", "blind_nil"):
        choices = [value for value, _ in form.fields[name].widget.choices]
        assert form.fields[name].initial in choices
        for value in choices:
            data = OWN | ({"blind_nil": "off"} if name == "nil" else {}) | {name: value}
            assert NewTableForm(data).is_valid(), (name, value)


def test_differences_are_told_in_words() -> None:
    challenge = make_challenge("pllay", target=None, hand_limit=1, nil=False, blind_nil="off")
    assert describe(challenge) == [
        "No target: no score wins the game before its last hand.",
        "At most 1 hand, instead of 20.",
        "No nil: a bid is 1 to 13.",
        "No blind nil.",
    ]
    assert describe(make_challenge("pllay", target=300, hand_limit=None)) == [
        "First to 300, instead of 500.",
        "As many hands as it takes, instead of at most 20.",
    ]
    assert describe(make_challenge("classic500", hand_limit=8, blind_nil="trailing")) == [
        "At most 8 hands.",
        "Blind nil for a side 100 or more behind.",
    ]
    assert describe(PLLAY) == describe(CLASSIC500) == ["Nothing is changed."]


def test_a_version_is_summarized_in_words() -> None:
    assert summarize(PLLAY) == [
        "First to 500.",
        "A side at −200 or below loses.",
        "At most 20 hands.",
        "Nil is allowed.",
        "Blind nil for a side 100 or more behind.",
    ]
    assert summarize(CLASSIC500) == ["First to 500.", "Nil is allowed.", "No blind nil."]
