/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of results with replicates: many rows, options, plans, and no memory.
 */
#include "base/fault.h"

#include "support/pair.h"
#include "support/runs.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Test(compare, runs_results_false_discovery_rate)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1, .clock = 1e9 },
                                                              { .time = 1.001, .clock = 1e9 },
                                                              { .time = .999, .clock = 1e9 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 1.02, .clock = 1e9 },
                                                              { .time = 1.0214, .clock = 1e9 },
                                                              { .time = 1.0186, .clock = 1e9 } };
    static const struct {
        double rate;
        uint32_t flags;
        bres_verdict verdict;
    } rows[] = {
        { 0, 0, BRES_SLOW },
        { .5, 0, BRES_SLOW },
        { .5, BRES_COMPARE_ANY_DEPENDENCE, BRES_SLOW },
        { 1e-9, 0, BRES_AMBIGUOUS },
    };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_comparison *comparison;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_compare_options options = bres_test_runs_options(rows[i].flags, NULL);
        const bres_ratio *ratio;
        double factor;

        options.thresholds = bres_test_normal();
        options.false_discovery_rate = rows[i].rate;
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        ratio = bres_row_ratio(bres_comparison_row_at(comparison, 0));
        cr_assert_eq(bres_row_verdict(bres_comparison_row_at(comparison, 0)), rows[i].verdict,
                     "row %zu: p = %g", i, ratio->p_value);
        /* Both rows are equal: the adjusted p-value is the p-value, times 1 + 1/2 under any
         * dependence. */
        factor = (rows[i].flags & BRES_COMPARE_ANY_DEPENDENCE) != 0 ? 1.5 : 1;
        cr_assert_lt(fabs(ratio->q_value / ratio->p_value - factor), 1e-9, "row %zu", i);
        if (rows[i].verdict == BRES_AMBIGUOUS) {
            cr_assert_eq(bres_row_reason(bres_comparison_row_at(comparison, 0)),
                         BRES_REASON_RUNS_NO_DISCOVERY);
            cr_assert_eq(bres_comparison_count(comparison, BRES_AMBIGUOUS), 2);
        }
        bres_comparison_free(comparison);
    }
    bres_test_free_sides(&made);
}

