"""Cards are two exact characters, seats go round to the left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    DECK,
    SEATS,
    card_text,
    left_of,
    parse_card,
    partner_of,
    rank_of,
    side_of,
    suit_of,
)
from games.engine.errors import BadCard


def test_every_card_is_read_as_it_is_written() -> None:
    assert [parse_card(card_text(card)) for card in DECK] == list(DECK)
    assert len({card_text(card) for card in DECK}) == 52


def test_a_card_is_thirteen_times_its_suit_plus_its_rank_less_two() -> None:
    assert (parse_card("2C"), parse_card("TD"), parse_card("AS")) == (0, 21, 51)
    assert all(13 * suit_of(card) + rank_of(card) - 2 == card for card in DECK)


@pytest.mark.parametrize(
    "text", ["1S", "2s", "10S", "", "S2", "2S ", "2S\n", "２S", 51, True, None, {}, [], b"2S", "2S" * 500_000]
)
def test_what_is_no_card_is_refused_in_words(text: object) -> None:
    with pytest.raises(BadCard, match="is not a card") as refused:
        parse_card(text)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("number", [-1, 52])
def test_a_number_outside_the_deck_has_no_text(number: int) -> None:
    with pytest.raises(BadCard):
        card_text(number)


@given(st.text())
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        assert card_text(parse_card(text)) == text
    except BadCard:
        assert text not in map(card_text, DECK)


def test_play_goes_to_the_left_and_partners_sit_opposite() -> None:
    assert [left_of(seat) for seat in SEATS] == [1, 2, 3, 0]
    assert [partner_of(seat) for seat in SEATS] == [2, 3, 0, 1]
    assert [side_of(seat) for seat in SEATS] == [0, 1, 0, 1]
