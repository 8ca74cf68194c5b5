# SPDX-License-Identifier: MIT
"""Python functions that C calls: their exceptions, and Ctrl-C, come out when C has returned."""
from __future__ import annotations

import threading

from . import _abi
from ._library import pending


def guarded(call, failed=None):
    """A callback whose exceptions wait until C has returned, and that then is not called again."""
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
    """A signal may arrive while C runs. Its handler would then be called at the first instruction
    of the next callback, where nothing catches what it raises. What it raises waits instead, unless
    the signal has come to code that can be interrupted."""
    def relay(number, frame):
        if pending.inside:
            return handler(number, frame)
        try:
            return handler(number, frame)
        except BaseException as exception:
            pending.exception = exception
    return relay


class calling_back:
    """Around a call of C that calls back: ``with calling_back(): lib.bres_measure_cpu(...)``."""

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


def hook(call):
    """A callback that returns a status: that of a failure when `call` raises an exception."""
    def run(*arguments):
        call(*arguments)
        return _abi.BRES_OK
    return guarded(run, _abi.BRES_ERROR_STATE)
