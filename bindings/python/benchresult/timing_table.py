# SPDX-License-Identifier: MIT
"""Tables of measurements, which torch calls Compare."""
from __future__ import annotations

import ctypes

from . import _abi
from ._callback import calling_back, guarded
from ._library import lib, take_text, text
from .measurement import _pointers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Optional

    from .measurement import Measurement

__all__ = ["Compare"]


class Compare:
    """A table of measurements for each label, with a column for each description and a row for each
    number of threads, env and sub-label. Measurements of equal tasks are merged.

    `log(message)` receives a warning if two measurements belong to the same cell.
    """

    def __init__(self, results: Iterable[Measurement],
                 log: Optional[Callable[[str], object]] = None) -> None:
        self._results = []
        self._flags = 0
        self._color = _abi.BRES_TIMING_COLOR_NONE
        self._log = log
        self.extend_results(results)

    def extend_results(self, results: Iterable[Measurement]) -> None:
        """Adds measurements. Raises TypeError for other objects."""
        results = list(results)
        _pointers(results)
        self._results.extend(results)

    def trim_significant_figures(self) -> None:
        """Shows only significant digits from now on."""
        self._flags |= _abi.BRES_TIMING_TABLE_TRIM

    def highlight_warnings(self) -> None:
        """Shows iqr / median after times that have a warning, from now on."""
        self._flags |= _abi.BRES_TIMING_TABLE_HIGHLIGHT

    def colorize(self, rowwise: bool = False) -> None:
        """Colors times for a terminal from now on, relative to the best time of the column or of
        the row."""
        self._color = _abi.BRES_TIMING_COLOR_ROWS if rowwise else _abi.BRES_TIMING_COLOR_COLUMNS

    def print(self) -> None:
        print(str(self))

    def __str__(self) -> str:
        options = _abi.bres_timing_table_options()
        lib.bres_timing_table_options_init(options)
        options.flags = self._flags
        options.color = self._color
        if self._log is not None:
            log = self._log
            options.log = _abi.bres_log_fn(guarded(lambda _, level, message: log(text(message))))
        pointers, keep = _pointers(self._results)
        out = ctypes.c_void_p()
        try:
            with calling_back():
                lib.bres_timing_table(pointers, len(pointers), options, out, None)
        except BaseException:
            lib.bres_string_free(out)
            raise
        del keep
        return take_text(out)
