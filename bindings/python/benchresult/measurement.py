# SPDX-License-Identifier: MIT
"""Measurements: repeated timings of one task, with the names of torch.utils.benchmark."""
from __future__ import annotations

import ctypes

from . import _abi
from ._handle import Handle
from ._json import dump, parse
from ._library import encode, integer, lib, real, reals, take_text, text, utf8
from ._record import Record
from .errors import ArgumentError, BadValueError
from .results import BenchmarkResult, SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Iterable, Optional, Sequence, Tuple, Union

__all__ = ["TaskSpec", "Measurement"]


# --- The task -------------------------------------------------------------------------------------


class TaskSpec(Record):
    """Describes what was timed: an immutable record. Two specs are equal if all fields are
    equal; None and "" are different values."""

    __slots__ = ("stmt", "setup", "global_setup", "label", "sub_label", "description", "env",
                 "num_threads")

    stmt: str
    setup: str
    global_setup: str
    label: Optional[str]
    sub_label: Optional[str]
    description: Optional[str]
    env: Optional[str]
    num_threads: int

    def __init__(self, stmt: str, setup: str = "pass", global_setup: str = "",
                 label: Optional[str] = None, sub_label: Optional[str] = None,
                 description: Optional[str] = None, env: Optional[str] = None,
                 num_threads: int = 1):
        for name, value in (("stmt", stmt), ("setup", setup), ("global_setup", global_setup)):
            if not isinstance(value, str):
                raise TypeError(f"{name} must be a string, not {type(value).__name__}")
        super().__init__(stmt=stmt, setup=setup, global_setup=global_setup, label=label,
                         sub_label=sub_label, description=description, env=env,
                         num_threads=integer(num_threads, "num_threads", 1, 2**31 - 1))

    @property
    def title(self) -> str:
        """The label and the sub-label; without a label, the statement and the sub-label."""
        handle = _handle(self, 1, ())
        return text(lib.bres_measurement_title(handle.pointer))

    @property
    def setup_str(self) -> str:
        """The setup as `summarize()` shows it; "" without a setup."""
        if self.setup in ("", "pass"):
            return ""
        if "\n" not in self.setup:
            return f"setup: {self.setup}"
        lines = self.setup.splitlines(keepends=True)
        return "setup:\n" + "".join("  " + line if line.strip() else line for line in lines)

    def summarize(self) -> str:
        """Returns the title, the description and the setup."""
        out = ctypes.c_void_p()
        lib.bres_task_spec_summary(self._struct(), out)
        return take_text(out)

    def _struct(self):
        spec = _abi.bres_task_spec()
        lib.bres_task_spec_init(spec)
        for name in _TEXTS:
            setattr(spec, name, encode(getattr(self, name), name))
        spec.num_threads = self.num_threads
        return spec

    @classmethod
    def _of(cls, spec):
        return cls(**{name: text(getattr(spec, name)) for name in _TEXTS},
                   num_threads=spec.num_threads)


_TEXTS = TaskSpec.__slots__[:-1]


# --- The measurement ------------------------------------------------------------------------------


class _Handle:
    """Owns a bres_measurement."""

    __slots__ = ("pointer",)

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self, free=lib.bres_measurement_free):
        free(self.pointer)


def _handle(task_spec, number_per_run, raw_times):
    times = reals(raw_times, "raw_times")
    pointer = ctypes.c_void_p()
    lib.bres_measurement_new(task_spec._struct(),
                             integer(number_per_run, "number_per_run", 1, 2**63 - 1), times,
                             len(times), pointer)
    return _Handle(pointer.value)


def _doubles(address, count):
    return list((ctypes.c_double * count).from_address(address)) if count else []


