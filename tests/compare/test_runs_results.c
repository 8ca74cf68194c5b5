/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of results with replicates: finding the runs, pairing them, and refused inputs.
 */
#include "support/pair.h"
#include "support/runs.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Metadata of a run with the number of its pair: from a race, and from a collection. */
#define OF_RACE(pair, side) "{'pair':" pair ",'race':{'side':'" side "','id':'1'}}"
#define WITHOUT_ID(pair, side)                                                                     \
    "{'pair':" pair ",'race':{'side':'" side "','order':'RCR','seed':'0'}}"
#define COLLECTED(pair, start, end)                                                                \
    "{'pair':" pair ",'collected':{},'start':'2026-11-21T23:59:" start                             \
    "Z','end':'2026-11-21T23:59:" end "Z'}"

Test(compare, runs_results_pairs)
{
    static const struct {
        const char *name;
        const char *references[BRES_TEST_RUNS];
        const char *candidates[BRES_TEST_RUNS];
        uint32_t flags;
        bool paired;
    } rows[] = {
        { "nothing is known", { "{}", "{}", "{}" }, { "{}", "{}", "{}" }, 0, false },
        { "asked for", { "{}", "{}", "{}" }, { "{}", "{}", "{}" }, BRES_COMPARE_PAIRED, true },
        { "in alternation",
          { BRES_TEST_AT("01"), BRES_TEST_AT("03"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("02"), BRES_TEST_AT("04"), BRES_TEST_AT("06") },
          0,
          true },
        { "in alternation, but no",
          { BRES_TEST_AT("01"), BRES_TEST_AT("03"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("02"), BRES_TEST_AT("04"), BRES_TEST_AT("06") },
          BRES_COMPARE_UNPAIRED,
          false },
        { "in any order within a pair, and files in any order",
          { BRES_TEST_AT("05.5"), BRES_TEST_AT("01"), BRES_TEST_AT("04") },
          { BRES_TEST_AT("03"), BRES_TEST_AT("02.25"), BRES_TEST_AT("05.25") },
          0,
          true },
        { "one side after the other",
          { BRES_TEST_AT("01"), BRES_TEST_AT("02"), BRES_TEST_AT("03") },
          { BRES_TEST_AT("04"), BRES_TEST_AT("05"), BRES_TEST_AT("06") },
          0,
          false },
        { "two of a side at a time",
          { BRES_TEST_AT("01"), BRES_TEST_AT("02"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("03"), BRES_TEST_AT("04"), BRES_TEST_AT("06") },
          0,
          false },
        { "at one time",
          { BRES_TEST_AT("01"), BRES_TEST_AT("02"), BRES_TEST_AT("03") },
          { BRES_TEST_AT("01"), BRES_TEST_AT("02"), BRES_TEST_AT("03") },
          0,
          false },
        { "one does not know",
          { BRES_TEST_AT("01"), BRES_TEST_AT("03"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("02"), "{}", BRES_TEST_AT("06") },
          0,
          false },
        { "a time that is none",
          { BRES_TEST_AT("01"), BRES_TEST_AT("03"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("02"), "{'start':'noon'}", BRES_TEST_AT("06") },
          0,
          false },
        { "of a race",
          { OF_RACE("3", "reference"), OF_RACE("1", "reference"), OF_RACE("2", "reference") },
          { OF_RACE("1", "candidate"), OF_RACE("2", "candidate"), OF_RACE("3", "candidate") },
          0,
          true },
        { "of races without an identity, which may be two",
          { WITHOUT_ID("1", "reference"), WITHOUT_ID("2", "reference"),
            WITHOUT_ID("3", "reference") },
          { WITHOUT_ID("1", "candidate"), WITHOUT_ID("2", "candidate"),
            WITHOUT_ID("3", "candidate") },
          0,
          false },
        { "equal numbers, without a race and times",
          { "{'pair':3}", "{'pair':1}", "{'pair':2}" },
          { "{'pair':1}", "{'pair':2}", "{'pair':3}" },
          0,
          false },
        { "equal numbers, as asked for",
          { "{'pair':3}", "{'pair':1}", "{'pair':2}" },
          { "{'pair':1}", "{'pair':2}", "{'pair':3}" },
          BRES_COMPARE_PAIRED,
          true },
        { "of a collection in alternation",
          { COLLECTED("0", "01", "02"), COLLECTED("1", "07", "08"), COLLECTED("2", "09", "10") },
          { COLLECTED("0", "03", "04"), COLLECTED("1", "05", "06"), COLLECTED("2", "11", "12") },
          0,
          true },
        { "in alternation, each run at the end of the previous one",
          { COLLECTED("0", "01", "02"), COLLECTED("1", "03", "04"), COLLECTED("2", "05", "06") },
          { COLLECTED("0", "02", "03"), COLLECTED("1", "04", "05"), COLLECTED("2", "06", "07") },
          0,
          true },
        { "of two collections",
          { COLLECTED("0", "01", "02"), COLLECTED("1", "03", "04"), COLLECTED("2", "05", "06") },
          { COLLECTED("0", "07", "08"), COLLECTED("1", "09", "10"), COLLECTED("2", "11", "12") },
          0,
          false },
        { "of two collections at one time",
          { COLLECTED("0", "01", "03"), COLLECTED("1", "03", "05"), COLLECTED("2", "05", "07") },
          { COLLECTED("0", "02", "04"), COLLECTED("1", "04", "06"), COLLECTED("2", "06", "08") },
          0,
          false },
        { "in alternation, but the runs of a pair at one time",
          { COLLECTED("0", "01", "03"), COLLECTED("1", "05", "07"), COLLECTED("2", "09", "11") },
          { COLLECTED("0", "02", "04"), COLLECTED("1", "06", "08"), COLLECTED("2", "10", "12") },
          0,
          false },
        { "numbers that do not match",
          { "{'pair':3}", "{'pair':1}", "{'pair':2}" },
          { "{'pair':1}", "{'pair':2}", "{'pair':4}" },
          0,
          false },
        { "unequal counts",
          { BRES_TEST_AT("01"), BRES_TEST_AT("03"), BRES_TEST_AT("05") },
          { BRES_TEST_AT("02"), BRES_TEST_AT("04") },
          0,
          false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(rows[i].flags, NULL);
        bres_comparison *comparison;
        const bres_ratio *ratio;
        bres_test_sides made;

        for (size_t run = 0; run < 3; run++) {
            kinds[0][run] =
                (bres_test_run){ rows[i].references[run], .time = 1 + .01 * (double)run };
            kinds[1][run] =
                (bres_test_run){ rows[i].candidates[run], .time = 1 + .02 * (double)run };
            if (rows[i].candidates[run] == NULL)
                kinds[1][run].time = 0;
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s: %s",
                     rows[i].name, bres_last_error());
        cr_assert_eq(bres_comparison_is_paired(comparison), rows[i].paired, "%s", rows[i].name);
        ratio = bres_row_ratio(bres_comparison_row_at(comparison, 0));
        if (bres_comparison_is_sequential(comparison))
            cr_assert_null(ratio, "%s", rows[i].name); /* three pairs of a race are too few */
        else
            cr_assert_eq(ratio->pairs, rows[i].paired ? 3 : 0, "%s", rows[i].name);
        cr_assert_eq(bres_comparison_is_sequential(comparison),
                     rows[i].paired && strstr(rows[i].references[0], "'pair'") != NULL &&
                         strstr(rows[i].references[0], "'collected'") == NULL,
                     "%s", rows[i].name);
        cr_assert_eq(bres_comparison_run_count(comparison, true), 3);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
}

/* Runs are paired correctly in any order of the files. */
Test(compare, runs_results_in_order_of_pairs)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { BRES_TEST_AT("05"), .time = 1.2 },
                                                              { BRES_TEST_AT("01"), .time = 1 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { BRES_TEST_AT("02"), .time = 2 },
                                                              { BRES_TEST_AT("06"), .time = 2.4 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(bres_test_compare_sides(&made, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert(bres_comparison_is_paired(comparison));
    cr_assert_eq(bres_comparison_run_at(comparison, true, 0, NULL), made.results[0][1]);
    cr_assert_eq(bres_comparison_run_at(comparison, false, 1, NULL), made.results[1][1]);
    cr_assert_null(bres_comparison_run_at(comparison, false, 2, NULL));
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_run(row, true, 1),
                 bres_subbench_state_at(bres_result_subbench_at(made.results[0][0], 0), 0));
    cr_assert_null(bres_row_run(row, true, 2));
    cr_assert_lt(fabs(bres_row_ratio(row)->ratio - 2), 1e-12);
    cr_assert_lt(bres_row_ratio(row)->spread, 1e-12);
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

/* Runs that were merged into one result per side stay separate runs and keep their start times. */
Test(compare, runs_results_merged)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { BRES_TEST_AT("01"), .time = 1 },
                                                              { BRES_TEST_AT("03"), .time = 1.01 },
                                                              { BRES_TEST_AT("05"),
                                                                .time = 1.02 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { BRES_TEST_AT("02"), .time = 1.1 },
                                                              { BRES_TEST_AT("04"), .time = 1.113 },
                                                              { BRES_TEST_AT("06"),
                                                                .time = 1.12 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_result *merged[2];
    bres_comparison *comparison;
    uint32_t run;

    for (int side = 0; side < 2; side++)
        cr_assert_eq(bres_result_merge(made.results[side], 3, &merged[side]), BRES_OK, "%s",
                     bres_last_error());
    cr_assert_eq(bres_compare(&merged[0], 1, &merged[1], 1, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_comparison_row_count(comparison), 2);
    cr_assert(bres_comparison_is_paired(comparison));
    cr_assert_eq(bres_comparison_run_at(comparison, false, 2, &run), merged[1]);
    cr_assert_eq(run, 2);
    cr_assert_eq(bres_row_ratio(bres_comparison_row_at(comparison, 1))->pairs, 3);
    bres_comparison_free(comparison);
    bres_result_unref(merged[0]);
    bres_result_unref(merged[1]);
    bres_test_free_sides(&made);
}

#define RACE(side, number, more)                                                                   \
    "{'pair':" number ",'race':{'side':'" side "','id':'" number "'" more "}}"
#define NUMBERED(number, second) "{'pair':" number ",'start':'2026-11-21T23:59:" second "Z'}"
#define STOPPED                  ",'min_pairs':20,'stop_reason':'decided'"

/* Merged runs are paired, and compared as a race, like the same runs in separate files. */
Test(compare, runs_results_merged_races)
{
    static const struct {
        const char *name;
        const char *facts[2][2];
        bool paired;
        const char *message;
    } rows[] = {
        { "two races",
          { { RACE("reference", "1", STOPPED), RACE("reference", "2", STOPPED) },
            { RACE("candidate", "1", STOPPED), RACE("candidate", "2", STOPPED) } },
          true,
          "2 pairs are too few for the interval of a race" },
        { "sides of different races",
          { { RACE("reference", "1", STOPPED), RACE("reference", "2", STOPPED) },
            { RACE("candidate", "2", STOPPED), RACE("candidate", "1", STOPPED) } },
          false,
          "" },
        { "one side twice",
          { { RACE("reference", "1", STOPPED), RACE("reference", "2", STOPPED) },
            { RACE("reference", "1", STOPPED), RACE("reference", "2", STOPPED) } },
          false,
          "" },
        { "the rule is lost",
          { { NUMBERED("1", "01"), NUMBERED("2", "03") },
            { NUMBERED("1", "02"), NUMBERED("2", "04") } },
          true,
          "2 pairs are too few for the interval of a race" },
        { "nothing but numbers",
          { { "{'pair':1}", "{'pair':2}" }, { "{'pair':1}", "{'pair':2}" } },
          false,
          "" },
        { "a race beside a run",
          { { RACE("reference", "1", STOPPED), "{}" }, { RACE("candidate", "1", STOPPED), "{}" } },
          false,
          "" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_comparison *comparison;
        bres_result *merged[2];
        bres_test_sides made;

        for (int side = 0; side < 2; side++) {
            for (int run = 0; run < 2; run++)
                kinds[side][run] =
                    (bres_test_run){ rows[i].facts[side][run], .time = 1 + .1 * run + .01 * side };
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        for (int side = 0; side < 2; side++)
            cr_assert_eq(bres_result_merge(made.results[side], 2, &merged[side]), BRES_OK, "%s",
                         bres_last_error());
        for (int each = 0; each < 2; each++) {
            const bres_row *row;

            if (each == 0)
                cr_assert_eq(bres_test_compare_sides(&made, NULL, &comparison), BRES_OK);
            else
                cr_assert_eq(bres_compare(&merged[0], 1, &merged[1], 1, NULL, &comparison),
                             BRES_OK);
            row = bres_comparison_row_at(comparison, 0);
            cr_expect_eq(bres_comparison_is_paired(comparison), rows[i].paired, "%s", rows[i].name);
            cr_expect_eq(bres_comparison_is_sequential(comparison), rows[i].paired, "%s",
                         rows[i].name);
            cr_expect_not_null(strstr(bres_row_message(row), rows[i].message), "%s: %s",
                               rows[i].name, bres_row_message(row));
            bres_comparison_free(comparison);
        }
        bres_result_unref(merged[0]);
        bres_result_unref(merged[1]);
        bres_test_free_sides(&made);
    }
}

Test(compare, runs_results_refused)
{
    static const struct {
        const char *name;
        bres_test_run references[BRES_TEST_RUNS];
        bres_test_run candidates[BRES_TEST_RUNS];
        uint32_t flags;
        bres_status status;
        const char *message;
        bool excused; /* only a warning with IGNORE_DEVICES or ALLOW_MISSING */
    } rows[] = {
        { "a copy",
          { { .time = 1 }, { .time = 1.1 }, { .time = 1 } },
          { { .time = 2 } },
          0,
          BRES_ERROR_CONFLICT,
          "run 0 of the reference and run 2 of the reference hold the same",
          false },
        { "a copy of the candidate",
          { { .time = 1 } },
          { { .time = 2 }, { .time = 2 } },
          0,
          BRES_ERROR_CONFLICT,
          "run 0 of the candidate and run 1 of the candidate hold the same",
          false },
        { "equal times at different times",
          { { BRES_TEST_AT("01"), .time = 1 }, { BRES_TEST_AT("02"), .time = 1 } },
          { { .time = 2 } },
          0,
          BRES_OK,
          NULL,
          false },
        { "another device",
          { { .time = 1 }, { .time = 1.1, .memory = 1 } },
          { { .time = 2 }, { .time = 2.1 } },
          0,
          BRES_ERROR_CONFLICT,
          "runs of one side are from different devices: run 0 of the reference and run 1 of the "
          "reference: devices[0].",
          true },
        { "a state less",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 }, { .time = 2.1, .states = 1 } },
          0,
          BRES_ERROR_KEY,
          "(in 2 of 2 runs of the reference and 1 of 2 of the candidate, missing in run 1 of the "
          "candidate)",
          true },
        { "unequal pairs",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 } },
          BRES_COMPARE_PAIRED,
          BRES_ERROR_ARGUMENT,
          "cannot pair 2 runs of the reference with 1 of",
          false },
        { "both",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 } },
          BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED,
          BRES_ERROR_ARGUMENT,
          "both paired and",
          false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_sides made = bres_test_make_sides(rows[i].references, rows[i].candidates);
        bres_test_log log = { .count = 0 };
        bres_compare_options options = bres_test_runs_options(rows[i].flags, &log);
        bres_comparison *comparison;

        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), rows[i].status,
                     "%s: %s", rows[i].name, bres_last_error());
        if (rows[i].message != NULL)
            cr_assert_not_null(strstr(bres_last_error(), rows[i].message), "%s: %s", rows[i].name,
                               bres_last_error());
        bres_comparison_free(comparison);
        if (rows[i].excused) {
            options.flags |= BRES_COMPARE_IGNORE_DEVICES | BRES_COMPARE_ALLOW_MISSING;
            cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s: %s",
                         rows[i].name, bres_last_error());
            cr_assert_eq(bres_comparison_row_count(comparison), 2);
            cr_assert_eq(log.count, 1, "%s: %s", rows[i].name, bres_test_log_text(&log));
            bres_comparison_free(comparison);
        }
        bres_test_log_clear(&log);
        bres_test_free_sides(&made);
    }
}

Test(compare, runs_results_by_the_older_rule)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1 }, { .time = 1.1 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 2 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_compare_options options = bres_test_runs_options(0, NULL);
    bres_comparison *comparison;

    options.thresholds = bres_test_rule(BRES_RULE_LEGACY);
    cr_expect_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "the legacy rule"), "%s", bres_last_error());
    bres_test_free_sides(&made);
}

/* A row leaves out runs that lack the state or skipped it. */
Test(compare, runs_results_with_less)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1 },
                                                              { .time = 1.001 },
                                                              { .time = 1.002 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 1.0005, .skipped = true },
                                                              { .time = 1.0015, .states = 1 },
                                                              { .time = 1.0025 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_compare_options options = bres_test_runs_options(BRES_COMPARE_ALLOW_MISSING, NULL);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_ratio(row)->candidate_runs, 2, "%s", bres_row_message(row));
    cr_assert_eq(bres_row_ratio(row)->reference_runs, 3);
    row = bres_comparison_row_at(comparison, 1);
    cr_assert_eq(bres_row_ratio(row)->candidate_runs, 2);
    cr_assert_null(bres_row_run(row, false, 1));
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

Test(compare, runs_results_skipped)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1 }, { .time = 1.001 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 1.0005, .skipped = true },
                                                              { .time = 1.0015, .skipped = true } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(bres_test_compare_sides(&made, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_verdict(row), BRES_UNKNOWN);
    cr_assert_eq(bres_row_reason(row), BRES_REASON_STATE_SKIPPED);
    cr_assert_null(bres_row_ratio(row));
    cr_assert_null(bres_row_plan(row));
    cr_assert_eq(bres_row_verdict(bres_comparison_row_at(comparison, 1)), BRES_SAME);
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

/* Throttled runs and runs at other clock rates are reported once. */
Test(compare, runs_results_warnings)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1, .clock = 1e9 },
                                                              { .time = 1.001, .clock = 1.2e9 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = {
        { .time = 1.0005, .clock = 1e9 },
        { .time = 1.0015, .clock = 1e9, .states = 0, .throttled = true }
    };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_test_log log = { .count = 0 };
    bres_compare_options options = bres_test_runs_options(0, &log);
    bres_comparison *comparison;

    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(log.count, 3, "%s", bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

/* With ALLOW_MISSING, a benchmark is compared in the runs that have it. */
Test(compare, runs_results_benchmark_of_some_runs)
{
    static const bres_test_run runs[BRES_TEST_RUNS] = { { .time = 1 },
                                                        { .time = 1.001 },
                                                        { .time = 1.002 } };
    static const struct {
        bool in[2][3];
        const char *message; /* of the error without ALLOW_MISSING; NULL: no error */
        uint32_t used[2];
    } rows[] = {
        { { { true, true, true }, { true, true, true } }, NULL, { 3, 3 } },
        { { { false, true, true }, { true, true, true } },
          "benchmark 'later', device 0 against 0: states missing in some runs: 'N=0' (in 2 of 3 "
          "runs of the reference and 3 of 3 of the candidate, missing in run 0 of the reference)",
          { 2, 3 } },
        { { { true, true, true }, { false, false, true } },
          "(in 3 of 3 runs of the reference and 1 of 3 of the candidate, missing in run 0 of the "
          "candidate)",
          { 3, 1 } },
        { { { false, false, true }, { false, true, true } },
          "(in 1 of 3 runs of the reference and 2 of 3 of the candidate, missing in run 0 of the "
          "reference)",
          { 1, 2 } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_sides made = bres_test_make_sides(runs, runs);
        bres_test_log log = { .count = 0 };
        bres_compare_options options = bres_test_runs_options(0, &log);
        const bres_ratio *ratio;
        bres_comparison *comparison;

        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < 3; run++) {
                if (rows[i].in[side][run])
                    bres_test_add_bench(made.results[side][run], "later", &runs[run]);
            }
        }
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison),
                     rows[i].message != NULL ? BRES_ERROR_KEY : BRES_OK, "row %zu: %s", i,
                     bres_last_error());
        if (rows[i].message != NULL)
            cr_assert_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                               bres_last_error());
        bres_comparison_free(comparison);
        options.flags = BRES_COMPARE_ALLOW_MISSING;
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "row %zu: %s",
                     i, bres_last_error());
        cr_assert_eq(bres_comparison_row_count(comparison), 4, "row %zu", i);
        ratio = bres_row_ratio(bres_comparison_row_at(comparison, 3));
        cr_assert_eq(ratio->reference_runs, rows[i].used[0], "row %zu", i);
        cr_assert_eq(ratio->candidate_runs, rows[i].used[1], "row %zu", i);
        cr_assert_eq(bres_comparison_missing_bench_count(comparison), 0, "row %zu", i);
        cr_assert_eq(log.count, rows[i].message != NULL ? 1 : 0, "row %zu: %s", i,
                     bres_test_log_text(&log));
        bres_comparison_free(comparison);
        bres_test_log_clear(&log);
        bres_test_free_sides(&made);
    }
}

