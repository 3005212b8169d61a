"""Owns the tables of the database: people, tables and seats, matches and their append-only logs."""

import secrets
from collections.abc import Iterable
from typing import Any, NoReturn

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for something else
CODE_LENGTH = 12


def new_code() -> str:
    """Returns an address for a table that nobody can guess: about 59 random bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


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

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "player"], name="player_once_per_table"),
            models.CheckConstraint(condition=Q(seat__range=(0, 3)), name="seat_from_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Match(models.Model):
    """One match: what was promised, the sealed seed, and a cache of its log's fold (public facts only)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="matches", verbose_name=_("table"))
    ordinal = models.PositiveIntegerField(_("number at the table"))
    ident = models.CharField(_("match id"), max_length=32, unique=True)
    rules = models.ForeignKey(RulesVersion, models.PROTECT, related_name="matches", verbose_name=_("rules version"))
    # Before the promise: who is ready, with the commitment to their contribution ("" without one, null not yet ready).
    client_commits = models.JSONField(_("players' commitments"))
    entropies = models.JSONField(_("players' contributions"))
    deadline_at = models.DateTimeField(_("contributions are waited for until"), null=True, blank=True)
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
    at = models.DateTimeField(_("aborted at"))

    class Meta:
        verbose_name = _("abort")
        verbose_name_plural = _("aborts")
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.ident


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
