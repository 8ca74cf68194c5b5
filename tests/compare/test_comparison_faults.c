/* SPDX-License-Identifier: MIT */
/*
 * Comparisons with failing allocations, and with files that cannot be read.
 */
#include "base/fault.h"
#include "compare/comparison.h"

#include "support/rows.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static void ignore_log(void *user, bres_log_level level, const char *message)
{
    (void)user;
    (void)level;
    (void)message;
}

static bres_status compare_and_free(void *context)
{
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_compare_options options;
    bres_status status;

    bres_compare_options_init(&options);
    options.log = ignore_log;
    options.threads = 1;
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_IGNORE_DEVICES;
    options.reference_devices = "0";
    status = bres_test_compare_pair(context, &options, &comparison);
    cr_assert_eq(comparison == NULL, status != BRES_OK);
    bres_comparison_free(comparison);
    return status;
}

Test(compare, comparison_without_memory)
{
    static const bres_test_row_kind kinds[] = { ROW_NO_FILES, ROW_MISMATCH, ROW_SLOW };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 3);
    bres_test_result_pair fewer = bres_test_make_pair(kinds, 2);
    bres_test_result_pair uneven = { pair.reference, fewer.candidate };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_and_free, &pair);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_and_free, &uneven);
    bres_test_free_pair(&pair);
    bres_test_free_pair(&fewer);
}

static bres_status refuse_and_free(void *context)
{
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_status status = bres_test_compare_pair(context, NULL, &comparison);

    cr_assert_null(comparison);
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(compare, comparison_refused_without_memory)
{
    static const bres_test_row_kind kinds[] = { ROW_SAME, ROW_SAME };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 2);
    bres_test_result_pair fewer = bres_test_make_pair(kinds, 1);
    bres_test_result_pair uneven = { pair.reference, fewer.candidate };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_and_free, &uneven);
    bres_test_free_pair(&pair);
    bres_test_free_pair(&fewer);
}

/* An unreadable sidecar gives a reason, not an error: the thread's error record stays unchanged. */
Test(compare, comparison_with_unreadable_files)
{
    static const bres_test_row_kind kinds[] = { ROW_MISMATCH };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 1);
    const bres_state *states[2] = {
        bres_subbench_state_at(bres_result_subbench_at(pair.reference, 0), 0),
        bres_subbench_state_at(bres_result_subbench_at(pair.candidate, 0), 0),
    };
    bres_thresholds thresholds;
    bres_decision decision;
    size_t n = 0;
    bool hit;

    bres_thresholds_init(&thresholds);
    thresholds.rule = BRES_RULE_NVBENCH; /* the samples are few */
    bres_decision_init(&decision);
    cr_assert_null(bres_thresholds_preset("loose"));
    do {
        bres__faults_arm(BRES__FAULT_IO, ++n, false);
        cr_assert_eq(bres_compare_states(states[0], states[1], &thresholds, &decision), BRES_OK,
                     "fault %zu: %s", n, bres_last_error());
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(decision.reason,
                     hit ? BRES_REASON_BULK_TIME_DATA_UNUSABLE
                         : BRES_REASON_BULK_TIME_SUPPORT_MISMATCH,
                     "fault %zu: %s", n, decision.message);
        cr_assert_not_null(strstr(bres_last_error(), "'loose'"), "fault %zu: %s", n,
                           bres_last_error());
    } while (hit);
    cr_assert_gt(n, 4);
    bres_test_free_pair(&pair);
}

static bres_status samples_and_free(void *context)
{
    static float values[1000];
    const bres_samples samples = { values, values, 1000 };
    bres_decision decision;

    (void)context;
    for (size_t i = 0; i < 1000; i++)
        values[i] = 1 + .001f * (float)i;
    bres_decision_init(&decision);
    return bres_compare_samples(&samples, &samples, 0, NULL, &decision);
}

Test(compare, comparison_samples_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, samples_and_free, NULL);
}

/* One allocation serves both arrays; short arrays need none. */
Test(compare, comparison_samples_allocate_once)
{
    static const struct {
        size_t count;
        size_t allocations;
    } cases[] = { { 1, 0 }, { 128, 0 }, { 129, 1 }, { 1000, 1 } };
    static float values[1000];

    for (size_t i = 0; i < 1000; i++)
        values[i] = 1 + .001f * (float)i;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_samples samples = { values, values, cases[i].count };
        bres_decision decision;

        bres_decision_init(&decision);
        bres__faults_arm(BRES__FAULT_ALLOC, cases[i].allocations + 1, true);
        cr_assert_eq(bres_compare_samples(&samples, &samples, 0, NULL, &decision), BRES_OK);
        cr_assert_not(bres__faults_hit(), "%zu samples", cases[i].count);
        bres__faults_arm(0, 0, false);
    }
}
