# SPDX-License-Identifier: MIT
"""Problems for the judge: the inputs of a solution, what it must compute, and how its output is
verified."""
from __future__ import annotations

import contextlib
import ctypes
import struct

from . import _abi
from ._callback import calling_back, guarded, hook
from ._choices import choice, named
from ._library import encode, finite, integer, lib, real, required, take_text, text
from ._record import Record
from .errors import ArgumentError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Dict, Iterable, Literal, Mapping, Optional, Sequence, Tuple, Union

    from ._words import CaseSet, DataType, Distribution, ProblemLanguage, Role

    Number = Union[int, float]
    Inputs = Mapping[str, Union[memoryview, Number]]

__all__ = ["Problem", "Parameter", "Case", "problems", "starter", "prototype"]

# Data type -> ctypes type of an element, and format of a memoryview; memoryview lacks float16.
_TYPES = {
    _abi.BRES_TYPE_FLOAT32: (ctypes.c_float, "f"),
    _abi.BRES_TYPE_FLOAT64: (ctypes.c_double, "d"),
    _abi.BRES_TYPE_FLOAT16: (ctypes.c_uint16, "H"),
    _abi.BRES_TYPE_INT32: (ctypes.c_int32, "i"),
    _abi.BRES_TYPE_UINT8: (ctypes.c_uint8, "B"),
    _abi.BRES_TYPE_UINT32: (ctypes.c_uint32, "I"),
    _abi.BRES_TYPE_UINT64: (ctypes.c_uint64, "Q"),
    _abi.BRES_TYPE_SIZE: (ctypes.c_size_t, "N"),
}
_LANGUAGES = {"c": _abi.BRES_LANGUAGE_C, "c++": _abi.BRES_LANGUAGE_CXX,
              "cxx": _abi.BRES_LANGUAGE_CXX, "cuda": _abi.BRES_LANGUAGE_CUDA}
_SETS = {_abi.BRES_CASES_CPU: "cpu", _abi.BRES_CASES_CUDA: "cuda",
         _abi.BRES_CASES_SAMPLE: "sample"}
_DISTRIBUTIONS = {_abi.BRES_FILL_UNIFORM: "uniform", _abi.BRES_FILL_NORMAL: "normal",
                  _abi.BRES_FILL_INTEGERS: "integers", _abi.BRES_FILL_SPECIAL: "special"}
_FIELDS = dict(_abi.bres_problem._fields_)


def data_type(name):
    """The number of a data type."""
    if name == "element":
        return _abi.BRES_TYPE_ELEMENT
    found = ctypes.c_uint()
    lib.bres_data_type_find(required(name, "type"), found)
    return found.value


# --- Parameters and cases -------------------------------------------------------------------------


class Parameter(Record):
    """A parameter of a solution: an array, or with `scalar` a value.

    `role` is "input", "output" or "extra" (sizes and shapes). A signature has inputs first, then
    outputs, then extra parameters. `type` is "element" (the data type of the judgement), "float32",
    "float64", "float16", "int32", "uint8", "uint32", "uint64" or "size". The solution must not
    write to a `const` array; by default, all arrays except outputs are const. A `host` array stays
    in host memory on a GPU.

    The library fills input arrays with a `distribution`: "uniform" in [`first`, `second`), "normal"
    with mean `first` and standard deviation `second`, "integers" from `first` to `second`, or
    "special", which is uniform with some values that break careless code.
    """

    __slots__ = ("name", "role", "type", "scalar", "const", "host", "distribution", "first",
                 "second")

    name: str
    role: Role
    type: Union[DataType, Literal["element"]]
    scalar: bool
    const: bool
    host: bool
    distribution: Distribution
    first: float
    second: float

    def __init__(self, name: str, role: Role, *,
                 type: Union[DataType, Literal["element"]] = "element", scalar: bool = False,
                 const: Optional[bool] = None, host: bool = False,
                 distribution: Distribution = "uniform",
                 first: float = 0.0, second: float = 1.0) -> None:
        if const is None:
            const = not scalar and role != "output"
        super().__init__(name=name, role=role, type=type, scalar=bool(scalar), const=bool(const),
                         host=bool(host), distribution=distribution, first=finite(first, "first"),
                         second=finite(second, "second"))

    def _fill(self, c):
        c.name = required(self.name, "name")
        c.type = data_type(self.type)
        c.role = choice(self.role, "role", "BRES_ROLE_")
        c.flags = ((0 if self.scalar else _abi.BRES_PARAMETER_POINTER) |
                   (_abi.BRES_PARAMETER_CONST if self.const else 0) |
                   (_abi.BRES_PARAMETER_HOST if self.host else 0))
        c.distribution = choice(self.distribution, "distribution", "BRES_FILL_")
        c.first = self.first
        c.second = self.second


