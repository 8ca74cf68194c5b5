/* SPDX-License-Identifier: MIT */
/*
 * Two calls with equal inputs must give equal outputs. The second call has other poison, so a
 * solution that reads an output before it writes there gives different outputs.
 */
#include "judge/case_run.h"

static bres_status compare_pair(bres__case_run *run, const bres__call calls[2], void *const *first)
{
    const bres__arrays *arrays = &run->arrays;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < run->judge->problem->parameter_count && status == BRES_OK; i++) {
        bres_verification verification;
        size_t unwritten;

        if (!arrays->arguments[i].is_output)
            continue;
        status = bres__arrays_verify(arrays, i, first[i], arrays->own[i], &verification);
        if (status != BRES_OK || verification.wrong == 0)
            continue;
        unwritten = bres__arrays_unwritten(arrays, i, first[i], arrays->own[i], verification.wrong,
                                           calls[1].poison);
        if (unwritten > 0)
            return bres__case_fail_untouched(run, &calls[1], i, unwritten);
        return bres__case_fail(run, &calls[1], BRES_JUDGE_WRONG_ANSWER,
                               "the same inputs give another answer than the call before: %s",
                               verification.message);
    }
    return status;
}

bres_status bres__case_repeat(bres__case_run *run)
{
    bres__call calls[2] = { { .what = "repeat", .number = 1, .count = 1 },
                            { .what = "repeat", .number = 2, .count = 1, .keeps_seed = true } };
    void **first = NULL;
    bres_status status = bres__case_call(run, &calls[0]);

    calls[1].seed = calls[0].seed;
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    first = bres__arrays_copy_outputs(&run->arrays);
    if (first == NULL)
        return bres__error_memory();
    status = bres__case_call(run, &calls[1]);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = compare_pair(run, calls, first);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_verify(run, &calls[1], run->arrays.own);
    bres__arrays_free_outputs(&run->arrays, first);
    return status;
}
