# SPDX-License-Identifier: MIT
"""Replicates: the ratio of the times of both sides, and the plan that would decide it."""
from __future__ import annotations

from . import _abi
from ._library import text
from ._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

__all__ = ["Ratio", "Plan"]


class Ratio(Record):
    """The ratio of typical times, candidate over reference: 1.02 is 2 % slower.

    The interval from `lower` to `upper` holds at `confidence` and decides on FAST and SLOW, the one
    from `equivalence_lower` to `equivalence_upper` at `equivalence_confidence` decides on SAME. `within` is the standard
    error of a run by its own samples, `between` the standard deviation from run to run beyond that,
    `spread` that of the ratio of a pair; all are relative. `samples` are those of the smallest run,
    `pairs` is 0 where runs are independent. `run_variation` is the known variation between runs that
    the intervals include; 0: none.
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
    """What would decide an ambiguous row.

    `runs` more runs per side, with `samples` samples each, decide the row with `probability`, if
    the change is as estimated now, `effect`; 0 runs: no reasonable number decides it.
    `detectable_effect` is the smallest change that the data could show, `variance_source` is what
    limits the data: "samples" or "runs", and with one run per side also "clock_rate" or
    "clock_step". `command` is a shell command that collects the runs, or None. With one run per
    side, `detectable_effect` and `probability` are 0.
    """

    __slots__ = ("detectable_effect", "effect", "probability", "samples", "runs",
                 "variance_source", "command")

    detectable_effect: float
    effect: float
    probability: float
    samples: int
    runs: int
    variance_source: str
    command: Optional[str]


_VARIANCE_SOURCES = {_abi.BRES_VARIANCE_SAMPLES: "samples", _abi.BRES_VARIANCE_RUNS: "runs",
                     _abi.BRES_VARIANCE_CLOCK_RATE: "clock_rate",
                     _abi.BRES_VARIANCE_CLOCK_STEP: "clock_step"}


def make_ratio(c):
    """Of a bres_ratio."""
    return Ratio(**{name: getattr(c, name) for name in Ratio.__slots__})


def make_plan(c):
    """Of a bres_plan."""
    values = {name: getattr(c, name) for name in Plan.__slots__}
    return Plan(**{**values, "variance_source": _VARIANCE_SOURCES[c.variance_source],
                   "command": text(c.command)})
