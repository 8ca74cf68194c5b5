# SPDX-License-Identifier: MIT
"""A state while its body runs."""
from __future__ import annotations

import ctypes
import threading
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

from .. import _abi
from .._callback import calling_back, fail, guarded
from .._library import lib, pending, text
from . import _arguments as arguments
from ._benchmark import Benchmark
from ._launch import CudaStream, Launch, StreamOwner, Timer
from ._object import Object

AxisValue = Union[int, float, str]

_CpuFunction: Any = _abi.bres_cpu_timed_fn
_CudaFunction: Any = _abi.bres_cuda_fn
_POW2 = "[pow2]"
#: Settings that can be read.
_SETTINGS = ("min_samples", "cold_warmup_runs", "cold_max_warmup_walltime", "timeout", "skip_time",
             "batch_target_time", "throttle_threshold", "throttle_recovery_delay", "run_once",
             "no_blocking", "no_batch", "blocking_limit")


def _axis_values(state: int) -> Iterator[Tuple[str, AxisValue]]:
    integer, real = ctypes.c_int64(), ctypes.c_double()
    for i in range(lib.bres_state_axis_value_count(state)):
        value = lib.bres_state_axis_value_at(state, i)
        name = text(lib.bres_value_name(value))
        if lib.bres_value_int64(value, integer):
            yield name, integer.value
        elif lib.bres_value_float64(value, real):
            yield name, real.value
        else:
            yield name, text(lib.bres_value_string(value))


def _value_texts(state: int) -> Iterator[Tuple[str, str]]:
    for i in range(lib.bres_state_point_count(state)):
        name = text(lib.bres_state_point_axis_at(state, i))
        value = text(lib.bres_state_point_text_at(state, i))
        if name.endswith(_POW2):
            name, value = name[:-len(_POW2)], f"2^{value}"
        yield name, value