class Case(Record):
    """A case of a problem. `dims` has up to 8 integers, and `reals` up to 4 numbers, which may be
    NaN or infinite. The problem defines the meaning of both. With `check_only` the case is not
    timed. `distribution` replaces the distributions of all inputs except integers.

    The functions of a problem receive a case with all four `reals`, with the `set` ("cpu", "cuda"
    or "sample") and with the data `type`.
    """

    __slots__ = ("name", "dims", "reals", "check_only", "distribution", "set", "type")

    name: str
    dims: Tuple[int, ...]
    reals: Tuple[float, ...]
    check_only: bool
    distribution: Optional[Distribution]
    set: Optional[CaseSet]
    type: Optional[DataType]

    def __init__(self, name: str, dims: Sequence[int] = (), reals: Sequence[float] = (), *,
                 check_only: bool = False,
                 distribution: Optional[Distribution] = None, set: Optional[CaseSet] = None,
                 type: Optional[DataType] = None) -> None:
        super().__init__(name=name, dims=tuple(dims), reals=tuple(reals),
                         check_only=bool(check_only), distribution=distribution, set=set, type=type)

    def _fill(self, c):
        name = required(self.name, "name")
        for what, values, high in (("name", name, _abi.BRES_CASE_NAME_MAX - 1),
                                   ("dims", self.dims, _abi.BRES_CASE_DIMS_MAX),
                                   ("reals", self.reals, _abi.BRES_CASE_REALS_MAX)):
            if len(values) > high:
                raise ArgumentError(f"case {self.name!r} has {len(values)} {what} (expected at "
                                    f"most {high})")
        c.name = name
        c.flags = _abi.BRES_CASE_CHECK_ONLY if self.check_only else 0
        c.has_distribution = self.distribution is not None
        if self.distribution is not None:
            c.distribution = choice(self.distribution, "distribution", "BRES_FILL_")
        c.dim_count = len(self.dims)
        for i, value in enumerate(self.dims):
            c.dims[i] = integer(value, "dims", 0, 2**64 - 1)
        for i, value in enumerate(self.reals):
            c.reals[i] = real(value, "reals")


def _case(pointer):
    c = ctypes.cast(pointer, ctypes.POINTER(_abi.bres_problem_case)).contents
    return Case(text(c.name), c.dims[:c.dim_count], c.reals[:],
                check_only=c.flags & _abi.BRES_CASE_CHECK_ONLY,
                distribution=_DISTRIBUTIONS[c.distribution] if c.has_distribution else None,
                set=_SETS[c.set], type=text(lib.bres_data_type_name(c.type)))


# --- Arrays ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def _view(address, kind, count, is_read_only):
    """A view of an array in C during a call. The view cannot be used after the call."""
    c_type, code = _TYPES[kind]
    if count == 0:  # an empty view cannot be cast
        yield memoryview(bytearray())
        return
    view = memoryview((c_type * count).from_address(address)).cast("B").cast(code)
    if is_read_only:
        view = view.toreadonly()
    try:
        yield view
    except BaseException:
        with contextlib.suppress(BufferError):  # the traceback may keep the view
            view.release()
        raise
    view.release()


