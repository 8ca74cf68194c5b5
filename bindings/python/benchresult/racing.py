# SPDX-License-Identifier: MIT
"""Races: two functions are measured in alternation until one is proven faster, or both
equivalent."""
from __future__ import annotations

import contextlib
import ctypes

from . import _abi
from ._callback import calling_back, clock_kind_number, fail, guarded, make_clock
from ._library import integer, lib, mapping, pending, real, text
from ._log import log_handler
from ._record import Record
from .comparison import VERDICTS
from .errors import ArgumentError, MeasurementWarning
from .measuring import axis_settings, cuda_options, make_body, make_launcher, target
from .results import BenchmarkResult, SubBenchmarkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional, Tuple

    from ._words import ClockKind, RaceStop
    from .build import BenchmarkBuilder
    from .comparison import Verdict
    from .measuring import Axes, Launch

    Benches = Tuple[BenchmarkBuilder, BenchmarkBuilder]
    Progress = Callable[[int, float, float, float], Any]

__all__ = ["race", "race_cuda", "RaceOutcome"]

_REALS = ("error_rate", "min_effect", "equivalence_margin", "max_time")
_NUMBERS = ("pairs", "discarded", "block_size", "seconds", "ratio", "lower", "upper",
            "reference_carry_over", "reference_carry_over_p", "candidate_carry_over",
            "candidate_carry_over_p", "order_effect", "order_effect_p", "plan_pairs",
            "reference_time", "reference_time_lower", "reference_time_upper", "candidate_time",
            "candidate_time_lower", "candidate_time_upper")


class RaceOutcome(Record):
    """The outcome of a race.

    `verdict` is FAST if the candidate takes less time, and AMBG if nothing is proven. `stop_reason`
    is "decided", "time over", "pairs over" or "interrupted". `ratio` is the candidate's time
    divided by the reference's time, with the confidence interval from `lower` to `upper`. With a
    probability of 1 - `error_rate`, the intervals after each pair all contain the true ratio.
    `plan_verdict` is the verdict that `plan_pairs` more pairs would probably prove; ???? and 0 if
    the race is decided, or if no number of pairs would decide it.

    `reference_carry_over` and `candidate_carry_over` are the fractions by which the first block of
    a pair takes longer after a block of the other side than after a block of its own side, with
    their p-values. `carries_over` is true if carry-over matters; a verdict that does not hold
    without it is AMBG. `order_effect` is the fraction by which the second block of a pair takes
    longer than the first.

    `reference_time` and `candidate_time` are the medians of each side's times in seconds, with the
    ends of their confidence intervals. These assume that times of different pairs are independent.

    `reference_state` and `state` have one sample per pair, and belong to `reference_result` and
    `result`. All four are None in a pickled outcome, and equality ignores them.
    """

    __slots__ = ("verdict", "stop_reason", "message", *_NUMBERS, "carries_over", "plan_verdict",
                 "reference_result", "result", "reference_state", "state")

    verdict: Verdict
    stop_reason: Optional[RaceStop]
    message: str
    pairs: int
    discarded: int
    block_size: int
    seconds: float
    ratio: float
    lower: float
    upper: float
    reference_carry_over: float
    reference_carry_over_p: float
    candidate_carry_over: float
    candidate_carry_over_p: float
    order_effect: float
    order_effect_p: float
    plan_pairs: int
    reference_time: float
    reference_time_lower: float
    reference_time_upper: float
    candidate_time: float
    candidate_time_lower: float
    candidate_time_upper: float
    carries_over: bool
    plan_verdict: Verdict
    reference_result: Optional[BenchmarkResult]
    result: Optional[BenchmarkResult]
    reference_state: Optional[SubBenchmarkState]
    state: Optional[SubBenchmarkState]

    def _values(self):
        return super()._values()[:-4]

    def __repr__(self) -> str:
        return f"<RaceOutcome {self.verdict}: {self.message}>"


def _stop_reason(number):
    return text(lib.bres_race_stop_name(number)) if number else None


def make_outcome(c, results=(None, None), states=(None, None)):
    """Makes the outcome from a bres_race_outcome."""
    return RaceOutcome(verdict=VERDICTS[c.verdict],
                       stop_reason=_stop_reason(c.stop_reason),
                       message=text(c.message), **{name: getattr(c, name) for name in _NUMBERS},
                       carries_over=bool(c.carries_over), plan_verdict=VERDICTS[c.plan_verdict],
                       reference_result=results[0], result=results[1], reference_state=states[0],
                       state=states[1])


def _is_interrupted(user):
    """Makes the race fail after an exception, because an interrupted race would add its states."""
    if pending.exception is not None:
        fail("an exception")
    return pending.exception is not None


_is_interrupted_in_c = dict(_abi.bres_race_options._fields_)["is_interrupted"](_is_interrupted)


def set_numbers(options, *, seed=None, **numbers):
    """Sets members of a bres_race_options; None keeps the default."""
    for key, value in numbers.items():
        if value is not None:
            take = real if key in _REALS else integer
            setattr(options, key, take(value, key))
    if seed is not None:
        options.seed = integer(seed, "seed", 0, 2**64 - 1)


def _options(progress, log, clock, numbers):
    options = _abi.bres_race_options()
    lib.bres_race_options_init(options)
    set_numbers(options, **numbers)
    options.is_interrupted = _is_interrupted_in_c
    if progress is not None:
        options.progress = dict(_abi.bres_race_options._fields_)["progress"](
            guarded(lambda user, *values: progress(*values)))
    options.log = log_handler(log, MeasurementWarning)
    if clock is not None:
        options.clock = ctypes.pointer(make_clock(clock))
    return options


