# SPDX-License-Identifier: MIT
"""Runs each state in new interpreters, and compares them.

The body of a state in this process starts the interpreter that measures the state, and copies the
measurement of that process into the state."""
from __future__ import annotations

import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .. import _abi
from .._library import integer, lib
from ..results import BenchmarkResult
from ._benchmark import Benchmark
from ._object import NVBenchRuntimeError
from ._run import Run, command_line
from ._state import State

#: Exit status of a process whose state has failed.
FAILED = 3
#: Settings of a state, and the method of Benchmark in C for each.
SETTINGS = {"min_samples": "min_samples", "cold_warmup_runs": "warmup_runs",
            "cold_max_warmup_walltime": "max_warmup_time", "timeout": "timeout",
            "skip_time": "skip_time", "run_once": "run_once",
            "batch_target_time": "batch_target_time", "no_batch": "no_batch",
            "throttle_threshold": "throttle_threshold",
            "throttle_recovery_delay": "throttle_recovery_delay",
            "blocking_limit": "blocking_limit"}
_INTEGERS = ("min_samples", "cold_warmup_runs")
_FLAGS = ("run_once", "no_batch")
#: Distance of the quartiles of a normal distribution with a standard deviation of 1.
_QUARTILES = 1.349
#: Tags of summaries that only name the file with the samples.
_SIDECAR_TAGS = ("nv/json/bin:", "nv/json/freqs-bin:")


# --- The request to the new interpreter ---


def _program() -> Dict[str, Optional[str]]:
    """How a new interpreter imports the program."""
    main = sys.modules["__main__"]
    spec = getattr(main, "__spec__", None)
    path = getattr(main, "__file__", None)
    return {"module": spec.name if spec is not None else None,
            "file": os.path.abspath(path) if path is not None else None}


def _reference(benchmark: Benchmark) -> Tuple[str, str]:
    """Module and qualified name of the function of a benchmark; NVBenchRuntimeError if a new
    interpreter cannot find the function under this name."""
    function: Any = benchmark._body
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", None)
    reason = None
    if not isinstance(module, str) or not isinstance(name, str):
        reason = f"{function!r} has no name"
    elif "<locals>" in name:
        reason = f"{name} is defined inside of a function, which a new interpreter does not call"
    elif "<lambda>" in name:
        reason = "a lambda has no name"
    elif module == "__main__" and not any(_program().values()):
        reason = "the program has no file"
    else:
        found: Any = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not function:
            reason = f"{module}.{name} is another object"
    if reason is not None:
        raise NVBenchRuntimeError(f"benchmark {benchmark.get_name()!r} cannot run in a process of "
                                  f"its own: {reason} (expected a function of a module)")
    assert module is not None and name is not None
    return module, name


def _declaration(benchmark: Benchmark, state: State) -> Dict[str, Any]:
    """The request for a benchmark with only this state, and with the settings of the command
    line."""
    module, name = _reference(benchmark)
    values = state.get_axis_values()
    kinds = {axis: kind for kind, axis, _ in benchmark._axes}
    axes = [(kinds[axis], axis, value.bit_length() - 1
             if kinds[axis] == "int64_pow2" and isinstance(value, int) else value)
            for axis, value in values.items()]
    convert: Dict[str, Callable[[Any], Any]] = {**dict.fromkeys(_INTEGERS, int),
                                                **dict.fromkeys(_FLAGS, bool)}
    settings = {method: convert.get(key, float)(state._setting(key))
                for key, method in SETTINGS.items()}
    return {"program": _program(), "path": sys.path, "module": module, "function": name,
            "name": benchmark.get_name(), "takes_values": benchmark._takes_values,
            "is_cpu_only": benchmark._is_cpu_only, "device": state.get_device(),
            "axes": axes, "settings": settings, "criterion": _criterion(state)}


def _criterion(state: State) -> Tuple[str, Dict[str, Any]]:
    from ..criterion import StoppingCriterion

    pointer = ctypes.c_void_p()
    lib.bres_criterion_copy(lib.bres_run_criterion(state._open()), pointer)
    criterion = StoppingCriterion.__new__(StoppingCriterion)
    criterion._pointer = pointer.value
    return criterion.name, criterion.parameters


# --- The measurement that it returns ---


