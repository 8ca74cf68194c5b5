# SPDX-License-Identifier: MIT
"""Times of whole commands: one, or several in random alternation."""
from __future__ import annotations

import collections.abc
import ctypes

from . import _abi
from ._callback import calling_back, guarded, interruption_signal, is_interrupted
from ._choices import named
from ._handle import Handle, Shared
from ._library import encode, integer, lib, mapping, real, required, take_text, text, words
from ._log import log_handler
from ._record import Record
from .comparison import VERDICTS, format_number
from .errors import MeasurementWarning
from .racing import set_numbers
from .results import BenchmarkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, Union

    from ._words import RaceStop, TimeFormat, TimeOutput
    from .comparison import Verdict
    from .results import Path

    Commands = Union[str, Iterable[str], Mapping[str, str]]
    Hook = Union[None, str, Mapping[str, str]]

__all__ = ["time_commands", "Timing", "TimingRow"]

_OUTPUTS = {"null": _abi.BRES_TIMING_OUTPUT_NULL, "inherit": _abi.BRES_TIMING_OUTPUT_INHERIT,
            "file": _abi.BRES_TIMING_OUTPUT_FILE, "pipe": _abi.BRES_TIMING_OUTPUT_PIPE}
_HOOKS = {"setup": _abi.BRES_TIMING_SETUP, "prepare": _abi.BRES_TIMING_PREPARE,
          "conclude": _abi.BRES_TIMING_CONCLUDE, "cleanup": _abi.BRES_TIMING_CLEANUP}
_TEXTS = ("name", "label", "command")
_FIGURES = ("runs", "failures", "median", "median_lower", "median_upper", "mean", "deviation",
            "min", "max", "first", "user_time", "system_time", "voluntary_switches",
            "involuntary_switches", "peak_memory", "outliers", "below_shell", "pairs",
            "plan_pairs", "ratio", "ratio_lower", "ratio_upper")


class TimingRow(Record):
    """The times of a command with one combination of values of the axes.

    Times are in seconds, and `peak_memory` is in bytes. The confidence interval of the `median` is
    from `median_lower` to `median_upper`; the ends are 0 and infinity if there are too few `runs`.
    `statuses` maps each exit status to its number of runs; an end by signal n is 128 + n.
    `outliers` is the number of runs above the third quartile by more than three interquartile
    ranges, and `is_first_slow` is true if the first run is among them. `below_shell` is the number
    of runs that took no longer than the shell.

    `ratio` is the time of the row divided by the time of the baseline in the typical pair, with its
    confidence interval from `ratio_lower` to `ratio_upper`. `verdict` is FAST if the row takes less
    time than the baseline. The baseline is the reference, or the row with the smallest median; its
    `is_baseline` is true. `plan_pairs` is the number of further rounds that would probably decide.
    """

    __slots__ = (*_TEXTS, *_FIGURES, "statuses", "is_first_slow", "is_baseline", "verdict")

    name: str
    label: str
    command: str
    runs: int
    failures: int
    median: float
    median_lower: float
    median_upper: float
    mean: float
    deviation: float
    min: float
    max: float
    first: float
    user_time: float
    system_time: float
    voluntary_switches: float
    involuntary_switches: float
    peak_memory: int
    outliers: int
    below_shell: int
    pairs: int
    plan_pairs: int
    ratio: float
    ratio_lower: float
    ratio_upper: float
    statuses: Dict[int, int]
    is_first_slow: bool
    is_baseline: bool
    verdict: Verdict

    def __hash__(self) -> int:
        return hash((self.label, self.runs, self.median))

    def __repr__(self) -> str:
        return f"<TimingRow {self.label!r}: {self.median:.4g} s, {self.runs} runs>"


def _row(c):
    return TimingRow(
        **{name: text(getattr(c, name)) for name in _TEXTS},
        **{name: getattr(c, name) for name in _FIGURES},
        statuses={status: c.status_counts[status] for status in range(256)
                  if c.status_counts[status] > 0},
        is_first_slow=bool(c.is_first_slow), is_baseline=bool(c.is_baseline),
        verdict=VERDICTS[c.verdict])


