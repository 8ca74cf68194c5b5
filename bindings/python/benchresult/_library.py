# SPDX-License-Identifier: MIT
"""The C library: found, opened, and its functions declared."""
import ctypes
import os
import threading

from . import _abi, errors

_SONAME = "libbenchresult.so.1"


def _path():
    """The library to open: the one that is asked for, that of the build tree, or the installed."""
    named = os.environ.get("BENCHRESULT_LIBRARY")
    if named:
        return named
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
    built = os.path.join(root, "build", "lib", _SONAME)
    if os.path.exists(os.path.join(root, "include", "benchresult.h")) and os.path.exists(built):
        return built
    return _SONAME


def _open():
    path = _path()
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"the library libbenchresult cannot be opened: {error}. Install it (`make install` in "
            f"its source tree), or let BENCHRESULT_LIBRARY name the file {_SONAME}") from None


def _check_version(found):
    """Before release 1.0.0 the ABI may change with each minor version."""
    ours, theirs = ([int(part) for part in text.split(".")] for text in (_abi.VERSION, found))
    same = ours[:2] == theirs[:2] if ours[0] == 0 else ours[0] == theirs[0]
    if not same or theirs < ours:
        raise ImportError(f"this package is for libbenchresult {_abi.VERSION}, but the library "
                          f"that was found is {found}: install packages of one version")


class _Pending(threading.local):
    """What a callback of this thread has raised while C was calling it."""

    exception = None


pending = _Pending()


def _check(status, function, arguments):
    """Makes an exception of a status. One that a callback raised goes before the library's."""
    exception = pending.exception
    if exception is not None:
        pending.exception = None
        raise exception
    if status != 0:
        raise last_error(status)


def last_error(status=None):
    """The exception for what the last failing call of this thread said."""
    if status is None:
        status = lib.bres_last_error_status()
    file = text(lib.bres_last_error_file()) or None
    error = errors.make(status, text(lib.bres_last_error()), lib.bres_last_error_errno(), file)
    offset = lib.bres_last_error_offset()
    error.path = text(lib.bres_last_error_path()) or None
    error.expected = text(lib.bres_last_error_expected()) or None
    error.offset = offset if offset >= 0 else None
    return error


class _Library:
    """The functions of the library, each declared when it is first used. Those that return a
    status raise an exception when it is not BRES_OK."""

    def __init__(self):
        self._handle = _open()
        # Getters return at once: they are cheaper called without giving up the interpreter's lock.
        self._quick = ctypes.PyDLL(None, handle=self._handle._handle)

    def __getattr__(self, name):
        try:
            result, arguments = eval(_abi.FUNCTIONS[name], _TYPES)
        except KeyError:
            raise AttributeError(f"the C headers declare no {name}") from None
        is_quick = result is not _STATUS and not name.endswith(("_free", "_unref", "_main"))
        function = getattr(self._quick if is_quick else self._handle, name)
        function.argtypes = arguments
        if result is _STATUS:
            function.restype = ctypes.c_int
            function.errcheck = _check
        else:
            function.restype = result
        setattr(self, name, function)
        return function


_STATUS = object()
_TYPES = dict(vars(_abi), bres_status=_STATUS)

lib = _Library()
_check_version(lib.bres_version().decode())


def text(value):
    """A borrowed text, or None."""
    return None if value is None else value.decode("utf-8", "replace")


def encode(value, what="text"):
    """A text for C. It ends at the first NUL there, so that none may be in it."""
    if value is None:
        return None
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        value = os.fsencode(value) if what == "path" else value.encode("utf-8")
    if not isinstance(value, bytes):
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    if b"\0" in value:
        raise ValueError(f"{what} contains a NUL character")
    return value


def take_text(pointer):
    """A text that was given away: it is copied and released. `pointer` is a c_void_p."""
    try:
        return ctypes.string_at(pointer.value).decode("utf-8", "replace")
    finally:
        lib.bres_string_free(pointer)
