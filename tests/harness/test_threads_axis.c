/* SPDX-License-Identifier: MIT */
#include "base/threads/parallel.h"
#include "harness/suite/suite.h"

#include <criterion/criterion.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static void expect_axis(int64_t first, int64_t last, const int64_t *values, size_t count)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "bench", body, NULL);

    cr_assert_eq(bres_bench_add_threads_axis(bench, first, last), BRES_OK);
    cr_expect_str_eq(bench->axes[0].name, "Threads");
    cr_assert_eq(bench->axes[0].count, count, "%d to %d", (int)first, (int)last);
    cr_expect_arr_eq(bench->axes[0].integers, values, count * sizeof(*values));
    bres_suite_free(suite);
}

Test(harness, axes_of_threads)
{
    const int64_t cpus = (int64_t)bres__usable_cpus();
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "bench", body, NULL);

    expect_axis(1, 1, (const int64_t[]){ 1 }, 1);
    expect_axis(1, 12, (const int64_t[]){ 1, 2, 4, 8, 12 }, 5);
    expect_axis(3, 8, (const int64_t[]){ 3, 4, 8 }, 3);
    expect_axis(5, 7, (const int64_t[]){ 5, 7 }, 2);
    expect_axis(cpus, 0, &cpus, 1);
    expect_axis(cpus + 1, 0, (const int64_t[]){ cpus + 1 }, 1);
    cr_expect_eq(bres_bench_add_threads_axis(NULL, 1, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_threads_axis(bench, 0, 4), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_threads_axis(bench, 4, 2), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(),
                     "benchmark 'bench': 4 to 2 threads (expected a range from 1 on)");
    cr_expect_eq(bres_bench_add_threads_axis(bench, 1, INT64_MAX), BRES_OK);
    cr_expect_eq(bench->axes[0].count, 64);
    bres_suite_free(suite);
}
