# SPDX-License-Identifier: MIT
"""Replicates: the ratio of the times of both sides, and the plan for an undecided row."""
from __future__ import annotations

from . import _abi
from ._library import text
from ._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

    from ._words import VarianceSource

__all__ = ["Ratio", "Plan"]


class Ratio(Record):
    """The typical time of the candidate divided by that of the reference: 1.02 is 2 % slower.

    The confidence interval from `lower` to `upper`, with the level `confidence`, decides on FAST
    and SLOW. The confidence interval from `equivalence_lower` to `equivalence_upper`, with the
    level `equivalence_confidence`, decides on SAME.

    `within` is the standard error of the typical time of a run, estimated from its samples.
    `between` is the standard deviation of the typical times of the runs, without the part that
    `within` explains. `spread` is the standard deviation of the ratio of a pair; if the runs are
    independent, it is the standard deviation of the ratio of one run of each side.
    `within`, `between` and `spread` are relative. `samples` is the number of samples of the run
    that has the fewest. `pairs` is 0 if the runs are independent. `run_variation` is the known
    variation between runs that the intervals include; 0 if none.
    """

    __slots__ = tuple(name for name, _ in _abi.bres_ratio._fields_
                      if name not in ("size", "reserved"))

    ratio: float
    lower: float
    upper: float
    confidence: float
    equivalence_lower: float
    equivalence_upper: float
    equivalence_confidence: float
    within: float
    between: float
    spread: float
    p_value: float
    q_value: float
    samples: int
    reference_runs: int
    candidate_runs: int
    pairs: int
    run_variation: float


class Plan(Record):
    """The runs that would decide an undecided row.

    `runs` additional runs per side, with `samples` samples each, decide the row with `probability`,
    if `effect`, the present estimate of the change, is right. If `runs` is 0, no practical number
    of runs decides the row. `detectable_effect` is the smallest detectable effect: if the same
    numbers of runs were taken again, the verdict on a change of this size would be FAST or SLOW
    with the plan's probability. `variance_source` is the main source of the uncertainty: "samples"
    or "runs", and with one run per side also "clock_rate" or "clock_step". `command` is a shell
    command that measures the additional runs, or None. With one run per side, `detectable_effect`
    and `probability` are 0.
    """

    __slots__ = ("detectable_effect", "effect", "probability", "samples", "runs",
                 "variance_source", "command")

    detectable_effect: float
    effect: float
    probability: float
    samples: int
    runs: int
    variance_source: VarianceSource
    command: Optional[str]


_VARIANCE_SOURCES = {_abi.BRES_VARIANCE_SAMPLES: "samples", _abi.BRES_VARIANCE_RUNS: "runs",
                     _abi.BRES_VARIANCE_CLOCK_RATE: "clock_rate",
                     _abi.BRES_VARIANCE_CLOCK_STEP: "clock_step"}


def make_ratio(c):
    """Makes a Ratio from a bres_ratio."""
    return Ratio(**{name: getattr(c, name) for name in Ratio.__slots__})


def make_plan(c):
    """Makes a Plan from a bres_plan."""
    values = {name: getattr(c, name) for name in Plan.__slots__}
    return Plan(**{**values, "variance_source": _VARIANCE_SOURCES[c.variance_source],
                   "command": text(c.command)})
