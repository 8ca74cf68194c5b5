# SPDX-License-Identifier: MIT
"""Deciding whether a run got faster, slower or stayed the same."""
from __future__ import annotations

import collections.abc
import contextlib
import ctypes
import enum
import os

from . import _abi
from ._handle import Shared
from ._library import encode, integer, last_error, lib, real, required, take_text, text
from .results import BenchmarkResult, SubBenchmarkState, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

    from .results import Path

__all__ = ["Verdict", "Metric", "Estimate", "Difference", "Decision", "Row", "Comparison",
           "Thresholds", "compare", "compare_states", "compare_samples", "plot"]


class Verdict(str, enum.Enum):
    """What a decision says of the candidate."""

    UNKNOWN = "????"
    SAME = "SAME"
    FAST = "FAST"
    SLOW = "SLOW"
    AMBIGUOUS = "AMBG"

    __str__ = str.__str__


_VERDICTS = {
    _abi.BRES_UNKNOWN: Verdict.UNKNOWN,
    _abi.BRES_SAME: Verdict.SAME,
    _abi.BRES_FAST: Verdict.FAST,
    _abi.BRES_SLOW: Verdict.SLOW,
    _abi.BRES_AMBIGUOUS: Verdict.AMBIGUOUS,
}


class Metric(enum.IntEnum):
    """By which summaries states are judged."""

    AUTO = _abi.BRES_METRIC_AUTO
    GPU = _abi.BRES_METRIC_GPU
    CPU = _abi.BRES_METRIC_CPU
    BATCH = _abi.BRES_METRIC_BATCH
    INSTRUCTIONS = _abi.BRES_METRIC_INSTRUCTIONS


class _Record:
    """An immutable record of named values, equal to another one by value."""

    __slots__ = ()

    def __init__(self, **values: Any) -> None:
        missing = [name for name in self.__slots__ if name not in values]
        unknown = [name for name in values if name not in self.__slots__]
        if missing or unknown:
            what = "needs" if missing else "has no"
            raise TypeError(f"{type(self).__name__} {what} {', '.join(missing or unknown)}")
        for name in self.__slots__:
            object.__setattr__(self, name, values[name])

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__} does not change")

    def __delattr__(self, name):
        raise AttributeError(f"{type(self).__name__} does not change")

    def _values(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self):
        return _restore, (type(self), self._values())

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({values})"


def _restore(kind, values):
    """What was pickled; slots that were left out are None."""
    return kind(**{**dict.fromkeys(kind.__slots__), **dict(zip(kind.__slots__, values))})


class Estimate(_Record):
    """The timing of one side, in seconds; ``noise`` is relative. None where it is not known."""

    __slots__ = ("center", "lower", "upper", "noise", "samples")

    center: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    noise: Optional[float]
    samples: Optional[int]


class Difference(_Record):
    """The candidate against the reference, in seconds; ``fraction`` is of the reference, ``change``
    symmetric: doubling is +1, halving -1. None where it is not known."""

    __slots__ = ("center", "lower", "upper", "fraction", "change", "change_lower", "change_upper")

    center: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    fraction: Optional[float]
    change: Optional[float]
    change_lower: Optional[float]
    change_upper: Optional[float]


def _estimate(c):
    has = c.has
    return Estimate(center=c.center if has & _abi.BRES_HAS_CENTER else None,
                    lower=c.lower if has & _abi.BRES_HAS_INTERVAL else None,
                    upper=c.upper if has & _abi.BRES_HAS_INTERVAL else None,
                    noise=c.noise if has & _abi.BRES_HAS_NOISE else None,
                    samples=c.samples if has & _abi.BRES_HAS_SAMPLES else None)


def _difference(c):
    has = c.has
    interval = has & _abi.BRES_HAS_DIFFERENCE_INTERVAL
    change = has & _abi.BRES_HAS_CHANGE_INTERVAL
    return Difference(center=c.center if has & _abi.BRES_HAS_DIFFERENCE else None,
                      lower=c.lower if interval else None,
                      upper=c.upper if interval else None,
                      fraction=c.fraction if has & _abi.BRES_HAS_FRACTION else None,
                      change=c.change if has & _abi.BRES_HAS_CHANGE else None,
                      change_lower=c.change_lower if change else None,
                      change_upper=c.change_upper if change else None)


