"""Owns the words of the forms of accounts: allauth's own forms, with this site's labels and no placeholders."""

from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from django import forms
from django.utils.translation import gettext as _


def _say(form: forms.Form, name: str, label: str, hint: str = "", autocomplete: str = "") -> None:
    field = form.fields[name]
    field.label, field.help_text = label, hint
    field.widget.attrs.pop("placeholder", None)
    if autocomplete:
        field.widget.attrs["autocomplete"] = autocomplete


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """Asks for a name, an e-mail address and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_hint = _("The others at a table see it. Letters, figures and @ . + - _, no spaces.")
        _say(self, "username", _("Name"), name_hint)
        _say(self, "email", _("E-mail"), _("Only to reset a forgotten password."))
        _say(self, "password1", _("Password"), _("8 characters or more, and hard to guess."))


class LogInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """Asks for the name or the e-mail address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "login", _("Name or e-mail"), autocomplete="username")
        _say(self, "password", _("Password"))


class ForgottenPasswordForm(ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """Asks where to send the link to a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", _("E-mail"))
