# SPDX-License-Identifier: MIT
"""Deciding whether a run got faster, slower or stayed the same."""
import collections.abc
import ctypes
import enum

from . import _abi
from ._library import encode, last_error, lib, take_text, text
from .results import BenchmarkResult, SubBenchmarkState

__all__ = ["Verdict", "Metric", "Estimate", "Difference", "Decision", "Row", "Comparison",
           "Thresholds", "compare", "compare_states", "compare_samples"]


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

    def __init__(self, **values):
        for name in self.__slots__:
            object.__setattr__(self, name, values.pop(name))
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__} does not change")

    __delattr__ = None

    def _values(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other):
        return self._values() == other._values() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(self._values())

    def __reduce__(self):
        return _restore, (type(self), self._values())

    def __repr__(self):
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({values})"


def _restore(kind, values):
    return kind(**dict(zip(kind.__slots__, values)))


class Estimate(_Record):
    """The timing of one side, in seconds; ``noise`` is relative. None where it is not known."""

    __slots__ = ("center", "lower", "upper", "noise", "samples")


class Difference(_Record):
    """The candidate against the reference, in seconds; ``fraction`` is of the reference, ``change``
    symmetric: doubling is +1, halving -1. None where it is not known."""

    __slots__ = ("center", "lower", "upper", "fraction", "change", "change_lower", "change_upper")


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


class Thresholds(_Record):
    """The limits of the decision, all fractions: 0.005 is 0.5 %.

    ``Thresholds()`` is the preset "default"; keywords replace single limits, in ``preset()`` too.
    """

    __slots__ = _THRESHOLDS

    def __init__(self, **values):
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        super().__init__(**{**{name: getattr(c, name) for name in _THRESHOLDS}, **values})

    @classmethod
    def preset(cls, name, **values):
        """"default", "strict" or "permissive"."""
        found = lib.bres_thresholds_preset(encode(name, "preset"))
        if not found:
            raise last_error()
        return cls(**{**{key: getattr(found.contents, key) for key in _THRESHOLDS}, **values})

    @classmethod
    def load(cls, path, preset=None):
        """From a TOML file; see benchresult-compare(1)."""
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        lib.bres_thresholds_load(c, encode(path, "path"), encode(preset, "preset"), None)
        return cls(**{name: getattr(c, name) for name in _THRESHOLDS})

    def dump(self):
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


def _decision(c):
    return Decision(status=_VERDICTS[c.verdict], reason=text(lib.bres_reason_name(c.reason)),
                    message=text(c.message), severity=c.severity, reference=_estimate(c.reference),
                    candidate=_estimate(c.candidate), difference=_difference(c.difference))


def _state_pointer(state, what):
    if not isinstance(state, SubBenchmarkState):
        raise TypeError(f"{what} must be a SubBenchmarkState, not {type(state).__name__}")
    return state._pointer


def compare_states(reference, candidate, *, thresholds=None):
    """Decides on two states, such as the best so far and the next one of a tuning loop."""
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    lib.bres_compare_states(_state_pointer(reference, "reference"),
                            _state_pointer(candidate, "candidate"), _thresholds(thresholds), c)
    return _decision(c)


def _floats(values, what):
    """Any sequence or buffer of numbers as an array of float32."""
    try:
        view = memoryview(values)
    except TypeError:
        return (ctypes.c_float * len(values))(*values)
    if view.ndim != 1:
        raise ValueError(f"{what} must have one dimension, not {view.ndim}")
    kind = ctypes.c_float * len(view)
    if view.format in ("f", "<f", "=f") and view.contiguous:
        return kind.from_buffer_copy(view)
    return kind(*view.tolist())


def compare_samples(reference, candidate, *, reference_rates=None, candidate_rates=None,
                    has_clock=False, thresholds=None):
    """Decides on two sets of samples, in seconds: lists, arrays, or any buffers of numbers. Clock
    rates (hertz) are one for each sample. Without them the samples are judged as CPU times, which
    have no clock to ask, unless `has_clock` says that there is one."""
    sides = []
    for name, times, rates in (("reference", reference, reference_rates),
                               ("candidate", candidate, candidate_rates)):
        times = _floats(times, name)
        side = _abi.bres_samples(ctypes.cast(times, ctypes.POINTER(ctypes.c_float)), None,
                                 len(times))
        if rates is not None:
            rates = _floats(rates, f"{name}_rates")
            if len(rates) != len(times):
                raise ValueError(f"{name}: there are {len(times)} times, but {len(rates)} rates")
            side.rates = ctypes.cast(rates, ctypes.POINTER(ctypes.c_float))
        sides.append(side)
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    lib.bres_compare_samples(sides[0], sides[1],
                             _abi.BRES_COMPARE_HAS_CLOCK if has_clock else 0,
                             _thresholds(thresholds), c)
    return _decision(c)


# --- Two results ----------------------------------------------------------------------------------


class Row(_Record):
    """Two states that belong together, and what was decided on them.

    ``state`` is the candidate's, ``reference_state`` the other one; both are None in a row that was
    pickled, for they belong to files. ``reference`` and ``candidate`` are estimates.
    """

    __slots__ = ("benchmark", "name", "status", "reason", "message", "severity", "reference",
                 "candidate", "difference", "occurrence", "occurrences", "reference_state", "state")

    def __reduce__(self):
        return _restore, (Row, (*self._values()[:-2], None, None))


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