/* The same for merged runs: the runs after the run without the benchmark stay in their pairs. */
Test(compare, runs_results_merged_benchmark_of_some_runs)
{
    enum { COUNT = 6 };
    char facts[2][COUNT][128];

    for (size_t run = 0; run < COUNT; run++) {
        for (size_t side = 0; side < 2; side++)
            snprintf(facts[side][run], sizeof(facts[side][run]), COLLECTED("%zu", "%02zu", "%02zu"),
                     run, 4 * run + 2 * side, 4 * run + 2 * side + 1);
    }
    for (size_t missing = 0; missing < COUNT; missing++) {
        bres_test_run runs[2][BRES_TEST_RUNS] = { { { .time = 0 } } };
        bres_test_log log = { .count = 0 };
        bres_compare_options options = bres_test_runs_options(BRES_COMPARE_ALLOW_MISSING, &log);
        bres_comparison *comparison;
        bres_result *merged[2];
        bres_test_sides made;
        const bres_ratio *ratio;
        char message[60];

        for (size_t run = 0; run < COUNT; run++) {
            for (int side = 0; side < 2; side++)
                runs[side][run] = (bres_test_run){ facts[side][run], .time = 1 + .1 * (double)run };
        }
        made = bres_test_make_sides(runs[0], runs[1]);
        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < COUNT; run++) {
                if (side == 0 || run != missing)
                    bres_test_add_bench(made.results[side][run], "later", &runs[side][run]);
            }
            cr_assert_eq(bres_result_merge(made.results[side], COUNT, &merged[side]), BRES_OK);
        }
        cr_assert_eq(bres_compare(&merged[0], 1, &merged[1], 1, &options, &comparison), BRES_OK,
                     "%s", bres_last_error());
        snprintf(message, sizeof(message), "missing in run %zu of the candidate", missing);
        cr_expect_not_null(strstr(bres_test_log_text(&log), message), "%s: %s", message,
                           bres_test_log_text(&log));
        cr_assert_eq(bres_comparison_row_count(comparison), 4);
        ratio = bres_row_ratio(bres_comparison_row_at(comparison, 3));
        cr_expect_eq(ratio->pairs, COUNT - 1);
        cr_expect_float_eq(ratio->ratio, 1, 1e-12, "missing in %zu: %g", missing, ratio->ratio);
        bres_comparison_free(comparison);
        bres_test_log_clear(&log);
        bres_result_unref(merged[0]);
        bres_result_unref(merged[1]);
        bres_test_free_sides(&made);
    }
}

