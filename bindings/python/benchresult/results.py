# SPDX-License-Identifier: MIT
"""Benchmark results, with the names of NVBench's own reader.

A script that was written for ``cuda.bench.results`` runs after ``import benchresult.results as
results``. This module needs neither CUDA nor NumPy.

A loaded result never changes, and any number of threads may read it. Its parts are made when they
are first used, and keep the result alive.
"""
from __future__ import annotations

import collections.abc
import ctypes
import os

from . import _abi
from ._display import MAX_ROWS, brief, counted, cut, html_table, percent, seconds
from ._filter import selecting
from ._handle import Handle, Shared
from ._library import lib, mapping, read_json, text
from ._load import import_file, import_options, load, load_memory, load_options
from ._log import log_handler
from ._statistics import Statistics, read_statistics
from .axes import read_axes
from .errors import LoadWarning
from .summaries import BenchmarkResultSummary, read_summaries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import (Any, Callable, ClassVar, Dict, Iterable, Iterator, List, Mapping, Optional,
                        Tuple, TypeVar, Union, overload)

    from ._filter import Texts
    from .axes import AxisValue

    T = TypeVar("T")
    Path = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
    class Samples(collections.abc.Sequence[float]):
        """A read-only memoryview of float32. Type checkers know memoryviews of int only."""

        format: str
        itemsize: int
        nbytes: int
        readonly: bool
        def __buffer__(self, flags: int, /) -> memoryview: ...
        def tobytes(self) -> bytes: ...
        def tolist(self) -> List[float]: ...

    Number = Callable[[Samples], float]
    Estimator = Callable[[Samples], T]
    PairEstimator = Callable[[Samples, Samples], T]
    FieldValue = Union[int, float, str, None]

__all__ = ["BenchmarkResult", "SubBenchmarkResult", "SubBenchmarkState", "BenchmarkResultSummary",
           "BenchmarkResultDevice"]


def _not_constructible(name):
    return TypeError(f"{name} is not constructed directly: use BenchmarkResult.from_json() or "
                     "BenchmarkResult.empty()")


class _Lazy(Shared):
    """An object whose slots are filled when they are first read. `_READERS` maps each name to
    the function that fills its slot. Two objects for the same object in C are equal."""

    __slots__ = ()
    _READERS: Dict[str, Callable] = {}

    @classmethod
    def _make(cls, handle, pointer):
        made = cls.__new__(cls)
        made._handle = handle
        made._pointer = pointer
        return made

    # Hidden from type checkers, which would accept any attribute of a class with this method.
    if not TYPE_CHECKING:
        def __getattr__(self, name):
            read = self._READERS.get(name)
            if read is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            if not self._handle.is_building:
                return read(self)
            with self._handle.reading():
                return read(self)

    def _keep(self, name, value):
        """Fills a slot unless another thread filled it first, so all threads see one object."""
        slot = getattr(type(self), name)
        with self._handle.lock:
            try:
                return slot.__get__(self)
            except AttributeError:
                slot.__set__(self, value)
                return value

    def __eq__(self, other: object) -> bool:
        return self._pointer == other._pointer if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._pointer)


# --- Devices --------------------------------------------------------------------------------------


class BenchmarkResultDevice:
    """A device of a result: an immutable record that is compared by value."""

    __slots__ = ("_id", "_name", "_data")

    def __init__(self, id: int, name: str, data: Mapping[str, Any]) -> None:
        self._id = id
        self._name = name
        self._data = data

    @property
    def id(self) -> int:
        return self._id

    @property
    def name(self) -> str:
        return self._name

    @property
    def data(self) -> Dict[str, Any]:
        """The complete device object of the file."""
        return self._data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BenchmarkResultDevice):
            return NotImplemented
        return (self._id, self._name, self._data) == (other._id, other._name, other._data)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return BenchmarkResultDevice, (self._id, self._name, self._data)

    def __repr__(self) -> str:
        return (f"BenchmarkResultDevice(id={self._id!r}, name={brief(self._name)}, "
                f"data={brief(self._data)})")


def _device(pointer):
    from ._json import parse

    data = parse(lib.bres_device_json(pointer))
    return BenchmarkResultDevice(lib.bres_device_id(pointer), data["name"], data)


# --- States ---------------------------------------------------------------------------------------


