# SPDX-License-Identifier: MIT
"""Stopping criteria: when a measurement has enough samples."""
import array
import ctypes
import threading

from . import _abi
from ._library import encode, lib, pending, text

__all__ = ["StoppingCriterion", "criteria"]

_KINDS = {_abi.BRES_KIND_INT64: int, _abi.BRES_KIND_FLOAT64: float, _abi.BRES_KIND_STRING: str}


class _Registry:
    """The library's own criteria. They never change, so that one registry serves everybody."""

    def __init__(self):
        self.pointer = ctypes.c_void_p()
        lib.bres_criteria_new(self.pointer)


_lock = threading.Lock()
_shared = None


def _registry():
    global _shared
    with _lock:
        if _shared is None:
            _shared = _Registry()
        return _shared.pointer


def criteria():
    """Name -> description of the library's own criteria."""
    registry = _registry()
    found = {}
    for i in range(lib.bres_criteria_count(registry)):
        definition = ctypes.cast(lib.bres_criteria_at(registry, i),
                                 ctypes.POINTER(_abi.bres_criterion_definition)).contents
        found[text(definition.name)] = text(definition.description)
    return found


class StoppingCriterion:
    """A criterion at work.

    ``StoppingCriterion("stdrel", max_noise=0.01)`` is one of the library's, or a combination such
    as "any-of(stdrel,entropy)"; keywords are its parameters, with `_` for `-`. A subclass that
    defines ``add_measurement(self, seconds)`` and ``is_finished(self)``, and ``initialize(self)``
    where it has something to prepare, is a criterion of its own; it then calls
    ``super().__init__()`` without a name.

    Fed by hand: `initialize()`, then `add_measurement()` for each sample, until `is_finished()`.
    One thread uses a criterion at a time.
    """

    def __init__(self, expression=None, **parameters):
        self._pointer = None
        if expression is None:
            if type(self) is StoppingCriterion:
                raise TypeError("StoppingCriterion needs the name of a criterion")
            self._make_own()
        else:
            pointer = ctypes.c_void_p()
            lib.bres_criterion_new(_registry(), encode(expression, "criterion"), pointer)
            self._pointer = pointer.value
        for name, value in parameters.items():
            self[name] = value
        if expression is not None:
            lib.bres_criterion_start(self._pointer)

    def __del__(self):
        pointer = getattr(self, "_pointer", None)
        if pointer:
            lib.bres_criterion_free(pointer)

    # --- A subclass ---

    def _make_own(self):
        """Registers callbacks that call the methods of this object. They keep no reference on it,
        so that it goes when its user is done with it."""
        import weakref

        this = weakref.ref(self)

        def guarded(call, failed):
            try:
                return call(this())
            except BaseException as exception:  # it goes on when C has returned
                if pending.exception is None:
                    pending.exception = exception
                return failed

        def start(state, criterion, user):
            return guarded(lambda own: own.initialize() or _abi.BRES_OK, _abi.BRES_ERROR_STATE)

        def add(state, seconds, user):
            guarded(lambda own: own.add_measurement(seconds), None)

        def is_finished(state, user):
            # After an exception the measurement is to end.
            return guarded(lambda own: bool(own.is_finished()), True) or \
                pending.exception is not None

        definition = _abi.bres_criterion_definition()
        lib.bres_criterion_definition_init(definition)
        definition.name = b"python"
        definition.start = dict(_abi.bres_criterion_definition._fields_)["start"](start)
        definition.add = dict(_abi.bres_criterion_definition._fields_)["add"](add)
        definition.is_finished = \
            dict(_abi.bres_criterion_definition._fields_)["is_finished"](is_finished)
        self._definition = definition
        registry, pointer = ctypes.c_void_p(), ctypes.c_void_p()
        lib.bres_criteria_new(registry)
        try:
            lib.bres_criteria_register(registry, definition)
            lib.bres_criterion_new(registry, b"python", pointer)
        finally:
            lib.bres_criteria_free(registry)
        self._pointer = pointer.value

    # --- Parameters ---

    @property
    def name(self):
        """The expression that makes such a criterion."""
        return text(lib.bres_criterion_name(self._pointer))

    @property
    def parameters(self):
        """Name -> value of each parameter."""
        names = (lib.bres_criterion_parameter_at(self._pointer, i)
                 for i in range(lib.bres_criterion_parameter_count(self._pointer)))
        return {text(name): self[text(name)] for name in names}

    def __getitem__(self, name):
        key = encode(name.replace("_", "-"), "parameter")
        kind = _KINDS.get(lib.bres_criterion_parameter_kind(self._pointer, key))
        if kind is str:
            return text(lib.bres_criterion_string(self._pointer, key))
        if kind is None:
            raise KeyError(name)
        number = ctypes.c_int64() if kind is int else ctypes.c_double()
        (lib.bres_criterion_int64 if kind is int else lib.bres_criterion_float64)(
            self._pointer, key, number)
        return number.value

    def __setitem__(self, name, value):
        key = encode(name.replace("_", "-"), "parameter")
        kind = lib.bres_criterion_parameter_kind(self._pointer, key)
        if isinstance(value, str):
            lib.bres_criterion_set_string(self._pointer, key, encode(value, name))
        elif isinstance(value, int) and not isinstance(value, bool) and \
                kind != _abi.BRES_KIND_FLOAT64:
            lib.bres_criterion_set_int64(self._pointer, key, value)
        else:
            lib.bres_criterion_set_float64(self._pointer, key, float(value))

    # --- At work ---

    def initialize(self):
        """Begins a new measurement: nothing of an earlier one is left."""
        if type(self).add_measurement is StoppingCriterion.add_measurement:
            lib.bres_criterion_start(self._pointer)

    def add_measurement(self, seconds):
        lib.bres_criterion_add(self._pointer, seconds)

    def is_finished(self):
        return lib.bres_criterion_is_finished(self._pointer)

    def stop_index(self, samples, min_samples=10):
        """How many of the samples (seconds) it takes; None when they are not enough."""
        times = array.array("d", samples)
        fed, stopped = ctypes.c_size_t(), ctypes.c_bool()
        data = (ctypes.c_double * len(times)).from_buffer(times) if times else None
        lib.bres_criterion_start(self._pointer)
        lib.bres_criterion_feed(self._pointer, data, len(times), min_samples, fed, stopped)
        return fed.value if stopped.value else None

    def __repr__(self):
        values = "".join(f", {name.replace('-', '_')}={value!r}"
                         for name, value in self.parameters.items())
        return f"{type(self).__name__}({self.name!r}{values})"
