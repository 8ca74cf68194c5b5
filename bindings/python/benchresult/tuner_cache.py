# SPDX-License-Identifier: MIT
"""The cache of tuners: the answers of many tunings in one file."""
from __future__ import annotations

import collections.abc
import ctypes
import threading

from . import _abi
from ._callback import calling_back
from ._choices import named
from ._handle import Made
from ._library import encode, integer, lib, mapping, real, required, text
from ._log import log_handler
from .errors import LoadWarning, StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Mapping, NoReturn, Optional, Tuple, Union

    from ._words import TunerStop
    from .results import Path

    Value = Union[int, float, str]

__all__ = ["CachedAnswer", "TunerCache"]

_STOP_REASONS = {text(lib.bres_tuner_stop_name(number)): number
                 for number in range(_abi.BRES_TUNER_RUNNING, _abi.BRES_TUNER_NONE_LEFT + 1)}

_COUNTS = ("samples", "remaining", "unmeasured", "trial_samples")
_REALS = ("seconds", "elapsed", "error_rate", "equivalence_margin")


class CachedAnswer(collections.abc.Mapping[str, "Value"]):
    """An answer of a cache: a mapping of the parameters of the fastest configuration to their
    values, such as ``answer["TILE"]``."""

    __slots__ = ("_values", "kernel", "kernel_hash", "device", "driver", "space", "problem_size",
                 "order", "seconds", "samples", "remaining", "stop_reason", "unmeasured",
                 "trial_samples", "elapsed", "error_rate", "equivalence_margin")

    #: The key. `space` is None if the look-up did not name one.
    kernel: str
    kernel_hash: str
    device: str
    driver: str
    space: Optional[str]
    problem_size: Tuple[int, ...]
    #: Indices of configurations in the space, fastest first; may be empty.
    order: Tuple[int, ...]
    #: The time of the configuration, as `TrialOutcome.time`; 0 if unknown.
    seconds: float
    #: The number of samples that the tuning has spent; 0 if unknown.
    samples: int
    #: The number of measured configurations not proven slower; 0 if unknown.
    remaining: int
    #: Why the tuning has stopped, as `Tuner.stop_reason`; "running" if unknown.
    stop_reason: TunerStop
    #: The number of configurations without samples that have not failed.
    unmeasured: int
    #: Options of the tuning; 0 if unknown.
    trial_samples: int
    error_rate: float
    equivalence_margin: float
    #: The seconds that the tuning has taken; 0 if unknown.
    elapsed: float

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        raise TypeError("CachedAnswer is not constructed directly: a TunerCache makes them")

    @classmethod
    def _make(cls, key, answer):
        made = cls.__new__(cls)
        made._values = dict(_value(answer.values[i]) for i in range(answer.value_count))
        for name in ("kernel", "kernel_hash", "device", "driver", "space"):
            setattr(made, name, text(getattr(key, name)))
        made.problem_size = tuple(key.problem_size[:key.problem_size_count])
        made.order = tuple(answer.order[:answer.order_count])
        for name in _COUNTS + _REALS:
            setattr(made, name, getattr(answer, name))
        made.stop_reason = text(lib.bres_tuner_stop_name(answer.stop_reason))
        return made

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        size = f" of {self.problem_size}" if self.problem_size else ""
        return f"<CachedAnswer {self.kernel}{size}: {self._values}>"


def _value(value):
    name = text(value.name)
    if value.kind == _abi.BRES_KIND_STRING:
        return name, text(value.string)
    return name, value.int64 if value.kind == _abi.BRES_KIND_INT64 else value.float64


def _sizes(problem_size):
    """A problem size, which is an integer or several, as an array for C."""
    if isinstance(problem_size, (str, bytes)):
        raise TypeError("problem_size must be integers, not a text")
    if not isinstance(problem_size, collections.abc.Iterable):
        problem_size = [problem_size]
    values = [integer(value, "problem_size") for value in problem_size]
    return (ctypes.c_int64 * len(values))(*values)


