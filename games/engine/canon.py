"""Canonical JSON of fairness.md: one value, one sequence of bytes."""

import json
from typing import Any, NoReturn

from .errors import BadCanon

LARGEST = 2**53 - 1


def canon(value: object) -> bytes:
    """The canonical bytes of a value of dicts, lists, tuples, ints, bools, None and printable ASCII strings.

    Anything else (floats, other strings, integers beyond 2**53 - 1, keys that are no strings) raises BadCanon.
    """
    try:
        _check(value)
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise BadCanon("The value is nested too deeply.") from None
    return text.encode("ascii")


def parse_canon(data: bytes) -> Any:
    """The value whose canonical bytes are `data`; bytes that are not exactly those raise BadCanon."""
    try:
        value = json.loads(data.decode("ascii"), parse_float=_refuse_number, parse_constant=_refuse_number)
    except RecursionError:
        raise BadCanon("The value is nested too deeply.") from None
    except UnicodeDecodeError:
        raise BadCanon("There is a character that is not ASCII.") from None
    except BadCanon:
        raise
    except ValueError:
        raise BadCanon("This is not JSON.") from None
    if canon(value) != data:
        raise BadCanon("The JSON is not canonical: keys sorted and once each, no blanks, nothing escaped needlessly.")
    return value


def _refuse_number(text: str) -> NoReturn:
    raise BadCanon(f"{text[:20]} is not an integer.")


def _check(value: object) -> None:
    kind = type(value)
    if kind is str:
        _check_text(value)
    elif kind is int:
        _check_integer(value)
    elif isinstance(value, dict):
        for key, member in value.items():
            _check_text(key)
            _check(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _check(member)
    elif value is not None and kind is not bool:
        raise BadCanon(f"A {kind.__name__} cannot be written in canonical JSON.")


def _check_text(value: object) -> None:
    if type(value) is not str:
        raise BadCanon("The key of an object must be a string.")
    if not (value.isascii() and value.isprintable()):
        raise BadCanon("A string may hold printable ASCII only.")


def _check_integer(value: Any) -> None:
    if not -LARGEST <= value <= LARGEST:
        raise BadCanon("An integer is larger than 2^53 - 1.")