# --- Verification ---------------------------------------------------------------------------------


def _shown(kind, number):
    """The number with the digits that the precision of the data type needs."""
    return str(number) if kind not in (_abi.BRES_TYPE_FLOAT32, _abi.BRES_TYPE_FLOAT16) \
        else f"{number:.9g}"


def _put_wrong(c, name, kind, wrong, expected, actual):
    """Fills a bres_verification with the return value of `Problem.verify()`."""
    def number(element):
        is_half = kind == _abi.BRES_TYPE_FLOAT16
        return struct.unpack("e", struct.pack("H", element))[0] if is_half else element

    count = c.count = len(actual)
    if wrong is None:
        return
    if isinstance(wrong, str):
        indices, message = range(count), wrong
    else:
        indices = sorted({integer(i, f"an index of {name!r}", 0, count - 1) for i in wrong})
        if not indices:
            return
        i = indices[0]
        message = (f"{name}[{i}] is {_shown(kind, number(actual[i]))}, expected "
                   f"{_shown(kind, number(expected[i]))} ({len(indices)} of {count} elements "
                   f"{'is' if len(indices) == 1 else 'are'} wrong)")
    c.wrong = max(len(indices), 1)
    c.worst_count = min(len(indices), len(c.worst))
    for place, i in zip(c.worst, indices):
        place.index, place.expected, place.actual = i, number(expected[i]), number(actual[i])
    c.first = c.worst[0]
    high = _abi.bres_verification.message.size - 1
    c.message = encode(message)[:high].decode("utf-8", "ignore").encode("utf-8")


# --- A problem ------------------------------------------------------------------------------------


def _undefined(problem, function):
    return UnsupportedError(f"{type(problem).__name__} does not define {function}()")


class Problem:
    """A problem of the program. Write a subclass to define it.

    The subclass sets `name` (letters, digits and "-"), `title`, `parameters` and, for types other
    than float32, `types`. It defines at least `cases()`, `element_count()` and `reference()`, and
    `scalar()` if a parameter is a value. An exception in a function ends the judgement and is
    raised unchanged.
    """

    name: str
    title: str
    parameters: Sequence[Parameter]
    #: The data types that the problem supports; the first in the order of C is the default.
    types: Sequence[DataType] = ("float32",)
    #: Seconds for all calls of one case.
    time_limit: float = 100.0

    def cases(self, set: CaseSet, seed: int) -> Sequence[Case]:
        """Returns the cases of a set: "cpu", "cuda", or "sample", which is one small case. The
        number of cases is the same for every seed. Only the sizes of untimed cases may depend on
        the seed."""
        raise _undefined(self, "cases")

    def element_count(self, case: Case, parameter: str) -> int:
        """Returns the number of elements of an array."""
        raise _undefined(self, "element_count")

    def scalar(self, case: Case, parameter: str) -> Number:
        """Returns the value of a scalar parameter; for float16 its bits."""
        raise _undefined(self, "scalar")

    def fill(self, case: Case, parameter: str, seed: int, elements: memoryview) -> bool:
        """Fills an input array, in place of its distribution, or an extra array. Returns False
        to let the library fill an input."""
        return False

    def reference(self, case: Case, inputs: Inputs, outputs: Mapping[str, memoryview]) -> None:
        """Writes the expected values into the outputs. Arrays are memoryview objects that are
        valid during the call; float16 arrays contain bits."""
        raise _undefined(self, "reference")

    def tolerance(self, case: Case, parameter: str) -> Tuple[float, float]:
        """Returns the relative and the absolute tolerance: by how much an element of an output may
        differ from its expected value. By default, both are 0."""
        return 0.0, 0.0

    def verify(self, case: Case, parameter: str, inputs: Inputs, expected: memoryview,
               actual: memoryview) -> Union[None, str, Iterable[int]]:
        """Compares an output with its expected values. A subclass can define this function in place
        of `tolerance()`. It returns the indices of the wrong elements, or a clause that describes
        the fault of the whole output. It returns None or no index if the output is correct.

        `expected` can also be an earlier output for the same inputs; the function must accept both.
        """
        raise _undefined(self, "verify")

    def flops(self, case: Case) -> int:
        """Returns the number of operations of one call; 0: unknown."""
        return 0

    def bytes(self, case: Case) -> int:
        """Returns the smallest number of bytes that one call must move; 0: unknown."""
        return 0

    # --- The struct in C ---

    def _struct(self):
        """A bres_problem, which keeps references to everything that it points to."""
        c = _abi.bres_problem()
        lib.bres_problem_init(c)
        c.name = required(self.name, "name")
        c.title = required(self.title, "title")
        parameters = (_abi.bres_problem_parameter * len(self.parameters))()
        for parameter, facts in zip(self.parameters, parameters):
            if not isinstance(parameter, Parameter):
                raise TypeError(f"parameters must be Parameter, not {type(parameter).__name__}")
            parameter._fill(facts)
        c.parameters = parameters
        c.parameter_count = len(parameters)
        c.types = sum(1 << data_type(name) for name in dict.fromkeys(self.types))
        c.time_limit = real(self.time_limit, "time_limit")
        calls = _Calls(self, [(p.name, facts.type, facts.role, p.scalar)
                              for p, facts in zip(self.parameters, parameters)])
        for field in ("case_count", "element_count", "flops", "bytes"):
            setattr(c, field, _FIELDS[field](guarded(getattr(calls, field), 0)))
        for field in ("make_case", "reference"):
            setattr(c, field, _FIELDS[field](hook(getattr(calls, field))))
        is_own = type(self).verify is not Problem.verify
        c.verify = _FIELDS["verify"](hook(calls.verify if is_own else calls.tolerate))
        c.scalar = _FIELDS["scalar"](guarded(calls.scalar))
        if type(self).fill is not Problem.fill:
            c.fill = _FIELDS["fill"](guarded(calls.fill, True))
        return c


