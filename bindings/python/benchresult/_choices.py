# SPDX-License-Identifier: MIT
"""Arguments that are words or members of enumerations."""
from __future__ import annotations

from . import _abi
from ._display import brief
from ._library import integer
from .errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import enum
    from typing import Any, Dict, Type, TypeVar

    T = TypeVar("T")
    Member = TypeVar("Member", bound=enum.IntEnum)


def named(value: Any, what: str, names: Dict[str, T]) -> T:
    """The value that a word stands for."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    if value not in names:
        expected = ", ".join(names)
        error = ArgumentError(f"unknown {what} {brief(value)} (expected one of {expected})")
        error.expected = expected
        raise error
    return names[value]


def choice(value: Any, what: str, prefix: str) -> int:
    """The number of a constant in C by its name in lower case, without the prefix."""
    return named(value, what, {name[len(prefix):].lower(): number
                               for name, number in vars(_abi).copy().items()
                               if name.startswith(prefix)})


def member(value: Any, what: str, kind: Type[Member]) -> Member:
    """The member of an enumeration: itself, its number, or its name in lower case with "-"."""
    if isinstance(value, str):
        return named(value.lower().replace("_", "-"), what,
                     {name.lower().replace("_", "-"): one for name, one in
                      kind.__members__.items()})
    return kind(integer(value, what, int(min(kind)), int(max(kind))))
