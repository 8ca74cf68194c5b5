# SPDX-License-Identifier: MIT
"""Runs benchmarks as their command line says."""
from __future__ import annotations

import ctypes
import sys
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence

from .. import _abi, errors
from .._callback import calling_back, fail, guarded
from .._library import encode, lib, pending
from ._benchmark import Benchmark
from ._object import NVBenchRuntimeError
from ._state import State

_InterruptFunction: Any = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)
_BodyFunction: Any = _abi.bres_bench_fn
#: The names that Python gives a program without a file.
_NO_PROGRAM = ("", "-", "-c")
_REASON_SIZE = 64 * 1024


def command_line(argv: Sequence[str]) -> List[str]:
    """The name of the program and its arguments; the name is "benchmark" if `argv` has none."""
    if not isinstance(argv, (list, tuple)):
        raise TypeError(f"argv must be a list of strings, not {type(argv).__name__}")
    for i, word in enumerate(argv):
        if not isinstance(word, str):
            raise TypeError(f"argv[{i}] must be a string, not {type(word).__name__}")
    words = list(argv)
    if words and (words[0] in _NO_PROGRAM or not words[0].startswith("-")):
        program = words.pop(0)
        if program not in _NO_PROGRAM:
            return [program, *words]
    return ["benchmark", *words]


def _check_names(benchmarks: Sequence[Benchmark]) -> None:
    known: Dict[str, Benchmark] = {}
    for benchmark in benchmarks:
        name = benchmark.get_name()
        if not name:
            raise NVBenchRuntimeError(f"the name of a benchmark is empty: {benchmark._place()}")
        if name in known:
            raise NVBenchRuntimeError(f"two benchmarks have the name {name!r}: "
                                      f"{known[name]._place()} and {benchmark._place()}")
        known[name] = benchmark


def _describe(exception: BaseException) -> str:
    """The skip reason of a state whose body has raised an exception."""
    summary = "".join(traceback.format_exception_only(type(exception), exception)).strip()
    trace = exception.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    frames = "".join(traceback.format_exception(type(exception), exception, trace))
    return f"exception in the benchmark: {summary}\n{frames}"[:_REASON_SIZE].replace("\0", "")


class Run:
    """One run of benchmarks."""

    _current: Optional[Run] = None

    def __init__(self, benchmarks: Sequence[Benchmark]) -> None:
        self._benchmarks = [benchmark._snapshot() for benchmark in benchmarks]
        self._in_body = False
        self._interruption: Optional[KeyboardInterrupt] = None
        #: Called for each state; the module _processes replaces it.
        self.call_body: Callable[[Benchmark, State], None] = call_body
        self.has_failed = False

    def run(self, words: Sequence[str]) -> None:
        """Runs the benchmarks as a command line says: the name of a program, and its arguments."""
        _check_names(self._benchmarks)
        if Run._current is not None:
            raise RuntimeError("the body of a benchmark cannot start a run")
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        Run._current = self
        try:
            has_run = self._run(words)
        finally:
            Run._current = None
        if self._interruption is not None:
            raise self._interruption
        if not has_run:
            raise SystemExit(0)

    def _run(self, words: Sequence[str]) -> bool:
        encoded = [encode(word, "path") for word in words]
        argv = (ctypes.c_char_p * (len(encoded) + 1))(*encoded)
        has_run = ctypes.c_bool()
        interrupted = _InterruptFunction(self._is_interrupted)
        bodies = [_BodyFunction(self._callback(benchmark)) for benchmark in self._benchmarks]
        suite = lib.bres_suite_new()
        try:
            for benchmark, body in zip(self._benchmarks, bodies):
                benchmark._declare(suite, body)
        except BaseException as error:
            lib.bres_suite_free(suite)
            if isinstance(error, errors.Error):
                raise NVBenchRuntimeError(str(error)) from None
            raise
        try:
            with calling_back():
                lib.bres_suite_run(suite, len(encoded),
                                   ctypes.cast(argv, ctypes.POINTER(ctypes.c_void_p)),
                                   interrupted, None, has_run)
        except errors.AbortedError:
            pass
        except errors.Error as error:
            raise NVBenchRuntimeError(str(error)) from None
        return has_run.value

    def _is_interrupted(self, user: object) -> bool:
        """Whether the run must end. Between states, an exception of a signal handler ends it.
        During a body, the launcher raises the exception."""
        return self._interruption is not None or (not self._in_body and
                                                  pending.exception is not None)

    def _callback(self, benchmark: Benchmark) -> Any:
        """The body of a benchmark for C."""
        def call(run: int, context: object) -> int:
            state = State._make(run, benchmark)
            self._in_body = True
            try:
                self.call_body(benchmark, state)
            except BaseException as exception:
                self.has_failed = True
                if isinstance(exception, KeyboardInterrupt):
                    self._interruption = exception
                reason = _describe(exception)
                lib.bres_run_skip(run, reason.encode("utf-8", "replace"))
                status: int = fail(reason)
                return status
            finally:
                self._in_body = False
                state._end()
            return _abi.BRES_OK
        return guarded(call, _abi.BRES_ERROR_STATE)


def call_body(benchmark: Benchmark, state: State) -> None:
    """Calls the function of a benchmark. A function of `benchmark()` receives axis values by name,
    and can return what to measure."""
    if not benchmark._takes_values:
        benchmark._body(state)
        return
    from ..benchmarks import call_with_values

    call_with_values(benchmark._body, state)
