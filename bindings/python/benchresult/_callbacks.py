# SPDX-License-Identifier: MIT
"""Python functions that C calls. Their exceptions wait until C has returned."""
from . import _abi
from ._library import pending


def hook(call):
    """A callback that returns a status. Once there is an exception, none is called any more."""
    def guarded(*arguments):
        try:
            if pending.exception is None:
                call(*arguments)
                return _abi.BRES_OK
        except BaseException as exception:
            pending.exception = exception
        return _abi.BRES_ERROR_STATE
    return guarded


def number(call, failed):
    """A callback that returns a number."""
    def guarded(*arguments):
        try:
            if pending.exception is None:
                return call(*arguments)
        except BaseException as exception:
            pending.exception = exception
        return failed
    return guarded


def watch(call, result, failed):
    """A callback of one argument, between whose calls C may run for a long time: it returns
    `result`, or `failed` once there is an exception, Ctrl-C too.

    Python handles signals when it comes back to its own code. In a function that is before the
    first `try`, where ctypes would drop the exception; a generator goes on inside of it.
    """
    def steps():
        answer = None
        while True:
            try:
                argument = yield answer
                if pending.exception is None:
                    call(argument)
            except GeneratorExit:
                raise
            except BaseException as exception:
                if pending.exception is None:
                    pending.exception = exception
            answer = result if pending.exception is None else failed
    generator = steps()
    next(generator)
    return generator.send
