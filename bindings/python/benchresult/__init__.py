# SPDX-License-Identifier: MIT
"""Benchmark results: load, compare, measure."""
from .compare import (Comparison, Decision, Difference, Estimate, Metric, Row, Thresholds, Verdict,
                      compare, compare_samples, compare_states)
from .results import (BenchmarkResult, BenchmarkResultDevice, BenchmarkResultSummary,
                      SubBenchmarkResult, SubBenchmarkState)
