# SPDX-License-Identifier: MIT
"""The summaries of a state."""
from __future__ import annotations

import collections.abc
import ctypes
import operator
import struct

from . import _abi
from ._display import brief, counted
from ._library import lib, mapping, read_json, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Dict, Iterator, Mapping, Optional, Tuple, Union

    from ._handle import Handle

    FieldValue = Union[int, float, str, None]

__all__ = ["BenchmarkResultSummary", "Summaries"]


class BenchmarkResultSummary:
    """A summary of a state: an immutable record that is compared by value.

    `data` maps the names of its values to int, float, str or None. `value` is the entry "value",
    which tables show, or None. ``summary[name]`` is an entry, too.
    """

    # A file has hundreds of thousands of summaries: equal summaries share their `_shape`, which is
    # (tag, name, hint, hide, description), and `_data` is not set if `_value` is the only entry.
    __slots__ = ("_shape", "_value", "_data")
    __module__ = "benchresult.results"  # the public module, which pickles name

    def __init__(self, tag: str, name: Optional[str] = None, hint: Optional[str] = None,
                 hide: Optional[str] = None, description: Optional[str] = None,
                 data: Optional[Mapping[str, FieldValue]] = None) -> None:
        self._shape = (tag, name, hint, hide, description)
        self._data = {} if data is None else dict(mapping(data, "data"))
        self._value = self._data.get("value")

    @property
    def tag(self) -> str:
        """Identifies the quantity, such as "nv/cold/time/gpu/mean"."""
        return self._shape[0]

    @property
    def name(self) -> Optional[str]:
        """The column header in tables."""
        return self._shape[1]

    @property
    def hint(self) -> Optional[str]:
        """The display format of the value: "duration", "percentage", ..."""
        return self._shape[2]

    @property
    def hide(self) -> Optional[str]:
        """The reason why tables do not show the summary."""
        return self._shape[3]

    @property
    def description(self) -> Optional[str]:
        return self._shape[4]

    value: FieldValue = property(operator.attrgetter("_value"), doc='The entry "value", or None.')

    @property
    def data(self) -> Dict[str, FieldValue]:
        try:
            return self._data
        except AttributeError:
            self._data = {"value": self._value}
            return self._data

    def __getitem__(self, key: str) -> FieldValue:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def _fields(self):
        return (*self._shape, self.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BenchmarkResultSummary):
            return NotImplemented
        return self._fields() == other._fields()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return BenchmarkResultSummary, self._fields()

    def __repr__(self) -> str:
        names = ("tag", "name", "hint", "hide", "description", "data")
        values = ", ".join(f"{name}={brief(value)}" for name, value in zip(names, self._fields()))
        return f"BenchmarkResultSummary({values})"


class Summaries(collections.abc.Mapping[str, "BenchmarkResultSummary"]):
    """The summaries of a state: an immutable mapping of tags to BenchmarkResultSummary, in file
    order. If a tag repeats, the last summary counts.

    Each access makes a new record, because a file has hundreds of thousands of summaries. Copies
    and unpickled objects are dicts.
    """

    # `_values` has an item for each tag: a number, or a dict for data other than a single number.
    __slots__ = ("_layout", "_values")

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Summaries are not constructed directly: use SubBenchmarkState.summaries")

    def __getitem__(self, tag: str) -> BenchmarkResultSummary:
        layout = self._layout
        place = layout.places[tag]
        return layout.make(layout.shapes[place], self._values[place])

    def __contains__(self, tag: object) -> bool:
        return tag in self._layout.places

    def __iter__(self) -> Iterator[str]:
        return iter(self._layout.places)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._layout.places)

    def __len__(self) -> int:
        return len(self._layout.places)

    def values(self) -> collections.abc.ValuesView[BenchmarkResultSummary]:
        return _Values(self)

    def items(self) -> collections.abc.ItemsView[str, BenchmarkResultSummary]:
        return _Items(self)

    def __reduce__(self) -> Tuple[Any, ...]:
        return dict, (dict(self.items()),)

    def __repr__(self) -> str:
        return f"<Summaries: {counted(len(self), 'summary')}>"


class _Values(collections.abc.ValuesView["BenchmarkResultSummary"]):
    __slots__ = ()

    def __iter__(self) -> Iterator[BenchmarkResultSummary]:
        layout = self._mapping._layout
        return map(layout.make, layout.shapes, self._mapping._values)


