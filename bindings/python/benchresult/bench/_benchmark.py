# SPDX-License-Identifier: MIT
"""Benchmarks as they are declared."""
from __future__ import annotations

import copy
import ctypes
from typing import Any, Callable, Dict, Iterable, List, Tuple, Union

from .. import errors
from .._library import lib
from ..criterion import StoppingCriterion
from . import _arguments as arguments
from ._object import Object

Values = Union[List[int], List[float], List[str]]
#: Kind, name and values of an axis.
Axis = Tuple[str, str, Values]

_ARRAYS: Dict[str, Any] = {"int64": ctypes.c_int64, "int64_pow2": ctypes.c_int64,
                           "float64": ctypes.c_double, "string": ctypes.c_char_p}
_MAX_EXPONENT = 62


class Benchmark(Object):
    """A benchmark: a function that is called for each state, with axes and settings.

    `register()` makes a benchmark. Its setters return the benchmark, so that calls can be chained.
    Changes have an effect on runs that start later.
    """

    __module__ = "benchresult.bench"
    __slots__ = ("_name", "_body", "_takes_values", "_axes", "_settings", "_criterion",
                 "_is_cpu_only")

    _name: str
    _body: Callable[..., object]
    _takes_values: bool
    _axes: List[Axis]
    _settings: Dict[str, Union[int, float, bool]]
    _criterion: Any
    _is_cpu_only: bool

    @classmethod
    def _make(cls, body: Callable[..., object]) -> Benchmark:
        made = object.__new__(cls)
        made._name = str(getattr(body, "__name__", None) or repr(body))
        made._body = body
        made._takes_values = False
        made._axes = []
        made._settings = {}
        made._criterion = StoppingCriterion("stdrel")
        made._is_cpu_only = False
        return made

    def _snapshot(self) -> Benchmark:
        """A copy of the benchmark for one run, which later calls do not change."""
        made = object.__new__(Benchmark)
        for name in Benchmark.__slots__:
            setattr(made, name, copy.copy(getattr(self, name)) if name in ("_axes", "_settings")
                    else getattr(self, name))
        return made

    def _place(self) -> str:
        """The location of the function of the benchmark."""
        code = getattr(self._body, "__code__", None)
        return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(self._body)

    def _declare(self, suite: Any, call: Any) -> None:
        """Adds the benchmark to a suite in C; `call` is its body."""
        bench = lib.bres_suite_add(suite, self._name.encode(), call, None)
        lib.bres_bench_set_lenient(bench, True)
        lib.bres_bench_set_cuda(bench, not self._is_cpu_only)
        for kind, name, values in self._axes:
            encoded = [value.encode() if isinstance(value, str) else value for value in values]
            add = getattr(lib, f"bres_bench_add_{kind}_axis")
            add(bench, name.encode(), (_ARRAYS[kind] * len(encoded))(*encoded), len(encoded))
        for setting, value in self._settings.items():
            getattr(lib, f"bres_bench_set_{setting}")(bench, value)
        with self._criterion._copied() as criterion:
            owned = ctypes.c_void_p(criterion.value)
            criterion.value = None
            lib.bres_bench_set_criterion(bench, owned)

    def __repr__(self) -> str:
        return f"<Benchmark {self._name!r}>"

    def get_name(self) -> str:
        """Returns the name."""
        return self._name

    def set_name(self, name: str) -> Benchmark:
        """Sets the name, which must differ from those of other benchmarks when the run starts."""
        self._name = arguments.string(name, "name")
        return self

    # --- Axes ---

    def _add_axis(self, kind: str, name: str, values: Values) -> Benchmark:
        self._axes.append((kind, arguments.string(name, "name"), values))
        return self

    def add_int64_axis(self, name: str, values: Iterable[int]) -> Benchmark:
        """Adds an axis of integers. The axis that is added first changes fastest."""
        return self._add_axis("int64", name, arguments.items(values, "values", arguments.int64))

    def add_int64_power_of_two_axis(self, name: str, values: Iterable[int]) -> Benchmark:
        """Adds an axis of powers of two by their exponents, 0 to 62."""
        exponents = arguments.items(values, "values", arguments.int64)
        for exponent in exponents:
            if not 0 <= exponent <= _MAX_EXPONENT:
                raise ValueError(f"exponent {exponent} of axis {name!r} must be from 0 to "
                                 f"{_MAX_EXPONENT}")
        return self._add_axis("int64_pow2", name, exponents)

    def add_float64_axis(self, name: str, values: Iterable[float]) -> Benchmark:
        """Adds an axis of finite numbers."""
        return self._add_axis("float64", name, arguments.items(values, "values", arguments.finite))

    def add_string_axis(self, name: str, values: Iterable[str]) -> Benchmark:
        """Adds an axis of texts."""
        return self._add_axis("string", name, arguments.items(values, "values", arguments.string))

    # --- Settings ---

    def _set(self, setting: str, value: Union[int, float, bool]) -> Benchmark:
        self._settings[setting] = value
        return self

    def set_is_cpu_only(self, is_cpu_only: bool) -> Benchmark:
        """Measures on the CPU instead of on GPUs."""
        self._is_cpu_only = arguments.boolean(is_cpu_only, "is_cpu_only")
        return self

    def set_run_once(self, run_once: bool) -> Benchmark:
        """Measures one execution without warm-up, for profilers."""
        return self._set("run_once", arguments.boolean(run_once, "run_once"))

    def set_skip_time(self, duration_seconds: float) -> Benchmark:
        """Skips states whose last warm-up took less time; 0 or less: skips none."""
        return self._set("skip_time", arguments.finite(duration_seconds, "duration_seconds"))

    def set_timeout(self, duration_seconds: float) -> Benchmark:
        """Sets the time after which a state ends; default 15 s."""
        return self._set("timeout", arguments.not_negative(duration_seconds, "duration_seconds"))

    def set_batch_target_time(self, duration_seconds: float) -> Benchmark:
        """Sets the GPU time of the batch measurement; default 0.5 s."""
        return self._set("batch_target_time",
                         arguments.positive(duration_seconds, "duration_seconds"))

    def set_cold_max_warmup_walltime(self, duration_seconds: float) -> Benchmark:
        """Sets the time after which no further warm-up starts; 0 or less: no limit."""
        return self._set("max_warmup_time", arguments.finite(duration_seconds, "duration_seconds"))

    def set_throttle_threshold(self, threshold: float) -> Benchmark:
        """Discards samples below this fraction of the default clock rate; default 0.75."""
        return self._set("throttle_threshold", arguments.not_negative(threshold, "threshold"))

    def set_throttle_recovery_delay(self, delay_seconds: float) -> Benchmark:
        """Sets the time to wait after a discarded sample; default 0.05 s."""
        return self._set("throttle_recovery_delay",
                         arguments.not_negative(delay_seconds, "delay_seconds"))

    def set_min_samples(self, min_samples_count: int) -> Benchmark:
        """Sets the number of samples before the stopping criterion is asked; default 10."""
        samples = arguments.int64(min_samples_count, "min_samples_count")
        if samples < 1:
            raise ValueError(f"min_samples_count must be at least 1, not {samples}")
        return self._set("min_samples", samples)

    def set_cold_warmup_runs(self, cold_warmup_runs: int) -> Benchmark:
        """Sets the number of warm-ups; default 1. A lower number means 1."""
        return self._set("warmup_runs",
                         max(1, arguments.int64(cold_warmup_runs, "cold_warmup_runs")))

    # --- The stopping criterion ---

    def set_stopping_criterion(self, criterion: str) -> Benchmark:
        """Sets the stopping criterion by its name, with its default parameters."""
        try:
            self._criterion = StoppingCriterion(arguments.string(criterion, "criterion"))
        except errors.Error as error:
            raise RuntimeError(str(error)) from None
        return self

    def _set_parameter(self, name: str, value: Union[int, float, str]) -> Benchmark:
        parameter = arguments.string(name, "name").replace("_", "-")
        if parameter not in self._criterion.parameters:
            return self
        changed = StoppingCriterion(self._criterion.name)
        try:
            for known, current in {**self._criterion.parameters, parameter: value}.items():
                changed[known] = current
        except errors.KindError as error:
            raise RuntimeError(str(error)) from None
        self._criterion = changed
        return self

    def set_criterion_param_int64(self, name: str, value: int) -> Benchmark:
        """Sets a parameter of the stopping criterion. A parameter that the criterion does not have
        is ignored."""
        return self._set_parameter(name, arguments.int64(value, "value"))

    def set_criterion_param_float64(self, name: str, value: float) -> Benchmark:
        """Sets a parameter of the stopping criterion. A parameter that the criterion does not have
        is ignored."""
        return self._set_parameter(name, arguments.number(value, "value"))

    def set_criterion_param_string(self, name: str, value: str) -> Benchmark:
        """Sets a parameter of the stopping criterion. A parameter that the criterion does not have
        is ignored."""
        return self._set_parameter(name, arguments.string(value, "value"))
