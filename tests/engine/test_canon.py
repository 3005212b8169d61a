"""Canonical JSON is written one way and read only so."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.canon import LARGEST, canon, parse_canon
from games.engine.errors import BadCanon
from tests.engine.playing import vectors

VECTORS = vectors("shuffle_vectors.json")
TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS,
    lambda values: st.lists(values) | st.dictionaries(TEXTS, values),
    max_leaves=20,
)


@pytest.mark.parametrize("case", VECTORS["canonical"])
def test_a_value_is_written_and_read_as_specified(case: dict[str, Any]) -> None:
    assert canon(case["value"]) == case["bytes"].encode()
    assert parse_canon(case["bytes"].encode()) == case["value"]


@pytest.mark.parametrize("text", VECTORS["not_canonical"])
def test_what_is_specified_as_not_canonical_is_refused(text: str) -> None:
    with pytest.raises(BadCanon):
        parse_canon(text.encode())


@pytest.mark.parametrize(
    "data",
    [b"", b" 1", b"1 ", b"NaN", b"Infinity", b"01", b'"\\/"', b'"\\u0041"', b'"\x7f"', b"[" * 100_000, b"9" * 5_000],
)
def test_other_json_is_refused(data: bytes) -> None:
    with pytest.raises(BadCanon):
        parse_canon(data)


@pytest.mark.parametrize("value", [1.0, float("nan"), "é", "\n", "\x7f", {1: 2}, {"é": 1}, b"", {1}, 2**53, -(2**53)])
def test_a_value_without_a_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(BadCanon):
        canon(value)


def test_a_value_nested_beyond_all_reason_is_refused() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(BadCanon):
        canon(value)


@given(VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    assert parse_canon(canon(value)) == value


@given(st.binary() | TEXTS.map(str.encode))
def test_what_is_read_is_written_again(data: bytes) -> None:
    try:
        value = parse_canon(data)
    except BadCanon:
        return
    assert canon(value) == data
