"""Owns matches: the row beside the log, the promise, and the deals that came to nothing."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Player
from .tables import RulesVersion, Table


class Match(models.Model):
    """One match: what was promised, the sealed seed, and a cache of its log's fold (public facts only)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="matches", verbose_name=_("table"))
    ordinal = models.PositiveIntegerField(_("number at the table"))
    ident = models.CharField(_("match id"), max_length=32, unique=True)
    rules = models.ForeignKey(RulesVersion, models.PROTECT, related_name="matches", verbose_name=_("rules version"))
    # Before the promise: who is ready, with the commitment to their contribution ("" without one, null not yet ready).
    client_commits = models.JSONField(_("players' commitments"))
    entropies = models.JSONField(_("players' contributions"))
    # Whatever is waited for: contributions; at live tables also who gets ready, the seat on turn, and the next hand.
    deadline_at = models.DateTimeField(_("waited for until"), null=True, blank=True)
    commit = models.CharField(_("commitment"), max_length=64, blank=True)
    header = models.TextField(_("header"), blank=True)
    sealed_seed = models.BinaryField(_("encrypted seed"), default=b"")
    state = models.JSONField(_("state"))
    seq = models.PositiveIntegerField(_("events"), default=0)
    acts = models.PositiveIntegerField(_("actions"), default=0)
    head = models.CharField(_("chain head"), max_length=64, blank=True)
    bot_to_act = models.BooleanField(_("a bot is to act"), default=False)
    started_at = models.DateTimeField(_("started at"))
    touched_at = models.DateTimeField(_("last event at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    seal = models.TextField(_("seal"), blank=True)
    is_flagged = models.BooleanField(_("a clock acted in it"), default=False)
    audited_at = models.DateTimeField(_("counted and, if drawn, checked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["table", "ordinal"], name="match_ordinal_once_per_table"),
            # A table plays one match at a time, whoever presses the button twice.
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at=None), name="one_running_match_per_table"),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(bot_to_act=True), name="match_bot_to_act"),
            models.Index(fields=["touched_at"], condition=Q(ended_at=None), name="match_running_by_touch"),
            models.Index(fields=["deadline_at"], condition=Q(deadline_at__isnull=False), name="match_by_deadline"),
            models.Index(fields=["-ended_at"], condition=Q(ended_at__isnull=False), name="match_ended_latest"),
            models.Index(
                fields=["id"], condition=Q(audited_at=None, ended_at__isnull=False), name="match_ended_to_audit"
            ),
        ]

    def __str__(self) -> str:
        return self.ident

    @property
    def is_study(self) -> bool:
        """Whether it was begun from a position: then nothing was promised, and it counts nowhere."""
        return hasattr(self, "study")


class Study(models.Model):
    """What makes a match a study: the game it was begun from, and what deals the hands up to that position."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="study", verbose_name=_("match"))
    # Always a game with a promise of its own: a study of a study is of the same game.
    origin = models.ForeignKey(
        Match, models.PROTECT, to_field="ident", related_name="studies", verbose_name=_("begun from")
    )
    hand = models.PositiveSmallIntegerField(_("hand of that game, from 0"))
    first_dealer = models.PositiveSmallIntegerField(_("dealer of hand 0"))
    # 32 bytes for each hand up to the position; the hands after it come from the match's own seed.
    sealed_hand_seeds = models.BinaryField(_("encrypted hand seeds"))

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        constraints = [
            models.CheckConstraint(condition=Q(first_dealer__range=(0, 3)), name="study_first_dealer_from_0_to_3"),
        ]

    def __str__(self) -> str:
        return str(self.match)


class Abort(models.Model):
    """A deal that was promised and not made, since a contribution did not come: published, and counted."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="aborts", verbose_name=_("table"))
    ident = models.CharField(_("match id"), max_length=32, unique=True)
    header = models.TextField(_("header"))
    seed = models.CharField(_("seed"), max_length=64)
    entropies = models.JSONField(_("players' contributions"))
    missing = models.JSONField(_("seats that gave none"))
    caused_by = models.ManyToManyField(Player, related_name="aborts", verbose_name=_("caused by"))
    at = models.DateTimeField(_("aborted at"))

    class Meta:
        verbose_name = _("abort")
        verbose_name_plural = _("aborts")
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.ident
