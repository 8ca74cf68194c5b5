# SPDX-License-Identifier: MIT
"""Benchmark results, with the names that NVBench's own reader has.

A script that was written for ``cuda.bench.results`` runs after
``import benchresult.results as results``. Nothing here needs CUDA or NumPy.
"""
import collections.abc
import ctypes
import json
import struct

from . import _abi
from ._library import encode, lib, text

__all__ = ["BenchmarkResult", "SubBenchmarkResult", "SubBenchmarkState", "BenchmarkResultSummary",
           "BenchmarkResultDevice"]

_RECORD = struct.Struct("=QQqdQII")
assert _RECORD.size == ctypes.sizeof(_abi.bres_summary_record)


class _Handle:
    """A reference on a result: what is borrowed from it keeps this."""

    __slots__ = ("pointer", "shapes")

    def __init__(self, pointer):
        self.pointer = pointer
        self.shapes = {}

    def __del__(self):
        if self.pointer:
            lib.bres_result_unref(self.pointer)


def _not_constructible(name):
    return TypeError(f"{name} is not constructed directly: use {name}.from_json() or "
                     f"{name}.empty()")


# --- Summaries and devices ------------------------------------------------------------------------


def _number_or_text(value):
    """The Python value of a bres_value."""
    kind = lib.bres_value_kind(value)
    if kind == _abi.BRES_KIND_INT64:
        return int(lib.bres_value_text(value).replace(b"_", b""))
    if kind == _abi.BRES_KIND_FLOAT64:
        number = ctypes.c_double()
        lib.bres_value_float64(value, number)
        return number.value
    if kind == _abi.BRES_KIND_STRING:
        return text(lib.bres_value_string(value))
    return None


class BenchmarkResultSummary:
    """One summary of a state: an immutable record, equal to another one by value.

    ``data`` maps the names of its entries to int, float, str or None; ``value`` is the entry of
    that name, which tables show.
    """

    # `_shape` is (tag, name, hint, hide, description), shared by all that are alike; `_data` is
    # None where `_value` is all there is. A file has hundreds of thousands of these.
    __slots__ = ("_shape", "_value", "_data")

    def __init__(self, tag, name=None, hint=None, hide=None, description=None, data=None):
        self._shape = (tag, name, hint, hide, description)
        self._data = dict(data or {})
        self._value = self._data.get("value")

    tag = property(lambda self: self._shape[0])
    name = property(lambda self: self._shape[1])
    hint = property(lambda self: self._shape[2])
    hide = property(lambda self: self._shape[3])
    description = property(lambda self: self._shape[4])
    value = property(lambda self: self._value)

    @property
    def data(self):
        if self._data is None:
            self._data = {"value": self._value}
        return self._data

    def __getitem__(self, key):
        return self.data[key]

    def get(self, key, default=None):
        return self.data.get(key, default)

    def _fields(self):
        return (*self._shape, self.data)

    def __eq__(self, other):
        if not isinstance(other, BenchmarkResultSummary):
            return NotImplemented
        return self._fields() == other._fields()

    __hash__ = None

    def __reduce__(self):
        return BenchmarkResultSummary, self._fields()

    def __repr__(self):
        tag, name, hint, hide, description, data = self._fields()
        return (f"BenchmarkResultSummary(tag={tag!r}, name={name!r}, hint={hint!r}, hide={hide!r}, "
                f"description={description!r}, data={data!r})")


def _shape(summary):
    return (text(lib.bres_summary_tag(summary)), text(lib.bres_summary_name(summary)),
            text(lib.bres_summary_hint(summary)), text(lib.bres_summary_hide(summary)),
            text(lib.bres_summary_description(summary)))


def _data(summary):
    fields = (lib.bres_summary_field_at(summary, i)
              for i in range(lib.bres_summary_field_count(summary)))
    return {text(lib.bres_value_name(field)): _number_or_text(field) for field in fields}