Test(compare, runs_results_options)
{
    static const bres_test_run one[BRES_TEST_RUNS] = { { .time = 1 } };
    static const bres_test_run two[BRES_TEST_RUNS] = { { .time = 1 }, { .time = 1.1 } };
    bres_test_sides single = bres_test_make_sides(one, one);
    bres_test_sides replicates = bres_test_make_sides(two, two);
    bres_compare_options options = bres_test_runs_options(0, NULL);
    bres_comparison *comparison;

    options.false_discovery_rate = .05;
    cr_assert_eq(bres_test_compare_sides(&single, &options, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "needs replicates"));
    options.false_discovery_rate = 1;
    cr_assert_eq(bres_test_compare_sides(&replicates, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.false_discovery_rate = NAN;
    cr_assert_eq(bres_test_compare_sides(&replicates, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.false_discovery_rate = 0;
    options.plan_probability = 0;
    cr_assert_eq(bres_test_compare_sides(&replicates, &options, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_test_compare_sides(&single, NULL, &comparison), BRES_OK);
    cr_assert_null(bres_row_ratio(bres_comparison_row_at(comparison, 0)));
    cr_assert_eq(bres_comparison_run_count(comparison, true), 1);
    cr_assert_not(bres_comparison_is_paired(comparison));
    bres_comparison_free(comparison);
    cr_assert_null(bres_row_ratio(NULL));
    cr_assert_null(bres_row_plan(NULL));
    cr_assert_null(bres_row_run(NULL, true, 0));
    cr_assert_eq(bres_comparison_run_count(NULL, true), 0);
    bres_test_free_sides(&single);
    bres_test_free_sides(&replicates);
}

/* The p-values of too few runs cannot be small enough. */
Test(compare, runs_results_discovery_needs_runs)
{
    static const double times[] = { 1, 1.001, 1.002, 1.003, 1.004 };
    static const struct {
        size_t counts[2];
        uint32_t flags;
        bool normal;
        bool refused;
    } rows[] = {
        { { 3, 3 }, 0, false, true },
        { { 4, 5 }, 0, false, true },
        { { 5, 5 }, 0, false, false },
        { { 5, 5 }, BRES_COMPARE_PAIRED, false, false },
        { { 4, 4 }, BRES_COMPARE_PAIRED, false, true },
        { { 3, 3 }, 0, true, false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(rows[i].flags, NULL);
        bres_comparison *comparison;
        bres_test_sides made;

        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < rows[i].counts[side]; run++)
                kinds[side][run].time = times[run] * (1 + side);
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        options.thresholds = rows[i].normal ? bres_test_normal() : NULL;
        options.false_discovery_rate = .05;
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison),
                     rows[i].refused ? BRES_ERROR_ARGUMENT : BRES_OK, "row %zu", i);
        if (rows[i].refused)
            cr_expect_not_null(strstr(bres_last_error(), "at least 5 runs per side"), "%s",
                               bres_last_error());
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
}

Test(compare, runs_results_plan_command)
{
    static const struct {
        const char *reference;
        const char *candidate;
        const char *commands[2];
    } rows[] = {
        { "['./old','--jsonbin','a.json','-a','N=[1,2]','it\\u0027s']",
          "['./new','--json=b.json','-b','b']",
          { "./old -a 'N=[1,2]' 'it'\\''s' -b b -a N=0 --jsonbin more1-$i-ref.json; ",
            "./new -b b -a N=0 --jsonbin more1-$i-cmp.json; " } },
        { "['./same','--json','a.json']",
          "['./same','--json','b.json']",
          { "$REF -b b -a N=0 --jsonbin more1-$i-ref.json; ",
            "$CMP -b b -a N=0 --jsonbin more1-$i-cmp.json; " } },
        { "[1]",
          "['./new']",
          { "$REF -b b -a N=0 --jsonbin more1-$i-ref.json; ",
            "./new -b b -a N=0 --jsonbin more1-$i-cmp.json; " } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres_test_run references[BRES_TEST_RUNS] = {
            { .argv = rows[i].reference, .time = 1 },
            { .argv = rows[i].reference, .time = 1.04 },
            { .argv = rows[i].reference, .time = 1.01 }
        };
        const bres_test_run candidates[BRES_TEST_RUNS] = {
            { .argv = rows[i].candidate, .time = 1.02 },
            { .argv = rows[i].candidate, .time = 1.03 },
            { .argv = rows[i].candidate, .time = 1.06 }
        };
        bres_test_sides made = bres_test_make_sides(references, candidates);
        bres_comparison *comparison;
        const bres_plan *plan;
        char expected[512];

        cr_assert_eq(bres_test_compare_sides(&made, NULL, &comparison), BRES_OK, "%s",
                     bres_last_error());
        plan = bres_row_plan(bres_comparison_row_at(comparison, 0));
        cr_assert_not_null(plan);
        snprintf(expected, sizeof expected, "for i in $(seq 4 %u); do %s%sdone", 3 + plan->runs,
                 rows[i].commands[0], rows[i].commands[1]);
        cr_assert_str_eq(plan->command, expected);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
}

static bres_status sweep_once(void *context)
{
    bres_compare_options options = bres_test_runs_options(BRES_COMPARE_ALLOW_MISSING, NULL);
    bres_comparison *comparison = (bres_comparison *)context;
    bres_status status;

    options.threads = 1;
    options.thresholds = bres_test_normal();
    options.false_discovery_rate = .05;
    status = bres_test_compare_sides(context, &options, &comparison);
    cr_assert_eq(comparison != NULL, status == BRES_OK);
    if (comparison != NULL) {
        cr_assert(bres_comparison_is_paired(comparison));
        cr_assert_not_null(bres_row_ratio(bres_comparison_row_at(comparison, 0)));
    }
    bres_comparison_free(comparison);
    return status;
}

Test(compare, runs_results_without_memory)
{
    static const bres_test_run references[BRES_TEST_RUNS] = {
        { BRES_TEST_AT("01"), .argv = "['./old']", .time = 1 },
        { BRES_TEST_AT("03"), .argv = "['./old']", .time = 1.03 }
    };
    static const bres_test_run candidates[BRES_TEST_RUNS] = {
        { BRES_TEST_AT("02"), .argv = "['./new']", .time = 1.02 },
        { BRES_TEST_AT("04"), .argv = "['./new']", .time = 1.02, .states = 1 }
    };
    bres_test_sides made = bres_test_make_sides(references, candidates);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_once, &made);
    bres_test_free_sides(&made);
}
