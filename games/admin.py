"""Owns the admin of the games app: people can be edited, matches and their logs only read."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import (
    Abort,
    Challenge,
    Connection,
    DealCount,
    Event,
    Match,
    MatchCheck,
    Player,
    Pulse,
    Review,
    RulesVersion,
    Seat,
    SigningKey,
    Study,
    Table,
)


class ReadOnly:
    """Nothing is added, changed or deleted here: the services write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(UserAdmin[Player]):
    list_display = ("username", "display_name", "is_guest", "is_bot", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Player"), {"fields": ("display_name", "is_guest", "is_bot", "timeouts")}),
    )
    readonly_fields = ("is_guest", "is_bot", "timeouts")

    @admin.display(description=_("times the clock acted for them"))
    def timeouts(self, player: Player) -> int:
        times: int = player.seats.aggregate(all=Sum("timeouts", default=0))["all"]
        return times

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False  # seats keep their player; accounts are closed, not deleted here


class SeatInline(ReadOnly, admin.TabularInline[Seat, Table]):
    model = Seat
    fields = ("seat", "player", "level", "is_live", "has_left", "absent_since", "timeouts")


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin[Table]):
    list_display = ("code", "kind", "rules", "opened_at")
    list_filter = ("kind", "rules__name")
    search_fields = ("code", "seats__player__username", "seats__player__display_name")
    date_hierarchy = "opened_at"
    inlines = (SeatInline,)


@admin.register(RulesVersion)
class RulesVersionAdmin(ReadOnly, admin.ModelAdmin[RulesVersion]):
    list_display = ("id", "name")
    list_filter = ("name",)


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin[Match]):
    """Shows what a match promised and how long its log is; the seed and the state are never here."""

    list_display = ("ident", "table", "rules", "is_study", "is_flagged", "seq", "started_at", "ended_at")
    list_filter = ("is_flagged", "table__kind", "rules__name", "ended_at")
    list_select_related = ("table", "rules", "study")
    search_fields = ("ident", "table__code")
    date_hierarchy = "started_at"
    fields = (
        "table",
        "ordinal",
        "ident",
        "rules",
        "client_commits",
        "commit",
        "header",
        "seq",
        "acts",
        "head",
        "bot_to_act",
        "deadline_at",
        "is_flagged",
        "started_at",
        "touched_at",
        "ended_at",
        "seal",
        "audited_at",
    )

    @admin.display(description=_("study"), boolean=True)
    def is_study(self, match: Match) -> bool:
        return match.is_study


@admin.register(Study)
class StudyAdmin(ReadOnly, admin.ModelAdmin[Study]):
    """Matches that were begun from a position of another: they count nowhere. What deals them is never here."""

    list_display = ("match", "origin", "hand")
    list_select_related = ("match", "origin")
    search_fields = ("match__ident", "match__table__code", "origin__ident")
    fields = ("match", "origin", "hand")


@admin.register(Review)
class ReviewAdmin(ReadOnly, admin.ModelAdmin[Review]):
    """What the coach was asked about, and how far it is."""

    list_display = ("match", "hand", "seat", "total", "tries", "asked_at", "done_at")
    list_filter = ("done_at",)
    list_select_related = ("match",)
    search_fields = ("match__ident", "match__table__code")
    fields = ("match", "hand", "seat", "total", "tries", "asked_at", "worked_at", "done_at")


@admin.register(Abort)
class AbortAdmin(ReadOnly, admin.ModelAdmin[Abort]):
    """Deals that were promised and not made, with who did not give what they had committed to."""

    list_display = ("ident", "table", "missing", "at")
    list_select_related = ("table",)
    search_fields = ("ident", "table__code", "caused_by__username")
    date_hierarchy = "at"


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin[Event]):
    """The log of every match; its lines are readable once the match has ended."""

    list_display = ("match", "i", "shown_line")
    list_select_related = ("match",)
    search_fields = ("match__ident",)
    fields = ("match", "i", "shown_line", "action_id")
    ordering = ("-id",)
    show_full_result_count = False

    @admin.display(description=_("line"))
    def shown_line(self, event: Event) -> str:
        if event.match.ended_at is None:
            return str(_("readable when the match has ended"))
        return event.line


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnly, admin.ModelAdmin[SigningKey]):
    """The public keys; `manage.py rotate_signing_key` makes another."""

    list_display = ("id", "since", "until", "signed_by")
    list_select_related = ("signed_by",)


@admin.register(MatchCheck)
class MatchCheckAdmin(ReadOnly, admin.ModelAdmin[MatchCheck]):
    """Finished matches that were verified once more; those that do not hold are alerts and come first."""

    list_display = ("match", "holds", "checked_at", "findings")
    list_filter = ("holds",)
    list_select_related = ("match",)
    search_fields = ("match__ident",)
    fields = ("match", "holds", "checked_at", "report")

    @admin.display(description=_("findings"))
    def findings(self, check: MatchCheck) -> str:
        return "; ".join(finding["text"] for finding in check.report["findings"])


@admin.register(DealCount)
class DealCountAdmin(ReadOnly, admin.ModelAdmin[DealCount]):
    list_display = ("measure", "seat", "value", "count")
    list_filter = ("measure", "seat")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin[Challenge]):
    """What live tables were offered as; those that have not started wait for players."""

    list_display = ("table", "maker", "partner", "is_private", "may_fill", "level", "quick_chat", "started_at")
    list_filter = ("is_private", "quick_chat", "started_at")
    list_select_related = ("table", "maker", "partner")
    search_fields = ("table__code", "maker__username", "partner__username")


@admin.register(Pulse)
class PulseAdmin(ReadOnly, admin.ModelAdmin[Pulse]):
    """Which processes serve live tables, and when the sweep last came by."""

    list_display = ("name", "seen_at")


@admin.register(Connection)
class ConnectionAdmin(ReadOnly, admin.ModelAdmin[Connection]):
    """Who is connected to a live table now; without a seat they watch."""

    list_display = ("table", "seat", "process", "opened_at")
    list_select_related = ("table", "seat", "process")
    search_fields = ("table__code",)