class Measurement:
    """The block times of one task, and their statistics.

    `raw_times` are the seconds of whole blocks of `number_per_run` executions, in measuring order.
    Statistics use `times`, the seconds of one execution. Fields of the task, such as `stmt` and
    `label`, are attributes of the measurement, too. `metadata` belongs to the user.
    """

    # Not __init__: a second call would replace the handle while other threads use it.
    def __new__(cls, number_per_run: int, raw_times: Iterable[float], task_spec: TaskSpec,
                metadata: Optional[dict[str, Any]] = None) -> Measurement:
        if not isinstance(task_spec, TaskSpec):
            raise TypeError(f"task_spec must be a TaskSpec, not {type(task_spec).__name__}")
        return cls._fill(_handle(task_spec, number_per_run, raw_times), task_spec, metadata)

    @classmethod
    def _fill(cls, handle, task_spec, metadata):
        measurement = object.__new__(cls)
        measurement._handle = handle
        measurement._task_spec = task_spec
        measurement.metadata = metadata
        return measurement

    @classmethod
    def _make(cls, pointer):
        """Takes ownership of a measurement that C made."""
        handle = _Handle(pointer)
        metadata = lib.bres_measurement_metadata_json(pointer)
        return cls._fill(handle, TaskSpec._of(lib.bres_measurement_spec(pointer).contents),
                         None if metadata is None else parse(metadata))

    # --- Task and times ---

    @property
    def task_spec(self) -> TaskSpec:
        return self._task_spec

    @property
    def number_per_run(self) -> int:
        return lib.bres_measurement_number_per_run(self._handle.pointer)

    @property
    def raw_times(self) -> list[float]:
        """The seconds of each block, as a new list."""
        pointer = self._handle.pointer
        return _doubles(ctypes.cast(lib.bres_measurement_raw_times(pointer), ctypes.c_void_p).value,
                        lib.bres_measurement_count(pointer))

    @property
    def times(self) -> list[float]:
        """The seconds of one execution, for each block, as a new list."""
        pointer = self._handle.pointer
        return _doubles(ctypes.cast(lib.bres_measurement_times(pointer), ctypes.c_void_p).value,
                        lib.bres_measurement_count(pointer))

    stmt: str = property(lambda self: self._task_spec.stmt)
    setup: str = property(lambda self: self._task_spec.setup)
    global_setup: str = property(lambda self: self._task_spec.global_setup)
    label: Optional[str] = property(lambda self: self._task_spec.label)
    sub_label: Optional[str] = property(lambda self: self._task_spec.sub_label)
    description: Optional[str] = property(lambda self: self._task_spec.description)
    num_threads: int = property(lambda self: self._task_spec.num_threads)
    env: Optional[str] = property(lambda self: self._task_spec.env)
    title: str = property(lambda self: self._task_spec.title)

    @property
    def as_row_name(self) -> str:
        """The sub-label; without one, the statement; without both, "[Unknown]"."""
        return text(lib.bres_measurement_row_name(self._handle.pointer))

    # --- Statistics ---

    def _statistic(self, function, *arguments):
        seconds = ctypes.c_double()
        if not function(self._handle.pointer, *arguments, seconds):
            raise BadValueError("a measurement without blocks has no statistics")
        return seconds.value

    @property
    def mean(self) -> float:
        return self._statistic(lib.bres_measurement_mean)

    @property
    def median(self) -> float:
        return self._statistic(lib.bres_measurement_median)

    @property
    def iqr(self) -> float:
        """The interquartile range."""
        return self._statistic(lib.bres_measurement_iqr)

    def quantile(self, fraction: float) -> float:
        """Returns a quantile of the times; `fraction` is between 0 (the shortest time) and 1
        (the longest)."""
        share = real(fraction, "fraction")
        if not 0 <= share <= 1:
            raise ArgumentError(f"fraction must be from 0 to 1, not {share}")
        return self._statistic(lib.bres_measurement_quantile, share)

    @property
    def significant_figures(self) -> int:
        """The number of significant digits of the median, 1 to 4."""
        digits = lib.bres_measurement_significant_figures(self._handle.pointer)
        if digits == 0:
            raise BadValueError("a measurement without blocks has no statistics")
        return digits

    @property
    def has_warnings(self) -> bool:
        """Whether the times spread too much: iqr / median is 0.10 or more."""
        return lib.bres_measurement_spread(self._handle.pointer) != _abi.BRES_SPREAD_STEADY

    def meets_confidence(self, threshold: float = 0.1) -> bool:
        """Returns whether iqr / median is below the threshold."""
        return lib.bres_measurement_meets_confidence(self._handle.pointer,
                                                     real(threshold, "threshold"))

    def __repr__(self) -> str:
        return ("<benchresult.Measurement object>\n" +
                text(lib.bres_measurement_text(self._handle.pointer)))

    # --- Equality and pickling ---

    def _values(self):
        return self.number_per_run, self.raw_times, self._task_spec, self.metadata

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Measurement) \
            else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), self._values()

    # --- Merging ---

    @staticmethod
    def merge(measurements: Iterable[Measurement]) -> list[Measurement]:
        """Returns one measurement for each task, in the order in which tasks first occur. Its
        blocks are the times of all measurements of the task, as blocks of one execution.
        Metadata is left out."""
        pointers, keep = _pointers(measurements)
        merged = (ctypes.c_void_p * len(pointers))()
        count = ctypes.c_size_t()
        lib.bres_measurement_merge(pointers, len(pointers), merged, count)
        del keep
        return [Measurement._make(merged[i]) for i in range(count.value)]

    # --- JSON and results ---

    def to_json(self) -> str:
        """Returns the measurement as a JSON object, which `from_json()` reads back exactly.
        Metadata must be None, or a dict that JSON can represent."""
        handle = self._handle
        if self.metadata is not None:
            handle = _handle(self._task_spec, self.number_per_run, self.raw_times)
            lib.bres_measurement_set_metadata_json(handle.pointer,
                                                   dump(self.metadata, "metadata"))
        out = ctypes.c_void_p()
        lib.bres_measurement_json(handle.pointer, out)
        return take_text(out)

    @classmethod
    def from_json(cls, data: Union[str, bytes]) -> Measurement:
        if isinstance(data, str):
            data = utf8(data, "data")
        if not isinstance(data, bytes):
            raise TypeError(f"data must be a string or bytes, not {type(data).__name__}")
        pointer = ctypes.c_void_p()
        lib.bres_measurement_parse(data, len(data), pointer)
        return cls._make(pointer.value)

    @staticmethod
    def to_result(measurements: Iterable[Measurement]) -> BenchmarkResult:
        """Returns the measurements as a result, which can be written, merged and compared. It
        has a benchmark for each label, a state for each measurement, and times in float32."""
        pointers, keep = _pointers(measurements)
        pointer = ctypes.c_void_p()
        lib.bres_measurement_result(pointers, len(pointers), pointer)
        del keep
        return BenchmarkResult._make(Handle(pointer.value))

    @classmethod
    def from_state(cls, state: SubBenchmarkState) -> Measurement:
        """Returns the measurement from which a state was made. For any other state, the samples
        become the blocks of the measurement."""
        if not isinstance(state, SubBenchmarkState):
            raise TypeError(f"state must be a SubBenchmarkState, not {type(state).__name__}")
        pointer = ctypes.c_void_p()
        with state._handle.reading():
            lib.bres_measurement_from_state(state._pointer, pointer)
        return cls._make(pointer.value)


def _pointers(measurements: Iterable[Measurement]) -> tuple[Any, Sequence[_Handle]]:
    """The handles as an array in C, and the objects that must live as long."""
    handles = []
    for measurement in measurements:
        if not isinstance(measurement, Measurement):
            raise TypeError(f"expected a Measurement, not {type(measurement).__name__}")
        handles.append(measurement._handle)
    return (ctypes.c_void_p * len(handles))(*(handle.pointer for handle in handles)), handles
