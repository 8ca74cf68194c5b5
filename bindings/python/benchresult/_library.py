# SPDX-License-Identifier: MIT
"""Finds and opens the C library, and declares its functions."""
from __future__ import annotations

import collections.abc
import ctypes
import math
import operator
import os
import sys
import threading

from . import _abi, errors
from .errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SONAME = "libbenchresult.so.1"


def _places():
    """The paths to search, in order: the package, the build folder if the package is in the source
    tree, the Python environment, the loader's search path. BENCHRESULT_LIBRARY replaces them."""
    named = os.environ.get("BENCHRESULT_LIBRARY")
    if named:
        return [named]
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    places = [os.path.join(here, "lib", _SONAME)]
    if os.path.exists(os.path.join(root, "include", "benchresult.h")):
        places.append(os.path.join(root, "build", "lib", _SONAME))
    return [*places, os.path.join(sys.prefix, "lib", _SONAME), _SONAME]


def _check_interpreter():
    """Refuses a Python without the interpreter's lock, which makes a short call of C atomic."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        raise ImportError("benchresult needs the interpreter's lock, which this free-threaded "
                          "Python runs without: start it with PYTHON_GIL=1 or -X gil=1")


def _open():
    """Opens the first library that exists. Returns it and its path."""
    places = _places()
    path = next(filter(os.path.exists, places[:-1]), places[-1])
    try:
        return ctypes.CDLL(path), path
    except OSError as error:
        raise ImportError(
            f"cannot open libbenchresult: {error} (searched: BENCHRESULT_LIBRARY"
            f"{'' if path != _SONAME else ', which is not set'}, {', '.join(places)}). "
            "Install the package with its library (`pip install ./bindings/python` in the source "
            "tree), install the library (`sudo make install`), or set BENCHRESULT_LIBRARY to the "
            f"path of {_SONAME}") from None


def _is_ours(found):
    """Whether the version of a library fits this package. Before release 1.0.0 the ABI may change
    with each minor version."""
    try:
        ours, theirs = ([int(part) for part in text.split(".")] for text in (_abi.VERSION, found))
    except ValueError:
        return False
    same = ours[:2] == theirs[:2] if ours[0] == 0 else ours[0] == theirs[0]
    return same and theirs >= ours


def _check_version(handle, path):
    try:
        version = handle.bres_version
    except AttributeError:
        raise ImportError(f"{path} is not libbenchresult {_abi.VERSION}: it has no "
                          "bres_version()") from None
    version.restype = ctypes.c_char_p
    found = version().decode()
    if not _is_ours(found):
        raise ImportError(f"this package is for libbenchresult {_abi.VERSION}, but {path} is "
                          f"version {found}: install both of one version")


class _Pending(threading.local):
    """The exception that a callback of this thread raised while C called it."""

    exception = None
    #: Whether C called the Python code that is running. A guard then catches its exceptions.
    inside = False


pending = _Pending()


def _check(status, function, arguments):
    """Raises the exception for a status. The exception of a callback takes precedence over that
    of the library."""
    exception = pending.exception
    if exception is not None:
        pending.exception = None
        raise exception
    if status != 0:
        raise last_error(status)


def _message():
    """The message of the last failure, without the function or struct in C at its beginning."""
    message = text(lib.bres_last_error())
    name, separator, rest = message.partition(" ")
    if not separator or not name.startswith("bres_"):
        return message
    return rest if name.endswith(":") else f"{name.rpartition('.')[2]} {rest}"


def last_error(status=None):
    """The exception for the last failure of this thread."""
    if status is None:
        status = lib.bres_last_error_status()
    file = text(lib.bres_last_error_file()) or None
    error = errors.make(status, _message(), lib.bres_last_error_errno(), file)
    offset = lib.bres_last_error_offset()
    error.path = text(lib.bres_last_error_path()) or None
    error.expected = text(lib.bres_last_error_expected()) or None
    error.offset = offset if offset >= 0 else None
    return error


# Functions that call Python in a measurement. They keep the interpreter's lock, so that no other
# thread can delay the timed code.
_HOLDING = ("bres_run_", "bres_suite_")
# Functions that keep the interpreter's lock. They return at once: getters, and functions that
# change an object that only one thread at a time may use.
_QUICK = ("bres_bench_", "bres_criteri", "bres_result_add_", "bres_result_new", "bres_result_set_",
          "bres_state_add_", "bres_state_json", "bres_state_set_", "bres_subbench_",
          "bres_summary_json", "bres_summary_set_", "bres_filter_", *_HOLDING)
_SLOW = ("bres_cuda_", "bres_main")


def _is_quick(name, returns_status):
    if returns_status:
        return name.startswith(_QUICK)
    return not name.startswith(_SLOW) and not name.endswith(("_free", "_unref"))


class _Library:
    """The functions of the library, each declared at its first use. A function that returns a
    status raises an exception if the status is not BRES_OK."""

    def __init__(self):
        _check_interpreter()
        self._handle, path = _open()
        _check_version(self._handle, path)
        self._quick = ctypes.PyDLL(None, handle=self._handle._handle)

    def __getattr__(self, name):
        try:
            result, arguments = _abi.evaluate(_abi.FUNCTIONS[name], bres_status=_STATUS)
        except KeyError:
            raise AttributeError(f"the C headers declare no {name}") from None
        returns_status = result is _STATUS
        function = getattr(self._quick if _is_quick(name, returns_status) else self._handle, name)
        function.argtypes = arguments
        if returns_status:
            function.restype = ctypes.c_int
            function.errcheck = _check
        else:
            function.restype = result
        setattr(self, name, function)
        return function


_STATUS = object()

lib = _Library()


def text(value: Any) -> Any:
    """Decodes a borrowed text of C; None for NULL."""
    return None if value is None else value.decode("utf-8", "replace")


def utf8(value: str, what: str, path: bool = False) -> bytes:
    """A text as UTF-8, or a path in the encoding of the file system."""
    try:
        return os.fsencode(value) if path else value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ArgumentError(f"{what} contains a lone surrogate at index {error.start}") from None


def encode(value: Any, what: str = "text") -> Any:
    """A text for C. It must not contain NUL, which would end the text in C."""
    if value is None:
        return None
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        value = utf8(value, what, what == "path")
    if not isinstance(value, bytes):
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    if b"\0" in value:
        raise ArgumentError(f"{what} contains a NUL character")
    return value


def required(value, what):
    """Like `encode()`, for a required text."""
    if value is None:
        raise TypeError(f"{what} must be a string, not None")
    return encode(value, what)


def words(values, what):
    """A list of texts as an array for C that ends with NULL; None for None."""
    if values is None:
        return None
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what} must be a list of texts, not one")
    texts = [required(value, "path") for value in values]
    return (ctypes.c_char_p * (len(texts) + 1))(*texts)


def mapping(value: Any, what: str) -> Any:
    """The value, which must be a mapping."""
    if not isinstance(value, collections.abc.Mapping):
        raise TypeError(f"{what} must be a mapping, not {type(value).__name__}")
    return value


def shown(number: int) -> str:
    """An integer for a message. Python refuses to write integers with thousands of digits."""
    bits = number.bit_length()
    return str(number) if bits <= 128 else f"{bits} bits"


def integer(value: Any, what: str, low: int = -2**63, high: int = 2**63 - 1) -> int:
    """An integer for C, which is checked because ctypes would truncate it."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ArgumentError(f"{what} must be from {low} to {high}, not {shown(number)}")
    return number


