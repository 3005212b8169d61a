"""The list of the server's public keys, as a verifier is given it."""

import json
from typing import Any

from .ed25519 import is_signed
from .errors import BadHex, BadKeys
from .hashing import lp, parse_hex, tag


def endorsement_bytes(key_id: str, public_key: bytes) -> bytes:
    """What an old key signs to vouch for the one that follows it: id and 32 bytes of the new key, each with length."""
    return lp(tag("key")) + lp(key_id.encode("ascii")) + lp(public_key)


def is_endorsed(key_id: str, public_key: bytes, old_key: bytes, signature: bytes) -> bool:
    """Whether the old public key has signed the new one."""
    return is_signed(old_key, endorsement_bytes(key_id, public_key), signature)


def parse_keys(data: bytes) -> dict[str, bytes]:
    """The public keys by id that a JSON file lists; BadKeys says what is wrong with it.

    Read are `{id: hex}`, the same under `public_keys`, and the site's `{"keys": [{"id": …, "public_key": hex}, …]}`.
    """
    try:
        listed = json.loads(data)
    except (ValueError, RecursionError):
        raise BadKeys("The file of keys is not JSON.") from None
    if not isinstance(listed, dict):
        raise BadKeys("The file of keys must hold an object.")
    pairs = _pairs(listed)
    keys = {key_id: _parse_key(key_id, text) for key_id, text in pairs}
    if len(keys) != len(pairs):
        raise BadKeys("Two keys have the same id.")
    return keys


def _pairs(listed: dict[str, Any]) -> list[tuple[str, object]]:
    if isinstance(listed.get("public_keys"), dict):
        return list(listed["public_keys"].items())
    entries = listed.get("keys")
    if not isinstance(entries, list):
        return list(listed.items())
    return [_pair(entry) for entry in entries]


def _pair(entry: object) -> tuple[str, object]:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise BadKeys("Each of the keys must be an object with an id.")
    return entry["id"], entry.get("public_key")


def _parse_key(key_id: str, text: object) -> bytes:
    try:
        return parse_hex(text, 32)
    except BadHex as error:
        raise BadKeys(f"The key {key_id[:40]!a} is not a public key: {error}") from None
