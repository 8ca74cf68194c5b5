# SPDX-License-Identifier: MIT
"""References from Python objects to a result in C."""
from __future__ import annotations

import contextlib
import threading

from ._library import lib
from .errors import NotMadeError, StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeVar

    Self = TypeVar("Self", bound="Shared")


class Shared:
    """An object of a result. A copy is the object itself, and the object cannot be pickled."""

    __slots__ = ()

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be pickled: write() its result, and load "
                        "it where it is needed")


class Made:
    """An object of a class that users derive from. Without a call of `__init__()`, it lacks its
    private attributes."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        kind = type(self).__name__
        is_private = name.startswith("_") and not name.startswith("__")
        if is_private or hasattr(type(self), name):  # or a property that reads one
            raise NotMadeError(f"this {kind} is not made: its __init__() was not called")
        raise AttributeError(f"{kind!r} object has no attribute {name!r}")


class Handle(Shared):
    """A reference to a result. Every object that borrows from the result keeps this reference.

    A loaded result never changes. A result under construction changes only while no other call
    reads it without the interpreter's lock. It cannot be read while a measurement adds to it.
    """

    __slots__ = ("pointer", "shapes", "layout", "lock", "is_building", "is_frozen", "_readers", "_is_written")

    def __init__(self, pointer, is_building=False):
        self.pointer = pointer
        self.shapes = {}  # shared parts of summaries, as `layout`; see summaries.py
        self.layout = None
        self.lock = threading.RLock()
        self.is_building = is_building
        self.is_frozen = False
        self._readers = 0
        self._is_written = False

    def __del__(self, unref=lib.bres_result_unref):
        pointer = getattr(self, "pointer", None)
        if pointer:
            unref(pointer)

    def _check_readable(self):
        if self._is_written:
            raise StateError("something is being measured into this result")

    def check_writable(self):
        """Raises StateError unless the result may change. Call it before a short call that changes
        the result."""
        self._check_readable()
        if self._readers:
            raise StateError("another thread is reading this result")
        if self.is_frozen:
            raise StateError("this result is part of a merged one and must not change any more")

    @contextlib.contextmanager
    def reading(self):
        """Surrounds calls that read the result."""
        if not self.is_building:
            yield self.pointer
            return
        with self.lock:
            self._check_readable()
            self._readers += 1
        try:
            yield self.pointer
        finally:
            with self.lock:
                self._readers -= 1

    @contextlib.contextmanager
    def writing(self):
        """Surrounds calls that change the result and release the interpreter's lock."""
        with self.lock:
            self.check_writable()
            self._is_written = True
        try:
            yield
        finally:
            self._is_written = False
