"""What deals in a study: the hands it was begun with as they lay, every later one from a shuffle of its own."""

from dataclasses import dataclass

from .cards import Deal, Seat
from .shuffle import Shuffle, deal_hand


@dataclass(frozen=True, slots=True)
class StudyShuffle:
    """The deals of a study, and the chances of its bots; asked as a `Shuffle` is.

    `own` is the study's own shuffle, `first_dealer` dealt hand 0 of the game it was begun from, and `hand_seeds` are
    the 32 bytes of each hand up to the position, from hand 0. A hand seed tells nothing of any other hand, so the seed
    of the game, which may still be a secret, is not needed here.
    """

    own: Shuffle
    first_dealer: Seat
    hand_seeds: tuple[bytes, ...]

    def dealer(self, hand: int) -> Seat:
        """The dealer of a hand, counted from 0."""
        return (self.first_dealer + hand) % 4

    def hand_seed(self, hand: int) -> bytes:
        """The 32 bytes a hand's deck is shuffled with."""
        return self.hand_seeds[hand] if hand < len(self.hand_seeds) else self.own.hand_seed(hand)

    def deal(self, hand: int) -> Deal:
        """The four holdings of a hand by seat, each ascending."""
        return deal_hand(self.hand_seed(hand), self.dealer(hand))

    def bot_seed(self, hand: int, seat: Seat) -> bytes:
        """The 32 bytes a bot in that seat draws its chances from: the study's own in every hand."""
        return self.own.bot_seed(hand, seat)