def _summaries(handle, state):
    """The summaries of a state, read in one call."""
    count = lib.bres_state_summary_count(state)
    records = (_abi.bres_summary_record * count)()
    lib.bres_state_summary_records(state, 0, records, count)
    summaries = {}
    shapes = handle.shapes
    make = BenchmarkResultSummary.__new__
    for pointer, address, integer, real, _, kind, fields in _RECORD.iter_unpack(records):
        shape = shapes.get(address)
        if shape is None:
            shape = shapes[address] = _shape(pointer)
        summary = make(BenchmarkResultSummary)
        summary._shape = shape
        summary._data = None
        if kind == _FLOAT64 and fields == 1:
            summary._value = real
        elif kind == _INT64 and fields == 1:
            summary._value = integer
        else:
            summary._data = _data(pointer)
            summary._value = summary._data.get("value")
        summaries[shape[0]] = summary
    return summaries


_INT64 = _abi.BRES_KIND_INT64
_FLOAT64 = _abi.BRES_KIND_FLOAT64


class BenchmarkResultDevice:
    """One device of a result: an immutable record, equal to another one by value."""

    __slots__ = ("_id", "_name", "_data")

    def __init__(self, id, name, data):
        self._id = id
        self._name = name
        self._data = data

    id = property(lambda self: self._id)
    name = property(lambda self: self._name)
    #: The whole object of the file.
    data = property(lambda self: self._data)

    def __eq__(self, other):
        if not isinstance(other, BenchmarkResultDevice):
            return NotImplemented
        return (self._id, self._name, self._data) == (other._id, other._name, other._data)

    __hash__ = None

    def __reduce__(self):
        return BenchmarkResultDevice, (self._id, self._name, self._data)

    def __repr__(self):
        return f"BenchmarkResultDevice(id={self._id!r}, name={self._name!r}, data={self._data!r})"


# --- States ---------------------------------------------------------------------------------------


def _array(handle, function, state):
    """A read-only view on the library's memory, or None when the state has no such samples."""
    address, count = ctypes.c_void_p(), ctypes.c_size_t()
    function(state, address, count)
    if not address:
        return None
    array = (ctypes.c_float * count.value).from_address(address.value)
    array.owner = handle  # a view keeps the array, and the array the result
    return memoryview(array).cast("B").cast("f").toreadonly()


class SubBenchmarkState:
    """One measured configuration. Two states are equal only when they are the same object."""

    __slots__ = ("_handle", "_pointer", "_cache")

    def __init__(self, *arguments, **keywords):
        raise _not_constructible("SubBenchmarkState")

    @classmethod
    def _make(cls, handle, pointer):
        state = cls.__new__(cls)
        state._handle = handle
        state._pointer = pointer
        state._cache = {}
        return state

    def _once(self, name, make):
        """A part that is made when it is first asked for. Threads may both make it."""
        try:
            return self._cache[name]
        except KeyError:
            return self._cache.setdefault(name, make())

    @property
    def state_name(self):
        return text(lib.bres_state_name(self._pointer))

    @property
    def device(self):
        number = ctypes.c_int64()
        return number.value if lib.bres_state_device(self._pointer, number) else None

    @property
    def type_config_index(self):
        number = ctypes.c_int64()
        return number.value if lib.bres_state_type_config_index(self._pointer, number) else None

    @property
    def run(self):
        """Which run of the same configuration this is, counted from 0."""
        return lib.bres_state_run(self._pointer)

    @property
    def is_skipped(self):
        return lib.bres_state_is_skipped(self._pointer)

    @property
    def skip_reason(self):
        return text(lib.bres_state_skip_reason(self._pointer))

    @property
    def axis_values(self):
        return self._once("axis_values", self._read_axis_values)

    def _read_axis_values(self):
        count = lib.bres_state_axis_value_count(self._pointer)
        values = (lib.bres_state_axis_value_at(self._pointer, i) for i in range(count))
        return [{"name": text(lib.bres_value_name(value)), "type": text(lib.bres_value_type(value)),
                 "value": text(lib.bres_value_text(value))} for value in values]

    @property
    def point(self):
        """Full axis name -> text, in the order of the axes."""
        return self._once("point", self._read_point)

    def _read_point(self):
        pointer = self._pointer
        return {text(lib.bres_state_point_axis_at(pointer, i)):
                text(lib.bres_state_point_text_at(pointer, i))
                for i in range(lib.bres_state_point_count(pointer))}

    @property
    def summaries(self):
        """Tag -> BenchmarkResultSummary, in file order."""
        return self._once("summaries", lambda: _summaries(self._handle, self._pointer))

    @property
    def samples(self):
        """Seconds, in measuring order: a read-only view of float32, or None without samples. It
        stays valid as long as anything of it is kept; ``numpy.asarray()`` does not copy it."""
        return self._once("samples",
                          lambda: _array(self._handle, lib.bres_state_samples, self._pointer))

    @property
    def frequencies(self):
        """Hertz, one for each sample; otherwise as `samples`."""
        return self._once("frequencies",
                          lambda: _array(self._handle, lib.bres_state_frequencies, self._pointer))

    @property
    def bw(self):
        """Share of the peak memory bandwidth, or None."""
        number = ctypes.c_double()
        return number.value if lib.bres_state_bw(self._pointer, number) else None

    def name(self):
        """``Axis=Value`` for each axis, joined by a blank; without axes the file's name."""
        return text(lib.bres_state_point_name(self._pointer))

    def center(self, estimator):
        """What the estimator makes of the samples; None without samples."""
        samples = self.samples
        return None if samples is None else estimator(samples)

    def center_with_frequencies(self, estimator):
        """What the estimator makes of samples and frequencies; None unless there are both."""
        samples, frequencies = self.samples, self.frequencies
        return None if samples is None or frequencies is None else estimator(samples, frequencies)

    def __repr__(self):
        return (f"SubBenchmarkState(state_name={self.state_name!r}, device={self.device!r}, "
                f"type_config_index={self.type_config_index!r}, point={self.point!r}, "
                f"is_skipped={self.is_skipped!r}, skip_reason={self.skip_reason!r}, "
                f"bw={self.bw!r}, summaries={self.summaries!r})")


