"""The rules of thumb for leading, one situation each; South is on lead."""

import pytest

from tests.bots.positions import novice_plays

MADE = {"bids": (3, 4, 3, 3), "won": (3, 0, 3, 0)}


def test_own_nil_leads_the_card_that_most_others_go_over() -> None:
    assert novice_plays("3C JC 9D KH 2S", bids=(4, 4, 0, 4)) == "3C"


def test_a_card_that_nobody_can_go_over_is_no_lead_for_a_nil() -> None:
    gone = [(1, "3C 4C 5C 6C"), (1, "7C 8C 9C TC"), (1, "JC QC KC AC")]
    assert novice_plays("2C 9D", tricks=gone, bids=(4, 4, 0, 4)) == "9D"


def test_partners_nil_is_led_to_high() -> None:
    assert novice_plays("7C TC JC KH 3S", bids=(0, 4, 4, 2), broken=False) == "KH"
    assert novice_plays("7C QC AD 4H", bids=("blind_nil", 4, 4, 2)) == "AD"


def test_an_opponents_nil_is_led_to_low_when_there_is_time() -> None:
    about = {"bids": (3, 0, 3, 4), "won": (3, 0, 2, 0)}
    assert novice_plays("3D 9D KC AH", **about) == "3D"


def test_an_opponents_nil_is_not_led_to_in_a_suit_it_has_run_out_of() -> None:
    about = {"bids": (3, 0, 3, 4), "won": (3, 0, 2, 0), "tricks": [(0, "AD 2H 4D 5D")]}
    assert novice_plays("3D 9D 5C KC", **about) == "5C"


def test_with_the_contract_made_no_winners_are_run_before_an_opponents_nil() -> None:
    about = {"bids": (3, 0, 3, 4), "won": (3, 0, 3, 1)}
    assert novice_plays("AC KC 2D 9D AH AS", **about) == "2D"
    assert novice_plays("AC KC AH QH AS KS", **about) == "QH"


def test_an_opponents_nil_waits_while_the_contract_is_short() -> None:
    assert novice_plays("3D 9D KC AH", bids=(4, 0, 4, 4), won=(2, 0, 3, 0)) == "AH"


def test_aces_are_led_first_from_the_shortest_suit() -> None:
    assert novice_plays("AC 3C 4C AD 3D 7H 2S", broken=False) == "AD"


def test_a_king_is_led_once_its_ace_is_gone() -> None:
    assert novice_plays("KC 3C 7H 8H 2S", tricks=[(1, "AC 4C 5C 6C")], broken=False) == "KC"


def test_an_ace_is_held_back_from_an_opponent_who_would_trump_it() -> None:
    gone = [(0, "KC 2S 9C 8C")]
    assert novice_plays("AC 3C 7H 8H 2S", tricks=gone) != "AC"


def test_late_the_others_spades_are_drawn_before_the_side_masters_are_led() -> None:
    assert novice_plays("AD 3D 4H AS KS", bids=(3, 3, 4, 3)) == "AS"


def test_a_master_spade_is_led_when_every_trick_is_needed() -> None:
    assert novice_plays("4D 9H AS", bids=(3, 3, 3, 3), won=(2, 3, 1, 3)) == "AS"


def test_a_suit_partner_is_out_of_is_led_for_partner_to_trump() -> None:
    assert novice_plays("QC 3C 5D 4H 7H JS", tricks=[(3, "AC 2D 4C 5C")], bids=(3, 2, 3, 3)) == "3C"


def test_the_top_of_a_sequence_is_led() -> None:
    assert novice_plays("KC QC 3D 4D 5D 7H 8H 2S", broken=False) == "KC"


def test_a_short_suit_is_led_by_a_holding_that_can_trump() -> None:
    assert novice_plays("3C 4D 5D 8D KH 7H 2S 4S", broken=False) == "3C"


def test_a_king_is_not_led_away_from() -> None:
    assert novice_plays("KC 3C 4D 5D 8D 2S", broken=False) == "4D"


@pytest.mark.parametrize("holding", ["3C 4C 8C QS 4S", "KD 4D 8D 2S 3S", "5H 9H 9C 2S"])
def test_low_spades_are_not_led_while_there_is_a_side_card(holding: str) -> None:
    assert not novice_plays(holding).endswith("S")
    assert not novice_plays(holding, **MADE).endswith("S")


def test_a_made_contract_leads_the_card_most_likely_to_lose() -> None:
    assert novice_plays("3C AC 9D KH 2S", **MADE) == "3C"


def test_the_opponents_are_set_with_a_sure_winner() -> None:
    about = {"bids": (2, 3, 1, 4), "won": (3, 1, 3, 2)}
    gone = [(1, "JC QC KC 2C")]
    assert novice_plays("9C TC AC TH", tricks=gone, **about) == "AC"
