# SPDX-License-Identifier: MIT
"""The native module of NVBench's package, of which tests use two functions."""
from ._object import NVBenchRuntimeError


def _test_cpp_exception() -> None:
    raise RuntimeError("Test")


def _test_py_exception() -> None:
    raise NVBenchRuntimeError("Test")
