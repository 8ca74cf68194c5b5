# SPDX-License-Identifier: MIT
"""Instruction counts of callgrind, with the names of torch.utils.benchmark."""
from __future__ import annotations

import ctypes
import importlib
import io
import os
import pickle
import re
import signal
import sys
import tempfile
import types

from . import _abi
from ._callback import calling_back, guarded
from ._library import integer, lib, real
from .counts import FunctionCounts, Profile
from .errors import UnsupportedError
from .measurement import TaskSpec
from .results import BenchmarkResultSummary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Optional, Tuple

__all__ = ["CallgrindStats"]

# The first pattern removes the object, whose path could match a later pattern.
_STANDARD = tuple((re.compile(pattern), replacement) for pattern, replacement in (
    (r"\s\[.+\]$", ""),
    (r"^.+build/\.\./", "build/../"),
    (r"^.+/build/aten/", "build/aten/"),
    (r"^.+/Python/", "Python/"),
    (r"^.+/Objects/", "Objects/"),
))


def _standardize(name):
    for pattern, replacement in _STANDARD:
        name = pattern.sub(replacement, name)
    return name


class CallgrindStats:
    """The instructions by function, for `number_per_run` executions of a statement, and for as many
    executions of an empty statement, the baseline. The baseline is not subtracted."""

    __slots__ = ("task_spec", "number_per_run", "built_with_debug_symbols",
                 "baseline_inclusive_stats", "baseline_exclusive_stats", "stmt_inclusive_stats",
                 "stmt_exclusive_stats", "stmt_callgrind_out")

    task_spec: TaskSpec
    number_per_run: int
    built_with_debug_symbols: bool
    baseline_inclusive_stats: FunctionCounts
    baseline_exclusive_stats: FunctionCounts
    stmt_inclusive_stats: FunctionCounts
    stmt_exclusive_stats: FunctionCounts
    #: The profile as text, if it was retained.
    stmt_callgrind_out: Optional[str]

    def __init__(self, task_spec: TaskSpec, number_per_run: int, built_with_debug_symbols: bool,
                 baseline_inclusive_stats: FunctionCounts,
                 baseline_exclusive_stats: FunctionCounts, stmt_inclusive_stats: FunctionCounts,
                 stmt_exclusive_stats: FunctionCounts,
                 stmt_callgrind_out: Optional[str] = None) -> None:
        self.task_spec = task_spec
        self.number_per_run = integer(number_per_run, "number_per_run", 1, 2**63 - 1)
        self.built_with_debug_symbols = built_with_debug_symbols
        self.baseline_inclusive_stats = baseline_inclusive_stats
        self.baseline_exclusive_stats = baseline_exclusive_stats
        self.stmt_inclusive_stats = stmt_inclusive_stats
        self.stmt_exclusive_stats = stmt_exclusive_stats
        self.stmt_callgrind_out = stmt_callgrind_out

    @classmethod
    def from_profile(cls, profile: Profile, number_per_run: int = 1,
                     baseline: Optional[Profile] = None,
                     task_spec: Optional[TaskSpec] = None) -> CallgrindStats:
        """Makes the statistics from existing profiles."""
        for name, one in (("profile", profile), ("baseline", baseline)):
            if not isinstance(one, Profile) and (one is not None or name == "profile"):
                raise TypeError(f"{name} must be a Profile, not {type(one).__name__}")
        pointer = ctypes.c_void_p()
        lib.bres_callgrind_from_profile(profile._pointer,
                                        integer(number_per_run, "number_per_run", 1, 2**63 - 1),
                                        baseline._pointer if baseline is not None else None,
                                        pointer)
        try:
            return cls._of(pointer, 0, task_spec or TaskSpec(profile.command))
        finally:
            lib.bres_callgrind_free(pointer)

    @classmethod
    def _of(cls, pointer, repeat, task_spec, profile=None):
        """Copies a repeat of a bres_callgrind."""
        lists = [FunctionCounts._copy(lent) for lent in (
            lib.bres_callgrind_baseline(pointer, True), lib.bres_callgrind_baseline(pointer, False),
            lib.bres_callgrind_statement(pointer, repeat, True),
            lib.bres_callgrind_statement(pointer, repeat, False))]
        return cls(task_spec, lib.bres_callgrind_number(pointer),
                   lib.bres_callgrind_has_debug_symbols(pointer), *lists, profile)

    def stats(self, inclusive: bool = False) -> FunctionCounts:
        """Returns the counts of the statement."""
        return self.stmt_inclusive_stats if inclusive else self.stmt_exclusive_stats

    def counts(self, *, denoise: bool = False) -> int:
        """Returns the instructions of all executions together."""
        stats = self.stmt_exclusive_stats
        return (stats.denoise() if denoise else stats).sum()

    def delta(self, other: CallgrindStats, inclusive: bool = False) -> FunctionCounts:
        """Returns the change of the count of each function from `other` to these statistics."""
        if not isinstance(other, CallgrindStats):
            raise TypeError(f"other must be CallgrindStats, not {type(other).__name__}")
        return self.stats(inclusive) - other.stats(inclusive)

    @property
    def instructions(self) -> float:
        """The instructions of one execution, without the baseline."""
        return (self.counts() - self.baseline_exclusive_stats.sum()) / self.number_per_run

    def summaries(self) -> list[BenchmarkResultSummary]:
        """Returns summaries for a state that is being built; comparisons can use them
        (`Metric.INSTRUCTIONS`)."""
        def make(tag, name, description, value, hide=None):
            return BenchmarkResultSummary(f"bres/callgrind/{tag}", name, None, hide, description,
                                          {"value": value})
        hidden = "Hidden by default."
        return [
            make("instructions", "Instructions",
                 "Instructions of one execution, without those of the baseline.",
                 self.instructions),
            make("total", "Total Instructions", "Instructions of all executions together.",
                 self.counts(), hidden),
            make("baseline", "Baseline Instructions", "Instructions of as many empty executions.",
                 self.baseline_exclusive_stats.sum(), hidden),
            make("number", "Executions", "Executions that were counted together.",
                 self.number_per_run, hidden),
        ]

    def as_standardized(self) -> CallgrindStats:
        """Returns the statistics with names that do not depend on where Python and the program
        were built: without objects, and without directories above the sources."""
        lists = (self.baseline_inclusive_stats, self.baseline_exclusive_stats,
                 self.stmt_inclusive_stats, self.stmt_exclusive_stats)
        return CallgrindStats(self.task_spec, self.number_per_run, self.built_with_debug_symbols,
                              *(counts.transform(_standardize) for counts in lists))

    def _values(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, CallgrindStats) \
            else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return CallgrindStats, self._values()

    def __repr__(self) -> str:
        baseline = self.baseline_exclusive_stats
        threads = self.task_spec.num_threads
        text = (f"<benchresult.CallgrindStats object>\n{self.task_spec.summarize()}\n"
                f"{'':27}All{'':10}Noisy symbols removed\n"
                f"    Instructions: {self.counts():>12}{'':15}{self.counts(denoise=True):>12}\n"
                f"    Baseline:     {baseline.sum():>12}{'':15}{baseline.denoise().sum():>12}\n"
                f"{self.number_per_run} runs per measurement, {threads} thread"
                f"{'s' if threads > 1 else ''}")
        if not self.built_with_debug_symbols:
            text += ("\nWarning: most instructions are of functions without debugging information."
                     "\nNames may be missing or belong to other functions; some noise may remain.")
        return text


