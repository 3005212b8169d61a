"""Owns what is done once with every finished match: its deals are counted, and one in a hundred is verified again."""

import hashlib
import logging
from collections import Counter
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from .. import selectors
from ..engine.verifier import Signature, Status, verify
from ..models import DealCount, Match, MatchCheck
from ..statistics import MEASURES

logger = logging.getLogger(__name__)

AT_ONCE = 50  # matches in one run of the task
ONE_IN = 100  # how many of them are verified again


def audit_finished(now: datetime) -> int:
    """Audits the finished matches that wait for it; returns how many. Two runs at once count each match once."""
    return sum(_audit(match_pk, now) for match_pk in selectors.matches_to_audit(AT_ONCE))


def is_drawn(ident: str) -> bool:
    """Whether a match is one of those verified again: by its id alone, so nobody chooses."""
    return int.from_bytes(hashlib.sha256(ident.encode()).digest()[:8], "big") % ONE_IN == 0


def check_match(match: Match, now: datetime) -> MatchCheck:
    """Verifies the transcript of a finished match, with what the site itself kept of it; what fails is an alert."""
    data = selectors.transcript_of(match).encode()
    commitment, head = bytes.fromhex(match.commit), bytes.fromhex(match.head)
    report = verify(data, selectors.keys_by_id(), commitment, head)
    holds = report.status is Status.GOOD and report.signature is Signature.OK
    return _write_check(match, report.json(), holds, now)


def _audit(match_pk: int, now: datetime) -> bool:
    """Audits one match; one that cannot be must not keep the others waiting, and is an alert."""
    try:
        with transaction.atomic():
            if not _claim(match_pk, now):
                return False
            match = Match.objects.select_related("rules", "study").get(pk=match_pk)
            if match.is_study:  # nothing was promised, so nothing is to be checked, and its deals count nowhere
                return False
            _count_deals(match)
            if is_drawn(match.ident):
                check_match(match, now)
    except Exception as problem:
        logger.exception("match %s could not be audited", match_pk)
        _give_up(match_pk, problem, now)
    return True


def _claim(match_pk: int, now: datetime) -> bool:
    """The conditional update by which one run alone gets a match."""
    return bool(Match.objects.filter(pk=match_pk, audited_at=None).update(audited_at=now))


def _count_deals(match: Match) -> None:
    """Adds the holdings of every deal to the counts; in one order, so that two runs never wait for each other."""
    counts = Counter(
        (name, seat, measure.read(holding))
        for deal in selectors.deals_of(match)
        for seat, holding in enumerate(deal)
        for name, measure in MEASURES.items()
    )
    rows = [DealCount(measure=name, seat=seat, value=value) for name, seat, value in sorted(counts)]
    DealCount.objects.bulk_create(rows, ignore_conflicts=True)
    for row in rows:
        same = DealCount.objects.filter(measure=row.measure, seat=row.seat, value=row.value)
        same.update(count=F("count") + counts[row.measure, row.seat, row.value])


def _give_up(match_pk: int, problem: Exception, now: datetime) -> None:
    with transaction.atomic():
        if _claim(match_pk, now):
            finding = {"code": "failed", "line": 0, "text": f"The check itself failed: {problem!r}"[:500]}
            nothing = {"status": "unreadable", "signature": Signature.NOT_CHECKED.value}
            _write_check(Match.objects.get(pk=match_pk), {**nothing, "findings": [finding]}, False, now)


def _write_check(match: Match, report: dict[str, Any], holds: bool, now: datetime) -> MatchCheck:
    if not holds:
        logger.error("match %s does not hold: %s", match.ident, report["findings"])
    fields = {"checked_at": now, "holds": holds, "report": report}
    return MatchCheck.objects.update_or_create(match=match, defaults=fields)[0]
