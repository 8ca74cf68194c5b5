/* SPDX-License-Identifier: MIT */
/*
 * Comparisons on any number of threads: equal results, warnings in order, the first error.
 */
#include "compare/comparison.h"
#include "compare/evidence/warning.h"

#include "support/loading.h"
#include "support/pair.h"
#include "support/rows.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANY 200

/* Every third row causes a warning on both sides. */
static void fill_kinds(bres_test_row_kind kinds[MANY])
{
    for (size_t i = 0; i < MANY; i++)
        kinds[i] = i % 3 == 0 ? ROW_NO_FILES : ROW_MISMATCH;
}

/* Any number of threads gives the same texts in the same order. */
Test(compare, comparison_does_not_depend_on_threads)
{
    bres_test_row_kind kinds[MANY];
    bres_test_result_pair pair;
    char warning[160];
    char *first = NULL;

    fill_kinds(kinds);
    pair = bres_test_make_pair(kinds, MANY);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        bres_compare_options options;
        bres_comparison *comparison;
        bres_test_log log = { 0 };

        bres_compare_options_init(&options);
        options.threads = threads;
        options.log = bres_test_log_add;
        options.log_user = &log;
        options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
        cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        for (size_t i = 0; i < MANY; i++)
            bres__text_printf(&log.lines, "%s\n",
                              bres_row_message(bres_comparison_row_at(comparison, i)));
        cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
        if (first == NULL)
            first = strdup(bres_test_log_text(&log));
        cr_assert_str_eq(bres_test_log_text(&log), first);
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
    }
    snprintf(
        warning, sizeof(warning),
        "ref.json-bin/0.bin: the sample times are treated as unavailable: the file is missing; "
        "%d more files are missing\n",
        2 * ((MANY + 2) / 3) - 1);
    cr_assert_not_null(strstr(first, warning), "%s", first);
    free(first);
    bres_test_free_pair(&pair);
}

/* Warnings of several threads are reported once each, in the order of their rows. */
Test(compare, comparison_orders_warnings)
{
    bres__warning_list all = { 0 };
    bres__warning_list other = { 0 };
    bres_test_log log = { 0 };

    for (all.row = 0; all.row < 6; all.row += 2) {
        cr_assert_eq(bres__warn(&all, "row %zu", all.row), BRES_OK);
        cr_assert_eq(bres__warn(&all, "row %zu again", all.row), BRES_OK);
    }
    for (other.row = 1; other.row < 6; other.row += 2)
        cr_assert_eq(bres__warn(&other, "row %zu", other.row == 3 ? 2 : other.row), BRES_OK);
    cr_assert_eq(bres__warnings_join(&all, &other), BRES_OK);
    cr_assert_eq(bres__warnings_report(&all, 5, bres_test_log_add, &log), BRES_OK);
    cr_assert_str_eq(bres_test_log_text(&log),
                     "row 0\nrow 0 again\nrow 1\nrow 2\nrow 2 again\nrow 4\nrow 4 again\n");
    bres_test_log_clear(&log);
    bres__warnings_free(&all);
    bres__warnings_free(&other);
    cr_assert_eq(bres__warn(NULL, "nobody"), BRES_OK);
    cr_assert_eq(bres__warn_missing(NULL, "nobody"), BRES_OK);
}

/* Only the first missing file is named. */
Test(compare, comparison_counts_missing_files)
{
    static const char *const texts[] = { "b", "b; 1 more file is missing",
                                         "b; 2 more files are missing" };

    for (size_t files = 1; files <= 3; files++) {
        bres__warning_list all = { 0 };
        bres_test_log log = { 0 };
        char expected[64];

        for (all.row = files; all.row > 0; all.row--) {
            cr_assert_eq(bres__warn_missing(&all, "%c", (int)('a' + all.row)), BRES_OK);
            cr_assert_eq(bres__warn_missing(&all, "%c", (int)('a' + all.row)), BRES_OK);
        }
        all.row = 1;
        cr_assert_eq(bres__warn(&all, "row 1"), BRES_OK);
        cr_assert_eq(bres__warnings_report(&all, files + 1, bres_test_log_add, &log), BRES_OK);
        snprintf(expected, sizeof(expected), "%s\nrow 1\n", texts[files - 1]);
        cr_assert_str_eq(bres_test_log_text(&log), expected);
        bres_test_log_clear(&log);
        bres__warnings_free(&all);
    }
}

/* One cause, one warning: here the same file on both sides. */
Test(compare, comparison_warns_once)
{
    static const bres_test_row_kind kinds[] = { ROW_NO_FILES };
    bres_test_result_pair pair = bres_test_make_pair(kinds, 1);
    bres_compare_options options;
    bres_comparison *comparison;
    bres_test_log log = { 0 };

    bres_compare_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = &log;
    options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
    cr_assert_eq(bres_compare(&pair.reference, 1, &pair.reference, 1, &options, &comparison),
                 BRES_OK);
    cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_comparison_free(comparison);
    bres_test_free_pair(&pair);
}

/* The first of several malformed rows gives the error; earlier rows still give warnings. */
Test(compare, comparison_gives_the_first_error)
{
    bres_test_row_kind kinds[MANY];
    bres_test_result_pair pair;

    fill_kinds(kinds);
    kinds[70] = kinds[71] = kinds[150] = ROW_MALFORMED;
    pair = bres_test_make_pair(kinds, MANY);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        bres_compare_options options;
        bres_comparison *comparison = (bres_comparison *)&comparison;
        bres_test_log log = { 0 };

        bres_compare_options_init(&options);
        options.threads = threads;
        options.log = bres_test_log_add;
        options.log_user = &log;
        options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
        cr_assert_eq(bres_test_compare_pair(&pair, &options, &comparison), BRES_ERROR_VALUE);
        cr_assert_null(comparison);
        cr_assert_not_null(strstr(bres_last_error(), "state 'Device=0 N=70'"), "%s",
                           bres_last_error());
        cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
        cr_assert_not_null(strstr(bres_test_log_text(&log), "; 47 more files are missing\n"));
        bres_test_log_clear(&log);
    }
    bres_test_free_pair(&pair);
}

#define THREADS 4

/* Decides the same rows repeatedly, on results that all threads share. */
static void *run_thread(void *argument)
{
    const bres_test_result_pair *pair = argument;
    bres_comparison *comparison;
    size_t wrong = 0;

    for (int round = 0; round < 3; round++) {
        if (bres_test_compare_pair(pair, NULL, &comparison) != BRES_OK)
            return "compare";
        for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
            const bres_row *row = bres_comparison_row_at(comparison, i);
            bres_decision decision;

            bres_decision_init(&decision);
            wrong += bres_compare_states(bres_row_reference(row), bres_row_candidate(row), NULL,
                                         &decision) != BRES_OK ||
                     decision.reason != bres_row_reason(row);
        }
        bres_comparison_free(comparison);
    }
    return wrong > 0 ? "decisions" : NULL;
}

Test(compare, comparison_in_several_threads)
{
    bres_test_row_kind kinds[40];
    pthread_t threads[THREADS];
    bres_test_result_pair pair;

    for (size_t i = 0; i < 40; i++)
        kinds[i] = (bres_test_row_kind)(i % ROW_MALFORMED);
    pair = bres_test_make_pair(kinds, 40);
    for (int i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, run_thread, &pair), 0);
    for (int i = 0; i < THREADS; i++) {
        void *fault;

        pthread_join(threads[i], &fault);
        cr_assert_null(fault, "%s", (const char *)fault);
    }
    bres_test_free_pair(&pair);
}
