# SPDX-License-Identifier: MIT
"""What the C headers declare. Written by generate_abi.py; do not edit."""
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint8, c_uint32,
                    c_uint64, c_void_p)

VERSION = "0.1.0"

BRES_OK = 0
BRES_ERROR_ARGUMENT = 1
BRES_ERROR_MEMORY = 2
BRES_ERROR_NO_FILE = 3
BRES_ERROR_IO = 4
BRES_ERROR_SYNTAX = 5
BRES_ERROR_KEY = 6
BRES_ERROR_KIND = 7
BRES_ERROR_VALUE = 8
BRES_ERROR_SIDECAR = 9
BRES_ERROR_LIMIT = 10
BRES_ERROR_VERSION = 11
BRES_ERROR_CONFLICT = 12
BRES_ERROR_STATE = 13
BRES_ERROR_NO_DEVICE = 14
BRES_ERROR_CUDA = 15
BRES_ERROR_UNSUPPORTED = 16
BRES_ERROR_INTERRUPTED = 17
BRES_LOG_WARNING = 1
BRES_LOG_INFO = 2
BRES_KIND_ABSENT = 0
BRES_KIND_NULL = 1
BRES_KIND_INT64 = 2
BRES_KIND_FLOAT64 = 3
BRES_KIND_STRING = 4
BRES_COUNTS_BY_COUNT = 0
BRES_COUNTS_BY_NAME = 1
BRES_COUNTS_BY_MAGNITUDE = 2
BRES_EXCLUSIVE = 0
BRES_INCLUSIVE = 1
BRES_EXCLUSIVE_ANNOTATE = 2
BRES_INCLUSIVE_ANNOTATE = 3
BRES_UNKNOWN = 0
BRES_SAME = 1
BRES_FAST = 2
BRES_SLOW = 3
BRES_AMBIGUOUS = 4
BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES = 1
BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES = 2
BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED = 3
BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED = 4
BRES_REASON_BULK_CYCLE_DATA_UNUSABLE = 5
BRES_REASON_MISSING_CLOCK_RATE = 6
BRES_REASON_INVALID_CLOCK_RATE = 7
BRES_REASON_NOISE_UNAVAILABLE = 8
BRES_REASON_MISSING_INTERVAL = 9
BRES_REASON_CENTERS_NOT_CLOSE = 10
BRES_REASON_WEAK_INTERVAL_OVERLAP = 11
BRES_REASON_NOISE_TOO_HIGH = 12
BRES_REASON_BULK_TIME_DATA_UNUSABLE = 13
BRES_REASON_BULK_TIME_SUPPORT_MISMATCH = 14
BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH = 15
BRES_REASON_CYCLE_SAME_NOT_CONFIRMED = 16
BRES_REASON_BULK_SAME = 17
BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES = 18
BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES = 19
BRES_REASON_SAME_WITHOUT_CLOCK_RATE = 20
BRES_REASON_SAME_CONFIRMED_BY_CYCLES = 21
BRES_REASON_STATE_SKIPPED = 22
BRES_REASON_GPU_TIMING_SUMMARIES_MISSING = 23
BRES_REASON_TIMING_CENTER_MISSING = 24
BRES_REASON_TIMING_CENTER_NONFINITE = 25
BRES_REASON_TIMING_CENTER_NONPOSITIVE = 26
BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK = 27
BRES_REASON_LEGACY_RULE = 28
BRES_REASON_COUNTS_AGREE = 29
BRES_REASON_COUNTS_DIFFER = 30
BRES_REASON_RUNS_DIFFER = 31
BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES = 32
BRES_REASON_RUNS_AGREE = 33
BRES_REASON_RUNS_INTERVAL_TOO_WIDE = 34
BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED = 35
BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED = 36
BRES_REASON_RUNS_TOO_FEW = 37
BRES_REASON_RUNS_WITHOUT_VARIATION = 38
BRES_REASON_RUNS_NO_DISCOVERY = 39
BRES_REASON_COUNTS_VARY = 40
BRES_REASON_RUNS_ODD = 41
BRES_RULE_DEFAULT = 0
BRES_RULE_NVBENCH = 1
BRES_RULE_LEGACY = 2
BRES_UNIT_SECONDS = 0
BRES_UNIT_INSTRUCTIONS = 1
BRES_METRIC_AUTO = 0
BRES_METRIC_GPU = 1
BRES_METRIC_CPU = 2
BRES_METRIC_BATCH = 3
BRES_METRIC_INSTRUCTIONS = 4
BRES_RUN_ORDER_UNKNOWN = 0
BRES_RUN_ORDER_EQUAL = 1
BRES_RUN_ORDER_FUTURE = 2
BRES_RUN_ORDER_OVERLAPPING = 3
BRES_RUN_ORDER_MIXED = 4
BRES_RUN_ORDER_SEPARATE = 5
BRES_VARIANCE_SAMPLES = 1
BRES_VARIANCE_RUNS = 2
BRES_TYPE_ELEMENT = 0
BRES_TYPE_FLOAT32 = 1
BRES_TYPE_FLOAT64 = 2
BRES_TYPE_FLOAT16 = 3
BRES_TYPE_INT32 = 4
BRES_TYPE_UINT8 = 5
BRES_TYPE_UINT32 = 6
BRES_TYPE_UINT64 = 7
BRES_TYPE_SIZE = 8
BRES_ROLE_INPUT = 0
BRES_ROLE_OUTPUT = 1
BRES_ROLE_EXTRA = 2
BRES_FILL_UNIFORM = 0
BRES_FILL_NORMAL = 1
BRES_FILL_INTEGERS = 2
BRES_FILL_SPECIAL = 3
BRES_CASES_CPU = 0
BRES_CASES_CUDA = 1
BRES_CASES_SAMPLE = 2
BRES_LANGUAGE_C = 0
BRES_LANGUAGE_CXX = 1
BRES_LANGUAGE_CUDA = 2
BRES_JUDGE_BENCHMARKED = 0
BRES_JUDGE_CHECKED = 1
BRES_JUDGE_COMPILE_ERROR = 2
BRES_JUDGE_TIME_LIMIT_EXCEEDED = 3
BRES_JUDGE_RUNTIME_ERROR = 4
BRES_JUDGE_WRONG_ANSWER = 5
BRES_JUDGE_GUARD_VIOLATION = 6
BRES_JUDGE_INPUT_MODIFIED = 7
BRES_JUDGE_ASYNC_WORK = 8
BRES_JUDGE_CLOCK_MISMATCH = 9
BRES_JUDGE_CHANNEL_FORGED = 10
BRES_JUDGE_SKIPPED_OOM = 11
BRES_BACKEND_CPU = 0
BRES_BACKEND_CUDA = 1
BRES_JUDGE_EVENT_COMPILING = 0
BRES_JUDGE_EVENT_CHECKING = 1
BRES_JUDGE_EVENT_TEST_RESULT = 2
BRES_JUDGE_EVENT_CHECKED = 3
BRES_JUDGE_EVENT_BENCHMARKING = 4
BRES_JUDGE_EVENT_SAMPLE = 5
BRES_JUDGE_EVENT_CASE_RESULT = 6
BRES_JUDGE_EVENT_END = 7
BRES_SPREAD_STEADY = 0
BRES_SPREAD_MILD = 1
BRES_SPREAD_SEVERE = 2
BRES_TIMING_COLOR_NONE = 0
BRES_TIMING_COLOR_COLUMNS = 1
BRES_TIMING_COLOR_ROWS = 2
BRES_FORMAT_MARKDOWN = 0
BRES_FORMAT_CSV = 1
BRES_FORMAT_JSON = 2
BRES_FORMAT_JUNIT = 3
BRES_FORMAT_PYTHON = 4
BRES_DISPLAY_INTERVALS = 0
BRES_DISPLAY_SIMPLE = 1
BRES_DISPLAY_EXPLAIN = 2
BRES_DISPLAY_LEGACY = 3
BRES_COLOR_NONE = 0
BRES_COLOR_ANSI = 1
BRES_COLOR_EMOJI = 2
BRES_RACE_DECIDED = 1
BRES_RACE_TIME_OVER = 2
BRES_RACE_PAIRS_OVER = 3
BRES_RACE_INTERRUPTED = 4
BRES_RACE_FAILED = 5
BRES_TIMING_TIMEIT = 0
BRES_TIMING_BLOCKED = 1
BRES_TIMING_ADAPTIVE = 2
BRES_TUNER_ELIMINATION = 0
BRES_TUNER_EXHAUSTIVE = 1
BRES_TUNER_RANDOM = 2
BRES_TUNER_RUNNING = 0
BRES_TUNER_DECIDED = 1
BRES_TUNER_TIED = 2
BRES_TUNER_COMPLETE = 3
BRES_TUNER_TIME_OVER = 4
BRES_TUNER_SAMPLES_OVER = 5
BRES_TUNER_INTERRUPTED = 6
BRES_TUNER_NONE_LEFT = 7
BRES_CALLGRIND_ALL_THREADS = 2
BRES_CALLGRIND_NO_BASELINE = 1
BRES_CASE_CHECK_ONLY = 1
BRES_CASE_DIMS_MAX = 8
BRES_CASE_NAME_MAX = 96
BRES_CASE_REALS_MAX = 4
BRES_COMMAND_ANY_STATUS = 1
BRES_COMPARE_ALLOW_MISSING = 4
BRES_COMPARE_ANY_DEPENDENCE = 64
BRES_COMPARE_ASSUME_NORMAL = 128
BRES_COMPARE_HAS_CLOCK = 1
BRES_COMPARE_IGNORE_DEVICES = 2
BRES_COMPARE_PAIRED = 16
BRES_COMPARE_SEQUENTIAL = 256
BRES_COMPARE_UNPAIRED = 32
BRES_COUNTS_ALL_ROWS = 1
BRES_CRITERION_COMBINES = 1
BRES_CUDA_NO_BATCH = 4
BRES_CUDA_SYNC = 2
BRES_CUDA_TIMED = 1
BRES_HAS_CENTER = 1
BRES_HAS_CHANGE = 4
BRES_HAS_CHANGE_INTERVAL = 16
BRES_HAS_DIFFERENCE = 1
BRES_HAS_DIFFERENCE_INTERVAL = 8
BRES_HAS_FRACTION = 2
BRES_HAS_INTERVAL = 2
BRES_HAS_NOISE = 4
BRES_HAS_SAMPLES = 8
BRES_JUDGE_CHECK_ONLY = 1
BRES_JUDGE_CV_OF_TIMES = 4
BRES_JUDGE_FIRST_CASE = 2
BRES_JUDGE_SAMPLE_CASE = 8
BRES_LOAD_CONFINE = 4
BRES_LOAD_CWD_FALLBACK = 2
BRES_LOAD_LENIENT = 1
BRES_MEASURE_RUN_ONCE = 1
BRES_PARAMETER_CONST = 2
BRES_PARAMETER_HOST = 4
BRES_PARAMETER_NOT_NEGATIVE = 1
BRES_PARAMETER_POINTER = 1
BRES_PLOT_DARK = 1
BRES_PROFILE_MERGE_RECURSION = 1
BRES_RACE_RESUME = 1
BRES_RACE_SHOW_OUTPUT = 2
BRES_REPORT_FAIL_ON_MISSING = 1
BRES_STATE_HAS_BW = 4
BRES_STATE_HAS_DEVICE = 1
BRES_STATE_HAS_SKIP_REASON = 32
BRES_STATE_HAS_TYPE_CONFIG_INDEX = 2
BRES_STATE_IS_SKIPPED = 8
BRES_STATE_SKIP_UNKNOWN = 16
BRES_TIMER_CUDA_EVENTS = 4
BRES_TIMER_HAS_STREAM = 2
BRES_TIMER_SUBTRACT_CALL = 1
BRES_TIMING_HIGHLIGHT = 2
BRES_TIMING_TRIM = 1
BRES_TUNER_RESUME = 1
BRES_TUNER_REUSE = 2
BRES_VERSION_MAJOR = 0
BRES_VERSION_MINOR = 1
BRES_VERSION_PATCH = 0
BRES_WORST_MAX = 5
BRES_WRITE_NO_SIDECARS = 1