def _view(handle, function, state):
    """A read-only view of memory of the library; None if the state has no such samples."""
    address, count = ctypes.c_void_p(), ctypes.c_size_t()
    with handle.reading():
        function(state, address, count)
    if not address:
        return None
    if count.value == 0:  # an empty view cannot be cast
        import array

        return memoryview(array.array("f")).toreadonly()
    values = (ctypes.c_float * count.value).from_address(address.value)
    values.handle = handle  # the view keeps the array, and the array keeps the result
    return memoryview(values).cast("B").cast("f").toreadonly()


class SubBenchmarkState(Statistics, _Lazy):
    """One measured configuration."""

    __slots__ = {
        "_handle": None,
        "_pointer": None,
        "_name": None,
        "state_name": "The name in the file, such as \"Device=0 Elements=2^20\".",
        "device": "The id of the device, or None.",
        "type_config_index": "The index of the type configuration, which is the values of the type axes, or None.",
        "run": "The number of the run among the runs of the same configuration, from 0.",
        "is_skipped": "Whether the state was skipped; None if the file has null.",
        "skip_reason": "The reason why the state was skipped, or None.",
        "bw": "The used fraction of the peak memory bandwidth, or None.",
        "axis_values": "The axis values, as in the file: a list of dicts.",
        "axes": "Axis name -> value: an int, float or str with its text in tables as `label`; None "
                "for a malformed value.",
        "point": "Full axis name -> text, in the order of the axes.",
        "summaries": "A mapping of tags to BenchmarkResultSummary, in file order.",
        "samples": "The sample times in seconds, in measuring order: a read-only view of "
                   "float32, or None without samples. The view keeps its memory; "
                   "numpy.asarray() does not copy it.",
        "frequencies": "The clock rates in hertz, one for each sample; otherwise as `samples`.",
        "_statistics": None,
    }

    if TYPE_CHECKING:
        state_name: str
        device: Optional[int]
        type_config_index: Optional[int]
        run: int
        is_skipped: Optional[bool]
        skip_reason: Optional[str]
        bw: Optional[float]
        axis_values: List[Dict[str, Any]]
        axes: Dict[str, AxisValue]
        point: Dict[str, str]
        summaries: Mapping[str, BenchmarkResultSummary]
        samples: Optional[Samples]
        frequencies: Optional[Samples]

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise _not_constructible("SubBenchmarkState")

    def name(self) -> str:
        """Returns ``Axis=Value`` for each axis, joined by a space; without axes the name in the
        file."""
        return self._name

    @property
    def benchmark(self) -> str:
        """The name of the benchmark."""
        return text(lib.bres_subbench_name(lib.bres_state_subbench(self._pointer)))

    if TYPE_CHECKING:
        @overload
        def center(self, estimator: Number) -> Optional[float]: ...

        @overload
        def center(self, estimator: Estimator[T]) -> Optional[T]: ...

    def center(self, estimator: Estimator[T]) -> Optional[T]:
        """Returns the estimator applied to the samples; None without samples."""
        samples = self.samples
        return None if samples is None else estimator(samples)

    def center_with_frequencies(self, estimator: PairEstimator[T]) -> Optional[T]:
        """Returns the estimator applied to samples and frequencies; None if either is missing."""
        samples, frequencies = self.samples, self.frequencies
        return None if samples is None or frequencies is None else estimator(samples, frequencies)

    def __repr__(self) -> str:
        what = counted(lib.bres_state_summary_count(self._pointer), "summary") \
            if not self.is_skipped else "skipped"
        return f"<SubBenchmarkState {brief(self.name())}: {what}>"


def _read_facts(name):
    """A reader that gets all these members in one record, and fills the slots of all of them."""
    def read(state):
        record = _abi.bres_state_record()
        lib.bres_state_fill_record(state._pointer, record)
        has = record.has
        reason = text(record.skip_reason)
        if reason is None and has & _abi.BRES_STATE_HAS_SKIP_REASON:
            reason = read_json(lib.bres_state_json, state._pointer)["skip_reason"]
        state.skip_reason = reason
        state.state_name = text(record.name)
        state._name = text(record.point_name)
        state.device = record.device if has & _abi.BRES_STATE_HAS_DEVICE else None
        state.type_config_index = (record.type_config_index
                                   if has & _abi.BRES_STATE_HAS_TYPE_CONFIG_INDEX else None)
        state.run = record.run
        state.is_skipped = (None if has & _abi.BRES_STATE_SKIP_UNKNOWN
                            else bool(has & _abi.BRES_STATE_IS_SKIPPED))
        state.bw = record.bw if has & _abi.BRES_STATE_HAS_BW else None
        return getattr(state, name)
    return read


