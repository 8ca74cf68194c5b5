# SPDX-License-Identifier: MIT
"""Replays recorded samples: when would a stopping criterion have ended the measurement?"""
from __future__ import annotations

import contextlib
import ctypes

from . import _abi
from ._callback import calling_back
from ._library import encode, integer, lib, take_text
from .comparison import floats, format_number
from .criterion import StoppingCriterion
from .results import BenchmarkResult, SubBenchmarkResult, SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, List, Tuple, Union

    Recorded = Union[BenchmarkResult, SubBenchmarkResult, SubBenchmarkState, Iterable[float]]
    Criterion = Union[StoppingCriterion, str]

__all__ = ["replay"]


def _states(recorded: Any) -> Iterator[Tuple[str, SubBenchmarkState]]:
    """The states of a result, of a benchmark or of a list, with the names of benchmarks."""
    if isinstance(recorded, SubBenchmarkState):
        yield recorded.benchmark, recorded
        return
    benches = recorded.values() if isinstance(recorded, BenchmarkResult) else [recorded]
    for bench in benches:
        for state in bench:
            yield bench.name, state


def _streams(recorded: Any) -> Tuple[List[Any], List[Any]]:
    """The samples as streams for C, and the objects that must live as long."""
    streams, keep = [], []
    if not isinstance(recorded, (BenchmarkResult, SubBenchmarkResult, SubBenchmarkState)):
        recorded_samples = [("", "samples", recorded)]
    else:
        recorded_samples = [(bench, state.name(), state.samples)
                            for bench, state in _states(recorded) if state.samples]
    for bench, name, samples in recorded_samples:
        times = floats(samples, "samples")
        keep.append(times)
        streams.append(_abi.bres_replay_stream(
            encode(bench), encode(name), None,
            ctypes.cast(times, ctypes.POINTER(ctypes.c_float)), len(times)))
    return streams, keep


def replay(recorded: Recorded, criteria: Union[Criterion, Iterable[Criterion]] = "stdrel", *,
           min_samples: int = 10, format: str = "markdown") -> str:
    """Returns a report on when each stopping criterion would have ended each measurement, and how
    much time that would have saved.

    `recorded` is a result, a benchmark, a state, or samples in seconds; states without samples are
    left out. Samples that are negative or not finite do not count; the report has their number.
    `criteria` are StoppingCriterion objects or names of criteria, such as "entropy". A criterion is
    first checked after `min_samples` samples. `format` is "markdown", "csv" or "json". Raises
    ArgumentError if no state has samples.
    """
    if isinstance(criteria, (str, StoppingCriterion)):
        criteria = [criteria]
    found = [StoppingCriterion(one) if isinstance(one, str) else one for one in criteria]
    for one in found:
        if not isinstance(one, StoppingCriterion):
            raise TypeError("a criterion must be a StoppingCriterion or the name of one, not "
                            f"{type(one).__name__}")
    options = _abi.bres_replay_options()
    lib.bres_replay_options_init(options)
    options.format = format_number(format, _abi.BRES_REPORT_REPLAY)
    options.min_samples = integer(min_samples, "min_samples", 0)
    streams, keep = _streams(recorded)
    out = ctypes.c_void_p()
    with contextlib.ExitStack() as stack:
        pointers = [stack.enter_context(one._copied()).value for one in found]
        stack.enter_context(calling_back())
        lib.bres_replay_report((_abi.bres_replay_stream * len(streams))(*streams), len(streams),
                               (ctypes.c_void_p * len(pointers))(*pointers), len(pointers),
                               options, out, None)
    del keep
    return take_text(out)
