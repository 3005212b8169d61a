"""Owns the shapes of the API's answers, as they are written and as the schema documents them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .engine.findings import Code, Signature, Status
from .engine.match import Phase
from .engine.visibility import seat_view
from .models import Match, RulesVersion
from .protocol import Message, Place
from .selectors import lines_of, messages_for, state_of, write_study

SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
SIDE = {"type": "integer", "minimum": 0, "maximum": 1}
CARD = {"type": "string", "pattern": "^[2-9TJQKA][CDHS]$"}
BID = {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 13}, {"type": "string", "enum": ["blind_nil"]}]}


def nullable(shape: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of something that may also be null."""
    return {"oneOf": [shape, {"type": "null"}]}


def pair(shape: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of a list with one entry per side."""
    return {"type": "array", "items": shape, "minItems": 2, "maxItems": 2}


def four(shape: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of a list with one entry per seat."""
    return {"type": "array", "items": shape, "minItems": 4, "maxItems": 4}


def shaped(shape: dict[str, Any], help_text: Any) -> serializers.JSONField:
    """Returns a field that is written as it is and documented by a schema."""

    @extend_schema_field(shape)
    class Shaped(serializers.JSONField):
        pass

    return Shaped(read_only=True, help_text=help_text)


PHASES = [phase.value for phase in Phase]
COUNT = {"type": "integer", "minimum": 0}
OUTCOME = {
    "type": "object",
    "required": ["reason", "winner", "score"],
    "properties": {
        "reason": {"enum": ["target", "floor", "hand_limit", "concede", "left", "abandoned"]},
        "winner": nullable(SIDE),
        "score": pair({"type": "integer"}),
    },
}
STUDY = {
    "type": "object",
    "required": ["origin", "hand"],
    "properties": {"origin": {"type": "string", "pattern": "^[0-9a-f]{32}$"}, "hand": COUNT},
}
TRICK = {
    "type": "object",
    "required": ["leader", "cards"],
    "properties": {"leader": nullable(SEAT), "cards": {"type": "array", "items": CARD, "maxItems": 4}},
}


class ErrorSerializer(serializers.Serializer[dict[str, str]]):
    """What every refusal of the API looks like."""

    error = serializers.CharField(help_text=_("One word for programs: not_found, bad_field and so on."))
    text = serializers.CharField(help_text=_("A sentence for people."))


class RulesVersionSerializer(serializers.ModelSerializer[RulesVersion]):
    """A rule set that matches have been played under; it never changes."""

    class Meta:
        model = RulesVersion
        fields = ["id", "name", "options"]
        extra_kwargs = {
            "id": {"help_text": _("The name, @, and the first 12 hex digits of the hash of the options.")},
            "name": {"help_text": _("The name of the house rules it is, or was made from.")},
            "options": {"help_text": _("The thirteen options of the rules.")},
        }


class ReviewActSerializer(serializers.Serializer[Any]):
    """One bid or card, and what the coach says of it."""

    step = serializers.IntegerField(min_value=0, help_text=_("The step of the hand’s replay that shows it."))
    act = shaped({"type": "object"}, _("What was done, as an action."))
    name = serializers.CharField(help_text=_("The same in words."))
    cost = serializers.IntegerField(min_value=0, help_text=_("Points it cost against the best act; 0 if none was."))
    price = serializers.CharField(help_text=_("The same in words."))
    better = serializers.CharField(allow_blank=True, help_text=_("The best act in words, if another one was made."))
    why = serializers.CharField(help_text=_("Why the best act is good, in a sentence."))


class ReviewSerializer(serializers.Serializer[Any]):
    """What the coach says of one seat’s acts in one finished hand, as far as it is."""

    match = serializers.CharField(help_text=_("32 hex digits."))
    hand = serializers.IntegerField(min_value=0, help_text=_("The number of the hand, from 0."))
    seat = serializers.IntegerField(min_value=0, max_value=3, help_text=_("0 North, 1 East, 2 South, 3 West."))
    state = serializers.ChoiceField(
        ["none", "working", "done", "failed"], help_text=_("None if nobody has asked the coach about it.")
    )
    done = serializers.IntegerField(min_value=0, help_text=_("How many acts are judged."))
    total = serializers.IntegerField(min_value=0, help_text=_("How many there are."))
    cost = serializers.IntegerField(min_value=0, help_text=_("Points all of them cost together."))
    summary = serializers.CharField(allow_blank=True, help_text=_("The same in words, once it is done."))
    acts = ReviewActSerializer(many=True, help_text=_("Each act that is judged, in order."))
    worst = shaped({"type": "array", "items": COUNT}, _("The steps of the acts that cost most, at most three."))


class SeatSerializer(serializers.Serializer[Any]):
    """Who sits in a seat."""

    seat = serializers.IntegerField(min_value=0, max_value=3, help_text=_("0 North, 1 East, 2 South, 3 West."))
    name = serializers.CharField(help_text=_("The name shown at the table."))
    kind = serializers.ChoiceField(["human", "bot"], help_text=_("Is it a person or a bot?"))
    level = serializers.CharField(allow_null=True, help_text=_("A bot's level; null for a person."))
    you = serializers.BooleanField(help_text=_("Is this your seat?"))


class StandingSerializer(serializers.Serializer[Any]):
    """How a match stands, in public facts."""

    id = serializers.CharField(help_text=_("32 hex digits."))
    rules_id = serializers.CharField(help_text=_("The id of the rules version."))
    started_at = serializers.DateTimeField(help_text=_("When its first hand was dealt."))
    touched_at = serializers.DateTimeField(help_text=_("When the last event happened."))
    ended_at = serializers.DateTimeField(allow_null=True, help_text=_("Null while the match is being played."))
    phase = serializers.ChoiceField(PHASES, help_text=_("What is going on."))
    turn = shaped(nullable(SEAT), _("The seat to act, or null."))
    hands = serializers.IntegerField(help_text=_("How many hands are finished."))
    score = shaped(pair({"type": "integer"}), _("Points per side after the last finished hand: North–South first."))
    outcome = shaped(nullable(OUTCOME), _("Why the match ended and which side won; null while it is played."))


class TableSerializer(serializers.Serializer[Any]):
    """One of your tables, with the match that is played there now or was played last."""

    code = serializers.CharField(help_text=_("The table's address is /tables/ and this code."))
    kind = serializers.CharField(help_text=_("Practice, or only bots."))
    opened_at = serializers.DateTimeField(help_text=_("When you sat down."))
    seats = SeatSerializer(many=True, help_text=_("Who sits where."))
    study = shaped(nullable(STUDY), _("The game that the match was begun from, if it is a study; else null."))
    match = StandingSerializer(help_text=_("The match played there now, or last."))

    def to_representation(self, instance: Match) -> Message:
        table = instance.table
        own = {"code": table.code, "kind": table.kind, "opened_at": table.opened_at, "study": write_study(instance)}
        return super().to_representation({**own, "seats": seats_of(instance, self), "match": standing_of(instance)})


class FinishedMatchSerializer(StandingSerializer):
    """A match that has ended, and who sat where."""

    seats = SeatSerializer(many=True, help_text=_("Who sits where."))

    def to_representation(self, instance: Match) -> Message:
        return super().to_representation({**standing_of(instance), "seats": seats_of(instance, self)})


class SeatViewSerializer(serializers.Serializer[Any]):
    """A match as one seat, or a spectator, may see it (docs/protocol.md)."""

    rules = shaped({"type": "object"}, _("The thirteen options."))
    rules_id = serializers.CharField(help_text=_("The id of the rules version."))
    seat = shaped(nullable(SEAT), _("Whose view this is; null is a spectator's."))
    phase = serializers.ChoiceField(PHASES, help_text=_("What is going on."))
    turn = shaped(nullable(SEAT), _("The seat to act, or null."))
    hand = shaped(nullable(COUNT), _("The number of the hand, from 0."))
    dealer = shaped(nullable(SEAT), _("The dealer's seat."))
    bids = shaped(four(nullable(BID)), _("The bids made so far."))
    offers = shaped(four({"type": "boolean"}), _("Whose offer of a blind nil is open."))
    contracts = shaped(pair(COUNT), _("Per side, the sum of its bids that are not nil."))
    won = shaped(four(COUNT), _("Tricks won in this hand."))
    broken = serializers.BooleanField(help_text=_("Have spades been broken?"))
    trick = shaped(TRICK, _("The unfinished trick, cards in order of play."))
    tricks = shaped({"type": "array", "items": TRICK}, _("The finished tricks of this hand, each with its winner."))
    counts = shaped(four(COUNT), _("Cards held."))
    holding = shaped(nullable({"type": "array", "items": CARD}), _("Your own cards; null for a spectator."))
    legal = shaped({"type": "array", "items": {"type": "object"}}, _("What this seat may do now."))
    locked = shaped({"type": "object"}, _("On your turn to play: each card that may not be played, and why."))
    score = shaped(pair({"type": "integer"}), _("Points per side."))
    bags = shaped(pair(COUNT), _("Bags per side."))
    results = shaped({"type": "array", "items": {"type": "object"}}, _("The finished hands."))
    outcome = shaped(nullable(OUTCOME), _("Why the match ended and which side won."))


class TableViewSerializer(serializers.Serializer[Any]):
    """The message a table is drawn from: the same as the socket's `view`."""

    type = serializers.ChoiceField(["view"], help_text=_("Which message this is."))
    table = serializers.CharField(help_text=_("The table's code."))
    match = serializers.CharField(help_text=_("32 hex digits."))
    commit = serializers.CharField(help_text=_("What was promised before the first card."))
    client_commits = shaped(four({"type": "string"}), _("What the players' browsers promised; empty for who did not."))
    header = serializers.CharField(help_text=_("Line 0 of the transcript."))
    seq = serializers.IntegerField(help_text=_("How many events the log has."))
    acts = serializers.IntegerField(help_text=_("How many of them are actions."))
    claim = serializers.BooleanField(help_text=_("Whether this seat may end the hand now; never for a spectator."))
    first = serializers.IntegerField(help_text=_("The number of the first line in events."))
    events = serializers.ListField(child=serializers.CharField(), help_text=_("The log's lines."))
    head = serializers.CharField(help_text=_("The chain's head after the last event."))
    seats = SeatSerializer(many=True, help_text=_("Who sits where."))
    now = serializers.IntegerField(help_text=_("The server's clock in milliseconds."))
    seed = serializers.CharField(allow_null=True, help_text=_("Null until the match has ended; a study's stays so."))
    study = shaped(nullable(STUDY), _("The game that this was begun from, if it is a study; else null."))
    live = shaped(nullable({"type": "object"}), _("What a live table has beside the cards; null at others."))
    view = SeatViewSerializer(help_text=_("The match as you may see it."))


class FinishedMatchViewSerializer(TableViewSerializer):
    """A match that has ended, as a spectator sees it, with its whole log."""

    def to_representation(self, instance: Match) -> Message:
        now_ms = round(instance.touched_at.timestamp() * 1000)
        lines = lines_of(instance)
        return messages_for(instance, state_of(instance), [None], first=0, lines=lines, now_ms=now_ms)[0]


class FindingSerializer(serializers.Serializer[Any]):
    """One thing that is wrong with a transcript."""

    code = serializers.ChoiceField([code.value for code in Code], help_text=_("The stage that found it."))
    line = serializers.IntegerField(min_value=0, help_text=_("The line, counted from 0, the header."))
    text = serializers.CharField(help_text=_("A sentence for people."))


class ReportSerializer(serializers.Serializer[Any]):
    """What the check of a transcript came to."""

    status = serializers.ChoiceField(
        [status.value for status in Status],
        help_text=_("Good: sealed, and every line holds. Incomplete: what is there holds, but the seal is missing."),
    )
    signature = serializers.ChoiceField(
        [signature.value for signature in Signature], help_text=_("What is known of the seal's signature.")
    )
    findings = FindingSerializer(many=True, help_text=_("What is wrong, at most one finding of each code."))


def seats_of(match: Match, serializer: serializers.BaseSerializer[Any]) -> list[Message]:
    """Returns the four seats of a match's table, as whoever asks sees them."""
    viewer = serializer.context["request"].user.pk
    seats = match.table.seats.all()
    mine = next((seat.seat for seat in seats if seat.player_id == viewer), None)
    return [Place(seat.seat, str(seat.player), seat.level).write(mine) for seat in seats]


def standing_of(match: Match) -> Message:
    """Returns how a match stands, as a spectator may know it."""
    view = seat_view(state_of(match), None)
    return {
        "id": match.ident,
        "rules_id": match.rules_id,
        "started_at": match.started_at,
        "touched_at": match.touched_at,
        "ended_at": match.ended_at,
        "hands": len(view["results"]),
        **{field: view[field] for field in ("phase", "turn", "score", "outcome")},
    }