class Timing(Shared):
    """The times of commands.

    `stop_reason` is "decided", "time over", "pairs over", "interrupted" or "failed", and `message`
    describes it. `seconds` is the duration. `shell_seconds` is the median time of an empty command
    in the shell, which is subtracted from each time. `result` has a state for each of the `rows`
    that has runs, with the wall times as samples; it is None if no row has runs.
    """

    stop_reason: RaceStop
    message: str
    seconds: float
    shell_seconds: float
    rows: Tuple[TimingRow, ...]
    result: Optional[BenchmarkResult]

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("Timing is not constructed directly: time_commands() makes them")

    @classmethod
    def _make(cls, pointer):
        """Takes ownership of `pointer`."""
        timing = cls.__new__(cls)
        timing._pointer = pointer
        timing.stop_reason = text(lib.bres_race_stop_name(lib.bres_timing_stop_reason(pointer)))
        timing.message = text(lib.bres_timing_message(pointer))
        timing.seconds = lib.bres_timing_seconds(pointer)
        timing.shell_seconds = lib.bres_timing_shell_seconds(pointer)
        timing.rows = tuple(_row(lib.bres_timing_row_at(pointer, i).contents)
                            for i in range(lib.bres_timing_row_count(pointer)))
        timing.result = None
        if any(row.runs > 0 for row in timing.rows):
            out = ctypes.c_void_p()
            lib.bres_timing_result(pointer, out)
            timing.result = BenchmarkResult._make(Handle(out.value))
        return timing

    def __del__(self, free: Any = lib.bres_timing_free) -> None:
        pointer = self.__dict__.get("_pointer")
        if pointer:
            free(pointer)

    def report(self, format: TimeFormat = "markdown") -> str:
        """Returns the rows in a format: "markdown", "csv", "csv-safe" or "json"."""
        out = ctypes.c_void_p()
        lib.bres_timing_report(self._pointer, format_number(format, _abi.BRES_REPORT_TIME), out,
                               ctypes.c_size_t())
        return take_text(out)

    def __repr__(self) -> str:
        return f"<Timing {self.message}>"


def _axes_add(timing, axes):
    for name, values in mapping(axes, "axes").items():
        texts = words(map(str, values), f"the values of axis {name!r}")
        lib.bres_timing_add_axis(timing, required(name, "the name of an axis"), texts,
                                 len(texts) - 1)


def _commands_add(timing, commands):
    if isinstance(commands, str):
        commands = [commands]
    named_commands = (commands.items() if isinstance(commands, collections.abc.Mapping)
                      else ((None, command) for command in commands))
    for name, command in named_commands:
        lib.bres_timing_add_command(timing, encode(name, "the name of a command"),
                                    required(command, "a command"))


def _hooks_add(timing, hooks):
    for kind, hook in hooks.items():
        by_name = {None: hook} if hook is None or isinstance(hook, str) else mapping(hook, kind)
        for name, command in by_name.items():
            if command is not None or name is not None:
                lib.bres_timing_add_hook(timing, _HOOKS[kind], encode(name, "the name of a command"),
                                         required(command, kind))


def _progress(progress):
    def tell(user, pointer):
        progress(tuple(_row(lib.bres_timing_row_at(pointer, i).contents)
                       for i in range(lib.bres_timing_row_count(pointer))))
    return dict(_abi.bres_timing_options._fields_)["progress"](guarded(tell))