bres_log_fn = CFUNCTYPE(None, c_void_p, c_uint, c_char_p)


class bres_clock(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("now", CFUNCTYPE(c_uint64, c_void_p)),
        ("sleep", CFUNCTYPE(None, c_void_p, c_uint64)),
        ("user", c_void_p),
    ]


class bres_summary_record(Structure):
    _fields_ = [
        ("summary", c_void_p),
        ("shape", c_void_p),
        ("int64", c_int64),
        ("float64", c_double),
        ("string", c_char_p),
        ("kind", c_uint32),
        ("field_count", c_uint32),
    ]


class bres_state_record(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("point_name", c_char_p),
        ("skip_reason", c_char_p),
        ("device", c_int64),
        ("type_config_index", c_int64),
        ("bw", c_double),
        ("has", c_uint32),
        ("run", c_uint32),
    ]


class bres_times(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_size_t),
        ("gpu", POINTER(c_double)),
        ("cpu", POINTER(c_double)),
        ("clocks", POINTER(c_double)),
        ("walltime", c_double),
        ("elements", c_int64),
        ("global_bytes", c_int64),
        ("peak_bytes_per_second", c_double),
        ("default_clock", c_double),
    ]


class bres_count(Structure):
    _fields_ = [
        ("count", c_int64),
        ("name", c_char_p),
    ]


bres_counts_rename_fn = CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_void_p))


bres_counts_keep_fn = CFUNCTYPE(c_int, c_void_p, POINTER(bres_count), POINTER(c_bool))


class bres_profile_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("max_memory", c_uint64),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


bres_callgrind_signal_fn = CFUNCTYPE(c_int, c_void_p)


class bres_callgrind_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("repeats", c_uint32),
        ("number", c_uint64),
        ("warmup", c_uint64),
        ("num_threads", c_int32),
        ("reserved", c_uint32),
        ("timeout", c_double),
        ("valgrind", c_char_p),
        ("keep_path", c_char_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
        ("signal", bres_callgrind_signal_fn),
        ("signal_user", c_void_p),
        ("arguments", POINTER(c_char_p)),
        ("environment", POINTER(c_char_p)),
    ]


class bres_callgrind_task(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("fn", CFUNCTYPE(None, c_void_p)),
        ("setup", CFUNCTYPE(c_void_p)),
        ("teardown", CFUNCTYPE(None, c_void_p)),
    ]


class bres_thresholds(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("clear_gap_relative", c_double),
        ("same_center_relative", c_double),
        ("same_overlap_fraction", c_double),
        ("same_relative_dispersion_ceiling", c_double),
        ("bulk_sample_coverage", c_double),
        ("bulk_support_coverage", c_double),
        ("bulk_rare_sample_fraction", c_double),
        ("bulk_rare_max_removed_fraction", c_double),
        ("runs_min_effect", c_double),
        ("runs_equivalence_margin", c_double),
        ("runs_change_confidence", c_double),
        ("runs_equivalence_confidence", c_double),
        ("rule", c_uint32),
        ("runs_assume_normal", c_uint32),
    ]


class bres_estimate(Structure):
    _fields_ = [
        ("has", c_uint32),
        ("unit", c_uint32),
        ("center", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("noise", c_double),
        ("samples", c_uint64),
        ("reserved", c_double * 4),
    ]


class bres_difference(Structure):
    _fields_ = [
        ("has", c_uint32),
        ("unit", c_uint32),
        ("center", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("fraction", c_double),
        ("change", c_double),
        ("change_lower", c_double),
        ("change_upper", c_double),
        ("reserved", c_double * 4),
    ]


class bres_decision(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("verdict", c_uint),
        ("reason", c_uint),
        ("severity", c_double),
        ("reference", bres_estimate),
        ("candidate", bres_estimate),
        ("difference", bres_difference),
        ("message", c_char * 256),
    ]


class bres_samples(Structure):
    _fields_ = [
        ("times", POINTER(c_float)),
        ("rates", POINTER(c_float)),
        ("count", c_size_t),
    ]


class bres_ratio(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("ratio", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("confidence", c_double),
        ("equivalence_lower", c_double),
        ("equivalence_upper", c_double),
        ("equivalence_confidence", c_double),
        ("within", c_double),
        ("between", c_double),
        ("spread", c_double),
        ("p_value", c_double),
        ("q_value", c_double),
        ("samples", c_uint64),
        ("reference_runs", c_uint32),
        ("candidate_runs", c_uint32),
        ("pairs", c_uint32),
        ("reserved", c_uint32),
    ]


class bres_plan(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("detectable_effect", c_double),
        ("effect", c_double),
        ("probability", c_double),
        ("samples", c_uint64),
        ("runs", c_uint32),
        ("variance_source", c_uint32),
        ("command", c_char_p),
    ]


class bres_compare_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("metric", c_uint32),
        ("thresholds", POINTER(bres_thresholds)),
        ("filter", c_void_p),
        ("reference_devices", c_char_p),
        ("candidate_devices", c_char_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
        ("threads", c_uint32),
        ("reserved", c_uint32),
        ("count_tolerance", c_double),
        ("false_discovery_rate", c_double),
        ("plan_probability", c_double),
        ("rule", c_uint32),
        ("reserved_tail", c_uint32),
    ]


class bres_parameter(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("description", c_char_p),
        ("kind", c_uint),
        ("flags", c_uint32),
        ("int64", c_int64),
        ("float64", c_double),
        ("string", c_char_p),
    ]


bres_criterion_start_fn = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)


bres_criterion_reserve_fn = CFUNCTYPE(c_int, c_void_p, c_void_p)


bres_criterion_add_fn = CFUNCTYPE(None, c_void_p, c_double, c_void_p)


bres_criterion_is_finished_fn = CFUNCTYPE(c_bool, c_void_p, c_void_p)


bres_criterion_clear_fn = CFUNCTYPE(None, c_void_p, c_void_p)


class bres_criterion_definition(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("description", c_char_p),
        ("parameters", POINTER(bres_parameter)),
        ("parameter_count", c_size_t),
        ("state_size", c_size_t),
        ("user", c_void_p),
        ("start", bres_criterion_start_fn),
        ("reserve", bres_criterion_reserve_fn),
        ("add", bres_criterion_add_fn),
        ("is_finished", bres_criterion_is_finished_fn),
        ("clear", bres_criterion_clear_fn),
        ("flags", c_uint32),
        ("reserved", c_uint32),
    ]


class bres_cuda_device_info(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("sm_clock", c_double),
        ("memory_clock", c_double),
        ("memory_bandwidth", c_double),
        ("memory_size", c_uint64),
        ("l2_size", c_uint64),
        ("shared_per_sm", c_uint64),
        ("shared_per_block", c_uint64),
        ("compute_major", c_int32),
        ("compute_minor", c_int32),
        ("sm_count", c_int32),
        ("memory_bus_width", c_int32),
        ("blocks_per_sm", c_int32),
        ("threads_per_sm", c_int32),
        ("threads_per_block", c_int32),
        ("registers_per_sm", c_int32),
        ("registers_per_block", c_int32),
        ("ecc", c_int32),
        ("time_limit", c_int32),
        ("driver_version", c_int32),
        ("name", c_char * 256),
        ("pci_bus_id", c_char * 32),
    ]


class bres_cuda_geometry(Structure):
    _fields_ = [
        ("grid", c_uint32 * 3),
        ("block", c_uint32 * 3),
        ("shared_bytes", c_uint32),
    ]


bres_cpu_fn = CFUNCTYPE(None, c_void_p)


bres_cpu_timed_fn = CFUNCTYPE(None, c_void_p, c_void_p)


bres_cpu_batch_fn = CFUNCTYPE(None, c_void_p, c_uint64)


bres_cuda_fn = CFUNCTYPE(c_int, c_void_p, c_void_p)


class bres_axis_setting(Structure):
    _fields_ = [
        ("axis", c_char_p),
        ("string", c_char_p),
        ("float64", c_double),
        ("int64", c_int64),
    ]


class bres_measure_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("min_samples", c_int64),
        ("warmup_runs", c_int64),
        ("max_warmup_time", c_double),
        ("skip_time", c_double),
        ("timeout", c_double),
        ("criterion", c_void_p),
        ("clock", POINTER(bres_clock)),
        ("elements", c_int64),
        ("global_bytes", c_int64),
        ("axes", POINTER(bres_axis_setting)),
        ("axis_count", c_size_t),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
        ("is_interrupted", CFUNCTYPE(c_bool, c_void_p)),
        ("interrupt_user", c_void_p),
    ]


class bres_cuda_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("device", c_int32),
        ("stream", c_void_p),
        ("has_stream", c_int32),
        ("strict_streams", c_int32),
        ("batch_target_time", c_double),
        ("throttle_threshold", c_double),
        ("throttle_recovery_delay", c_double),
        ("blocking_limit", c_double),
    ]


