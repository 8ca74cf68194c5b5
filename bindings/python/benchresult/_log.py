# SPDX-License-Identifier: MIT
"""Passes messages of the library to a function of the caller, or to `warnings` and `logging`."""
from __future__ import annotations

import sys
import warnings

from . import _abi
from ._callback import guarded
from ._library import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional, Type

    from .errors import BenchmarkWarning

#: The most warnings of one call that go to `warnings`. The logger receives every warning.
LIMIT = 10

_PACKAGE = __name__.partition(".")[0]


def _caller_level() -> int:
    """The `stacklevel` at which `warnings.warn()` names the caller of the package."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and \
            frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        level += 1
        frame = frame.f_back
    return level


class _Warner:
    """Sends the messages of one call to `warnings`, as warnings of a category, and to the logger
    "benchresult"."""

    def __init__(self, category: Type[BenchmarkWarning]) -> None:
        self._category = category
        self._count = 0

    def __call__(self, level: int, message: str) -> None:
        import logging

        logger = logging.getLogger(_PACKAGE)
        if not logger.handlers:  # otherwise logging would print each warning again
            logger.addHandler(logging.NullHandler())
        if level != _abi.BRES_LOG_WARNING:
            logger.info("%s", message)
            return
        logger.warning("%s", message)
        self._count += 1
        if self._count <= LIMIT:
            warnings.warn(message, self._category, _caller_level())
        elif self._count == LIMIT + 1:
            warnings.warn(f"more than {LIMIT} warnings: the logger {_PACKAGE!r} receives all",
                          self._category, _caller_level())


def warn(message: str, category: Type[BenchmarkWarning]) -> None:
    """Sends one message of the package to `warnings` and `logging`."""
    _Warner(category)(_abi.BRES_LOG_WARNING, message)


def log_handler(log: Optional[Callable[[str], Any]], category: Type[BenchmarkWarning]) -> Any:
    """A callback for C that passes messages to `log`; None: to `warnings` and `logging`."""
    take: Callable[[int, str], Any]
    if log is None:
        take = _Warner(category)
    elif callable(log):
        heard = log

        def take(level: int, message: str) -> Any:
            return heard(message)
    else:
        raise TypeError(f"log must be callable, not {type(log).__name__}")
    return _abi.bres_log_fn(guarded(lambda user, level, message: take(level, text(message))))
