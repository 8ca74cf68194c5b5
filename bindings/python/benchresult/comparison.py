# SPDX-License-Identifier: MIT
"""Comparisons: whether a candidate is faster than, slower than or equivalent to a reference."""
from __future__ import annotations

import collections.abc
import contextlib
import ctypes
import enum
import os

from . import _abi
from ._callback import calling_back
from ._choices import choice, member, named
from ._display import MAX_ROWS, brief, counted, html_table, percent, seconds
from ._filter import selecting
from ._handle import Shared
from ._library import (encode, integer, last_error, lib, real, reals, required, take_text,
                       text)
from ._log import log_handler
from ._record import Record
from .errors import ArgumentError, ComparisonWarning
from .results import BenchmarkResult, SubBenchmarkState, load
from .runs import make_plan, make_ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import (Any, Callable, Iterable, List, Literal, Optional, Sequence, Tuple, Union,
                        overload)

    from ._words import CompareDisplay, CompareFormat, MetricName, Preset, RuleName
    from .results import Path
    from .runs import Plan, Ratio

    Result = Union[BenchmarkResult, Path]

__all__ = ["Verdict", "Metric", "Rule", "Estimate", "Difference", "Decision", "Row", "Comparison",
           "Drift", "OddRun", "RunOrder", "Thresholds", "compare", "compare_states",
           "compare_samples", "compare_runs", "plot"]


class Verdict(str, enum.Enum):
    """The verdict on the candidate."""

    UNKNOWN = "????"
    SAME = "SAME"
    FAST = "FAST"
    SLOW = "SLOW"
    AMBIGUOUS = "AMBG"

    __str__ = str.__str__


#: Number in C -> verdict.
VERDICTS = {
    _abi.BRES_UNKNOWN: Verdict.UNKNOWN,
    _abi.BRES_SAME: Verdict.SAME,
    _abi.BRES_FAST: Verdict.FAST,
    _abi.BRES_SLOW: Verdict.SLOW,
    _abi.BRES_AMBIGUOUS: Verdict.AMBIGUOUS,
}


class Metric(enum.IntEnum):
    """The times or counts that a comparison uses."""

    AUTO = _abi.BRES_METRIC_AUTO
    GPU = _abi.BRES_METRIC_GPU
    CPU = _abi.BRES_METRIC_CPU
    BATCH = _abi.BRES_METRIC_BATCH
    INSTRUCTIONS = _abi.BRES_METRIC_INSTRUCTIONS


class Rule(enum.IntEnum):
    """The rule of a decision. NVBENCH decides one run per side exactly as NVBench's comparison
    tool does. LEGACY uses only means and noise. NOT_SLOWER decides only whether the candidate is
    slower by more than a margin."""

    DEFAULT = _abi.BRES_RULE_DEFAULT
    NVBENCH = _abi.BRES_RULE_NVBENCH
    LEGACY = _abi.BRES_RULE_LEGACY
    NOT_SLOWER = _abi.BRES_RULE_NOT_SLOWER


class Estimate(Record):
    """The time of one side in seconds. `noise` is relative. `divisor` and `step` are ticks of the
    clock: all samples differ by multiples of `divisor`, and most samples by multiples of `step`.
    Unknown values are None."""

    __slots__ = ("center", "lower", "upper", "noise", "samples", "divisor", "step")

    center: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    noise: Optional[float]
    samples: Optional[int]
    divisor: Optional[float]
    step: Optional[float]


class Difference(Record):
    """The difference between candidate and reference, in seconds. `fraction` is relative to the
    reference. `change` is symmetric: twice the time is +1, half the time is -1. Unknown values
    are None."""

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
                    samples=c.samples if has & _abi.BRES_HAS_SAMPLES else None,
                    divisor=c.divisor if has & _abi.BRES_HAS_STEP else None,
                    step=c.step if has & _abi.BRES_HAS_STEP else None)


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


