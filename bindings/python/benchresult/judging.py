# SPDX-License-Identifier: MIT
"""The judge: decides whether a submitted function is correct, and measures how fast it is."""
from __future__ import annotations

import ctypes
import enum

from . import _abi
from ._callback import calling_back, guarded, is_interrupted
from ._choices import choice
from ._display import cut
from ._handle import Handle
from ._library import encode, integer, lib, real, required, take_text, text, words
from ._record import Record
from .problem import data_type, problem_struct
from .results import BenchmarkResult, SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional, Sequence, Tuple, Union

    from ._words import Backend, DataType, JudgeEventKind
    from .problem import Problem
    from .results import Path

__all__ = ["judge", "JudgeStatus", "JudgeEvent", "Judgement", "JudgedCase", "Verification",
           "Mismatch"]


class JudgeStatus(str, enum.Enum):
    """The status of a solution, or of one case."""

    BENCHMARKED = "BENCHMARKED"
    CHECKED = "CHECKED"
    COMPILE_ERROR = "COMPILE_ERROR"
    TIME_LIMIT_EXCEEDED = "TIME_LIMIT_EXCEEDED"
    RUNTIME_ERROR = "RUNTIME_ERROR"
    WRONG_ANSWER = "WRONG_ANSWER"
    GUARD_VIOLATION = "GUARD_VIOLATION"
    INPUT_MODIFIED = "INPUT_MODIFIED"
    ASYNC_WORK = "ASYNC_WORK"
    CLOCK_MISMATCH = "CLOCK_MISMATCH"
    CHANNEL_FORGED = "CHANNEL_FORGED"
    SKIPPED_OOM = "SKIPPED_OOM"
    NOT_MEASURED = "NOT_MEASURED"

    __str__ = str.__str__


def _status(number):
    return JudgeStatus(text(lib.bres_judge_status_name(number)))


_EVENT_KINDS = {number: name[len("BRES_JUDGE_EVENT_"):].lower()
                for name, number in vars(_abi).copy().items()
                if name.startswith("BRES_JUDGE_EVENT_")}


class JudgeEvent(Record):
    """An event of a judgement.

    `kind` is "compiling", "checking", "test_result", "checked", "benchmarking", "sample",
    "case_result" or "end". Only "end" has a `status`. Cases and samples are counted from 1;
    `runtime` is in seconds. A value that the event does not have is 0, "" or None.
    """

    __slots__ = ("kind", "status", "test_id", "name", "passed_tests", "total_tests", "sample",
                 "runtime", "gflops", "message")

    kind: JudgeEventKind
    status: Optional[JudgeStatus]
    test_id: int
    name: str
    passed_tests: int
    total_tests: int
    sample: int
    runtime: float
    gflops: float
    message: str


def _event(c):
    values = {name: getattr(c, name) for name in JudgeEvent.__slots__}
    is_end = c.kind == _abi.BRES_JUDGE_EVENT_END
    return JudgeEvent(**{**values, "kind": _EVENT_KINDS[c.kind],
                         "status": _status(c.status) if is_end else None,
                         "name": text(c.name) or "", "message": text(c.message) or ""})


# --- The verdict ----------------------------------------------------------------------------------


class Mismatch(Record):
    """An element with a wrong value."""

    __slots__ = ("index", "expected", "actual")

    index: int
    expected: float
    actual: float


class Verification(Record):
    """A wrong output: `wrong` of its `count` elements are wrong. `first` is the wrong element with
    the smallest index, and `worst` has up to five of the wrong elements. `parameter` is the index
    of the output in the signature."""

    __slots__ = ("message", "count", "wrong", "first", "worst", "max_difference", "mean_difference",
                 "parameter")

    message: str
    count: int
    wrong: int
    first: Mismatch
    worst: Tuple[Mismatch, ...]
    max_difference: float
    mean_difference: float
    parameter: int


def _mismatch(c):
    return Mismatch(index=c.index, expected=c.expected, actual=c.actual)


def _verification(pointer):
    if not pointer:
        return None
    c = pointer.contents
    return Verification(message=text(c.message), count=c.count, wrong=c.wrong,
                        first=_mismatch(c.first),
                        worst=tuple(_mismatch(one) for one in c.worst[:c.worst_count]),
                        max_difference=c.max_difference, mean_difference=c.mean_difference,
                        parameter=c.parameter)