# --- Thresholds -----------------------------------------------------------------------------------


_THRESHOLDS = tuple(name for name, _ in _abi.bres_thresholds._fields_ if name != "size")


def _threshold_values(c):
    return {name: getattr(c, name) for name in _THRESHOLDS}


class Thresholds(_Record):
    """The limits of the decision, all fractions: 0.005 is 0.5 %.

    ``Thresholds()`` is the preset "default"; keywords replace single limits, in `preset()` too.
    """

    __slots__ = _THRESHOLDS

    clear_gap_relative: float
    same_center_relative: float
    same_overlap_fraction: float
    same_relative_dispersion_ceiling: float
    bulk_sample_coverage: float
    bulk_support_coverage: float
    bulk_rare_sample_fraction: float
    bulk_rare_max_removed_fraction: float

    def __init__(self, **values: float) -> None:
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        super().__init__(**{**_threshold_values(c),
                            **{name: real(value, name) for name, value in values.items()}})

    @classmethod
    def preset(cls, name: str, **values: float) -> Thresholds:
        """"default", "strict" or "permissive"."""
        found = lib.bres_thresholds_preset(required(name, "preset"))
        if not found:
            raise last_error()
        return cls(**{**_threshold_values(found.contents), **values})

    @classmethod
    def load(cls, path: Path, preset: Optional[str] = None) -> Thresholds:
        """From a TOML file; see benchresult-compare(1)."""
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        lib.bres_thresholds_load(c, required(path, "path"), encode(preset, "preset"), None)
        return cls(**_threshold_values(c))

    def dump(self) -> str:
        """The text that `load()` reads back exactly."""
        out = ctypes.c_void_p()
        lib.bres_thresholds_dump(self._struct(), None, out)
        return take_text(out)

    def _struct(self):
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        for name in _THRESHOLDS:
            setattr(c, name, getattr(self, name))
        return c


def _thresholds(value):
    """A struct, or None for the default."""
    if value is None:
        return None
    if isinstance(value, str):
        value = Thresholds.preset(value)
    if not isinstance(value, Thresholds):
        raise TypeError("thresholds must be Thresholds or the name of a preset, not "
                        f"{type(value).__name__}")
    return value._struct()


# --- One pair -------------------------------------------------------------------------------------


class Decision(_Record):
    """What was decided on one pair, and why."""

    __slots__ = ("status", "reason", "message", "severity", "reference", "candidate", "difference")

    status: Verdict
    reason: str
    message: str
    severity: float
    reference: Estimate
    candidate: Estimate
    difference: Difference


def _decision(c):
    return Decision(status=_VERDICTS[c.verdict], reason=text(lib.bres_reason_name(c.reason)),
                    message=text(c.message), severity=c.severity, reference=_estimate(c.reference),
                    candidate=_estimate(c.candidate), difference=_difference(c.difference))


@contextlib.contextmanager
def _reading(state, what):
    """The state in C, for a call that gives up the interpreter's lock."""
    if not isinstance(state, SubBenchmarkState):
        raise TypeError(f"{what} must be a SubBenchmarkState, not {type(state).__name__}")
    with state._handle.reading():
        yield state._pointer


def compare_states(reference: SubBenchmarkState, candidate: SubBenchmarkState, *,
                   thresholds: Union[Thresholds, str, None] = None) -> Decision:
    """Decides on two states, such as the best so far and the next one of a tuning loop."""
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    with _reading(reference, "reference") as first, _reading(candidate, "candidate") as second:
        lib.bres_compare_states(first, second, _thresholds(thresholds), c)
    return _decision(c)


