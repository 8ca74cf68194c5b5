# SPDX-License-Identifier: MIT
"""Measuring functions, on the CPU and on GPUs."""
import ctypes

from . import _abi
from ._library import encode, lib, pending, text
from .build import BenchmarkBuilder, ResultBuilder
from .criterion import StoppingCriterion
from .results import SubBenchmarkState

__all__ = ["measure", "measure_cuda", "Launch", "cuda_available"]


def _options(min_samples, warmup_runs, timeout, skip_time, criterion, elements, global_bytes, axes,
             log):
    """The options of a measurement, and what must live as long as they do."""
    options = _abi.bres_measure_options()
    lib.bres_measure_options_init(options)
    for name, value in (("min_samples", min_samples), ("warmup_runs", warmup_runs),
                        ("timeout", timeout), ("skip_time", skip_time), ("elements", elements),
                        ("global_bytes", global_bytes)):
        if value is not None:
            setattr(options, name, value)
    options.is_interrupted = _is_pending
    keep = []
    if criterion is not None:
        if isinstance(criterion, str):
            criterion = StoppingCriterion(criterion)
        options.criterion = criterion._pointer
        keep.append(criterion)
    if axes:
        settings = (_abi.bres_axis_setting * len(axes))()
        for setting, (name, value) in zip(settings, axes.items()):
            setting.axis = encode(name, "axis")
            if isinstance(value, str):
                setting.string = encode(value, name)
            else:
                setting.float64 = value
                setting.int64 = int(value)
        options.axes = settings
        options.axis_count = len(axes)
        keep.append(settings)
    if log is not None:
        function = _abi.bres_log_fn(_guarded(lambda user, level, message: log(text(message))))
        options.log = function
        keep.append(function)
    return options, keep


_is_pending = dict(_abi.bres_measure_options._fields_)["is_interrupted"](
    lambda user: pending.exception is not None)


def _guarded(call, failed=None):
    """A callback whose exceptions wait until C has returned."""
    def guarded(*arguments):
        if pending.exception is not None:
            return failed
        try:
            return call(*arguments)
        except BaseException as exception:
            pending.exception = exception
            return failed
    return guarded


def _bench(bench, name, axes):
    """The benchmark to measure into; a new one in a result of its own where none is given."""
    if bench is not None:
        if not isinstance(bench, BenchmarkBuilder):
            raise TypeError("bench must be a BenchmarkBuilder, not " + type(bench).__name__)
        return bench
    bench = ResultBuilder().add_benchmark(name)
    for axis, value in (axes or {}).items():
        bench.add_axis(axis, [value])
    return bench


def measure(function, *, bench=None, name=None, axes=None, min_samples=None, warmup_runs=None,
            timeout=None, skip_time=None, criterion=None, elements=None, global_bytes=None,
            batched=False, log=None):
    """Measures a function until a stopping criterion says that there are enough samples, and
    returns the state.

    `function` is called without arguments, or, with `batched`, with the number of executions that
    it is to make. A ctypes function pointer of the right type is called by C directly: `void
    fn(void *)`, or `void fn(void *, uint64_t)`. An exception ends the measurement and comes out
    unchanged, Ctrl-C too.

    `bench` is a BenchmarkBuilder, whose axes have the values of `axes`; without it the state is in
    a result of its own.
    """
    kind = _BATCH if batched else _ONCE
    name = name or getattr(function, "__name__", "measured")
    if isinstance(function, ctypes._CFuncPtr):
        pointer = ctypes.cast(function, kind)
    elif callable(function):
        pointer = kind(_guarded((lambda _, count: function(count)) if batched else
                                (lambda _: function())))
    else:
        raise TypeError(f"function must be callable, not {type(function).__name__}")
    bench = _bench(bench, name, axes)
    options, keep = _options(min_samples, warmup_runs, timeout, skip_time, criterion, elements,
                             global_bytes, axes, log)
    state = ctypes.c_void_p()
    (lib.bres_measure_cpu_batched if batched else lib.bres_measure_cpu)(
        pointer, None, options, bench._pointer, state)
    del keep
    return SubBenchmarkState._make(bench._handle, state.value)


_ONCE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_BATCH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64)


# --- GPUs -----------------------------------------------------------------------------------------


def cuda_available():
    """Whether there is a driver that works and at least one device."""
    return lib.bres_cuda_available(None)


class Launch:
    """One execution that is to be queued."""

    __slots__ = ("_pointer",)

    def __init__(self, pointer):
        self._pointer = pointer

    @property
    def stream(self):
        """The address of the stream (CUstream, cudaStream_t) to queue on, as an int."""
        return lib.bres_launch_stream(self._pointer) or 0

    @property
    def device(self):
        return lib.bres_launch_device(self._pointer)


def measure_cuda(launcher, *, device=0, stream=None, synchronizes=False, no_batch=False,
                 strict_streams=False, bench=None, name=None, axes=None, min_samples=None,
                 warmup_runs=None, timeout=None, skip_time=None, criterion=None, elements=None,
                 global_bytes=None, log=None):
    """Measures what `launcher(launch)` queues on `launch.stream`, with CUDA events: isolated
    samples with an empty L2 cache, then launches in a row. It works with any library that takes a
    raw stream. `stream` is one of the caller's own, as an int.

    A launcher that waits for the GPU must say `synchronizes`.
    """
    def launch(pointer, _):
        launcher(Launch(pointer))
        return _abi.BRES_OK

    cuda = _abi.bres_cuda_options()
    lib.bres_cuda_options_init(cuda)
    cuda.device = device
    cuda.strict_streams = strict_streams
    cuda.flags = ((_abi.BRES_CUDA_SYNC if synchronizes else 0) |
                  (_abi.BRES_CUDA_NO_BATCH if no_batch else 0))
    if stream is not None:
        cuda.stream = stream
        cuda.has_stream = 1
    bench = _bench(bench, name or getattr(launcher, "__name__", "measured"), axes)
    options, keep = _options(min_samples, warmup_runs, timeout, skip_time, criterion, elements,
                             global_bytes, axes, log)
    state = ctypes.c_void_p()
    lib.bres_measure_cuda(_abi.bres_cuda_fn(_guarded(launch, _abi.BRES_ERROR_STATE)), None, options,
                          cuda, bench._pointer, state)
    del keep
    return SubBenchmarkState._make(bench._handle, state.value)