def time_commands(commands: Commands, *, axes: Optional[Mapping[str, Iterable[object]]] = None,
                  setup: Hook = None, prepare: Hook = None, conclude: Hook = None,
                  cleanup: Hook = None, precision: float = 0.01, runs: int = 0,
                  error_rate: float = 0.05, min_effect: float = 0.005,
                  equivalence_margin: float = 0.01, max_time: Optional[float] = None,
                  max_runs: int = 0, min_runs: int = 10, warmup_runs: int = 0,
                  seed: Optional[int] = None, timeout: float = 0, shell: Optional[str] = None,
                  input: Optional[Path] = None, output: TimeOutput = "null",
                  output_file: Optional[Path] = None, directory: Optional[Path] = None,
                  environment: Optional[Mapping[str, str]] = None, ignore_failure: bool = False,
                  ignored_statuses: Iterable[int] = (), reference: Optional[str] = None,
                  progress: Optional[Callable[[Tuple[TimingRow, ...]], Any]] = None,
                  log: Optional[Callable[[str], Any]] = None) -> Timing:
    """Times one command, or several in random alternation, until each median is precise and the
    order of the commands is decided.

    `commands` is a command, a list of commands, or a mapping of names to commands. Without a
    `shell`, a command is split into words as a shell does it. `{NAME}` in a command stands for a
    value of the axis NAME of `axes`. Each command is timed with each combination of the values that
    it or one of its hooks contains. The hooks `setup`, `prepare`, `conclude` and `cleanup` are
    commands that sh runs and that are not timed: `setup` and `cleanup` once for each row, the
    others before and after each run. A mapping of names to hooks limits each hook to the command of
    this name.

    The timing ends when both ends of the 95 % confidence interval of each median are at most
    `precision`, a fraction, away from the median, and each command is proven faster, slower or
    equivalent. It also ends after `max_time` seconds (60; 0: no limit), without setup and warm-up,
    or after `max_runs` runs of each command (0: no limit). With `runs`, each command has exactly
    this number of runs, and None as `max_time` means no limit. `error_rate`, `min_effect`,
    `equivalence_margin` and `seed` are those of `race()`. `timeout` is the limit of one run in
    seconds (0: no limit).

    `input` is a file for the standard input. `output` is "null", "inherit", "pipe", or "file": the
    file `output_file`. `directory` is the working directory, and `environment` has variables that
    replace or add to those of this process. A command that fails ends the timing, unless its exit
    status is one of `ignored_statuses` or `ignore_failure` is true. `reference` is the name of the
    command that all others are compared with. ``progress(rows)`` is called at most several times a
    second, and before the first runs. `log` receives warnings; None: they are `MeasurementWarning`.
    An exception, such as KeyboardInterrupt, ends the running command and is raised unchanged.
    """
    race = _abi.bres_race_options()
    lib.bres_race_options_init(race)
    set_numbers(race, error_rate=error_rate, min_effect=min_effect,
                equivalence_margin=equivalence_margin, max_pairs=max_runs, min_pairs=min_runs,
                max_time=(0 if runs else 60) if max_time is None else max_time,
                warmup_runs=warmup_runs, seed=seed)
    race.is_interrupted = is_interrupted
    race.log = log_handler(log, MeasurementWarning)
    options = _abi.bres_timing_options()
    lib.bres_timing_options_init(options)
    options.race = ctypes.pointer(race)
    options.flags = _abi.BRES_TIMING_IGNORE_FAILURE if ignore_failure else 0
    options.output = named(output, "output", _OUTPUTS)
    options.precision = real(precision, "precision")
    options.runs = integer(runs, "runs")
    options.timeout = real(timeout, "timeout")
    options.shell = encode(shell, "path")
    options.input = encode(input, "path")
    options.output_file = encode(output_file, "path")
    options.directory = encode(directory, "path")
    options.reference = encode(reference, "reference")
    if environment is not None:
        options.environment = words((f"{name}={value}" for name, value in
                                     mapping(environment, "environment").items()), "environment")
    statuses = [integer(status, "an exit status", 1, 255) for status in ignored_statuses]
    options.ignored_statuses = (ctypes.c_int * len(statuses))(*statuses)
    options.ignored_status_count = len(statuses)
    options.signal = interruption_signal
    if progress is not None:
        options.progress = _progress(progress)
    timing = ctypes.c_void_p()
    try:
        lib.bres_timing_new(options, timing)
        if axes is not None:
            _axes_add(timing, axes)
        _commands_add(timing, commands)
        _hooks_add(timing, {"setup": setup, "prepare": prepare, "conclude": conclude,
                            "cleanup": cleanup})
        with calling_back():
            lib.bres_timing_run(timing)
        pointer, timing.value = timing.value, None
        return Timing._make(pointer)
    finally:
        lib.bres_timing_free(timing)
