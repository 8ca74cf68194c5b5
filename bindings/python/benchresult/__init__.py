# SPDX-License-Identifier: MIT
"""Benchmark results: load, compare, measure."""
from .results import (BenchmarkResult, BenchmarkResultDevice, BenchmarkResultSummary,
                      SubBenchmarkResult, SubBenchmarkState)