def _element(c_type, number):
    """The number, which an element of this type must be able to hold."""
    if c_type in (ctypes.c_float, ctypes.c_double):
        return real(number, "what scalar() returns")
    bits = 8 * ctypes.sizeof(c_type)
    is_signed = c_type(-1).value < 0
    low, high = (-2**(bits - 1), 2**(bits - 1) - 1) if is_signed else (0, 2**bits - 1)
    return integer(number, "what scalar() returns", low, high)


class _Calls:
    """The functions of a problem as callbacks for C. `facts` has the name, type, role and `scalar`
    of each parameter."""

    def __init__(self, problem, facts):
        self._problem = problem
        self._facts = facts

    def case_count(self, _, kind):
        return len(self._problem.cases(_SETS[kind], 0))

    def make_case(self, _, index, seed, c):
        case = self._problem.cases(_SETS[c.contents.set], seed)[index]
        if not isinstance(case, Case):
            raise TypeError(f"cases() must return Case objects, not {type(case).__name__}")
        case._fill(c.contents)

    def element_count(self, _, case, parameter):
        return self._count(_case(case), parameter)

    def scalar(self, _, case, parameter, value):
        case = _case(case)
        number = self._problem.scalar(case, self._facts[parameter][0])
        c_type = _TYPES[self._kind(case, parameter)][0]
        c_type.from_address(value).value = _element(c_type, number)

    def fill(self, _, case, parameter, seed, elements):
        case = _case(case)
        with self._view(case, parameter, elements) as view:
            return bool(self._problem.fill(case, self._facts[parameter][0], seed, view))

    def reference(self, _, case, inputs, outputs):
        case = _case(case)
        with contextlib.ExitStack() as stack:
            wanted = {}
            for i, (name, _, role, _) in enumerate(self._facts):
                if role == _abi.BRES_ROLE_OUTPUT:
                    wanted[name] = stack.enter_context(
                        self._view(case, i, outputs[len(wanted)]))
            self._problem.reference(case, self._inputs(stack, case, inputs), wanted)

    def verify(self, _, case, parameter, inputs, expected, actual, verification):
        case = _case(case)
        name = self._facts[parameter][0]
        with contextlib.ExitStack() as stack:
            given = self._inputs(stack, case, inputs)
            arrays = [stack.enter_context(self._view(case, parameter, address, True))
                      for address in (expected, actual)]
            wrong = self._problem.verify(case, name, given, *arrays)
            _put_wrong(verification.contents, name, self._kind(case, parameter), wrong, *arrays)

    def tolerate(self, _, case, parameter, inputs, expected, actual, verification):
        """Applies the tolerance in Python, because a Python callback cannot return a struct to
        C."""
        case = _case(case)
        name = self._facts[parameter][0]
        bounds = self._problem.tolerance(case, name)
        if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
            raise TypeError("tolerance() must return two numbers")
        relative, absolute = bounds
        tolerance = _abi.bres_tolerance(real(relative, "relative"), real(absolute, "absolute"))
        lib.bres_verify(name.encode(), self._kind(case, parameter), expected, actual,
                        self._count(case, parameter), tolerance, verification)

    def flops(self, _, case):
        return integer(self._problem.flops(_case(case)), "flops", 0, 2**64 - 1)

    def bytes(self, _, case):
        return integer(self._problem.bytes(_case(case)), "bytes", 0, 2**64 - 1)

    def _inputs(self, stack, case, addresses):
        """The input values and arrays by name. The arrays are valid until the stack ends. Inputs
        come before all other parameters."""
        given = {}
        for i, (name, _, role, is_scalar) in enumerate(self._facts):
            if role == _abi.BRES_ROLE_INPUT and is_scalar:
                given[name] = _TYPES[self._kind(case, i)][0].from_address(addresses[i]).value
            elif role == _abi.BRES_ROLE_INPUT:
                given[name] = stack.enter_context(self._view(case, i, addresses[i], True))
        return given

    def _kind(self, case, parameter):
        return self._facts[parameter][1] or data_type(case.type)

    def _count(self, case, parameter):
        return integer(self._problem.element_count(case, self._facts[parameter][0]),
                       "element_count", 0, 2**63 - 1)

    def _view(self, case, parameter, address, is_read_only=False):
        return _view(address, self._kind(case, parameter), self._count(case, parameter),
                     is_read_only)


