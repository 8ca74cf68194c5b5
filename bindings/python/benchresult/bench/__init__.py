# SPDX-License-Identifier: MIT
"""Benchmark programs in Python, with the names of NVBench's module `cuda.bench`.

After ``import benchresult.bench as bench``, programs that were written for that module run. On the
CPU, they need neither a GPU nor a driver.

    @bench.register()
    @bench.axis.power_of_two("Elements", range(10, 21, 5))
    @bench.option.is_cpu_only()
    def sort(state):
        data = make(state.get_int64("Elements"))
        state.exec(lambda launch: sorted(data))

    if __name__ == "__main__":
        bench.run_all_benchmarks(sys.argv)

`benchresult.benchmark()` is a shorter form of the same.
"""
from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, TypeVar, overload

from .. import __version__ as __version__
from . import _nvbench as _nvbench
from ._benchmark import Benchmark
from ._decorators import Decorator, axis, mark_registered, option, recorded
from ._launch import CudaStream, Launch, Timer
from ._object import NVBenchRuntimeError
from ._run import Run, command_line
from ._state import State

__all__ = ["Benchmark", "CudaStream", "Launch", "NVBenchRuntimeError", "State", "Timer",
           "run_all_benchmarks", "axis", "option", "register"]

F = TypeVar("F", bound=Callable[..., Any])

_benchmarks: List[Benchmark] = []
#: Set while a process that measures one state imports the program.
_is_importing = False
#: Replaces the registration, for tests.
_register: Optional[Callable[[Callable[..., Any]], Any]] = None


def _declare(function: Callable[..., object]) -> Benchmark:
    benchmark = Benchmark._make(function)
    _benchmarks.append(benchmark)
    return benchmark


def _register_now(function: Callable[..., object]) -> Any:
    if not callable(function):
        raise ValueError(f"a benchmark must be callable, not {type(function).__name__}")
    made = (_register or _declare)(function)
    for method, values in recorded(function):
        getattr(made, method)(*values)
    mark_registered(function)
    return made


@overload
def register(fn: None = None, /) -> Decorator: ...
@overload
def register(fn: Callable[..., object], /) -> Benchmark: ...


def register(fn: Optional[Callable[..., object]] = None, /) -> Any:
    """Registers a function as a benchmark, and returns the Benchmark.

    ``@register()`` is a decorator that returns the function unchanged. Place it above the
    decorators of `axis` and `option`.
    """
    if fn is not None:
        return _register_now(fn)

    def decorate(function: F) -> F:
        _register_now(function)
        return function
    return decorate


def run_all_benchmarks(argv: Sequence[str] = ()) -> None:
    """Runs all benchmarks as the command line says; see benchresult-bench(7).

    The first argument is the name of the program, unless it begins with ``-``. States that fail or
    are skipped raise nothing. Raises NVBenchRuntimeError if an option, a file or a benchmark is
    refused. KeyboardInterrupt is raised after the outputs have been written. Options such as
    ``--help`` print, and raise SystemExit. The interpreter's lock is held during the run, so that
    other threads do not delay the timed code.
    """
    words = command_line(argv)
    if not _benchmarks:
        raise RuntimeError("no benchmark is registered")
    if _is_importing:
        raise RuntimeError("a program that runs states in processes needs a main guard: "
                           "if __name__ == \"__main__\":")
    Run(_benchmarks).run(words)
