# SPDX-License-Identifier: MIT
"""Benchmarks with axes as keywords, a shorter form of `benchresult.bench`."""
from __future__ import annotations

import inspect
import sys
from typing import Any, Callable, Dict, Iterable, Optional, Sequence, TypeVar, Union

from . import bench
from .bench import Benchmark, State
from .bench._decorators import Decorator

__all__ = ["benchmark", "main"]

F = TypeVar("F", bound=Callable[..., Any])
Values = Union[Iterable[int], Iterable[float], Iterable[str]]


def _add_axis(made: Benchmark, name: str, values: Values) -> None:
    found = list(values)
    kinds = {type(value) for value in found}
    if kinds <= {int}:
        made.add_int64_axis(name, found)  # type: ignore[arg-type]
    elif kinds <= {int, float}:
        made.add_float64_axis(name, found)  # type: ignore[arg-type]
    elif kinds <= {str}:
        made.add_string_axis(name, found)  # type: ignore[arg-type]
    else:
        raise TypeError(f"axis {name!r} has values of type "
                        f"{', '.join(sorted(kind.__name__ for kind in kinds))} "
                        "(expected int, float or str)")


def _check_parameters(function: Callable[..., Any], axes: Iterable[str]) -> None:
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    for parameter in parameters:
        if parameter.kind is parameter.POSITIONAL_ONLY or (
                parameter.default is parameter.empty and
                parameter.kind is not parameter.VAR_POSITIONAL and
                parameter.name not in {*axes, "state"}):
            raise TypeError(f"{function!r} has the parameter {parameter.name!r} (expected 'state' "
                            "or an axis)")


def benchmark(*, cuda: bool = False, name: Optional[str] = None, **axes: Values) -> Decorator:
    """Registers a function as a benchmark with these axes.

        @br.benchmark(Elements=[2**14, 2**20], Order=["random", "sorted"])
        def sort(Elements, Order):
            data = make(Elements, Order)
            return lambda: sorted(data)

    The function is called for each state, with the axis values that its parameters name, and with
    the State as `state`. It prepares data, and returns the function to measure, or calls
    ``state.exec()``. The axis that is named first changes fastest. With `cuda`, the benchmark runs
    on GPUs, and the returned function receives a Launch. Place the decorators of `bench.option`
    below this decorator.
    """
    def decorate(function: F) -> F:
        _check_parameters(function, axes)
        bench.register()(function)
        made = bench._benchmarks[-1]
        made._takes_values = True
        made.set_is_cpu_only(not cuda)
        if name is not None:
            made.set_name(name)
        for axis, values in axes.items():
            _add_axis(made, axis, values)
        return function
    return decorate


def call_with_values(function: Callable[..., Any], state: State) -> None:
    """Calls a function with the values of a state, and measures what it returns."""
    given: Dict[str, Any] = {**state.get_axis_values(), "state": state}
    parameters = inspect.signature(function).parameters.values()
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        given = {parameter.name: given[parameter.name] for parameter in parameters
                 if parameter.name in given}
    measured = function(**given)
    if callable(measured):
        state.exec(measured if state.has_device() else lambda launch: measured())


def main(argv: Optional[Sequence[str]] = None, *, processes: Optional[int] = None) -> None:
    """Runs all benchmarks as the command line says, by default that of the process; see
    `bench.run_all_benchmarks()`.

    With `processes`, each state runs in this many new interpreters, one after the other. Each has
    its own hash seed and addresses, and its own replicate in the result, ``state.run``. A table
    compares the variation between processes with that within a process. The functions of benchmarks
    must be functions of modules or of a program with a main guard.
    """
    words = sys.argv if argv is None else argv
    if processes is None:
        bench.run_all_benchmarks(words)
        return
    from .bench import _processes

    _processes.run(words, processes)
