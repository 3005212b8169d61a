"""Owns the sentences about a bot's bid or card: what everybody can tell of it, and nothing that is only likely."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from .advice import Lazy, values_of
from .bots.reasons import Reason, Why
from .engine.cards import Seat


def tell(reason: Reason, names: Sequence[str], you: Seat | None, led: int | None) -> str:
    """Returns what everybody can tell of a bot's act; `you` is the seat of whoever reads it."""
    values = values_of(reason, names, led) | {"nil": _name_nil(reason.seat, names, you)}
    sentence = str(SHOWN[reason.why]) % values
    more = MORE_SHOWN[reason.why](reason) if reason.why in MORE_SHOWN else ""
    return f"{sentence} {more}".strip()


def _name_nil(seat: Seat | None, names: Sequence[str], you: Seat | None) -> str:
    if seat is None:
        return ""
    return _("your nil") if seat == you else _("the nil of %(name)s") % {"name": names[seat]}


SHOWN: Mapping[Why, Lazy] = {
    Why.PROMISE: gettext_lazy(
        "Expects %(least)s or %(most)s tricks as a rule, from high cards, long spades and short suits to trump in."
    ),
    Why.PROMISE_NIL: gettext_lazy(
        "Promised to take no trick: expect low cards, few spades, no high one. %(count)s of 100 such nils are made."
    ),
    Why.PROMISE_BLIND_NIL: gettext_lazy(
        "Promised to take no trick before seeing a card, so the bid tells nothing of the cards."
    ),
    Why.LAST_CARD: gettext_lazy("Its last card: there was no choice."),
    Why.OWN_NIL_UNDER: gettext_lazy("Nil: stayed under the %(other)s."),
    Why.OWN_NIL_SHED: gettext_lazy("Nil, and has no %(suit)s: threw another suit."),
    Why.WENT_OVER_AS_NIL: gettext_lazy("Nil, but went over the %(other)s: perhaps it had nothing lower."),
    Why.OWN_NIL_LEAD: gettext_lazy("Nil, and had to lead."),
    Why.NIL_LED_HIGHEST: gettext_lazy("Nil, but led the highest card left of its suit: perhaps it had nothing else."),
    Why.COVER_NIL: gettext_lazy("Took the trick over from %(nil)s, which held it with the %(other)s."),
    Why.SHIELD_NIL: gettext_lazy("Went over the %(other)s before %(nil)s had to play."),
    Why.LEAD_HIGH_FOR_NIL: gettext_lazy("Led high, which helps %(nil)s to stay below."),
    Why.LEAD_VOID_FOR_NIL: gettext_lazy("Led %(suit)s, of which %(nil)s has none and can throw another card."),
    Why.LEAVE_TO_NIL: gettext_lazy("Did not beat the %(other)s, with which %(nil)s held the trick."),
    Why.SQUEEZE_NIL: gettext_lazy("Played low before %(nil)s, which might have to go over."),
    Why.LEAD_UNDER_NIL: gettext_lazy("Led low: %(nil)s might have to go over."),
    Why.LEAVE_PARTNER: gettext_lazy("Played under the %(other)s, with which its partner was winning."),
    Why.OVERTAKE_PARTNER: gettext_lazy("Went over its partner’s %(other)s."),
    Why.RUFF: gettext_lazy("Has no %(suit)s, and trumped."),
    Why.OVERRUFF: gettext_lazy("Has no %(suit)s, and trumped over the %(other)s."),
    Why.UNDERTRUMPED: gettext_lazy("Has no %(suit)s: played a spade under the %(other)s."),
    Why.THREW: gettext_lazy("Has no %(suit)s: threw another suit, which cannot win."),
    Why.WIN_LAST: gettext_lazy("Played last and took the trick."),
    Why.WIN_MASTER: gettext_lazy("Went over the %(other)s with the highest card left of the suit."),
    Why.WIN_NOW: gettext_lazy("Went over the %(other)s."),
    Why.MUST_WIN: gettext_lazy("Went over the %(other)s though its side has made its bid."),
    Why.UNDER_TRUMP: gettext_lazy(
        "Followed suit: the trick was trumped with the %(other)s, so no such card could win."
    ),
    Why.UNDER_HIGHEST: gettext_lazy("Followed suit: nothing left of it goes over the %(other)s."),
    Why.AVOID_BAG: gettext_lazy(
        "Followed low under the %(other)s: its side has made its bid and needs no more tricks."
    ),
    Why.SECOND_LOW: gettext_lazy("Played low as the second of four: its partner was still to come."),
    Why.PLAYED_LOW: gettext_lazy("Followed low under the %(other)s."),
    Why.PLAYED_UNDER: gettext_lazy("Followed suit under the %(other)s, which this card could not beat."),
    Why.DRAW_TRUMPS: gettext_lazy("Led spades: everybody who has one must follow."),
    Why.CASH_MASTER: gettext_lazy("Led the highest card left of its suit."),
    Why.GIVE_RUFF: gettext_lazy("Led %(suit)s, which its partner has none of and may trump."),
    Why.LEAD_LOSER: gettext_lazy("Led low: its side has made its bid and needs no more tricks."),
    Why.LEAD_HIGH: gettext_lazy("Led high."),
    Why.LEAD_MIDDLE: gettext_lazy("Led a card of middle height."),
    Why.LEAD_LOW: gettext_lazy("Led low."),
}


def _needs_shown(reason: Reason) -> str:
    """How many tricks the bot's side lacked before this one."""
    if not reason.count:
        return ""
    words = ngettext("Its side lacked %(n)s trick.", "Its side lacked %(n)s tricks.", reason.count)
    return words % {"n": reason.count}


def _higher_left(reason: Reason) -> str:
    """How many cards nobody has shown yet lie over the one led."""
    count = reason.count or 0
    words = ngettext(
        "%(n)s higher card of the suit is not seen yet.", "%(n)s higher cards of the suit are not seen yet.", count
    )
    return words % {"n": count}


MORE_SHOWN: Mapping[Why, Callable[[Reason], str]] = {
    **dict.fromkeys((Why.RUFF, Why.OVERRUFF, Why.WIN_LAST, Why.WIN_MASTER, Why.WIN_NOW, Why.CASH_MASTER), _needs_shown),
    **dict.fromkeys((Why.OWN_NIL_LEAD, Why.LEAD_HIGH, Why.LEAD_MIDDLE, Why.LEAD_LOW), _higher_left),
}
