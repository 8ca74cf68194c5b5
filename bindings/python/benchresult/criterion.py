# SPDX-License-Identifier: MIT
"""Stopping criteria, which decide when a measurement has enough samples."""
from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref

from . import _abi
from ._callback import calling_back, guarded
from ._handle import Made
from ._library import check_times, encode, integer, lib, real, reals, required, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Dict, Iterable, NoReturn, Optional, Union

    Parameter = Union[int, float, str]

__all__ = ["StoppingCriterion", "criteria", "stop_index"]

_KINDS = {_abi.BRES_KIND_INT64: int, _abi.BRES_KIND_FLOAT64: float, _abi.BRES_KIND_STRING: str}
_CALLBACKS = dict(_abi.bres_criterion_definition._fields_)

_lock = threading.Lock()
_shared = []


def _registry():
    """The criteria of the library. They never change, so all callers share one registry."""
    with _lock:
        if not _shared:
            pointer = ctypes.c_void_p()
            lib.bres_criteria_new(pointer)
            _shared.append(pointer)
    return _shared[0]


def criteria() -> Dict[str, str]:
    """Returns the criteria of the library: name -> description."""
    registry = _registry()
    kind = ctypes.POINTER(_abi.bres_criterion_definition)
    found = (ctypes.cast(lib.bres_criteria_at(registry, i), kind).contents
             for i in range(lib.bres_criteria_count(registry)))
    return {text(definition.name): text(definition.description) for definition in found}