# --- The library's problems -----------------------------------------------------------------------


def problem_struct(problem):
    """A pointer to a problem of the library, found by its name, or to the struct of a Problem."""
    if isinstance(problem, Problem):
        return problem._struct()
    found = ctypes.c_void_p()
    lib.bres_problem_find(required(problem, "problem"), found)
    return ctypes.cast(found, ctypes.POINTER(_abi.bres_problem))


def problems() -> Dict[str, str]:
    """Returns the problems of the library: name -> title."""
    found = (lib.bres_problem_at(i).contents for i in range(lib.bres_problem_count()))
    return {text(problem.name): text(problem.title) for problem in found}


def _code(function, problem, language, type):
    c = problem_struct(problem)
    kind = data_type(type) if type is not None else _first_type(c)
    out = ctypes.c_void_p()
    with calling_back():
        function(c, kind, named(language, "language", _LANGUAGES), out)
    return take_text(out)


def _first_type(c):
    types = getattr(c, "contents", c).types
    return next((kind for kind in _TYPES if types >> kind & 1), _abi.BRES_TYPE_FLOAT32)


def starter(problem: Union[Problem, str], language: ProblemLanguage = "c",
            type: Optional[DataType] = None) -> str:
    """Returns a source file with an empty `solution`, in "c", "c++" or "cuda". The default data
    type is the first type that the problem supports."""
    return _code(lib.bres_problem_starter, problem, language, type)


def prototype(problem: Union[Problem, str], language: ProblemLanguage = "c",
            type: Optional[DataType] = None) -> str:
    """Returns the declaration of `solution`, for a header that a solution includes."""
    return _code(lib.bres_problem_prototype, problem, language, type)
