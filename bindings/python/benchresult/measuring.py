# SPDX-License-Identifier: MIT
"""Measuring functions on the CPU and on GPUs."""
from __future__ import annotations

import contextlib
import ctypes
import itertools

from . import _abi
from ._callback import calling_back, clock_kind_number, guarded, hook, is_interrupted
from ._library import encode, finite, integer, lib, mapping, real, required
from ._log import log_handler
from .build import BenchmarkBuilder, ResultBuilder
from .criterion import StoppingCriterion
from .errors import MeasurementWarning
from .results import SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Optional, Union

    from ._words import ClockKind

    Criterion = Union[StoppingCriterion, str]
    Axes = Mapping[str, Union[int, float, str]]

__all__ = ["measure", "measure_cuda", "Launch", "cuda_available"]

_ONCE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_BATCH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64)
_CALLS_PYTHON = 4  # a bit of _flags_: the function pointer needs the interpreter's lock


def axis_settings(axes):
    """The axis values of a state as an array in C."""
    settings = (_abi.bres_axis_setting * len(axes))()
    for setting, (name, value) in zip(settings, axes.items()):
        setting.axis = required(name, "axis")
        if isinstance(value, str):
            setting.string = encode(value, name)
        elif isinstance(value, int):
            setting.int64 = integer(value, name)
            setting.float64 = float(value)
        else:
            setting.float64 = finite(value, name)
    return settings


@contextlib.contextmanager
def _measuring(bench, function, name, axes, criterion, log, numbers):
    """The benchmark that receives the state, and the options of a measurement."""
    options = _abi.bres_measure_options()
    lib.bres_measure_options_init(options)
    for key, value in numbers.items():
        if value is not None:
            take = real if key in ("timeout", "skip_time") else integer
            setattr(options, key, take(value, key))
    options.is_interrupted = is_interrupted
    axes = {} if axes is None else mapping(axes, "axes")
    if axes:
        options.axes = axis_settings(axes)
        options.axis_count = len(axes)
    options.log = log_handler(log, MeasurementWarning)
    if isinstance(criterion, str):
        criterion = StoppingCriterion(criterion)
    if criterion is not None and not isinstance(criterion, StoppingCriterion):
        raise TypeError("criterion must be a StoppingCriterion or the name of one, not "
                        f"{type(criterion).__name__}")
    bench = target(bench, name or getattr(function, "__name__", None) or "measured", axes)
    with contextlib.ExitStack() as stack:
        if criterion is not None:
            options.criterion = stack.enter_context(criterion._copied()).value
        stack.enter_context(bench._handle.writing())
        stack.enter_context(calling_back())
        yield bench, options


def target(bench, name, axes):
    """The benchmark that receives the state; by default a new benchmark in its own result."""
    if bench is None:
        bench = ResultBuilder().add_benchmark(name)
        for axis, value in axes.items():
            bench.add_axis(axis, [value])
    elif not isinstance(bench, BenchmarkBuilder):
        raise TypeError(f"bench must be a BenchmarkBuilder, not {type(bench).__name__}")
    return bench


def foreign(function, kind):
    """A pointer that C can call without Python, or None for other objects."""
    if isinstance(function, ctypes._CFuncPtr):
        if not function or function._flags_ & _CALLS_PYTHON:
            raise TypeError("the function pointer is NULL, or needs the interpreter's lock")
        return ctypes.cast(function, kind)
    if not callable(function):
        raise TypeError(f"function must be callable, not {type(function).__name__}")
    return None


def make_body(function, batched):
    """The function as a callback for C."""
    kind = _BATCH if batched else _ONCE
    body = foreign(function, kind)
    if body is not None:
        return body
    if batched:
        return kind(guarded(lambda context, count: function(count)))
    return kind(guarded(lambda context: function()))


def _make_loop(function):
    """The function as a callback that executes it several times: a loop in Python costs less than
    calls from C."""
    def loop(context, count):
        for _ in itertools.repeat(None, count):
            function()
    return _BATCH(guarded(loop))


