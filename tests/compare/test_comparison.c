/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of whole results: counts, getters, bad arguments and file versions.
 */
#include "compare/comparison.h"

#include "support/loading.h"
#include "support/pair.h"
#include "support/rows.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(compare, comparison_counts_verdicts_and_reasons)
{
    static const bres_test_row_kind kinds[] = { ROW_SAME,      ROW_FAR,      ROW_MISMATCH, ROW_SLOW,
                                                ROW_NOISELESS, ROW_MISMATCH, ROW_SAME };
    bres_test_result_pair pair = bres_test_make_pair(kinds, sizeof kinds / sizeof *kinds);
    bres_compare_options options;
    bres_comparison *comparison;
    const char *message;
    size_t rows;

    bres_compare_options_init(&options);
    options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    bres_test_free_pair(&pair);
    cr_assert_eq(bres_comparison_row_count(comparison), 7);
    cr_assert_eq(bres_comparison_count(comparison, BRES_SAME), 2);
    cr_assert_eq(bres_comparison_count(comparison, BRES_SLOW), 1);
    cr_assert_eq(bres_comparison_count(comparison, BRES_FAST), 0);
    cr_assert_eq(bres_comparison_count(comparison, BRES_AMBIGUOUS), 4);
    cr_assert_eq(bres_comparison_count(comparison, BRES_UNKNOWN), 0);
    cr_assert_eq(bres_comparison_count(comparison, (bres_verdict)9), 0);
    cr_assert_eq(bres_comparison_reason_count(comparison), 3);
    cr_assert_eq(bres_comparison_reason_at(comparison, 0, &rows, &message),
                 BRES_REASON_BULK_TIME_SUPPORT_MISMATCH);
    cr_assert_eq(rows, 2);
    /* Of equally severe messages, the reason has the first. */
    cr_assert_eq(message, bres_row_message(bres_comparison_row_at(comparison, 2)));
    /* Reasons with equal counts are in the order of the rows. */
    cr_assert_eq(bres_comparison_reason_at(comparison, 1, NULL, NULL),
                 BRES_REASON_CENTERS_NOT_CLOSE);
    cr_assert_eq(bres_comparison_reason_at(comparison, 2, NULL, NULL),
                 BRES_REASON_NOISE_UNAVAILABLE);
    cr_assert_eq(bres_comparison_reason_at(comparison, 3, &rows, &message), (bres_reason)0);
    cr_assert_eq(rows, 0);
    cr_assert_null(message);
    bres_comparison_free(comparison);
}

/* A reason has the message of its most severe row. */
Test(compare, comparison_keeps_the_most_severe_message)
{
    static const bres_test_row_kind kinds[] = { ROW_MISMATCH, ROW_ELSEWHERE, ROW_MISMATCH };
    bres_test_result_pair pair = bres_test_make_pair(kinds, sizeof kinds / sizeof *kinds);
    bres_compare_options options;
    bres_comparison *comparison;
    const char *message;
    size_t rows;

    bres_compare_options_init(&options);
    options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_comparison_reason_at(comparison, 0, &rows, &message),
                 BRES_REASON_BULK_TIME_SUPPORT_MISMATCH);
    cr_assert_eq(rows, 3);
    cr_assert_eq(message, bres_row_message(bres_comparison_row_at(comparison, 1)));
    cr_assert_float_eq(bres_row_severity(bres_comparison_row_at(comparison, 0)), 0.47, 1e-12);
    cr_assert_float_eq(bres_row_severity(bres_comparison_row_at(comparison, 1)), 0.97, 1e-12);
    bres_comparison_free(comparison);
    bres_test_free_pair(&pair);
}

