# SPDX-License-Identifier: MIT
"""The exceptions of this package.

- A wrong type raises Python's TypeError, a missing item KeyError or IndexError, and an unknown or
  read-only attribute AttributeError. `index()` of a sequence raises ValueError for a missing value,
  and so does an Enum for an unknown value. A library that cannot be opened raises ImportError.
- `benchmark()`, `main()` and the functions of `benchresult.bench` raise what NVBench's module
  raises.
- Every other error is a subclass of Error, and also of the built-in exception that a Python
  programmer would expect. Code that does not know this package therefore catches the right
  exceptions.

An exception of an object or a function of the caller is raised unchanged.
"""
from __future__ import annotations

from . import _abi


class Error(Exception):
    """A call of the library failed. The text is the message of the library."""

    #: The number of the status, such as ``BRES_ERROR_VALUE`` in the C headers.
    status: int | None = None
    #: The path of the file with the fault.
    file: str | None = None
    #: The location in a JSON document.
    path: str | None = None
    #: The byte offset in the file.
    offset: int | None = None
    #: The accepted values.
    expected: str | None = None

    # Otherwise KeyError would put its text in quotes, and OSError would add the number.
    def __str__(self) -> str:
        return str(self.args[-1]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument or an option is out of range, or is not one of the accepted words."""


class OutOfMemoryError(Error, MemoryError):
    """Memory is exhausted."""


class NoFileError(Error, FileNotFoundError):
    """A file or program does not exist."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""


class FormatError(Error, ValueError):
    """A text has the wrong format: not JSON, not UTF-8 or not a profile."""


class MissingKeyError(Error, KeyError):
    """A key is missing, or a name is unknown."""


class KindError(Error, TypeError):
    """A JSON value has the wrong kind."""


class BadValueError(Error, ValueError):
    """A value cannot be parsed, or is not accepted."""


class SidecarError(Error, ValueError):
    """A sidecar has the wrong size, has changed, or was refused."""


class LimitError(Error, ValueError):
    """A value is larger, longer or deeper than a limit allows."""


class VersionError(Error, ValueError):
    """The file was written before 2022, or the library has another version."""


class ConflictError(Error, ValueError):
    """Two arguments or files contradict each other."""


class StateError(Error, RuntimeError):
    """The object does not allow the call in its present state."""


class NotMadeError(StateError, AttributeError):
    """The `__init__()` of an object was not called, for example because a subclass forgets it."""


class NoDeviceError(Error, RuntimeError):
    """The machine has no working driver or no GPU."""


class CudaError(Error, RuntimeError):
    """A call of the GPU driver failed."""


class UnsupportedError(Error, NotImplementedError):
    """The driver, device, tool, object or permissions do not support the call."""


class AbortedError(Error, RuntimeError):
    """A callback ended the operation."""


class BenchmarkWarning(UserWarning):
    """The base of the warnings of this package. The logger "benchresult" receives their texts,
    too."""


class LoadWarning(BenchmarkWarning):
    """A file is incomplete, or a malformed value was left out."""


class MeasurementWarning(BenchmarkWarning):
    """A measurement is noisy, disturbed or incomplete."""


class ComparisonWarning(BenchmarkWarning):
    """A comparison has unusual sides, such as results of different machines."""


CLASSES: dict[int, type[Error]] = {
    _abi.BRES_ERROR_ARGUMENT: ArgumentError,
    _abi.BRES_ERROR_MEMORY: OutOfMemoryError,
    _abi.BRES_ERROR_NO_FILE: NoFileError,
    _abi.BRES_ERROR_IO: FileError,
    _abi.BRES_ERROR_SYNTAX: FormatError,
    _abi.BRES_ERROR_KEY: MissingKeyError,
    _abi.BRES_ERROR_KIND: KindError,
    _abi.BRES_ERROR_VALUE: BadValueError,
    _abi.BRES_ERROR_SIDECAR: SidecarError,
    _abi.BRES_ERROR_LIMIT: LimitError,
    _abi.BRES_ERROR_VERSION: VersionError,
    _abi.BRES_ERROR_CONFLICT: ConflictError,
    _abi.BRES_ERROR_STATE: StateError,
    _abi.BRES_ERROR_NO_DEVICE: NoDeviceError,
    _abi.BRES_ERROR_CUDA: CudaError,
    _abi.BRES_ERROR_UNSUPPORTED: UnsupportedError,
    _abi.BRES_ERROR_INTERRUPTED: AbortedError,
}
for _status, _kind in CLASSES.items():
    _kind.status = _status


def make(status: int, message: str | None, errno: int = 0, file: str | None = None) -> Error:
    """The exception for a status."""
    kind = CLASSES.get(status, Error)
    if errno and issubclass(kind, OSError):
        error = kind(errno, message, file)
    else:
        error = kind(message)
    error.status = status
    error.file = file
    return error