def _read_axis_values(state):
    return state._keep("axis_values",
                       read_json(lib.bres_state_json, state._pointer).get("axis_values") or [])


def _read_point(state):
    pointer = state._pointer
    return state._keep("point", {
        text(lib.bres_state_point_axis_at(pointer, i)):
        text(lib.bres_state_point_text_at(pointer, i))
        for i in range(lib.bres_state_point_count(pointer))})


def _read_summaries(state):
    """Fills the slot without a lock: mappings of the same summaries are equal and never change."""
    state.summaries = summaries = read_summaries(state._handle, state._pointer)
    return summaries


SubBenchmarkState._READERS = {
    **{name: _read_facts(name) for name in ("_name", "state_name", "device", "type_config_index",
                                            "run", "is_skipped", "skip_reason", "bw")},
    "axis_values": _read_axis_values,
    "axes": lambda state: state._keep("axes", read_axes(state._pointer, state.point)),
    "point": _read_point,
    "_statistics": lambda state: state._keep("_statistics", read_statistics(state)),
    "summaries": _read_summaries,
    "samples": lambda state: state._keep(
        "samples", _view(state._handle, lib.bres_state_samples, state._pointer)),
    "frequencies": lambda state: state._keep(
        "frequencies", _view(state._handle, lib.bres_state_frequencies, state._pointer)),
}


# --- Benchmarks -----------------------------------------------------------------------------------


class SubBenchmarkResult(_Lazy, collections.abc.Sequence["SubBenchmarkState"]):
    """A benchmark: a sequence of its states, including skipped states."""

    __slots__ = {
        "_handle": None,
        "_pointer": None,
        "name": "The name of the benchmark.",
        "devices": "The ids of the devices of the benchmark.",
        "axes": "The axes, as in the file: a list of dicts.",
        "states": "The states, as a list.",
    }

    if TYPE_CHECKING:
        name: str
        devices: List[int]
        axes: List[Dict[str, Any]]
        states: List[SubBenchmarkState]

    def __init__(self, data: Mapping[str, Any], directory: Path) -> None:
        """Loads one benchmark of a file, as `json.load()` returns it. `directory` is the directory
        of the file, for the sidecars with the samples."""
        from ._json import dump

        document = dump({"devices": [], "benchmarks": [dict(mapping(data, "data"))]}, "data")
        self._handle = load_memory(document, _abi.BRES_LOAD_CWD_FALLBACK, directory)
        self._pointer = lib.bres_result_subbench_at(self._handle.pointer, 0)

    def __len__(self) -> int:
        return len(self.states)

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: int) -> SubBenchmarkState: ...

        @overload
        def __getitem__(self, index: slice) -> List[SubBenchmarkState]: ...

    def __getitem__(self, index: Union[int, slice]
                    ) -> Union[SubBenchmarkState, List[SubBenchmarkState]]:
        return self.states[index]

    def __iter__(self) -> Iterator[SubBenchmarkState]:
        return iter(self.states)

    if TYPE_CHECKING:
        @overload
        def centers(self, estimator: Number) -> Dict[str, Optional[float]]: ...

        @overload
        def centers(self, estimator: Estimator[T]) -> Dict[str, Optional[T]]: ...

    def centers(self, estimator: Estimator[T]) -> Dict[str, Optional[T]]:
        """Returns a dict: name of a state -> estimator applied to its samples. If names repeat, the
        last state counts."""
        return {state.name(): state.center(estimator) for state in self}

    def centers_with_frequencies(self, estimator: PairEstimator[T]) -> Dict[str, Optional[T]]:
        """Returns a dict: name of a state -> estimator applied to its samples and frequencies."""
        return {state.name(): state.center_with_frequencies(estimator) for state in self}

    def __repr__(self) -> str:
        axes = counted(lib.bres_subbench_axis_count(self._pointer), "axis")
        states = counted(lib.bres_subbench_state_count(self._pointer), "state")
        return f"<SubBenchmarkResult {brief(self.name)}: {axes}, {states}>"

    def _repr_html_(self) -> str:
        pointer = self._pointer
        return _states_table(f"Benchmark {cut(self.name)}", self._handle, [pointer])


