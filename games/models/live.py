"""Owns what only live tables have: what was offered before the first card, and who is connected."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Player
from .tables import Seat, Table


class Challenge(models.Model):
    """What a live table is offered as, and what was agreed on for it; its seats are taken at the table itself.

    It waits for players while `started_at` is null. What it says holds for every match at the table.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="challenge", verbose_name=_("table"))
    maker = models.ForeignKey(Player, models.PROTECT, related_name="challenges", verbose_name=_("made by"))
    partner = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="invitations", verbose_name=_("invited partner")
    )
    is_private = models.BooleanField(_("private, by link"), default=False)
    may_fill = models.BooleanField(_("bots may fill empty seats"), default=True)
    level = models.CharField(_("level of the bots that fill and stand in"), max_length=20)
    quick_chat = models.BooleanField(_("quick chat"), default=False)
    started_at = models.DateTimeField(_("all seats taken since"), null=True, blank=True)
    # Where a rematch with other partners is played: those who are still here are led there.
    rematch = models.OneToOneField(
        Table, models.SET_NULL, null=True, blank=True, related_name="rematch_of", verbose_name=_("goes on at")
    )

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        indexes = [models.Index(fields=["id"], condition=Q(started_at=None), name="challenge_waiting")]

    def __str__(self) -> str:
        return str(self.table)


class Pulse(models.Model):
    """A sign of life of a process, or of the sweep: it lives while `seen_at` is fresh."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    seen_at = models.DateTimeField(_("last seen at"))

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return self.name


class Connection(models.Model):
    """One open socket at a live table: of a seat, or of somebody who watches. It holds while its process lives."""

    process = models.ForeignKey(Pulse, models.CASCADE, related_name="connections", verbose_name=_("process"))
    table = models.ForeignKey(Table, models.CASCADE, related_name="connections", verbose_name=_("table"))
    seat = models.ForeignKey(
        Seat, models.CASCADE, null=True, blank=True, related_name="connections", verbose_name=_("seat")
    )
    opened_at = models.DateTimeField(_("opened at"))

    class Meta:
        verbose_name = _("connection")
        verbose_name_plural = _("connections")

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat_id}"
