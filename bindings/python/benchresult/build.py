# SPDX-License-Identifier: MIT
"""Building, merging and writing results."""
from __future__ import annotations

import contextlib
import ctypes

from . import _abi
from ._filter import selecting
from ._handle import Handle, Made, Shared
from ._json import dump
from ._library import (check_times, encode, finite, integer, lib, mapping, real, required,
                       take_text)
from ._log import log_handler
from .comparison import column_number, column_set, floats, format_number
from .errors import BenchmarkWarning
from .results import BenchmarkResult, BenchmarkResultSummary, SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Union

    from ._filter import Texts
    from ._words import Column, SummaryFormat
    from .results import FieldValue, Path

__all__ = ["ResultBuilder", "BenchmarkBuilder", "merge", "write", "export", "summary", "table"]


def _array(kind, values):
    values = list(values)
    return (kind * len(values))(*values), len(values)


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


class BenchmarkBuilder(Shared):
    """A benchmark of a result that is being built."""

    __slots__ = ("_handle", "_pointer", "_kinds")

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("BenchmarkBuilder is not constructed directly: use "
                        "ResultBuilder.add_benchmark()")

    @classmethod
    def _make(cls, handle, pointer):
        bench = cls.__new__(cls)
        bench._handle = handle
        bench._pointer = pointer
        bench._kinds = {}
        return bench

    def add_device(self, id: int) -> None:
        """Declares that the benchmark runs on this device."""
        number = integer(id, "id")
        self._handle.check_writable()
        lib.bres_subbench_add_device(self._pointer, number)

    def set(self, key: str, value: float) -> None:
        """Sets a setting such as "timeout"."""
        name = required(key, "key")
        if _is_whole(value):
            function, number = lib.bres_subbench_set_int64, integer(value, key)
        else:
            function, number = lib.bres_subbench_set_float64, finite(value, key)
        self._handle.check_writable()
        function(self._pointer, name, number)

    def add_axis(self, name: str, values: Iterable[FieldValue], *, pow2: bool = False,
                 type_axis: bool = False) -> None:
        """Adds an axis. All values are int, float or str. With `pow2` the values are exponents,
        with `type_axis` names of types."""
        values = list(values)
        key = required(name, "name")
        if type_axis or (values and all(isinstance(value, str) for value in values)):
            kind, array = str, _array(ctypes.c_char_p, [required(value, name) for value in values])
        elif pow2 or all(_is_whole(value) for value in values):
            kind, array = int, _array(ctypes.c_int64, [integer(value, name) for value in values])
        else:
            kind, array = float, _array(ctypes.c_double, [finite(value, f"{name}[{i}]")
                                                          for i, value in enumerate(values)])
        self._handle.check_writable()
        if type_axis:
            lib.bres_subbench_add_type_axis(self._pointer, key, array[0], None, array[1])
        elif kind is str:
            lib.bres_subbench_add_string_axis(self._pointer, key, *array)
        elif kind is int and pow2:
            lib.bres_subbench_add_pow2_axis(self._pointer, key, *array)
        elif kind is int:
            lib.bres_subbench_add_int64_axis(self._pointer, key, *array)
        else:
            lib.bres_subbench_add_float64_axis(self._pointer, key, *array)
        self._kinds[name] = kind

    def add_state(self, *, axes: Optional[Mapping[str, FieldValue]] = None,
                  device: Optional[int] = None, run: Optional[int] = None,
                  type_config_index: Optional[int] = None,
                  samples: Optional[Iterable[float]] = None,
                  frequencies: Optional[Iterable[float]] = None,
                  summaries: Optional[Iterable[Union[Dict[str, Any],
                                                     BenchmarkResultSummary]]] = None,
                  skip_reason: Optional[str] = None) -> SubBenchmarkState:
        """Adds a state. `axes` maps each axis to its value; on a pow2 axis to the value, not the
        exponent. Samples are in seconds, frequencies in hertz, all finite and not negative.
        `summaries` are BenchmarkResultSummary objects, or dicts with "tag", "value" and further
        members of such an object; their values may be NaN or infinite.

        All arguments are checked before anything is added. If the library refuses an argument that
        passed this check, the state is added without it.
        """
        calls = [*self._axis_calls({} if axes is None else mapping(axes, "axes"))]
        for value, function, what, high in (
                (device, lib.bres_state_set_device, "device", 2**63 - 1),
                (type_config_index, lib.bres_state_set_type_config_index, "type_config_index",
                 2**63 - 1),
                (run, lib.bres_state_set_run, "run", 2**32 - 1)):
            if value is not None:
                low = 0 if what == "run" else -2**63
                calls.append((function, integer(value, what, low, high)))
        for values, function, what in ((samples, lib.bres_state_set_samples, "samples"),
                                       (frequencies, lib.bres_state_set_frequencies,
                                        "frequencies")):
            if values is not None:
                array = floats(values, what)
                check_times(array, what)
                calls.append((function, array, len(array)))
        if skip_reason is not None:
            calls.append((lib.bres_state_set_skipped, encode(skip_reason, "skip_reason")))
        records = [_summary(summary) for summary in summaries or ()]
        self._handle.check_writable()
        pointer = ctypes.c_void_p()
        lib.bres_subbench_add_state(self._pointer, pointer)
        for function, *arguments in calls:
            function(pointer, *arguments)
        for record in records:
            _add_summary(pointer, *record)
        return SubBenchmarkState._make(self._handle, pointer.value)

    def _axis_calls(self, axes):
        for name, value in axes.items():
            key = required(name, "axis")
            if isinstance(value, str):
                yield lib.bres_state_add_axis_string, key, encode(value, name)
            elif self._kinds.get(name) is float:
                yield lib.bres_state_add_axis_float64, key, finite(value, name)
            else:
                yield lib.bres_state_add_axis_int64, key, integer(value, name)


