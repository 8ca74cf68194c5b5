# SPDX-License-Identifier: MIT
"""Benchmark results: load, compare, measure, write.

The package opens the C library libbenchresult and needs nothing else. Names outside `results` are
imported when they are first used.
"""
from __future__ import annotations

from . import _abi, _library

__version__ = _abi.VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import bench, errors, results
    from .benchmarks import benchmark, main
    from .axes import AxisFloat, AxisInt, AxisText
    from .build import BenchmarkBuilder, ResultBuilder, export, merge, summary, table, write
    from .callgrind import CallgrindStats
    from .comparison import (Comparison, Decision, Difference, Drift, Estimate, Metric, OddRun,
                             Row, Rule, RunOrder, Thresholds, Verdict, compare, compare_runs, compare_samples,
                             compare_states, plot)
    from .command_racing import CommandRace, CommandRaceRow, race_commands
    from .counts import FunctionCount, FunctionCounts, Profile
    from .criterion import StoppingCriterion, criteria, stop_index
    from .errors import (BenchmarkWarning, ComparisonWarning, Error, LoadWarning,
                         MeasurementWarning)
    from .loading import load
    from .gating import Gate, gate
    from .judging import (Judgement, JudgedCase, JudgeEvent, JudgeStatus, Mismatch, Verification,
                          judge)
    from .machines import Fact, FactKind, Finding, Machine, Severity, machine
    from .measuring import Launch, cuda_available, measure, measure_cuda
    from .measurement import Measurement, TaskSpec
    from .results import (BenchmarkResult, BenchmarkResultDevice, BenchmarkResultSummary,
                          SubBenchmarkResult, SubBenchmarkState)
    from .probing import (IdleTest, Probe, ProbeClass, ProbeFinding, ProbeRace, SavedProbe, probe,
                          saved_probe, saved_probe_path)
    from .problem import Case, Parameter, Problem, problems, prototype, starter
    from .racing import RaceOutcome, race, race_cuda
    from .replaying import replay
    from .runs import Plan, Ratio
    from .timer import CommandTimer, Language, SymbolTimer, Timer
    from .timing import Timing, TimingRow, time_commands
    from .timing_table import Compare
    from .tuner_cache import CachedAnswer, TunerCache
    from .tuning import Pow2, Trial, TrialError, TrialOutcome, Tuner, tune

# Module -> the public names that it exports.
_EXPORTS = {
    "bench": "",
    "benchmarks": "benchmark main",
    "axes": "AxisFloat AxisInt AxisText",
    "build": "BenchmarkBuilder ResultBuilder export merge summary table write",
    "comparison": "Comparison Decision Difference Drift Estimate Metric OddRun Row Rule RunOrder "
                  "Thresholds Verdict compare compare_runs compare_samples compare_states plot",
    "criterion": "StoppingCriterion criteria stop_index",
    "errors": "BenchmarkWarning ComparisonWarning Error LoadWarning MeasurementWarning",
    "measuring": "Launch cuda_available measure measure_cuda",
    "callgrind": "CallgrindStats",
    "command_racing": "CommandRace CommandRaceRow race_commands",
    "counts": "FunctionCount FunctionCounts Profile",
    "gating": "Gate gate",
    "loading": "load",
    "machines": "Fact FactKind Finding Machine Severity machine",
    "measurement": "Measurement TaskSpec",
    "judging": "Judgement JudgedCase JudgeEvent JudgeStatus Mismatch Verification judge",
    "probing": "IdleTest Probe ProbeClass ProbeFinding ProbeRace SavedProbe probe saved_probe "
               "saved_probe_path",
    "problem": "Case Parameter Problem problems prototype starter",
    "racing": "RaceOutcome race race_cuda",
    "replaying": "replay",
    "runs": "Plan Ratio",
    "timer": "CommandTimer Language SymbolTimer Timer",
    "timing": "Timing TimingRow time_commands",
    "timing_table": "Compare",
    "tuner_cache": "CachedAnswer TunerCache",
    "tuning": "Pow2 Trial TrialError TrialOutcome Tuner tune",
    "results": "BenchmarkResult BenchmarkResultDevice BenchmarkResultSummary SubBenchmarkResult "
               "SubBenchmarkState",
}
_HOMES = {name: module for module, names in _EXPORTS.items() for name in names.split()}
__all__ = [
    "AxisFloat", "AxisInt", "AxisText", "BenchmarkBuilder", "BenchmarkResult",
    "BenchmarkResultDevice", "BenchmarkResultSummary", "BenchmarkWarning", "CachedAnswer",
    "CallgrindStats", "Case", "CommandRace", "CommandRaceRow", "CommandTimer", "Compare",
    "Comparison", "ComparisonWarning", "Decision", "Difference", "Drift", "Error", "Estimate",
    "Fact", "FactKind", "Finding", "FunctionCount", "FunctionCounts", "Gate", "IdleTest",
    "JudgeEvent", "JudgeStatus", "JudgedCase", "Judgement", "Language", "Launch", "LoadWarning",
    "Machine", "Measurement", "MeasurementWarning", "Metric", "Mismatch", "OddRun", "Parameter",
    "Plan", "Pow2", "Probe", "ProbeClass", "ProbeFinding", "ProbeRace", "Problem", "Profile",
    "RaceOutcome", "Ratio", "ResultBuilder", "Row", "Rule", "RunOrder", "SavedProbe", "Severity",
    "StoppingCriterion", "SubBenchmarkResult", "SubBenchmarkState", "SymbolTimer", "TaskSpec",
    "Thresholds", "Timer", "Timing", "TimingRow", "Trial", "TrialError", "TrialOutcome", "Tuner", "TunerCache", "Verdict",
    "Verification", "bench", "benchmark", "compare", "compare_runs", "compare_samples",
    "compare_states", "criteria", "cuda_available", "errors", "export", "gate", "judge", "load",
    "machine", "main", "measure", "measure_cuda", "merge", "plot", "probe", "problems", "prototype",
    "race", "race_commands", "race_cuda", "replay", "results", "saved_probe", "saved_probe_path",
    "starter", "stop_index", "summary", "table", "time_commands", "tune", "write",
]

# Hidden from type checkers, which would accept any name of a module with this function.
if not TYPE_CHECKING:
    def __getattr__(name):
        import importlib

        if name in _HOMES:
            value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
        elif name in _EXPORTS:
            value = importlib.import_module(f"{__name__}.{name}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