def _copy_summary(run: int, summary: Any) -> None:
    made = ctypes.c_void_p()
    lib.bres_run_summary(run, lib.bres_summary_tag(summary), made)
    texts = [getattr(lib, f"bres_summary_{what}")(summary)
             for what in ("name", "description", "hint", "hide")]
    lib.bres_summary_set_texts(made, *texts)
    whole, real = ctypes.c_int64(), ctypes.c_double()
    for i in range(lib.bres_summary_field_count(summary)):
        field = lib.bres_summary_field_at(summary, i)
        name = lib.bres_value_name(field)
        if lib.bres_value_int64(field, whole):
            lib.bres_summary_set_int64(made, name, whole)
        elif lib.bres_value_float64(field, real):
            lib.bres_summary_set_float64(made, name, real)
        else:
            lib.bres_summary_set_string(made, name, lib.bres_value_string(field))


def _copy_state(state: State, source: Any) -> None:
    """Copies a measurement into the state of this process."""
    run = state._open()
    pointer = source._pointer
    for i in range(lib.bres_state_summary_count(pointer)):
        summary = lib.bres_state_summary_at(pointer, i)
        if not lib.bres_summary_tag(summary).decode().startswith(_SIDECAR_TAGS):
            _copy_summary(run, summary)
    for what, copy in ((source.samples, lib.bres_state_set_samples),
                       (source.frequencies, lib.bres_state_set_frequencies)):
        if what:
            copy(state._state, (ctypes.c_float * len(what))(*what), len(what))
    if source.is_skipped:
        lib.bres_run_skip(run, (source.skip_reason or "").encode())


class _Spread:
    """The samples of each state, by process."""

    def __init__(self) -> None:
        self.samples: Dict[Tuple[str, str], List[List[float]]] = {}

    def add(self, benchmark: Benchmark, state: State, samples: Sequence[float]) -> None:
        key = benchmark.get_name(), state.get_axis_values_as_string()
        self.samples.setdefault(key, []).append(list(samples))

    def table(self) -> str:
        """A table of the variation between the medians of processes, and within one process."""
        lines = ["", "## Variation between processes", "",
                 "| Benchmark | State | Processes | Median (s) | Between | Within |",
                 "|---|---|---|---|---|---|"]
        for (name, state), runs in self.samples.items():
            medians = [statistics.median(run) for run in runs]
            middle = statistics.median(medians)
            within = statistics.median(_relative_within(run) for run in runs)
            cells = [text.replace("|", "\N{LIGHT VERTICAL BAR}") for text in (name, state)]
            lines.append(f"| {cells[0]} | {cells[1]} | {len(runs)} | {middle:.6g} | "
                         f"{_relative(medians):.2%} | {within:.2%} |")
        return "\n".join(lines)


def _relative(values: Sequence[float]) -> float:
    """The relative standard deviation; 0 for one value."""
    mean = statistics.fmean(values)
    return statistics.stdev(values) / mean if len(values) > 1 and mean > 0 else 0.0


def _relative_within(values: Sequence[float]) -> float:
    """The relative standard deviation, estimated from the quartiles: single late samples do not
    count."""
    if len(values) < 2:
        return 0.0
    first, middle, third = statistics.quantiles(values, n=4, method="inclusive")
    return (third - first) / _QUARTILES / middle if middle > 0 else 0.0


def _measure(benchmark: Benchmark, state: State, spread: _Spread) -> None:
    """Measures a state in a new interpreter."""
    request = json.dumps(_declaration(benchmark, state))
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "state.json")
        process = subprocess.run([sys.executable, "-m", "benchresult.bench._worker", path],
                                 input=request, text=True, check=False,
                                 env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        if process.returncode not in (0, FAILED):
            raise RuntimeError(f"the process of the state ended with status {process.returncode}")
        source = BenchmarkResult.from_json(path)[benchmark.get_name()][0]
        if source.samples:
            spread.add(benchmark, state, source.samples)
        _copy_state(state, source)
        if process.returncode == FAILED:
            raise StateFailed


class StateFailed(Exception):
    """The state has failed in its process; its reason is known."""


def run(argv: Sequence[str], processes: int) -> None:
    """Runs each state of all benchmarks in this many processes."""
    from .. import bench

    count = integer(processes, "processes", 1, 2**32 - 1)
    program, *words = command_line(argv)
    if not bench._benchmarks:
        raise RuntimeError("no benchmark is registered")
    if bench._is_importing:
        raise RuntimeError("a program that runs states in processes needs a main guard: "
                           "if __name__ == \"__main__\":")
    for benchmark in bench._benchmarks:
        _reference(benchmark)
    spread = _Spread()
    started = Run(bench._benchmarks)
    started.call_body = lambda benchmark, state: _measure(benchmark, state, spread)
    started.run([program, "--repeat", str(count), *words])
    if not {"-q", "--quiet"}.intersection(words):
        print(spread.table())
