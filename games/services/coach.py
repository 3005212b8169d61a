"""Owns the coach: a review of one seat's acts in a finished hand, made in the background, once, and kept."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..bots.reasons import explain
from ..engine.actions import action_json
from ..engine.cards import Seat, suit_of
from ..models import Match, Review
from .background import Errand
from .errors import NothingToReview
from .moments import Moment, find_moments

LATE = timedelta(seconds=20)  # no act takes so long: whoever worked on it has stopped
MOST_TRIES = 3
_errand = Errand("games.tasks.review_hand", threads=1)


def ask(match: Match, hand: int, seat: Seat, now: datetime) -> Review:
    """Returns the review of a seat's acts in a finished hand, and has it made if it is not there.

    Raises NothingToReview. Asked for by two at once it is made once. One that was given up is tried again.
    """
    if match.state["kinds"][seat] != "human":
        raise NothingToReview(_("The coach looks at what people did: a bot sits in that seat."))
    review = Review.objects.filter(match=match, hand=hand, seat=seat).first() or _begin(match, hand, seat, now)
    if is_given_up(review, now):
        Review.objects.filter(pk=review.pk, done_at=None).update(tries=0, worked_at=None)
    if review.done_at is None:
        transaction.on_commit(partial(_errand.start, review.pk))
    return review


def _begin(match: Match, hand: int, seat: Seat, now: datetime) -> Review:
    total = len(find_moments(match, hand, seat))
    if not total:
        raise NothingToReview(_("Nothing was bid or played there by a person, so there is nothing to look at."))
    fields = {"total": total, "asked_at": now}
    return Review.objects.get_or_create(match=match, hand=hand, seat=seat, defaults=fields)[0]


def is_given_up(review: Review, now: datetime) -> bool:
    """Whether a review has stopped too often to be tried again by itself."""
    is_idle = review.worked_at is None or review.worked_at < now - LATE
    return review.done_at is None and review.tries >= MOST_TRIES and is_idle


def make(review_pk: int, clock: Callable[[], datetime] = timezone.now) -> None:
    """Judges the acts of a review that are not judged yet, one after another; does nothing if another does."""
    review = _claim(review_pk, clock())
    if review is None:
        return
    for moment in find_moments(review.match, review.hand, review.seat)[len(review.acts) :]:
        review.acts.append(judge_moment(moment))
        if not _keep(review, clock()):
            return
    Review.objects.filter(pk=review.pk, tries=review.tries).update(done_at=clock())


def _claim(review_pk: int, now: datetime) -> Review | None:
    """The conditional update by which one worker alone gets a review."""
    is_free = Q(worked_at=None) | Q(worked_at__lt=now - LATE)
    free = Review.objects.filter(is_free, pk=review_pk, done_at=None, tries__lt=MOST_TRIES)
    if not free.update(tries=F("tries") + 1, worked_at=now):
        return None
    return Review.objects.select_related("match__rules", "match__table").get(pk=review_pk)


def _keep(review: Review, now: datetime) -> bool:
    """Keeps what is judged so far; false if another has taken the review over."""
    mine = Review.objects.filter(pk=review.pk, tries=review.tries, done_at=None)
    return bool(mine.update(acts=review.acts, worked_at=now))


def wake_late(now: datetime) -> None:
    """Starts the reviews again that a crash or a lost message has stopped."""
    is_idle = Q(worked_at__lt=now - LATE) | Q(worked_at=None, asked_at__lt=now - LATE)
    late = Review.objects.filter(is_idle, done_at=None, tries__lt=MOST_TRIES)
    for review_pk in late.values_list("pk", flat=True):
        _errand.start(review_pk)


def judge_moment(moment: Moment) -> dict[str, Any]:
    """Returns one act with what it cost against the best one, over all that its player could not tell apart.

    A cost within what the search can tell apart is 0; `best` is what a hint would have named.
    """
    from ..bots import judging  # numba is loaded only where something is judged

    s = moment.situation
    verdict = judging.compare(s, moment.act)
    return {
        "step": moment.step,
        "act": action_json(moment.act),
        "cost": verdict.cost,
        "choices": len(s.legal),
        "best": action_json(verdict.best),
        "why": explain(s, verdict.best).json(),
        "led": suit_of(s.trick.cards[0]) if s.trick.cards else None,
    }