class JudgedCase(Record):
    """A case that was started. `runtime` and `wall` are means in seconds; `wall` is measured by the
    judge's own clock. `bandwidth` is in bytes per second. Unknown values are 0. `verified` of the
    `samples` were verified. `state` is a state of the result. It is None if the case was not timed
    or was pickled."""

    __slots__ = ("name", "status", "test_id", "samples", "verified", "runtime", "gflops",
                 "bandwidth", "wall", "state")

    name: str
    status: JudgeStatus
    test_id: int
    samples: int
    verified: int
    runtime: float
    gflops: float
    bandwidth: float
    wall: float
    state: Optional[SubBenchmarkState]

    def _values(self):
        return super()._values()[:-1]

    def __repr__(self) -> str:
        return f"<JudgedCase {self.name}: {self.status}>"


class Judgement(Record):
    """The verdict on a solution.

    `accepted` is true for BENCHMARKED and CHECKED. Otherwise `message` gives the reason, with the
    case and the call. `average_runtime` (seconds) and `average_gflops` are geometric means over the
    timed cases, or None without timed cases. `verification` describes the wrong output of a
    WRONG_ANSWER. `notes` are remarks that are not failures. `output` is the beginning of the
    solution's output, or of the compiler's messages.

    `result` has a state for each timed case; write() and compare() accept it. It is None in a
    pickled judgement, and equality ignores it.
    """

    __slots__ = ("status", "accepted", "message", "passed_tests", "total_tests", "average_runtime",
                 "average_gflops", "verification", "cases", "notes", "output", "_report", "_json",
                 "result")

    status: JudgeStatus
    accepted: bool
    message: str
    passed_tests: int
    total_tests: int
    average_runtime: Optional[float]
    average_gflops: Optional[float]
    verification: Optional[Verification]
    cases: Tuple[JudgedCase, ...]
    notes: Tuple[str, ...]
    output: str
    result: Optional[BenchmarkResult]

    def _values(self):
        return super()._values()[:-1]

    def report(self) -> str:
        """The verdict as Markdown."""
        return self._report

    def to_json(self) -> str:
        """The verdict as one JSON object."""
        return self._json

    def __repr__(self) -> str:
        return (f"<Judgement {self.status}: {self.passed_tests} of {self.total_tests} tests"
                f"{': ' if self.message else ''}{cut(self.message)}>")


def _average(function, pointer):
    out = ctypes.c_double()
    return out.value if function(pointer, out) else None


def _text(function, pointer):
    out = ctypes.c_void_p()
    function(pointer, out)
    return take_text(out)


def _judged_case(pointer, index, handle):
    c = _abi.bres_judged_case()
    lib.bres_judged_case_init(c)
    lib.bres_judgement_case_at(pointer, index, c)
    values = {name: getattr(c, name) for name in JudgedCase.__slots__}
    return JudgedCase(**{**values, "name": text(c.name), "status": _status(c.status),
                         "state": SubBenchmarkState._make(handle, c.state) if c.state else None})


def _judgement(pointer):
    handle = Handle(lib.bres_result_ref(lib.bres_judgement_result(pointer)))
    return Judgement(
        status=_status(lib.bres_judgement_status(pointer)),
        accepted=lib.bres_judgement_is_accepted(pointer),
        message=text(lib.bres_judgement_message(pointer)),
        passed_tests=lib.bres_judgement_passed_tests(pointer),
        total_tests=lib.bres_judgement_total_tests(pointer),
        average_runtime=_average(lib.bres_judgement_average_runtime, pointer),
        average_gflops=_average(lib.bres_judgement_average_gflops, pointer),
        verification=_verification(lib.bres_judgement_verification(pointer)),
        cases=tuple(_judged_case(pointer, i, handle)
                    for i in range(lib.bres_judgement_case_count(pointer))),
        notes=tuple(text(lib.bres_judgement_note_at(pointer, i))
                    for i in range(lib.bres_judgement_note_count(pointer))),
        output=text(lib.bres_judgement_output(pointer)),
        _report=_text(lib.bres_judgement_report, pointer),
        _json=_text(lib.bres_judgement_json, pointer), result=BenchmarkResult._make(handle))


# --- Judging --------------------------------------------------------------------------------------


