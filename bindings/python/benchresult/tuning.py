# SPDX-License-Identifier: MIT
"""The tuner: finds the fastest configuration, and those not proven slower."""
from __future__ import annotations

import collections.abc
import contextlib
import ctypes
import math
import threading
import weakref

from . import _abi
from ._callback import (calling_back, clock_kind_number, fail, guarded, interruption_signal,
                        is_interrupted, make_clock, undoing)
from ._choices import named
from ._display import MAX_ROWS, cut, html_table, seconds
from ._handle import Handle, Made, Shared
from ._library import (encode, finite, integer, last_error, lib, mapping, pending, real, reals,
                       required, take_text, text, words)
from ._log import log_handler
from ._record import Record
from .comparison import thresholds_struct
from .errors import MeasurementWarning, StateError
from .measuring import Launch, cuda_options, foreign
from .results import BenchmarkResult, SubBenchmarkState
from .tuner_cache import key_struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import (Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple,
                        Union)

    from ._words import ClockKind, Preset, ReuseIf, Strategy, TrialStatus, TunerStop
    from .comparison import Thresholds
    from .results import Path

    Value = Union[bool, int, float, str]
    Check = Callable[["Trial"], Optional[bool]]
    Constraint = Union[str, Callable[["Trial"], Any]]

__all__ = ["Pow2", "Tuner", "Trial", "TrialError", "TrialOutcome", "tune"]

_REALS = ("max_time", "equivalence_margin", "error_rate", "timeout", "execution_timeout",
          "cache_timeout")


class TrialError(Exception):
    """A configuration cannot be measured or is wrong. A callback raises it, and the configuration
    fails; its text is the reason, and the tuner continues. Any other exception ends the run."""


class TrialOutcome(Record):
    """What a tuner knows about a configuration.

    `status` is "best", "tied" (proven equivalent to the best), "undecided", "eliminated" (proven
    slower), "failed" or "excluded" (refused by a constraint). `rank` is 1 for the best; None
    without samples that count, and after a failure. `samples` is the number of samples. `time` is
    the statistic that determines the rank, in seconds, with the 95 % confidence interval from
    `lower` to `upper`; None if unknown. `reason` is the reason of a failure; otherwise None.
    `chance` is the probability that the configuration is the fastest one, from 0 to 1; None if
    unknown. `short_listed` is True if the configuration is in the short list, which contains a
    configuration within `equivalence_margin` of the fastest one with a probability of 90 %.
    """

    __slots__ = ("status", "rank", "samples", "time", "lower", "upper", "reason", "chance",
                 "short_listed")

    status: TrialStatus
    rank: Optional[int]
    samples: int
    time: Optional[float]
    lower: Optional[float]
    upper: Optional[float]
    reason: Optional[str]
    chance: Optional[float]
    short_listed: bool

    @classmethod
    def _take(cls, query, *arguments):
        outcome = _abi.bres_trial_outcome()
        lib.bres_trial_outcome_init(outcome)
        query(*arguments, outcome)
        known = math.isfinite(outcome.upper)
        return cls(status=_STATUSES[outcome.status], rank=outcome.rank or None,
                   samples=outcome.samples,
                   time=None if math.isnan(outcome.time) else outcome.time,
                   lower=outcome.lower if known else None, upper=outcome.upper if known else None,
                   reason=None if outcome.reason is None else text(outcome.reason),
                   chance=None if math.isnan(outcome.chance) else outcome.chance,
                   short_listed=bool(outcome.short_listed))


class Pow2:
    """Powers of two as the values of a parameter, by their exponents: ``Pow2(range(3, 6))`` is 8,
    16 and 32."""

    __slots__ = ("exponents",)

    exponents: List[int]

    def __init__(self, exponents: Iterable[int]) -> None:
        self.exponents = [integer(exponent, "exponent") for exponent in exponents]

    def __repr__(self) -> str:
        return f"Pow2({self.exponents})"


