# SPDX-License-Identifier: MIT
"""Instruction counts by function, and callgrind profiles."""
from __future__ import annotations

import ctypes
from typing import NamedTuple

from . import _abi
from ._callback import calling_back, hook
from ._library import encode, integer, lib, real, required, take_text, text
from ._log import log_handler
from .errors import LoadWarning

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import (Any, Callable, Iterable, Iterator, NoReturn, Optional, Tuple, Union,
                        overload)

__all__ = ["FunctionCount", "FunctionCounts", "Profile"]


class FunctionCount(NamedTuple):
    """The number of instructions that a function executed."""

    count: int  # type: ignore[assignment]
    function: str


#: The functions that `denoise()` removes: their counts depend on the content of the interpreter's
#: dictionaries.
_NOISE = ("dictobject.c:lookdict_unicode",)


class _Handle:
    """Owns a bres_counts."""

    __slots__ = ("pointer",)

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self, free=lib.bres_counts_free):
        free(self.pointer)


def _read(pointer):
    """The entries of a bres_counts."""
    at = lib.bres_counts_at
    entries = (at(pointer, i).contents for i in range(lib.bres_counts_size(pointer)))
    return tuple(FunctionCount(entry.count, text(entry.name)) for entry in entries)


def _entry(pair):
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise TypeError("an entry must be a count and a name")
    return FunctionCount(integer(pair[0], "a count"), pair[1])


class FunctionCounts:
    """An immutable list of FunctionCount. With `inclusive`, the counts of a function include the
    functions that it calls, and the sum of the list is meaningless.

    Arithmetic joins entries with the same name, drops entries with a count of 0, and sorts by
    count, the largest first. Entries with equal counts are sorted by name, in descending order.
    """

    __slots__ = ("_entries", "_handle", "inclusive", "truncate_rows", "_linewidth")

    inclusive: bool
    truncate_rows: bool

    # Not __init__: a second call would replace the handle while other threads use it.
    def __new__(cls, data: Iterable[tuple[int, str]], inclusive: bool, truncate_rows: bool = True,
                linewidth: Optional[int] = None) -> FunctionCounts:
        entries = tuple(map(_entry, data))
        array = (_abi.bres_count * len(entries))(
            *((count, required(name, "function")) for count, name in entries))
        if linewidth is not None:
            linewidth = integer(linewidth, "linewidth", 0, 2**31 - 1)
        pointer = ctypes.c_void_p()
        lib.bres_counts_new(array, len(entries), bool(inclusive), pointer)
        counts = cls._make(pointer.value, truncate_rows, linewidth)
        counts._entries = entries
        return counts

    @classmethod
    def _make(cls, pointer, truncate_rows=True, linewidth=None):
        """Takes ownership of a list that C made."""
        counts = object.__new__(cls)
        counts._handle = _Handle(pointer)
        counts._entries = None
        counts.inclusive = lib.bres_counts_is_inclusive(pointer)
        counts.truncate_rows = truncate_rows
        counts._linewidth = linewidth
        return counts

    @classmethod
    def _copy(cls, pointer):
        """A copy of a list that C owns."""
        return cls(_read(pointer), lib.bres_counts_is_inclusive(pointer))

    def _derive(self, function, *arguments):
        """The list that a function of C makes from this list."""
        pointer = ctypes.c_void_p()
        try:
            with calling_back():
                function(self._handle.pointer, *arguments, pointer)
        except BaseException:
            lib.bres_counts_free(pointer)
            raise
        return FunctionCounts._make(pointer.value, self.truncate_rows, self._linewidth)

    # --- A sequence ---

    def _list(self) -> Tuple[FunctionCount, ...]:
        if self._entries is None:
            self._entries = _read(self._handle.pointer)
        return self._entries

    def __len__(self) -> int:
        return lib.bres_counts_size(self._handle.pointer)

    def __iter__(self) -> Iterator[FunctionCount]:
        return iter(self._list())

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: int) -> FunctionCount: ...

        @overload
        def __getitem__(self, index: slice) -> FunctionCounts: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[FunctionCount, FunctionCounts]:
        """Returns an entry, or for a slice a list that prints all of its rows."""
        found = self._list()[index]
        if not isinstance(index, slice):
            return found
        return FunctionCounts(found, self.inclusive, False, self._linewidth)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionCounts):
            return NotImplemented
        return (self.inclusive, self._list()) == (other.inclusive, other._list())

    def __hash__(self) -> int:
        return hash((self.inclusive, self._list()))

    def __reduce__(self) -> Tuple[Any, ...]:
        return FunctionCounts, (tuple(map(tuple, self._list())), self.inclusive,
                                self.truncate_rows, self._linewidth)

    # --- Arithmetic ---

    def __add__(self, other: FunctionCounts) -> FunctionCounts:
        if not isinstance(other, FunctionCounts):
            return NotImplemented
        return self._derive(lib.bres_counts_add, other._handle.pointer)

    def __sub__(self, other: FunctionCounts) -> FunctionCounts:
        if not isinstance(other, FunctionCounts):
            return NotImplemented
        return self._derive(lib.bres_counts_subtract, other._handle.pointer)

    def __mul__(self, other: float) -> FunctionCounts:
        """Multiplies the counts, rounded towards 0."""
        if not isinstance(other, (int, float)):
            return NotImplemented
        return self._derive(lib.bres_counts_scale, real(other, "the factor"))

    __rmul__ = __mul__

    def sum(self) -> int:
        total = ctypes.c_int64()
        lib.bres_counts_sum(self._handle.pointer, total)
        return total.value

    def transform(self, map_fn: Callable[[str], str]) -> FunctionCounts:
        """Renames every function, and adds up the counts of functions that get the same name."""
        last = []  # keeps the text alive, because C copies it only after the callback

        def rename(_, name, renamed):
            last[:] = [ctypes.c_char_p(required(map_fn(text(name)), "what map_fn returns"))]
            renamed[0] = ctypes.cast(last[0], ctypes.c_void_p).value
        return self._derive(lib.bres_counts_transform, _abi.bres_counts_rename_fn(hook(rename)),
                            None)

    def filter(self, filter_fn: Callable[[str], bool]) -> FunctionCounts:
        """Returns the entries whose name satisfies the predicate, in the same order, including
        entries with a count of 0."""
        def keep(_, entry, kept):
            kept[0] = bool(filter_fn(text(entry.contents.name)))
        return self._derive(lib.bres_counts_filter, _abi.bres_counts_keep_fn(hook(keep)), None)

    def denoise(self, noise: Iterable[str] = _NOISE) -> FunctionCounts:
        """Returns the list without functions whose name contains one of the texts."""
        words = [required(word, "noise") for word in noise]
        return self._derive(lib.bres_counts_denoise, (ctypes.c_char_p * (len(words) + 1))(*words))

    def __repr__(self) -> str:
        out = ctypes.c_void_p()
        lib.bres_counts_text(self._handle.pointer,
                             0 if self.truncate_rows else _abi.BRES_COUNTS_ALL_ROWS,
                             self._linewidth or 0, out)
        return "<benchresult.FunctionCounts object>\n" + take_text(out).rstrip("\n")


