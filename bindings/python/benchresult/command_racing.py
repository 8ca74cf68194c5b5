# SPDX-License-Identifier: MIT
"""Races of two programs, which run in alternation until each row is decided."""
from __future__ import annotations

import contextlib
import ctypes

from . import _abi
from ._callback import (calling_back, clock_kind_number, guarded, interruption_signal,
                        is_interrupted)
from ._handle import Handle, Shared
from ._library import encode, lib, real, required, take_text, text
from ._log import log_handler
from ._record import Record
from .errors import MeasurementWarning
from .racing import make_outcome, set_numbers
from .results import BenchmarkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Optional, Tuple

    from ._words import ClockKind, RaceStop
    from .racing import RaceOutcome
    from .results import Path

__all__ = ["race_commands", "CommandRace", "CommandRaceRow"]


class CommandRaceRow(Record):
    """A row of a race of commands: a state that both programs have, and its outcome.

    The `stop_reason` of an undecided outcome is None. Outcomes have no results and no states.
    """

    __slots__ = ("bench_name", "state_name", "outcome")

    bench_name: str
    state_name: str
    outcome: RaceOutcome


def _row(pointer, index):
    return CommandRaceRow(
        bench_name=text(lib.bres_command_race_row_bench(pointer, index)),
        state_name=text(lib.bres_command_race_row_state(pointer, index)),
        outcome=make_outcome(lib.bres_command_race_row_at(pointer, index).contents))


class CommandRace(Shared):
    """The result of a race of commands.

    `stop_reason` is "decided", "time over", "pairs over", "interrupted" or "failed", and `message`
    describes it. `pairs` is the number of complete pairs, `decided` the number of decided `rows`,
    and `seconds` the duration. `reference_result` and `result` contain all runs of a side; the i-th
    runs of both sides are a pair. Both are None without a complete pair. Without a `directory`, the
    sample files are deleted together with this object. Before that, write() the results or read
    their samples.
    """

    stop_reason: RaceStop
    message: str
    pairs: int
    decided: int
    seconds: float
    rows: Tuple[CommandRaceRow, ...]
    reference_result: Optional[BenchmarkResult]
    result: Optional[BenchmarkResult]

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("CommandRace is not constructed directly: race_commands() makes them")

    @classmethod
    def _make(cls, pointer):
        """Takes ownership of `pointer`."""
        race = cls.__new__(cls)
        race._pointer = pointer
        race.stop_reason = text(lib.bres_race_stop_name(lib.bres_command_race_stop_reason(pointer)))
        race.message = text(lib.bres_command_race_message(pointer))
        race.pairs = lib.bres_command_race_pair_count(pointer)
        race.decided = lib.bres_command_race_decided_count(pointer)
        race.seconds = lib.bres_command_race_seconds(pointer)
        race.rows = tuple(_row(pointer, i)
                          for i in range(lib.bres_command_race_row_count(pointer)))
        race.reference_result, race.result = (race._runs(side) for side in (False, True))
        return race

    def __del__(self, free: Any = lib.bres_command_race_free) -> None:
        pointer = self.__dict__.get("_pointer")
        if pointer:
            free(pointer)

    def _runs(self, is_candidate):
        if self.pairs == 0:
            return None
        out = ctypes.c_void_p()
        lib.bres_command_race_result(self._pointer, is_candidate, out)
        return BenchmarkResult._make(Handle(out.value))

    def _report(self, format):
        out = ctypes.c_void_p()
        lib.bres_command_race_report(self._pointer, format, out, ctypes.c_size_t())
        return take_text(out)

    def report(self) -> str:
        """Returns the rows as a Markdown table."""
        return self._report(_abi.BRES_FORMAT_MARKDOWN)

    def to_json(self) -> str:
        """Returns the rows as one JSON object."""
        return self._report(_abi.BRES_FORMAT_JSON)

    def __repr__(self) -> str:
        return f"<CommandRace {self.message}>"


def _progress(progress):
    def tell(user, pointer):
        progress(lib.bres_command_race_pair_count(pointer),
                 lib.bres_command_race_decided_count(pointer),
                 lib.bres_command_race_row_count(pointer))
    return dict(_abi.bres_command_race_options._fields_)["progress"](guarded(tell))


