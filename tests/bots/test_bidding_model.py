"""The fitted bidding model: what holdings are worth in it, how bids fit them, and how it is fitted."""

import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots.bidding_model import bid_meaning, bidding_model, read_data
from games.bots.kernels import bid_model as kernels
from games.bots.kernels.bid_model import UNKNOWN
from games.bots.kernels.boards import pack
from games.bots.kernels.worth import BLIND
from games.engine.actions import BLIND_NIL
from games.engine.cards import parse_card

PLAIN = "2C 7C JC 3D 8D QD 4H 9H KH 3S 6S 9S QS"
STRONG = "AC KC 5C AD 7D 2D KH 4H AS KS QS 5S 3S"
TRICKLESS = "2C 4C 6C 8C 2D 4D 6D 2H 3H 5H 7H 2S 4S"
NOTHING_YET = (UNKNOWN,) * 4
SOUTH = 2


def tricks(holding: str, bids: tuple[int, ...] = NOTHING_YET) -> float:
    return kernels.expected_tricks(bidding_model(), cards(holding), np.array(bids), SOUTH)


def nil_odds(holding: str, bids: tuple[int, ...] = NOTHING_YET) -> float:
    return kernels.nil_odds(bidding_model(), cards(holding), np.array(bids), SOUTH)


def usual_bid(holding: str, bids: tuple[int, ...] = NOTHING_YET, *, nil: bool = True) -> int:
    return kernels.usual_bid(bidding_model(), cards(holding), np.array(bids), SOUTH, nil)


def weight(holding: str, bid: int, bids: tuple[int, ...] = NOTHING_YET, *, nil: bool = True) -> float:
    return kernels.bid_weight(bidding_model(), cards(holding), bid, np.array(bids), SOUTH, nil)


def cards(holding: str) -> int:
    return pack(map(parse_card, holding.split()))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (STRONG, PLAIN),
        (PLAIN, TRICKLESS),
        ("AC 7C JC 3D 8D QD 4H 9H KH 3S 6S 9S QS", PLAIN),
        ("2C 7C JC 3D 8D QD 4H 9H KH 3S 6S 9S AS", PLAIN),
        ("2C 7C JC 3D 8D QD 4H 9H KH JS 6S 9S QS", PLAIN),
        ("2C 7C JC 3D 8D QD 4H KH 2S 3S 6S 9S QS", PLAIN),
        ("2C 5C 7C JC 3D 8D QD 6D 9D 2S 3S 6S 9S", "2C 5C 7C JC 3D 8D QD 4H 9H 2S 3S 6S 9S"),
    ],
)
def test_high_cards_long_spades_and_voids_beside_them_are_worth_tricks(better: str, worse: str) -> None:
    assert tricks(better) > tricks(worse)


def test_a_holding_is_worth_about_what_a_player_would_count() -> None:
    assert 2 < tricks(PLAIN) < 4
    assert 6.5 < tricks(STRONG) < 9
    assert tricks(TRICKLESS) < 1.5


def test_the_tricks_of_all_four_seats_add_up_to_about_thirteen() -> None:
    deck = np.random.default_rng(4).permuted(np.tile(np.arange(52), (400, 1)), axis=1)
    model, bids = bidding_model(), np.array(NOTHING_YET)
    sums = [
        sum(kernels.expected_tricks(model, pack(map(int, deal[seat::4])), bids, SOUTH) for seat in range(4))
        for deal in deck
    ]
    assert 12 < float(np.mean(sums)) < 14.5


@pytest.mark.parametrize(
    ("safe", "risky"),
    [
        (TRICKLESS, PLAIN),
        (TRICKLESS, TRICKLESS.replace("4S", "KS")),
        (TRICKLESS, TRICKLESS.replace("4S", "AS")),
        (TRICKLESS, TRICKLESS.replace("2H 3H 5H 7H", "TH JH QH KH")),
        (TRICKLESS.replace("2C", "AC"), TRICKLESS.replace("2C 4C 6C 8C", "8C TC QC AC")),
        (TRICKLESS, TRICKLESS.replace("2C 4C 6C", "3S 5S 7S")),
    ],
)
def test_low_cards_and_few_spades_make_a_nil_safe(safe: str, risky: str) -> None:
    assert nil_odds(safe) > nil_odds(risky)