class _Items(collections.abc.ItemsView[str, "BenchmarkResultSummary"]):
    __slots__ = ()

    def __iter__(self) -> Iterator[Tuple[str, BenchmarkResultSummary]]:
        layout = self._mapping._layout
        return zip(layout.places, map(layout.make, layout.shapes, self._mapping._values))


def _of_number(shape, value, make=BenchmarkResultSummary.__new__, record=BenchmarkResultSummary):
    summary = make(record)
    summary._shape = shape
    summary._value = value
    return summary


def _of_any(shape, value):
    if type(value) is not dict:
        return _of_number(shape, value)
    summary = _of_number(shape, value.get("value"))
    summary._data = dict(value)
    return summary


# The members of bres_summary_record.
_RECORD = "PPqdPII"
_WIDTH = len(_RECORD)
_POINTER, _SHAPE, _INTEGER, _REAL, _, _KIND, _FIELDS = range(_WIDTH)
assert struct.calcsize("@" + _RECORD) == ctypes.sizeof(_abi.bres_summary_record)
# The member with a number of each kind.
_NUMBERS = {_abi.BRES_KIND_INT64: _INTEGER, _abi.BRES_KIND_FLOAT64: _REAL}


def _shape(summary):
    """The texts as the file has them; they need not be strings."""
    members = read_json(lib.bres_summary_json, summary)
    return tuple(members.get(key) for key in ("tag", "name", "hint", "hide", "description"))


def _field(value):
    kind = lib.bres_value_kind(value)
    if kind == _abi.BRES_KIND_INT64:
        number = ctypes.c_int64()
        lib.bres_value_int64(value, number)
        return number.value
    if kind == _abi.BRES_KIND_FLOAT64:
        number = ctypes.c_double()
        lib.bres_value_float64(value, number)
        return number.value
    return text(lib.bres_value_string(value))


def _data(summary):
    fields = (lib.bres_summary_field_at(summary, i)
              for i in range(lib.bres_summary_field_count(summary)))
    return {text(lib.bres_value_name(field)): _field(field) for field in fields}


class _Layout:
    """The parts that the summaries of neighbouring states share: everything except the values."""

    __slots__ = ("key", "places", "shapes", "values", "others", "make")

    def __init__(self, known_shapes, members):
        shapes = []
        for pointer, address in zip(members[_POINTER::_WIDTH], members[_SHAPE::_WIDTH]):
            if address not in known_shapes:
                known_shapes[address] = _shape(pointer)
            shapes.append(known_shapes[address])
        records = {shape[0]: record for record, shape in enumerate(shapes)}
        #: Tag -> index in `shapes` and in the values.
        self.places = {tag: place for place, tag in enumerate(records)}
        self.shapes = [shapes[record] for record in records.values()]
        # Summaries that are not a single number are read later: their address replaces the value.
        wanted, self.others = [], []
        for place, record in enumerate(records.values()):
            first = record * _WIDTH
            member = _NUMBERS.get(members[first + _KIND]) if members[first + _FIELDS] == 1 else None
            if member is None:
                self.others.append(place)
            wanted.append(first + (_POINTER if member is None else member))
        #: Extracts the values of all places from the members of all records.
        self.values = operator.itemgetter(*wanted, 0) if wanted else tuple  # two or more: a tuple
        #: Makes the record of a shape and a value.
        self.make = _of_any if self.others else _of_number
        self.key = _layout_key(members)


def _layout_key(members):
    return members[_SHAPE::_WIDTH], members[_KIND::_WIDTH], members[_FIELDS::_WIDTH]


def read_summaries(handle: Handle, state: int) -> Summaries:
    """The summaries of a state, read in one call."""
    count = lib.bres_state_summary_count(state)
    records = (_abi.bres_summary_record * count)()
    lib.bres_state_summary_records(state, 0, records, count)
    members = struct.unpack("@" + _RECORD * count, records)
    layout = handle.layout
    if layout is None or layout.key != _layout_key(members):
        layout = handle.layout = _Layout(handle.shapes, members)
    values = layout.values(members)
    if layout.others:
        values = list(values)
        for place in layout.others:
            values[place] = _data(values[place])
    summaries = Summaries.__new__(Summaries)
    summaries._layout = layout
    summaries._values = values
    return summaries
