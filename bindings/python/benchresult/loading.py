# SPDX-License-Identifier: MIT
"""Loading results from files, from memory and from file objects."""
from __future__ import annotations

import os

from . import _abi
from ._library import encode, utf8
from ._load import import_file, import_memory, import_options, load_options
from ._log import log_handler
from .errors import LoadWarning
from .results import BenchmarkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Optional, Union

    from .results import Path

    Source = Union[str, os.PathLike[str], bytes, bytearray, memoryview, IO[bytes], IO[str]]

__all__ = ["load"]


def _read(source: Any) -> bytes:
    """The content of bytes or of a file object."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    read = getattr(source, "read", None)
    if not callable(read):
        raise TypeError("source must be a path, bytes or a file object, not "
                        f"{type(source).__name__}")
    content = read()
    if isinstance(content, str):
        return utf8(content, "source")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError("read() of a file object must return bytes or str, not "
                        f"{type(content).__name__}")
    return bytes(content)


def _file_name(source: Any) -> Optional[str]:
    """The path of an open file; None for bytes, and for files without a path."""
    name = getattr(source, "name", None)
    return name if isinstance(name, str) and os.path.exists(name) else None


def load(source: Source, *, strict: bool = True, format: Optional[str] = None,
         directory: Optional[Path] = None, confine: bool = False,
         log: Optional[Callable[[str], Any]] = None, metadata: Any = None) -> BenchmarkResult:
    """Loads a result from a path, from bytes, or from a file object that is open for reading.

    The content is a result file, a journal, or a file of another benchmark tool, also compressed
    by gzip. `format` is the name of its format, such as "pyperf"; None: detection from the content.

    A strict load raises an exception at the first malformed value. Otherwise a malformed value
    becomes None, and malformed samples are missing, each with a warning. Invalid JSON is always an
    exception. Warnings are `LoadWarning`; `log(message)` receives them instead.

    `directory` has the files with the samples, for bytes and file objects; by default the directory
    of the open file. Without it, states have no samples. With `confine`, such a file outside the
    directory of the result is a SidecarError, for results from untrusted sources.

    Raises an `Error`: FileNotFoundError or another OSError, and ValueError, KeyError or TypeError
    for the content.
    """
    flags = (0 if strict else _abi.BRES_LOAD_LENIENT) | (_abi.BRES_LOAD_CONFINE if confine else 0)
    options = load_options(flags, log_handler(log, LoadWarning))
    importing = import_options(format, options)
    if isinstance(source, (str, os.PathLike)):
        if directory is not None:
            raise TypeError("directory belongs to bytes and file objects: a path has its own")
        return BenchmarkResult._make(import_file(source, importing), metadata)
    name = _file_name(source)
    if directory is None and name is not None:
        directory = os.path.dirname(os.path.abspath(name))
    options.name = encode(name, "path")
    options.directory = encode(directory, "path")
    return BenchmarkResult._make(import_memory(_read(source), importing), metadata)
