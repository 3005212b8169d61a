"""Owns the words of the forms of accounts: allauth's own forms, with this site's labels and no placeholders."""

from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from django.forms import Field
from django.utils.translation import gettext_lazy as _

Words = dict[str, tuple[Any, Any]]  # by field, its label and its hint; both may be translated late
_NEW_PASSWORD = _("8 characters or more, and hard to guess.")


class InOurWords:
    """Gives each field of a form its label and hint, instead of those it came with."""

    words: ClassVar[Words]
    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, hint) in self.words.items():
            field = self.fields[name]
            field.label, field.help_text = label, hint
            field.widget.attrs.pop("placeholder", None)


class SignUpForm(InOurWords, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    words = {
        "username": (_("Name"), _("The others at a table see it. Letters, figures and @ . + - _, no spaces.")),
        "email": (_("E-mail"), _("To show that it is yours, and to reset a forgotten password.")),
        "password1": (_("Password"), _NEW_PASSWORD),
    }


class LogInForm(InOurWords, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    words = {"login": (_("Name or e-mail"), ""), "password": (_("Password"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class ForgottenPasswordForm(InOurWords, allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    words = {"email": (_("E-mail"), "")}


class NewPasswordForm(InOurWords, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth has no types
    words = {"password1": (_("New password"), _NEW_PASSWORD), "password2": (_("New password again"), "")}


class FirstPasswordForm(InOurWords, allauth_forms.SetPasswordForm):  # type: ignore[misc]  # allauth has no types
    words = {"password1": (_("Password"), _NEW_PASSWORD), "password2": (_("Password again"), "")}


class ChangePasswordForm(InOurWords, allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    words = {
        "oldpassword": (_("Password until now"), ""),
        "password1": (_("New password"), _NEW_PASSWORD),
        "password2": (_("New password again"), ""),
    }


class AddEmailForm(InOurWords, allauth_forms.AddEmailForm):  # type: ignore[misc]  # allauth has no types
    words = {"email": (_("E-mail"), "")}
