"""Frozen: how the kernels of the references are compiled. Nothing here may change."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile a function to machine code that is kept on disk."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