class State(Object):
    """One combination of axis values. The body of a benchmark receives it, prepares its data, and
    calls `exec()`. After the body, the state can only be read."""

    __module__ = "benchresult.bench"
    __slots__ = ("_run", "_state", "_benchmark", "_stream", "_values", "_pairs", "_elements",
                 "_last", "_thread", "_measuring")

    _run: Optional[int]  # None: the body has ended
    _state: int
    _benchmark: Benchmark
    _stream: StreamOwner
    _values: Dict[str, AxisValue]
    _pairs: List[Tuple[str, str]]  # axes and their values as texts
    _elements: int
    _last: Dict[str, Any]  # values for reading after the body has ended
    _thread: int
    _measuring: bool

    @classmethod
    def _make(cls, run: int, benchmark: Benchmark) -> State:
        made = object.__new__(cls)
        made._run = run
        made._state = lib.bres_run_state(run)
        made._benchmark = benchmark
        device = lib.bres_run_device(run)
        made._stream = StreamOwner(run, device >= 0)
        made._values = dict(_axis_values(made._state))
        made._pairs = [("Device", str(device))] if device >= 0 else []
        made._pairs += _value_texts(made._state)
        made._elements = 0
        made._last = {"device": device if device >= 0 else None}
        made._thread = threading.get_ident()
        made._measuring = False
        return made

    def _end(self) -> None:
        """Called when the body has ended: keeps the values that can still be read."""
        self._last.update({name: self._setting(name) for name in _SETTINGS})
        self._last["criterion"] = self.get_stopping_criterion()
        self._last["reason"] = self._reason()
        self._stream.end()
        self._run = None

    def _open(self) -> int:
        """The run in C; RuntimeError after the body, and in another thread."""
        if self._run is None:
            raise RuntimeError("the body of this state has ended: the state can only be read")
        if threading.get_ident() != self._thread:
            raise RuntimeError("a State belongs to the thread of its run")
        return self._run

    def __repr__(self) -> str:
        return f"<State {self.get_short_description()!r}>"

    # --- Axes ---

    def _value(self, name: str, kind: type) -> Any:
        name = arguments.string(name, "name")
        if name not in self._values:
            raise RuntimeError(f"benchmark {self._benchmark.get_name()!r} has no axis {name!r} "
                               f"(expected {', '.join(map(repr, self._values)) or 'none'})")
        value = self._values[name]
        if type(value) is not kind:
            raise RuntimeError(f"axis {name!r} has {type(value).__name__} values, not "
                               f"{kind.__name__}")
        return value

    def get_int64(self, name: str) -> int:
        """Returns the value on an axis of integers. RuntimeError if the axis does not exist or has
        another type."""
        value: int = self._value(name, int)
        return value

    def get_float64(self, name: str) -> float:
        """Returns the value on an axis of numbers, like `get_int64()`."""
        value: float = self._value(name, float)
        return value

    def get_string(self, name: str) -> str:
        """Returns the value on an axis of texts, like `get_int64()`."""
        value: str = self._value(name, str)
        return value

    def get_int64_or_default(self, name: str, /, default_value: int) -> int:
        """Returns the value on an axis of integers, or the default if there is none."""
        default = arguments.int64(default_value, "default_value")
        value = self._values.get(arguments.string(name, "name"))
        return value if isinstance(value, int) else default

    def get_float64_or_default(self, name: str, /, default_value: float) -> float:
        """Returns the value on an axis of numbers, or the default if there is none."""
        default = arguments.number(default_value, "default_value")
        value = self._values.get(arguments.string(name, "name"))
        return value if isinstance(value, float) else default

    def get_string_or_default(self, name: str, /, default_value: str) -> str:
        """Returns the value on an axis of texts, or the default if there is none."""
        default = arguments.string(default_value, "default_value")
        value = self._values.get(arguments.string(name, "name"))
        return value if isinstance(value, str) else default

    def get_axis_values(self) -> Dict[str, AxisValue]:
        """Returns the values by axis, in the order of the declaration."""
        return dict(self._values)

    def get_axis_values_as_string(self, *, color: bool = False) -> str:
        """Returns the values as a text, such as ``Device=0 Elements=2^20``."""
        if arguments.boolean(color, "color"):
            return " ".join(f"\x1b[3m{name}\x1b[0m=\x1b[1m{value}\x1b[0m"
                            for name, value in self._pairs)
        return " ".join(f"{name}={value}" for name, value in self._pairs)

    def get_short_description(self, color: bool = False) -> str:
        """Returns the name of the benchmark with the axis values."""
        return f"{self._benchmark.get_name()} [{self.get_axis_values_as_string(color=color)}]"

    # --- The run ---

    def get_benchmark(self) -> Benchmark:
        """Returns the benchmark of the state, as the run has it."""
        return self._benchmark

    def get_device(self) -> Optional[int]:
        """Returns the number of the device, or None on the CPU."""
        device: Optional[int] = self._last["device"]
        return device

    def has_device(self) -> bool:
        """Returns whether the state runs on a GPU."""
        return self.get_device() is not None

    def has_printers(self) -> bool:
        """Returns True: every run has an output."""
        return True

    def get_stream(self) -> CudaStream:
        """Returns the stream of the measurement."""
        self._open()
        return self._stream.stream()

    def set_stream(self, stream_provider: object) -> None:
        """Measures on the stream of another library: an object with `__cuda_stream__()`. The
        object is kept until the body ends."""
        self._open()
        self._stream.set(stream_provider)

    def skip(self, reason: str) -> None:
        """Skips the state. The first reason is kept. The body continues, but measures nothing."""
        lib.bres_run_skip(self._open(), arguments.string(reason, "reason").encode())

    def is_skipped(self) -> bool:
        """Returns whether the state is skipped."""
        return self._reason() is not None

    def get_skip_reason(self) -> str:
        """Returns the reason, "" if the state is not skipped."""
        return self._reason() or ""

    def _reason(self) -> Optional[str]:
        if self._run is None:
            last: Optional[str] = self._last["reason"]
            return last
        if not lib.bres_state_is_skipped(self._state):
            return None
        return text(lib.bres_state_skip_reason(self._state)) or "skipped"

    # --- Work and summaries ---

    def add_element_count(self, count: int, column_name: str = "") -> None:
        """Declares items that one execution processes. Calls add up. With a column name, the number
        also becomes a separate summary."""
        number = arguments.count(count, "count")
        lib.bres_run_add_elements(self._open(), number, self._column(column_name))
        self._elements += number

    def set_element_count(self, count: int) -> None:
        """Replaces the number of items."""
        number = arguments.count(count, "count")
        lib.bres_run_set_elements(self._open(), number)
        self._elements = number

    def get_element_count(self) -> int:
        """Returns the number of items."""
        return self._elements

    def add_global_memory_reads(self, nbytes: int, /, column_name: str = "") -> None:
        """Declares bytes that one execution reads. Calls add up."""
        number = arguments.count(nbytes, "nbytes")
        lib.bres_run_add_reads(self._open(), number, self._column(column_name))

    def add_global_memory_writes(self, nbytes: int, /, column_name: str = "") -> None:
        """Declares bytes that one execution writes. Calls add up."""
        number = arguments.count(nbytes, "nbytes")
        lib.bres_run_add_writes(self._open(), number, self._column(column_name))

    @staticmethod
    def _column(name: str) -> bytes:
        return arguments.string(name, "column_name").encode()

    def add_summary(self, name: str, value: Union[int, float, str]) -> None:
        """Adds a summary ``nv/python/NAME``: a text, an integer or a number."""
        name = arguments.string(name, "name")
        kind, converted = _summary_value(value)
        summary = ctypes.c_void_p()
        lib.bres_run_summary(self._open(), f"nv/python/{name}".encode(), summary)
        lib.bres_summary_set_texts(summary, name.encode(), name.encode(), None, None)
        getattr(lib, f"bres_summary_set_{kind}")(summary, b"value", converted)

    # --- Settings of this state ---

    def _setting(self, key: str) -> Any:
        if self._run is None:
            return self._last[key]
        value = ctypes.c_double()
        lib.bres_run_setting(self._run, key.encode(), value)
        return value.value

    def get_min_samples(self) -> int:
        """Returns the number of samples before the stopping criterion is asked."""
        return int(self._setting("min_samples"))

    def set_min_samples(self, min_samples_count: int) -> None:
        """Sets the number of samples before the stopping criterion is asked, at least 1."""
        samples = arguments.int64(min_samples_count, "min_samples_count")
        lib.bres_run_set_min_samples(self._open(), samples)

    def get_cold_warmup_runs(self) -> int:
        """Returns the number of warm-ups."""
        return int(self._setting("cold_warmup_runs"))

    def set_cold_warmup_runs(self, cold_warmup_runs: int) -> None:
        """Sets the number of warm-ups; a number below 1 means 1."""
        runs = max(1, arguments.int64(cold_warmup_runs, "cold_warmup_runs"))
        lib.bres_run_set_warmup_runs(self._open(), runs)

    def get_cold_max_warmup_walltime(self) -> float:
        """Returns the seconds after which no further warm-up starts."""
        return float(self._setting("cold_max_warmup_walltime"))

    def set_cold_max_warmup_walltime(self, duration_seconds: float) -> None:
        """Sets the seconds after which no further warm-up starts; 0 or less: no limit."""
        seconds = arguments.finite(duration_seconds, "duration_seconds")
        lib.bres_run_set_max_warmup_time(self._open(), seconds)

    def get_timeout(self) -> float:
        """Returns the seconds after which the measurement ends."""
        return float(self._setting("timeout"))

    def set_timeout(self, duration_seconds: float) -> None:
        """Sets the seconds after which the measurement ends."""
        seconds = arguments.not_negative(duration_seconds, "duration_seconds")
        lib.bres_run_set_timeout(self._open(), seconds)

    def get_batch_target_time(self) -> float:
        """Returns the GPU time of the batch measurement in seconds."""
        return float(self._setting("batch_target_time"))

    def set_batch_target_time(self, duration_seconds: float) -> None:
        """Sets the GPU time of the batch measurement in seconds."""
        seconds = arguments.positive(duration_seconds, "duration_seconds")
        lib.bres_run_set_batch_target_time(self._open(), seconds)

    def get_throttle_threshold(self) -> float:
        """Returns the fraction of the default clock rate below which samples are discarded."""
        return float(self._setting("throttle_threshold"))

    def set_throttle_threshold(self, throttle_fraction: float) -> None:
        """Sets the fraction of the default clock rate below which samples are discarded."""
        fraction = arguments.not_negative(throttle_fraction, "throttle_fraction")
        lib.bres_run_set_throttle_threshold(self._open(), fraction)

    def get_run_once(self) -> bool:
        """Returns whether one execution is measured, without warm-up."""
        return bool(self._setting("run_once"))

    def set_run_once(self, run_once: bool) -> None:
        """Measures one execution, without warm-up."""
        lib.bres_run_set_run_once(self._open(), arguments.boolean(run_once, "run_once"))

    def get_disable_blocking_kernel(self) -> bool:
        """Returns whether samples are queued without a kernel that blocks the stream."""
        return bool(self._setting("no_blocking"))

    def set_disable_blocking_kernel(self, disable_blocking_kernel: bool) -> None:
        """Queues samples without a kernel that blocks the stream."""
        disable = arguments.boolean(disable_blocking_kernel, "disable_blocking_kernel")
        lib.bres_run_set_no_blocking(self._open(), disable)

    def get_blocking_kernel_timeout(self) -> float:
        """Returns the seconds for which the stream may be blocked; -1: no limit."""
        return float(self._setting("blocking_limit")) or -1.0

    def set_blocking_kernel_timeout(self, duration_seconds: float) -> None:
        """Sets the seconds for which the stream may be blocked; a negative number: no limit."""
        seconds = max(0.0, arguments.finite(duration_seconds, "duration_seconds"))
        lib.bres_run_set_blocking_limit(self._open(), seconds)

    def get_stopping_criterion(self) -> str:
        """Returns the name of the stopping criterion."""
        if self._run is None:
            last: str = self._last["criterion"]
            return last
        return text(lib.bres_criterion_name(lib.bres_run_criterion(self._run))) or "stdrel"

    # --- The measurement ---

    def exec(self, launcher_fn: Callable[..., object], /, *, batched: Optional[bool] = None,
             sync: bool = False, timer: bool = False) -> None:
        """Measures ``launcher(launch)``. On a GPU, the launcher queues work on
        ``launch.get_stream()``: isolated samples, then batches. On the CPU, a sample is one call.

        With `timer`, ``launcher(launch, timer)`` encloses the timed part in ``timer.start()`` and
        ``timer.stop()``. Set `sync` if the launcher waits for the GPU. `batched` says whether
        batches follow the isolated samples; it cannot be true with `timer`. An exception of the
        launcher ends the measurement and is raised unchanged. A second measurement replaces the
        first.
        """
        launcher = arguments.function(launcher_fn, "launcher")
        timed = arguments.boolean(timer, "timer")
        if batched is not None:
            batched = arguments.boolean(batched, "batched")
        if timed and batched:
            raise ValueError("timer=True needs batched=False")
        run = self._open()
        if self._measuring:
            raise RuntimeError("exec() was called by a launcher")
        if arguments.boolean(sync, "sync"):
            self.set_disable_blocking_kernel(True)
            self.set_throttle_threshold(0)
        launch = Launch._make(self._stream)
        self._measuring = True
        try:
            if self.has_device():
                flags = ((_abi.BRES_CUDA_TIMED if timed else 0) | (_abi.BRES_CUDA_SYNC if sync else 0)
                         | (0 if batched in (None, True) else _abi.BRES_CUDA_NO_BATCH))
                function = _CudaFunction(_cuda_callback(launcher, launch, timed))
                with calling_back():
                    lib.bres_run_exec_cuda_with(run, function, None, flags)
            else:
                function = _CpuFunction(_cpu_callback(launcher, launch, timed))
                with calling_back():
                    lib.bres_run_exec_cpu_timed(run, function, None)
        finally:
            launch._owner = None
            self._measuring = False