Test(compare, comparison_getters_take_null)
{
    const bres_comparison *none = NULL;

    bres_comparison_free(NULL);
    cr_assert_eq(bres_comparison_row_count(none), 0);
    cr_assert_null(bres_comparison_row_at(none, 0));
    cr_assert_eq(bres_comparison_count(none, BRES_SAME), 0);
    cr_assert_eq(bres_comparison_reason_count(none), 0);
    cr_assert_null(bres_comparison_thresholds(none));
    cr_assert_null(bres_comparison_device_difference(none));
    cr_assert_eq(bres_comparison_bench_count(none), 0);
    cr_assert_null(bres_comparison_bench_at(none, 0));
    cr_assert_null(bres_comparison_bench_reference(NULL));
    cr_assert_null(bres_comparison_bench_candidate(NULL));
    cr_assert_eq(bres_comparison_bench_pair_count(NULL), 0);
    cr_assert_null(bres_comparison_bench_pair_at(NULL, 0));
    cr_assert_null(bres_device_pair_reference(NULL));
    cr_assert_null(bres_device_pair_candidate(NULL));
    cr_assert_not(bres_device_pair_is_equal(NULL));
    cr_assert_eq(bres_device_pair_row_count(NULL), 0);
    cr_assert_null(bres_device_pair_row_at(NULL, 0));
    cr_assert_eq(bres_comparison_missing_bench_count(none), 0);
    cr_assert_null(bres_comparison_missing_bench_at(none, 0, NULL));
    cr_assert_eq(bres_comparison_missing_state_count(none), 0);
    cr_assert_null(bres_comparison_missing_state_at(none, 0, NULL));
    cr_assert_null(bres_row_reference(NULL));
    cr_assert_null(bres_row_candidate(NULL));
    cr_assert_null(bres_row_pair(NULL));
    cr_assert_null(bres_row_bench(NULL));
    cr_assert_eq(bres_row_verdict(NULL), BRES_UNKNOWN);
    cr_assert_eq(bres_row_reason(NULL), (bres_reason)0);
    cr_assert_null(bres_row_message(NULL));
    cr_assert_eq(bres_row_severity(NULL), 0);
    cr_assert_null(bres_row_reference_estimate(NULL));
    cr_assert_null(bres_row_candidate_estimate(NULL));
    cr_assert_null(bres_row_difference(NULL));
    cr_assert_eq(bres_row_occurrence(NULL), 0);
    cr_assert_eq(bres_row_occurrence_count(NULL), 0);
}

Test(compare, comparison_of_rows_and_pairs)
{
    static const bres_test_row_kind kinds[] = { ROW_SAME, ROW_SLOW };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 2);
    bres_comparison *comparison;
    const bres_device_pair *devices;
    const bres_row *row;

    cr_assert_eq(bres_test_compare_pair(&pair, NULL, &comparison), BRES_OK);
    devices = bres_comparison_bench_pair_at(bres_comparison_bench_at(comparison, 0), 0);
    cr_assert_eq(bres_device_pair_row_count(devices), 2);
    row = bres_device_pair_row_at(devices, 1);
    cr_assert_eq(row, bres_comparison_row_at(comparison, 1));
    cr_assert_null(bres_device_pair_row_at(devices, 2));
    cr_assert_eq(bres_row_pair(row), devices);
    cr_assert_eq(bres_subbench_state_at(bres_result_subbench_at(pair.reference, 0), 1),
                 bres_row_reference(row));
    cr_assert_eq(bres_subbench_state_at(bres_result_subbench_at(pair.candidate, 0), 1),
                 bres_row_candidate(row));
    cr_assert_eq(bres_row_difference(row)->center, 1);
    cr_assert_eq(bres_row_difference(row)->change, 1);
    bres_comparison_free(comparison);
    bres_test_free_pair(&pair);
}

