# SPDX-License-Identifier: MIT
"""Loading files and memory as results in C."""
from __future__ import annotations

import ctypes

from . import _abi
from ._callback import calling_back
from ._handle import Handle
from ._library import encode, lib, required

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Optional, Union

    Path = Union[str, bytes, os.PathLike[Any]]


def load_options(flags: int, log: Any = None) -> Any:
    """The options of a load with BRES_LOAD_* flags. `log` is a callback for C."""
    options = _abi.bres_load_options()
    lib.bres_load_options_init(options)
    options.flags = flags
    if log is not None:
        options.log = log
    return options


def load(path: Path, flags: int) -> Handle:
    """The handle of a result file that was loaded with BRES_LOAD_* flags."""
    pointer = ctypes.c_void_p()
    lib.bres_result_load(required(path, "path"), load_options(flags), pointer)
    return Handle(pointer.value)


def load_memory(data: bytes, flags: int, directory: Path) -> Handle:
    """The handle of a result file in memory, whose sidecars are in a directory."""
    options = load_options(flags)
    options.directory = required(directory, "path")
    pointer = ctypes.c_void_p()
    lib.bres_result_load_memory(data, len(data), options, pointer)
    return Handle(pointer.value)


def _take(call: Any, *arguments: Any) -> Handle:
    """The handle of the result that `call`, a function of C with callbacks, makes."""
    pointer = ctypes.c_void_p()
    try:
        with calling_back():
            call(*arguments, pointer)
    except BaseException:
        lib.bres_result_unref(pointer)
        raise
    return Handle(pointer.value)


def import_options(format: Optional[str], load: Any) -> Any:
    """The options of an import; `load` is its load options."""
    options = _abi.bres_import_options()
    lib.bres_import_options_init(options)
    options.format = encode(format, "format")
    options.load = ctypes.pointer(load)
    return options


def import_file(path: Path, options: Any) -> Handle:
    """The handle of a file of any known format."""
    return _take(lib.bres_result_import, required(path, "path"), options)


def import_memory(data: bytes, options: Any) -> Handle:
    """The handle of a file of any known format in memory."""
    return _take(lib.bres_result_import_memory, data, len(data), options)