def test_a_nil_is_safer_beside_a_partner_who_bid_much() -> None:
    assert nil_odds(TRICKLESS, (6, UNKNOWN, UNKNOWN, UNKNOWN)) > nil_odds(TRICKLESS, (1, UNKNOWN, UNKNOWN, UNKNOWN))


def test_nil_is_bid_on_a_safe_holding_but_not_beside_a_nil_nor_where_there_is_none() -> None:
    assert usual_bid(TRICKLESS) == 0
    assert usual_bid(TRICKLESS, nil=False) == 1
    for partner in (0, BLIND):
        assert usual_bid(TRICKLESS, (partner, UNKNOWN, UNKNOWN, UNKNOWN)) == 1


def test_nobody_bids_more_than_the_others_leave() -> None:
    assert usual_bid(STRONG) in (6, 7, 8)
    assert usual_bid(STRONG, (9, UNKNOWN, UNKNOWN, UNKNOWN)) == 4
    assert usual_bid(STRONG, (4, 4, UNKNOWN, 3)) == 1


@pytest.mark.parametrize("holding", [PLAIN, STRONG, TRICKLESS])
@pytest.mark.parametrize("nil", [True, False])
def test_the_weights_of_all_bids_on_a_holding_add_up_to_about_one(holding: str, *, nil: bool) -> None:
    weights = [weight(holding, bid, nil=nil) for bid in range(14)]
    assert sum(weights) == pytest.approx(1, abs=0.05)
    assert abs(int(np.argmax(weights)) - usual_bid(holding, nil=nil)) <= 1


def test_a_bid_fits_the_holding_it_is_usual_on_better_than_another() -> None:
    assert weight(STRONG, 7) > 5 * weight(PLAIN, 7) > 0
    assert weight(TRICKLESS, 0) > 10 * weight(PLAIN, 0) > 0
    assert weight(STRONG, 1) > 0


def test_a_blind_nil_says_nothing_of_the_cards() -> None:
    assert weight(STRONG, BLIND) == weight(TRICKLESS, BLIND) == 1


def test_what_a_bid_promised_is_told_in_tricks_or_in_nils_made() -> None:
    four, nil, blind = bid_meaning(4), bid_meaning(0), bid_meaning(BLIND_NIL)
    assert four.tricks is not None
    assert 4 < four.tricks < 5
    assert four.spread is not None
    assert 0.5 < four.spread < 1.5
    assert nil.tricks is None
    assert nil.nils_made is not None
    assert 0.7 < nil.nils_made < 1
    assert (blind.tricks, blind.spread, blind.nils_made) == (None, None, None)


def test_the_file_says_how_it_was_made() -> None:
    assert read_data()["made"].startswith("manage.py fit_bids --deals ")
    assert read_data()["date"] > "2026"


def test_the_same_deals_and_seed_fit_the_same_model(tmp_path: Path) -> None:
    for name in ("one", "other"):
        call_command("fit_bids", "--deals", "3000", "--seed", "5", "--out", str(tmp_path / name), verbosity=0)
    one, other = (json.loads((tmp_path / name).read_text()) for name in ("one", "other"))
    assert one == other
    assert one["quality"]["trick_error"] < 1.3
    assert 0.6 < one["quality"]["nils_made"] < 1
    assert one.keys() == read_data().keys()


def test_too_few_deals_and_a_file_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--deals: 10 are too few"):
        call_command("fit_bids", "--deals", "10")
    with pytest.raises(CommandError, match="--out: "):
        call_command("fit_bids", "--deals", "1000", "--out", str(tmp_path / "no" / "file"))
