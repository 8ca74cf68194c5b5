# SPDX-License-Identifier: MIT
"""The values of a state on its axes."""
from __future__ import annotations

import ctypes

from ._display import brief
from ._library import lib, text
from .errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Optional, Union

__all__ = ["AxisInt", "AxisFloat", "AxisText"]

_POW2 = "[pow2]"


class _Labelled:
    """A value with the text that tables show."""

    #: The text in tables and names of states, such as "2^20".
    label: str

    def __new__(cls, value: Any, label: Optional[str] = None) -> Any:
        try:
            made = super().__new__(cls, value)  # type: ignore[call-arg]
        except (ValueError, OverflowError) as error:
            raise ArgumentError(f"{brief(value)} is not an {cls.__name__}: {error}") from None
        made.label = str(value) if label is None else label
        return made

    def __getnewargs__(self) -> Any:
        return self._plain(), self.label

    def _plain(self) -> Any:
        return type(self).__mro__[2](self)


class AxisInt(_Labelled, int):
    """An axis value that is an int, with its `label`."""


class AxisFloat(_Labelled, float):
    """An axis value that is a float, with its `label`."""


class AxisText(_Labelled, str):
    """An axis value that is a str, with its `label`."""


if TYPE_CHECKING:
    AxisValue = Union[AxisInt, AxisFloat, AxisText, None]


def _value(pointer: int, label: str) -> AxisValue:
    integer, real = ctypes.c_int64(), ctypes.c_double()
    if lib.bres_value_int64(pointer, integer):
        return AxisInt(integer.value, label)
    if lib.bres_value_float64(pointer, real):
        return AxisFloat(real.value, label)
    string = text(lib.bres_value_string(pointer))
    return None if string is None else AxisText(string, label)


def read_axes(state: int, point: Dict[str, str]) -> Dict[str, AxisValue]:
    """The values of a state in C. `point` maps full axis names to texts."""
    values = {}
    for i in range(lib.bres_state_axis_value_count(state)):
        pointer = lib.bres_state_axis_value_at(state, i)
        name = text(lib.bres_value_name(pointer))
        exponent = point.get(name + _POW2)
        label = point.get(name) if exponent is None else f"2^{exponent}"
        values[name] = _value(pointer, label or text(lib.bres_value_text(pointer)) or "")
    return values