def _summary(summary):
    """A summary as (tag, texts, fields) for C."""
    if isinstance(summary, BenchmarkResultSummary):
        members = {name: getattr(summary, name)
                   for name in ("tag", "name", "description", "hint", "hide", "data")}
    elif isinstance(summary, dict):
        members = dict(summary)
    else:
        raise TypeError("a summary must be a BenchmarkResultSummary or a dict, not "
                        f"{type(summary).__name__}")
    if "value" in members:
        members["data"] = {**(members.get("data") or {}), "value": members.pop("value")}
    tag = required(members.pop("tag", None), "tag")
    texts = [encode(members.pop(name, None), name)
             for name in ("name", "description", "hint", "hide")]
    data = members.pop("data", None) or {}
    if members:
        raise TypeError(f"a summary has no {', '.join(map(repr, members))}")
    return tag, texts, [_summary_field(name, value) for name, value in data.items()
                        if value is not None]


def _summary_field(name, value):
    key = required(name, "field")
    if isinstance(value, str):
        return lib.bres_summary_set_string, key, encode(value, name)
    if _is_whole(value):
        return lib.bres_summary_set_int64, key, integer(value, name)
    return lib.bres_summary_set_float64, key, real(value, name)


def _add_summary(state, tag, texts, fields):
    pointer = ctypes.c_void_p()
    lib.bres_state_add_summary(state, tag, pointer)
    lib.bres_summary_set_texts(pointer, *texts)
    for function, *arguments in fields:
        function(pointer, *arguments)


class ResultBuilder(Made, Shared):
    """A result that is being built. It belongs to one thread."""

    __slots__ = ("_handle",)

    def __init__(self) -> None:
        pointer = ctypes.c_void_p()
        lib.bres_result_new(pointer)
        self._handle = Handle(pointer.value, is_building=True)

    def set_meta(self, meta: Mapping[str, Any]) -> None:
        """Sets the `meta` section. NaN and infinities are written as Python's json writes them."""
        raw = dump(meta, "meta")
        self._handle.check_writable()
        lib.bres_result_set_meta_json(self._handle.pointer, raw)

    def add_device(self, id: int, name: str, data: Optional[Mapping[str, Any]] = None) -> None:
        """Adds a device; `data` has further members of the device."""
        number, text = integer(id, "id"), required(name, "name")
        raw = None if data is None else dump(data, "data")
        self._handle.check_writable()
        lib.bres_result_add_device(self._handle.pointer, number, text, raw, None)

    def add_benchmark(self, name: str) -> BenchmarkBuilder:
        """Adds a benchmark without axes and states."""
        text = required(name, "name")
        pointer = ctypes.c_void_p()
        self._handle.check_writable()
        lib.bres_result_add_subbench(self._handle.pointer, text, pointer)
        return BenchmarkBuilder._make(self._handle, pointer.value)

    def result(self, metadata: Any = None) -> BenchmarkResult:
        """Returns the result, which can be read, written and compared. Finish building first:
        parts of the result that were already read do not show later additions."""
        return BenchmarkResult._make(self._handle, metadata)


