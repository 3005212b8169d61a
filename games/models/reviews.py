"""Owns what the coach has said of the acts of a hand."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .matches import Match


class Review(models.Model):
    """What the coach says of one seat's acts in one finished hand: made once, act by act, and kept."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="reviews", verbose_name=_("match"))
    hand = models.PositiveSmallIntegerField(_("hand, from 0"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    total = models.PositiveSmallIntegerField(_("acts to judge"))
    acts = models.JSONField(_("acts judged"), default=list)
    tries = models.PositiveSmallIntegerField(_("times begun"), default=0)
    asked_at = models.DateTimeField(_("asked for at"))
    worked_at = models.DateTimeField(_("last worked on at"), null=True, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints = [
            models.UniqueConstraint(fields=["match", "hand", "seat"], name="review_once_per_hand_and_seat"),
            models.CheckConstraint(condition=Q(seat__range=(0, 3)), name="review_seat_from_0_to_3"),
        ]
        indexes = [models.Index(fields=["asked_at"], condition=Q(done_at=None), name="review_not_done")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.hand}/{self.seat}"
