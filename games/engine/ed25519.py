"""Ed25519 signatures (RFC 8032) checked strictly: S below the group order, canonical points, no cofactor."""

import hashlib
from typing import TypeAlias

Point: TypeAlias = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T of the point (X/Z, Y/Z), with T = XY/Z."""

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, FIELD) % FIELD
_ROOT_OF_MINUS_1 = pow(2, (FIELD - 1) // 4, FIELD)
_NEUTRAL: Point = (0, 1, 1, 0)


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the 64 bytes are the key's signature of the message; False too for keys and signatures of no right form.

    The point R is compared as bytes, and no point is written in two ways, so an R that is not canonical never fits.
    """
    point = _decode(public_key)
    if point is None or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    return _encode(_multiply_two(s, _BASE, k, _negate(point))) == signature[:32]


def _decode(data: bytes) -> Point | None:
    """The point that 32 bytes stand for, or None: y of the field's size or more, no x, or a zero x called odd."""
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    y, odd = number % 2**255, number >> 255
    x = _x_of(y) if y < FIELD else None
    if x is None or (x == 0 and odd):
        return None
    x = FIELD - x if x & 1 != odd else x
    return x, y, 1, x * y % FIELD


def _x_of(y: int) -> int | None:
    """One of the two x of a y on the curve, or None if there are none."""
    u, v = (y * y - 1) % FIELD, (_D * y * y + 1) % FIELD
    x = u * pow(v, 3, FIELD) * pow(u * pow(v, 7, FIELD), (FIELD - 5) // 8, FIELD) % FIELD
    square = v * x * x % FIELD
    if square == u:
        return x
    return x * _ROOT_OF_MINUS_1 % FIELD if square == FIELD - u else None


def _encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, FIELD)
    x, y = point[0] * inverse % FIELD, point[1] * inverse % FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _negate(point: Point) -> Point:
    return -point[0] % FIELD, point[1], point[2], -point[3] % FIELD


def _add(one: Point, two: Point) -> Point:
    a = (one[1] - one[0]) * (two[1] - two[0])
    b = (one[1] + one[0]) * (two[1] + two[0])
    c = 2 * _D * one[3] * two[3]
    d = 2 * one[2] * two[2]
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _double(point: Point) -> Point:
    x, y, z, _ = point
    a, b = x * x, y * y
    h, g = a + b, a - b
    e, f = (h - (x + y) ** 2) % FIELD, (2 * z * z + g) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _multiply_two(s: int, one: Point, k: int, two: Point) -> Point:
    """s times one point and k times another, added: both numbers in one go over their bits."""
    choices = (_NEUTRAL, one, two, _add(one, two))
    total = _NEUTRAL
    for bit in range(255, -1, -1):
        total = _double(total)
        chosen = (s >> bit & 1) | (k >> bit & 1) << 1
        if chosen:
            total = _add(total, choices[chosen])
    return total


def _base() -> Point:
    """The base point, whose y is 4/5 and whose x is even."""
    point = _decode((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))
    if point is None:
        raise AssertionError("4/5 is on the curve.")
    return point


_BASE = _base()
