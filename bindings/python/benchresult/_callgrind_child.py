# SPDX-License-Identifier: MIT
"""The Python program that runs under valgrind and executes the statement of another process."""
import ctypes
import os
import pickle
import sys
import traceback

from ._library import lib
from ._statement import Statement

_BATCH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64)


def _nothing():
    return 0


def _loop(statement):
    """A callback that runs the setup and then executes the statement. After an exception it does
    nothing."""
    steps = statement.start(_nothing)

    def execute(_, number):
        try:
            steps.send(number)
        except BaseException:
            _fail(statement)
    return _BATCH(execute)


def _fail(statement=None):
    if statement is not None:
        statement.describe_errors()
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(1)


def main(task):
    statement = None
    try:
        set_threads = pickle.loads(task["set_threads"])
        if set_threads is not None:
            set_threads(task["num_threads"])
        namespace = {name: pickle.loads(value) for name, value in task["globals"].items()}
        statement = Statement(pickle.loads(task["stmt"]), pickle.loads(task["setup"]), namespace)
        execute, empty = _loop(statement), _loop(Statement("pass", "pass", {}))
        status = lib.bres_callgrind_serve_batched(b"python", execute, empty, None)
    except BaseException:
        _fail(statement)
    # The shutdown of the interpreter is slow and not needed.
    os._exit(status)