class Comparison(collections.abc.Sequence):
    """The rows of a comparison, in the candidate's order."""

    def __init__(self, *arguments, **keywords):
        raise TypeError("Comparison is not constructed directly: use compare()")

    @classmethod
    def _make(cls, pointer, handles):
        comparison = cls.__new__(cls)
        comparison._pointer = pointer
        comparison._handles = handles
        comparison._rows = None
        return comparison

    def __del__(self):
        pointer = getattr(self, "_pointer", None)
        if pointer:
            lib.bres_comparison_free(pointer)

    @property
    def rows(self):
        if self._rows is None:
            self._rows = [_row(lib.bres_comparison_row_at(self._pointer, i), self._handles)
                          for i in range(len(self))]
        return self._rows

    def __len__(self):
        return lib.bres_comparison_row_count(self._pointer)

    def __getitem__(self, index):
        return self.rows[index]

    def count(self, status):
        """How many rows have this status."""
        return sum(row.status == status for row in self.rows)

    def _missing(self, count, at):
        sides = ([], [])
        in_reference = ctypes.c_bool()
        for i in range(count(self._pointer)):
            pointer = at(self._pointer, i, in_reference)
            sides[0 if in_reference.value else 1].append(pointer)
        return sides

    @property
    def missing_benchmarks(self):
        """Names of the benchmarks that only the reference, and only the candidate has."""
        sides = self._missing(lib.bres_comparison_missing_bench_count,
                              lib.bres_comparison_missing_bench_at)
        return tuple([text(lib.bres_subbench_name(pointer)) for pointer in side] for side in sides)

    @property
    def missing_states(self):
        """States that only the reference, and only the candidate has, with `allow_missing`."""
        sides = self._missing(lib.bres_comparison_missing_state_count,
                              lib.bres_comparison_missing_state_at)
        return tuple([SubBenchmarkState._make(handle, pointer) for pointer in side]
                     for handle, side in zip(self._handles, sides))

    @property
    def device_difference(self):
        """How the device sections differ, a line per field; "" when they do not."""
        return text(lib.bres_comparison_device_difference(self._pointer))

    def report(self, format="markdown", display="intervals"):
        """The report as text: "markdown", "csv", "json" or "junit"."""
        options = _abi.bres_compare_report_options()
        lib.bres_compare_report_options_init(options)
        options.format = _choice(format, "format", "BRES_FORMAT_")
        options.display = _choice(display, "display", "BRES_DISPLAY_")
        pair = _abi.bres_compared(self._pointer, None, None, None)
        out = ctypes.c_void_p()
        lib.bres_compare_report(pair, 1, options, out, None)
        return take_text(out)

    def __repr__(self):
        counts = ", ".join(f"{verdict.value} {self.count(verdict)}" for verdict in Verdict
                           if self.count(verdict))
        return f"<Comparison of {len(self)} rows: {counts or 'none'}>"


def _choice(value, what, prefix):
    number = getattr(_abi, prefix + str(value).upper(), None)
    if number is None:
        raise ValueError(f"unknown {what} {value!r}")
    return number


def _load(source):
    """A result as the comparison wants it: it judges values and sidecars itself."""
    if isinstance(source, BenchmarkResult):
        return source._handle
    return BenchmarkResult._load(source, _abi.BRES_LOAD_LENIENT)._handle


def _filter(benchmarks, axes):
    """A filter, or None for everything."""
    if benchmarks is None and axes is None:
        return None
    pointer = ctypes.c_void_p()
    lib.bres_filter_new(pointer)
    try:
        for expression in _list(axes):
            lib.bres_filter_add_axis(pointer, encode(expression, "axis filter"))
        for name in _list(benchmarks):
            lib.bres_filter_add_benchmark(pointer, encode(name, "benchmark"))
    except BaseException:
        lib.bres_filter_free(pointer)
        raise
    return pointer


def _list(value):
    if value is None:
        return []
    return [value] if isinstance(value, (str, bytes)) else value


def compare(reference, candidate, *, thresholds=None, metric=Metric.AUTO, benchmarks=None,
            axes=None, ignore_devices=False, allow_missing=False, legacy_rule=False,
            reference_devices=None, candidate_devices=None, threads=0):
    """Compares two results, or result files, and returns a Comparison, whose rows say what became
    of each state.

    `benchmarks` and `axes` select as -b and -a of the command do: names, and expressions such as
    "Elements[pow2]=[20,24]". `thresholds` are Thresholds, or the name of a preset. Files are loaded
    leniently, for the comparison judges malformed values itself.
    """
    options = _abi.bres_compare_options()
    lib.bres_compare_options_init(options)
    options.flags = ((_abi.BRES_COMPARE_IGNORE_DEVICES if ignore_devices else 0) |
                     (_abi.BRES_COMPARE_ALLOW_MISSING if allow_missing else 0) |
                     (_abi.BRES_COMPARE_LEGACY_RULE if legacy_rule else 0))
    options.metric = Metric(metric)
    options.threads = threads
    limits = _thresholds(thresholds)
    if limits is not None:
        options.thresholds = ctypes.pointer(limits)
    options.reference_devices = encode(reference_devices, "reference_devices")
    options.candidate_devices = encode(candidate_devices, "candidate_devices")
    handles = (_load(reference), _load(candidate))
    selection = _filter(benchmarks, axes)
    sides = [ctypes.pointer(ctypes.c_void_p(handle.pointer)) for handle in handles]
    pointer = ctypes.c_void_p()
    try:
        options.filter = selection
        lib.bres_compare(sides[0], 1, sides[1], 1, options, pointer)
    finally:
        if selection is not None:
            lib.bres_filter_free(selection)
    return Comparison._make(pointer.value, handles)
