"""Owns the sentences of hints and the coach: a reason in the words of a player."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from .bots.reasons import Reason, Why
from .engine.actions import BLIND_NIL, Action, Bid, BidValue, Play
from .engine.cards import Card, rank_of, suit_of

Lazy = Any  # a text that is translated when it is read
Values = Mapping[str, Any]

SUITS: Sequence[Lazy] = (
    gettext_lazy("clubs"),
    gettext_lazy("diamonds"),
    gettext_lazy("hearts"),
    gettext_lazy("spades"),
)
HONOURS: Mapping[int, Lazy] = {
    11: pgettext_lazy("rank", "jack"),
    12: pgettext_lazy("rank", "queen"),
    13: pgettext_lazy("rank", "king"),
    14: pgettext_lazy("rank", "ace"),
}


def name_rank(card: Card) -> str:
    """Returns a rank as players say it: "9", "queen"."""
    rank = rank_of(card)
    return str(HONOURS.get(rank, rank))


def name_card(card: Card, led: int | None = None) -> str:
    """Returns a card within a sentence: "9 of clubs", or the rank alone where it follows the suit led."""
    if suit_of(card) == led:
        return name_rank(card)
    return _("%(rank)s of %(suit)s") % {"rank": name_rank(card), "suit": SUITS[suit_of(card)]}


def name_bid(bid: BidValue) -> str:
    """Returns a bid as players say it: "4", "nil"."""
    if bid == BLIND_NIL:
        return _("blind nil")
    return _("nil") if bid == 0 else str(bid)


def name_act(act: Action) -> str:
    """Returns an act as the name of a thing one may do: "queen of clubs", "bid 4", "look"."""
    match act:
        case Play(card):
            return name_card(card)
        case Bid(bid):
            return _("bid %(bid)s") % {"bid": name_bid(bid)}
    return _("look at the cards")


def advise(reason: Reason, act: Action, names: Sequence[str], led: int | None) -> str:
    """Returns the sentence that tells a player to do `act`, and why.

    `names` are those of the four seats, `led` is the suit that the trick was opened with.
    """
    values = values_of(reason, names, led) | {"card": "", "bid": ""}
    match act:
        case Play(card):
            values["card"] = name_card(card, led)
        case Bid(bid):
            values["bid"] = name_bid(bid)
    sentence = str(ADVICE[reason.why]) % values
    more = MORE[reason.why](reason) if reason.why in MORE else ""
    return f"{sentence} {more}".strip()


def say_rival(act: Action, led: int | None) -> str:
    """Returns the sentence about another act that costs nothing."""
    match act:
        case Play(card):
            return _("The %(card)s is about as good.") % {"card": name_card(card, led)}
        case Bid(bid):
            return _("A bid of %(bid)s is about as good.") % {"bid": name_bid(bid)}
    return _("To look at the cards is about as good.")


def values_of(reason: Reason, names: Sequence[str], led: int | None) -> dict[str, Any]:
    """Returns what the sentences about a reason may name."""
    return {
        "name": "" if reason.seat is None else names[reason.seat],
        "other": "" if reason.card is None else name_card(reason.card, led),
        "suit": "" if reason.suit is None else str(SUITS[reason.suit]),
        "count": reason.count,
        **dict(reason.parts),
    }


ADVICE: Mapping[Why, Lazy] = {
    Why.ONLY_CARD: gettext_lazy("The %(card)s is the only card you may play."),
    Why.SAME_WORTH: gettext_lazy("All the cards you may play are worth the same now. Play the %(card)s, say."),
    Why.OWN_NIL_UNDER: gettext_lazy("You are nil: be rid of the %(card)s under the %(other)s."),
    Why.OWN_NIL_SHED: gettext_lazy(
        "You are nil and have no %(suit)s: throw the %(card)s, before it has to win a trick."
    ),
    Why.OWN_NIL_HOPE: gettext_lazy("You are nil: the %(card)s wins for now, but somebody still plays and can beat it."),
    Why.OWN_NIL_LOST: gettext_lazy("Every card you may play takes this trick, so your nil is lost: play the %(card)s."),
    Why.OWN_NIL_LEAD: gettext_lazy("You are nil: lead the %(card)s."),
    Why.COVER_NIL: gettext_lazy(
        "Your partner is nil and holds this trick with the %(other)s: take it with the %(card)s."
    ),
    Why.SHIELD_NIL: gettext_lazy(
        "Your partner is nil and still to play: go up with the %(card)s, so that they can stay below."
    ),
    Why.LEAD_HIGH_FOR_NIL: gettext_lazy("Your partner is nil: lead the %(card)s, so that they can stay below it."),
    Why.LEAD_VOID_FOR_NIL: gettext_lazy(
        "Your partner is nil and has no %(suit)s: lead the %(card)s, and they can throw a dangerous card on it."
    ),
    Why.LEAVE_TO_NIL: gettext_lazy(
        "%(name)s is nil and is winning this trick with the %(other)s: play the %(card)s and leave it there."
    ),
    Why.SQUEEZE_NIL: gettext_lazy(
        "%(name)s is nil and still to play: stay low with the %(card)s, and the nil may have to go over it."
    ),
    Why.LEAD_UNDER_NIL: gettext_lazy("%(name)s is nil: lead the %(card)s, which the nil may have to go over."),
    Why.LEAVE_PARTNER: gettext_lazy(
        "Your partner is winning this trick with the %(other)s: leave it there and play the %(card)s."
    ),
    Why.TRUMP_PARTNER: gettext_lazy("Make the trick safe: trump your partner’s %(other)s with the %(card)s."),
    Why.OVERTAKE_PARTNER: gettext_lazy("Make the trick safe: go over your partner with the %(card)s."),
    Why.RUFF: gettext_lazy("You have no %(suit)s: trump with the %(card)s."),
    Why.OVERRUFF: gettext_lazy("The trick is trumped with the %(other)s: go over it with the %(card)s."),
    Why.WIN_LAST: gettext_lazy("You play last: take the trick with the %(card)s."),
    Why.WIN_MASTER: gettext_lazy("Take the trick with the %(card)s: no unseen card of its suit is higher."),
    Why.WIN_HIGH: gettext_lazy("You play third: put up the %(card)s, and the last player has to beat it."),
    Why.WIN_NOW: gettext_lazy("Go over the %(other)s with the %(card)s."),
    Why.LOWEST_WINS: gettext_lazy("Follow with the %(card)s, your lowest: it goes over the %(other)s all the same."),
    Why.SET_THEM: gettext_lazy("Take this trick with the %(card)s."),
    Why.MUST_WIN: gettext_lazy("Every card you may play takes this trick: play the %(card)s."),
    Why.CANNOT_WIN: gettext_lazy("You cannot beat the %(other)s: play your lowest card, the %(card)s."),
    Why.SHED_UNDER: gettext_lazy(
        "You cannot beat the %(other)s: throw the %(card)s, and keep a lower card to stay below with later."
    ),
    Why.SECOND_LOW: gettext_lazy("You play second, and your partner is still to come: stay low with the %(card)s."),
    Why.KEEP_WINNER: gettext_lazy("Keep your high card for a better trick: play the %(card)s."),
    Why.AVOID_BAG: gettext_lazy(
        "Your side needs no more tricks, and one more may be a bag: stay under the %(other)s with the %(card)s."
    ),
    Why.SHED_DANGER: gettext_lazy("Your side needs no more tricks: be rid of the %(card)s here, where it wins none."),
    Why.KEEP_FOR_NIL: gettext_lazy(
        "You have no %(suit)s: throw the %(card)s, and keep what can cover your partner’s nil."
    ),
    Why.DISCARD_LAST: gettext_lazy("Throw the %(card)s: with no %(suit)s left you can trump them next time."),
    Why.DISCARD_LOW: gettext_lazy("You have no %(suit)s: throw the %(card)s, which you will miss least."),
    Why.DRAW_TRUMPS: gettext_lazy(
        "Lead the %(card)s: take the others’ spades away before they trump your high %(suit)s."
    ),
    Why.CASH_MASTER: gettext_lazy("Lead the %(card)s and take a trick: no unseen card of its suit is higher."),
    Why.GIVE_RUFF: gettext_lazy("Your partner has no %(suit)s: lead the %(card)s for them to trump."),
    Why.LEAD_SEQUENCE: gettext_lazy("Lead the %(card)s: if it is beaten, your %(other)s is worth more afterwards."),
    Why.LEAD_SHORT: gettext_lazy("Lead the %(card)s from your short suit: once you have no %(suit)s you can trump."),
    Why.LEAD_LOSER: gettext_lazy("Your side needs no more tricks: lead the %(card)s."),
    Why.LEAD_LOW: gettext_lazy("Lead the %(card)s: a low card, so that what you hold above it keeps its worth."),
    Why.LEAD_HIGH: gettext_lazy("Lead the %(card)s: it may take the trick, or cost them a higher card."),
    Why.LEAD_TRUMP: gettext_lazy("Lead the %(card)s: everybody who has a spade has to follow with one."),
    Why.LEAD_KEEP: gettext_lazy("Lead the %(card)s, and keep your better cards for later."),
    Why.BEST_OF_ALL: gettext_lazy("Play the %(card)s: so say many trials of how the hidden cards may lie."),
    Why.LOOK: gettext_lazy("Look at your cards: a blind nil is for a side that has to catch up a lot."),
    Why.BID_BLIND_NIL: gettext_lazy("Bid blind nil."),
    Why.BID_NIL: gettext_lazy("Bid nil: your high cards have low ones under them to hide behind."),
    Why.BID_NIL_BOLD: gettext_lazy("Bid nil: it is a risk, but made it brings more than any other bid."),
    Why.BID_COUNT: gettext_lazy("Bid %(bid)s."),
    Why.BID_LOW: gettext_lazy("Bid %(bid)s: below your count it did better in trials."),
    Why.BID_LOW_BESIDE: gettext_lazy(
        "Bid %(bid)s, below your count: beside your partner’s %(count)s it did better in trials."
    ),
    Why.BID_LOW_AT_NIL: gettext_lazy(
        "Bid %(bid)s, below your count: %(name)s is nil, and a low bid leaves you free to set it."
    ),
    Why.BID_HIGH: gettext_lazy("Bid %(bid)s: above your count it did better in trials."),
    Why.BID_HIGH_BESIDE: gettext_lazy(
        "Bid %(bid)s, above your count: beside your partner’s %(count)s it did better in trials."
    ),
    Why.BID_WINS: gettext_lazy("Bid %(bid)s: if both sides make what they bid, that wins the game."),
    Why.BID_STRETCH: gettext_lazy("Bid %(bid)s: with less the game is lost, even if you make it."),
    Why.BID_CROWDED: gettext_lazy("Bid %(bid)s, below your count: the others want many of the 13 tricks."),
    Why.BID_BESIDE_NIL: gettext_lazy("Bid %(bid)s beside your partner’s nil."),
}


def _needs(reason: Reason) -> str:
    """How many tricks the side still lacks, this one included."""
    if not reason.count:
        return ""
    words = ngettext("Your side needs %(n)s more trick.", "Your side needs %(n)s more tricks.", reason.count)
    return words % {"n": reason.count}


def _their_needs(reason: Reason) -> str:
    count = reason.count or 0
    words = ngettext(
        "The others need %(n)s more trick, and each one you take may set them.",
        "The others need %(n)s more tricks, and each one you take may set them.",
        count,
    )
    return words % {"n": count}


def _over(reason: Reason) -> str:
    count = reason.count or 0
    words = ngettext("%(n)s unseen card goes over it.", "%(n)s unseen cards go over it.", count)
    return words % {"n": count} if count else ""


def _nil_help(reason: Reason) -> str:
    spades = _("You have no spade.")
    if reason.card is not None:
        spades = _("Your highest spade is the %(rank)s.") % {"rank": name_rank(reason.card)}
    if not reason.count:
        return spades
    helps = _("Your partner’s bid of %(bid)s helps to cover you.") % {"bid": reason.count}
    return f"{spades} {helps}"


def _counted(reason: Reason) -> str:
    """What the tricks of the holding were counted from."""
    parts = dict(reason.parts)
    counted = parts.pop("counted", None)
    if not parts:
        return _("You hold little: no high card is sure of a trick.")
    cards = ", ".join(PARTS[name](number) for name, number in parts.items())
    if counted is None:  # less than half a trick
        return _("You hold %(cards)s.") % {"cards": cards}
    words = ngettext("About %(n)s trick from %(cards)s.", "About %(n)s tricks from %(cards)s.", counted)
    return words % {"n": counted, "cards": cards}


def _behind(reason: Reason) -> str:
    return _("You are %(points)s points behind.") % {"points": reason.count} if reason.count else ""


PARTS: Mapping[str, Callable[[int], str]] = {
    "high_spades": lambda n: ngettext("%(n)s high spade", "%(n)s high spades", n) % {"n": n},
    "aces": lambda n: ngettext("%(n)s side ace", "%(n)s side aces", n) % {"n": n},
    "kings": lambda n: ngettext("%(n)s guarded king", "%(n)s guarded kings", n) % {"n": n},
    "queens": lambda n: ngettext("%(n)s guarded queen", "%(n)s guarded queens", n) % {"n": n},
    "long_spades": lambda n: ngettext("%(n)s long spade", "%(n)s long spades", n) % {"n": n},
    "short_suits": lambda n: ngettext("%(n)s short suit to trump in", "%(n)s short suits to trump in", n) % {"n": n},
}
MORE: Mapping[Why, Callable[[Reason], str]] = {
    **dict.fromkeys((Why.RUFF, Why.OVERRUFF, Why.WIN_LAST, Why.WIN_MASTER, Why.WIN_NOW, Why.CASH_MASTER), _needs),
    Why.WIN_HIGH: _needs,
    Why.SET_THEM: _their_needs,
    **dict.fromkeys((Why.OWN_NIL_LEAD, Why.LEAD_LOSER), _over),
    **dict.fromkeys((Why.BID_NIL, Why.BID_NIL_BOLD), _nil_help),
    **dict.fromkeys((Why.BID_COUNT, Why.BID_CROWDED, Why.BID_STRETCH, Why.BID_BESIDE_NIL, Why.BID_WINS), _counted),
    **dict.fromkeys((Why.BID_LOW, Why.BID_LOW_BESIDE, Why.BID_LOW_AT_NIL), _counted),
    **dict.fromkeys((Why.BID_HIGH, Why.BID_HIGH_BESIDE), _counted),
    Why.LOWEST_WINS: _needs,
    Why.BID_BLIND_NIL: _behind,
}
