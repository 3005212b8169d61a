"""The one way a kernel is compiled: to machine code, kept on disk, running free of Python's lock.

Kernels never recurse (a cached recursive kernel crashes later processes): they keep explicit stacks.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])
HERE = Path(__file__).parent
config: Any = numba.config  # filled at run time, so without types
njit: Any = numba.njit  # its types leave out _nrt


def kernel(function: Function) -> Function:
    """Compile a function on its first call with arguments of a type; `function.py_func` is the plain one.

    Divisions by zero give what numpy gives, and indices are not checked: a kernel's caller vouches for its arguments.
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy")(function))


def bare_kernel(function: Function) -> Function:
    """Compile a function that allocates nothing: its arrays are all handed in, so references need not be counted.

    Small kernels that hand arrays on to each other are several times as fast this way. One that does allocate is
    refused at its first call ("NRT required").
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function))


def part(function: Function) -> Function:
    """Compile a bare kernel into each of its callers: for the innermost, where a call costs more than its work."""
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy", _nrt=False, inline="always")(function))


def use_cache_of_these_sources() -> None:
    """Keep machine code in a folder named after the sources of all kernels.

    Numba looks only at the file a kernel is in: without this a kernel would go on with the old code of another
    file's. Where neither the folder of the kernels nor NUMBA_CACHE_DIR can be written to, numba's own choice stands.
    """
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))).hexdigest()[:16]
    base = Path(config.CACHE_DIR or HERE / "__pycache__")
    if os.access(base if base.exists() else base.parent, os.W_OK):
        config.CACHE_DIR = str(base / digest)


use_cache_of_these_sources()