class Trial(Shared, collections.abc.Mapping[str, "Value"]):
    """A configuration: a mapping of the parameters to their values, such as ``trial["TILE"]``.

    `outcome` and the properties that return parts of it need the tuner. They raise StateError if
    the tuner has been deleted, and for the trial of a constraint."""

    __slots__ = ("_values", "_pointer", "_tuner", "name", "index", "samples", "data")

    #: The name, such as "TILE_X=16 TILE_Y=4".
    name: str
    #: The index in the space, counted from 0.
    index: int
    #: The number of samples that `Tuner.ask()` requests; otherwise 0.
    samples: int
    #: An object of the user, for example from `prepare`; None at first.
    data: Any

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Trial is not constructed directly: a Tuner makes them")

    @classmethod
    def _make(cls, pointer, readers, tuner=None):
        trial = cls.__new__(cls)
        trial._pointer = pointer
        trial._tuner = tuner
        trial._values = {name: read(pointer) for name, read in readers.items()}
        trial.name = text(lib.bres_trial_name(pointer))
        trial.index = lib.bres_trial_index(pointer)
        trial.samples = 0
        trial.data = None
        return trial

    @property
    def outcome(self) -> TrialOutcome:
        """What the tuner knows about the configuration so far."""
        tuner = self._tuner() if self._tuner is not None else None
        if tuner is None:
            raise StateError("this trial has no tuner")
        with tuner._used():
            return TrialOutcome._take(lib.bres_trial_query, self._pointer)

    @property
    def status(self) -> TrialStatus:
        """The status, such as "best", "tied" or "eliminated"; see `TrialOutcome`."""
        return self.outcome.status

    @property
    def rank(self) -> Optional[int]:
        """The rank; 1 is the best."""
        return self.outcome.rank

    @property
    def time(self) -> Optional[float]:
        """The statistic that determines the rank, in seconds."""
        return self.outcome.time

    @property
    def interval(self) -> Optional[Tuple[float, float]]:
        """The 95 % confidence interval of `time`; None if unknown."""
        outcome = self.outcome
        return None if outcome.upper is None else (outcome.lower, outcome.upper)

    @property
    def chance(self) -> Optional[float]:
        """The probability that the configuration is the fastest one, from 0 to 1; None if
        unknown."""
        return self.outcome.chance

    @property
    def short_listed(self) -> bool:
        """Whether the configuration is in the 90 % short list; see `TrialOutcome`."""
        return self.outcome.short_listed

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<Trial {cut(self.name)}>"


# --- Parameters -----------------------------------------------------------------------------------


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _bool_text(value, name):
    return b"true" if value else b"false"


def _kind(values):
    """The type of the values in C, and the function that converts a value."""
    if values and all(isinstance(value, bool) for value in values):
        return "bool", ctypes.c_char_p, _bool_text
    if values and all(isinstance(value, str) for value in values):
        return "string", ctypes.c_char_p, required
    if all(_is_whole(value) for value in values):
        return "int64", ctypes.c_int64, integer
    return "float64", ctypes.c_double, finite


def _reader(kind, key):
    """A function that reads a parameter of a trial in C."""
    function = getattr(lib, f"bres_trial_{kind}")
    if kind == "string":
        return lambda pointer: text(function(pointer, key))
    return lambda pointer: function(pointer, key)


# --- Functions of the user ------------------------------------------------------------------------


def _stopping(call, failed=None, at=0):
    """A callback that ends the run after an exception, instead of failing the configuration. The
    argument with the index `at` is the pointer of the configuration."""
    call = guarded(call, failed)

    def run(*arguments):
        result = call(*arguments)
        if pending.exception is not None:
            # Reading an unknown parameter makes the run fail.
            lib.bres_trial_int64(arguments[at], None)
        return result
    return run


def _leaving_out(call, isolated=False):
    """A callback that returns a status. A TrialError makes the configuration fail. In an isolated
    process, any other exception does the same, because it cannot be raised in the process of the
    tuner."""
    def run(*arguments):
        try:
            call(*arguments)
        except TrialError as error:
            return fail(str(error) or "it failed")
        except Exception as error:
            if not isolated:
                raise
            return fail(f"{type(error).__name__}: {error}")
        return _abi.BRES_OK
    return run


def _judging(call, isolated):
    """Like `_leaving_out()`, for a function that may also return False."""
    def run(trial):
        if call(trial) is False:
            raise TrialError(f"{getattr(call, '__name__', 'the function')}() says so")
    return _leaving_out(run, isolated)


def _check_callable(function, what):
    if function is not None and not callable(function):
        raise TypeError(f"{what} must be callable, not {type(function).__name__}")
    return function