def floats(values, what):
    """Any sequence or buffer of numbers as an array of float32."""
    try:
        view = memoryview(values)
    except TypeError:
        view = None
    if view is not None and view.ndim != 1:
        raise ValueError(f"{what} must have one dimension, not {view.ndim}")
    if view is not None and view.format in ("f", "=f", "@f") and view.contiguous:
        return (ctypes.c_float * len(view)).from_buffer_copy(view)
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(f"{what} must be numbers, not {type(values).__name__}")
    numbers = [real(value, what) for value in values]
    return (ctypes.c_float * len(numbers))(*numbers)


def _samples(times, rates, name):
    times = floats(times, name)
    pointer = ctypes.POINTER(ctypes.c_float)
    side = _abi.bres_samples(ctypes.cast(times, pointer), None, len(times))
    if rates is not None:
        rates = floats(rates, f"{name}_rates")
        if len(rates) != len(times):
            raise ValueError(f"{name}: there are {len(times)} times, but {len(rates)} rates")
        side.rates = ctypes.cast(rates, pointer)
    return side


def compare_samples(reference: Iterable[float], candidate: Iterable[float], *,
                    reference_rates: Optional[Iterable[float]] = None,
                    candidate_rates: Optional[Iterable[float]] = None, has_clock: bool = False,
                    thresholds: Union[Thresholds, str, None] = None) -> Decision:
    """Decides on two sets of samples, in seconds: lists, arrays, or any buffers of numbers. Clock
    rates (hertz) are one for each sample. Without them the samples are judged as CPU times, which
    have no clock to ask, unless `has_clock` says that there is one."""
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    lib.bres_compare_samples(_samples(reference, reference_rates, "reference"),
                             _samples(candidate, candidate_rates, "candidate"),
                             _abi.BRES_COMPARE_HAS_CLOCK if has_clock else 0,
                             _thresholds(thresholds), c)
    return _decision(c)


# --- Two results ----------------------------------------------------------------------------------


class Row(_Record):
    """Two states that belong together, and what was decided on them.

    `state` is the candidate's, `reference_state` the other one; both are None in a row that was
    pickled, for they belong to files, and do not count when rows are compared. `reference` and
    `candidate` are estimates.
    """

    __slots__ = ("benchmark", "name", "status", "reason", "message", "severity", "reference",
                 "candidate", "difference", "occurrence", "occurrences", "reference_state", "state")

    benchmark: str
    name: str
    status: Verdict
    reason: str
    message: str
    severity: float
    reference: Estimate
    candidate: Estimate
    difference: Difference
    occurrence: int
    occurrences: int
    reference_state: Optional[SubBenchmarkState]
    state: Optional[SubBenchmarkState]

    def _values(self):
        return super()._values()[:-2]

    def __repr__(self) -> str:
        return f"<Row {self.benchmark} {self.name}: {self.status} ({self.reason})>"


def _row(pointer, handles):
    states = [SubBenchmarkState._make(handle, function(pointer)) for handle, function in
              zip(handles, (lib.bres_row_reference, lib.bres_row_candidate))]
    bench = lib.bres_comparison_bench_candidate(lib.bres_row_bench(pointer))
    return Row(benchmark=text(lib.bres_subbench_name(bench)), name=states[1].name(),
               status=_VERDICTS[lib.bres_row_status(pointer)],
               reason=text(lib.bres_reason_name(lib.bres_row_reason(pointer))),
               message=text(lib.bres_row_message(pointer)),
               severity=lib.bres_row_severity(pointer),
               reference=_estimate(lib.bres_row_reference_estimate(pointer).contents),
               candidate=_estimate(lib.bres_row_candidate_estimate(pointer).contents),
               difference=_difference(lib.bres_row_difference(pointer).contents),
               occurrence=lib.bres_row_occurrence(pointer),
               occurrences=lib.bres_row_occurrence_count(pointer),
               reference_state=states[0], state=states[1])