_COUNTS = ("min_samples", "max_samples")
_SIZES = ("memory_limit", "file_size_limit", "cache_size", "seed")


def _options(backend, type, flags, numbers, texts, event):
    options = _abi.bres_judge_options()
    lib.bres_judge_options_init(options)
    options.flags = sum(bit for bit, is_set in flags.items() if is_set)
    options.backend = choice(backend, "backend", "BRES_BACKEND_")
    if type is not None:
        options.type = data_type(type)
    for key, value in numbers.items():
        if value is None:
            continue
        if key in _SIZES:
            value = integer(value, key, 0, 2**64 - 1)
        elif key == "device":
            value = integer(value, key, 0, 2**31 - 1)
        else:
            value = integer(value, key) if key in _COUNTS else real(value, key)
        setattr(options, key, value)
    options.has_seed = numbers["seed"] is not None
    options.compiler, options.compiler_flags, options.environment, options.allow_read = texts
    options.is_interrupted = is_interrupted
    if event is not None:
        options.event = _abi.bres_judge_event_fn(guarded(
            lambda user, c: event(_event(c.contents))))
    return options


def judge(problem: Union[Problem, str], solution: Path, *, backend: Backend = "cpu",
          type: Optional[DataType] = None, check_only: bool = False, first_case: bool = False,
          sample_case: bool = False, cv_of_times: bool = False, device: int = 0,
          min_samples: int = 5, max_samples: int = 20, target_cv: float = 0.01,
          min_time: float = 0.1, long_time: float = 1.0, verify_fraction: float = 1.0,
          time_limit: float = 0.0, compile_time_limit: float = 60.0, memory_limit: int = 2**32,
          file_size_limit: int = 0, cache_size: int = 0, peak_flops: float = 0.0,
          peak_bandwidth: float = 0.0, seed: Optional[int] = None, compiler: Optional[str] = None,
          compiler_flags: Optional[Sequence[str]] = None,
          environment: Optional[Sequence[str]] = None, allow_read: Optional[Sequence[Path]] = None,
          event: Optional[Callable[[JudgeEvent], Any]] = None) -> Judgement:
    """Judges a solution: a shared object (.so) with the symbol `solution`, or a source file (.c,
    .cc, .cpp, .cxx, .cu). The solution runs in a separate process with limits. A solution that is
    not accepted raises no exception; see Judgement.

    `problem` is a Problem, or the name of one of `problems()`. `backend` is "cpu" or "cuda". `type`
    is a data type such as "float64"; the default is the first type that the problem supports. With
    `check_only` nothing is timed. `first_case` judges only the first case. `sample_case` checks
    only one small case. benchresult-judge(3) describes the other options and their limits. Times
    are in seconds, sizes in bytes. `compiler_flags` is a list; `environment` lists the names of
    variables that the solution sees. `allow_read` lists files and directories that the compiler and
    the solution can read beside those of the system.

    `event` receives each JudgeEvent. An exception in a callback or in a function of the problem,
    including KeyboardInterrupt, ends the judgement and is raised unchanged.
    """
    options = _options(
        backend, type,
        {_abi.BRES_JUDGE_CHECK_ONLY: check_only, _abi.BRES_JUDGE_FIRST_CASE: first_case,
         _abi.BRES_JUDGE_SAMPLE_CASE: sample_case, _abi.BRES_JUDGE_CV_OF_TIMES: cv_of_times},
        {"device": device, "min_samples": min_samples, "max_samples": max_samples,
         "target_cv": target_cv, "min_time": min_time, "long_time": long_time,
         "verify_fraction": verify_fraction, "time_limit": time_limit,
         "compile_time_limit": compile_time_limit, "memory_limit": memory_limit,
         "file_size_limit": file_size_limit, "cache_size": cache_size, "peak_flops": peak_flops,
         "peak_bandwidth": peak_bandwidth, "seed": seed},
        (encode(compiler, "compiler"), words(compiler_flags, "compiler_flags"),
         words(environment, "environment"), words(allow_read, "allow_read")), event)
    struct = problem_struct(problem)
    pointer = ctypes.c_void_p()
    try:
        with calling_back():
            lib.bres_judge(struct, required(solution, "path"), options, pointer)
        return _judgement(pointer)
    finally:
        lib.bres_judgement_free(pointer)