bres_bench_fn = CFUNCTYPE(c_int, c_void_p, c_void_p)


class bres_problem_parameter(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_uint32),
        ("role", c_uint32),
        ("flags", c_uint32),
        ("distribution", c_uint32),
        ("first", c_double),
        ("second", c_double),
    ]


class bres_problem_case(Structure):
    _fields_ = [
        ("name", c_char * 96),
        ("set", c_uint32),
        ("type", c_uint32),
        ("flags", c_uint32),
        ("distribution", c_uint32),
        ("has_distribution", c_bool),
        ("dim_count", c_uint32),
        ("dims", c_uint64 * 8),
        ("reals", c_double * 4),
    ]


class bres_tolerance(Structure):
    _fields_ = [
        ("relative", c_double),
        ("absolute", c_double),
    ]


class bres_mismatch(Structure):
    _fields_ = [
        ("index", c_uint64),
        ("expected", c_double),
        ("actual", c_double),
    ]


class bres_verification(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_uint64),
        ("wrong", c_uint64),
        ("first", bres_mismatch),
        ("max_difference", c_double),
        ("mean_difference", c_double),
        ("worst_count", c_uint32),
        ("parameter", c_uint32),
        ("worst", bres_mismatch * 5),
        ("message", c_char * 256),
    ]


class bres_problem(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("title", c_char_p),
        ("parameters", POINTER(bres_problem_parameter)),
        ("parameter_count", c_size_t),
        ("types", c_uint32),
        ("reserved", c_uint32),
        ("time_limit", c_double),
        ("user", c_void_p),
        ("case_count", CFUNCTYPE(c_size_t, c_void_p, c_uint)),
        ("make_case", CFUNCTYPE(c_int, c_void_p, c_size_t, c_uint64, POINTER(bres_problem_case))),
        ("element_count", CFUNCTYPE(c_size_t, c_void_p, POINTER(bres_problem_case), c_size_t)),
        ("scalar", CFUNCTYPE(None, c_void_p, POINTER(bres_problem_case), c_size_t, c_void_p)),
        ("fill", CFUNCTYPE(c_bool, c_void_p, POINTER(bres_problem_case), c_size_t, c_uint64, c_void_p)),
        ("reference", CFUNCTYPE(c_int, c_void_p, POINTER(bres_problem_case), POINTER(c_void_p), POINTER(c_void_p))),
        ("tolerance", CFUNCTYPE(bres_tolerance, c_void_p, POINTER(bres_problem_case), c_size_t)),
        ("verify", CFUNCTYPE(c_int, c_void_p, POINTER(bres_problem_case), c_size_t, POINTER(c_void_p), c_void_p, c_void_p, POINTER(bres_verification))),
        ("flops", CFUNCTYPE(c_uint64, c_void_p, POINTER(bres_problem_case))),
        ("bytes", CFUNCTYPE(c_uint64, c_void_p, POINTER(bres_problem_case))),
    ]


class bres_judge_event(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_uint),
        ("status", c_uint),
        ("test_id", c_uint64),
        ("name", c_char_p),
        ("passed_tests", c_uint64),
        ("total_tests", c_uint64),
        ("sample", c_uint64),
        ("runtime", c_double),
        ("gflops", c_double),
        ("message", c_char_p),
    ]


bres_judge_event_fn = CFUNCTYPE(None, c_void_p, POINTER(bres_judge_event))


class bres_judge_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("backend", c_uint32),
        ("type", c_uint32),
        ("device", c_int32),
        ("min_samples", c_int64),
        ("max_samples", c_int64),
        ("target_cv", c_double),
        ("min_time", c_double),
        ("long_time", c_double),
        ("verify_fraction", c_double),
        ("time_limit", c_double),
        ("compile_time_limit", c_double),
        ("memory_limit", c_uint64),
        ("file_size_limit", c_uint64),
        ("cache_size", c_uint64),
        ("peak_flops", c_double),
        ("peak_bandwidth", c_double),
        ("seed", c_uint64),
        ("has_seed", c_int32),
        ("reserved", c_uint32),
        ("compiler", c_char_p),
        ("compiler_flags", POINTER(c_char_p)),
        ("environment", POINTER(c_char_p)),
        ("event", bres_judge_event_fn),
        ("event_user", c_void_p),
        ("is_interrupted", CFUNCTYPE(c_bool, c_void_p)),
        ("interrupt_user", c_void_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


class bres_judged_case(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("status", c_uint),
        ("test_id", c_uint64),
        ("samples", c_uint64),
        ("verified", c_uint64),
        ("runtime", c_double),
        ("gflops", c_double),
        ("bandwidth", c_double),
        ("wall", c_double),
        ("state", c_void_p),
    ]


class bres_task_spec(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("stmt", c_char_p),
        ("setup", c_char_p),
        ("global_setup", c_char_p),
        ("label", c_char_p),
        ("sub_label", c_char_p),
        ("description", c_char_p),
        ("env", c_char_p),
        ("num_threads", c_int32),
        ("reserved", c_int32),
    ]


class bres_timing_table_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("color", c_uint32),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


class bres_load_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("threads", c_uint32),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
        ("name", c_char_p),
        ("directory", c_char_p),
        ("max_bytes", c_uint64),
        ("max_states", c_uint64),
        ("max_string", c_uint64),
        ("max_depth", c_uint32),
        ("reserved", c_uint32),
    ]


class bres_write_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
    ]


class bres_summary_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("format", c_uint32),
        ("reserved", c_uint32),
        ("filter", c_void_p),
    ]


class bres_compared(Structure):
    _fields_ = [
        ("comparison", c_void_p),
        ("reference", c_char_p),
        ("candidate", c_char_p),
        ("name", c_char_p),
    ]


class bres_missing_file(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("in_reference", c_bool),
    ]


class bres_compare_report_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("format", c_uint32),
        ("display", c_uint32),
        ("color", c_uint32),
        ("fail_on", c_uint32),
        ("reserved", c_uint32),
        ("threshold_diff", c_double),
        ("missing_files", POINTER(bres_missing_file)),
        ("missing_file_count", c_size_t),
    ]


class bres_plot_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("threshold_diff", c_double),
        ("filter", c_void_p),
        ("summary_path", c_char_p),
        ("along_axis", c_char_p),
        ("along_path", c_char_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


class bres_replay_stream(Structure):
    _fields_ = [
        ("benchmark", c_char_p),
        ("name", c_char_p),
        ("times", POINTER(c_double)),
        ("times32", POINTER(c_float)),
        ("count", c_size_t),
    ]


class bres_replay_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("format", c_uint32),
        ("reserved", c_uint32),
        ("min_samples", c_uint64),
    ]


