"""Ed25519 as strict as fairness.md has it: the vectors of RFC 8032, another program's signatures, and forms refused."""

import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.engine.ed25519 import FIELD, ORDER, is_signed

RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
NEUTRAL = (1).to_bytes(32, "little")


def number(value: int) -> bytes:
    return value.to_bytes(32, "little")


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_the_vectors_of_the_rfc_fit(key: str, message: str, signature: str) -> None:
    assert is_signed(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))


def test_another_programs_signatures_fit_and_no_others() -> None:
    chance = random.Random(4)
    for _ in range(20):
        key = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        public, message = key.public_key().public_bytes_raw(), chance.randbytes(chance.randrange(200))
        signature = bytearray(key.sign(message))
        assert is_signed(public, message, bytes(signature))
        assert not is_signed(public, message + b"x", bytes(signature))
        assert not is_signed(PUBLIC, message, bytes(signature))
        signature[chance.randrange(64)] ^= 1 << chance.randrange(8)
        assert not is_signed(public, message, bytes(signature))


def test_a_second_form_of_the_same_s_is_refused() -> None:
    signature = KEY.sign(b"m")
    s = int.from_bytes(signature[32:], "little")
    assert is_signed(PUBLIC, b"m", signature)
    assert not is_signed(PUBLIC, b"m", signature[:32] + number(s + ORDER))


def test_points_in_a_second_form_are_refused() -> None:
    """Under the neutral point as key, S = 0 and R neutral fit any message: in the one canonical form only."""
    zero = bytes(32)
    assert is_signed(NEUTRAL, b"m", NEUTRAL + zero)
    for other in (number(FIELD + 1), number(1 | 1 << 255)):
        assert not is_signed(other, b"m", NEUTRAL + zero)
        assert not is_signed(NEUTRAL, b"m", other + zero)


def test_a_part_of_small_order_is_not_multiplied_away() -> None:
    """R of order 2 (y = -1) with S = 0: eight times it is neutral, so a check with the cofactor would take it."""
    assert not is_signed(NEUTRAL, b"m", number(FIELD - 1) + bytes(32))


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), number(2), number(FIELD), b"\xff" * 32])
def test_what_is_no_point_is_no_key(key: bytes) -> None:
    assert not is_signed(key, b"m", KEY.sign(b"m"))


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(64), bytes(65), b"\xff" * 64])
def test_what_is_no_signature_does_not_fit(signature: bytes) -> None:
    assert not is_signed(PUBLIC, b"m", signature)