def _race(call, field, bodies, options, benches, name, axes):
    """Runs a race. `bodies` are the functions as callbacks for C, for `field` of a
    bres_race_side."""
    axes = {} if axes is None else mapping(axes, "axes")
    benches = (None, None) if benches is None else tuple(benches)
    if len(benches) != 2:
        raise ArgumentError(f"benches has {len(benches)} builders (expected 2)")
    benches = [target(bench, name, axes) for bench in benches]
    sides = []
    for body, bench in zip(bodies, benches):
        side = _abi.bres_race_side(bench=bench._pointer)
        setattr(side, field, body)
        side.axes = axis_settings(axes)
        side.axis_count = len(axes)
        sides.append(side)
    outcome = _abi.bres_race_outcome()
    lib.bres_race_outcome_init(outcome)
    with contextlib.ExitStack() as stack:
        for handle in dict.fromkeys(bench._handle for bench in benches):
            stack.enter_context(handle.writing())
        stack.enter_context(calling_back())
        call(*sides, options, outcome)
    return make_outcome(
        outcome, [BenchmarkResult._make(bench._handle) for bench in benches],
        [SubBenchmarkState._make(bench._handle, pointer)
         for bench, pointer in zip(benches, (outcome.reference, outcome.candidate))])


def race(reference: Callable[..., Any], candidate: Callable[..., Any], *, error_rate: float = 0.01,
         min_effect: float = 0.005, equivalence_margin: float = 0.01, max_time: float = 10.0,
         max_pairs: int = 1000, min_pairs: int = 10, warmup_runs: int = 1,
         seed: Optional[int] = None, elements: int = 0, global_bytes: int = 0,
         batched: bool = False, benches: Optional[Benches] = None, name: str = "race",
         axes: Optional[Axes] = None, clock: Optional[Callable[[], float]] = None,
         clock_kind: ClockKind = "wall", progress: Optional[Progress] = None,
         log: Optional[Callable[[str], Any]] = None) -> RaceOutcome:
    """Races two functions: measures pairs of them, in random order, until the candidate is proven
    FAST, SLOW or SAME, or the budget is used up.

    Functions are as for `measure()`: callables without arguments, or with `batched` callables that
    receive the number of executions, or ctypes function pointers, which C calls directly. The
    probability of a wrong verdict is at most `error_rate` (0.01). FAST and SLOW mean a change of
    more than `min_effect` (0.005). SAME means a change of at most `equivalence_margin` (0.01; 0:
    never SAME). The budget is `max_time` seconds (10; 0: no limit) and `max_pairs` pairs (1000; 0:
    no limit). The race decides nothing before `min_pairs` pairs (10). `clock` is a function that
    returns seconds of wall time. `clock_kind` selects the time that is measured, as for
    `measure()`.

    `benches` are two BenchmarkBuilder objects; each receives a state with the axis values `axes`.
    Without `benches`, each side gets its own result, with a benchmark called `name`.
    ``progress(pairs, ratio, lower, upper)`` is called at most several times a second, and `log`
    receives warnings; None: they are `MeasurementWarning`. An exception, including
    KeyboardInterrupt, ends the race and is raised unchanged.
    """
    options = _options(progress, log, clock, {
        "error_rate": error_rate, "min_effect": min_effect, "equivalence_margin": equivalence_margin,
        "max_time": max_time, "max_pairs": max_pairs, "min_pairs": min_pairs,
        "warmup_runs": warmup_runs, "seed": seed, "elements": elements,
        "global_bytes": global_bytes})
    options.clock_kind = clock_kind_number(clock_kind)
    bodies = [make_body(function, batched) for function in (reference, candidate)]
    return _race(lib.bres_race, "cpu_batch" if batched else "cpu", bodies, options, benches, name,
                 axes)


def race_cuda(reference: Callable[[Launch], Any], candidate: Callable[[Launch], Any], *,
              device: int = 0, stream: Optional[int] = None, synchronizes: bool = False,
              strict_streams: bool = False, error_rate: float = 0.01, min_effect: float = 0.005,
              equivalence_margin: float = 0.01, max_time: float = 10.0, max_pairs: int = 1000,
              min_pairs: int = 10, warmup_runs: int = 1, seed: Optional[int] = None,
              elements: int = 0, global_bytes: int = 0, benches: Optional[Benches] = None,
              name: str = "race", axes: Optional[Axes] = None, progress: Optional[Progress] = None,
              log: Optional[Callable[[str], Any]] = None) -> RaceOutcome:
    """Races two launchers on a GPU. Launchers and streams are as for `measure_cuda()`, and
    everything else is as for `race()`."""
    options = _options(progress, log, None, {
        "error_rate": error_rate, "min_effect": min_effect, "equivalence_margin": equivalence_margin,
        "max_time": max_time, "max_pairs": max_pairs, "min_pairs": min_pairs,
        "warmup_runs": warmup_runs, "seed": seed, "elements": elements,
        "global_bytes": global_bytes})
    cuda = cuda_options(device, stream, strict_streams,
                        _abi.BRES_CUDA_SYNC if synchronizes else 0)
    bodies = [make_launcher(function) for function in (reference, candidate)]

    def call(first, second, options, outcome):
        lib.bres_race_cuda(first, second, options, cuda, outcome)

    return _race(call, "cuda", bodies, options, benches, name, axes)