def real(value, what):
    """A number for C."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise ArgumentError(f"{what} is too large for a number of 64 bits") from None
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}") from None


def finite(value, what):
    """A finite number for C."""
    number = real(value, what)
    if not math.isfinite(number):
        raise ArgumentError(f"{what} must be finite, not {number}")
    return number


def reals(values, what, c_type=ctypes.c_double):
    """Any iterable of numbers, except a text, as an array for C."""
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(f"{what} must be numbers, not {type(values).__name__}")
    numbers = list(values)
    array = c_type * len(numbers)
    try:
        return array(*numbers)
    except (TypeError, ValueError, OverflowError):  # one by one, to name the index
        return array(*(real(number, f"{what}[{i}]") for i, number in enumerate(numbers)))


def check_times(values, what):
    """Refuses the first value that is negative or not finite, with its index."""
    for index, value in enumerate(values):
        if not 0 <= value < math.inf:
            raise ArgumentError(f"{what}[{index}] is {value:g} (expected a finite number of at "
                                "least 0)")


def take_text(pointer):
    """Copies a text that C allocated, and frees it. `pointer` is a c_void_p."""
    try:
        return ctypes.string_at(pointer.value).decode("utf-8", "replace")
    finally:
        lib.bres_string_free(pointer)


def read_json(function: Any, pointer: Any) -> Any:
    """The object whose JSON text a function of C returns."""
    from ._json import parse

    out = ctypes.c_void_p()
    function(pointer, out)
    return parse(take_text(out))
