"""Owns the two keys of the server: the one that hides seeds at rest, and the one that seals finished matches."""

import hashlib
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# `cryptography` is imported where it is used: most commands start without it.


@cache
def _fernet(key: str) -> "Fernet":
    from cryptography.fernet import Fernet

    return Fernet(key.encode())


def hide_seed(seed: bytes) -> bytes:
    """Encrypts a match's seed for the database."""
    return _fernet(settings.SEED_KEY).encrypt(seed)


def show_seed(token: bytes | memoryview) -> bytes:
    """Decrypts what `hide_seed` made."""
    return _fernet(settings.SEED_KEY).decrypt(bytes(token))


@cache
def _signing_key(key: str) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))


def public_key() -> bytes:
    """Returns the 32 bytes that check this server's seals."""
    return public_part(settings.SIGNING_KEY)


def public_part(key: str) -> bytes:
    """Returns the 32 bytes that check what a signing key, given as in the environment, signs."""
    return _signing_key(key).public_key().public_bytes_raw()


def name_key(public: bytes) -> str:
    """Names a public key by its own hash, so that no two keys share a name."""
    return f"ed25519-{hashlib.sha256(public).hexdigest()[:12]}"


def key_id() -> str:
    """Names the key that this server seals with."""
    return name_key(public_key())


def sign(message: bytes) -> bytes:
    """Returns the Ed25519 signature (64 bytes) over `message`."""
    return _signing_key(settings.SIGNING_KEY).sign(message)
