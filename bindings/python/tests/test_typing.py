# SPDX-License-Identifier: MIT
"""Compares the types and defaults that the package declares with the library."""
import inspect
import typing
import unittest

from support import ResultTest

import benchresult
from benchresult import _abi, _words
from benchresult._library import lib, text
from benchresult._record import Record
from benchresult.runs import _VARIANCE_SOURCES


def constants(prefix):
    return {name[len(prefix):].lower() for name in vars(_abi) if name.startswith(prefix)}


def formats(report):
    numbers = lib.bres_report_formats(report)
    return {text(lib.bres_format_name(i)) for i in range(32) if numbers >> i & 1}


def columns():
    numbers = lib.bres_summary_columns()
    return {text(lib.bres_column_name(i)) for i in range(32) if numbers >> i & 1}


def names(function, first, last):
    return {text(function(number)) for number in range(first, last + 1)}


WORDS = {
    "Backend": constants("BRES_BACKEND_"),
    "CaseSet": constants("BRES_CASES_"),
    "ClockKind": constants("BRES_CLOCK_"),
    "Column": columns(),
    "CompareDisplay": constants("BRES_DISPLAY_"),
    "CompareFormat": formats(_abi.BRES_REPORT_COMPARE),
    "DataType": names(lib.bres_data_type_name, _abi.BRES_TYPE_FLOAT32, _abi.BRES_TYPE_SIZE),
    "Distribution": constants("BRES_FILL_"),
    "JudgeEventKind": constants("BRES_JUDGE_EVENT_"),
    "MetricName": {name.lower() for name in benchresult.Metric.__members__},
    "Preset": {"default", "strict", "permissive"},
    "ProblemLanguage": {"c", "c++", "cxx", "cuda"},
    "RaceStop": names(lib.bres_race_stop_name, 1, 5),
    "ReuseIf": {"decided", "any"},
    "Role": constants("BRES_ROLE_"),
    "RuleName": {name.lower().replace("_", "-") for name in benchresult.Rule.__members__},
    "Strategy": {"elimination", "exhaustive", "random"},
    "SummaryFormat": formats(_abi.BRES_REPORT_SUMMARY),
    "TimeFormat": formats(_abi.BRES_REPORT_TIME),
    "TimeOutput": constants("BRES_TIMING_OUTPUT_"),
    "TrialStatus": names(lib.bres_trial_status_name, 0, _abi.BRES_TRIAL_EXCLUDED),
    "TunerStop": names(lib.bres_tuner_stop_name, _abi.BRES_TUNER_RUNNING,
                       _abi.BRES_TUNER_NONE_LEFT),
    "VarianceSource": set(_VARIANCE_SOURCES.values()),
}

# Function -> the structs of its options.
OPTIONS = {
    "measure": ["bres_measure_options"],
    "measure_cuda": ["bres_measure_options", "bres_cuda_options"],
    "race": ["bres_race_options"],
    "race_cuda": ["bres_race_options", "bres_cuda_options"],
    "race_commands": ["bres_race_options", "bres_command_race_options"],
    "time_commands": ["bres_race_options", "bres_timing_options"],
    "judge": ["bres_judge_options"],
    "probe": ["bres_probe_options"],
    "compare": ["bres_compare_options"],
    "Tuner": ["bres_measure_options", "bres_tuner_options"],
    "TunerCache": ["bres_tuner_cache_options"],
}
#: Parameters whose default differs from C: words are numbers there, and so is the value for None.
NOT_EQUAL = {"clock_kind", "metric", "reuse_if", "strategy", "backend", "type", "seed", "cuda_device"}
#: Defaults that differ because runs of commands take longer than calls of functions.
OWN_DEFAULTS = {("race_commands", "max_time"), ("race_commands", "warmup_runs"),
                ("time_commands", "error_rate"), ("time_commands", "warmup_runs"),
                ("time_commands", "max_time"), ("time_commands", "output")}


def defaults(structs):
    """The numbers of option structs that the library has filled."""
    numbers = {}
    for name in structs:
        options = getattr(_abi, name)()
        getattr(lib, f"{name}_init")(options)
        numbers.update((field, getattr(options, field)) for field, _ in options._fields_)
    return {field: value for field, value in numbers.items()
            if isinstance(value, (int, float)) and field not in NOT_EQUAL}


class TypingTest(ResultTest):
    def test_words(self):
        declared = {name: set(typing.get_args(value)) for name, value in vars(_words).items()
                    if typing.get_origin(value) is typing.Literal}
        self.assertEqual(declared, WORDS)

    def test_all_fields_of_records_have_types(self):
        for name in benchresult.__all__:
            kind = getattr(benchresult, name)
            if isinstance(kind, type) and issubclass(kind, Record):
                fields = {field for field in kind.__slots__ if not field.startswith("_")}
                self.assertEqual(fields - set(kind.__annotations__), set(), name)

    def test_signatures_show_the_defaults(self):
        for function, structs in OPTIONS.items():
            parameters = inspect.signature(getattr(benchresult, function)).parameters
            expected = {name: value for name, value in defaults(structs).items()
                        if name in parameters and (function, name) not in OWN_DEFAULTS}
            self.assertGreater(len(expected), 0, function)
            self.assertEqual({name: parameters[name].default for name in expected}, expected,
                             function)


if __name__ == "__main__":
    unittest.main()
