"""The shuffle gives the specified bytes, and refuses parts that are none."""

import itertools
from functools import partial
from typing import Any

import pytest

from games.engine.cards import DECK, card_text
from games.engine.errors import BadHex, BadShuffle
from games.engine.hashing import lp, parse_hex
from games.engine.rules import PLLAY, RuleSet, make_challenge
from games.engine.shuffle import (
    Shuffle,
    below,
    client_commit,
    daily_match,
    daily_seed,
    league_match,
    league_seed,
    shuffled_deck,
    stream,
)
from tests.engine.playing import vectors

VECTORS = vectors("shuffle_vectors.json")
CASES = [*VECTORS["matches"], *VECTORS["daily"]["days"]]
HANDS = [(case, hand) for case in CASES for hand in case["hands"]]


def _four(texts: list[str]) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(text) for text in texts)


def _shuffle(case: dict[str, Any]) -> Shuffle:
    return Shuffle(
        match_id=bytes.fromhex(case["match"]),
        rules=RuleSet.from_options(case["rules"]),
        seed=bytes.fromhex(case["seed"]),
        client_commits=_four(case["client_commits"]),
        entropy=_four(case["entropy"]),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_commitments_and_the_dealer_are_those_specified(case: dict[str, Any]) -> None:
    shuffle = _shuffle(case)
    commits = [client_commit(shuffle.match_id, seat, shuffle.entropy[seat]).hex() for seat in range(4)]
    assert shuffle.rules.hash == case["rules_hash"]
    assert commits == case["client_commits"]
    assert shuffle.commitment().hex() == case["commit"]
    assert shuffle.prk().hex() == case["prk"]
    assert shuffle.first_dealer() == case["first_dealer"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_bot_seeds_are_those_specified(case: dict[str, Any]) -> None:
    assert [_shuffle(case).bot_seed(0, seat).hex() for seat in range(4)] == case["bot_seeds_hand_0"]


@pytest.mark.parametrize(("case", "hand"), HANDS)
def test_a_hand_is_dealt_as_specified(case: dict[str, Any], hand: dict[str, Any]) -> None:
    shuffle, number = _shuffle(case), hand["hand"]
    assert shuffle.dealer(number) == hand["dealer"]
    assert shuffle.hand_seed(number).hex() == hand["hand_seed"]
    assert bytes(itertools.islice(stream(shuffle.hand_seed(number)), 64)).hex() == hand["stream_first_64"]
    assert [card_text(card) for card in shuffle.deck(number)] == hand["deck"]
    assert [[card_text(card) for card in holding] for holding in shuffle.deal(number)] == hand["deal"]


@pytest.mark.parametrize(("case", "hand"), HANDS)
def test_a_modulo_biased_deck_is_dealt_only_where_no_byte_is_passed_over(
    case: dict[str, Any], hand: dict[str, Any]
) -> None:
    deck = [card_text(card) for card in _shuffle(case).deck(hand["hand"])]
    assert (deck == hand["deck_if_modulo_bug"]) == (hand["bytes_used"] == 51)


@pytest.mark.parametrize(("case", "hand"), HANDS)
def test_as_many_bytes_are_used_as_specified(case: dict[str, Any], hand: dict[str, Any]) -> None:
    used = 0

    def counted() -> Any:
        nonlocal used
        for byte in stream(bytes.fromhex(hand["hand_seed"])):
            used += 1
            yield byte

    bytes_of = counted()
    for i in range(51, 0, -1):
        below(bytes_of, i + 1)
    assert used == hand["bytes_used"]


def test_the_daily_follows_from_its_day_and_the_years_secret() -> None:
    secret = bytes.fromhex(VECTORS["daily"]["secret"])
    for day in VECTORS["daily"]["days"]:
        assert daily_seed(secret, day["day"]).hex() == day["seed"]
        assert daily_match(day["day"]).hex() == day["match"]


def test_the_daily_is_played_by_the_house_rules_in_one_hand_without_blind_nil() -> None:
    rules = make_challenge("pllay", hand_limit=1, blind_nil="off")
    assert {day["rules_hash"] for day in VECTORS["daily"]["days"]} == {rules.hash}


def test_an_id_that_is_not_ascii_names_no_deal() -> None:
    for field, make in (("day", daily_match), ("league", partial(league_seed, deal="1"))):
        with pytest.raises(BadShuffle) as refused:
            make("é")
        assert refused.value.field == field


def test_every_deal_of_a_league_is_another() -> None:
    deals = [(league, deal) for league in ("one", "two") for deal in ("1", "2")]
    assert len({league_seed(*deal) for deal in deals}) == 4
    assert len({league_match(*deal) for deal in deals}) == 4
    assert len(league_match("one", "1")) == 16


def test_a_deck_is_the_52_cards() -> None:
    assert sorted(shuffled_deck(bytes(32))) == list(DECK)


def test_the_length_goes_before_the_bytes() -> None:
    assert lp(b"abc") == b"\x00\x00\x00\x03abc"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("match_id", bytes(15)),
        ("seed", bytes(33)),
        ("seed", "0" * 32),
        ("entropy", (b"", b"", b"")),
        ("entropy", (b"", b"", b"", bytes(31))),
        ("client_commits", (b"x", b"", b"", b"")),
    ],
)
def test_a_part_of_the_wrong_length_is_refused_by_name(field: str, value: Any) -> None:
    parts: dict[str, Any] = {"match_id": bytes(16), "rules": PLLAY, "seed": bytes(32)} | {field: value}
    with pytest.raises(BadShuffle) as refused:
        Shuffle(**parts)
    assert refused.value.field == field


@pytest.mark.parametrize("text", ["AB", "a b", "ab ", "ab\n", "abc", "", None, "gg", "٠٠"])
def test_hex_is_read_strictly(text: object) -> None:
    with pytest.raises(BadHex):
        parse_hex(text, 1)


def test_hex_of_the_length_wanted_is_read() -> None:
    assert parse_hex("00ff", 2) == b"\x00\xff"
