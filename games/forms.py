"""Owns the forms of a new table: which rules, and which bots sit at it."""

import re
from collections.abc import Callable
from types import EllipsisType
from typing import Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .challenges import DEFAULT_LEVEL, explain, name_level, offered_levels
from .engine.errors import BadRules
from .engine.rules import HOUSE, PLLAY, RuleSet, make_challenge

OWN = "own"
Choices = list[tuple[str, str]]
BOT_SEATS = {
    3: gettext_lazy("West, on your left"),
    0: gettext_lazy("North, your partner"),
    1: gettext_lazy("East, on your right"),
}
_NONE = "none"
_YES_NO = {"yes": True, "no": False}


def _target_choices() -> Choices:
    return [(_NONE, _("No target")), *((str(n), str(n)) for n in range(100, 1001, 50))]


def _hand_limit_choices() -> Choices:
    return [(_NONE, _("No limit")), *((str(n), str(n)) for n in range(1, 51))]


def _nil_choices() -> Choices:
    return [("yes", _("Allowed")), ("no", _("Not allowed"))]


def _blind_nil_choices() -> Choices:
    return [("off", _("Off")), ("trailing", _("For a side 100 or more behind")), ("always", _("For everybody"))]


def _level_choices() -> Choices:
    return [(level, name_level(level)) for level in offered_levels()]


def _house(option: str) -> str:
    """Returns the house value of an option as the form's fields hold it."""
    value = PLLAY.options()[option]
    if value is None:
        return _NONE
    return next((word for word, meaning in _YES_NO.items() if meaning is value), str(value))


class _ChoiceField(forms.CharField):
    """One of few words, chosen from a list; whether the word is allowed is not for the field to say."""

    def __init__(self, choices: Callable[[], Choices], label: Any, initial: str | None = None) -> None:
        widget = forms.Select(choices=CallableChoiceIterator(choices))
        super().__init__(required=False, max_length=20, label=label, initial=initial, widget=widget)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {}  # a list has no greatest length


class LevelField(_ChoiceField):
    """The level of a bot, the usual one unless another is chosen."""

    def __init__(self, label: Any) -> None:
        super().__init__(_level_choices, label, DEFAULT_LEVEL)


class RulesForm(forms.Form):
    """The rules of a table, a house version or one's own challenge; a valid one has them as `rule_set`.

    `rules` is `pllay`, `classic500` or `own`, or the id of a house version; `rules_id` the id that was shown beside
    the button. A table of other rules than those shown is never started.
    """

    rules = forms.CharField(max_length=40, error_messages={"required": gettext_lazy("Choose the rules.")})
    rules_id = forms.CharField(max_length=40, required=False)
    target = _ChoiceField(_target_choices, gettext_lazy("Target"), _house("target"))
    hand_limit = _ChoiceField(_hand_limit_choices, gettext_lazy("At most so many hands"), _house("hand_limit"))
    nil = _ChoiceField(_nil_choices, gettext_lazy("Nil"), _house("nil"))
    blind_nil = _ChoiceField(_blind_nil_choices, gettext_lazy("Blind nil"), _house("blind_nil"))

    rule_set: RuleSet

    def clean(self) -> dict[str, Any]:
        self._choose_rules()
        return self.cleaned_data

    def _choose_rules(self) -> None:
        chosen = self.cleaned_data.get("rules")
        if chosen is None:
            return
        rules = self._make_challenge() if chosen == OWN else self._find_house_version(chosen)
        if rules is None:
            return
        self.rule_set = rules
        shown = self.cleaned_data.get("rules_id")
        if shown and shown != rules.id:
            text = _("The page showed the rules %(shown)s, but this would be %(id)s. Look at them again, then start.")
            self.add_error("rules", text % {"shown": shown, "id": rules.id})

    def _find_house_version(self, chosen: str) -> RuleSet | None:
        rules = HOUSE.get(chosen.partition("@")[0])
        if rules is None:
            self.add_error("rules", _("There are no rules called “%(name)s”.") % {"name": chosen})
        elif chosen not in (rules.name, rules.id):
            text = _("The rules have changed since the page was loaded: they are now %(id)s. Look at them, then start.")
            self.add_error("rules", text % {"id": rules.id})
        else:
            return rules
        return None

    def _make_challenge(self) -> RuleSet | None:
        options: dict[str, Any] = {
            name: self._read_option(name) for name in ("target", "hand_limit", "nil", "blind_nil")
        }
        try:
            return make_challenge(PLLAY.name, **options)
        except BadRules as error:
            self.add_error(error.option if error.option in self.fields else "rules", explain(error, options["nil"]))
        return None

    def _read_option(self, name: str) -> object | EllipsisType:
        """Reads a field as the engine takes it; an empty one keeps the house value."""
        text: str = self.cleaned_data.get(name, "")
        if text == "":
            return ...
        if name == "nil":
            return _YES_NO.get(text, text)
        if name == "blind_nil":
            return text
        if text == _NONE:
            return None
        return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else text

    def read_level(self, name: str) -> str:
        """Returns the level chosen in a field, the usual one where none is; a wrong one is an error of the field."""
        offered = offered_levels()
        level: str = self.cleaned_data.get(name) or DEFAULT_LEVEL
        if level not in offered:
            text = _("There is no bot of the level “%(level)s”: choose %(levels)s.")
            names = ", ".join(name_level(known) for known in offered)
            self.add_error(name, text % {"level": level, "levels": names})
        return level


class NewTableForm(RulesForm):
    """The rules and the bots' levels of a practice table; a valid one has `rule_set` and `levels`."""

    levels: dict[int, str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat, label in BOT_SEATS.items():
            self.fields[f"level_{seat}"] = LevelField(label)

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.levels = {seat: self.read_level(f"level_{seat}") for seat in BOT_SEATS}
        return self.cleaned_data
