"""Owns the help at practice tables: the best act and why, and what everybody can tell of a bot's bid or card."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from .. import advice, selectors
from ..bots import reasons
from ..bots.reasons.public import card_of
from ..bots.view import Situation, read_view
from ..engine import match as engine
from ..engine.actions import Action, Reason, Refused
from ..engine.cards import Seat, parse_card, suit_of
from ..engine.visibility import seat_view
from ..models import Match, Table
from ..protocol import Message
from ..tellings import tell
from .errors import NoHint

if TYPE_CHECKING:
    from ..bots.judging import Best

CLEAR, FAR = 8.0, 30.0
"""Points from which the best act is ahead of the next clearly, and by far."""


@dataclass(frozen=True)
class Hint:
    """The best act now, why it is in a sentence, and how far ahead of the next it is in another."""

    act: Action
    why: str
    lead: str


def find_hint(table_pk: int, seat: Seat | None, seen: int) -> Hint:
    """Returns a hint to the seat on turn, from what it sees; raises Refused and NoHint.

    `seen` is how many actions the player had seen when asking.
    """
    match = selectors.current_match(table_pk)
    _check_alone(match.table, seat)
    state = selectors.state_of(match)
    reason = _refusal(state, seat, seen)
    if reason is not None:
        raise Refused(reason)
    return _think(match, read_view(seat_view(state, seat)))


def _refusal(state: engine.Match, seat: Seat | None, seen: int) -> Reason | None:
    if state.outcome is not None:
        return Reason.MATCH_OVER
    if state.acts != seen:
        return Reason.STALE
    if engine.phase(state) is engine.Phase.HAND_OVER:
        return Reason.HAND_OVER
    return None if engine.turn(state) == seat else Reason.NOT_YOUR_TURN


def _check_alone(table: Table, seat: Seat | None) -> None:
    people = list(table.seats.filter(level="").values_list("seat", flat=True))
    if seat not in people:
        raise Refused(Reason.NOT_SEATED)
    if table.kind != Table.Kind.PRACTICE or people != [seat]:
        raise NoHint(_("Hints are given only where you play with bots alone."))


def _think(match: Match, s: Situation) -> Hint:
    from ..bots import judging  # numba is loaded only where something is judged

    best = judging.find_best(s)
    names = [place.name for place in selectors.places_of(match.table)]
    led = suit_of(s.trick.cards[0]) if s.trick.cards else None
    is_all_one = best.rival is None and len(s.cards) > 1
    reason = reasons.Reason(reasons.Why.SAME_WORTH) if is_all_one else reasons.explain(s, best.act)
    return Hint(best.act, advice.advise(reason, best.act, names, led), _say_lead(best, led))


def _say_lead(best: "Best", led: int | None) -> str:
    """How much better than the next act it is, in words; nothing where no other act is worth more or less."""
    if best.rival is None:
        return ""
    if best.is_close:
        return advice.say_rival(best.rival, led)
    if best.lead < CLEAR:
        return _("It is a little better than anything else.")
    return _("It is clearly better than anything else.") if best.lead < FAR else _("It is by far the best.")


def tell_act(table_pk: int, seat: Seat | None, ident: str, hand: int, bot: Seat, trick: int | None) -> str:
    """Returns what everybody can tell of a bot's bid, or of its card to trick number `trick` of the hand being played.

    It is read from a spectator's view: no hidden card can be in it. Raises Refused and NoHint.
    """
    match = selectors.current_match(table_pk)
    _check_alone(match.table, seat)
    view = seat_view(selectors.state_of(match), None)
    if match.ident != ident or view["hand"] != hand:
        raise Refused(Reason.STALE)
    names = [place.name for place in selectors.places_of(match.table)]
    reason = reasons.explain_promise(view, bot) if trick is None else reasons.explain_shown(view, trick, bot)
    if bot == seat or reason is None:
        raise NoHint(_("There is nothing to tell about that yet."))
    card = None if trick is None else card_of(view, trick, bot)
    led = None if card is None else _led(view, trick or 0)
    return tell(reason, names, seat, led)


def _led(view: Message, trick: int) -> int:
    """The suit that a trick of the hand was opened with."""
    return suit_of(parse_card([*view["tricks"], view["trick"]][trick]["cards"][0]))