_THRESHOLDS = tuple(name for name, _ in _abi.bres_thresholds._fields_
                    if name not in ("size", "reserved"))


def _threshold(name, value):
    if name == "rule":
        return member(value, "rule", Rule)
    return (bool(value) if name in ("auto_run_variation", "runs_assume_normal")
            else real(value, name))


def _threshold_values(c):
    return {name: getattr(c, name) for name in _THRESHOLDS}


class Thresholds(Record):
    """The rule and the thresholds of the decision, as fractions: 0.005 is 0.5 %.

    `run_variation` is the known variation between runs: the standard deviation of the typical time
    of one run on one side; 0 if it is unknown. With `auto_run_variation`, it is the value that the
    candidate's results record.

    ``Thresholds()`` is the preset "default". Keywords replace single thresholds, also in
    `preset()`.
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
    runs_min_effect: float
    runs_equivalence_margin: float
    runs_change_confidence: float
    runs_equivalence_confidence: float
    rule: Rule
    runs_assume_normal: bool
    run_variation: float
    auto_run_variation: bool

    def __init__(self, **values: Union[float, RuleName]) -> None:
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        given = {**_threshold_values(c), **values}
        super().__init__(**{name: _threshold(name, value) for name, value in given.items()})

    @classmethod
    def preset(cls, name: Preset, **values: Union[float, RuleName]) -> Thresholds:
        """Returns the preset "default", "strict" or "permissive"."""
        found = lib.bres_thresholds_preset(required(name, "preset"))
        if not found:
            raise last_error()
        return cls(**{**_threshold_values(found.contents), **values})

    @classmethod
    def load(cls, path: Path, preset: Optional[Preset] = None) -> Thresholds:
        """Reads thresholds from a TOML file; benchresult-compare(3) describes the format."""
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        lib.bres_thresholds_load(c, required(path, "path"), encode(preset, "preset"), None)
        return cls(**_threshold_values(c))

    def dump(self) -> str:
        """Returns the thresholds as TOML, which `load()` reads back exactly."""
        out = ctypes.c_void_p()
        lib.bres_thresholds_dump(self._struct(), None, out)
        return take_text(out)

    def _struct(self):
        c = _abi.bres_thresholds()
        lib.bres_thresholds_init(c)
        for name in _THRESHOLDS:
            setattr(c, name, getattr(self, name))
        return c


def thresholds_struct(value):
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


class Decision(Record):
    """The decision on one pair, with its reason. `ratio` and `plan` are None without replicates."""

    __slots__ = ("verdict", "reason", "message", "severity", "reference", "candidate", "difference",
                 "ratio", "plan")

    verdict: Verdict
    reason: str
    message: str
    severity: float
    reference: Estimate
    candidate: Estimate
    difference: Difference
    ratio: Optional[Ratio]
    plan: Optional[Plan]


def _decision(c, ratio=None, plan=None):
    return Decision(verdict=VERDICTS[c.verdict], reason=text(lib.bres_reason_name(c.reason)),
                    message=text(c.message), severity=c.severity, reference=_estimate(c.reference),
                    candidate=_estimate(c.candidate), difference=_difference(c.difference),
                    ratio=ratio, plan=plan)


@contextlib.contextmanager
def _reading(state, what):
    """The state in C, for a call that releases the interpreter's lock."""
    if not isinstance(state, SubBenchmarkState):
        raise TypeError(f"{what} must be a SubBenchmarkState, not {type(state).__name__}")
    with state._handle.reading():
        yield state._pointer


def compare_states(reference: SubBenchmarkState, candidate: SubBenchmarkState, *,
                   thresholds: Union[Thresholds, Preset, None] = None) -> Decision:
    """Compares two states. A tuning loop can pass its best state and the next state."""
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    with _reading(reference, "reference") as first, _reading(candidate, "candidate") as second:
        lib.bres_compare_states(first, second, thresholds_struct(thresholds), c)
    return _decision(c)


