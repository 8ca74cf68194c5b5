# SPDX-License-Identifier: MIT
"""Timers of Python statements and callables, C functions, symbols of shared objects, and commands,
with the methods of torch.utils.benchmark."""
from __future__ import annotations

import contextlib
import ctypes
import enum
import gc
import time

from . import _abi
from ._callback import (calling_back, clock_kind_number, hook, interruption_signal, make_clock,
                        undoing)
from ._choices import named
from ._display import seconds
from ._handle import Made
from ._library import encode, integer, lib, mapping, real, required, take_text, words
from ._log import warn
from .criterion import StoppingCriterion
from .errors import ArgumentError, MeasurementWarning, UnsupportedError
from .measurement import Measurement, TaskSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Mapping, Optional, Sequence, Tuple, Union

    from ._words import ClockKind
    from .callgrind import CallgrindStats

    Hook = Callable[[], object]
    Clock = Callable[[], float]
    SetThreads = Callable[[int], Optional[int]]
    OnBlock = Callable[[int, float], object]
    Stats = Union[CallgrindStats, Tuple[CallgrindStats, ...]]

__all__ = ["Language", "Timer", "SymbolTimer", "CommandTimer"]


class Language(enum.Enum):
    """The language of a statement."""

    PYTHON = 0
    CPP = 1


_LANGUAGES = {"py": Language.PYTHON, "python": Language.PYTHON, "c++": Language.CPP,
              "cpp": Language.CPP}


def _normalized(value, what):
    """The text without common indentation, one leading newline and trailing blanks."""
    out = ctypes.c_void_p()
    lib.bres_task_spec_normalize(encode(value, what), out)
    return take_text(out)


def _seconds(value, what):
    value = real(value, what)
    if not 0 <= value < float("inf"):
        raise ArgumentError(f"{what} must be finite and not negative, not {value}")
    return value


def _call(function, *arguments):
    """Returns the object that a function of C makes. The object is freed if an exception is
    raised."""
    pointer = ctypes.c_void_p()
    try:
        function(*arguments, pointer)
    except BaseException:
        lib.bres_measurement_free(pointer)
        raise
    return pointer.value


@contextlib.contextmanager
def _criterion(criterion):
    """The pointer to a copy of a criterion; None without a criterion."""
    if criterion is None:
        yield None
        return
    if isinstance(criterion, str):
        criterion = StoppingCriterion(criterion)
    if not isinstance(criterion, StoppingCriterion):
        raise TypeError("criterion must be a StoppingCriterion or the name of one, not "
                        f"{type(criterion).__name__}")
    with criterion._copied() as pointer:
        yield pointer.value


# --- The base class -------------------------------------------------------------------------------


