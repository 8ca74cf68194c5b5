/* SPDX-License-Identifier: MIT */
/*
 * Honest solutions of different speed are never suspected. On a busy system a solution with threads
 * may have no score.
 */
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>
#include <valgrind/valgrind.h>

/* Whether the thread sanitizer or valgrind makes references take a hundred times as long. */
static bool is_slow(void)
{
#ifdef __SANITIZE_THREAD__
    return true;
#else
    return RUNNING_ON_VALGRIND != 0;
#endif
}

static void honest_judge(const char *name, bool has_threads)
{
    bres_test_solution solution = { .problem = "matrix-multiplication", .status = "BENCHMARKED" };
    const int rounds = is_slow() ? 1 : bres_test_long() ? 50 : 3;
    bres_test_leftovers before;
    bres_judge_options options;

    strcpy(solution.name, name);
    bres_test_solution_options(&solution, &options);
    options.peak_flops = 0;
    options.peak_bandwidth = 0;
    if (is_slow())
        options.flags |= BRES_JUDGE_FIRST_CASE;
    bres_test_leftovers_begin(&before);
    for (int round = 0; round < rounds; round++) {
        bres_judgement *judgement = bres_test_solution_judge(&solution, &options);
        const bres_judge_status status = bres_judgement_status(judgement);
        double runtime;

        cr_assert(status == BRES_JUDGE_BENCHMARKED ||
                      (has_threads && status == BRES_JUDGE_NOT_MEASURED),
                  "%s, round %d: %s: %s", name, round, bres_judge_status_name(status),
                  bres_judgement_message(judgement));
        cr_assert_eq(bres_judgement_passed_tests(judgement), bres_judgement_total_tests(judgement));
        cr_assert_eq(bres_judgement_average_runtime(judgement, &runtime),
                     status == BRES_JUDGE_BENCHMARKED, "%s", name);
        bres_judgement_free(judgement);
        bres_test_leftovers_check(&before, name);
    }
    bres_test_leftovers_end();
}

Test(judge, honest_naive)
{
    honest_judge("product_naive", false);
}

Test(judge, honest_blocked)
{
    honest_judge("product_blocked", false);
}

Test(judge, honest_unrolled)
{
    honest_judge("product_unrolled", false);
}

Test(judge, honest_threads)
{
    honest_judge("product_threads", true);
}

Test(judge, honest_pool)
{
    honest_judge("product_pool", true);
}

Test(judge, honest_crowd)
{
    honest_judge("product_crowd", true);
}

Test(judge, honest_scratch)
{
    honest_judge("product_scratch", false);
}