def race_commands(reference: str, candidate: Optional[str], *, error_rate: float = 0.01,
                  min_effect: float = 0.005, equivalence_margin: float = 0.01,
                  max_time: float = 600, max_pairs: int = 1000, min_pairs: int = 10,
                  warmup_runs: int = 0, seed: Optional[int] = None,
                  directory: Optional[Path] = None, resume: bool = False,
                  states: Optional[BenchmarkResult] = None, timeout: float = 0,
                  show_output: bool = False, clock_kind: ClockKind = "wall",
                  not_slower: bool = False, collect: bool = False, cooldown: float = 0,
                  prepare: Optional[str] = None, result_format: Optional[str] = None,
                  progress: Optional[Callable[[int, int, int], Any]] = None,
                  log: Optional[Callable[[str], Any]] = None) -> CommandRace:
    """Races two commands: runs pairs of them, in random order, until each row is decided or the
    budget is used up.

    A command is a line that is split into words as a shell does it; no shell is called. `{}` in a
    command stands for the result file that the program writes. If neither command has `{}`, the
    race times each command as a whole. Margins, budget and seed are those of `race()`, except that
    the default of `max_time` is 600 seconds.

    The runs are kept in `directory`; with `resume`, the race in this directory continues. None
    means a temporary directory. `states` is a result that limits the race to its own states.
    `timeout` is the limit of one run in seconds (0: no limit). `clock_kind` is "wall" or "process":
    whole commands are timed by wall time, or by the CPU time of the process and its children. With
    `show_output`, the commands print to the standard output. ``progress(pairs, decided, rows)`` is
    called after each pair, and `log` receives warnings; None: they are `MeasurementWarning`. A
    command that fails ends the race; the complete pairs before it count. An exception, such as
    KeyboardInterrupt, ends the running command and is raised unchanged. The complete pairs are then
    in the directory.

    With `not_slower`, the race only decides whether a row is slower by more than `min_effect`
    (SLOW) or not (SAME). With `collect`, the race takes `max_pairs` pairs, has no rows and decides
    nothing; the candidate may then be None. Before each run, the race waits for `cooldown` seconds,
    and runs the command `prepare`. `result_format` is the format of the result files, such as
    "google-benchmark"; None: it is detected.
    """
    race = _abi.bres_race_options()
    lib.bres_race_options_init(race)
    set_numbers(race, error_rate=error_rate, min_effect=min_effect,
                equivalence_margin=equivalence_margin, max_time=max_time, max_pairs=max_pairs,
                min_pairs=min_pairs,
                warmup_runs=warmup_runs, seed=seed)
    race.clock_kind = clock_kind_number(clock_kind)
    race.flags = _abi.BRES_RACE_NOT_SLOWER if not_slower else 0
    race.is_interrupted = is_interrupted
    race.log = log_handler(log, MeasurementWarning)
    options = _abi.bres_command_race_options()
    lib.bres_command_race_options_init(options)
    options.flags = ((_abi.BRES_COMMAND_RACE_RESUME if resume else 0) |
                     (_abi.BRES_COMMAND_RACE_SHOW_OUTPUT if show_output else 0) |
                     (_abi.BRES_COMMAND_RACE_COLLECT if collect else 0))
    options.cooldown = real(cooldown, "cooldown")
    options.prepare = None if prepare is None else required(prepare, "prepare")
    if result_format is not None:
        options.result_format = required(result_format, "result_format")
    options.race = ctypes.pointer(race)
    options.directory = encode(directory, "path")
    options.timeout = real(timeout, "timeout")
    options.signal = interruption_signal
    if progress is not None:
        options.progress = _progress(progress)
    out = ctypes.c_void_p()
    try:
        with contextlib.ExitStack() as stack:
            if states is not None:
                if not isinstance(states, BenchmarkResult):
                    raise TypeError("states must be a BenchmarkResult, not "
                                    f"{type(states).__name__}")
                options.states = stack.enter_context(states._handle.reading())
            stack.enter_context(calling_back())
            lib.bres_race_commands(required(reference, "reference"),
                                   None if collect and candidate is None
                                   else required(candidate, "candidate"), options, out)
        pointer, out.value = out.value, None
        return CommandRace._make(pointer)
    finally:
        lib.bres_command_race_free(out)
