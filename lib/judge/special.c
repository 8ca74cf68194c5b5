/* SPDX-License-Identifier: MIT */
#include "judge/special.h"

/* Share of the samples before which special values are checked. */
#define SPECIAL_SHARE 0.33

bres_status bres__special_find(const bres__judge *judge, bool *has_special)
{
    const size_t count = judge->problem->case_count(judge->problem, judge->set);
    bres_problem_case test_case;
    bres_status status = BRES_OK;

    *has_special = false;
    for (size_t i = 0; i < count && status == BRES_OK && !*has_special; i++) {
        status = bres_problem_make_case(judge->problem, judge->set,
                                        (bres_data_type)judge->options->type, i, 0, &test_case);
        *has_special = status == BRES_OK && test_case.has_distribution &&
                       test_case.distribution == BRES_FILL_SPECIAL;
    }
    return status;
}

bres_status bres__special_check(bres__case_run *run, bool has_special, size_t calls)
{
    bres__random random;
    bres__call call = {
        .what = "check of special values",
        .count = calls,
        .verify_fraction = 1,
        .is_special = true,
    };

    if (!has_special)
        return BRES_OK;
    random = bres__draw_random(&run->judge->draws);
    if (bres__random_unit(&random) >= SPECIAL_SHARE)
        return BRES_OK;
    return bres__case_call(run, &call);
}