class Tuner(Made, Shared):
    """Finds the fastest configuration.

    ``Tuner({"TILE": [8, 16, 32], "UNROLL": [1, 4]}).run(function)`` calls ``function(trial)``, one
    execution of the configuration `trial`, until the search stops. A program can also measure
    itself: ``for trial in tuner: tuner.tell(trial, seconds)``.

    `parameters` maps names to the values to try: all int, all float, all bool or all str, or a
    Pow2. The first parameter varies fastest. A `constraint` is a function, which is called with a
    trial and returns False for a configuration outside the space, or an expression such as
    "TILE*UNROLL<=64 && MODE==fast"; a list has several constraints. ``prepare(trial)`` is called
    before the first measurement of a configuration, untimed, and ``release(trial)`` when the
    configuration will not be measured again. ``check(trial)`` is called after the first batch; a
    configuration whose check returns False or raises TrialError cannot win. A TrialError in one of
    the other functions also makes the configuration fail. Any other exception ends the run and is
    raised unchanged; the journal keeps the previous batches.

    `strategy` is "elimination", "exhaustive" or "random". The budget is `max_time` seconds (10; 0:
    no limit) and `max_samples` samples (0: no limit), with at most `trial_samples` (200) of one
    configuration. Configurations whose times differ by at most `equivalence_margin` (0.01) are
    equivalent. The probability of eliminating the fastest configuration is at most `error_rate`
    (0.01). `seed` determines the order of measurement. `warmup_runs`, `timeout`, `elements` and
    `global_bytes` are as for `measure()`, for each batch.

    `path` is the result file; a journal beside it receives each batch. With `resume`, the run of
    this file continues; ConflictError if it differs. With `reuse`, the tuner takes the outcome of a
    finished run with the same parameters, device and `kernel_hash`, and measures nothing, if this
    outcome is good enough. `reuse_if` defines this: "decided" (all other configurations are slower
    or equivalent), a number (decided, or at most this many configurations are left), or "any". The
    tuner also takes the outcome if that run has used up this budget. Otherwise the run continues; a
    run that differs is replaced, unless `resume` is also given. `kernel_hash` identifies the
    version of the tuned code.

    `cache` is a file with the answers of many tunings, see `TunerCache`. The key of an answer is
    `name` (required), `kernel_hash`, `device` and `driver` (by default those of the measured
    device), `problem_size` (an integer or several), and the parameters with their constraints. If
    the cache has an answer that is good enough by `reuse_if`, nothing is measured; otherwise the
    answer of this tuning is stored. With `retune`, the tuner measures in any case. It waits up to
    `cache_timeout` seconds (5) for other processes.

    With `isolate`, `run()` measures each configuration in its own process, so that a configuration
    that crashes or hangs fails alone. The functions `prepare`, `check` and `release` also run in
    that process, and any of their exceptions makes the configuration fail. One execution,
    preparation or check may take `execution_timeout` seconds (60; 0: no limit). Raises
    UnsupportedError, with the reason, if this process has other threads or uses a GPU.

    ``progress(tuner)`` is called after each batch. `log` receives warnings; None: they are
    `MeasurementWarning`. `clock` is a function that returns seconds of wall time. `clock_kind`
    selects the time that is measured, as for `measure()`.

    A tuner belongs to one thread at a time.
    """

    def __init__(self, parameters: Mapping[str, Union[Iterable[Value], Pow2]], *,
                 constraint: Union[Constraint, Iterable[Constraint], None] = None,
                 prepare: Optional[Check] = None, release: Optional[Callable[[Trial], Any]] = None,
                 check: Optional[Check] = None, name: Optional[str] = None,
                 strategy: Strategy = "elimination", max_time: float = 10.0, max_samples: int = 0,
                 trial_samples: int = 200, equivalence_margin: float = 0.01,
                 error_rate: float = 0.01, seed: Optional[int] = None, warmup_runs: int = 1,
                 timeout: float = 15.0, elements: int = 0, global_bytes: int = 0,
                 thresholds: Union[Thresholds, Preset, None] = None, path: Optional[Path] = None,
                 kernel_hash: Optional[str] = None, resume: bool = False, reuse: bool = False,
                 reuse_if: Union[ReuseIf, int] = "decided", cache: Optional[Path] = None,
                 problem_size: Union[int, Iterable[int]] = (), device: Optional[str] = None,
                 driver: Optional[str] = None, retune: bool = False, cache_timeout: float = 5.0,
                 isolate: bool = False, execution_timeout: float = 60.0,
                 progress: Optional[Callable[[Tuner], Any]] = None,
                 log: Optional[Callable[[str], Any]] = None,
                 clock: Optional[Callable[[], float]] = None,
                 clock_kind: ClockKind = "wall") -> None:
        if "_pointer" in self.__dict__:
            raise TypeError("this Tuner is made already")
        self._pointer = None
        self._lock = threading.RLock()
        self._keep = []
        self._trials = {}
        self._readers = {}
        options = _abi.bres_tuner_options()
        lib.bres_tuner_options_init(options)
        options.flags = ((_abi.BRES_TUNER_RESUME if resume else 0) |
                         (_abi.BRES_TUNER_REUSE if reuse else 0) |
                         (_abi.BRES_TUNER_ISOLATE if isolate else 0) |
                         (_abi.BRES_TUNER_RETUNE if retune else 0))
        options.clock_kind = clock_kind_number(clock_kind)
        _set_reuse(options, reuse_if)
        self._isolated = bool(isolate)
        options.strategy = named(strategy, "strategy", _STRATEGIES)
        _set_numbers(options, max_time=max_time, max_samples=max_samples,
                     trial_samples=trial_samples, equivalence_margin=equivalence_margin,
                     error_rate=error_rate, execution_timeout=execution_timeout,
                     cache_timeout=cache_timeout)
        if seed is not None:
            options.seed = integer(seed, "seed", 0, 2**64 - 1)
        if name is not None:
            options.name = encode(name, "name")
        options.path = encode(path, "path")
        options.kernel_hash = encode(kernel_hash, "kernel_hash")
        options.cache = encode(cache, "path")
        options.cache_key = ctypes.pointer(key_struct(None, problem_size, None, device, driver))
        self._set_borrowed(options, thresholds, clock, warmup_runs=warmup_runs, timeout=timeout,
                           elements=elements, global_bytes=global_bytes)
        self._set_hooks(options, _check_callable(progress, "progress"),
                        _check_callable(log, "log"))
        self._keep.append(options)
        self._pointer = lib.bres_tuner_new(options)
        if not self._pointer:
            raise last_error()
        for key, values in mapping(parameters, "parameters").items():
            self._add(key, values)
        single = callable(constraint) or isinstance(constraint, str)
        for one in [constraint] if single else constraint or ():
            self._constrain(one)
        self._set_functions(_check_callable(prepare, "prepare"),
                            _check_callable(release, "release"), _check_callable(check, "check"))

    def __del__(self, free: Any = lib.bres_tuner_free, pending: Any = pending) -> None:
        """May call `release`, even while another exception is pending."""
        pointer = self.__dict__.get("_pointer")
        if not pointer:
            return
        earlier, pending.exception = pending.exception, None
        free(pointer)
        late, pending.exception = pending.exception, earlier
        if late is not None:
            raise late

    # --- Making ---

    def _set_borrowed(self, options, thresholds, clock, **numbers):
        measure = _abi.bres_measure_options()
        lib.bres_measure_options_init(measure)
        _set_numbers(measure, **numbers)
        options.measure = ctypes.pointer(measure)
        limits = thresholds_struct(thresholds)
        if limits is not None:
            options.thresholds = ctypes.pointer(limits)
        if clock is not None:
            options.clock = ctypes.pointer(make_clock(_check_callable(clock, "clock")))

    def _set_hooks(self, options, progress, log):
        options.is_interrupted = is_interrupted
        this = weakref.ref(self)
        if progress is not None:
            options.progress = _FIELDS["progress"](guarded(lambda *_: progress(this())))
        options.log = log_handler(log, MeasurementWarning)

    def _add(self, name, values):
        key = required(name, "name")
        if isinstance(values, Pow2):
            kind, declared, values = "int64", "int64_pow2", values.exponents
            c_type, take = ctypes.c_int64, integer
        else:
            values = list(values)
            kind, c_type, take = _kind(values)
            declared = "string" if kind == "bool" else kind
        array = (c_type * len(values))(*(take(value, f"{name}[{i}]")
                                         for i, value in enumerate(values)))
        getattr(lib, f"bres_tuner_add_{declared}")(self._pointer, key, array, len(values))
        self._readers[name] = _reader(kind, key)

    def _constrain(self, constraint):
        """Adds a constraint. A function receives a new Trial in each call, so that the tuner does
        not keep it."""
        if isinstance(constraint, str):
            lib.bres_tuner_add_constraint_text(self._pointer, required(constraint, "constraint"))
            return
        _check_callable(constraint, "constraint")
        readers = self._readers
        function = _abi.bres_tuner_constraint_fn(_stopping(
            lambda pointer, _: bool(constraint(Trial._make(pointer, readers))), False))
        self._keep.append(function)
        lib.bres_tuner_add_constraint(self._pointer, function, None)

    def _set_functions(self, prepare, release, check):
        trial = self._finder()

        def of(call):
            return _abi.bres_tuner_prepare_fn(_stopping(
                lambda pointer, _: call(trial(pointer)), _abi.BRES_ERROR_STATE))

        before = of(_judging(prepare, self._isolated)) if prepare else _abi.bres_tuner_prepare_fn()
        after = _abi.bres_tuner_release_fn()
        if release:
            after = _abi.bres_tuner_release_fn(undoing(guarded(
                lambda pointer, _: release(trial(pointer)))))
        lib.bres_tuner_set_prepare(self._pointer, before, after, None)
        right = of(_judging(check, self._isolated)) if check else _abi.bres_tuner_prepare_fn()
        lib.bres_tuner_set_check(self._pointer, right, None)
        self._keep += [before, after, right]

    def _finder(self):
        """A function that maps the pointer of a trial, which is stable, to its Trial. The function
        does not keep the tuner alive."""
        trials, readers, this = self._trials, self._readers, weakref.ref(self)

        def find(pointer):
            try:
                return trials[pointer]
            except KeyError:
                return trials.setdefault(pointer, Trial._make(pointer, readers, this))
        return find

    # --- Running ---

    @contextlib.contextmanager
    def _used(self):
        """Surrounds every use of the tuner in C, by one thread at a time."""
        if not self._pointer:
            raise StateError("this tuner has not been made")
        if not self._lock.acquire(blocking=False):
            raise StateError("another thread is using this tuner")
        try:
            yield self._pointer
        finally:
            self._lock.release()

    def run(self, function: Callable[[Trial], Any]) -> List[Trial]:
        """Measures ``function(trial)`` until the search stops, and returns `best`. A tuner runs
        only once. C calls a ctypes function pointer, `void fn(const bres_trial *, void *)`,
        directly."""
        body = foreign(function, _abi.bres_tuner_cpu_fn)
        if body is None:
            trial, execute = self._finder(), _leaving_out(function, self._isolated)
            body = _abi.bres_tuner_cpu_fn(_stopping(lambda pointer, _: execute(trial(pointer))))
        with self._used() as pointer, calling_back():
            lib.bres_tuner_run_cpu(pointer, body, None)
        return self.best

    def run_cuda(self, launcher: Callable[[Launch, Trial], Any], *, device: int = 0,
                 stream: Optional[int] = None, synchronizes: bool = False,
                 strict_streams: bool = False) -> List[Trial]:
        """Measures the work that ``launcher(launch, trial)`` queues on ``launch.stream``, as
        `measure_cuda()` does, and returns `best`."""
        if not callable(launcher):
            raise TypeError(f"launcher must be callable, not {type(launcher).__name__}")
        trial, launch = self._finder(), _leaving_out(launcher)
        cuda = cuda_options(device, stream, strict_streams,
                            _abi.BRES_CUDA_SYNC if synchronizes else 0)
        body = _abi.bres_tuner_cuda_fn(_stopping(
            lambda pointer, at, _: launch(Launch._make(pointer), trial(at)),
            _abi.BRES_ERROR_STATE, 1))
        with self._used() as pointer, calling_back():
            lib.bres_tuner_run_cuda(pointer, body, None, cuda)
        return self.best

    def run_command(self, arguments: Iterable[str], *, warmup_runs: int = 0,
                    show_output: bool = False) -> List[Trial]:
        """Executes a command, one sample each, until the search stops, and returns `best`.

        ``{NAME}`` in an argument stands for the value of a parameter. Without ``{}``, a sample is
        the time of the whole command. ``{}`` stands for a result file that the command writes;
        a sample is then the median time of the state in this file. ``{{NAME}}`` and ``{{}}`` stand
        for ``{NAME}`` and ``{}``. No shell is called. A command that fails, or takes longer than
        `execution_timeout`, excludes its configuration. `warmup_runs` executions of a configuration
        before its first sample do not count. With `show_output`, commands print to the standard
        output."""
        command = _command(arguments, warmup_runs, show_output)
        with self._used() as pointer, calling_back():
            lib.bres_tuner_run_command(pointer, command)
        return self.best

    def list_commands(self, arguments: Iterable[str]) -> List[str]:
        """Returns the commands of all configurations, as a shell would read them. Measures
        nothing."""
        out, length = ctypes.c_void_p(), ctypes.c_size_t()
        with self._used() as pointer, calling_back():
            lib.bres_tuner_list_commands(pointer, _command(arguments), out, length)
        return take_text(out).splitlines()

    def ask(self) -> Optional[Trial]:
        """Returns the configuration to measure next, with about ``trial.samples`` samples; None
        when the search has stopped. Call `tell()` or `tell_failure()` before the next `ask()`."""
        out, samples = ctypes.c_void_p(), ctypes.c_size_t()
        with self._used() as pointer, calling_back():
            lib.bres_tuner_ask(pointer, out, samples)
        if not out:
            return None
        trial = self._finder()(out.value)
        trial.samples = samples.value
        return trial

    def __iter__(self) -> Iterator[Trial]:
        """Yields the configurations of `ask()` until the search has stopped."""
        return iter(self.ask, None)

    def tell(self, trial: Trial, seconds: Union[float, Iterable[float]]) -> None:
        """Reports the seconds of the executions of a configuration, in measuring order."""
        if not isinstance(seconds, collections.abc.Iterable):
            seconds = [seconds]
        array = reals(seconds, "seconds")
        with self._used() as pointer, calling_back():
            lib.bres_tuner_tell(pointer, _pointer(trial), array, len(array))

    def tell_failure(self, trial: Trial, reason: str) -> None:
        """Reports that a configuration cannot be measured or is wrong."""
        with self._used() as pointer, calling_back():
            lib.bres_tuner_tell_failure(pointer, _pointer(trial), required(reason, "reason"))

    def finish(self) -> None:
        """Ends the search and writes the result. The stop reason is "interrupted" unless the
        search had already stopped. Not needed after a run, or after `ask()` has returned None."""
        with self._used() as pointer, calling_back():
            lib.bres_tuner_finish(pointer)

    # --- The answer ---

    def _get(self, function, *arguments):
        with self._used() as pointer:
            return function(pointer, *arguments)

    def _best(self, function):
        count = self._get(lib.bres_tuner_best_count)
        return [self._get(function, i) for i in range(count)]

    @property
    def best(self) -> List[Trial]:
        """The best, then every configuration not proven slower; empty if all failed."""
        find = self._finder()
        return [find(pointer) for pointer in self._best(lib.bres_tuner_best_trial_at)]

    @property
    def trials(self) -> List[Trial]:
        """The configurations that were measured or have failed: by rank, then those without a
        rank."""
        find, count = self._finder(), self._get(lib.bres_tuner_trial_count)
        return [find(self._get(lib.bres_tuner_trial_at, i)) for i in range(count)]

    def outcome(self, index: int) -> TrialOutcome:
        """What the tuner knows about the configuration with this index in the space, which may be
        excluded or not measured. StateError before the run or the first `ask()`."""
        with self._used() as pointer:
            return TrialOutcome._take(lib.bres_tuner_query, pointer,
                                      integer(index, "index", 0, 2**64 - 1))

    @property
    def best_states(self) -> List[SubBenchmarkState]:
        """The states of `best` in the result; empty before the search has stopped."""
        result = self.result
        if result is None:
            return []
        return [SubBenchmarkState._make(result._handle, pointer)
                for pointer in self._best(lib.bres_tuner_best_at)]

    @property
    def stop_reason(self) -> TunerStop:
        """Why the search has stopped: "decided", "tied", "complete", "time-over",
        "samples-over", "interrupted" or "none-left"; "running" before that."""
        return text(lib.bres_tuner_stop_name(self._get(lib.bres_tuner_stop_reason)))

    @property
    def message(self) -> str:
        """One sentence with the stop reason and its numbers; "" before the search has stopped."""
        return text(self._get(lib.bres_tuner_message))

    @property
    def is_cached(self) -> bool:
        """Whether the outcome is an answer of the cache; nothing was measured then."""
        return self._get(lib.bres_tuner_is_cached)

    @property
    def result(self) -> Optional[BenchmarkResult]:
        """The result with all configurations; None before the search has stopped."""
        pointer = self._get(lib.bres_tuner_result)
        return BenchmarkResult._make(Handle(lib.bres_result_ref(pointer))) if pointer else None

    @property
    def statuses(self) -> Dict[TrialStatus, int]:
        """The number of combinations of values by status: "best", "tied" (proven equivalent to
        the best), "undecided", "eliminated", "failed" and "excluded" (refused by a constraint)."""
        return {name: self._get(lib.bres_tuner_status_count, status)
                for status, name in enumerate(_STATUSES)}

    @property
    def config_count(self) -> int:
        """The number of configurations in the space that no constraint excludes."""
        return self._get(lib.bres_tuner_config_count)

    @property
    def measured_count(self) -> int:
        """The number of configurations with samples."""
        return self._get(lib.bres_tuner_measured_count)

    @property
    def remaining_count(self) -> int:
        """The number of configurations that have neither failed nor been eliminated."""
        return self._get(lib.bres_tuner_remaining_count)

    @property
    def sample_count(self) -> int:
        """The number of samples so far."""
        return self._get(lib.bres_tuner_sample_count)

    def __repr__(self) -> str:
        return f"<Tuner of {cut(', '.join(self._readers))}: {self._state_text()}>"

    def _state_text(self):
        try:
            return self.stop_reason
        except StateError:
            return "in use"

    def _repr_html_(self) -> str:
        with self._used():
            count = self._get(lib.bres_tuner_trial_count)
            find = self._finder()
            rows = []
            for i in range(min(count, MAX_ROWS)):
                trial = find(self._get(lib.bres_tuner_trial_at, i))
                outcome = trial.outcome
                interval = [seconds(end) for end in (outcome.lower, outcome.upper)]
                rows.append((outcome.rank or "", trial.name, outcome.status, seconds(outcome.time),
                             f"[{', '.join(interval)}]" if all(interval) else outcome.reason or "",
                             outcome.samples))
        return html_table(repr(self)[1:-1], ("Rank", "Configuration", "Status", "Time",
                                             "95 % interval", "Samples"), rows, count,
                          "configuration")