class Comparison(Shared, collections.abc.Sequence):
    """The rows of a comparison, in the candidate's order."""

    __slots__ = ("_pointer", "_handles", "_rows")

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Comparison is not constructed directly: use compare()")

    @classmethod
    def _make(cls, pointer, handles):
        comparison = cls.__new__(cls)
        comparison._pointer = pointer
        comparison._handles = handles
        comparison._rows = [_row(lib.bres_comparison_row_at(pointer, i), handles)
                            for i in range(lib.bres_comparison_row_count(pointer))]
        return comparison

    def __del__(self, free=lib.bres_comparison_free):
        pointer = getattr(self, "_pointer", None)
        if pointer:
            free(pointer)

    @property
    def rows(self) -> List[Row]:
        return list(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index):
        return self._rows[index]

    def count(self, status: Union[Verdict, str]) -> int:
        """How many rows have this status."""
        return sum(row.status == status for row in self._rows)

    def _missing(self, count, at):
        sides = ([], [])
        in_reference = ctypes.c_bool()
        for i in range(count(self._pointer)):
            pointer = at(self._pointer, i, in_reference)
            sides[0 if in_reference.value else 1].append(pointer)
        return sides

    @property
    def missing_benchmarks(self) -> Tuple[List[str], List[str]]:
        """Names of the benchmarks that only the reference, and only the candidate has."""
        sides = self._missing(lib.bres_comparison_missing_bench_count,
                              lib.bres_comparison_missing_bench_at)
        return tuple([text(lib.bres_subbench_name(pointer)) for pointer in side] for side in sides)

    @property
    def missing_states(self) -> Tuple[List[SubBenchmarkState], List[SubBenchmarkState]]:
        """States that only the reference, and only the candidate has, with `allow_missing`."""
        sides = self._missing(lib.bres_comparison_missing_state_count,
                              lib.bres_comparison_missing_state_at)
        return tuple([SubBenchmarkState._make(handle, pointer) for pointer in side]
                     for handle, side in zip(self._handles, sides))

    @property
    def device_difference(self) -> str:
        """How the device sections differ, a line per field; "" when they do not."""
        return text(lib.bres_comparison_device_difference(self._pointer))

    def _compared(self):
        """The comparison, with the names of its files."""
        paths = [lib.bres_result_path(handle.pointer) for handle in self._handles]
        return _abi.bres_compared(self._pointer, *paths, None)

    @contextlib.contextmanager
    def _reading(self):
        with self._handles[0].reading(), self._handles[1].reading():
            yield

    def report(self, format: str = "markdown", display: str = "intervals") -> str:
        """The report as text: "markdown", "csv", "json", "junit" or "python", which is a script
        that loads the samples; markdown shows "intervals", "simple", "explain" or "legacy"."""
        options = _abi.bres_compare_report_options()
        lib.bres_compare_report_options_init(options)
        options.format = choice(format, "format", "BRES_FORMAT_")
        options.display = choice(display, "display", "BRES_DISPLAY_")
        out = ctypes.c_void_p()
        with self._reading():
            lib.bres_compare_report(self._compared(), 1, options, out, None)
        return take_text(out)

    def __repr__(self) -> str:
        counts = ", ".join(f"{verdict.value} {self.count(verdict)}" for verdict in Verdict
                           if self.count(verdict))
        return f"<Comparison of {len(self)} rows: {counts or 'none'}>"


def plot(comparison: Comparison, path: Path, *, dark: bool = False) -> None:
    """Draws the relative differences of all rows with gnuplot. The end of the path chooses SVG, PNG
    or PDF."""
    if not isinstance(comparison, Comparison):
        raise TypeError(f"comparison must be a Comparison, not {type(comparison).__name__}")
    options = _abi.bres_plot_options()
    lib.bres_plot_options_init(options)
    options.flags = _abi.BRES_PLOT_DARK if dark else 0
    options.summary_path = required(path, "path")
    with comparison._reading():
        lib.bres_compare_plot(comparison._compared(), 1, options)