def _read_device_ids(bench):
    pointer = bench._pointer
    return bench._keep("devices", [lib.bres_subbench_device_id_at(pointer, i)
                                   for i in range(lib.bres_subbench_device_count(pointer))])


def _read_states(bench):
    handle, pointer = bench._handle, bench._pointer
    make, at = SubBenchmarkState._make, lib.bres_subbench_state_at
    return bench._keep("states", [make(handle, at(pointer, i))
                                  for i in range(lib.bres_subbench_state_count(pointer))])


def _first_states(handle, benches, count):
    """Yields the first `count` states of benchmarks in C, and makes no other states."""
    for bench in benches:
        states = min(count, lib.bres_subbench_state_count(bench))
        for i in range(states):
            yield SubBenchmarkState._make(handle, lib.bres_subbench_state_at(bench, i))
        count -= states


def _states_table(caption, handle, benches):
    """The first states of benchmarks as a table in HTML."""
    with handle.reading():
        rows = [(state.benchmark, state.name(), seconds(state._recorded("median")),
                 percent(state._recorded("stdev/relative")), state.skip_reason or "")
                for state in _first_states(handle, benches, MAX_ROWS)]
        total = sum(map(lib.bres_subbench_state_count, benches))
    return html_table(caption, ("Benchmark", "State", "Median", "Noise", "Skipped"), rows, total,
                      "state")


SubBenchmarkResult._READERS = {
    "name": lambda bench: bench._keep("name", text(lib.bres_subbench_name(bench._pointer))),
    "devices": _read_device_ids,
    "axes": lambda bench: bench._keep(
        "axes", read_json(lib.bres_subbench_json, bench._pointer).get("axes") or []),
    "states": _read_states,
}


# --- Results --------------------------------------------------------------------------------------