# --- Benchmarks -----------------------------------------------------------------------------------


def _json_object(raw):
    return {} if raw is None else json.loads(raw)


def _axis_value(value):
    number, real = ctypes.c_int64(), ctypes.c_double()
    entry = {"input_string": text(lib.bres_axis_value_input_string(value)),
             "description": text(lib.bres_axis_value_description(value))}
    kind = lib.bres_axis_value_kind(value)
    if kind == _INT64 and lib.bres_axis_value_int64(value, number):
        entry["value"] = number.value
    elif kind == _FLOAT64 and lib.bres_axis_value_float64(value, real):
        entry["value"] = real.value
    elif kind == _abi.BRES_KIND_STRING:
        entry["value"] = text(lib.bres_axis_value_string(value))
    elif kind == _abi.BRES_KIND_NULL:
        entry["value"] = None
    else:
        entry["is_active"] = lib.bres_axis_value_is_active(value)
    entry.update(_json_object(lib.bres_axis_value_extra_json(value)))
    return entry


def _axis(axis):
    values = [_axis_value(lib.bres_axis_value_at(axis, i))
              for i in range(lib.bres_axis_value_count(axis))]
    return {"name": text(lib.bres_axis_name(axis)), "type": text(lib.bres_axis_type(axis)),
            "flags": text(lib.bres_axis_flags(axis)), "values": values,
            **_json_object(lib.bres_axis_extra_json(axis))}


class SubBenchmarkResult(collections.abc.Sequence):
    """One benchmark: a sequence of its states. Equal only when the same object."""

    __slots__ = ("_handle", "_pointer", "_states", "_axes")

    def __init__(self, *arguments, **keywords):
        raise _not_constructible("SubBenchmarkResult")

    @classmethod
    def _make(cls, handle, pointer):
        bench = cls.__new__(cls)
        bench._handle = handle
        bench._pointer = pointer
        bench._states = None
        bench._axes = None
        return bench

    @property
    def name(self):
        return text(lib.bres_subbench_name(self._pointer))

    @property
    def devices(self):
        """Ids of the devices that it ran on."""
        pointer = self._pointer
        return [lib.bres_subbench_device_id_at(pointer, i)
                for i in range(lib.bres_subbench_device_count(pointer))]

    @property
    def axes(self):
        """The axes as the file has them: a list of dicts."""
        if self._axes is None:
            self._axes = [_axis(lib.bres_subbench_axis_at(self._pointer, i))
                          for i in range(lib.bres_subbench_axis_count(self._pointer))]
        return self._axes

    @property
    def states(self):
        """All states, skipped ones too, as a list."""
        if self._states is None:
            pointer, handle, make = self._pointer, self._handle, SubBenchmarkState._make
            at = lib.bres_subbench_state_at
            self._states = [make(handle, at(pointer, i))
                            for i in range(lib.bres_subbench_state_count(pointer))]
        return self._states

    def __len__(self):
        return lib.bres_subbench_state_count(self._pointer)

    def __getitem__(self, index):
        return self.states[index]

    def __iter__(self):
        return iter(self.states)

    def centers(self, estimator):
        """State name -> what the estimator makes of its samples. Of equal names the last counts."""
        return {state.name(): state.center(estimator) for state in self}

    def centers_with_frequencies(self, estimator):
        return {state.name(): state.center_with_frequencies(estimator) for state in self}

    def __repr__(self):
        return (f"SubBenchmarkResult(name={self.name!r}, devices={self.devices!r}, "
                f"axes={self.axes!r}, states={self.states!r})")