# --- Collecting -----------------------------------------------------------------------------------


def _options(number, repeats, collect_baseline, timeout, num_threads):
    options = _abi.bres_callgrind_options()
    lib.bres_callgrind_options_init(options)
    options.number = integer(number, "number", 1, 2**63 - 1)
    options.repeats = 1 if repeats is None else integer(repeats, "repeats", 1, 2**31 - 1)
    options.flags = ((0 if collect_baseline else _abi.BRES_CALLGRIND_NO_BASELINE) |
                     (_abi.BRES_CALLGRIND_ALL_THREADS if num_threads > 1 else 0))
    options.num_threads = num_threads
    if timeout is not None:
        options.timeout = real(timeout, "timeout")
    # The callback lets Python handle signals during the call. An exception ends the process.
    options.signal = _abi.bres_callgrind_signal_fn(guarded(lambda _: 0, signal.SIGKILL))
    return options


def _collect(call, task_spec, number, repeats, collect_baseline, retain_out_file, timeout):
    """Returns the counts of `call(options, out)`: a CallgrindStats, or a tuple of them."""
    options = _options(number, repeats, collect_baseline, timeout, task_spec.num_threads)
    pointer = ctypes.c_void_p()
    profile = None
    try:
        with tempfile.TemporaryDirectory(prefix="benchresult-") as directory:
            if retain_out_file:
                path = os.path.join(directory, "callgrind.out")
                options.keep_path = os.fsencode(path)
            with calling_back():
                call(options, pointer)
            if retain_out_file:
                with open(path, encoding="utf-8", errors="replace") as file:
                    profile = file.read()
        found = tuple(CallgrindStats._of(pointer, i, task_spec, profile)
                      for i in range(lib.bres_callgrind_repeat_count(pointer)))
    finally:
        lib.bres_callgrind_free(pointer)
    return found[0] if repeats is None else found


