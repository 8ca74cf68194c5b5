# SPDX-License-Identifier: MIT
"""The base class and the exception of benchmark programs."""
from __future__ import annotations

from typing import Any, NoReturn, Type, TypeVar

T = TypeVar("T", bound="Object")


class NVBenchRuntimeError(RuntimeError):
    """A run was refused or has failed: a wrong option, benchmark, axis, device or file."""

    __module__ = "benchresult.bench"


class Object:
    """An object that only a run or register() makes."""

    __slots__ = ("__weakref__",)

    def __new__(cls: Type[T], *arguments: Any, **keywords: Any) -> T:
        raise TypeError(f"{cls.__name__}: No constructor defined!")

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled")
