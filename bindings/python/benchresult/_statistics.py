# SPDX-License-Identifier: MIT
"""The statistics of a state, by the conventions of its summaries."""
from __future__ import annotations

import array
import ctypes

from . import _abi
from ._library import lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Optional

#: The tag prefixes of the summaries of the times that are stored as samples.
_PREFIXES = ("nv/cold/time/gpu/", "nv/cpu_only/time/cpu/")


def _recorded(state: Any) -> Dict[str, Any]:
    """The statistics in the file: the tag without its prefix -> value."""
    for prefix in _PREFIXES:
        found = {tag[len(prefix):]: summary.value for tag, summary in state.summaries.items()
                 if tag.startswith(prefix)}
        if found:
            return found
    return {}


def _computed(samples: memoryview) -> Dict[str, Any]:
    """The statistics of samples, computed by the library for a new state."""
    from .build import ResultBuilder

    values = array.array("d", samples)
    times = _abi.bres_times()
    lib.bres_times_init(times)
    times.count = len(values)
    times.cpu = (ctypes.c_double * len(values)).from_buffer(values)
    times.walltime = float("nan")
    made = ResultBuilder().add_benchmark("").add_state()
    lib.bres_state_add_cpu_only_summaries(made._pointer, times)
    return _recorded(made)


def read_statistics(state: Any) -> Dict[str, Any]:
    """The statistics of a state; if the file has no median, completed from the samples."""
    found = _recorded(state)
    if "median" not in found and state.samples:
        found = {**_computed(state.samples), **found}
    return found


class Statistics:
    """The statistics of a state. Statistics in the file take precedence over those of the samples.

    Times are in seconds. Like the samples, they are GPU times of an isolated measurement, or times
    of a CPU-only measurement. A statistic is None for a state without times.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        _statistics: Dict[str, Any]

    def _recorded(self, name: str) -> Any:
        """A statistic of the file; None without it. Reads no samples."""
        return _recorded(self).get(name)

    def median(self) -> Optional[float]:
        """Returns the median time in seconds, which is one of the samples."""
        return self._statistics.get("median")

    def mean(self) -> Optional[float]:
        """Returns the mean time in seconds."""
        return self._statistics.get("mean")

    def min(self) -> Optional[float]:
        """Returns the shortest time in seconds."""
        return self._statistics.get("min")

    def max(self) -> Optional[float]:
        """Returns the longest time in seconds."""
        return self._statistics.get("max")

    def stdev(self) -> Optional[float]:
        """Returns the standard deviation of the times in seconds."""
        return self._statistics.get("stdev/absolute")

    def noise(self) -> Optional[float]:
        """Returns the relative standard deviation of the times: 0.01 is 1 %."""
        return self._statistics.get("stdev/relative")

    def iqr(self) -> Optional[float]:
        """Returns the interquartile range of the times in seconds."""
        return self._statistics.get("iqr/absolute")