def key_struct(kernel, problem_size, kernel_hash=None, device=None, driver=None, space=None):
    """A key for C. It keeps references to everything that it points to."""
    key = _abi.bres_tuner_key()
    lib.bres_tuner_key_init(key)
    key.kernel = encode(kernel, "kernel")
    key.kernel_hash = encode(kernel_hash, "kernel_hash")
    key.device = encode(device, "device")
    key.driver = encode(driver, "driver")
    key.space = encode(space, "space")
    sizes = _sizes(problem_size)
    key.problem_size = sizes
    key.problem_size_count = len(sizes)
    return key


def _fill_value(value, name, content):
    value.name = required(name, "name")
    if isinstance(content, bool):
        content = "true" if content else "false"
    if isinstance(content, str):
        value.kind, value.string = _abi.BRES_KIND_STRING, encode(content, name)
    elif isinstance(content, float):
        value.kind, value.float64 = _abi.BRES_KIND_FLOAT64, content
    else:
        value.kind, value.int64 = _abi.BRES_KIND_INT64, integer(content, name)


def _answer_struct():
    answer = _abi.bres_tuner_answer()
    lib.bres_tuner_answer_init(answer)
    return answer


class TunerCache(Made, collections.abc.Collection[CachedAnswer]):
    """A file with the answers of many tunings, which ``Tuner(cache=path)`` fills.

    An answer belongs to a kernel and its hash, a device and its driver, a problem size, which is an
    integer or several, and a parameter space. ``cache.find("matmul", (m, n))`` returns the answer,
    or None. By default, the device is the processor, or the GPU with the number `cuda_device`. A
    look-up without `space` finds the answer that was stored last for any space.

    A file that does not exist is an empty cache, except with `read_only`; the first store creates
    it. `store()` waits up to `lock_timeout` seconds (5) for other processes. `log` receives
    warnings; None: they are `LoadWarning`. Several threads may look up at the same time.
    """

    __slots__ = ("_pointer", "_lock", "_path", "_log")

    def __init__(self, path: Path, *, read_only: bool = False, cuda_device: Optional[int] = None,
                 lock_timeout: float = 5.0, log: Optional[Callable[[str], Any]] = None) -> None:
        if hasattr(self, "_pointer"):
            raise TypeError("this TunerCache is open already")
        self._pointer = None
        self._lock = threading.RLock()
        self._path = path
        options = _abi.bres_tuner_cache_options()
        lib.bres_tuner_cache_options_init(options)
        options.flags = _abi.BRES_TUNER_CACHE_READ_ONLY if read_only else 0
        if cuda_device is not None:
            options.cuda_device = integer(cuda_device, "cuda_device", 0, 2**31 - 1)
        if lock_timeout is not None:
            options.lock_timeout = real(lock_timeout, "lock_timeout")
        options.log = log_handler(log, LoadWarning)
        self._log = options.log
        pointer = ctypes.c_void_p()
        with calling_back():
            lib.bres_tuner_cache_open(required(path, "path"), options, pointer)
        self._pointer = pointer.value

    def __del__(self, close: Any = lib.bres_tuner_cache_close) -> None:
        close(getattr(self, "_pointer", None))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a TunerCache cannot be pickled: open it where it is needed")

    def close(self) -> None:
        """Closes the cache. Answers stay valid."""
        with self._lock:
            pointer, self._pointer = self._pointer, None
            lib.bres_tuner_cache_close(pointer)

    def __enter__(self) -> TunerCache:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def _open(self):
        if self._pointer is None:
            raise StateError("this TunerCache is closed")
        return self._pointer

    def find(self, kernel: str, problem_size: Union[int, Iterable[int]] = (), *,
             kernel_hash: Optional[str] = None, device: Optional[str] = None,
             driver: Optional[str] = None, space: Optional[str] = None) -> Optional[CachedAnswer]:
        """Returns the answer of a key, or None."""
        key = key_struct(required(kernel, "kernel"), problem_size, kernel_hash, device, driver,
                         space)
        answer = _answer_struct()
        with self._lock:
            if not lib.bres_tuner_cache_find(self._open(), key, answer):
                return None
            if key.driver is None:
                key.driver = encode("" if device is not None else self.driver)
            if key.device is None:
                key.device = encode(self.device)
            key.kernel_hash = key.kernel_hash or b""
            return CachedAnswer._make(key, answer)

    def find_nearest(self, kernel: str, problem_size: Union[int, Iterable[int]] = (), *,
                     kernel_hash: Optional[str] = None, device: Optional[str] = None,
                     driver: Optional[str] = None,
                     space: Optional[str] = None) -> Optional[CachedAnswer]:
        """Returns the answer of the nearest problem size with the same number of integers, for the
        same kernel, kernel hash and device, or None."""
        key = key_struct(required(kernel, "kernel"), problem_size, kernel_hash, device, driver,
                         space)
        found, answer = key_struct(None, ()), _answer_struct()
        with self._lock:
            if not lib.bres_tuner_cache_find_nearest(self._open(), key, found, answer):
                return None
            return CachedAnswer._make(found, answer)

    def store(self, kernel: str, values: Mapping[str, Value],
              problem_size: Union[int, Iterable[int]] = (), *, kernel_hash: Optional[str] = None,
              device: Optional[str] = None, driver: Optional[str] = None,
              space: Optional[str] = None, order: Iterable[int] = (), seconds: float = 0.0,
              samples: int = 0, remaining: int = 0, stop_reason: TunerStop = "running",
              unmeasured: int = 0, trial_samples: int = 0, elapsed: float = 0.0,
              error_rate: float = 0.0, equivalence_margin: float = 0.0) -> None:
        """Stores the answer of a key, and replaces an earlier answer of the same key."""
        numbers = {name: value for name, value in locals().items() if name in _COUNTS + _REALS}
        key = key_struct(required(kernel, "kernel"), problem_size, kernel_hash, device, driver,
                         space)
        answer = _answer_struct()
        answer.stop_reason = named(stop_reason, "stop_reason", _STOP_REASONS)
        mapping(values, "values")
        answer.values = (_abi.bres_tuner_value * len(values))()
        answer.value_count = len(values)
        for i, (name, content) in enumerate(values.items()):
            _fill_value(answer.values[i], name, content)
        indices = [integer(index, "order", 0) for index in order]
        answer.order = (ctypes.c_uint64 * len(indices))(*indices)
        answer.order_count = len(indices)
        for name, value in numbers.items():
            setattr(answer, name, integer(value, name, 0) if name in _COUNTS else real(value, name))
        with self._lock, calling_back():
            lib.bres_tuner_cache_store(self._open(), key, answer)

    def refresh(self) -> None:
        """Reads what other processes have stored."""
        with self._lock, calling_back():
            lib.bres_tuner_cache_refresh(self._open())

    def __len__(self) -> int:
        with self._lock:
            return lib.bres_tuner_cache_count(self._open())

    def __iter__(self) -> Iterator[CachedAnswer]:
        """Yields the answers, in the order in which their keys were first stored."""
        index = 0
        while True:
            key, answer = key_struct(None, ()), _answer_struct()
            with self._lock:
                if not lib.bres_tuner_cache_at(self._open(), index, key, answer):
                    return
                found = CachedAnswer._make(key, answer)
            yield found
            index += 1

    def __contains__(self, kernel: object) -> bool:
        """Whether the cache has an answer for a kernel of this name."""
        return any(answer.kernel == kernel for answer in self)

    @property
    def device(self) -> str:
        """The default device of a key; "" if unknown."""
        with self._lock:
            return text(lib.bres_tuner_cache_device(self._open()))

    @property
    def driver(self) -> str:
        """The driver of `device`; "" for a processor, or if unknown."""
        with self._lock:
            return text(lib.bres_tuner_cache_driver(self._open()))

    def __repr__(self) -> str:
        if self._pointer is None:
            return f"<TunerCache {self._path}: closed>"
        return f"<TunerCache {self._path}: {len(self)} answers>"
