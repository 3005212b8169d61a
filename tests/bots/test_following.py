"""The rules of thumb for following to a trick, one situation each; South is on turn, East leads unless said."""

import pytest

from games.engine.rules import CLASSIC500
from tests.bots.positions import novice_plays

EAST, SOUTH, WEST, NORTH = 1, 2, 3, 0
MADE = {"bids": (3, 4, 3, 3), "won": (3, 0, 3, 0)}
"""Both partners have all they bid; the opponents are far from theirs."""
PARTNERS_NIL = {"bids": (0, 4, 4, 4)}
OWN_NIL = {"bids": (4, 4, 0, 4)}
EASTS_NIL = {"bids": (3, 0, 3, 4)}


class TestOwnNil:
    """South has bid nil."""

    def test_it_plays_the_highest_card_that_stays_below(self) -> None:
        assert novice_plays("2C 9C JC AC 3D", trick=(EAST, "QC"), **OWN_NIL) == "JC"

    def test_of_a_low_sequence_the_highest_goes_too(self) -> None:
        assert novice_plays("5H 6H 7H 2C 3D", trick=(EAST, "TH"), **OWN_NIL) == "7H"
        assert novice_plays("5H 6H 7H", trick=(EAST, "9C"), **OWN_NIL) == "7H"

    def test_it_throws_its_most_dangerous_card_when_out_of_the_suit(self) -> None:
        assert novice_plays("2D 3D KD QH 2S", trick=(EAST, "9C"), **OWN_NIL) == "QH"

    def test_it_throws_a_high_spade_under_a_higher_one(self) -> None:
        assert novice_plays("2D 3H QS", trick=(NORTH, "9C AS"), **OWN_NIL) == "QS"

    def test_it_goes_over_as_little_as_it_can_while_others_may_save_it(self) -> None:
        assert novice_plays("9C QC AC", trick=(EAST, "3C"), **OWN_NIL) == "9C"

    def test_it_gives_up_its_highest_card_when_nothing_can_save_it(self) -> None:
        assert novice_plays("9C QC AC", trick=(WEST, "3C 4C 5C"), **OWN_NIL) == "AC"


class TestPartnersNil:
    """North has bid nil."""

    def test_a_trick_partner_is_winning_is_taken_over_cheaply(self) -> None:
        assert novice_plays("2D 8D JD KD", trick=(WEST, "3D TD 5D"), **PARTNERS_NIL) == "JD"

    def test_it_is_taken_over_with_a_spade_if_need_be(self) -> None:
        assert novice_plays("2C 5C 4S 9S", trick=(WEST, "3D TD 5D"), **PARTNERS_NIL) == "4S"

    def test_it_is_taken_over_though_the_contract_is_made(self) -> None:
        about = {"bids": (0, 4, 1, 4), "won": (0, 0, 3, 0)}
        assert novice_plays("2D 8D KD", trick=(WEST, "3D TD 5D"), **about) == "KD"

    def test_a_high_card_goes_up_before_partner_plays(self) -> None:
        assert novice_plays("3D 8D KD", trick=(EAST, "4D"), **PARTNERS_NIL) == "KD"

    def test_the_lowest_of_equal_high_cards_goes_up(self) -> None:
        assert novice_plays("3D JD QD KD", trick=(EAST, "4D"), **PARTNERS_NIL) == "JD"

    def test_no_high_card_is_spent_once_partner_is_safely_below(self) -> None:
        assert novice_plays("3D 8D KD", trick=(WEST, "QD 5D AD"), **PARTNERS_NIL) == "3D"

    def test_a_set_nil_is_covered_no_more(self) -> None:
        about = {"bids": (0, 4, 1, 4), "won": (1, 0, 2, 0)}
        assert novice_plays("2D 8D KD", trick=(WEST, "3D TD 5D"), **about) == "8D"


class TestOpponentsNil:
    """East or West has bid nil."""

    def test_a_trick_the_nil_bidder_is_winning_is_left_to_them(self) -> None:
        assert novice_plays("2D 8D KD 3C 4C", trick=(EAST, "9D"), **EASTS_NIL | {"won": (2, 0, 1, 0)}) == "8D"

    def test_it_is_not_left_when_the_contract_needs_every_trick(self) -> None:
        about = {"bids": (3, 0, 5, 4), "won": (3, 0, 2, 2)}
        assert novice_plays("2D 8D KD", trick=(NORTH, "3D 9D"), **about) == "KD"

    def test_it_is_not_left_when_making_the_contract_wins_the_match(self) -> None:
        about = {"won": (2, 0, 3, 0), "score": (450, 100)}
        assert novice_plays("2D 8D KD 3C", trick=(WEST, "3D 4D 9D"), **EASTS_NIL | about) == "KD"

    def test_a_low_trick_is_left_low_for_the_nil_bidder_to_go_over(self) -> None:
        about = {"won": (3, 0, 2, 0), "bids": (3, 5, 3, 0)}
        assert novice_plays("2D 5D KD 3C 4C 5C", trick=(EAST, "6D"), **about) == "5D"

    def test_with_the_contract_made_a_low_trick_is_gone_over_as_little_as_it_takes(self) -> None:
        about = {"bids": (3, 4, 3, 0), "won": (3, 0, 3, 0)}
        assert novice_plays("5D KD AD 3C", trick=(NORTH, "2D 3D"), **about) == "5D"

    def test_with_the_contract_made_it_is_not_trumped_before_the_nil_bidder_plays(self) -> None:
        about = {"bids": (3, 4, 3, 0), "won": (3, 2, 3, 0)}
        assert novice_plays("KC AH 4S AS", trick=(EAST, "6D"), **about) == "AH"

    def test_with_the_contract_made_a_doubtful_set_does_not_stop_the_hunt(self) -> None:
        about = {"bids": (3, 6, 3, 0), "won": (3, 3, 3, 0)}
        assert novice_plays("2D AD 4C 5C", trick=(EAST, "TD"), **about) == "2D"

    def test_a_set_nil_is_hunted_no_more(self) -> None:
        about = {"won": (0, 1, 0, 0), "bids": (5, 0, 5, 2)}
        assert novice_plays("2D 8D KD 3C", trick=(NORTH, "3D 9D"), **about) == "KD"