def _summary_value(value: object) -> Tuple[str, Union[int, float, bytes]]:
    if isinstance(value, (str, bytes, bytearray)):
        return "string", arguments.string(value, "value").encode()
    if hasattr(value, "__index__"):
        number = value.__index__()
        if -2**63 <= number < 2**63:
            return "int64", number
    return "float64", arguments.number(value, "value")


def _call_timed(launcher: Callable[..., object], launch: Launch, pointer: int,
                on_device: bool) -> None:
    timer = Timer._make(pointer, on_device)
    try:
        launcher(launch, timer)
    finally:
        timer._pointer = None


def _cpu_callback(launcher: Callable[..., object], launch: Launch,
                  timed: bool) -> Callable[[int, object], None]:
    """The launcher as a callback for C. Only the call of the launcher is timed; with `timed`, the
    launcher starts and stops the stopwatch."""
    start, stop = lib.bres_stopwatch_start, lib.bres_stopwatch_stop

    def call(watch: int, context: object) -> None:
        if timed:
            _call_timed(launcher, launch, watch, False)
            return
        start(watch)
        launcher(launch)
        stop(watch)

    once = guarded(call)

    def callback(watch: int, context: object) -> None:
        once(watch, context)
        if pending.exception is not None:
            fail("the launcher has raised an exception")

    return callback


def _cuda_callback(launcher: Callable[..., object], launch: Launch,
                   timed: bool) -> Callable[[int, object], int]:
    def call(pointer: int, context: object) -> int:
        if timed:
            _call_timed(launcher, launch, pointer, True)
        else:
            launcher(launch)
        return 0

    once = guarded(call, -1)

    def callback(pointer: int, context: object) -> int:
        if once(pointer, context) == 0:
            return _abi.BRES_OK
        status: int = fail("the launcher has raised an exception")
        return status

    return callback