def floats(values, what):
    """Any sequence or buffer of numbers as an array of float32."""
    try:
        view = memoryview(values)
    except TypeError:
        view = None
    if view is not None and view.ndim != 1:
        raise ArgumentError(f"{what} must have one dimension, not {view.ndim}")
    if view is not None and view.format in ("f", "=f", "@f") and view.contiguous:
        return (ctypes.c_float * len(view)).from_buffer_copy(view)
    return reals(values, what, ctypes.c_float)


def _samples(times, rates, name):
    times = floats(times, name)
    pointer = ctypes.POINTER(ctypes.c_float)
    side = _abi.bres_samples(ctypes.cast(times, pointer), None, len(times))
    if rates is not None:
        rates = floats(rates, f"{name}_rates")
        if len(rates) != len(times):
            raise ArgumentError(f"{name} has {counted(len(times), 'time')} and "
                                f"{counted(len(rates), 'rate')} (expected as many)")
        side.rates = ctypes.cast(rates, pointer)
    return side


def compare_samples(reference: Iterable[float], candidate: Iterable[float], *,
                    reference_rates: Optional[Iterable[float]] = None,
                    candidate_rates: Optional[Iterable[float]] = None, has_clock: bool = False,
                    thresholds: Union[Thresholds, Preset, None] = None) -> Decision:
    """Compares two sets of samples in seconds: lists, arrays or other buffers of numbers.
    `reference_rates` and `candidate_rates` are clock rates in hertz, one for each sample. Unless
    all rates are finite and positive, they are unusable, and the reason of the decision says so.
    Without rates, the samples count as CPU times, unless `has_clock` is true."""
    c = _abi.bres_decision()
    lib.bres_decision_init(c)
    lib.bres_compare_samples(_samples(reference, reference_rates, "reference"),
                             _samples(candidate, candidate_rates, "candidate"),
                             _abi.BRES_COMPARE_HAS_CLOCK if has_clock else 0,
                             thresholds_struct(thresholds), c)
    return _decision(c)


def _run_samples(runs, name):
    """The runs of a side as an array in C, and their number."""
    sides = [_samples(times, None, f"{name}[{i}]") for i, times in enumerate(runs)]
    return (_abi.bres_samples * len(sides))(*sides), len(sides)


def _pairing(paired):
    """The flag for paired or for independent runs; 0 for None, so that the results decide."""
    if paired is None:
        return 0
    return _abi.BRES_COMPARE_PAIRED if paired else _abi.BRES_COMPARE_UNPAIRED


def compare_runs(references: Iterable[Iterable[float]], candidates: Iterable[Iterable[float]], *,
                 paired: bool = False, has_clock: bool = False, sequential: bool = False,
                 thresholds: Union[Thresholds, Preset, None] = None) -> Decision:
    """Compares two sets of runs. Each run is a set of samples in seconds. With `paired`, the
    i-th runs of both sides are a pair that was measured in alternation. `sequential` means that the
    times determined the number of pairs, as in a race."""
    c, ratio, plan = _abi.bres_decision(), _abi.bres_ratio(), _abi.bres_plan()
    lib.bres_decision_init(c)
    lib.bres_ratio_init(ratio)
    lib.bres_plan_init(plan)
    flags = _pairing(True) if paired else 0
    lib.bres_compare_runs(*_run_samples(references, "references"),
                          *_run_samples(candidates, "candidates"),
                          flags | _set_bits({_abi.BRES_COMPARE_HAS_CLOCK: has_clock,
                                             _abi.BRES_COMPARE_SEQUENTIAL: sequential}),
                          thresholds_struct(thresholds), c, ratio, plan)
    return _decision(c, make_ratio(ratio) if ratio.reference_runs else None,
                     make_plan(plan) if plan.variance_source else None)


# --- Two results ----------------------------------------------------------------------------------