class _Timer(Made):
    """The methods of all timers. A subclass opens a bres_timer for each measurement, so that
    several threads may use one timer."""

    def __init__(self, task_spec: TaskSpec, clock: Optional[Clock],
                 set_threads: Optional[SetThreads], synchronize: Optional[Hook],
                 clock_kind: ClockKind) -> None:
        for name, function in (("timer", clock), ("set_threads", set_threads),
                               ("synchronize", synchronize)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be callable, not {type(function).__name__}")
        self._clock_kind = clock_kind_number(clock_kind)
        self._task_spec = task_spec
        self._clock = clock
        self._set_threads = set_threads
        self._synchronize = synchronize

    @property
    def task_spec(self) -> TaskSpec:
        return self._task_spec

    def timeit(self, number: int = 1000000) -> Measurement:
        """Measures one block of `number` executions, after a warm-up of a hundredth of this
        number."""
        return self._measure(_abi.BRES_TIMING_TIMEIT,
                             number=integer(number, "number", 1, 2**63 - 1))

    def blocked_autorange(self, callback: Optional[OnBlock] = None,
                          min_run_time: float = 0.2, *, max_run_time: Optional[float] = None,
                          criterion: Optional[StoppingCriterion] = None) -> Measurement:
        """Measures blocks of a size that hides the cost of the clock, until `min_run_time` seconds
        have been measured.

        ``callback(number, seconds)`` is called after each block. A `criterion` decides after each
        block whether the samples are enough.
        """
        return self._measure(_abi.BRES_TIMING_BLOCKED, callback, criterion,
                             min_run_time=_seconds(min_run_time, "min_run_time"),
                             max_run_time=_seconds(max_run_time or 0, "max_run_time"))

    def adaptive_autorange(self, threshold: float = 0.1, *, min_run_time: float = 0.01,
                           max_run_time: Optional[float] = 10.0,
                           callback: Optional[OnBlock] = None,
                           criterion: Optional[StoppingCriterion] = None) -> Measurement:
        """Like `blocked_autorange()`, but continues until iqr / median of at least four blocks is
        also below `threshold`, or until more than `max_run_time` seconds (0 or None: no limit) have
        been measured."""
        return self._measure(_abi.BRES_TIMING_ADAPTIVE, callback, criterion,
                             threshold=_seconds(threshold, "threshold"),
                             min_run_time=_seconds(min_run_time, "min_run_time"),
                             max_run_time=_seconds(max_run_time or 0, "max_run_time"))

    def repeat(self, *arguments: object, **keywords: object) -> None:
        raise UnsupportedError("repeat() is not implemented: use blocked_autorange()")

    def autorange(self, *arguments: object, **keywords: object) -> None:
        raise UnsupportedError("autorange() is not implemented: use blocked_autorange()")

    # --- How ---

    def _open(self, options):
        """Opens a bres_timer. Returns it with the objects that must live as long. May change the
        options."""
        raise UnsupportedError(f"{type(self).__name__} does not define what it times")

    def _prepare(self):
        """Called before each block, untimed."""

    def _measure(self, method, callback=None, criterion=None, **values):
        options = _abi.bres_timer_options()
        lib.bres_timer_options_init(options)
        options.clock_kind = self._clock_kind
        for name, value in values.items():
            setattr(options, name, value)
        if callback is not None:
            options.block = _abi.bres_timer_block_fn(hook(
                lambda _, count, seconds: callback(count, seconds)))
        if self._set_threads is not None:
            options.set_threads = _abi.bres_timer_threads_fn(self._threads_hook())
        # C may run for a long time. Python code before each block lets Python handle signals.
        options.setup = _abi.bres_timer_hook(hook(lambda _: self._prepare()))
        timer, keep = self._open(options)
        try:
            with _criterion(criterion) as options.criterion, calling_back():
                pointer = _call(lib.bres_timer_measure, timer, method, options)
        finally:
            lib.bres_timer_free(timer)
        del keep
        measurement = Measurement._make(pointer)
        if measurement.has_warnings:
            warn(f"the interquartile range is {seconds(measurement.iqr)}, and the median "
                 f"{seconds(measurement.median)} (expected less than 10 % of it)",
                 MeasurementWarning)
        return measurement

    def _threads_hook(self):
        """The callback that sets the number of threads, and restores it even after an exception."""
        def change(_, threads, previous):
            before = self._set_threads(threads)
            previous[0] = threads if before is None else integer(
                before, "what set_threads returns", 1, 2**31 - 1)
        return undoing(hook(change))

    def _add_clock(self, options):
        """Adds the user's clock, and the callback before each reading of it, for code that C
        times."""
        keep = []
        if self._clock is not None:
            c = make_clock(self._clock)
            options.clock = ctypes.pointer(c)
            keep.append(c)
        if self._synchronize is not None:
            synchronize = self._synchronize
            options.synchronize = _abi.bres_timer_hook(hook(lambda _: synchronize()))
        return keep

    def __repr__(self) -> str:
        return f"<benchresult.{type(self).__name__} object>\n{self._task_spec.summarize()}"


# --- Python, and functions in C -------------------------------------------------------------------


_ONCE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_PYTHON_API = 0x4  # a flag of ctypes: the function needs the interpreter's lock


def _is_foreign(function):
    """Whether the object is a function pointer that C can call without Python."""
    return isinstance(function, ctypes._CFuncPtr) and not function._flags_ & _PYTHON_API


def _name(function):
    return getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or \
        repr(function)


_CLOCKS = {_abi.BRES_CLOCK_WALL: time.perf_counter, _abi.BRES_CLOCK_THREAD: time.thread_time,
           _abi.BRES_CLOCK_PROCESS: time.process_time}


class Timer(_Timer):
    """Times a Python statement or a function: a callable without arguments, or a ctypes function
    pointer such as `void fn(void *)`, which C calls directly.

    `setup` runs before each block, untimed. Its variables are local variables of the statement;
    `globals` are its global variables. `timer` is the clock, a function that returns seconds.
    `synchronize` is called before each reading of the clock, for work on a GPU, for example.
    ``set_threads(n)`` sets the number of threads and returns the previous number. It is called with
    `num_threads` before the first execution, and with the previous number at the end. Without
    `set_threads`, `num_threads` is only recorded. The garbage collector is off during a block.
    `clock_kind` is "wall", or "thread" or "process" for CPU time; `timer` must then return CPU time
    of this kind for a statement, and wall time for a function pointer.
    """

    def __init__(self, stmt: Union[str, Hook] = "pass",
                 setup: Union[str, Hook] = "pass", global_setup: str = "",
                 timer: Optional[Clock] = None,
                 globals: Optional[Mapping[str, Any]] = None, label: Optional[str] = None,
                 sub_label: Optional[str] = None, description: Optional[str] = None,
                 env: Optional[str] = None, num_threads: int = 1,
                 language: Union[Language, str] = Language.PYTHON, *,
                 set_threads: Optional[SetThreads] = None,
                 synchronize: Optional[Hook] = None, clock_kind: ClockKind = "wall") -> None:
        _check_language(language, global_setup)
        for name, code in (("stmt", stmt), ("setup", setup)):
            if not isinstance(code, str) and not callable(code):
                raise TypeError(f"{name} must be a string or callable, not {type(code).__name__}")
        stmt, setup = (_normalized(code, "statement") if isinstance(code, str) else code
                       for code in (stmt, setup))
        super().__init__(TaskSpec(stmt if isinstance(stmt, str) else _name(stmt),
                                  setup if isinstance(setup, str) else _name(setup), global_setup,
                                  label, sub_label, description, env, num_threads),
                         timer, set_threads, synchronize, clock_kind)
        self._stmt = stmt
        self._setup = setup
        self._globals = {} if globals is None else dict(mapping(globals, "globals"))
        self._foreign = _is_foreign(stmt)
        if self._foreign and not stmt:
            raise ArgumentError("stmt is a NULL pointer")
        if not self._foreign:
            from ._statement import Statement
            self._statement = Statement(stmt, setup, self._globals)
        elif isinstance(setup, str) and setup not in ("", "pass"):
            raise ArgumentError("the setup of a C function must be callable: a text has nothing "
                                "that it could reach")

    # --- How ---

    def _prepare(self):
        if self._foreign and callable(self._setup):
            self._setup()

    def _open(self, options):
        timer = ctypes.c_void_p()
        if self._foreign:
            function = ctypes.cast(self._stmt, _ONCE)
            lib.bres_timer_new(function, None, self._task_spec._struct(), timer)
            return timer, (function, self._add_clock(options))
        block = self._block

        def take(_, count, seconds):
            seconds[0] = block(count)

        function = _abi.bres_timed_fn(hook(take))
        lib.bres_timer_new_timed(function, None, self._task_spec._struct(), timer)
        return timer, function

    def _python_clock(self):
        clock = self._clock or _CLOCKS[self._clock_kind]
        synchronize = self._synchronize
        if synchronize is None:
            return clock

        def synchronized():
            synchronize()
            return clock()
        return synchronized

    def _block(self, count):
        """Returns the seconds of the executions of one block, after a new setup."""
        is_enabled = gc.isenabled()
        gc.disable()
        try:
            return self._statement.start(self._python_clock()).send(count)
        except Exception:
            self._statement.describe_errors()
            raise
        finally:
            if is_enabled:
                gc.enable()

    def collect_callgrind(self, number: int = 100, *, repeats: Optional[int] = None,
                          collect_baseline: bool = True, retain_out_file: bool = False,
                          timeout: Optional[float] = None
                          ) -> Stats:
        """Counts the instructions of `number` executions, in another Python process under
        valgrind. With `repeats`, counts several times and returns a tuple. `globals` may contain
        only modules and objects that can be pickled."""
        from . import callgrind
        if self._foreign:
            raise ArgumentError("a pointer means nothing in another process: use SymbolTimer")
        return callgrind._collect_statement(self, number, repeats, collect_baseline,
                                            retain_out_file, timeout)


def _check_language(language, global_setup):
    if not isinstance(language, Language):
        language = named(language.lower() if isinstance(language, str) else language, "language",
                         _LANGUAGES)
    if language is Language.CPP:
        raise UnsupportedError("compiled statements are not supported: build a shared object and "
                               "use SymbolTimer")
    if global_setup:
        raise ArgumentError("global_setup is for compiled statements only")


# --- Symbols --------------------------------------------------------------------------------------


class SymbolTimer(_Timer):
    """Times a symbol of a shared object, such as `void symbol(void)`. `setup` is another symbol,
    which is called before each block. The default label is `library:symbol`."""

    def __init__(self, library: str, symbol: str, setup: Optional[str] = None, *,
                 timer: Optional[Clock] = None, label: Optional[str] = None,
                 sub_label: Optional[str] = None, description: Optional[str] = None,
                 env: Optional[str] = None, num_threads: int = 1,
                 set_threads: Optional[SetThreads] = None,
                 synchronize: Optional[Hook] = None, clock_kind: ClockKind = "wall") -> None:
        self._library = required(library, "path")
        self._symbol = required(symbol, "symbol")
        self._symbol_setup = encode(setup, "setup")
        if label is None:
            label = f"{self._library.decode('utf-8', 'replace')}:{symbol}"
        super().__init__(TaskSpec(symbol, "pass" if setup is None else setup, "", label, sub_label,
                                  description, env, num_threads), timer, set_threads, synchronize,
                         clock_kind)

    def _open(self, options):
        timer = ctypes.c_void_p()
        lib.bres_timer_new_symbol(self._library, self._symbol, self._symbol_setup,
                                  self._task_spec._struct(), timer)
        return timer, self._add_clock(options)

    def collect_callgrind(self, number: int = 100, *, repeats: Optional[int] = None,
                          collect_baseline: bool = True, retain_out_file: bool = False,
                          timeout: Optional[float] = None
                          ) -> Stats:
        """Counts the instructions of `number` executions, in a small program under valgrind that
        calls the setup once."""
        from . import callgrind
        return callgrind._collect(
            lambda options, out: lib.bres_callgrind_collect_symbol(
                self._library, self._symbol, self._symbol_setup, options, out),
            self._task_spec, number, repeats, collect_baseline, retain_out_file, timeout)


# --- Commands -------------------------------------------------------------------------------------


def _line(command):
    """The command as a line for the shell."""
    import shlex

    return "pass" if command is None else " ".join(
        shlex.quote(word.decode("utf-8", "replace")) for word in command if word is not None)


def environment_words(environment):
    """The variables of a mapping as "NAME=VALUE" for C; None for None."""
    if environment is None:
        return None
    return words([f"{name}={value}" for name, value in mapping(environment, "environment").items()],
                 "environment")


class CommandTimer(_Timer):
    """Times a command, a list of words. The first word is the program, which is looked up in PATH.
    One execution is a process. `prepare` is another command, which runs before each block.
    `environment` has variables that are added to the environment of this process. `output_path` is
    a file for the standard output; by default the output is discarded. `timeout` is the limit of
    one execution in seconds. An exit status other than 0 is an error, unless `any_status` is true.

    `clock_kind` is "wall", or "process" for the CPU time of the process and its children.

    The metadata of the measurement has `exit_status`, `user_time`, `system_time` and `max_rss`.
    """

    def __init__(self, arguments: Sequence[str], prepare: Optional[Sequence[str]] = None, *,
                 environment: Optional[Mapping[str, str]] = None, output_path: Optional[str] = None,
                 timeout: float = 0, any_status: bool = False,
                 timer: Optional[Clock] = None, label: Optional[str] = None,
                 sub_label: Optional[str] = None, description: Optional[str] = None,
                 env: Optional[str] = None, num_threads: int = 1,
                 clock_kind: ClockKind = "wall") -> None:
        self._arguments = words(arguments, "a command")
        self._prepare_arguments = words(prepare, "a command")
        self._environment = environment_words(environment)
        self._output_path = encode(output_path, "path")
        self._timeout = _seconds(timeout, "timeout")
        self._any_status = any_status
        super().__init__(TaskSpec(_line(self._arguments), _line(self._prepare_arguments), "", label,
                                  sub_label, description, env, num_threads), timer, None, None,
                         clock_kind)

    def _open(self, options):
        command = _abi.bres_command()
        lib.bres_command_init(command)
        command.flags = _abi.BRES_COMMAND_ANY_STATUS if self._any_status else 0
        command.arguments = self._arguments
        command.prepare = self._prepare_arguments
        command.environment = self._environment
        command.output_path = self._output_path
        command.timeout = self._timeout
        command.signal = interruption_signal
        timer = ctypes.c_void_p()
        lib.bres_timer_new_command(command, self._task_spec._struct(), timer)
        return timer, self._add_clock(options)

    def collect_callgrind(self, *, toggle: Optional[str] = None, repeats: Optional[int] = None,
                          retain_out_file: bool = False, timeout: Optional[float] = None
                          ) -> Stats:
        """Counts the instructions of the command. With `toggle`, it counts only while a function
        with this name runs. The command uses the standard streams of this process."""
        from . import callgrind

        def call(options, out):
            options.environment = self._environment
            lib.bres_callgrind_collect_command(self._arguments, encode(toggle, "toggle"), options,
                                               None, out)
        return callgrind._collect(call, self._task_spec, 1, repeats, False, retain_out_file,
                                  timeout)
