"""Daily and league deals, whose ids and seeds follow from what the header names."""

from typing import Any

import pytest

from games.engine.rules import make_challenge
from games.engine.shuffle import Shuffle, daily_match, league_match, league_seed
from games.engine.transcript import head_of
from games.engine.verifier import Status, verify
from tests.engine.sealing import Play, found, judge, make_header, make_shuffle, write_open

RULES = make_challenge("pllay", hand_limit=1, blind_nil="off")
ONE_PERSON = ("human", "bot", "bot", "bot")
DAILY = {"kind": "daily", "day": "2026-03-08"}
LEAGUE = {"kind": "league", "league": "spring", "deal": "7"}


def play(shuffle: Shuffle, deal: dict[str, str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    header = make_header(shuffle, ONE_PERSON, attempt=bytes(16), deal=deal)
    return header, Play(shuffle, ONE_PERSON).finish()


def daily(day: str = "2026-03-08") -> Shuffle:
    return make_shuffle(RULES, daily_match(day), people=0)


def league(seed: bytes = league_seed("spring", "7"), match_id: bytes = league_match("spring", "7")) -> Shuffle:
    return make_shuffle(RULES, match_id, seed, people=0)


def test_an_attempt_at_a_shared_deal_verifies() -> None:
    assert judge(*play(daily(), DAILY)).status is Status.GOOD
    assert judge(*play(league(), LEAGUE)).status is Status.GOOD


def test_the_match_of_another_day_or_deal_is_not_the_one_named() -> None:
    assert found(judge(*play(daily("2026-03-09"), DAILY))) == [("E_COMMIT", 0)]
    assert found(judge(*play(league(match_id=league_match("spring", "8")), LEAGUE))) == [("E_COMMIT", 0)]
    assert found(judge(*play(league(), DAILY))) == [("E_COMMIT", 0)]


def test_the_seed_of_a_league_follows_from_its_ids() -> None:
    header, events = play(league(seed=b"x" * 32), LEAGUE)
    assert found(judge(header, events)) == [("E_COMMIT", len(events))]


def test_nobody_contributes_to_a_shared_deal() -> None:
    assert found(judge(*play(make_shuffle(RULES, daily_match("2026-03-08"), people=1), DAILY))) == [("E_CLIENT", 0)]


@pytest.mark.parametrize(("shuffle", "deal"), [(daily(), DAILY), (league(), LEAGUE)], ids=["daily", "league"])
def test_an_attempt_without_its_seed_is_incomplete(shuffle: Shuffle, deal: dict[str, str]) -> None:
    header, events = play(shuffle, deal)
    data = write_open(header, events[:-1])
    first, *lines = data.decode().splitlines()
    report = verify(data, {}, shuffle.commitment(), head_of(first, lines))
    assert (report.status, report.signature.value, report.findings) == (Status.INCOMPLETE, "not checked", ())


def test_a_league_deal_is_judged_by_its_cards_before_the_seed_is_revealed() -> None:
    shuffle = league()
    other = Play(make_shuffle(RULES, shuffle.match_id, b"x" * 32, people=0), ONE_PERSON).finish()[:-1]
    header = make_header(shuffle, ONE_PERSON, attempt=bytes(16), deal=LEAGUE)
    assert found(verify(write_open(header, other)))[0][0] == "E_RULES"
    wrong = header | {"commit": "00" * 32}
    assert found(verify(write_open(wrong, []))) == [("E_COMMIT", 0)]
