/* SPDX-License-Identifier: MIT */
#include "judge/verdict/judgement.h"

static const char *const status_names[] = {
    [BRES_JUDGE_BENCHMARKED] = "BENCHMARKED",
    [BRES_JUDGE_CHECKED] = "CHECKED",
    [BRES_JUDGE_COMPILE_ERROR] = "COMPILE_ERROR",
    [BRES_JUDGE_TIME_LIMIT_EXCEEDED] = "TIME_LIMIT_EXCEEDED",
    [BRES_JUDGE_RUNTIME_ERROR] = "RUNTIME_ERROR",
    [BRES_JUDGE_WRONG_ANSWER] = "WRONG_ANSWER",
    [BRES_JUDGE_GUARD_VIOLATION] = "GUARD_VIOLATION",
    [BRES_JUDGE_INPUT_MODIFIED] = "INPUT_MODIFIED",
    [BRES_JUDGE_ASYNC_WORK] = "ASYNC_WORK",
    [BRES_JUDGE_CLOCK_MISMATCH] = "CLOCK_MISMATCH",
    [BRES_JUDGE_CHANNEL_FORGED] = "CHANNEL_FORGED",
    [BRES_JUDGE_SKIPPED_OOM] = "SKIPPED_OOM",
    [BRES_JUDGE_NOT_MEASURED] = "NOT_MEASURED",
};

#define STATUS_COUNT (sizeof status_names / sizeof *status_names)

const char *bres_judge_status_name(bres_judge_status status)
{
    return (unsigned)status < STATUS_COUNT ? status_names[status] : "unknown status";
}

const char *bres__backend_name(bres_backend backend)
{
    return backend == BRES_BACKEND_CUDA ? "cuda" : "cpu";
}
