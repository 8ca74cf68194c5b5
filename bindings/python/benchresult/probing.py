# SPDX-License-Identifier: MIT
"""The probe: finds the smallest difference in run time that this machine can detect."""
from __future__ import annotations

import ctypes
import enum
import math

from . import _abi
from ._callback import calling_back, guarded, is_interrupted
from ._library import encode, integer, lib, real, take_text, text
from ._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Callable, NoReturn, Optional, Union

    Path = Union[None, str, os.PathLike[str]]

__all__ = ["IdleTest", "Probe", "ProbeClass", "ProbeFinding", "ProbeRace", "SavedProbe", "probe",
           "saved_probe", "saved_probe_path"]

_WORKS = (_abi.BRES_PROBE_SPIN, _abi.BRES_PROBE_MEMORY, _abi.BRES_PROBE_SYSTEM_CALLS)


class ProbeClass(enum.IntEnum):
    """The smallest of the changes 1, 2, 5, 10, 20 and 50 % that measurements on the machine detect.

    A larger class means a worse machine. An idle test alone can only prove that the machine is not
    fit for a change.
    """

    UNKNOWN = 0
    FIT_1 = 1
    FIT_2 = 2
    FIT_5 = 3
    FIT_10 = 4
    FIT_20 = 5
    FIT_50 = 6
    UNFIT = 7

    def __str__(self) -> str:
        return text(lib.bres_probe_class_name(self.value))


class ProbeFinding(enum.IntFlag):
    """What the probe found. With a finding of CRITICAL, the machine is not fit for 1 %."""

    WAITED = 1
    SLOWED = 2
    LOST = 4
    DRIFTED = 8
    STOLEN = 16
    COARSE_CLOCK = 32
    TOO_SHORT = 64
    CRITICAL = 15


class IdleTest(Record):
    """A kind of work in the idle test. `floor` and `longest_gap` are in seconds; other floats are
    fractions or ratios. Unknown values are None."""

    __slots__ = ("blocks", "floor", "median_ratio", "p99_ratio", "slow_share", "longest_gap",
                 "waiting", "lost", "involuntary_switches")

    blocks: int
    floor: Optional[float]
    median_ratio: Optional[float]
    p99_ratio: Optional[float]
    slow_share: Optional[float]
    longest_gap: Optional[float]
    waiting: Optional[float]
    lost: Optional[float]
    involuntary_switches: int


class ProbeRace(Record):
    """A kind of work in the race. `time` is in seconds, and `drift` is the change per minute; other
    floats are fractions. Unknown values are None."""

    __slots__ = ("runs", "time", "variation", "pair_variation", "correlation", "drift", "drift_p",
                 "detectable_effect", "one_run_effect")

    runs: int
    time: Optional[float]
    variation: Optional[float]
    pair_variation: Optional[float]
    correlation: Optional[float]
    drift: Optional[float]
    drift_p: Optional[float]
    detectable_effect: Optional[float]
    one_run_effect: Optional[float]


class SavedProbe(Record):
    """The recorded probe of this machine: its results as fractions, and its date in UTC."""

    __slots__ = ("run_variation", "detectable_effect", "one_run_effect", "date")

    run_variation: float
    detectable_effect: float
    one_run_effect: float
    date: str


def _known(value):
    return None if isinstance(value, float) and math.isnan(value) else value


def _record(kind, pointer):
    return kind(**{name: _known(getattr(pointer.contents, name)) for name in kind.__slots__})