def measure(function: Callable[..., Any], *, bench: Optional[BenchmarkBuilder] = None,
            name: Optional[str] = None, axes: Optional[Axes] = None, min_samples: int = 10,
            warmup_runs: int = 1, timeout: float = 15.0, skip_time: float = -1.0,
            criterion: Optional[Criterion] = None, elements: int = 0, global_bytes: int = 0,
            batched: bool = False, clock_kind: ClockKind = "wall",
            log: Optional[Callable[[str], Any]] = None) -> SubBenchmarkState:
    """Measures a function until a stopping criterion is met, and returns the state.

    `function` is called without arguments. A function that takes less time than a thousand readings
    of the clock is called in blocks. A sample is then the time of a block divided by its calls, and
    the summary `bres/cpu_batch/block_size` has the number of calls. With `batched`, the function
    receives the number of executions to perform. `clock_kind` selects the time that is measured:
    "wall", or CPU time of the "thread" or "process"; limits of time are wall time. C calls a ctypes
    function pointer of the type `void fn(void *)`, or `void fn(void *, uint64_t)`, directly. An
    exception, including KeyboardInterrupt, ends the measurement and is raised unchanged.

    `bench` is a BenchmarkBuilder, and `axes` are the axis values of the state. Without `bench`, the
    state gets its own result. Times are in seconds. `log` receives warnings; None: they are
    `MeasurementWarning`.
    """
    loops = not batched and foreign(function, _ONCE) is None
    body = _make_loop(function) if loops else make_body(function, batched)
    state = ctypes.c_void_p()
    numbers = {"min_samples": min_samples, "warmup_runs": warmup_runs, "timeout": timeout,
               "skip_time": skip_time, "elements": elements, "global_bytes": global_bytes}
    with _measuring(bench, function, name, axes, criterion, log, numbers) as (bench, options):
        options.clock_kind = clock_kind_number(clock_kind)
        options.flags = _abi.BRES_MEASURE_SHORT_BLOCKS if loops else 0
        (lib.bres_measure_cpu_batched if batched or loops else lib.bres_measure_cpu)(
            body, None, options, bench._pointer, state)
    return SubBenchmarkState._make(bench._handle, state.value)


# --- GPUs -----------------------------------------------------------------------------------------


def cuda_available() -> bool:
    """Returns whether the machine has a working driver and at least one device."""
    return lib.bres_cuda_available(None)


class Launch:
    """One execution to queue on a stream."""

    __slots__ = ("stream", "device")

    #: The address of the stream (CUstream, cudaStream_t) to queue on.
    stream: int
    #: The number of the device.
    device: int

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Launch is not constructed directly: measure_cuda() gives it to launchers")

    @classmethod
    def _make(cls, pointer):
        launch = cls.__new__(cls)
        launch.stream = lib.bres_launch_stream(pointer) or 0
        launch.device = lib.bres_launch_device(pointer)
        return launch


def make_launcher(launcher):
    """The launcher as a callback for C."""
    if not callable(launcher):
        raise TypeError(f"launcher must be callable, not {type(launcher).__name__}")
    return _abi.bres_cuda_fn(hook(lambda pointer, context: launcher(Launch._make(pointer))))


def cuda_options(device, stream, strict_streams, flags):
    """The options of a measurement on a GPU."""
    cuda = _abi.bres_cuda_options()
    lib.bres_cuda_options_init(cuda)
    cuda.device = integer(device, "device", 0, 2**31 - 1)
    cuda.strict_streams = bool(strict_streams)
    cuda.flags = flags
    if stream is not None:
        cuda.stream = integer(stream, "stream", 0, 2**64 - 1)
        cuda.has_stream = 1
    return cuda


def measure_cuda(launcher: Callable[[Launch], Any], *, device: int = 0,
                 stream: Optional[int] = None, synchronizes: bool = False, no_batch: bool = False,
                 strict_streams: bool = False, bench: Optional[BenchmarkBuilder] = None,
                 name: Optional[str] = None, axes: Optional[Axes] = None, min_samples: int = 10,
                 warmup_runs: int = 1, timeout: float = 15.0, skip_time: float = -1.0,
                 criterion: Optional[Criterion] = None, elements: int = 0, global_bytes: int = 0,
                 log: Optional[Callable[[str], Any]] = None) -> SubBenchmarkState:
    """Measures the work that ``launcher(launch)`` queues on ``launch.stream``, with CUDA events:
    isolated samples with an empty L2 cache, then launches in a row. It works with any library that
    accepts a raw stream. `stream` is a stream of the caller, as an int. All other parameters are as
    for `measure()`.

    Set `synchronizes` if the launcher waits for the GPU.
    """
    body = make_launcher(launcher)
    cuda = cuda_options(device, stream, strict_streams,
                        (_abi.BRES_CUDA_SYNC if synchronizes else 0) |
                        (_abi.BRES_CUDA_NO_BATCH if no_batch else 0))
    state = ctypes.c_void_p()
    numbers = {"min_samples": min_samples, "warmup_runs": warmup_runs, "timeout": timeout,
               "skip_time": skip_time, "elements": elements, "global_bytes": global_bytes}
    with _measuring(bench, launcher, name, axes, criterion, log, numbers) as (bench, options):
        lib.bres_measure_cuda(body, None, options, cuda, bench._pointer, state)
    return SubBenchmarkState._make(bench._handle, state.value)
