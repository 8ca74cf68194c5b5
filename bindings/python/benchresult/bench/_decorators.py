# SPDX-License-Identifier: MIT
"""The decorators `axis` and `option`. They record calls of Benchmark on a function; `register()`
makes these calls."""
from __future__ import annotations

from typing import Any, Callable, Iterable, List, Protocol, Tuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_ACTIONS = "__benchresult_actions__"
_REGISTERED = "__benchresult_registered__"


class Decorator(Protocol):
    """A decorator that returns the function unchanged."""

    def __call__(self, function: F, /) -> F: ...


def recorded(function: Callable[..., Any]) -> List[Tuple[str, Tuple[Any, ...]]]:
    """Method and arguments of each decorator, in the order of the source."""
    return list(reversed(getattr(function, _ACTIONS, ())))


def mark_registered(function: Callable[..., Any]) -> None:
    """Refuses decorators from now on."""
    try:
        setattr(function, _REGISTERED, True)
    except AttributeError:
        pass  # a bound method or a built-in function, which takes no decorators either


def _record(method: str, *values: Any) -> Decorator:
    def decorate(function: F) -> F:
        if getattr(function, _REGISTERED, False):
            raise RuntimeError(f"{method} must be placed below the decorator that registers "
                               f"{function!r}")
        actions = [*getattr(function, _ACTIONS, ()), (method, values)]
        try:
            setattr(function, _ACTIONS, actions)
        except AttributeError:
            raise TypeError(f"{function!r} takes no decorators: it has no attributes") from None
        return function
    return decorate


class Axis:
    """Decorators that add axes. The axis that is written first changes fastest."""

    def int64(self, name: str, values: Iterable[int]) -> Decorator:
        """Adds an axis of integers."""
        return _record("add_int64_axis", name, values)

    def int64_power_of_two(self, name: str, values: Iterable[int]) -> Decorator:
        """Adds an axis of powers of two by their exponents."""
        return _record("add_int64_power_of_two_axis", name, values)

    def float64(self, name: str, values: Iterable[float]) -> Decorator:
        """Adds an axis of numbers."""
        return _record("add_float64_axis", name, values)

    def string(self, name: str, values: Iterable[str]) -> Decorator:
        """Adds an axis of texts."""
        return _record("add_string_axis", name, values)

    power_of_two = int64_power_of_two
    add_int64_axis = int64
    add_int64_power_of_two_axis = int64_power_of_two
    add_float64_axis = float64
    add_string_axis = string


class Option:
    """Decorators that change settings. Place `stopping_criterion`, which resets the parameters of
    the criterion, above the decorators that set them."""

    def set_name(self, name: str) -> Decorator:
        """Sets the name of the benchmark."""
        return _record("set_name", name)

    def set_run_once(self, value: bool) -> Decorator:
        """Measures one execution without warm-up."""
        return _record("set_run_once", value)

    def run_once(self, value: bool = True) -> Decorator:
        """Measures one execution without warm-up."""
        return self.set_run_once(value)

    def set_is_cpu_only(self, value: bool) -> Decorator:
        """Measures on the CPU instead of on GPUs."""
        return _record("set_is_cpu_only", value)

    def is_cpu_only(self, value: bool = True) -> Decorator:
        """Measures on the CPU instead of on GPUs."""
        return self.set_is_cpu_only(value)

    def set_skip_time(self, duration_seconds: float) -> Decorator:
        """Skips states whose last warm-up took less time."""
        return _record("set_skip_time", duration_seconds)

    def set_timeout(self, duration_seconds: float) -> Decorator:
        """Sets the time after which a state ends."""
        return _record("set_timeout", duration_seconds)

    def set_batch_target_time(self, duration_seconds: float) -> Decorator:
        """Sets the GPU time of the batch measurement."""
        return _record("set_batch_target_time", duration_seconds)

    def set_cold_max_warmup_walltime(self, duration_seconds: float) -> Decorator:
        """Sets the time after which no further warm-up starts."""
        return _record("set_cold_max_warmup_walltime", duration_seconds)

    def set_throttle_recovery_delay(self, delay_seconds: float) -> Decorator:
        """Sets the time to wait after a discarded sample."""
        return _record("set_throttle_recovery_delay", delay_seconds)

    def set_throttle_threshold(self, threshold: float) -> Decorator:
        """Discards samples below this fraction of the default clock rate."""
        return _record("set_throttle_threshold", threshold)

    def set_stopping_criterion(self, criterion: str) -> Decorator:
        """Sets the stopping criterion, with its default parameters."""
        return _record("set_stopping_criterion", criterion)

    def set_criterion_param_int64(self, name: str, value: int) -> Decorator:
        """Sets a parameter of the stopping criterion."""
        return _record("set_criterion_param_int64", name, value)

    def set_criterion_param_float64(self, name: str, value: float) -> Decorator:
        """Sets a parameter of the stopping criterion."""
        return _record("set_criterion_param_float64", name, value)

    def set_criterion_param_string(self, name: str, value: str) -> Decorator:
        """Sets a parameter of the stopping criterion."""
        return _record("set_criterion_param_string", name, value)

    def set_min_samples(self, count: int) -> Decorator:
        """Sets the number of samples before the stopping criterion is asked."""
        return _record("set_min_samples", count)

    def set_cold_warmup_runs(self, count: int) -> Decorator:
        """Sets the number of warm-ups."""
        return _record("set_cold_warmup_runs", count)

    name = set_name
    skip_time = set_skip_time
    timeout = set_timeout
    batch_target_time = set_batch_target_time
    cold_max_warmup_walltime = set_cold_max_warmup_walltime
    throttle_recovery_delay = set_throttle_recovery_delay
    throttle_threshold = set_throttle_threshold
    stopping_criterion = set_stopping_criterion
    criterion_param_int64 = set_criterion_param_int64
    criterion_param_float64 = set_criterion_param_float64
    criterion_param_string = set_criterion_param_string
    min_samples = set_min_samples
    cold_warmup_runs = set_cold_warmup_runs


axis: Axis = Axis()
option: Option = Option()