@contextlib.contextmanager
def _reading(results):
    """The results as an array in C, locked for reading, and their number."""
    results = list(results)
    for result in results:
        if not isinstance(result, BenchmarkResult):
            raise TypeError(f"expected a BenchmarkResult, not {type(result).__name__}")
    with contextlib.ExitStack() as stack:
        yield _array(ctypes.c_void_p, [stack.enter_context(result._handle.reading())
                                       for result in results])


def merge(results: Iterable[BenchmarkResult], *, metadata: Any = None) -> BenchmarkResult:
    """Merges shards, replicates and runs on other devices into one result. A result that is being
    built cannot change after a merge."""
    results = list(results)
    pointer = ctypes.c_void_p()
    with _reading(results) as (array, count):
        lib.bres_result_merge(array, count, pointer)
    for result in results:
        result._handle.is_frozen = True
    return BenchmarkResult._make(Handle(pointer.value), metadata)


def write(result: BenchmarkResult, path: Path, *, sidecars: bool = True) -> None:
    """Writes a result as JSON in NVBench's format, with the samples in files beside it. The file
    is replaced as a whole: after a failure, the old file is unchanged."""
    options = _abi.bres_write_options()
    lib.bres_write_options_init(options)
    options.flags = 0 if sidecars else _abi.BRES_WRITE_NO_SIDECARS
    target = required(path, "path")
    with _reading([result]) as (array, _):
        lib.bres_result_write(array[0], target, options)


def export(result: BenchmarkResult, format: str, *,
           log: Optional[Callable[[str], Any]] = None) -> str:
    """Returns a result in a format of another tool, such as "go", or as a long table, "csv-long"
    or "jsonl". benchresult-formats(7) says what each format leaves out. `log(message)` receives a
    warning for each kind of loss; None: they are `BenchmarkWarning`. Raises MissingKeyError for an
    unknown format, ConflictError if two states would have one name, and BadValueError if the format
    cannot express any state."""
    options = _abi.bres_export_options()
    lib.bres_export_options_init(options)
    options.log = log_handler(log, BenchmarkWarning)
    out = ctypes.c_void_p()
    name = required(format, "format")
    with _reading([result]) as (array, _):
        lib.bres_result_export(array[0], name, options, out)
    return take_text(out)


def summary(*results: BenchmarkResult, format: SummaryFormat = "markdown",
            columns: Iterable[Column] = ("default",), sort: Column = "default",
            descending: bool = False, top: int = 0, benchmarks: Optional[Texts] = None,
            axes: Optional[Texts] = None, filter: Optional[Texts] = None) -> str:
    """Returns the table that NVBench prints, as "markdown", "csv" or "json". The columns after the
    axes have the names of benchresult-summary(1), such as "median" and "ci". `sort` is one of these
    columns, and `top` the number of states to show of each table (0: all). `benchmarks`, `axes` and
    `filter` select states as for `BenchmarkResult.select()`."""
    options = _abi.bres_summary_options()
    lib.bres_summary_options_init(options)
    options.format = format_number(format, _abi.BRES_REPORT_SUMMARY)
    options.columns = column_set(columns)
    options.sort = column_number(sort)
    options.flags = _abi.BRES_SUMMARY_DESCENDING if descending else 0
    options.top = integer(top, "top", 0, 2**32 - 1)
    out = ctypes.c_void_p()
    with _reading(results) as (array, count), \
            selecting(benchmarks, axes, filter) as options.filter:
        lib.bres_summary_report(array, count, options, out, None)
    return take_text(out)


def table(*results: BenchmarkResult, rows: Optional[str] = None, columns: str = "file",
          reference: Optional[str] = None, where: Optional[str] = None,
          false_discovery_rate: float = 0, format: SummaryFormat = "markdown") -> str:
    """Returns a table of times by rows and columns, as "markdown", "csv" or "json". Keys are
    separated by commas: "benchmark", "device", "file", an axis, or a key of the meta section. Each
    column is compared with the reference column; see benchresult-table(1)."""
    options = _abi.bres_table_options()
    lib.bres_table_options_init(options)
    options.format = format_number(format, _abi.BRES_REPORT_TABLE)
    options.rows = encode(rows, "rows")
    options.columns = encode(columns, "columns")
    options.reference = encode(reference, "reference")
    options.where = encode(where, "where")
    options.false_discovery_rate = real(false_discovery_rate, "false_discovery_rate")
    out = ctypes.c_void_p()
    with _reading(results) as (array, count):
        lib.bres_table_report(array, count, options, out, None)
    return take_text(out)