class Row(Record):
    """Two matching states and the decision on them.

    `state` is the state of the candidate, and `reference_state` is the state of the reference. With
    replicates, both come from the first run that has the state; `states` and `reference_states`
    hold the state of each run, or None if the run lacks it. Equality of rows ignores states, and a
    pickled row has None in their place, because states belong to files. `reference` and `candidate`
    are estimates. `ratio` is None without replicates, and `plan` is None unless an undecided row
    has a plan.
    """

    __slots__ = ("benchmark", "name", "verdict", "reason", "message", "severity", "reference",
                 "candidate", "difference", "occurrence", "occurrences", "ratio", "plan",
                 "reference_states", "states", "reference_state", "state")

    benchmark: str
    name: str
    verdict: Verdict
    reason: str
    message: str
    severity: float
    reference: Estimate
    candidate: Estimate
    difference: Difference
    occurrence: int
    occurrences: int
    ratio: Optional[Ratio]
    plan: Optional[Plan]
    reference_states: Optional[Tuple[Optional[SubBenchmarkState], ...]]
    states: Optional[Tuple[Optional[SubBenchmarkState], ...]]
    reference_state: Optional[SubBenchmarkState]
    state: Optional[SubBenchmarkState]

    def _values(self):
        return super()._values()[:-4]

    def __repr__(self) -> str:
        return (f"<Row {brief(self.benchmark)} {brief(self.name)}: {self.verdict} "
                f"({self.reason})>")


def _runs(pointer, handles, in_reference):
    """The states of a row, one for each handle of a run."""
    states = (lib.bres_row_run(pointer, in_reference, i) for i in range(len(handles)))
    return tuple(SubBenchmarkState._make(handle, state) if state else None
                 for handle, state in zip(handles, states))


def _optional(make, pointer):
    return make(pointer.contents) if pointer else None


def _row(pointer, runs):
    sides = [_runs(pointer, handles, side == 0) for side, handles in enumerate(runs)]
    first = [next(state for state in states if state is not None) for states in sides]
    bench = lib.bres_comparison_bench_candidate(lib.bres_row_bench(pointer))
    return Row(benchmark=text(lib.bres_subbench_name(bench)), name=first[1].name(),
               verdict=VERDICTS[lib.bres_row_verdict(pointer)],
               reason=text(lib.bres_reason_name(lib.bres_row_reason(pointer))),
               message=text(lib.bres_row_message(pointer)),
               severity=lib.bres_row_severity(pointer),
               reference=_estimate(lib.bres_row_reference_estimate(pointer).contents),
               candidate=_estimate(lib.bres_row_candidate_estimate(pointer).contents),
               difference=_difference(lib.bres_row_difference(pointer).contents),
               occurrence=lib.bres_row_occurrence(pointer),
               occurrences=lib.bres_row_occurrence_count(pointer),
               ratio=_optional(make_ratio, lib.bres_row_ratio(pointer)),
               plan=_optional(make_plan, lib.bres_row_plan(pointer)),
               reference_states=sides[0], states=sides[1],
               reference_state=first[0], state=first[1])


def _owner(handles, state):
    """The handle of the result that contains a state."""
    bench = lib.bres_state_subbench(state)
    return next(handle for handle in handles if any(
        lib.bres_result_subbench_at(handle.pointer, i) == bench
        for i in range(lib.bres_result_subbench_count(handle.pointer))))


def _enter(stack, handles):
    """The results as an array in C, locked for reading, and their number."""
    pointers = [stack.enter_context(handle.reading()) for handle in handles]
    return (ctypes.c_void_p * len(pointers))(*pointers), len(pointers)


class RunOrder(enum.IntEnum):
    """The order of replicates according to their start times."""

    UNKNOWN = _abi.BRES_RUN_ORDER_UNKNOWN
    EQUAL = _abi.BRES_RUN_ORDER_EQUAL
    FUTURE = _abi.BRES_RUN_ORDER_FUTURE
    OVERLAPPING = _abi.BRES_RUN_ORDER_OVERLAPPING
    MIXED = _abi.BRES_RUN_ORDER_MIXED
    SEPARATE = _abi.BRES_RUN_ORDER_SEPARATE


