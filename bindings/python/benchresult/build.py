# SPDX-License-Identifier: MIT
"""Making results: from nothing, and from others."""
import ctypes
import json
import os

from . import _abi
from ._library import encode, lib, take_text
from .compare import _choice, _floats
from .results import BenchmarkResult, SubBenchmarkState, _Handle

__all__ = ["ResultBuilder", "BenchmarkBuilder", "merge", "write", "summary"]


def _array(kind, values):
    values = list(values)
    return (kind * len(values))(*values), len(values)


class BenchmarkBuilder:
    """One benchmark of a result that is being built."""

    def __init__(self, *arguments, **keywords):
        raise TypeError("BenchmarkBuilder is not constructed directly: use "
                        "ResultBuilder.add_benchmark()")

    @classmethod
    def _make(cls, handle, pointer):
        bench = cls.__new__(cls)
        bench._handle = handle
        bench._pointer = pointer
        bench._kinds = {}
        return bench

    def add_device(self, id):
        """Says that the benchmark runs on this device."""
        lib.bres_subbench_add_device(self._pointer, id)

    def set(self, key, value):
        """A setting such as "timeout"."""
        if isinstance(value, int) and not isinstance(value, bool):
            lib.bres_subbench_set_int64(self._pointer, encode(key, "key"), value)
        else:
            lib.bres_subbench_set_float64(self._pointer, encode(key, "key"), value)

    def add_axis(self, name, values, *, pow2=False, type_axis=False):
        """An axis; the kind is that of its values: int, float or str. With `pow2` the values are
        exponents, with `type_axis` names of types."""
        values = list(values)
        key = encode(name, "axis")
        if all(isinstance(value, str) for value in values) and (values or type_axis):
            array, count = _array(ctypes.c_char_p, (encode(value, name) for value in values))
            if type_axis:
                lib.bres_subbench_add_type_axis(self._pointer, key, array, None, count)
            else:
                lib.bres_subbench_add_string_axis(self._pointer, key, array, count)
            kind = str
        elif all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            array, count = _array(ctypes.c_int64, values)
            (lib.bres_subbench_add_pow2_axis if pow2 else lib.bres_subbench_add_int64_axis)(
                self._pointer, key, array, count)
            kind = int
        else:
            array, count = _array(ctypes.c_double, values)
            lib.bres_subbench_add_float64_axis(self._pointer, key, array, count)
            kind = float
        self._kinds[name] = kind

    def add_state(self, *, axes=None, device=None, run=None, type_config_index=None, samples=None,
                  frequencies=None, summaries=None, skip_reason=None):
        """A state. `axes` maps each axis to its value (of a pow2 axis the value, not the exponent);
        `summaries` are dicts or BenchmarkResultSummary objects; samples are seconds, frequencies
        hertz."""
        pointer = ctypes.c_void_p()
        lib.bres_subbench_add_state(self._pointer, pointer)
        if device is not None:
            lib.bres_state_set_device(pointer, device)
        for name, value in (axes or {}).items():
            self._add_axis_value(pointer, name, value)
        if type_config_index is not None:
            lib.bres_state_set_type_config_index(pointer, type_config_index)
        if run is not None:
            lib.bres_state_set_run(pointer, run)
        for summary in summaries or ():
            _add_summary(pointer, summary)
        for values, function in ((samples, lib.bres_state_set_samples),
                                 (frequencies, lib.bres_state_set_frequencies)):
            if values is not None:
                array = _floats(values, "samples")
                function(pointer, array, len(array))
        if skip_reason is not None:
            lib.bres_state_set_skipped(pointer, encode(skip_reason, "skip_reason"))
        return SubBenchmarkState._make(self._handle, pointer.value)

    def _add_axis_value(self, pointer, name, value):
        key = encode(name, "axis")
        if isinstance(value, str):
            lib.bres_state_add_axis_string(pointer, key, encode(value, name))
        elif self._kinds.get(name) is float:
            lib.bres_state_add_axis_float64(pointer, key, value)
        else:
            lib.bres_state_add_axis_int64(pointer, key, value)


def _add_summary(state, summary):
    if isinstance(summary, dict):
        fields = dict(summary)
        data = fields.pop("data", None) or {"value": fields.pop("value", None)}
        tag = fields.pop("tag")
        texts = [fields.pop(key, None) for key in ("name", "description", "hint", "hide")]
        if fields:
            raise TypeError(f"a summary has no {', '.join(map(repr, fields))}")
    else:
        tag, data = summary.tag, summary.data
        texts = [summary.name, summary.description, summary.hint, summary.hide]
    pointer = ctypes.c_void_p()
    lib.bres_state_add_summary(state, encode(tag, "tag"), pointer)
    lib.bres_summary_set_texts(pointer, *(encode(text, "text") for text in texts))
    for name, value in data.items():
        key = encode(name, "field")
        if isinstance(value, str):
            lib.bres_summary_set_string(pointer, key, encode(value, name))
        elif isinstance(value, int) and not isinstance(value, bool):
            lib.bres_summary_set_int64(pointer, key, value)
        elif value is not None:
            lib.bres_summary_set_float64(pointer, key, value)


class ResultBuilder:
    """A result that is being built. It belongs to one thread."""

    def __init__(self):
        pointer = ctypes.c_void_p()
        lib.bres_result_new(pointer)
        self._handle = _Handle(pointer.value)

    def set_meta(self, meta):
        """The `meta` section: a dict."""
        lib.bres_result_set_meta_json(self._handle.pointer, encode(json.dumps(meta), "meta"))

    def add_device(self, id, name, data=None):
        raw = None if data is None else encode(json.dumps(data), "data")
        lib.bres_result_add_device(self._handle.pointer, id, encode(name, "name"), raw, None)

    def add_benchmark(self, name):
        pointer = ctypes.c_void_p()
        lib.bres_result_add_subbench(self._handle.pointer, encode(name, "name"), pointer)
        return BenchmarkBuilder._make(self._handle, pointer.value)

    def result(self, metadata=None):
        """What has been built so far, to be read, written and compared. It sees what is added
        later only where it has not looked yet: finish building first."""
        lib.bres_result_ref(self._handle.pointer)
        return BenchmarkResult._make(self._handle.pointer, metadata)


def merge(results, *, metadata=None):
    """Shards, replicates and runs on other devices as one result."""
    handles = [result._handle for result in results]
    array, count = _array(ctypes.c_void_p, (handle.pointer for handle in handles))
    pointer = ctypes.c_void_p()
    lib.bres_result_merge(array, count, pointer)
    return BenchmarkResult._make(pointer.value, metadata)


def write(result, path, *, sidecars=True):
    """Writes NVBench's JSON, and the samples into files beside it. The file is replaced as a
    whole: after a failure the old one is as it was."""
    options = _abi.bres_write_options()
    lib.bres_write_options_init(options)
    options.flags = 0 if sidecars else _abi.BRES_WRITE_NO_SIDECARS
    lib.bres_result_write(result._handle.pointer, encode(os.fspath(path), "path"), options)


def summary(*results, format="markdown"):
    """The table that NVBench prints: "markdown", "csv" or "json"."""
    handles = [result._handle for result in results]
    array, count = _array(ctypes.c_void_p, (handle.pointer for handle in handles))
    options = _abi.bres_summary_options()
    lib.bres_summary_options_init(options)
    options.format = _choice(format, "format", "BRES_FORMAT_")
    out = ctypes.c_void_p()
    lib.bres_summary_report(array, count, options, out, None)
    return take_text(out)
