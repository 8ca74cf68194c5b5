# SPDX-License-Identifier: MIT
"""Records of the library as Python values."""
from __future__ import annotations

from ._display import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Tuple


class Record:
    """An immutable record of named values that is compared by value."""

    __slots__ = ()

    def __init__(self, **values: Any) -> None:
        missing = [name for name in self.__slots__ if name not in values]
        unknown = [name for name in values if name not in self.__slots__]
        if missing or unknown:
            what = "needs" if missing else "has no"
            raise TypeError(f"{type(self).__name__} {what} {', '.join(missing or unknown)}")
        for name in self.__slots__:
            object.__setattr__(self, name, values[name])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change")

    def _values(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (type(self), self._values())

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={brief(getattr(self, name))}" for name in self.__slots__)
        return f"{type(self).__name__}({values})"


def _restore(kind, values):
    """Restores a pickled record; slots that were left out are None."""
    return kind(**{**dict.fromkeys(kind.__slots__), **dict(zip(kind.__slots__, values))})