class Drift(Record):
    """A drift of the times over all rows. `change` is the change from the first run to the last, as
    a fraction, and `p_value` is the probability of such a drift by chance."""

    __slots__ = ("change", "p_value")

    change: float
    p_value: float


class OddRun(Record):
    """A run that deviates from all others, and that the comparison therefore leaves out. It
    deviates by the fraction `change`, in `odd_rows` of its `rows`."""

    __slots__ = ("in_reference", "index", "change", "rows", "odd_rows")

    in_reference: bool
    index: int
    change: float
    rows: int
    odd_rows: int


class Comparison(Shared, collections.abc.Sequence[Row]):
    """The rows of a comparison, in the candidate's order."""

    __slots__ = ("_pointer", "_handles", "_rows")

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Comparison is not constructed directly: use compare()")

    @classmethod
    def _make(cls, pointer, handles):
        comparison = cls.__new__(cls)
        comparison._pointer = pointer
        comparison._handles = handles
        runs = [comparison._run_handles(side) for side in (0, 1)]
        comparison._rows = [_row(lib.bres_comparison_row_at(pointer, i), runs)
                            for i in range(lib.bres_comparison_row_count(pointer))]
        return comparison

    def _run_handles(self, side):
        """The handle of the result that holds each run of a side."""
        by_pointer = {handle.pointer: handle for handle in self._handles[side]}
        return [by_pointer[lib.bres_comparison_run_at(self._pointer, side == 0, i, None)]
                for i in range(lib.bres_comparison_run_count(self._pointer, side == 0))]

    def __del__(self, free: Any = lib.bres_comparison_free) -> None:
        pointer = getattr(self, "_pointer", None)
        if pointer:
            free(pointer)

    @property
    def rows(self) -> List[Row]:
        return list(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: int) -> Row: ...

        @overload
        def __getitem__(self, index: slice) -> List[Row]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Row, List[Row]]:
        return self._rows[index]

    def _with(self, verdict: Verdict) -> List[Row]:
        return [row for row in self._rows if row.verdict is verdict]

    @property
    def regressions(self) -> List[Row]:
        """The rows whose candidate is slower: SLOW."""
        return self._with(Verdict.SLOW)

    @property
    def improvements(self) -> List[Row]:
        """The rows whose candidate is faster: FAST."""
        return self._with(Verdict.FAST)

    @property
    def equivalent(self) -> List[Row]:
        """The rows whose sides are equivalent: SAME."""
        return self._with(Verdict.SAME)

    @property
    def undecided(self) -> List[Row]:
        """The undecided rows: AMBG."""
        return self._with(Verdict.AMBIGUOUS)

    @property
    def unknown(self) -> List[Row]:
        """The rows that have no usable time on one side: ????."""
        return self._with(Verdict.UNKNOWN)

    def count(self, verdict: Union[Verdict, str]) -> int:
        """Returns the number of rows with this verdict."""
        return sum(row.verdict == verdict for row in self._rows)

    def _missing(self, count, at):
        sides = ([], [])
        in_reference = ctypes.c_bool()
        for i in range(count(self._pointer)):
            pointer = at(self._pointer, i, in_reference)
            sides[0 if in_reference.value else 1].append(pointer)
        return sides

    @property
    def missing_benchmarks(self) -> Tuple[List[str], List[str]]:
        """Two lists of benchmark names: only in the reference, and only in the candidate."""
        sides = self._missing(lib.bres_comparison_missing_bench_count,
                              lib.bres_comparison_missing_bench_at)
        return tuple([text(lib.bres_subbench_name(pointer)) for pointer in side] for side in sides)

    @property
    def run_counts(self) -> Tuple[int, int]:
        """The number of runs of the reference and of the candidate."""
        return tuple(lib.bres_comparison_run_count(self._pointer, side == 0) for side in (0, 1))

    @property
    def is_paired(self) -> bool:
        """Whether the runs were compared in pairs."""
        return lib.bres_comparison_is_paired(self._pointer)

    @property
    def is_sequential(self) -> bool:
        """Whether the number of pairs was not fixed beforehand, as in a race; the confidence
        interval of a race then decides."""
        return lib.bres_comparison_is_sequential(self._pointer)

    @property
    def run_order(self) -> RunOrder:
        """The order of the runs according to their start times."""
        return RunOrder(lib.bres_comparison_run_order(self._pointer))

    @property
    def drift(self) -> Optional[Drift]:
        """The drift of the times over all rows; None if it is unknown."""
        change, p_value = ctypes.c_double(), ctypes.c_double()
        if not lib.bres_comparison_drift(self._pointer, change, p_value):
            return None
        return Drift(change=change.value, p_value=p_value.value)

    @property
    def odd_run(self) -> Optional[OddRun]:
        """The run that deviates in nearly all rows and is left out; None if every run counts."""
        in_reference, change = ctypes.c_bool(), ctypes.c_double()
        index, rows, odd_rows = ctypes.c_size_t(), ctypes.c_size_t(), ctypes.c_size_t()
        if not lib.bres_comparison_odd_run(self._pointer, in_reference, index, change, rows,
                                           odd_rows):
            return None
        return OddRun(in_reference=in_reference.value, index=index.value, change=change.value,
                      rows=rows.value, odd_rows=odd_rows.value)

    @property
    def missing_states(self) -> Tuple[List[SubBenchmarkState], List[SubBenchmarkState]]:
        """Two lists of states: only in the reference, and only in the candidate; with
        `allow_missing`."""
        sides = self._missing(lib.bres_comparison_missing_state_count,
                              lib.bres_comparison_missing_state_at)
        return tuple([SubBenchmarkState._make(_owner(handles, pointer), pointer)
                      for pointer in side] for handles, side in zip(self._handles, sides))

    @property
    def note(self) -> Optional[str]:
        """A source of error that the verdicts do not include: with one run per side, the variation
        between runs, unless it is known. None: no such source."""
        return text(lib.bres_comparison_note(self._pointer))

    @property
    def command(self) -> Optional[str]:
        """A shell command for a race whose verdicts include this source of error; None without a
        note."""
        return text(lib.bres_comparison_command(self._pointer))

    @property
    def device_difference(self) -> str:
        """How the device sections differ, a line for each field; "" if they are equal."""
        return text(lib.bres_comparison_device_difference(self._pointer))

    def _compared(self):
        """The comparison and the names of its files; with replicates, the first file of each
        side."""
        paths = [lib.bres_result_path(handles[0].pointer) for handles in self._handles]
        return _abi.bres_compared(self._pointer, *paths, None)

    @contextlib.contextmanager
    def _reading(self):
        with contextlib.ExitStack() as stack:
            for handles in self._handles:
                _enter(stack, handles)
            yield

    def report(self, format: CompareFormat = "markdown", display: CompareDisplay = "intervals", *,
               fail_on_undecided: bool = False) -> str:
        """Returns the report as text. benchresult-report(3) describes the formats; "python" is a
        script that loads the samples. `display` selects the columns of markdown: "intervals",
        "simple", "explain" or "legacy". With `fail_on_undecided`, undecided rows are failures in
        "junit"."""
        options = _abi.bres_compare_report_options()
        lib.bres_compare_report_options_init(options)
        options.format = format_number(format, _abi.BRES_REPORT_COMPARE)
        options.display = choice(display, "display", "BRES_DISPLAY_")
        options.flags = _abi.BRES_REPORT_FAIL_ON_UNDECIDED if fail_on_undecided else 0
        out = ctypes.c_void_p()
        with self._reading():
            lib.bres_compare_report(self._compared(), 1, options, out, None)
        return take_text(out)

    def plot(self, path: Path, *, dark: bool = False) -> None:
        """Draws the relative differences of all rows, as `benchresult.plot()` does."""
        plot(self, path, dark=dark)

    def __repr__(self) -> str:
        counts = ", ".join(f"{verdict.value} {self.count(verdict)}" for verdict in Verdict
                           if self.count(verdict))
        return f"<Comparison of {len(self)} rows: {counts or 'none'}>"

    def _repr_html_(self) -> str:
        ranked = sorted(self._rows, key=lambda row: _SHOWN_FIRST.index(row.verdict))[:MAX_ROWS]
        rows = [(row.benchmark, row.name, seconds(row.reference.center),
                 seconds(row.candidate.center), percent(row.difference.fraction, "+"), row.verdict,
                 row.message) for row in ranked]
        return html_table(repr(self)[1:-1], ("Benchmark", "State", "Reference", "Candidate",
                                             "Change", "Verdict", "Message"), rows, len(self),
                          "row")


