# SPDX-License-Identifier: MIT
"""Types of the words that parameters accept and attributes have."""
from __future__ import annotations

from typing import Literal

Backend = Literal["cpu", "cuda"]
CaseSet = Literal["cpu", "cuda", "sample"]
ClockKind = Literal["wall", "thread", "process"]
Column = Literal["default", "summaries", "samples", "executions", "mean", "median", "ci", "min",
                 "max", "noise", "wall-time", "cpu-time", "preempted", "phases", "p5", "p95", "p99",
                 "histogram", "set-up", "warm-up", "measuring", "total"]
CompareDisplay = Literal["intervals", "simple", "explain", "legacy"]
CompareFormat = Literal["markdown", "csv", "csv-safe", "json", "junit", "python", "comment"]
DataType = Literal["float32", "float64", "float16", "int32", "uint8", "uint32", "uint64", "size"]
Distribution = Literal["uniform", "normal", "integers", "special"]
JudgeEventKind = Literal["compiling", "checking", "test_result", "checked", "benchmarking",
                         "sample", "case_result", "end"]
MetricName = Literal["auto", "gpu", "cpu", "batch", "instructions"]
Preset = Literal["default", "strict", "permissive"]
ProblemLanguage = Literal["c", "c++", "cxx", "cuda"]
RaceStop = Literal["decided", "time over", "pairs over", "interrupted", "failed"]
ReuseIf = Literal["decided", "any"]
Role = Literal["input", "output", "extra"]
RuleName = Literal["default", "nvbench", "legacy", "not-slower"]
Strategy = Literal["elimination", "exhaustive", "random"]
SummaryFormat = Literal["markdown", "csv", "csv-safe", "json"]
TimeFormat = Literal["markdown", "csv", "csv-safe", "json"]
TimeOutput = Literal["null", "inherit", "file", "pipe"]
TrialStatus = Literal["best", "tied", "undecided", "eliminated", "failed", "excluded"]
TunerStop = Literal["running", "decided", "tied", "complete", "time-over", "samples-over",
                    "interrupted", "none-left"]
VarianceSource = Literal["samples", "runs", "clock_rate", "clock_step"]
