"""Owns the form of a live table that is offered: its rules, who may come, and what is agreed for it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from . import switches
from .forms import LevelField, RulesForm

OPEN, PRIVATE = "open", "private"


class LiveTableForm(RulesForm):
    """What `seating.offer` is called with; `partner` is the name of an account, or empty."""

    access = forms.ChoiceField(
        choices=[(OPEN, gettext_lazy("Open")), (PRIVATE, gettext_lazy("Private"))],
        initial=OPEN,
        label=gettext_lazy("Who may come"),
        error_messages={
            "required": gettext_lazy("Choose who may come."),
            "invalid_choice": gettext_lazy("Choose who may come: everybody, or who has the link."),
        },
    )
    may_fill = forms.BooleanField(
        required=False, initial=True, label=gettext_lazy("Bots may fill seats that stay empty")
    )
    level = LevelField(gettext_lazy("Level of bots that fill a seat, or stand in for who is gone"))
    partner = forms.CharField(
        required=False,
        max_length=150,
        label=gettext_lazy("Your partner"),
        help_text=gettext_lazy(
            "The name of an account: the seat opposite is held for it. Leave it empty to play with whoever comes."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_be_private = switches.is_on(switches.COMMUNITY_TABLES)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        level = self.read_level("level")
        return cleaned | {"level": level, "is_private": cleaned.get("access") == PRIVATE}