#: The order of verdicts in a table that does not show all rows.
_SHOWN_FIRST = (Verdict.SLOW, Verdict.FAST, Verdict.AMBIGUOUS, Verdict.UNKNOWN, Verdict.SAME)


def plot(comparison: Comparison, path: Path, *, dark: bool = False) -> None:
    """Draws the relative differences of all rows with gnuplot. The ending of the path selects
    SVG, PNG or PDF."""
    if not isinstance(comparison, Comparison):
        raise TypeError(f"comparison must be a Comparison, not {type(comparison).__name__}")
    options = _abi.bres_plot_options()
    lib.bres_plot_options_init(options)
    options.flags = _abi.BRES_PLOT_DARK if dark else 0
    options.summary_path = required(path, "path")
    with comparison._reading():
        lib.bres_compare_plot(comparison._compared(), 1, options)


def format_number(value, report):
    """The number of a format of a report by its name."""
    formats = lib.bres_report_formats(report)
    return named(value, "format", {text(lib.bres_format_name(number)): number
                                   for number in range(32) if formats >> number & 1})


def column_set(names):
    """The set of the columns of a summary with these names."""
    if isinstance(names, str):
        raise TypeError("columns must be an iterable of names, not str")
    columns = 0
    for name in names:
        columns |= 1 << column_number(name)
    return columns