Test(compare, comparison_bad_arguments)
{
    static const bres_test_row_kind kinds[] = { ROW_SAME };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 1);
    bres_result *const two[2] = { pair.reference, pair.candidate };
    bres_result *const none[1] = { NULL };
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_compare_options options;

    bres_compare_options_init(NULL);
    cr_assert_eq(bres_compare(two, 2, two, 1, NULL, &comparison), BRES_ERROR_CONFLICT);
    cr_assert_null(comparison);
    cr_assert_not_null(strstr(bres_last_error(), "hold the same measurements"), "%s",
                       bres_last_error());
    cr_assert_eq(bres_compare(two, 1, two, 0, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(none, 1, two, 1, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(two, 1, NULL, 1, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(two, 1, two, 1, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.flags = 1u << 20;
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.flags = BRES_COMPARE_HAS_CLOCK;
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.metric = 5;
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.size = 4;
    cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_VERSION);
    bres_test_free_pair(&pair);
}

/* A result against itself, and one without rows. */
Test(compare, comparison_with_itself_and_with_nothing)
{
    static const bres_test_row_kind kinds[] = { ROW_SAME, ROW_MISMATCH, ROW_SLOW, ROW_FAR };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 4);
    bres_test_result_pair empty = bres_test_make_pair(kinds, 0);
    bres_comparison *comparison;

    for (int i = 0; i < 2; i++) {
        bres_result *result = i == 0 ? pair.reference : pair.candidate;

        cr_assert_eq(bres_compare(&result, 1, &result, 1, NULL, &comparison), BRES_OK);
        cr_assert_eq(bres_comparison_count(comparison, BRES_FAST), 0);
        cr_assert_eq(bres_comparison_count(comparison, BRES_SLOW), 0);
        bres_comparison_free(comparison);
    }
    cr_assert_eq(bres_test_compare_pair(&empty, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_comparison_row_count(comparison), 0);
    cr_assert_eq(bres_comparison_bench_count(comparison), 1);
    cr_assert_str_eq(bres_comparison_device_difference(comparison), "");
    bres_comparison_free(comparison);
    bres_test_free_pair(&pair);
    bres_test_free_pair(&empty);
}

/* A file with another version or without a version is compared, with a warning. */
Test(compare, comparison_warns_of_versions)
{
    static const struct {
        const char *meta;
        const char *warning;
    } cases[] = {
        { "'meta':{'version':{'json':{'string':'1.0.0'}}},", "" },
        { "'meta':{'version':{'json':{'string':'2.0.0'}}},",
          "r.json: the file has version 2.0.0 (expected version 1.0.0)\n" },
        { "'meta':{'version':{}},", "r.json: the file has no version (expected version 1.0.0)\n" },
        { "'meta':{},", "r.json: the file has no version (expected version 1.0.0)\n" },
        { "", "r.json: the file has no version (expected version 1.0.0)\n" },
    };
    const bres_load_options load_options = bres_test_options(BRES_LOAD_LENIENT, NULL);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        bres_compare_options options;
        bres_comparison *comparison;
        bres_result *results[2];
        bres_test_log log = { 0 };

        snprintf(text, sizeof text, "{%s'devices':[],'benchmarks':[]}", cases[i].meta);
        cr_assert_eq(bres_test_load_text(text, &load_options, &results[0]), BRES_OK);
        snprintf(text, sizeof text, "{%s'devices':[],'benchmarks':[]}", cases[0].meta);
        cr_assert_eq(bres_test_load_text(text, &load_options, &results[1]), BRES_OK);
        bres_compare_options_init(&options);
        options.log = bres_test_log_add;
        options.log_user = &log;
        cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, &options, &comparison), BRES_OK,
                     "%s", bres_last_error());
        cr_assert_str_eq(bres_test_log_text(&log), cases[i].warning, "%s", cases[i].meta);
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
        bres_result_unref(results[0]);
        bres_result_unref(results[1]);
    }
}

/* Both sides come from one file: one warning about its version. */
Test(compare, comparison_warns_once_of_one_file)
{
    const bres_load_options load_options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres_result *results[2];
    bres_compare_options options;
    bres_test_log log = { 0 };

    for (int i = 0; i < 2; i++)
        cr_assert_eq(
            bres_test_load_text("{'devices':[],'benchmarks':[]}", &load_options, &results[i]),
            BRES_OK);
    bres_compare_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = &log;
    for (int i = 0; i < 2; i++) {
        bres_comparison *comparison;

        cr_assert_eq(bres_compare(&results[0], 1, &results[i], 1, &options, &comparison), BRES_OK,
                     "%s", bres_last_error());
        cr_assert_str_eq(bres_test_log_text(&log),
                         "r.json: the file has no version (expected version 1.0.0)\n");
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
    }
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}
