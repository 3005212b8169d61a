"""Single machine instructions on the bits of an int64, which numba does not name by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from numba.core import types
from numba.extending import intrinsic

Instruction: TypeAlias = Callable[[int], int]


def _count(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _zeros_below(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


def _zeros_above(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


count_bits = cast(Instruction, intrinsic(_count))
"""How many bits are set."""
zeros_below = cast(Instruction, intrinsic(_zeros_below))
"""How many clear bits lie below the lowest one set; 64 when none is set."""
zeros_above = cast(Instruction, intrinsic(_zeros_above))
"""How many clear bits lie above the highest one set; 64 when none is set."""