def column_number(name):
    """The number of the column of a summary with this name."""
    return named(name, "column", {text(lib.bres_column_name(number)): number
                                  for number in range(32)
                                  if lib.bres_summary_columns() >> number & 1})


def _loaded(source):
    """A result for a comparison, loaded leniently: the comparison checks values and sidecars
    itself."""
    if isinstance(source, BenchmarkResult):
        return source._handle
    if isinstance(source, (str, bytes, os.PathLike)):
        return load(source, _abi.BRES_LOAD_LENIENT)
    raise TypeError(f"expected a BenchmarkResult or a path, not {type(source).__name__}")


def _loaded_runs(sources):
    """The results of one side, from one result or a list."""
    if (isinstance(sources, (BenchmarkResult, str, bytes, os.PathLike))
            or not isinstance(sources, collections.abc.Iterable)):
        sources = [sources]
    return [_loaded(source) for source in sources]


def _devices(value, what):
    """Device ids, or "all", as text for the library."""
    if value is None or isinstance(value, (str, bytes)):
        return encode(value, what)
    ids = value if isinstance(value, collections.abc.Iterable) else [value]
    return ",".join(str(integer(number, what)) for number in ids).encode()


def _compare_options(thresholds, rule, run_variation, metric, flags, devices, **numbers):
    options = _abi.bres_compare_options()
    lib.bres_compare_options_init(options)
    options.flags = flags
    options.metric = member(metric, "metric", Metric)
    options.threads = integer(numbers.pop("threads"), "threads", 0, 2**32 - 1)
    for name, value in numbers.items():
        setattr(options, name, real(value, name))
    options.reference_devices, options.candidate_devices = devices
    limits = thresholds_struct(Thresholds() if thresholds is None else thresholds)
    if rule is not None:
        limits.rule = member(rule, "rule", Rule)
    if run_variation is not None:
        limits.auto_run_variation = run_variation == "auto"
        limits.run_variation = 0 if run_variation == "auto" else real(run_variation,
                                                                      "run_variation")
    options.thresholds = ctypes.pointer(limits)
    return options


