# SPDX-License-Identifier: MIT
"""The exceptions of this package.

Each is also the built-in exception that a Python programmer would expect, so that code which knows
nothing of this package catches the right ones.
"""
from __future__ import annotations

from . import _abi


class Error(Exception):
    """A call of the library failed. The text is the library's."""

    #: The number of the status, such as ``BRES_ERROR_VALUE`` in the C headers.
    status: int | None = None
    #: The file that the error is about.
    file: str | None = None
    #: The place in a JSON document.
    path: str | None = None
    #: The byte offset in the file.
    offset: int | None = None
    #: What would have been right.
    expected: str | None = None

    # KeyError would show its text in quotes, OSError with the number.
    def __str__(self):
        return str(self.args[-1]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument or option that is out of its range."""


class OutOfMemoryError(Error, MemoryError):
    """Memory is exhausted."""


class NoFileError(Error, FileNotFoundError):
    """A file or program does not exist."""


class FileError(Error, OSError):
    """The system refused to open, read or write."""


class FormatError(Error, ValueError):
    """A text that is not in its format: not JSON, not UTF-8, no profile."""


class MissingKeyError(Error, KeyError):
    """A key is missing, or a name stands for nothing."""


class KindError(Error, TypeError):
    """A JSON value of the wrong kind."""


class BadValueError(Error, ValueError):
    """A value that does not parse, or cannot be used."""


class SidecarError(Error, ValueError):
    """A sidecar of the wrong size, changed, or refused."""


class LimitError(Error, ValueError):
    """Larger, longer or deeper than the options allow."""


class VersionError(Error, ValueError):
    """A file of before 2022, or another version of the library."""


class ConflictError(Error, ValueError):
    """Things that contradict each other."""


class StateError(Error, RuntimeError):
    """The object does not allow this now."""


class NoDeviceError(Error, RuntimeError):
    """No driver that works, or no GPU."""


class CudaError(Error, RuntimeError):
    """A call of the GPU's driver failed."""


class UnsupportedError(Error, NotImplementedError):
    """Not with this driver, device, tool or permission."""


class AbortedError(Error, RuntimeError):
    """A function of the caller's has ended it."""


CLASSES = {
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


def make(status, message, errno=0, file=None):
    """The exception for a status."""
    kind = CLASSES.get(status, Error)
    if errno and issubclass(kind, OSError):
        error = kind(errno, message, file)
    else:
        error = kind(message)
    error.status = status
    error.file = file
    return error