class StoppingCriterion(Made):
    """A stopping criterion with its parameters and state.

    ``StoppingCriterion("stdrel", max_noise=0.01)`` is a criterion of the library. A name can also
    be a combination such as "any-of(stdrel,entropy)". Keywords are parameters, with `_` in place of
    `-`. To write your own criterion, make a subclass, call ``super().__init__()`` without a name,
    and define ``add_measurement(self, seconds)``, ``is_finished(self)`` and, if needed,
    ``initialize(self)``.

    A program can also use a criterion directly: call `initialize()`, then `add_measurement()` for
    each sample, until `is_finished()` returns True.
    """

    def __init__(self, expression: Optional[str] = None, **parameters: Parameter) -> None:
        if "_pointer" in self.__dict__:
            raise TypeError("this StoppingCriterion is made already")
        self._pointer = None
        if expression is None:
            self._register()
        else:
            pointer = ctypes.c_void_p()
            lib.bres_criterion_new(_registry(), required(expression, "criterion"), pointer)
            self._pointer = pointer.value
        for name, value in parameters.items():
            self[name] = value
        if expression is not None:
            lib.bres_criterion_start(self._pointer)

    def __del__(self, free: Any = lib.bres_criterion_free) -> None:
        pointer = self.__dict__.get("_pointer")
        if pointer:
            free(pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a StoppingCriterion cannot be copied or pickled: make another one")

    # --- Subclasses ---

    def _register(self):
        """Makes a criterion of the library that calls the methods of this object. The criterion has
        only a weak reference, so that it does not keep the object alive."""
        for method in ("add_measurement", "is_finished"):
            if getattr(type(self), method) is getattr(StoppingCriterion, method):
                raise TypeError("StoppingCriterion needs the name of a criterion, or a subclass "
                                f"that defines {method}()")
        this = weakref.ref(self)

        def start(state, criterion, user):
            this().initialize()
            return _abi.BRES_OK

        # An exception ends the measurement.
        callbacks = {
            "start": guarded(start, _abi.BRES_ERROR_STATE),
            "add": guarded(lambda state, seconds, user: this().add_measurement(seconds)),
            "is_finished": guarded(lambda state, user: bool(this().is_finished()), True),
        }
        definition = _abi.bres_criterion_definition()
        lib.bres_criterion_definition_init(definition)
        definition.name = b"python"
        for name, callback in callbacks.items():
            setattr(definition, name, _CALLBACKS[name](callback))
        self._definition = definition
        registry, pointer = ctypes.c_void_p(), ctypes.c_void_p()
        lib.bres_criteria_new(registry)
        try:
            lib.bres_criteria_register(registry, definition)
            lib.bres_criterion_new(registry, b"python", pointer)
        finally:
            lib.bres_criteria_free(registry)
        self._pointer = pointer.value

    def _is_own(self):
        return "_definition" in self.__dict__

    @contextlib.contextmanager
    def _copied(self):
        """A copy with the same parameters, for a call of C that releases the interpreter's lock."""
        pointer = ctypes.c_void_p()
        lib.bres_criterion_copy(self._pointer, pointer)
        try:
            yield pointer
        finally:
            lib.bres_criterion_free(pointer)

    # --- Parameters ---

    @property
    def name(self) -> str:
        """The expression of the criterion."""
        return text(lib.bres_criterion_name(self._pointer))

    @property
    def parameters(self) -> Dict[str, Parameter]:
        """Name -> value of each parameter."""
        names = [text(lib.bres_criterion_parameter_at(self._pointer, i))
                 for i in range(lib.bres_criterion_parameter_count(self._pointer))]
        return {name: self[name] for name in names}

    def __getitem__(self, name: str) -> Parameter:
        key = _key(name)
        kind = _KINDS.get(lib.bres_criterion_parameter_kind(self._pointer, key))
        if kind is str:
            return text(lib.bres_criterion_string(self._pointer, key))
        if kind is None:
            raise KeyError(name)
        number = ctypes.c_int64() if kind is int else ctypes.c_double()
        (lib.bres_criterion_int64 if kind is int else lib.bres_criterion_float64)(
            self._pointer, key, number)
        return number.value

    def __setitem__(self, name: str, value: Parameter) -> None:
        """Sets a parameter, from the next `initialize()` on."""
        key = _key(name)
        kind = lib.bres_criterion_parameter_kind(self._pointer, key)
        if isinstance(value, str):
            lib.bres_criterion_set_string(self._pointer, key, encode(value, name))
        elif isinstance(value, int) and not isinstance(value, bool) and \
                kind != _abi.BRES_KIND_FLOAT64:
            lib.bres_criterion_set_int64(self._pointer, key, integer(value, name))
        else:
            lib.bres_criterion_set_float64(self._pointer, key, real(value, name))

    __iter__: ClassVar[None] = None  # otherwise __getitem__ would make the object iterable

    # --- Use ---

    def initialize(self) -> None:
        """Begins a new measurement and discards the state of the previous one."""
        if not self._is_own():
            lib.bres_criterion_start(self._pointer)

    def add_measurement(self, seconds: float) -> None:
        """Adds one sample in seconds."""
        lib.bres_criterion_add(self._pointer, real(seconds, "seconds"))

    def is_finished(self) -> bool:
        """Returns whether the samples are enough."""
        return lib.bres_criterion_is_finished(self._pointer)

    def stop_index(self, samples: Iterable[float], min_samples: int = 10) -> Optional[int]:
        """Returns the number of samples (seconds) after which the criterion is finished, or None.
        Samples after this number are not checked."""
        times = reals(samples, "samples")
        least = integer(min_samples, "min_samples", 0)
        fed, stopped = ctypes.c_size_t(), ctypes.c_bool()
        with self._copied() as criterion, calling_back():
            lib.bres_criterion_start(criterion)
            lib.bres_criterion_feed(criterion, times, len(times), least, fed, stopped)
            if lib.bres_criterion_refused(criterion):
                check_times(times[:fed.value], "samples")
        return fed.value if stopped.value else None

    def __repr__(self) -> str:
        if self._is_own():
            return object.__repr__(self)
        values = "".join(f", {name.replace('-', '_')}={value!r}"
                         for name, value in self.parameters.items())
        return f"{type(self).__name__}({self.name!r}{values})"


def _key(name):
    if not isinstance(name, str):
        raise TypeError(f"the name of a parameter must be a string, not {type(name).__name__}")
    return encode(name.replace("_", "-"), "parameter")


def stop_index(samples: Iterable[float], criterion: Union[StoppingCriterion, str] = "stdrel", *,
               min_samples: int = 10, **parameters: Any) -> Optional[int]:
    """Returns the number of samples (seconds) after which a criterion is finished, or None.
    Keywords are parameters of a criterion that is given by its name."""
    if isinstance(criterion, str):
        criterion = StoppingCriterion(criterion, **parameters)
    elif not isinstance(criterion, StoppingCriterion):
        raise TypeError("criterion must be a StoppingCriterion or the name of one, not "
                        f"{type(criterion).__name__}")
    elif parameters:
        raise TypeError("parameters belong to a criterion that is given by name")
    return criterion.stop_index(samples, min_samples)
