"""Owns the table of people: accounts, guests and bots."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Player(AbstractUser):
    """A person with an account, a guest, or a bot: whoever can sit in a seat."""

    display_name = models.CharField(_("display name"), max_length=40)
    is_bot = models.BooleanField(_("bot"), default=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    preferences = models.JSONField(_("preferences"), default=dict, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(is_bot=True, is_guest=True), name="player_bot_is_no_guest"),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.display_name:  # made by a command that asks for no other name
            self.display_name = self.username[:40]
        super().save(*args, **kwargs)