class BenchmarkResult(_Lazy, collections.abc.Mapping[str, "SubBenchmarkResult"]):
    """A result file: a mapping of benchmark names to SubBenchmarkResult, in file order.

    `from_json()` and `empty()` make a result. `metadata` is an object of the caller, which the
    package never reads.
    """

    __slots__ = {
        "_handle": None,
        "metadata": "An object of the caller.",
        "meta": "The section `meta` of the file: what recorded the result, and on which machine.",
        "path": "The path of the loaded file, \"<memory>\" for a result of memory, or None for a "
                "result that was built.",
        "subbenches": "Benchmark name -> SubBenchmarkResult; if a name repeats, the last one.",
        "devices": "Id -> BenchmarkResultDevice, in file order.",
        "__weakref__": None,
    }

    if TYPE_CHECKING:
        metadata: Any
        meta: Dict[str, Any]
        path: Optional[str]
        subbenches: Dict[str, SubBenchmarkResult]
        devices: Dict[int, BenchmarkResultDevice]

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise _not_constructible("BenchmarkResult")

    @classmethod
    def _make(cls, handle, metadata=None):
        result = cls.__new__(cls)
        result._handle = handle
        result.metadata = metadata
        return result

    @classmethod
    def from_json(cls, json_path: Path, *, metadata: Any = None) -> BenchmarkResult:
        """Loads a file strictly: any malformed value or sidecar raises an exception."""
        return cls._make(load(json_path, _abi.BRES_LOAD_CWD_FALLBACK), metadata)

    @classmethod
    def from_file(cls, path: Path, *, format: Optional[str] = None, lenient: bool = False,
                  log: Optional[Callable[[str], object]] = None,
                  metadata: Any = None) -> BenchmarkResult:
        """Imports a file of another benchmark tool, or loads a result file.

        `format` is a name such as "pyperf"; the default is detection from the content. A lenient
        import drops malformed records. `log(message)` receives warnings; None: they are
        `LoadWarning`.
        """
        flags = _abi.BRES_LOAD_LENIENT if lenient else 0
        options = import_options(format, load_options(flags, log_handler(log, LoadWarning)))
        return cls._make(import_file(path, options), metadata)

    @classmethod
    def empty(cls, *, metadata: Any = None) -> BenchmarkResult:
        """Makes a result without benchmarks, for example for a run that failed."""
        pointer = ctypes.c_void_p()
        lib.bres_result_new(pointer)
        return cls._make(Handle(pointer.value), metadata)

    def __getitem__(self, name: str) -> SubBenchmarkResult:
        return self.subbenches[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.subbenches)

    def __len__(self) -> int:
        return len(self.subbenches)

    def select(self, *, benchmarks: Optional[Texts] = None, axes: Optional[Texts] = None,
               filter: Optional[Texts] = None) -> List[SubBenchmarkState]:
        """Returns the states that a filter selects, in file order.

        Each argument is one text or several, as for -b, -a and --filter of the command: names of
        benchmarks; values of axes, such as "Elements[pow2]=[20,24]"; and regular expressions for a
        part of the text "BENCHMARK/AXIS=VALUE AXIS=VALUE". A state must have all these values and
        match all expressions. Raises ArgumentError for a malformed expression.
        """
        with selecting(benchmarks, axes, filter) as selection:
            return [state for bench in self.values() for state in bench
                    if lib.bres_filter_selects_state(selection, state._pointer)]

    def write(self, path: Path, *, sidecars: bool = True) -> None:
        """Writes the result as JSON, as `benchresult.write()` does."""
        from .build import write

        write(self, path, sidecars=sidecars)

    def export(self, format: str, *, log: Optional[Callable[[str], Any]] = None) -> str:
        """Returns the result in a format of another tool, as `benchresult.export()` does."""
        from .build import export

        return export(self, format, log=log)

    def compare(self, candidate: Union[BenchmarkResult, Path, Iterable[Any]],
                **options: Any) -> Comparison:
        """Compares a candidate with this result, which is the reference. `options` are those of
        `benchresult.compare()`."""
        from .comparison import compare

        return compare(self, candidate, **options)

    if TYPE_CHECKING:
        @overload
        def centers(self, estimator: Number) -> Dict[str, Dict[str, Optional[float]]]: ...

        @overload
        def centers(self, estimator: Estimator[T]) -> Dict[str, Dict[str, Optional[T]]]: ...

    def centers(self, estimator: Estimator[T]) -> Dict[str, Dict[str, Optional[T]]]:
        """Returns a dict: name of a benchmark -> SubBenchmarkResult.centers()."""
        return {name: bench.centers(estimator) for name, bench in self.items()}

    def centers_with_frequencies(
            self, estimator: PairEstimator[T]) -> Dict[str, Dict[str, Optional[T]]]:
        """Returns a dict: name of a benchmark -> SubBenchmarkResult.centers_with_frequencies()."""
        return {name: bench.centers_with_frequencies(estimator) for name, bench in self.items()}

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __repr__(self) -> str:
        return f"<BenchmarkResult {brief(self.path)}: {self._counts()}>"

    def _counts(self):
        pointer = self._handle.pointer
        return (f"{counted(lib.bres_result_subbench_count(pointer), 'benchmark')}, "
                f"{counted(lib.bres_result_device_count(pointer), 'device')}")

    def _repr_html_(self) -> str:
        pointer = self._handle.pointer
        benches = [lib.bres_result_subbench_at(pointer, i)
                   for i in range(lib.bres_result_subbench_count(pointer))]
        return _states_table(f"{cut(self.path or 'Result')}: {self._counts()}", self._handle,
                             benches)


def _read_subbenches(result):
    handle = result._handle
    benches = (SubBenchmarkResult._make(handle, lib.bres_result_subbench_at(handle.pointer, i))
               for i in range(lib.bres_result_subbench_count(handle.pointer)))
    return result._keep("subbenches", {bench.name: bench for bench in benches})


def _read_devices(result):
    pointer = result._handle.pointer
    devices = (_device(lib.bres_result_device_at(pointer, i))
               for i in range(lib.bres_result_device_count(pointer)))
    return result._keep("devices", {device.id: device for device in devices})


def _read_meta(result):
    from ._json import parse

    meta = lib.bres_result_meta_json(result._handle.pointer)
    return result._keep("meta", {} if meta is None else parse(meta))


def _read_path(result):
    path = lib.bres_result_path(result._handle.pointer)
    return result._keep("path", None if path is None else os.fsdecode(path))


BenchmarkResult._READERS = {
    "subbenches": _read_subbenches,
    "devices": _read_devices,
    "meta": _read_meta,
    "path": _read_path,
}

# At the end, because `comparison` imports the classes of this module.
if TYPE_CHECKING:
    from .comparison import Comparison
