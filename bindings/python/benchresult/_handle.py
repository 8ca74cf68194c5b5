# SPDX-License-Identifier: MIT
"""What the Python objects keep of a result in C."""
from __future__ import annotations

import contextlib
import threading

from ._library import lib
from .errors import StateError


class Shared:
    """An object of a result: a copy of it is the object itself, and it stays in its process."""

    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__} cannot be pickled: write() its result, and load "
                        "it where it is needed")


class Handle(Shared):
    """A reference on a result: what is borrowed from it keeps this.

    A loaded result never changes. One that is being built changes only while nothing else looks at
    it without the interpreter's lock, and is not looked at while something is measured into it.
    """

    __slots__ = ("pointer", "shapes", "lock", "is_building", "is_frozen", "_readers", "_is_written")

    def __init__(self, pointer, is_building=False):
        self.pointer = pointer
        self.shapes = {}
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
        """Before a short call that changes the result."""
        self._check_readable()
        if self._readers:
            raise StateError("another thread is reading this result")
        if self.is_frozen:
            raise StateError("this result is part of a merged one and must not change any more")

    @contextlib.contextmanager
    def reading(self):
        """Around calls that read the result."""
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
        """Around calls that change the result and give up the interpreter's lock."""
        with self.lock:
            self.check_writable()
            self._is_written = True
        try:
            yield
        finally:
            self._is_written = False