def tune(function: Callable[[Trial], Any],
         parameters: Mapping[str, Union[Iterable[Value], Pow2]], **options: Any) -> Tuner:
    """Finds the fastest configuration of a function: ``tune(f, {"TILE": [8, 16]}).best``.

    `function` is called with each Trial, as by `Tuner.run()`. `options` are those of `Tuner`.
    Returns the Tuner after its run; `best` and `trials` have the outcome.
    """
    tuner = Tuner(parameters, **options)
    tuner.run(function)
    return tuner


_FIELDS = dict(_abi.bres_tuner_options._fields_)
_STATUSES = tuple(text(lib.bres_trial_status_name(status))
                  for status in range(_abi.BRES_TRIAL_EXCLUDED + 1))
_REUSE = {"decided": _abi.BRES_TUNER_REUSE_DECIDED, "any": _abi.BRES_TUNER_REUSE_ANY}
_STRATEGIES = {"elimination": _abi.BRES_TUNER_ELIMINATION,
               "exhaustive": _abi.BRES_TUNER_EXHAUSTIVE, "random": _abi.BRES_TUNER_RANDOM}


def _set_reuse(options, reuse_if):
    if _is_whole(reuse_if):
        options.reuse_if = _abi.BRES_TUNER_REUSE_FEW_LEFT
        options.reuse_left = integer(reuse_if, "reuse_if", 1, 2**63 - 1)
    else:
        options.reuse_if = named(reuse_if, "reuse_if", _REUSE)


def _set_numbers(options, **numbers):
    for key, value in numbers.items():
        if value is not None:
            setattr(options, key, (real if key in _REALS else integer)(value, key))


def _command(arguments, warmup_runs=0, show_output=False):
    command = _abi.bres_tuner_command()
    lib.bres_tuner_command_init(command)
    command.arguments = words(arguments, "a command")
    command.warmup_runs = integer(warmup_runs, "warmup_runs")
    command.flags = _abi.BRES_TUNER_COMMAND_SHOW_OUTPUT if show_output else 0
    command.signal = interruption_signal
    return command


def _pointer(trial):
    if not isinstance(trial, Trial):
        raise TypeError(f"trial must be a Trial, not {type(trial).__name__}")
    return trial._pointer
