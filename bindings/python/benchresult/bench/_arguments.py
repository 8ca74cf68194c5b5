# SPDX-License-Identifier: MIT
"""Checks of the arguments of benchmark programs."""
from __future__ import annotations

import math
import operator
from typing import Any, Callable, List, TypeVar

from .._library import shown

T = TypeVar("T")


def _wrong(what: str, wanted: str, value: object) -> TypeError:
    return TypeError(f"{what} must be {wanted}, not {type(value).__name__}")


def _integer(value: object, what: str, low: int, high: int) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise _wrong(what, "an integer", value) from None
    if not low <= number <= high:
        raise TypeError(f"{what} must be from {low} to {high}, not {shown(number)}")
    return number


def int64(value: object, what: str) -> int:
    """An integer of 64 bits."""
    return _integer(value, what, -2**63, 2**63 - 1)


def count(value: object, what: str) -> int:
    """A number of things or bytes."""
    return _integer(value, what, 0, 2**64 - 1)


def number(value: object, what: str) -> float:
    """A float."""
    if isinstance(value, (str, bytes, bytearray)):
        raise _wrong(what, "a number", value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _wrong(what, "a number", value) from None
    except OverflowError:
        raise TypeError(f"{what} is too large for a number of 64 bits") from None


def finite(value: object, what: str) -> float:
    """A finite float."""
    checked = number(value, what)
    if not math.isfinite(checked):
        raise ValueError(f"{what} must be finite, not {checked}")
    return checked


def positive(value: object, what: str) -> float:
    """A finite float above 0."""
    checked = number(value, what)
    if not math.isfinite(checked) or checked <= 0:
        raise ValueError(f"{what} must be finite and positive, not {checked}")
    return checked


def not_negative(value: object, what: str) -> float:
    """A finite float that is at least 0."""
    checked = finite(value, what)
    if checked < 0:
        raise ValueError(f"{what} must be at least 0, not {checked}")
    return checked


def boolean(value: object, what: str) -> bool:
    """A truth value. None counts as False."""
    if value is None:
        return False
    if isinstance(value, (str, bytes, list, tuple, dict)):
        raise _wrong(what, "a bool", value)
    return bool(value)


def string(value: object, what: str) -> str:
    """A text; bytes are decoded."""
    if isinstance(value, (bytes, bytearray)):
        value = bytes(value).decode("utf-8", "replace")
    if not isinstance(value, str):
        raise _wrong(what, "a string", value)
    if "\0" in value:
        raise ValueError(f"{what} contains a NUL character")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise TypeError(f"{what} contains a lone surrogate: {value!r}") from None
    return value


def items(values: Any, what: str, convert: Callable[[object, str], T]) -> List[T]:
    """The converted values of any iterable except a text or a dict."""
    if isinstance(values, (str, bytes, bytearray, dict)):
        raise _wrong(what, "a list", values)
    try:
        found = list(values)
    except TypeError:
        raise _wrong(what, "a list", values) from None
    return [convert(value, f"{what}[{i}]") for i, value in enumerate(found)]


def function(value: object, what: str) -> Callable[..., object]:
    """A callable."""
    if not callable(value):
        raise _wrong(what, "callable", value)
    return value
