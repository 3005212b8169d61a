"""Owns the log of a match, which is only ever added to."""

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from .matches import Match


class LogIsAppendOnly(Exception):
    """Somebody tried to change or delete what a match's log says."""


class EventQuerySet(models.QuerySet["Event"]):
    """Reads and appends; everything that would rewrite the log is refused."""

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise LogIsAppendOnly("The log of a match is only ever added to.")

    update = delete = bulk_update = update_or_create = _raw_delete = _refuse

    def bulk_create(self, objs: Iterable["Event"], *args: Any, **kwargs: Any) -> list["Event"]:
        if args or kwargs:  # an upsert would rewrite
            self._refuse()
        return super().bulk_create(objs)


class Event(models.Model):
    """One line of a match's log, as it stands in the transcript."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="events", verbose_name=_("match"))
    i = models.PositiveIntegerField(_("number"))
    line = models.TextField(_("line"))
    action_id = models.CharField(_("action id"), max_length=64, null=True)  # noqa: DJ001 (null is "none" to a unique constraint)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        base_manager_name = "objects"
        ordering = ["i"]
        constraints = [
            models.UniqueConstraint(fields=["match", "i"], name="event_number_once_per_match"),
            models.UniqueConstraint(fields=["match", "action_id"], name="action_id_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.i}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise LogIsAppendOnly("The log of a match is only ever added to.")
        super().save(*args, **{**kwargs, "force_insert": True})  # a known key would update its row

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        raise LogIsAppendOnly("The log of a match is only ever added to.")