/* Merged runs without states keep their place in the list of inputs, so that the other runs keep
 * their own metadata. */
Test(compare, runs_results_merged_runs_without_states)
{
    enum { COUNT = 4 };
    static const struct {
        const char *name;
        const char *facts[2];
        int without[2]; /* the run without states; -1: none */
        bool paired;
        const char *logged;
    } rows[] = {
        { "of one side",
          { OF_RACE("%d", "reference"), OF_RACE("%d", "candidate") },
          { -1, 1 },
          true,
          "missing in run 1 of the candidate" },
        { "the last one",
          { OF_RACE("%d", "reference"), OF_RACE("%d", "candidate") },
          { 3, -1 },
          true,
          "missing in run 3 of the reference" },
        { "another one of each side",
          { OF_RACE("%d", "reference"), OF_RACE("%d", "candidate") },
          { 2, 0 },
          true,
          "missing in run 2 of the reference" },
        { "without a number",
          { BRES_TEST_AT("1%d"), BRES_TEST_AT("2%d") },
          { 1, 1 },
          false,
          "a result of the candidate: the pair numbers and start times of its runs are unknown: "
          "meta.benchresult.merged lists 4 inputs for 3 runs (expected one input of one run for "
          "each)" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run runs[2][BRES_TEST_RUNS] = { { { .time = 0 } } };
        char facts[2][COUNT][128];
        bres_test_log log = { .count = 0 };
        bres_compare_options options = bres_test_runs_options(BRES_COMPARE_ALLOW_MISSING, &log);
        bres_comparison *comparison;
        bres_result *merged[2];
        bres_test_sides made;

        for (int side = 0; side < 2; side++) {
            for (int run = 0; run < COUNT; run++) {
                snprintf(facts[side][run], sizeof(facts[side][run]), rows[i].facts[side], run);
                runs[side][run] =
                    (bres_test_run){ facts[side][run], .time = 1 + .1 * run + .01 * side,
                                     .states = run == rows[i].without[side] ? -1 : 0 };
            }
        }
        made = bres_test_make_sides(runs[0], runs[1]);
        for (int side = 0; side < 2; side++)
            cr_assert_eq(bres_result_merge(made.results[side], COUNT, &merged[side]), BRES_OK);
        cr_assert_eq(bres_compare(&merged[0], 1, &merged[1], 1, &options, &comparison), BRES_OK,
                     "%s: %s", rows[i].name, bres_last_error());
        cr_expect_eq(bres_comparison_is_paired(comparison), rows[i].paired, "%s", rows[i].name);
        cr_expect_eq(bres_comparison_is_sequential(comparison), rows[i].paired, "%s", rows[i].name);
        cr_expect_not_null(strstr(bres_test_log_text(&log), rows[i].logged), "%s: %s", rows[i].name,
                           bres_test_log_text(&log));
        bres_comparison_free(comparison);
        bres_test_log_clear(&log);
        bres_result_unref(merged[0]);
        bres_result_unref(merged[1]);
        bres_test_free_sides(&made);
    }
}

/* A benchmark that no run of the other side has is listed as missing, regardless of the run that
 * has it. Missing benchmarks are in the order of their first appearance. */
Test(compare, runs_results_benchmark_without_partner)
{
    static const bres_test_run runs[BRES_TEST_RUNS] = { { .time = 1 }, { .time = 1.1 } };
    static const struct {
        int side;
        size_t run;
        const char *name;
    } more[] = {
        { 0, 1, "old" },    { 1, 1, "new" },    { 1, 1, "second" },
        { 1, 0, "second" }, { 0, 1, "second" }, { 1, 1, "old in both" },
    };
    bres_test_sides made = bres_test_make_sides(runs, runs);
    bres_compare_options options = bres_test_runs_options(BRES_COMPARE_ALLOW_MISSING, NULL);
    bres_comparison *comparison;
    bool in_reference;

    for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
        bres_test_add_bench(made.results[more[i].side][more[i].run], more[i].name,
                            &runs[more[i].run]);
    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_comparison_bench_count(comparison), 2);
    cr_assert_str_eq(bres_subbench_name(
                         bres_comparison_bench_candidate(bres_comparison_bench_at(comparison, 1))),
                     "second");
    cr_assert_eq(bres_comparison_missing_bench_count(comparison), 3);
    cr_assert_str_eq(
        bres_subbench_name(bres_comparison_missing_bench_at(comparison, 0, &in_reference)), "old");
    cr_assert(in_reference);
    cr_assert_str_eq(
        bres_subbench_name(bres_comparison_missing_bench_at(comparison, 1, &in_reference)), "new");
    cr_assert_not(in_reference);
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

/* With IGNORE_DEVICES and ALLOW_MISSING, a device is compared in the runs that have it. */
Test(compare, runs_results_device_of_some_runs)
{
    static const bres_test_run references[BRES_TEST_RUNS] = { { .time = 1 },
                                                              { .time = 1.001, .devices = 2 },
                                                              { .time = 1.002, .devices = 2 } };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 1.003, .devices = 2 },
                                                              { .time = 1.004 },
                                                              { .time = 1.005, .devices = 2 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_test_log log = { .count = 0 };
    bres_compare_options options = bres_test_runs_options(0, &log);
    const bres_row *row;
    bres_comparison *comparison;

    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_ERROR_CONFLICT);
    cr_assert_not_null(strstr(bres_last_error(), "run 1 of the reference and run 0 of the "
                                                 "reference: the latter has no device 1"),
                       "%s", bres_last_error());
    options.flags = BRES_COMPARE_IGNORE_DEVICES;
    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_ERROR_KEY);
    cr_assert_not_null(strstr(bres_last_error(), "device 1 against 1: states missing in some runs"),
                       "%s", bres_last_error());
    bres_test_log_clear(&log);
    options.flags |= BRES_COMPARE_ALLOW_MISSING;
    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(log.count, 3, "%s", bres_test_log_text(&log));
    cr_assert_eq(bres_comparison_row_count(comparison), 4);
    row = bres_comparison_row_at(comparison, 2);
    cr_assert_eq(bres_row_ratio(row)->reference_runs, 2);
    cr_assert_null(bres_row_run(row, true, 0));
    cr_assert_null(bres_row_run(row, false, 1));
    bres_comparison_free(comparison);
    options.flags = 0;
    options.reference_devices = "1";
    options.candidate_devices = "1";
    cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_ERROR_CONFLICT);
    bres_test_log_clear(&log);
    bres_test_free_sides(&made);
}