def _set_bits(flags):
    return sum(bit for bit, is_set in flags.items() if is_set)


def compare(reference: Union[Result, Iterable[Result]], candidate: Union[Result, Iterable[Result]],
            *, thresholds: Union[Thresholds, Preset, None] = None,
            rule: Union[Rule, RuleName, None] = None,
            run_variation: Union[float, Literal["auto"], None] = None,
            metric: Union[Metric, MetricName] = "auto",
            benchmarks: Union[str, Sequence[str], None] = None,
            axes: Union[str, Sequence[str], None] = None,
            filter: Union[str, Sequence[str], None] = None, ignore_devices: bool = False,
            allow_missing: bool = False, require_samples: bool = False,
            reference_devices: Union[str, int, Sequence[int], None] = None,
            candidate_devices: Union[str, int, Sequence[int], None] = None,
            paired: Optional[bool] = None, false_discovery_rate: float = 0.0,
            any_dependence: bool = False, plan_probability: float = 0.8,
            count_tolerance: float = 0.0, threads: int = 0,
            log: Optional[Callable[[str], Any]] = None) -> Comparison:
    """Compares two results or result files. Each row of the returned Comparison is a decision on
    one state.

    A list of results or files holds replicates: the runs of one side. The confidence interval of
    the ratio of typical times over the runs, `row.ratio`, then decides. With `paired` None, the
    runs are pairs if the results record that they were measured in alternation; True or False
    overrides this. `false_discovery_rate` is the accepted fraction of false verdicts among all FAST
    and SLOW rows; 0 decides each row alone. With `any_dependence`, the rate holds for any
    dependence between the rows. An undecided row may have a `row.plan`: runs that decide it with
    `plan_probability`.

    `run_variation` is the known variation between runs as a fraction, or "auto": as the candidate's
    results record it. With one run per side, it then decides, and `row.ratio` has the confidence
    interval. With `require_samples`, a sample file that exists but cannot be read is an error.

    `benchmarks`, `axes` and `filter` select states as for `BenchmarkResult.select()`. `thresholds`
    is a Thresholds or the name of a preset. `rule` and `run_variation`, if given, replace those of
    the thresholds. Files of NVBench are loaded leniently, because the comparison checks their
    malformed values itself; a malformed record of another tool's file is an error. `log` receives
    warnings; None: they are `ComparisonWarning`.
    """
    options = _compare_options(
        thresholds, rule, run_variation, metric,
        _pairing(paired) | _set_bits({_abi.BRES_COMPARE_IGNORE_DEVICES: ignore_devices,
                                      _abi.BRES_COMPARE_ALLOW_MISSING: allow_missing,
                                      _abi.BRES_COMPARE_REQUIRE_SAMPLES: require_samples,
                                      _abi.BRES_COMPARE_ANY_DEPENDENCE: any_dependence}),
        (_devices(reference_devices, "reference_devices"),
         _devices(candidate_devices, "candidate_devices")), threads=threads,
        count_tolerance=count_tolerance, false_discovery_rate=false_discovery_rate,
        plan_probability=plan_probability)
    options.log = log_handler(log, ComparisonWarning)
    handles = (_loaded_runs(reference), _loaded_runs(candidate))
    out = ctypes.c_void_p()
    with contextlib.ExitStack() as stack:
        options.filter = stack.enter_context(selecting(benchmarks, axes, filter))
        sides = [*_enter(stack, handles[0]), *_enter(stack, handles[1])]
        try:
            with calling_back():
                lib.bres_compare(*sides, options, out)
        except BaseException:
            lib.bres_comparison_free(out)
            raise
        return Comparison._make(out.value, handles)
