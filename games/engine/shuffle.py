"""The shuffle of `spades-fair/1`: commitment, dealers, deals and bot seeds, byte-exact as in fairness.md."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from .cards import DECK, Card, Deal, Seat
from .errors import BadShuffle
from .hashing import lp, tag, tagged_hash
from .rules import RuleSet

__all__ = [
    "Shuffle",
    "client_commit",
    "daily_match",
    "daily_seed",
    "league_match",
    "league_seed",
    "lp",
    "tag",
    "tagged_hash",
]

NO_BYTES = (b"", b"", b"", b"")


def client_commit(match_id: bytes, seat: Seat, entropy: bytes) -> bytes:
    """K: the commitment to a seat's contribution, empty if the contribution is."""
    return tagged_hash("client-commit", match_id, bytes([seat]), entropy) if entropy else b""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Everything the deals of a match follow from: raw bytes, by seat where there are four, b"" where a seat has none.

    BadShuffle names a part of the wrong length. `commitment` needs no contributions; all else does.
    """

    match_id: bytes
    rules: RuleSet
    seed: bytes
    client_commits: tuple[bytes, ...] = NO_BYTES
    entropy: tuple[bytes, ...] = NO_BYTES

    def __post_init__(self) -> None:
        _check_length("match_id", self.match_id, 16)
        _check_length("seed", self.seed, 32)
        for field, parts in (("client_commits", self.client_commits), ("entropy", self.entropy)):
            if len(parts) != 4:
                raise BadShuffle(field, f"{field} has four parts, one by seat.")
            for part in parts:
                _check_length(field, part, len(part) and 32)

    def commitment(self) -> bytes:
        """C: what is published before the first card."""
        rules_hash = bytes.fromhex(self.rules.hash)
        return tagged_hash("commit", self.match_id, rules_hash, *self.client_commits, self.seed)

    def prk(self) -> bytes:
        """HKDF-Extract of the seed under the salt that mixes the contributions in."""
        return _prk(self)

    def first_dealer(self) -> Seat:
        """The dealer of hand 0."""
        return _expand(self.prk(), lp(tag("dealer")))[0] & 3

    def dealer(self, hand: int) -> Seat:
        """The dealer of a hand, counted from 0."""
        return (self.first_dealer() + hand) % 4

    def hand_seed(self, hand: int) -> bytes:
        """The 32 bytes a hand's deck is shuffled with."""
        return _expand(self.prk(), lp(tag("hand")) + _u32(hand))

    def deck(self, hand: int) -> tuple[Card, ...]:
        """The shuffled deck of a hand."""
        return shuffled_deck(self.hand_seed(hand))

    def deal(self, hand: int) -> Deal:
        """The four holdings of a hand by seat, each ascending; one card at a time from the dealer's left."""
        return deal_hand(self.hand_seed(hand), self.dealer(hand))

    def bot_seed(self, hand: int, seat: Seat) -> bytes:
        """The 32 bytes a bot in that seat draws its chances from."""
        return _expand(self.prk(), lp(tag("bot")) + _u32(hand) + bytes([seat]))


def _check_length(field: str, part: bytes, length: int) -> None:
    if type(part) is not bytes or len(part) != length:
        raise BadShuffle(field, f"{field} must be {length} bytes.")


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def _prk(shuffle: Shuffle) -> bytes:
    salt = tagged_hash("mix", shuffle.match_id, shuffle.commitment(), *shuffle.entropy)
    return _hmac(salt, shuffle.seed)


def _expand(prk: bytes, info: bytes) -> bytes:
    """HKDF-Expand to 32 bytes, which is its first block."""
    return _hmac(prk, info + b"\x01")


def stream(hand_seed: bytes) -> Iterator[int]:
    """The endless bytes a hand is shuffled with."""
    prefix, block = lp(tag("stream")), 0
    while True:
        yield from _hmac(hand_seed, prefix + _u32(block))
        block += 1


def below(bytes_of: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, all equally likely (n up to 256): bytes that would favour low ones are passed over."""
    limit = 256 - 256 % n
    return next(byte for byte in bytes_of if byte < limit) % n


def shuffled_deck(hand_seed: bytes) -> tuple[Card, ...]:
    """The deck in the order the hand seed shuffles it into."""
    deck, bytes_of = list(DECK), stream(hand_seed)
    for i in range(51, 0, -1):
        j = below(bytes_of, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal_hand(hand_seed: bytes, dealer: Seat) -> Deal:
    """The four holdings by seat that a hand seed gives, each ascending; one card at a time from the dealer's left."""
    deck, first = shuffled_deck(hand_seed), dealer + 1
    return tuple(tuple(sorted(deck[(seat - first) % 4 :: 4])) for seat in range(4))


def daily_seed(secret: bytes, day: str) -> bytes:
    """S of the Daily of a day written YYYY-MM-DD, from the year's secret of 32 bytes."""
    _check_length("secret", secret, 32)
    return _hmac(secret, lp(tag("daily")) + lp(_ascii("day", day)))


def daily_match(day: str) -> bytes:
    """M of the Daily of a day written YYYY-MM-DD."""
    return tagged_hash("daily-id", _ascii("day", day))[:16]


def league_seed(league: str, deal: str) -> bytes:
    """S of a league's deal, public once shipped."""
    return tagged_hash("league-seed", _ascii("league", league), _ascii("deal", deal))


def league_match(league: str, deal: str) -> bytes:
    """M of a league's deal."""
    return tagged_hash("league-id", _ascii("league", league), _ascii("deal", deal))[:16]


def _ascii(field: str, text: str) -> bytes:
    if not text.isascii():
        raise BadShuffle(field, f"{field} must be ASCII.")
    return text.encode("ascii")
