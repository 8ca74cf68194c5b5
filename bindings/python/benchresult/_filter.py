# SPDX-License-Identifier: MIT
"""Filters that select the benchmarks and states of a call."""
from __future__ import annotations

import contextlib
import ctypes

from ._library import lib, required

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional, Sequence, Union

    #: One name or expression, or several.
    Texts = Union[str, Sequence[str]]


def _list(value: Any) -> Any:
    if value is None:
        return []
    return [value] if isinstance(value, (str, bytes)) else value


@contextlib.contextmanager
def selecting(benchmarks: Optional[Texts], axes: Optional[Texts],
              filter: Optional[Texts] = None) -> Iterator[Optional[ctypes.c_void_p]]:
    """A filter in C of names, axis filters and regular expressions; None selects everything."""
    if benchmarks is None and axes is None and filter is None:
        yield None
        return
    pointer = ctypes.c_void_p()
    lib.bres_filter_new(pointer)
    try:
        for expression in _list(axes):
            lib.bres_filter_add_axis(pointer, required(expression, "axis filter"))
        for name in _list(benchmarks):
            lib.bres_filter_add_benchmark(pointer, required(name, "benchmark"))
        for regex in _list(filter):
            lib.bres_filter_add_regex(pointer, required(regex, "filter"))
        yield pointer
    finally:
        lib.bres_filter_free(pointer)
