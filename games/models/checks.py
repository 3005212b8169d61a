"""Owns what makes the site trusted: its public keys, matches verified again, deals counted."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .matches import Match


class SigningKey(models.Model):
    """The public part of a key that seals matches, and the signature of the key before it over this one."""

    id = models.CharField(_("key id"), max_length=40, primary_key=True)
    public_key = models.CharField(_("public key"), max_length=64, unique=True)
    since = models.DateTimeField(_("in use since"))
    until = models.DateTimeField(_("in use until"), null=True, blank=True)
    signed_by = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="successor", verbose_name=_("signed by")
    )
    signature = models.CharField(_("signature"), max_length=128, blank=True)

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        ordering = ["since", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(signed_by=None, signature="") | (Q(signed_by__isnull=False) & ~Q(signature="")),
                name="signing_key_signed_with_signature",
            ),
        ]

    def __str__(self) -> str:
        return self.id


class MatchCheck(models.Model):
    """What came of verifying a finished match's transcript once more; one that does not hold is an alert."""

    match = models.OneToOneField(Match, models.PROTECT, related_name="recheck", verbose_name=_("match"))
    checked_at = models.DateTimeField(_("checked at"))
    holds = models.BooleanField(_("holds"))
    report = models.JSONField(_("report"))

    class Meta:
        verbose_name = _("match check")
        verbose_name_plural = _("match checks")
        ordering = ["holds", "-checked_at"]  # alerts first

    def __str__(self) -> str:
        return str(self.match)


class DealCount(models.Model):
    """How many holdings dealt to a seat had a value of something that is measured."""

    measure = models.CharField(_("measure"), max_length=10)
    seat = models.PositiveSmallIntegerField(_("seat"))
    value = models.PositiveSmallIntegerField(_("value"))
    count = models.PositiveBigIntegerField(_("count"), default=0)

    class Meta:
        verbose_name = _("deal count")
        verbose_name_plural = _("deal counts")
        ordering = ["measure", "seat", "value"]
        constraints = [
            models.UniqueConstraint(fields=["measure", "seat", "value"], name="deal_count_once"),
            models.CheckConstraint(condition=Q(seat__range=(0, 3)), name="deal_count_seat_from_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.measure}/{self.seat}/{self.value}"
