"""Chance inside kernels: an xorshift generator whose whole state is one int64 that is handed in and out."""

from __future__ import annotations

from .compiled import bare_kernel

LOGICAL_7 = (1 << 57) - 1
"""What is left of 64 bits shifted down by seven."""
LOW_31 = (1 << 31) - 1
GOLDEN = -7046029254386353131
"""2**64 divided by the golden ratio, as an int64: neighbouring seeds become far ones."""


@bare_kernel
def step(state: int) -> int:
    """The next state, never zero: 64 bits that look random (Marsaglia's xorshift 13, 7, 17)."""
    state ^= state << 13
    state ^= (state >> 7) & LOGICAL_7
    return state ^ (state << 17)


@bare_kernel
def seeded(seed: int, number: int) -> int:
    """The state of stream `number` of a seed."""
    state = (seed ^ (number * GOLDEN)) | 1
    for _ in range(4):
        state = step(state)
    return state


@bare_kernel
def below(state: int, limit: int) -> int:
    """A number from 0 to limit - 1, read from a state."""
    return (((state >> 32) & LOW_31) * limit) >> 31


@bare_kernel
def fraction(state: int) -> float:
    """A number from 0 up to, but not including, 1, read from a state."""
    return ((state >> 32) & LOW_31) / 2147483648.0