class TestWantedTrick:
    """The contract still needs tricks."""

    def test_partners_winner_is_not_trumped(self) -> None:
        assert novice_plays("6H 7H TS KS", trick=(WEST, "TC AC 8C")) == "6H"

    def test_partners_sure_winner_is_not_beaten_by_third_hand(self) -> None:
        assert novice_plays("2C QC", trick=(NORTH, "AC 3C")) == "2C"

    def test_partners_king_is_left_alone_though_the_ace_is_out(self) -> None:
        assert novice_plays("6H 7H TS", trick=(NORTH, "KC 3C")) == "6H"

    def test_the_trick_of_a_partner_whose_nil_has_failed_is_taken(self) -> None:
        about = {"bids": (0, 4, 4, 3), "won": (1, 0, 0, 0)}
        assert novice_plays("2C QC AC 3D", trick=(WEST, "5C JC 3C"), **about) == "QC"

    def test_the_last_to_play_wins_with_the_cheapest_card(self) -> None:
        assert novice_plays("4C 9C JC AC", trick=(WEST, "5C 2C 8C")) == "9C"

    def test_the_last_to_play_trumps_with_the_smallest_spade_that_wins(self) -> None:
        assert novice_plays("4H 3S 6S QS", trick=(WEST, "KC 2C 4S")) == "6S"

    def test_a_master_is_played_at_once(self) -> None:
        assert novice_plays("2C KC AC", trick=(EAST, "QC")) == "KC"
        assert novice_plays("2C KC", trick=(EAST, "QC"), tricks=[(EAST, "AC 3C 4C 5C")]) == "KC"

    def test_second_hand_plays_low(self) -> None:
        assert novice_plays("2C 9C KC", trick=(EAST, "5C")) == "2C"

    def test_third_hand_plays_high(self) -> None:
        assert novice_plays("2C 9C KC", trick=(NORTH, "5C 7C")) == "KC"

    def test_third_hand_plays_the_lowest_of_equal_cards(self) -> None:
        assert novice_plays("2C JC QC KC", trick=(NORTH, "5C 7C")) == "JC"

    def test_a_suit_that_is_out_is_trumped_low(self) -> None:
        assert novice_plays("4H 3S QS", trick=(EAST, "KC")) == "3S"

    def test_a_discard_keeps_masters_spades_and_the_kings_guard(self) -> None:
        assert novice_plays("AH 3D KD 9C 2S", trick=(WEST, "QH KH 3S")) == "AH"
        assert novice_plays("AC 3D KD 9H", trick=(EAST, "QS")) == "9H"


class TestUnwantedTrick:
    """The contract is made: every further trick is a bag."""

    def test_the_highest_card_that_loses_is_played(self) -> None:
        assert novice_plays("2C 9C JC KC", trick=(EAST, "QC"), **MADE) == "JC"

    def test_the_most_dangerous_card_is_thrown_when_out_of_the_suit(self) -> None:
        assert novice_plays("2D 3D AH 4S", trick=(EAST, "9C"), **MADE) == "AH"

    def test_a_trick_that_must_be_won_takes_the_highest_card_along(self) -> None:
        assert novice_plays("9C KC AC", trick=(WEST, "2C 3C 4C"), **MADE) == "AC"

    def test_it_is_wanted_after_all_when_it_sets_the_opponents(self) -> None:
        about = {"bids": (3, 4, 3, 3), "won": (3, 3, 3, 2)}
        assert novice_plays("9C KC", trick=(WEST, "2C 3C QC"), **about) == "KC"

    def test_it_is_wanted_when_only_a_set_saves_the_match(self) -> None:
        about = {"bids": (3, 4, 3, 3), "won": (3, 3, 3, 1), "rules": CLASSIC500}
        assert novice_plays("2D 9C KC", trick=(WEST, "2C 3C QC"), score=(300, 450), **about) == "KC"


@pytest.mark.parametrize("score", [(0, 0), (450, 450), (300, 480)])
def test_a_single_legal_card_is_played(score: tuple[int, int]) -> None:
    assert novice_plays("4C 9D KH", trick=(EAST, "QC"), score=score) == "4C"
