# SPDX-License-Identifier: MIT
"""The objects that a launcher receives: the launch, its stream and its timer."""
from __future__ import annotations

import ctypes
import threading
import weakref
from typing import Callable, Optional, Tuple

from .._library import lib
from . import _arguments as arguments
from ._object import Object


class CudaStream(Object):
    """The stream of a state. It supports the protocol `__cuda_stream__`, and has an address. Numba,
    CuPy, cuda.core, torch and triton accept one of the two."""

    __module__ = "benchresult.bench"
    __slots__ = ("_owner",)

    _owner: Optional[StreamOwner]

    @classmethod
    def _make(cls, owner: StreamOwner) -> CudaStream:
        made = object.__new__(cls)
        made._owner = owner
        return made

    def addressof(self) -> int:
        """Returns the address of the stream: a CUstream or cudaStream_t."""
        if self._owner is None:
            raise RuntimeError("the CudaStream is no longer valid: its state has ended")
        return self._owner.handle()

    def __cuda_stream__(self) -> Tuple[int, int]:
        """Returns the version of the protocol and the address."""
        return 0, self.addressof()


def _ask(provider: object) -> int:
    """The handle that a stream of another library reports."""
    if isinstance(provider, CudaStream):
        raise TypeError("set_stream() needs a stream of another library, not a CudaStream")
    try:
        method = provider.__cuda_stream__  # type: ignore[attr-defined]
    except Exception:
        raise TypeError(f"{type(provider).__name__} has no method __cuda_stream__") from None
    if not callable(method):
        raise TypeError("__cuda_stream__ must be callable")
    answer = method()
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise TypeError("__cuda_stream__() must return (protocol_version, handle)")
    try:
        version = arguments.int64(answer[0], "version")
        handle = arguments.count(answer[1], "handle")
    except TypeError:
        raise TypeError("__cuda_stream__() must return integers") from None
    if version != 0:
        raise ValueError(f"__cuda_stream__() must return version 0, not {version}")
    return handle


class StreamOwner:
    """The stream of a state, made at first use or set by the body."""

    def __init__(self, run: int, has_device: bool) -> None:
        self._run = run
        self._has_device = has_device
        self._handle: Optional[int] = None
        self._provider: object = None  # keeps its stream alive
        self._stream: Optional[weakref.ref[CudaStream]] = None

    def stream(self) -> CudaStream:
        """The CudaStream: the same object as long as a program refers to it."""
        self.handle()
        known = self._stream() if self._stream is not None else None
        if known is None:
            known = CudaStream._make(self)
            self._stream = weakref.ref(known)
        return known

    def handle(self) -> int:
        """The address of the stream."""
        if self._handle is None:
            if not self._has_device:
                raise RuntimeError("the benchmark is CPU-only and has no stream")
            pointer = ctypes.c_void_p()
            lib.bres_run_stream(self._run, pointer)
            self._handle = pointer.value or 0
        return self._handle

    def set(self, provider: object) -> None:
        """Measures on a stream of another library."""
        handle = _ask(provider)
        if handle == self._handle:
            return
        if self._has_device:
            lib.bres_run_set_stream(self._run, handle)
        self._handle, self._provider = handle, provider

    def end(self) -> None:
        """Called when the state has ended: releases the provider, and invalidates a CudaStream that
        the program has kept."""
        known = self._stream() if self._stream is not None else None
        if known is not None:
            known._owner = None
        self._provider = None




class Launch(Object):
    """One execution of the function that is measured."""

    __module__ = "benchresult.bench"
    __slots__ = ("_owner",)

    _owner: Optional[StreamOwner]

    @classmethod
    def _make(cls, owner: StreamOwner) -> Launch:
        made = object.__new__(cls)
        made._owner = owner
        return made

    def get_stream(self) -> CudaStream:
        """Returns the stream to queue the work on."""
        if self._owner is None:
            raise RuntimeError("the Launch is no longer valid: its measurement has ended")
        return self._owner.stream()


class Timer(Object):
    """Starts and ends the timed part of an execution. Valid only while its launcher runs."""

    __module__ = "benchresult.bench"
    __slots__ = ("_pointer", "_start", "_stop", "_thread")

    _pointer: Optional[int]
    _start: Callable[[int], object]
    _stop: Callable[[int], object]
    _thread: int

    @classmethod
    def _make(cls, pointer: int, on_device: bool) -> Timer:
        made = object.__new__(cls)
        made._pointer = pointer
        made._start = lib.bres_launch_start if on_device else lib.bres_stopwatch_start
        made._stop = lib.bres_launch_stop if on_device else lib.bres_stopwatch_stop
        made._thread = threading.get_ident()
        return made

    def _valid(self) -> int:
        if self._pointer is None:
            raise RuntimeError("Timer is no longer valid: its launcher has returned")
        if self._thread != threading.get_ident():
            raise RuntimeError("a Timer belongs to the thread of its launcher")
        return self._pointer

    def start(self) -> None:
        """Starts the timed part. On a GPU, one pair of calls per execution counts; on the CPU, the
        sum of all pairs."""
        self._start(self._valid())

    def stop(self) -> None:
        """Ends the timed part."""
        self._stop(self._valid())
