"""The hashes and byte strings of `spades-fair/1`: LP, T, TH and strict hex, exactly as in fairness.md."""

import hashlib
import re

from .errors import BadHex

PROTO = "spades-fair/1"
_HEX = re.compile(r"(?:[0-9a-f]{2})*")


def lp(data: bytes) -> bytes:
    """LP: the bytes with their length before them, four bytes big-endian."""
    return len(data).to_bytes(4, "big") + data


def tag(name: str) -> bytes:
    """T: the ASCII bytes of `spades-fair/1/` and the name."""
    return f"{PROTO}/{name}".encode("ascii")


def tagged_hash(name: str, *parts: bytes) -> bytes:
    """TH: the 32 bytes of SHA-256 over the tag and every part, each with its length before it."""
    digest = hashlib.sha256(lp(tag(name)))
    for part in parts:
        digest.update(lp(part))
    return digest.digest()


def parse_hex(text: object, length: int) -> bytes:
    """The `length` bytes that lower-case hex stands for; blanks, capitals, another length raise BadHex."""
    if not isinstance(text, str) or len(text) != 2 * length or not _HEX.fullmatch(text):
        raise BadHex(f"Hex of {2 * length} digits 0-9 a-f was wanted.")
    return bytes.fromhex(text)
