"""Owns tables and seats, and the rules versions played there."""

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .people import Player

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for something else
CODE_LENGTH = 12


def new_code() -> str:
    """Returns an address for a table that nobody can guess: about 59 random bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class RulesVersion(models.Model):
    """A rule set that has been played under; it never changes."""

    id = models.CharField(_("rules id"), max_length=40, primary_key=True)
    name = models.CharField(_("name"), max_length=20)
    options = models.JSONField(_("options"))

    class Meta:
        verbose_name = _("rules version")
        verbose_name_plural = _("rules versions")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.id


class Table(models.Model):
    """Four seats under one rules version, and the matches played there one after the other."""

    class Kind(models.TextChoices):
        PRACTICE = "practice", _("practice")
        BOTS = "bots", _("bots only")  # made by commands; nobody can watch one
        LIVE = "live", _("live")  # people play each other, by the clock

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    rules = models.ForeignKey(RulesVersion, models.PROTECT, related_name="tables", verbose_name=_("rules version"))
    opened_at = models.DateTimeField(_("opened at"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("tables:table", args=[self.code])


class Seat(models.Model):
    """Who sits where at a table; `level` is a bot's, and empty for a person."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats", verbose_name=_("player"))
    level = models.CharField(_("level"), max_length=20, blank=True)
    # What follows is of people at live tables; a person has one live seat at a time.
    is_live = models.BooleanField(_("holds its player"), default=False)
    has_left = models.BooleanField(_("left on purpose"), default=False)
    absent_since = models.DateTimeField(_("without a connection since"), null=True, blank=True)
    due_at = models.DateTimeField(_("next step of an absence at"), null=True, blank=True)
    timeouts = models.PositiveIntegerField(_("times the clock acted"), default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "player"], name="player_once_per_table"),
            models.UniqueConstraint(fields=["player"], condition=Q(is_live=True), name="one_live_seat_per_player"),
            models.CheckConstraint(condition=Q(seat__range=(0, 3)), name="seat_from_0_to_3"),
            models.CheckConstraint(condition=Q(is_live=False) | Q(level=""), name="seat_of_a_bot_is_not_live"),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="seat_by_due")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
