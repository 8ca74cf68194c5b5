# SPDX-License-Identifier: MIT
"""Gates for continuous integration: decide whether a candidate may pass."""
from __future__ import annotations

from . import _abi
from ._choices import named
from ._library import real
from ._record import Record
from .comparison import Comparison, Thresholds, compare
from .errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, List, Optional, Tuple, Union

    from .comparison import Result, Row
    from .results import SubBenchmarkState

__all__ = ["gate", "Gate"]

_UNDECIDED = {"fail": True, "pass": False}


class Gate(Record):
    """The outcome of a gate; it is true if the candidate passed.

    `comparison` has a row for each state: SAME if it is proven not to be slower by more than
    `max_slowdown`, SLOW if it is proven to be slower by more.
    """

    __slots__ = ("passed", "max_slowdown", "error_rate", "undecided", "comparison")

    passed: bool
    max_slowdown: float
    error_rate: float
    undecided: str
    comparison: Comparison

    def __bool__(self) -> bool:
        return self.passed

    @property
    def regressions(self) -> List[Row]:
        """The rows that are slower by more than `max_slowdown`."""
        return self.comparison.regressions

    @property
    def undecided_rows(self) -> List[Row]:
        """The rows that are neither proven to pass nor to fail."""
        return [*self.comparison.undecided, *self.comparison.unknown]

    @property
    def missing(self) -> Tuple[List[str], List[SubBenchmarkState]]:
        """The benchmarks and the states that only the reference has; they count as undecided."""
        return self.comparison.missing_benchmarks[0], self.comparison.missing_states[0]

    def report(self, format: str = "markdown") -> str:
        """Returns the report of the comparison in a format of `Comparison.report()`, such as
        "junit", in which undecided rows are failures unless they pass."""
        return self.comparison.report(format, fail_on_undecided=_UNDECIDED[self.undecided])

    def __repr__(self) -> str:
        return (f"<Gate {'passed' if self.passed else 'failed'}: {len(self.regressions)} slower, "
                f"{len(self.undecided_rows)} undecided, "
                f"{len(self.missing[0]) + len(self.missing[1])} missing>")


def gate(reference: Union[Result, Iterable[Result]], candidate: Union[Result, Iterable[Result]], *,
         max_slowdown: float = 0.03, error_rate: float = 0.01, undecided: str = "fail",
         run_variation: Union[float, str, None] = None,
         log: Optional[Callable[[str], Any]] = None) -> Gate:
    """Decides whether a candidate may pass: each state must be proven not to be slower than the
    reference by more than `max_slowdown`, a fraction.

    Results and files are as for `compare()`. `error_rate` is the probability of a wrong decision:
    that a state passes although it is slower by more, or that it fails although it is not.
    Undecided rows, and states that the candidate lacks, fail; with `undecided` "pass", they do not.
    `log` receives warnings; None: they are `ComparisonWarning`. To gate two commands, race them
    with `not_slower`, and gate the results of the race. Raises ArgumentError if the sides have no
    state in common.
    """
    slowdown, rate = real(max_slowdown, "max_slowdown"), real(error_rate, "error_rate")
    fails = named(undecided, "undecided", _UNDECIDED)
    if not 0 <= slowdown < float("inf"):
        raise ArgumentError(f"max_slowdown must be finite and not negative, not {slowdown}")
    if not 0 < rate < 0.5:
        raise ArgumentError(f"error_rate must be above 0 and below 0.5, not {rate}")
    # The confidence intervals have two ends, but only one end decides.
    limits = Thresholds(rule=_abi.BRES_RULE_NOT_SLOWER, runs_min_effect=slowdown,
                        runs_equivalence_margin=slowdown, runs_change_confidence=1 - 2 * rate,
                        runs_equivalence_confidence=1 - 2 * rate)
    # A gate must not pass on evidence that could not be read.
    comparison = compare(reference, candidate, thresholds=limits, run_variation=run_variation,
                         allow_missing=True, require_samples=True, count_tolerance=slowdown,
                         log=log)
    if not comparison:
        raise ArgumentError("the two sides have no state in common")
    made = Gate(passed=False, max_slowdown=slowdown, error_rate=rate, undecided=undecided,
                comparison=comparison)
    decided = not made.undecided_rows and not any(made.missing)
    return Gate(passed=not made.regressions and (decided or not fails), max_slowdown=slowdown,
                error_rate=rate, undecided=undecided, comparison=comparison)