# --- Python statements ----------------------------------------------------------------------------

# The program of the other Python; the statement is in a file. The program sets the search path
# before it imports this package.
_CHILD = ("import pickle, sys; task = pickle.load(open(sys.argv[1], 'rb')); "
          "sys.path[:] = task['path']; from benchresult import _callgrind_child; "
          "_callgrind_child.main(task)")


class _Pickler(pickle.Pickler):
    """Refuses objects that the other process could not restore by name."""

    def reducer_override(self, value):
        if isinstance(value, types.ModuleType):
            return importlib.import_module, (value.__name__,)
        if getattr(value, "__module__", None) == "__main__" and \
                isinstance(value, (type, types.FunctionType)):
            raise TypeError(f"{value.__qualname__} is defined in the main program, which another "
                            "process does not have: define it in a module, or in the setup")
        return NotImplemented


def _pickled(value, what):
    file = io.BytesIO()
    try:
        _Pickler(file).dump(value)
    except Exception as error:
        raise TypeError(f"{what} cannot be taken to another process: {error}") from error
    return file.getvalue()


def _task(timer):
    """The statement of a timer, for another process."""
    return pickle.dumps({
        "path": sys.path,
        "stmt": _pickled(timer._stmt, "stmt"),
        "setup": _pickled(timer._setup, "setup"),
        "globals": {name: _pickled(value, f"the global variable {name!r}")
                    for name, value in timer._globals.items() if name != "__builtins__"},
        "set_threads": _pickled(timer._set_threads, "set_threads"),
        "num_threads": timer.task_spec.num_threads,
    })


def _collect_statement(timer, number, repeats, collect_baseline, retain_out_file, timeout):
    if not sys.executable:
        raise UnsupportedError("this interpreter does not know its own program, sys.executable")
    timer._block(1)  # a wrong statement fails here, where the user sees its exception
    task = _task(timer)
    with tempfile.NamedTemporaryFile(prefix="benchresult-") as file:
        file.write(task)
        file.flush()
        words = [os.fsencode(word) for word in (sys.executable, "-c", _CHILD, file.name)]

        def call(options, out):
            options.arguments = (ctypes.c_char_p * (len(words) + 1))(*words)
            # Otherwise the order of sets, and with it the counts, would change from run to run.
            options.environment = (ctypes.c_char_p * 2)(b"PYTHONHASHSEED=0")
            lib.bres_callgrind_collect_task(b"python", options, out)
        return _collect(call, timer.task_spec, number, repeats, collect_baseline, retain_out_file,
                        timeout)
