# SPDX-License-Identifier: MIT
"""Python functions that C calls. Their exceptions, and KeyboardInterrupt, are raised after C has
returned."""
from __future__ import annotations

import ctypes
import threading

from . import _abi
from ._choices import named
from ._library import encode, lib, pending, text
from .errors import ArgumentError, Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def guarded(call: Callable[..., Any], failed: Any = None) -> Callable[..., Any]:
    """A callback that stores an exception of `call` until C has returned. After an exception, the
    callback only returns `failed`."""
    def callback(*arguments):
        if pending.exception is not None:
            return failed
        try:
            pending.inside = True
            result = call(*arguments)
            pending.inside = False
            return result
        except BaseException as exception:
            pending.inside = False
            if pending.exception is None:
                pending.exception = exception
            return failed
    return callback


def _relay(handler):
    """Wraps a signal handler. A signal may arrive while C runs. Python then calls the handler at
    the first instruction of the next callback, where nothing catches an exception. The wrapper
    stores the exception, unless the signal arrives in code that can be interrupted."""
    def relay(number, frame):
        if pending.inside:
            return handler(number, frame)
        try:
            return handler(number, frame)
        except BaseException as exception:
            pending.exception = exception
    return relay


class calling_back:
    """Surrounds a call of C that uses callbacks: ``with calling_back():
    lib.bres_measure_cpu(...)``."""

    __slots__ = ("_was_inside", "_relay", "_handler")

    def __enter__(self):
        self._was_inside = pending.inside
        self._relay = None
        pending.inside = False
        # Only the main thread handles signals.
        if threading.current_thread() is threading.main_thread():
            import signal

            self._handler = signal.getsignal(signal.SIGINT)
            if callable(self._handler):
                relay = _relay(self._handler)
                try:
                    signal.signal(signal.SIGINT, relay)
                    self._relay = relay
                except ValueError:
                    pass  # not the main interpreter of the process

    def __exit__(self, kind, exception, trace):
        if self._relay is not None:
            import signal

            if signal.getsignal(signal.SIGINT) is self._relay:
                signal.signal(signal.SIGINT, self._handler)
        pending.inside = self._was_inside
        late, pending.exception = pending.exception, None
        if late is not None:
            raise late


def undoing(call):
    """A callback that runs even after an exception, for example to restore a state. It does not
    guard its own exceptions."""
    def run(*arguments):
        earlier, pending.exception = pending.exception, None
        result = call(*arguments)
        pending.exception = earlier or pending.exception
        return result
    return run


def hook(call):
    """A callback that returns a status; it returns a failure if `call` raises an exception."""
    def run(*arguments):
        call(*arguments)
        return _abi.BRES_OK
    return guarded(run, _abi.BRES_ERROR_STATE)


# --- Members of options ---------------------------------------------------------------------------


def _is_interrupted(user):
    return pending.exception is not None


#: An `is_interrupted` callback: true after an exception.
is_interrupted = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)(guarded(_is_interrupted, True))


def _interruption(user):
    import signal
    return signal.SIGTERM if pending.exception is not None else 0


#: A `signal` callback of commands: an exception in this process ends the running command, too.
interruption_signal = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_interruption)


def fail(reason: str) -> Any:
    """Reports the failure of a callback with its reason; returns the status."""
    earlier, pending.exception = pending.exception, None
    try:
        lib.bres_measure_fail(encode(reason))
    except Error as error:
        return error.status
    finally:
        pending.exception = earlier


CLOCK_KINDS = {"wall": _abi.BRES_CLOCK_WALL, "thread": _abi.BRES_CLOCK_THREAD,
               "process": _abi.BRES_CLOCK_PROCESS}


def clock_kind_number(name):
    """The number of a kind of clock."""
    return named(name, "clock_kind", CLOCK_KINDS)


#: Limit of elapsed seconds, above any measurement. In nanoseconds, it is below 2**62.
_CLOCK_RANGE = 4e9


def make_clock(clock):
    """A bres_clock of a function that returns seconds from any starting point. Only differences
    matter. The first reading is subtracted, so that the conversion to nanoseconds loses nothing."""
    begin = clock()

    def now(_):
        elapsed = clock() - begin
        if not -_CLOCK_RANGE < elapsed < _CLOCK_RANGE:
            raise ArgumentError(f"the clock returned {begin + elapsed} after {begin} (expected "
                                "seconds)")
        return 2**62 + int(round(elapsed * 1e9))

    c = _abi.bres_clock()
    lib.bres_clock_init(c)
    c.now = dict(_abi.bres_clock._fields_)["now"](guarded(now, 0))
    return c
