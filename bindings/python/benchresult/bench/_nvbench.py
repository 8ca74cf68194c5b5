# SPDX-License-Identifier: MIT
"""Replaces the native module of NVBench's package, for tests that use two of its functions."""
from ._object import NVBenchRuntimeError


def _test_cpp_exception() -> None:
    raise RuntimeError("Test")


def _test_py_exception() -> None:
    raise NVBenchRuntimeError("Test")