class Probe:
    """The outcome of a probe.

    `fitness` is a ProbeClass, `findings` a ProbeFinding, and `message` a sentence. `limit` is the
    smallest change that the machine is fit for. `detectable_effect` is the smallest change that
    `pairs` interleaved pairs detect, and `one_run_effect` the smallest change that one run per side
    detects. `run_variation` is the standard deviation of the typical times of runs. All four are
    fractions, and None if unknown. `idle` and `race` have an IdleTest and a ProbeRace for each kind
    of work.
    """

    __slots__ = ("_pointer",)

    limit: Optional[float]
    detectable_effect: Optional[float]
    one_run_effect: Optional[float]
    run_variation: Optional[float]
    pairs: int
    runs: int
    seconds: float
    idle_seconds: float
    block_seconds: Optional[float]
    clock_resolution: float
    waiting: Optional[float]
    lost: Optional[float]
    steal: Optional[float]
    cpu_pressure: Optional[float]
    memory_pressure: Optional[float]
    io_pressure: Optional[float]
    involuntary_switches: int

    def __new__(cls, *arguments: object, **keywords: object) -> NoReturn:
        raise TypeError("a Probe is made by probe()")

    def __del__(self, free: Any = lib.bres_probe_free) -> None:
        free(self._pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Probe cannot be pickled: save() it")

    # A type checker would accept any attribute of a class with this method.
    if not TYPE_CHECKING:
        def __getattr__(self, name):
            if name not in _NUMBERS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return _known(getattr(self._outcome, name))

    @property
    def _outcome(self):
        return lib.bres_probe_outcome_of(self._pointer).contents

    @property
    def fitness(self) -> ProbeClass:
        return ProbeClass(self._outcome.fitness)

    @property
    def findings(self) -> ProbeFinding:
        return ProbeFinding(self._outcome.findings)

    @property
    def message(self) -> str:
        return text(self._outcome.message)

    @property
    def idle(self) -> dict[str, IdleTest]:
        return {text(lib.bres_probe_work_name(work)):
                _record(IdleTest, lib.bres_probe_idle_of(self._pointer, work))
                for work in _WORKS[:2]}

    @property
    def race(self) -> dict[str, ProbeRace]:
        return {text(lib.bres_probe_work_name(work)):
                _record(ProbeRace, lib.bres_probe_race_of(self._pointer, work))
                for work in _WORKS}

    def is_fit(self, change: float) -> bool:
        """Returns whether the machine is fit to measure a change, which is a fraction."""
        return lib.bres_probe_is_fit(self._pointer, real(change, "change"))

    def save(self, path: Path = None) -> None:
        """Records the run variation for later runs on this machine, by default in
        saved_probe_path()."""
        lib.bres_probe_save(self._pointer, encode(path, "path"))

    def __repr__(self) -> str:
        return f"<Probe: {self.message}>"


#: The numbers of an outcome, which are attributes of a Probe.
_NUMBERS = ("limit", "detectable_effect", "one_run_effect", "run_variation", "pairs", "runs",
            "seconds", "idle_seconds", "block_seconds", "clock_resolution", "waiting", "lost",
            "steal", "cpu_pressure", "memory_pressure", "io_pressure", "involuntary_switches")


def probe(max_time: float = 60.0, *, idle_only: bool = False, pairs: int = 10,
          min_effect: float = 0.005, error_rate: float = 0.01,
          progress: Optional[Callable[[float], Any]] = None) -> Probe:
    """Probes this machine for at most `max_time` seconds. `progress` receives the fraction of this
    time that has passed."""
    options = _abi.bres_probe_options()
    lib.bres_probe_options_init(options)
    options.flags = _abi.BRES_PROBE_IDLE_ONLY if idle_only else 0
    if pairs is not None:
        options.pairs = integer(pairs, "pairs", 0, 2**32 - 1)
    for name, value in (("max_time", max_time), ("min_effect", min_effect),
                        ("error_rate", error_rate)):
        if value is not None:
            setattr(options, name, real(value, name))
    fields = dict(_abi.bres_probe_options._fields_)
    options.is_interrupted = is_interrupted
    if progress is not None:
        options.progress = fields["progress"](guarded(lambda user, done: progress(done)))
    pointer = ctypes.c_void_p()
    with calling_back():
        lib.bres_probe_run(options, pointer)
    made = object.__new__(Probe)
    made._pointer = pointer.value
    return made


def saved_probe(path: Path = None) -> Optional[SavedProbe]:
    """Returns the record of this machine in a file (default saved_probe_path()), or None."""
    saved = _abi.bres_saved_probe()
    lib.bres_saved_probe_init(saved)
    lib.bres_saved_probe_load(encode(path, "path"), saved)
    if not saved.run_variation > 0:
        return None
    return SavedProbe(run_variation=saved.run_variation,
                      detectable_effect=saved.detectable_effect,
                      one_run_effect=saved.one_run_effect, date=text(saved.date))


def saved_probe_path() -> str:
    """Returns the path of the file in which probes are recorded."""
    out = ctypes.c_void_p()
    lib.bres_saved_probe_path(out)
    return take_text(out)
