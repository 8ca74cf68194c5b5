# SPDX-License-Identifier: MIT
"""Facts about the machine, and findings that disturb measurements."""
from __future__ import annotations

import ctypes
import enum

from . import _abi
from ._json import parse
from ._library import encode, integer, lib, take_text, text
from ._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Dict, Iterable, NoReturn, Optional, Union

__all__ = ["Fact", "FactKind", "Finding", "Machine", "Severity", "machine"]


class Severity(enum.IntEnum):
    """How much a finding disturbs measurements."""

    NOTE = 0
    WARNING = 1
    CRITICAL = 2

    def __str__(self) -> str:
        return self.name.lower()


class FactKind(enum.IntEnum):
    """The kind of a fact: settings usually stay the same during a run, gauges change, counters
    grow."""

    SETTING = 0
    GAUGE = 1
    COUNTER = 2


class Fact(Record):
    """A fact about the machine. `value` is a number or a text, or None if it is unknown; `unknown`
    is the reason, such as "absent". `file` is None if the fact comes from no file."""

    __slots__ = ("key", "name", "kind", "value", "unknown", "file")

    key: str
    name: str
    kind: FactKind
    value: Union[None, float, int, str]
    unknown: Optional[str]
    file: Optional[str]


class Finding(Record):
    """A fact that disturbs measurements. `fix` is the command that would fix it, or None; the
    library itself changes nothing."""

    __slots__ = ("severity", "key", "message", "file", "fix")

    severity: Severity
    key: str
    message: str
    file: Optional[str]
    fix: Optional[str]


def _fact(entry):
    value = text(entry.value)
    if entry.is_number:
        value = int(value) if value.lstrip("-").isdigit() else entry.number
    return Fact(key=text(entry.key), name=text(entry.name), kind=FactKind(entry.kind), value=value,
                unknown=text(entry.unknown), file=text(entry.file))


def _finding(entry):
    return Finding(severity=Severity(entry.severity), key=text(entry.key),
                   message=text(entry.message), file=text(entry.file), fix=text(entry.fix))


class Machine:
    """Facts and findings from /proc, /sys and the management library of GPUs. Only one thread at
    a time may use the object."""

    __slots__ = ("_pointer",)

    # Not __init__: a second call would replace the handle.
    def __new__(cls, root: Union[None, str, os.PathLike[str]] = None, gpus: Iterable[int] = ()) -> Machine:
        devices = [integer(device, "gpus", -2**31, 2**31 - 1) for device in gpus]
        found = object.__new__(cls)
        found._pointer = None
        pointer = ctypes.c_void_p()
        lib.bres_machine_read(encode(root, "path"), pointer)
        found._pointer = pointer.value
        for device in devices:
            lib.bres_machine_read_gpu(found._pointer, device)
        return found

    def __del__(self, free: Any = lib.bres_machine_free) -> None:
        free(self._pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Machine cannot be pickled: read it where it is needed")

    def update(self) -> None:
        """Reads the machine again. The findings then include what has changed since the first
        reading."""
        lib.bres_machine_update(self._pointer)

    @property
    def facts(self) -> dict[str, Fact]:
        """The facts by their keys, as in `meta.benchresult.host` of a result."""
        at = lib.bres_machine_fact_at
        facts = (_fact(at(self._pointer, i).contents)
                 for i in range(lib.bres_machine_fact_count(self._pointer)))
        return {fact.key: fact for fact in facts}

    @property
    def findings(self) -> list[Finding]:
        """The findings, the most severe first."""
        at = lib.bres_machine_finding_at
        return [_finding(at(self._pointer, i).contents)
                for i in range(lib.bres_machine_finding_count(self._pointer))]

    @property
    def quiet_cpus(self) -> list[int]:
        """The CPUs on which programs are disturbed least, according to the load between the first
        reading and the last update; empty if the CPUs are unknown."""
        count = ctypes.c_size_t()
        lib.bres_machine_quiet_cpus(self._pointer, None, 0, count)
        cpus = (ctypes.c_int32 * count.value)()
        lib.bres_machine_quiet_cpus(self._pointer, cpus, count.value, count)
        return list(cpus)

    def json(self) -> Dict[str, Any]:
        """Facts and findings, as `benchresult doctor --format json` has them."""
        out = ctypes.c_void_p()
        lib.bres_machine_json(self._pointer, out, None)
        return parse(take_text(out))

    def __repr__(self) -> str:
        findings = self.findings
        counts = ", ".join(f"{sum(f.severity == s for f in findings)} {s}"
                           for s in sorted(Severity, reverse=True))
        return f"<Machine: {counts}>"


def machine(root: Union[None, str, os.PathLike[str]] = None,
            gpus: Iterable[int] = ()) -> Machine:
    """Reads a machine and these GPUs. `root` is a directory that stands for "/"; by default, this
    machine is read."""
    return Machine(root, gpus)