# --- Results --------------------------------------------------------------------------------------


class BenchmarkResult(collections.abc.Mapping):
    """A result file: benchmark name -> SubBenchmarkResult, in file order.

    Made by `from_json()` or `empty()`. It never changes, and any number of threads may read it.
    ``metadata`` is whatever the caller gave, and never looked at.
    """

    __slots__ = ("_handle", "_subbenches", "_devices", "metadata")

    def __init__(self, *arguments, **keywords):
        raise _not_constructible("BenchmarkResult")

    @classmethod
    def _make(cls, pointer, metadata=None):
        result = cls.__new__(cls)
        result._handle = _Handle(pointer)
        result._subbenches = None
        result._devices = None
        result.metadata = metadata
        return result

    @classmethod
    def from_json(cls, json_path, *, metadata=None):
        """Loads a file strictly: a malformed value or sidecar anywhere fails the whole."""
        return cls._load(json_path, _abi.BRES_LOAD_CWD_FALLBACK, metadata)

    @classmethod
    def _load(cls, json_path, flags, metadata=None):
        options = _abi.bres_load_options()
        lib.bres_load_options_init(options)
        options.flags = flags
        pointer = ctypes.c_void_p()
        lib.bres_result_load(encode(json_path, "path"), options, pointer)
        return cls._make(pointer.value, metadata)

    @classmethod
    def empty(cls, *, metadata=None):
        """A result without benchmarks, such as that of a run that failed."""
        pointer = ctypes.c_void_p()
        lib.bres_result_new(pointer)
        return cls._make(pointer.value, metadata)

    @property
    def subbenches(self):
        if self._subbenches is None:
            handle = self._handle
            found = {}
            for i in range(lib.bres_result_subbench_count(handle.pointer)):
                bench = SubBenchmarkResult._make(handle,
                                                 lib.bres_result_subbench_at(handle.pointer, i))
                found[bench.name] = bench
            self._subbenches = found
        return self._subbenches

    @property
    def devices(self):
        """Id -> BenchmarkResultDevice, in file order."""
        if self._devices is None:
            pointer = self._handle.pointer
            devices = (lib.bres_result_device_at(pointer, i)
                       for i in range(lib.bres_result_device_count(pointer)))
            self._devices = {
                device.id: device
                for device in (BenchmarkResultDevice(lib.bres_device_id(d),
                                                     text(lib.bres_device_name(d)),
                                                     json.loads(lib.bres_device_json(d)))
                               for d in devices)}
        return self._devices

    def __getitem__(self, name):
        return self.subbenches[name]

    def __iter__(self):
        return iter(self.subbenches)

    def __len__(self):
        return len(self.subbenches)

    def centers(self, estimator):
        """Benchmark name -> SubBenchmarkResult.centers()."""
        return {name: bench.centers(estimator) for name, bench in self.items()}

    def centers_with_frequencies(self, estimator):
        return {name: bench.centers_with_frequencies(estimator) for name, bench in self.items()}

    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__

    def __repr__(self):
        return (f"BenchmarkResult(metadata={self.metadata!r}, devices={self.devices!r}, "
                f"subbenches={self.subbenches!r})")