class bres_race_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("error_rate", c_double),
        ("min_effect", c_double),
        ("equivalence_margin", c_double),
        ("max_time", c_double),
        ("max_pairs", c_int64),
        ("min_pairs", c_int64),
        ("warmup_runs", c_int64),
        ("seed", c_uint64),
        ("elements", c_int64),
        ("global_bytes", c_int64),
        ("clock", POINTER(bres_clock)),
        ("is_interrupted", CFUNCTYPE(c_bool, c_void_p)),
        ("interrupt_user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, c_uint64, c_double, c_double, c_double)),
        ("progress_user", c_void_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


class bres_race_outcome(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("verdict", c_uint32),
        ("stop_reason", c_uint32),
        ("pairs", c_uint64),
        ("discarded", c_uint64),
        ("block_size", c_uint64),
        ("seconds", c_double),
        ("ratio", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("reference_carry_over", c_double),
        ("reference_carry_over_p", c_double),
        ("candidate_carry_over", c_double),
        ("candidate_carry_over_p", c_double),
        ("order_effect", c_double),
        ("order_effect_p", c_double),
        ("carries_over", c_uint32),
        ("plan_verdict", c_uint32),
        ("plan_pairs", c_uint64),
        ("reference", c_void_p),
        ("candidate", c_void_p),
        ("message", c_char * 256),
        ("reference_time", c_double),
        ("reference_time_lower", c_double),
        ("reference_time_upper", c_double),
        ("candidate_time", c_double),
        ("candidate_time_lower", c_double),
        ("candidate_time_upper", c_double),
    ]


class bres_race_side(Structure):
    _fields_ = [
        ("cpu", bres_cpu_fn),
        ("cpu_batch", bres_cpu_batch_fn),
        ("cuda", bres_cuda_fn),
        ("context", c_void_p),
        ("bench", c_void_p),
        ("axes", POINTER(bres_axis_setting)),
        ("axis_count", c_size_t),
    ]


class bres_command_race_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("race", POINTER(bres_race_options)),
        ("directory", c_char_p),
        ("states", c_void_p),
        ("timeout", c_double),
        ("signal", CFUNCTYPE(c_int, c_void_p)),
        ("signal_user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("progress_user", c_void_p),
    ]


bres_timer_hook = CFUNCTYPE(c_int, c_void_p)


bres_timer_block_fn = CFUNCTYPE(c_int, c_void_p, c_uint64, c_double)


bres_timer_threads_fn = CFUNCTYPE(c_int, c_void_p, c_int32, POINTER(c_int32))


class bres_timer_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("number", c_uint64),
        ("min_run_time", c_double),
        ("max_run_time", c_double),
        ("threshold", c_double),
        ("max_search_time", c_double),
        ("criterion", c_void_p),
        ("clock", POINTER(bres_clock)),
        ("setup", bres_timer_hook),
        ("teardown", bres_timer_hook),
        ("synchronize", bres_timer_hook),
        ("set_threads", bres_timer_threads_fn),
        ("block", bres_timer_block_fn),
        ("user", c_void_p),
        ("stream", c_void_p),
        ("device", c_int32),
        ("reserved2", c_int32),
    ]


bres_timed_fn = CFUNCTYPE(c_int, c_void_p, c_uint64, POINTER(c_double))


class bres_command(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("arguments", POINTER(c_char_p)),
        ("prepare", POINTER(c_char_p)),
        ("environment", POINTER(c_char_p)),
        ("output_path", c_char_p),
        ("timeout", c_double),
    ]


class bres_tuner_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("strategy", c_uint32),
        ("name", c_char_p),
        ("max_time", c_double),
        ("max_samples", c_int64),
        ("trial_samples", c_int64),
        ("equivalence_margin", c_double),
        ("error_rate", c_double),
        ("seed", c_uint64),
        ("thresholds", POINTER(bres_thresholds)),
        ("path", c_char_p),
        ("kernel_hash", c_char_p),
        ("clock", POINTER(bres_clock)),
        ("measure", POINTER(bres_measure_options)),
        ("is_interrupted", CFUNCTYPE(c_bool, c_void_p)),
        ("interrupt_user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("progress_user", c_void_p),
        ("log", bres_log_fn),
        ("log_user", c_void_p),
    ]


bres_tuner_constraint_fn = CFUNCTYPE(c_bool, c_void_p, c_void_p)


bres_tuner_prepare_fn = CFUNCTYPE(c_int, c_void_p, c_void_p)


bres_tuner_release_fn = CFUNCTYPE(None, c_void_p, c_void_p)


bres_tuner_cpu_fn = CFUNCTYPE(None, c_void_p, c_void_p)


bres_tuner_cuda_fn = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)


# Name: result and arguments, evaluated when the function is first used.
FUNCTIONS = {
    "bres_axis_extra_json": "c_char_p, (c_void_p,)",
    "bres_axis_flags": "c_char_p, (c_void_p,)",
    "bres_axis_full_name": "c_char_p, (c_void_p,)",
    "bres_axis_name": "c_char_p, (c_void_p,)",
    "bres_axis_type": "c_char_p, (c_void_p,)",
    "bres_axis_value_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_axis_value_count": "c_size_t, (c_void_p,)",
    "bres_axis_value_description": "c_char_p, (c_void_p,)",
    "bres_axis_value_extra_json": "c_char_p, (c_void_p,)",
    "bres_axis_value_float64": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_axis_value_input_string": "c_char_p, (c_void_p,)",
    "bres_axis_value_int64": "c_bool, (c_void_p, POINTER(c_int64),)",
    "bres_axis_value_is_active": "c_bool, (c_void_p,)",
    "bres_axis_value_kind": "c_uint, (c_void_p,)",
    "bres_axis_value_string": "c_char_p, (c_void_p,)",
    "bres_bench_add_float64_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_double), c_size_t,)",
    "bres_bench_add_float64_range": "bres_status, (c_void_p, c_char_p, c_double, c_double, c_double,)",
    "bres_bench_add_int64_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_int64), c_size_t,)",
    "bres_bench_add_int64_pow2_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_int64), c_size_t,)",
    "bres_bench_add_int64_pow2_range": "bres_status, (c_void_p, c_char_p, c_int64, c_int64, c_int64,)",
    "bres_bench_add_int64_range": "bres_status, (c_void_p, c_char_p, c_int64, c_int64, c_int64,)",
    "bres_bench_add_string_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_char_p), c_size_t,)",
    "bres_bench_set_batch_target_time": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_blocking_limit": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_criterion": "bres_status, (c_void_p, c_void_p,)",
    "bres_bench_set_cuda": "bres_status, (c_void_p, c_bool,)",
    "bres_bench_set_max_warmup_time": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_min_samples": "bres_status, (c_void_p, c_int64,)",
    "bres_bench_set_no_batch": "bres_status, (c_void_p, c_bool,)",
    "bres_bench_set_run_once": "bres_status, (c_void_p, c_bool,)",
    "bres_bench_set_skip_time": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_strict_streams": "bres_status, (c_void_p, c_bool,)",
    "bres_bench_set_throttle_recovery_delay": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_throttle_threshold": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_timeout": "bres_status, (c_void_p, c_double,)",
    "bres_bench_set_warmup_runs": "bres_status, (c_void_p, c_int64,)",
    "bres_callgrind_add_summaries": "bres_status, (c_void_p, c_size_t, c_void_p,)",
    "bres_callgrind_baseline": "c_void_p, (c_void_p, c_bool,)",
    "bres_callgrind_collect_command": "bres_status, (POINTER(c_char_p), c_char_p, POINTER(bres_callgrind_options), POINTER(c_int), POINTER(c_void_p),)",
    "bres_callgrind_collect_symbol": "bres_status, (c_char_p, c_char_p, c_char_p, POINTER(bres_callgrind_options), POINTER(c_void_p),)",
    "bres_callgrind_collect_task": "bres_status, (c_char_p, POINTER(bres_callgrind_options), POINTER(c_void_p),)",
    "bres_callgrind_free": "None, (c_void_p,)",
    "bres_callgrind_from_profile": "bres_status, (c_void_p, c_uint64, c_void_p, POINTER(c_void_p),)",
    "bres_callgrind_has_debug_symbols": "c_bool, (c_void_p,)",
    "bres_callgrind_instructions": "bres_status, (c_void_p, c_size_t, POINTER(c_double),)",
    "bres_callgrind_number": "c_uint64, (c_void_p,)",
    "bres_callgrind_options_init": "None, (POINTER(bres_callgrind_options),)",
    "bres_callgrind_repeat_count": "c_size_t, (c_void_p,)",
    "bres_callgrind_serve": "c_int, (POINTER(bres_callgrind_task), c_size_t,)",
    "bres_callgrind_serve_batched": "c_int, (c_char_p, CFUNCTYPE(None, c_void_p, c_uint64), CFUNCTYPE(None, c_void_p, c_uint64), c_void_p,)",
    "bres_callgrind_statement": "c_void_p, (c_void_p, c_size_t, c_bool,)",
    "bres_callgrind_text": "bres_status, (c_void_p, c_size_t, c_char_p, POINTER(c_void_p),)",
    "bres_clock_init": "None, (POINTER(bres_clock),)",
    "bres_command_init": "None, (POINTER(bres_command),)",
    "bres_command_race_decided_count": "c_size_t, (c_void_p,)",
    "bres_command_race_free": "None, (c_void_p,)",
    "bres_command_race_message": "c_char_p, (c_void_p,)",
    "bres_command_race_options_init": "None, (POINTER(bres_command_race_options),)",
    "bres_command_race_pair_count": "c_uint64, (c_void_p,)",
    "bres_command_race_remove_files": "bres_status, (c_void_p,)",
    "bres_command_race_report": "bres_status, (c_void_p, c_uint, POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_command_race_result": "bres_status, (c_void_p, c_bool, POINTER(c_void_p),)",
    "bres_command_race_row_at": "POINTER(bres_race_outcome), (c_void_p, c_size_t,)",
    "bres_command_race_row_bench": "c_char_p, (c_void_p, c_size_t,)",
    "bres_command_race_row_count": "c_size_t, (c_void_p,)",
    "bres_command_race_row_state": "c_char_p, (c_void_p, c_size_t,)",
    "bres_command_race_seconds": "c_double, (c_void_p,)",
    "bres_command_race_stop_reason": "c_uint, (c_void_p,)",
    "bres_compare": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(bres_compare_options), POINTER(c_void_p),)",
    "bres_compare_options_init": "None, (POINTER(bres_compare_options),)",
    "bres_compare_plot": "bres_status, (POINTER(bres_compared), c_size_t, POINTER(bres_plot_options),)",
    "bres_compare_report": "bres_status, (POINTER(bres_compared), c_size_t, POINTER(bres_compare_report_options), POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_compare_report_options_init": "None, (POINTER(bres_compare_report_options),)",
    "bres_compare_runs": "bres_status, (POINTER(bres_samples), c_size_t, POINTER(bres_samples), c_size_t, c_uint32, POINTER(bres_thresholds), POINTER(bres_decision), POINTER(bres_ratio), POINTER(bres_plan),)",
    "bres_compare_samples": "bres_status, (POINTER(bres_samples), POINTER(bres_samples), c_uint32, POINTER(bres_thresholds), POINTER(bres_decision),)",
    "bres_compare_states": "bres_status, (c_void_p, c_void_p, POINTER(bres_thresholds), POINTER(bres_decision),)",
    "bres_comparison_bench_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_comparison_bench_candidate": "c_void_p, (c_void_p,)",
    "bres_comparison_bench_count": "c_size_t, (c_void_p,)",
    "bres_comparison_bench_pair_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_comparison_bench_pair_count": "c_size_t, (c_void_p,)",
    "bres_comparison_bench_reference": "c_void_p, (c_void_p,)",
    "bres_comparison_count": "c_size_t, (c_void_p, c_uint,)",
    "bres_comparison_device_difference": "c_char_p, (c_void_p,)",
    "bres_comparison_drift": "c_bool, (c_void_p, POINTER(c_double), POINTER(c_double),)",
    "bres_comparison_free": "None, (c_void_p,)",
    "bres_comparison_is_paired": "c_bool, (c_void_p,)",
    "bres_comparison_is_sequential": "c_bool, (c_void_p,)",
    "bres_comparison_missing_bench_at": "c_void_p, (c_void_p, c_size_t, POINTER(c_bool),)",
    "bres_comparison_missing_bench_count": "c_size_t, (c_void_p,)",
    "bres_comparison_missing_state_at": "c_void_p, (c_void_p, c_size_t, POINTER(c_bool),)",
    "bres_comparison_missing_state_count": "c_size_t, (c_void_p,)",
    "bres_comparison_odd_run": "c_bool, (c_void_p, POINTER(c_bool), POINTER(c_size_t), POINTER(c_double), POINTER(c_size_t), POINTER(c_size_t),)",
    "bres_comparison_reason_at": "c_uint, (c_void_p, c_size_t, POINTER(c_size_t), POINTER(c_void_p),)",
    "bres_comparison_reason_count": "c_size_t, (c_void_p,)",
    "bres_comparison_row_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_comparison_row_count": "c_size_t, (c_void_p,)",
    "bres_comparison_run_at": "c_void_p, (c_void_p, c_bool, c_size_t, POINTER(c_uint32),)",
    "bres_comparison_run_count": "c_size_t, (c_void_p, c_bool,)",
    "bres_comparison_run_order": "c_uint, (c_void_p,)",
    "bres_comparison_thresholds": "POINTER(bres_thresholds), (c_void_p,)",
    "bres_counts_add": "bres_status, (c_void_p, c_void_p, POINTER(c_void_p),)",
    "bres_counts_at": "POINTER(bres_count), (c_void_p, c_size_t,)",
    "bres_counts_denoise": "bres_status, (c_void_p, POINTER(c_char_p), POINTER(c_void_p),)",
    "bres_counts_filter": "bres_status, (c_void_p, bres_counts_keep_fn, c_void_p, POINTER(c_void_p),)",
    "bres_counts_free": "None, (c_void_p,)",
    "bres_counts_is_inclusive": "c_bool, (c_void_p,)",
    "bres_counts_loader_noise": "POINTER(c_char_p), ()",
    "bres_counts_new": "bres_status, (POINTER(bres_count), c_size_t, c_bool, POINTER(c_void_p),)",
    "bres_counts_scale": "bres_status, (c_void_p, c_double, POINTER(c_void_p),)",
    "bres_counts_size": "c_size_t, (c_void_p,)",
    "bres_counts_sort": "bres_status, (c_void_p, c_uint, POINTER(c_void_p),)",
    "bres_counts_standardize": "bres_status, (c_void_p, POINTER(c_char_p), POINTER(c_void_p),)",
    "bres_counts_subtract": "bres_status, (c_void_p, c_void_p, POINTER(c_void_p),)",
    "bres_counts_sum": "bres_status, (c_void_p, POINTER(c_int64),)",
    "bres_counts_text": "bres_status, (c_void_p, c_uint32, c_size_t, POINTER(c_void_p),)",
    "bres_counts_transform": "bres_status, (c_void_p, bres_counts_rename_fn, c_void_p, POINTER(c_void_p),)",
    "bres_criteria_at": "POINTER(bres_criterion_definition), (c_void_p, c_size_t,)",
    "bres_criteria_count": "c_size_t, (c_void_p,)",
    "bres_criteria_find": "POINTER(bres_criterion_definition), (c_void_p, c_char_p,)",
    "bres_criteria_free": "None, (c_void_p,)",
    "bres_criteria_new": "bres_status, (POINTER(c_void_p),)",
    "bres_criteria_parameter_kind": "c_uint, (c_void_p, c_char_p,)",
    "bres_criteria_register": "bres_status, (c_void_p, POINTER(bres_criterion_definition),)",
    "bres_criterion_add": "bres_status, (c_void_p, c_double,)",
    "bres_criterion_copy": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_criterion_count": "c_size_t, (c_void_p,)",
    "bres_criterion_definition_init": "None, (POINTER(bres_criterion_definition),)",
    "bres_criterion_feed": "bres_status, (c_void_p, POINTER(c_double), c_size_t, c_size_t, POINTER(c_size_t), POINTER(c_bool),)",
    "bres_criterion_feed_float32": "bres_status, (c_void_p, POINTER(c_float), c_size_t, c_size_t, POINTER(c_size_t), POINTER(c_bool),)",
    "bres_criterion_float64": "c_bool, (c_void_p, c_char_p, POINTER(c_double),)",
    "bres_criterion_free": "None, (c_void_p,)",
    "bres_criterion_int64": "c_bool, (c_void_p, c_char_p, POINTER(c_int64),)",
    "bres_criterion_is_finished": "c_bool, (c_void_p,)",
    "bres_criterion_name": "c_char_p, (c_void_p,)",
    "bres_criterion_new": "bres_status, (c_void_p, c_char_p, POINTER(c_void_p),)",
    "bres_criterion_new_all_of": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p),)",
    "bres_criterion_new_any_of": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p),)",
    "bres_criterion_new_at_least_time": "bres_status, (c_void_p, c_double, POINTER(c_void_p),)",
    "bres_criterion_parameter_at": "c_char_p, (c_void_p, c_size_t,)",
    "bres_criterion_parameter_count": "c_size_t, (c_void_p,)",
    "bres_criterion_parameter_kind": "c_uint, (c_void_p, c_char_p,)",
    "bres_criterion_refused": "c_size_t, (c_void_p,)",
    "bres_criterion_set_float64": "bres_status, (c_void_p, c_char_p, c_double,)",
    "bres_criterion_set_int64": "bres_status, (c_void_p, c_char_p, c_int64,)",
    "bres_criterion_set_string": "bres_status, (c_void_p, c_char_p, c_char_p,)",
    "bres_criterion_set_text": "bres_status, (c_void_p, c_char_p, c_char_p,)",
    "bres_criterion_start": "bres_status, (c_void_p,)",
    "bres_criterion_string": "c_char_p, (c_void_p, c_char_p,)",
    "bres_cuda_available": "c_bool, (POINTER(c_void_p),)",
    "bres_cuda_buffer_address": "c_uint64, (c_void_p,)",
    "bres_cuda_buffer_fill": "bres_status, (c_void_p, c_uint8, c_void_p,)",
    "bres_cuda_buffer_free": "None, (c_void_p,)",
    "bres_cuda_buffer_new": "bres_status, (c_int, c_size_t, POINTER(c_void_p),)",
    "bres_cuda_buffer_read": "bres_status, (c_void_p, c_size_t, c_void_p, c_size_t,)",
    "bres_cuda_buffer_size": "c_size_t, (c_void_p,)",
    "bres_cuda_buffer_write": "bres_status, (c_void_p, c_size_t, c_void_p, c_size_t,)",
    "bres_cuda_device_count": "c_int, ()",
    "bres_cuda_device_info_init": "None, (POINTER(bres_cuda_device_info),)",
    "bres_cuda_device_json": "bres_status, (c_int, POINTER(c_void_p),)",
    "bres_cuda_device_query": "bres_status, (c_int, POINTER(bres_cuda_device_info),)",
    "bres_cuda_graph_capture": "bres_status, (c_void_p,)",
    "bres_cuda_graph_finish": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_cuda_graph_free": "None, (c_void_p,)",
    "bres_cuda_graph_launch": "bres_status, (c_void_p, c_void_p,)",
    "bres_cuda_graph_upload": "bres_status, (c_void_p, c_void_p,)",
    "bres_cuda_graph_view": "bres_status, (c_int, c_void_p, POINTER(c_void_p),)",
    "bres_cuda_kernel_launch": "bres_status, (c_void_p, POINTER(bres_cuda_geometry), c_void_p, POINTER(c_void_p),)",
    "bres_cuda_module_free": "None, (c_void_p,)",
    "bres_cuda_module_kernel": "bres_status, (c_void_p, c_char_p, POINTER(c_void_p),)",
    "bres_cuda_module_load": "bres_status, (c_int, c_void_p, c_size_t, POINTER(c_void_p),)",
    "bres_cuda_module_load_file": "bres_status, (c_int, c_char_p, POINTER(c_void_p),)",
    "bres_cuda_options_init": "None, (POINTER(bres_cuda_options),)",
    "bres_cuda_stream_free": "None, (c_void_p,)",
    "bres_cuda_stream_handle": "c_void_p, (c_void_p,)",
    "bres_cuda_stream_new": "bres_status, (c_int, POINTER(c_void_p),)",
    "bres_cuda_stream_synchronize": "bres_status, (c_void_p,)",
    "bres_data_type_find": "bres_status, (c_char_p, POINTER(c_uint),)",
    "bres_data_type_name": "c_char_p, (c_uint,)",
    "bres_data_type_size": "c_size_t, (c_uint,)",
    "bres_decision_init": "None, (POINTER(bres_decision),)",
    "bres_device_float64": "c_bool, (c_void_p, c_char_p, POINTER(c_double),)",
    "bres_device_id": "c_int64, (c_void_p,)",
    "bres_device_int64": "c_bool, (c_void_p, c_char_p, POINTER(c_int64),)",
    "bres_device_json": "c_char_p, (c_void_p,)",
    "bres_device_name": "c_char_p, (c_void_p,)",
    "bres_device_pair_candidate": "c_void_p, (c_void_p,)",
    "bres_device_pair_is_equal": "c_bool, (c_void_p,)",
    "bres_device_pair_reference": "c_void_p, (c_void_p,)",
    "bres_device_pair_row_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_device_pair_row_count": "c_size_t, (c_void_p,)",
    "bres_filter_add_axis": "bres_status, (c_void_p, c_char_p,)",
    "bres_filter_add_benchmark": "bres_status, (c_void_p, c_char_p,)",
    "bres_filter_free": "None, (c_void_p,)",
    "bres_filter_new": "bres_status, (POINTER(c_void_p),)",
    "bres_filter_selects_benchmark": "c_bool, (c_void_p, c_void_p,)",
    "bres_filter_selects_state": "c_bool, (c_void_p, c_void_p,)",
    "bres_format_find": "bres_status, (c_char_p, POINTER(c_uint),)",
    "bres_format_name": "c_char_p, (c_uint,)",
    "bres_judge": "bres_status, (POINTER(bres_problem), c_char_p, POINTER(bres_judge_options), POINTER(c_void_p),)",
    "bres_judge_event_json": "bres_status, (POINTER(bres_judge_event), POINTER(c_void_p),)",
    "bres_judge_options_init": "None, (POINTER(bres_judge_options),)",
    "bres_judge_status_name": "c_char_p, (c_uint,)",
    "bres_judged_case_init": "None, (POINTER(bres_judged_case),)",
    "bres_judgement_average_gflops": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_judgement_average_runtime": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_judgement_case_at": "bres_status, (c_void_p, c_size_t, POINTER(bres_judged_case),)",
    "bres_judgement_case_count": "c_size_t, (c_void_p,)",
    "bres_judgement_free": "None, (c_void_p,)",
    "bres_judgement_is_accepted": "c_bool, (c_void_p,)",
    "bres_judgement_json": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_judgement_message": "c_char_p, (c_void_p,)",
    "bres_judgement_note_at": "c_char_p, (c_void_p, c_size_t,)",
    "bres_judgement_note_count": "c_size_t, (c_void_p,)",
    "bres_judgement_output": "c_char_p, (c_void_p,)",
    "bres_judgement_passed_tests": "c_uint64, (c_void_p,)",
    "bres_judgement_report": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_judgement_result": "c_void_p, (c_void_p,)",
    "bres_judgement_status": "c_uint, (c_void_p,)",
    "bres_judgement_total_tests": "c_uint64, (c_void_p,)",
    "bres_judgement_verification": "POINTER(bres_verification), (c_void_p,)",
    "bres_last_error": "c_char_p, ()",
    "bres_last_error_errno": "c_int, ()",
    "bres_last_error_expected": "c_char_p, ()",
    "bres_last_error_file": "c_char_p, ()",
    "bres_last_error_offset": "c_int64, ()",
    "bres_last_error_path": "c_char_p, ()",
    "bres_last_error_status": "bres_status, ()",
    "bres_launch_device": "c_int, (c_void_p,)",
    "bres_launch_start": "bres_status, (c_void_p,)",
    "bres_launch_stop": "bres_status, (c_void_p,)",
    "bres_launch_stream": "c_void_p, (c_void_p,)",
    "bres_load_options_init": "None, (POINTER(bres_load_options),)",
    "bres_main": "c_int, (c_void_p, c_int, POINTER(c_void_p),)",
    "bres_measure_cpu": "bres_status, (bres_cpu_fn, c_void_p, POINTER(bres_measure_options), c_void_p, POINTER(c_void_p),)",
    "bres_measure_cpu_batched": "bres_status, (bres_cpu_batch_fn, c_void_p, POINTER(bres_measure_options), c_void_p, POINTER(c_void_p),)",
    "bres_measure_cuda": "bres_status, (bres_cuda_fn, c_void_p, POINTER(bres_measure_options), POINTER(bres_cuda_options), c_void_p, POINTER(c_void_p),)",
    "bres_measure_fail": "bres_status, (c_char_p,)",
    "bres_measure_options_init": "None, (POINTER(bres_measure_options),)",
    "bres_measurement_count": "c_size_t, (c_void_p,)",
    "bres_measurement_free": "None, (c_void_p,)",
    "bres_measurement_from_state": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_measurement_iqr": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_measurement_json": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_measurement_mean": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_measurement_median": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_measurement_meets_confidence": "c_bool, (c_void_p, c_double,)",
    "bres_measurement_merge": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_measurement_metadata_json": "c_char_p, (c_void_p,)",
    "bres_measurement_new": "bres_status, (POINTER(bres_task_spec), c_uint64, POINTER(c_double), c_size_t, POINTER(c_void_p),)",
    "bres_measurement_number_per_run": "c_uint64, (c_void_p,)",
    "bres_measurement_parse": "bres_status, (c_char_p, c_size_t, POINTER(c_void_p),)",
    "bres_measurement_quantile": "c_bool, (c_void_p, c_double, POINTER(c_double),)",
    "bres_measurement_raw_times": "POINTER(c_double), (c_void_p,)",
    "bres_measurement_result": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p),)",
    "bres_measurement_row_name": "c_char_p, (c_void_p,)",
    "bres_measurement_set_metadata_json": "bres_status, (c_void_p, c_char_p,)",
    "bres_measurement_significant_figures": "c_int, (c_void_p,)",
    "bres_measurement_spec": "POINTER(bres_task_spec), (c_void_p,)",
    "bres_measurement_spread": "c_uint, (c_void_p,)",
    "bres_measurement_text": "c_char_p, (c_void_p,)",
    "bres_measurement_times": "POINTER(c_double), (c_void_p,)",
    "bres_measurement_title": "c_char_p, (c_void_p,)",
    "bres_plan_init": "None, (POINTER(bres_plan),)",
    "bres_plot_check": "bres_status, (POINTER(bres_plot_options),)",
    "bres_plot_options_init": "None, (POINTER(bres_plot_options),)",
    "bres_problem_at": "POINTER(bres_problem), (c_size_t,)",
    "bres_problem_check": "bres_status, (POINTER(bres_problem),)",
    "bres_problem_count": "c_size_t, ()",
    "bres_problem_fill": "bres_status, (POINTER(bres_problem), POINTER(bres_problem_case), c_size_t, c_uint64, c_void_p,)",
    "bres_problem_find": "bres_status, (c_char_p, POINTER(c_void_p),)",
    "bres_problem_init": "None, (POINTER(bres_problem),)",
    "bres_problem_make_case": "bres_status, (POINTER(bres_problem), c_uint, c_uint, c_size_t, c_uint64, POINTER(bres_problem_case),)",
    "bres_problem_parameter_type": "c_uint, (POINTER(bres_problem), POINTER(bres_problem_case), c_size_t,)",
    "bres_problem_prototype": "bres_status, (POINTER(bres_problem), c_uint, c_uint, POINTER(c_void_p),)",
    "bres_problem_seed": "c_uint64, (c_char_p, c_char_p,)",
    "bres_problem_starter": "bres_status, (POINTER(bres_problem), c_uint, c_uint, POINTER(c_void_p),)",
    "bres_profile_command": "c_char_p, (c_void_p,)",
    "bres_profile_counts": "bres_status, (c_void_p, c_size_t, c_char_p, c_uint, c_uint32, POINTER(c_void_p),)",
    "bres_profile_event_at": "c_char_p, (c_void_p, c_size_t,)",
    "bres_profile_event_count": "c_size_t, (c_void_p,)",
    "bres_profile_free": "None, (c_void_p,)",
    "bres_profile_load": "bres_status, (c_char_p, POINTER(bres_profile_options), POINTER(c_void_p),)",
    "bres_profile_options_init": "None, (POINTER(bres_profile_options),)",
    "bres_profile_parse": "bres_status, (c_char_p, c_size_t, c_char_p, POINTER(bres_profile_options), POINTER(c_void_p),)",
    "bres_profile_part_count": "c_size_t, (c_void_p,)",
    "bres_profile_part_thread": "c_int64, (c_void_p, c_size_t,)",
    "bres_profile_part_trigger": "c_char_p, (c_void_p, c_size_t,)",
    "bres_profile_pid": "c_int64, (c_void_p,)",
    "bres_profile_total": "bres_status, (c_void_p, c_size_t, c_char_p, POINTER(c_uint64),)",
    "bres_race": "bres_status, (POINTER(bres_race_side), POINTER(bres_race_side), POINTER(bres_race_options), POINTER(bres_race_outcome),)",
    "bres_race_commands": "bres_status, (c_char_p, c_char_p, POINTER(bres_command_race_options), POINTER(c_void_p),)",
    "bres_race_cuda": "bres_status, (POINTER(bres_race_side), POINTER(bres_race_side), POINTER(bres_race_options), POINTER(bres_cuda_options), POINTER(bres_race_outcome),)",
    "bres_race_options_init": "None, (POINTER(bres_race_options),)",
    "bres_race_outcome_init": "None, (POINTER(bres_race_outcome),)",
    "bres_race_stop_name": "c_char_p, (c_uint,)",
    "bres_ratio_init": "None, (POINTER(bres_ratio),)",
    "bres_reason_name": "c_char_p, (c_uint,)",
    "bres_reason_short_name": "c_char_p, (c_uint,)",
    "bres_replay_options_init": "None, (POINTER(bres_replay_options),)",
    "bres_replay_report": "bres_status, (POINTER(bres_replay_stream), c_size_t, POINTER(c_void_p), c_size_t, POINTER(bres_replay_options), POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_result_add_device": "bres_status, (c_void_p, c_int64, c_char_p, c_char_p, POINTER(c_void_p),)",
    "bres_result_add_subbench": "bres_status, (c_void_p, c_char_p, POINTER(c_void_p),)",
    "bres_result_device": "c_void_p, (c_void_p, c_int64,)",
    "bres_result_device_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_result_device_count": "c_size_t, (c_void_p,)",
    "bres_result_extra_json": "c_char_p, (c_void_p,)",
    "bres_result_file_version": "c_char_p, (c_void_p,)",
    "bres_result_load": "bres_status, (c_char_p, POINTER(bres_load_options), POINTER(c_void_p),)",
    "bres_result_load_fd": "bres_status, (c_int, POINTER(bres_load_options), POINTER(c_void_p),)",
    "bres_result_load_memory": "bres_status, (c_void_p, c_size_t, POINTER(bres_load_options), POINTER(c_void_p),)",
    "bres_result_merge": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(c_void_p),)",
    "bres_result_meta_json": "c_char_p, (c_void_p,)",
    "bres_result_new": "bres_status, (POINTER(c_void_p),)",
    "bres_result_path": "c_char_p, (c_void_p,)",
    "bres_result_ref": "c_void_p, (c_void_p,)",
    "bres_result_set_meta_json": "bres_status, (c_void_p, c_char_p,)",
    "bres_result_subbench": "c_void_p, (c_void_p, c_char_p,)",
    "bres_result_subbench_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_result_subbench_count": "c_size_t, (c_void_p,)",
    "bres_result_unref": "None, (c_void_p,)",
    "bres_result_write": "bres_status, (c_void_p, c_char_p, POINTER(bres_write_options),)",
    "bres_result_write_fd": "bres_status, (c_void_p, c_int, POINTER(bres_write_options),)",
    "bres_row_bench": "c_void_p, (c_void_p,)",
    "bres_row_candidate": "c_void_p, (c_void_p,)",
    "bres_row_candidate_estimate": "POINTER(bres_estimate), (c_void_p,)",
    "bres_row_difference": "POINTER(bres_difference), (c_void_p,)",
    "bres_row_message": "c_char_p, (c_void_p,)",
    "bres_row_occurrence": "c_size_t, (c_void_p,)",
    "bres_row_occurrence_count": "c_size_t, (c_void_p,)",
    "bres_row_pair": "c_void_p, (c_void_p,)",
    "bres_row_plan": "POINTER(bres_plan), (c_void_p,)",
    "bres_row_ratio": "POINTER(bres_ratio), (c_void_p,)",
    "bres_row_reason": "c_uint, (c_void_p,)",
    "bres_row_reference": "c_void_p, (c_void_p,)",
    "bres_row_reference_estimate": "POINTER(bres_estimate), (c_void_p,)",
    "bres_row_run": "c_void_p, (c_void_p, c_bool, c_size_t,)",
    "bres_row_severity": "c_double, (c_void_p,)",
    "bres_row_verdict": "c_uint, (c_void_p,)",
    "bres_run_add_elements": "bres_status, (c_void_p, c_uint64, c_char_p,)",
    "bres_run_add_reads": "bres_status, (c_void_p, c_uint64, c_char_p,)",
    "bres_run_add_writes": "bres_status, (c_void_p, c_uint64, c_char_p,)",
    "bres_run_device": "c_int, (c_void_p,)",
    "bres_run_exec_cpu": "bres_status, (c_void_p, bres_cpu_fn, c_void_p,)",
    "bres_run_exec_cpu_batched": "bres_status, (c_void_p, bres_cpu_batch_fn, c_void_p,)",
    "bres_run_exec_cpu_timed": "bres_status, (c_void_p, bres_cpu_timed_fn, c_void_p,)",
    "bres_run_exec_cuda": "bres_status, (c_void_p, bres_cuda_fn, c_void_p,)",
    "bres_run_exec_cuda_timed": "bres_status, (c_void_p, bres_cuda_fn, c_void_p,)",
    "bres_run_exec_cuda_with": "bres_status, (c_void_p, bres_cuda_fn, c_void_p, c_uint32,)",
    "bres_run_float64": "c_double, (c_void_p, c_char_p,)",
    "bres_run_float64_or": "c_double, (c_void_p, c_char_p, c_double,)",
    "bres_run_int64": "c_int64, (c_void_p, c_char_p,)",
    "bres_run_int64_or": "c_int64, (c_void_p, c_char_p, c_int64,)",
    "bres_run_name": "c_char_p, (c_void_p,)",
    "bres_run_set_batch_target_time": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_blocking_limit": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_criterion": "bres_status, (c_void_p, c_void_p,)",
    "bres_run_set_min_samples": "bres_status, (c_void_p, c_int64,)",
    "bres_run_set_no_batch": "bres_status, (c_void_p, c_bool,)",
    "bres_run_set_skip_time": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_stream": "bres_status, (c_void_p, c_void_p,)",
    "bres_run_set_strict_streams": "bres_status, (c_void_p, c_bool,)",
    "bres_run_set_throttle_recovery_delay": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_throttle_threshold": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_timeout": "bres_status, (c_void_p, c_double,)",
    "bres_run_set_warmup_runs": "bres_status, (c_void_p, c_int64,)",
    "bres_run_skip": "None, (c_void_p, c_char_p,)",
    "bres_run_state": "c_void_p, (c_void_p,)",
    "bres_run_stream": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_run_string": "c_char_p, (c_void_p, c_char_p,)",
    "bres_run_string_or": "c_char_p, (c_void_p, c_char_p, c_char_p,)",
    "bres_state_add_axis_float64": "bres_status, (c_void_p, c_char_p, c_double,)",
    "bres_state_add_axis_int64": "bres_status, (c_void_p, c_char_p, c_int64,)",
    "bres_state_add_axis_string": "bres_status, (c_void_p, c_char_p, c_char_p,)",
    "bres_state_add_cold_summaries": "bres_status, (c_void_p, POINTER(bres_times),)",
    "bres_state_add_cpu_only_summaries": "bres_status, (c_void_p, POINTER(bres_times),)",
    "bres_state_add_summary": "bres_status, (c_void_p, c_char_p, POINTER(c_void_p),)",
    "bres_state_axis_value": "c_void_p, (c_void_p, c_char_p,)",
    "bres_state_axis_value_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_state_axis_value_count": "c_size_t, (c_void_p,)",
    "bres_state_bw": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_state_device": "c_bool, (c_void_p, POINTER(c_int64),)",
    "bres_state_extra_json": "c_char_p, (c_void_p,)",
    "bres_state_fill_record": "None, (c_void_p, POINTER(bres_state_record),)",
    "bres_state_frequencies": "bres_status, (c_void_p, POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_state_is_skipped": "c_bool, (c_void_p,)",
    "bres_state_json": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_state_median": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_state_name": "c_char_p, (c_void_p,)",
    "bres_state_point_axis_at": "c_char_p, (c_void_p, c_size_t,)",
    "bres_state_point_count": "c_size_t, (c_void_p,)",
    "bres_state_point_name": "c_char_p, (c_void_p,)",
    "bres_state_point_text": "c_char_p, (c_void_p, c_char_p,)",
    "bres_state_point_text_at": "c_char_p, (c_void_p, c_size_t,)",
    "bres_state_release_samples": "None, (c_void_p,)",
    "bres_state_run": "c_uint32, (c_void_p,)",
    "bres_state_samples": "bres_status, (c_void_p, POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_state_set_device": "bres_status, (c_void_p, c_int64,)",
    "bres_state_set_float64": "bres_status, (c_void_p, c_char_p, c_double,)",
    "bres_state_set_frequencies": "bres_status, (c_void_p, POINTER(c_float), c_size_t,)",
    "bres_state_set_int64": "bres_status, (c_void_p, c_char_p, c_int64,)",
    "bres_state_set_run": "bres_status, (c_void_p, c_uint32,)",
    "bres_state_set_samples": "bres_status, (c_void_p, POINTER(c_float), c_size_t,)",
    "bres_state_set_skipped": "bres_status, (c_void_p, c_char_p,)",
    "bres_state_set_type_config_index": "bres_status, (c_void_p, c_int64,)",
    "bres_state_setting": "c_bool, (c_void_p, c_char_p, POINTER(c_double),)",
    "bres_state_skip_reason": "c_char_p, (c_void_p,)",
    "bres_state_subbench": "c_void_p, (c_void_p,)",
    "bres_state_summary": "c_void_p, (c_void_p, c_char_p,)",
    "bres_state_summary_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_state_summary_count": "c_size_t, (c_void_p,)",
    "bres_state_summary_records": "c_size_t, (c_void_p, c_size_t, POINTER(bres_summary_record), c_size_t,)",
    "bres_state_type_config_index": "c_bool, (c_void_p, POINTER(c_int64),)",
    "bres_status_name": "c_char_p, (c_int,)",
    "bres_stopwatch_start": "None, (c_void_p,)",
    "bres_stopwatch_stop": "None, (c_void_p,)",
    "bres_string_free": "None, (c_void_p,)",
    "bres_subbench_add_device": "bres_status, (c_void_p, c_int64,)",
    "bres_subbench_add_float64_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_double), c_size_t,)",
    "bres_subbench_add_int64_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_int64), c_size_t,)",
    "bres_subbench_add_pow2_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_int64), c_size_t,)",
    "bres_subbench_add_state": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_subbench_add_string_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_char_p), c_size_t,)",
    "bres_subbench_add_type_axis": "bres_status, (c_void_p, c_char_p, POINTER(c_char_p), POINTER(c_char_p), c_size_t,)",
    "bres_subbench_axis": "c_void_p, (c_void_p, c_char_p,)",
    "bres_subbench_axis_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_subbench_axis_count": "c_size_t, (c_void_p,)",
    "bres_subbench_device_count": "c_size_t, (c_void_p,)",
    "bres_subbench_device_id_at": "c_int64, (c_void_p, c_size_t,)",
    "bres_subbench_extra_json": "c_char_p, (c_void_p,)",
    "bres_subbench_json": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_subbench_name": "c_char_p, (c_void_p,)",
    "bres_subbench_set_float64": "bres_status, (c_void_p, c_char_p, c_double,)",
    "bres_subbench_set_int64": "bres_status, (c_void_p, c_char_p, c_int64,)",
    "bres_subbench_setting": "c_bool, (c_void_p, c_char_p, POINTER(c_double),)",
    "bres_subbench_state": "c_void_p, (c_void_p, c_char_p,)",
    "bres_subbench_state_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_subbench_state_count": "c_size_t, (c_void_p,)",
    "bres_suite_add": "c_void_p, (c_void_p, c_char_p, bres_bench_fn, c_void_p,)",
    "bres_suite_criteria": "c_void_p, (c_void_p,)",
    "bres_suite_free": "None, (c_void_p,)",
    "bres_suite_new": "c_void_p, ()",
    "bres_suite_set_clock": "bres_status, (c_void_p, POINTER(bres_clock),)",
    "bres_summary_description": "c_char_p, (c_void_p,)",
    "bres_summary_extra_json": "c_char_p, (c_void_p,)",
    "bres_summary_field": "c_void_p, (c_void_p, c_char_p,)",
    "bres_summary_field_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_summary_field_count": "c_size_t, (c_void_p,)",
    "bres_summary_float64": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_summary_hide": "c_char_p, (c_void_p,)",
    "bres_summary_hint": "c_char_p, (c_void_p,)",
    "bres_summary_int64": "c_bool, (c_void_p, POINTER(c_int64),)",
    "bres_summary_is_hidden": "c_bool, (c_void_p,)",
    "bres_summary_json": "bres_status, (c_void_p, POINTER(c_void_p),)",
    "bres_summary_kind": "c_uint, (c_void_p,)",
    "bres_summary_name": "c_char_p, (c_void_p,)",
    "bres_summary_options_init": "None, (POINTER(bres_summary_options),)",
    "bres_summary_report": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(bres_summary_options), POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_summary_set_float64": "bres_status, (c_void_p, c_char_p, c_double,)",
    "bres_summary_set_int64": "bres_status, (c_void_p, c_char_p, c_int64,)",
    "bres_summary_set_string": "bres_status, (c_void_p, c_char_p, c_char_p,)",
    "bres_summary_set_texts": "bres_status, (c_void_p, c_char_p, c_char_p, c_char_p, c_char_p,)",
    "bres_summary_string": "c_char_p, (c_void_p,)",
    "bres_summary_tag": "c_char_p, (c_void_p,)",
    "bres_task_spec_equal": "c_bool, (POINTER(bres_task_spec), POINTER(bres_task_spec),)",
    "bres_task_spec_init": "None, (POINTER(bres_task_spec),)",
    "bres_task_spec_normalize": "bres_status, (c_char_p, POINTER(c_void_p),)",
    "bres_task_spec_summary": "bres_status, (POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_thresholds_dump": "bres_status, (POINTER(bres_thresholds), c_char_p, POINTER(c_void_p),)",
    "bres_thresholds_init": "None, (POINTER(bres_thresholds),)",
    "bres_thresholds_load": "bres_status, (POINTER(bres_thresholds), c_char_p, c_char_p, POINTER(c_void_p),)",
    "bres_thresholds_parse": "bres_status, (POINTER(bres_thresholds), c_char_p, c_char_p, c_char_p, POINTER(c_void_p),)",
    "bres_thresholds_preset": "POINTER(bres_thresholds), (c_char_p,)",
    "bres_timer_adaptive_autorange": "bres_status, (bres_cpu_fn, c_void_p, POINTER(bres_task_spec), POINTER(bres_timer_options), POINTER(c_void_p),)",
    "bres_timer_blocked_autorange": "bres_status, (bres_cpu_fn, c_void_p, POINTER(bres_task_spec), POINTER(bres_timer_options), POINTER(c_void_p),)",
    "bres_timer_free": "None, (c_void_p,)",
    "bres_timer_measure": "bres_status, (c_void_p, c_uint, POINTER(bres_timer_options), POINTER(c_void_p),)",
    "bres_timer_new": "bres_status, (bres_cpu_fn, c_void_p, POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_timer_new_batched": "bres_status, (bres_cpu_batch_fn, c_void_p, POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_timer_new_command": "bres_status, (POINTER(bres_command), POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_timer_new_symbol": "bres_status, (c_char_p, c_char_p, c_char_p, POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_timer_new_timed": "bres_status, (bres_timed_fn, c_void_p, POINTER(bres_task_spec), POINTER(c_void_p),)",
    "bres_timer_options_init": "None, (POINTER(bres_timer_options),)",
    "bres_timer_timeit": "bres_status, (bres_cpu_fn, c_void_p, POINTER(bres_task_spec), POINTER(bres_timer_options), POINTER(c_void_p),)",
    "bres_times_init": "None, (POINTER(bres_times),)",
    "bres_timing_table": "bres_status, (POINTER(c_void_p), c_size_t, POINTER(bres_timing_table_options), POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_timing_table_options_init": "None, (POINTER(bres_timing_table_options),)",
    "bres_trial_data": "c_void_p, (c_void_p,)",
    "bres_trial_float64": "c_double, (c_void_p, c_char_p,)",
    "bres_trial_index": "c_uint64, (c_void_p,)",
    "bres_trial_int64": "c_int64, (c_void_p, c_char_p,)",
    "bres_trial_name": "c_char_p, (c_void_p,)",
    "bres_trial_set_data": "None, (c_void_p, c_void_p,)",
    "bres_trial_string": "c_char_p, (c_void_p, c_char_p,)",
    "bres_tuner_add_constraint": "bres_status, (c_void_p, bres_tuner_constraint_fn, c_void_p,)",
    "bres_tuner_add_float64": "bres_status, (c_void_p, c_char_p, POINTER(c_double), c_size_t,)",
    "bres_tuner_add_int64": "bres_status, (c_void_p, c_char_p, POINTER(c_int64), c_size_t,)",
    "bres_tuner_add_string": "bres_status, (c_void_p, c_char_p, POINTER(c_char_p), c_size_t,)",
    "bres_tuner_ask": "bres_status, (c_void_p, POINTER(c_void_p), POINTER(c_size_t),)",
    "bres_tuner_best_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_tuner_best_count": "c_size_t, (c_void_p,)",
    "bres_tuner_best_trial_at": "c_void_p, (c_void_p, c_size_t,)",
    "bres_tuner_config_count": "c_uint64, (c_void_p,)",
    "bres_tuner_finish": "bres_status, (c_void_p,)",
    "bres_tuner_free": "None, (c_void_p,)",
    "bres_tuner_measured_count": "c_uint64, (c_void_p,)",
    "bres_tuner_message": "c_char_p, (c_void_p,)",
    "bres_tuner_new": "c_void_p, (POINTER(bres_tuner_options),)",
    "bres_tuner_options_init": "None, (POINTER(bres_tuner_options),)",
    "bres_tuner_remaining_count": "c_uint64, (c_void_p,)",
    "bres_tuner_result": "c_void_p, (c_void_p,)",
    "bres_tuner_run_cpu": "bres_status, (c_void_p, bres_tuner_cpu_fn, c_void_p,)",
    "bres_tuner_run_cuda": "bres_status, (c_void_p, bres_tuner_cuda_fn, c_void_p, POINTER(bres_cuda_options),)",
    "bres_tuner_sample_count": "c_uint64, (c_void_p,)",
    "bres_tuner_set_check": "bres_status, (c_void_p, bres_tuner_prepare_fn, c_void_p,)",
    "bres_tuner_set_prepare": "bres_status, (c_void_p, bres_tuner_prepare_fn, bres_tuner_release_fn, c_void_p,)",
    "bres_tuner_stop_name": "c_char_p, (c_uint,)",
    "bres_tuner_stop_reason": "c_uint, (c_void_p,)",
    "bres_tuner_tell": "bres_status, (c_void_p, c_void_p, POINTER(c_double), c_size_t,)",
    "bres_tuner_tell_failure": "bres_status, (c_void_p, c_void_p, c_char_p,)",
    "bres_value_float64": "c_bool, (c_void_p, POINTER(c_double),)",
    "bres_value_int64": "c_bool, (c_void_p, POINTER(c_int64),)",
    "bres_value_kind": "c_uint, (c_void_p,)",
    "bres_value_name": "c_char_p, (c_void_p,)",
    "bres_value_string": "c_char_p, (c_void_p,)",
    "bres_value_text": "c_char_p, (c_void_p,)",
    "bres_value_type": "c_char_p, (c_void_p,)",
    "bres_verdict_name": "c_char_p, (c_uint,)",
    "bres_verification_init": "None, (POINTER(bres_verification),)",
    "bres_verify": "bres_status, (c_char_p, c_uint, c_void_p, c_void_p, c_size_t, POINTER(bres_tolerance), POINTER(bres_verification),)",
    "bres_version": "c_char_p, ()",
    "bres_write_file": "bres_status, (c_char_p, c_char_p, c_size_t,)",
    "bres_write_options_init": "None, (POINTER(bres_write_options),)",
}