def choice(value, what, prefix):
    """The number of a constant by its name in small letters."""
    names = {name[len(prefix):].lower(): number for name, number in vars(_abi).items()
             if name.startswith(prefix)}
    try:
        return names[value]
    except (KeyError, TypeError):
        raise ValueError(f"unknown {what} {value!r}: expected one of {', '.join(names)}") from None


def _loaded(source):
    """A result as the comparison wants it: it judges values and sidecars itself."""
    if isinstance(source, BenchmarkResult):
        return source._handle
    if isinstance(source, (str, bytes, os.PathLike)):
        return load(source, _abi.BRES_LOAD_LENIENT)
    raise TypeError(f"expected a BenchmarkResult or a path, not {type(source).__name__}")


def _list(value):
    if value is None:
        return []
    return [value] if isinstance(value, (str, bytes)) else value


@contextlib.contextmanager
def _filter(benchmarks, axes):
    """A filter, or None for everything."""
    if benchmarks is None and axes is None:
        yield None
        return
    pointer = ctypes.c_void_p()
    lib.bres_filter_new(pointer)
    try:
        for expression in _list(axes):
            lib.bres_filter_add_axis(pointer, required(expression, "axis filter"))
        for name in _list(benchmarks):
            lib.bres_filter_add_benchmark(pointer, required(name, "benchmark"))
        yield pointer
    finally:
        lib.bres_filter_free(pointer)


def _devices(value, what):
    """Ids, or "all", as the library takes them."""
    if value is None or isinstance(value, (str, bytes)):
        return encode(value, what)
    ids = value if isinstance(value, collections.abc.Iterable) else [value]
    return ",".join(str(integer(number, what)) for number in ids).encode()


def _compare_options(thresholds, metric, flags, devices, count_tolerance, threads):
    options = _abi.bres_compare_options()
    lib.bres_compare_options_init(options)
    options.flags = sum(bit for bit, is_set in flags.items() if is_set)
    options.metric = Metric[metric.upper()] if isinstance(metric, str) else Metric(metric)
    options.threads = integer(threads, "threads", 0, 2**32 - 1)
    options.count_tolerance = real(count_tolerance, "count_tolerance")
    options.reference_devices, options.candidate_devices = devices
    limits = _thresholds(thresholds)
    if limits is not None:
        options.thresholds = ctypes.pointer(limits)
    return options


def compare(reference: Union[BenchmarkResult, Path], candidate: Union[BenchmarkResult, Path], *,
            thresholds: Union[Thresholds, str, None] = None, metric: Union[Metric, str] = "auto",
            benchmarks: Union[str, Sequence[str], None] = None,
            axes: Union[str, Sequence[str], None] = None, ignore_devices: bool = False,
            allow_missing: bool = False, legacy_rule: bool = False,
            reference_devices: Union[str, int, Sequence[int], None] = None,
            candidate_devices: Union[str, int, Sequence[int], None] = None,
            count_tolerance: float = 0.0, threads: int = 0) -> Comparison:
    """Compares two results, or result files, and returns a Comparison, whose rows say what became
    of each state.

    `benchmarks` and `axes` select as -b and -a of the command do: names, and expressions such as
    "Elements[pow2]=[20,24]". `thresholds` are Thresholds, or the name of a preset. Files are loaded
    leniently, for the comparison judges malformed values itself.
    """
    options = _compare_options(
        thresholds, metric,
        {_abi.BRES_COMPARE_IGNORE_DEVICES: ignore_devices,
         _abi.BRES_COMPARE_ALLOW_MISSING: allow_missing,
         _abi.BRES_COMPARE_LEGACY_RULE: legacy_rule},
        (_devices(reference_devices, "reference_devices"),
         _devices(candidate_devices, "candidate_devices")), count_tolerance, threads)
    handles = (_loaded(reference), _loaded(candidate))
    out = ctypes.c_void_p()
    with _filter(benchmarks, axes) as selection, handles[0].reading() as first, \
            handles[1].reading() as second:
        options.filter = selection
        lib.bres_compare(ctypes.c_void_p(first), 1, ctypes.c_void_p(second), 1, options, out)
        return Comparison._make(out.value, handles)
