/* SPDX-License-Identifier: MIT */
#include "judge/verdict/time_sanity.h"

#include <criterion/criterion.h>

Test(judge, plausible_floor_is_the_larger_of_two)
{
    cr_expect_float_eq(bres__least_seconds(1000, 1000, 100, 10), 100, 1e-9);
    cr_expect_float_eq(bres__least_seconds(1000, 1000, 10, 100), 100, 1e-9);
    cr_expect_eq(bres__least_seconds(1000, 1000, 0, 0), 0);
    cr_expect_eq(bres__least_seconds(0, 0, 1, 1), 0);
}

Test(judge, plausible_times_grow_with_the_work)
{
    const struct {
        const char *name;
        bool alike;
        uint64_t flops[2];
        uint64_t bytes[2];
        double runtime[2];
    } pairs[] = {
        { "four times the work", true, { 100, 400 }, { 0, 0 }, { 1e-3, 1.05e-3 } },
        { "the other way round", true, { 400, 100 }, { 0, 0 }, { 1e-3, 1.05e-3 } },
        { "by bytes", true, { 0, 0 }, { 100, 400 }, { 1e-3, 1.05e-3 } },
        { "more time", false, { 100, 400 }, { 0, 0 }, { 1e-3, 2e-3 } },
        { "nearly the same work", false, { 100, 399 }, { 0, 0 }, { 1e-3, 1e-3 } },
        { "too short to tell", false, { 100, 400 }, { 0, 0 }, { 1e-4, 1e-4 } },
        { "unknown", false, { 0, 0 }, { 0, 0 }, { 1e-3, 1e-3 } },
        { "not to be compared", false, { 0, 400 }, { 100, 0 }, { 1e-3, 1e-3 } },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        bres__judged judged[2] = { { .status = BRES_JUDGE_BENCHMARKED },
                                   { .status = BRES_JUDGE_BENCHMARKED } };

        for (int k = 0; k < 2; k++) {
            judged[k].flops = pairs[i].flops[k];
            judged[k].bytes = pairs[i].bytes[k];
            judged[k].runtime = pairs[i].runtime[k];
        }
        cr_expect_eq(bres__times_are_alike(&judged[0], &judged[1]), pairs[i].alike, "%s",
                     pairs[i].name);
    }
}