# --- Profiles -------------------------------------------------------------------------------------


class Profile:
    """A callgrind.out file. Its parts are numbered in file order: a part for each dump and
    thread. None as a part means all parts. `log(message)` receives warnings about the file;
    None: they are `LoadWarning`."""

    def __new__(cls, path: Union[str, os.PathLike[str]], *,
                log: Optional[Callable[[str], object]] = None) -> Profile:
        options = _abi.bres_profile_options()
        lib.bres_profile_options_init(options)
        options.log = log_handler(log, LoadWarning)
        pointer = ctypes.c_void_p()
        try:
            with calling_back():
                lib.bres_profile_load(required(path, "path"), options, pointer)
        except BaseException:
            lib.bres_profile_free(pointer)
            raise
        profile = object.__new__(cls)
        profile._pointer = pointer.value
        return profile

    def __del__(self, free: Any = lib.bres_profile_free) -> None:
        free(self._pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Profile cannot be pickled: load it where it is needed")

    @property
    def command(self) -> str:
        """The command line that was profiled."""
        return text(lib.bres_profile_command(self._pointer))

    @property
    def pid(self) -> int:
        return lib.bres_profile_pid(self._pointer)

    @property
    def events(self) -> list[str]:
        """Names such as "Ir"."""
        return [text(lib.bres_profile_event_at(self._pointer, i))
                for i in range(lib.bres_profile_event_count(self._pointer))]

    @property
    def triggers(self) -> list[str]:
        """The trigger of the dump, for each part."""
        return [text(lib.bres_profile_part_trigger(self._pointer, i)) for i in range(len(self))]

    def __len__(self) -> int:
        return lib.bres_profile_part_count(self._pointer)

    def _part(self, part):
        if part is None:
            return ctypes.c_size_t(-1).value
        index = integer(part, "part")
        if not 0 <= index < len(self):
            raise IndexError(f"part {index} is out of range (the profile has {len(self)} parts)")
        return index

    def total(self, part: Optional[int] = None, event: Optional[str] = None) -> int:
        """Returns the sum of an event over all functions; by default of "Ir"."""
        total = ctypes.c_uint64()
        lib.bres_profile_total(self._pointer, self._part(part), encode(event, "event"), total)
        return total.value

    def counts(self, part: Optional[int] = None, event: Optional[str] = None, *,
               inclusive: bool = False, annotate: bool = False,
               merge_recursion: bool = False) -> FunctionCounts:
        """Returns the functions, sorted by count, the largest first. With `annotate`, names are
        written as callgrind_annotate writes them."""
        inclusion = ((_abi.BRES_INCLUSIVE_ANNOTATE if inclusive else _abi.BRES_EXCLUSIVE_ANNOTATE)
                     if annotate else (_abi.BRES_INCLUSIVE if inclusive else _abi.BRES_EXCLUSIVE))
        pointer = ctypes.c_void_p()
        lib.bres_profile_counts(self._pointer, self._part(part), encode(event, "event"), inclusion,
                                _abi.BRES_PROFILE_MERGE_RECURSION if merge_recursion else 0,
                                pointer)
        return FunctionCounts._make(pointer.value)

    def __repr__(self) -> str:
        return f"<Profile of {self.command!r}, {len(self)} parts>"
