/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of results of several runs: which runs there are, which belong together, and what is
 * refused.
 */
#include "base/fault.h"
#include "compare/compare.h"

#include "support/loading.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 4

/* What differs from one run to another. Zero is the usual. */
typedef struct run_kind {
    const char *facts; /* of meta.benchresult; ' stands for " */
    const char *argv;  /* of meta; likewise */
    double time;       /* of every state */
    int states;        /* how many; 0: two */
    int64_t memory;    /* of the device; 0: the usual one */
    bool skipped;      /* the first state is */
    bool throttled;
    double clock; /* 0: none */
} run_kind;

static void meta_set(bres_result *result, const run_kind *kind)
{
    bres__text text = { 0 };
    char *json;

    bres__text_printf(&text, "{'argv':%s,'benchresult':%s}", kind->argv != NULL ? kind->argv : "[]",
                      kind->facts != NULL ? kind->facts : "{}");
    json = bres_test_json(text.data);
    cr_assert_eq(bres_result_set_meta_json(result, json), BRES_OK, "%s", bres_last_error());
    free(json);
    bres__text_free(&text);
}

static void value_add(bres_state *state, const char *tag, double value)
{
    bres_summary *summary;

    cr_assert_eq(bres_state_add_summary(state, tag, &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_float64(summary, "value", value), BRES_OK);
}

static void state_add(bres_subbench *bench, const run_kind *kind, int64_t n)
{
    bres_state *state;

    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_state_set_device(state, 0), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(state, "N", n), BRES_OK);
    if (kind->skipped && n == 0) {
        cr_assert_eq(bres_state_set_skipped(state, "too large"), BRES_OK);
        return;
    }
    value_add(state, "nv/cold/time/gpu/median", kind->time);
    value_add(state, "nv/cold/time/gpu/q1", kind->time * .999);
    value_add(state, "nv/cold/time/gpu/q3", kind->time * 1.001);
    if (kind->clock > 0)
        value_add(state, "nv/cold/sm_clock_rate/mean", kind->clock);
    if (kind->throttled)
        value_add(state, "bres/cold/throttled", 1);
}

static bres_result *make_run(const run_kind *kind)
{
    static const int64_t values[] = { 0, 1, 2, 3 };
    bres_subbench *bench;
    bres_result *result;
    char extra[64];

    snprintf(extra, sizeof extra, "{\"memory\":%lld}", (long long)(kind->memory + 16));
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    meta_set(result, kind);
    cr_assert_eq(bres_result_add_device(result, 0, "G", extra, NULL), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_device(bench, 0), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "N", values, 4), BRES_OK);
    for (int64_t n = 0; n < (kind->states > 0 ? kind->states : 2); n++)
        state_add(bench, kind, n);
    return result;
}

typedef struct sides {
    bres_result *results[2][RUNS];
    size_t counts[2];
} sides;

/* Runs until one without a time. */
static sides make_sides(const run_kind *references, const run_kind *candidates)
{
    const run_kind *kinds[2] = { references, candidates };
    sides made = { .counts = { 0, 0 } };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < RUNS && kinds[side][i].time > 0; i++)
            made.results[side][made.counts[side]++] = make_run(&kinds[side][i]);
    }
    return made;
}

static void free_sides(sides *made)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < made->counts[side]; i++)
            bres_result_unref(made->results[side][i]);
    }
}

static bres_status compare(const sides *made, const bres_compare_options *options,
                           bres_comparison **comparison)
{
    return bres_compare(made->results[0], made->counts[0], made->results[1], made->counts[1],
                        options, comparison);
}

static bres_compare_options options_with(uint32_t flags, bres_test_log *log)
{
    bres_compare_options options;

    bres_compare_options_init(&options);
    options.flags = flags;
    if (log != NULL) {
        options.log = bres_test_log_add;
        options.log_user = log;
    }
    return options;
}

#define AT(second) "{'start':'2026-11-21T23:59:" second "Z'}"

/* --- Pairs ---------------------------------------------------------------------------------- */

Test(compare, runs_results_pairs)
{
    static const struct {
        const char *name;
        const char *references[RUNS];
        const char *candidates[RUNS];
        uint32_t flags;
        bool paired;
    } rows[] = {
        { "nothing is known", { "{}", "{}", "{}" }, { "{}", "{}", "{}" }, 0, false },
        { "asked for", { "{}", "{}", "{}" }, { "{}", "{}", "{}" }, BRES_COMPARE_PAIRED, true },
        { "in alternation",
          { AT("01"), AT("03"), AT("05") },
          { AT("02"), AT("04"), AT("06") },
          0,
          true },
        { "in alternation, but no",
          { AT("01"), AT("03"), AT("05") },
          { AT("02"), AT("04"), AT("06") },
          BRES_COMPARE_UNPAIRED,
          false },
        { "in any order within a pair, and files in any order",
          { AT("05.5"), AT("01"), AT("04") },
          { AT("03"), AT("02.25"), AT("05.25") },
          0,
          true },
        { "one side after the other",
          { AT("01"), AT("02"), AT("03") },
          { AT("04"), AT("05"), AT("06") },
          0,
          false },
        { "two of a side at a time",
          { AT("01"), AT("02"), AT("05") },
          { AT("03"), AT("04"), AT("06") },
          0,
          false },
        { "at one time",
          { AT("01"), AT("02"), AT("03") },
          { AT("01"), AT("02"), AT("03") },
          0,
          false },
        { "one does not know",
          { AT("01"), AT("03"), AT("05") },
          { AT("02"), "{}", AT("06") },
          0,
          false },
        { "a time that is none",
          { AT("01"), AT("03"), AT("05") },
          { AT("02"), "{'start':'noon'}", AT("06") },
          0,
          false },
        { "by number",
          { "{'pair':3}", "{'pair':1}", "{'pair':2}" },
          { "{'pair':1}", "{'pair':2}", "{'pair':3}" },
          0,
          true },
        { "numbers that do not match",
          { "{'pair':3}", "{'pair':1}", "{'pair':2}" },
          { "{'pair':1}", "{'pair':2}", "{'pair':4}" },
          0,
          false },
        { "unequal counts", { AT("01"), AT("03"), AT("05") }, { AT("02"), AT("04") }, 0, false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        run_kind kinds[2][RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = options_with(rows[i].flags, NULL);
        bres_comparison *comparison;
        sides made;

        for (size_t run = 0; run < 3; run++) {
            kinds[0][run] = (run_kind){ rows[i].references[run], .time = 1 + .01 * (double)run };
            kinds[1][run] = (run_kind){ rows[i].candidates[run], .time = 1 + .02 * (double)run };
            if (rows[i].candidates[run] == NULL)
                kinds[1][run].time = 0;
        }
        made = make_sides(kinds[0], kinds[1]);
        cr_assert_eq(compare(&made, &options, &comparison), BRES_OK, "%s: %s", rows[i].name,
                     bres_last_error());
        cr_assert_eq(bres_comparison_is_paired(comparison), rows[i].paired, "%s", rows[i].name);
        cr_assert_eq(bres_row_ratio(bres_comparison_row_at(comparison, 0))->pairs,
                     rows[i].paired ? 3 : 0, "%s", rows[i].name);
        cr_assert_eq(bres_comparison_run_count(comparison, true), 3);
        bres_comparison_free(comparison);
        free_sides(&made);
    }
}

/* The pair of a run is found, whatever the order of the files. */
Test(compare, runs_results_in_order_of_pairs)
{
    static const run_kind references[RUNS] = { { AT("05"), .time = 1.2 }, { AT("01"), .time = 1 } };
    static const run_kind candidates[RUNS] = { { AT("02"), .time = 2 }, { AT("06"), .time = 2.4 } };
    sides made = make_sides(references, candidates);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(compare(&made, NULL, &comparison), BRES_OK, "%s", bres_last_error());
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
    free_sides(&made);
}

/* Runs that were merged into one result a side are runs all the same, and know when they began. */
Test(compare, runs_results_merged)
{
    static const run_kind references[RUNS] = { { AT("01"), .time = 1 },
                                               { AT("03"), .time = 1.01 },
                                               { AT("05"), .time = 1.02 } };
    static const run_kind candidates[RUNS] = { { AT("02"), .time = 1.1 },
                                               { AT("04"), .time = 1.113 },
                                               { AT("06"), .time = 1.12 } };
    sides made = make_sides(references, candidates);
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
    free_sides(&made);
}

/* --- What runs must have in common ---------------------------------------------------------- */

Test(compare, runs_results_refused)
{
    static const struct {
        const char *name;
        run_kind references[RUNS];
        run_kind candidates[RUNS];
        uint32_t flags;
        bres_status status;
        const char *message;
        bool excused; /* by IGNORE_DEVICES or ALLOW_MISSING, with a warning */
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
          { { AT("01"), .time = 1 }, { AT("02"), .time = 1 } },
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
          "runs of one side are from different devices: run 0 of the reference and run 1",
          true },
        { "a state less",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 }, { .time = 2.1, .states = 1 } },
          0,
          BRES_ERROR_KEY,
          "(2 of 2 runs of the reference have it, 1 of 2 of the candidate, not run 1 of the "
          "candidate)",
          true },
        { "unequal pairs",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 } },
          BRES_COMPARE_PAIRED,
          BRES_ERROR_ARGUMENT,
          "2 runs of the reference and 1 of",
          false },
        { "both",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 } },
          BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED,
          BRES_ERROR_ARGUMENT,
          "both paired and",
          false },
        { "the older rule",
          { { .time = 1 }, { .time = 1.1 } },
          { { .time = 2 } },
          BRES_COMPARE_LEGACY_RULE,
          BRES_ERROR_ARGUMENT,
          "the older rule",
          false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        sides made = make_sides(rows[i].references, rows[i].candidates);
        bres_test_log log = { .count = 0 };
        bres_compare_options options = options_with(rows[i].flags, &log);
        bres_comparison *comparison;

        cr_assert_eq(compare(&made, &options, &comparison), rows[i].status, "%s: %s", rows[i].name,
                     bres_last_error());
        if (rows[i].message != NULL)
            cr_assert_not_null(strstr(bres_last_error(), rows[i].message), "%s: %s", rows[i].name,
                               bres_last_error());
        bres_comparison_free(comparison);
        if (rows[i].excused) {
            options.flags |= BRES_COMPARE_IGNORE_DEVICES | BRES_COMPARE_ALLOW_MISSING;
            cr_assert_eq(compare(&made, &options, &comparison), BRES_OK, "%s: %s", rows[i].name,
                         bres_last_error());
            cr_assert_eq(bres_comparison_row_count(comparison), 2);
            cr_assert_eq(log.count, 1, "%s: %s", rows[i].name, bres_test_log_text(&log));
            bres_comparison_free(comparison);
        }
        bres_test_log_clear(&log);
        free_sides(&made);
    }
}

/* A run without the state is left out of its row, and so is one that was skipped. */
Test(compare, runs_results_with_less)
{
    static const run_kind references[RUNS] = { { .time = 1 },
                                               { .time = 1.001 },
                                               { .time = 1.002 } };
    static const run_kind candidates[RUNS] = { { .time = 1.0005, .skipped = true },
                                               { .time = 1.0015, .states = 1 },
                                               { .time = 1.0025 } };
    sides made = make_sides(references, candidates);
    bres_compare_options options = options_with(BRES_COMPARE_ALLOW_MISSING, NULL);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(compare(&made, &options, &comparison), BRES_OK, "%s", bres_last_error());
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_ratio(row)->candidate_runs, 2, "%s", bres_row_message(row));
    cr_assert_eq(bres_row_ratio(row)->reference_runs, 3);
    row = bres_comparison_row_at(comparison, 1);
    cr_assert_eq(bres_row_ratio(row)->candidate_runs, 2);
    cr_assert_null(bres_row_run(row, false, 1));
    bres_comparison_free(comparison);
    free_sides(&made);
}

Test(compare, runs_results_skipped)
{
    static const run_kind references[RUNS] = { { .time = 1 }, { .time = 1.001 } };
    static const run_kind candidates[RUNS] = { { .time = 1.0005, .skipped = true },
                                               { .time = 1.0015, .skipped = true } };
    sides made = make_sides(references, candidates);
    bres_comparison *comparison;
    const bres_row *row;

    cr_assert_eq(compare(&made, NULL, &comparison), BRES_OK, "%s", bres_last_error());
    row = bres_comparison_row_at(comparison, 0);
    cr_assert_eq(bres_row_status(row), BRES_UNKNOWN);
    cr_assert_eq(bres_row_reason(row), BRES_REASON_STATE_SKIPPED);
    cr_assert_null(bres_row_ratio(row));
    cr_assert_null(bres_row_plan(row));
    cr_assert_eq(bres_row_status(bres_comparison_row_at(comparison, 1)), BRES_SAME);
    bres_comparison_free(comparison);
    free_sides(&made);
}

/* Throttled runs, and clocks that were set otherwise, are named once. */
Test(compare, runs_results_warnings)
{
    static const run_kind references[RUNS] = { { .time = 1, .clock = 1e9 },
                                               { .time = 1.001, .clock = 1.2e9 } };
    static const run_kind candidates[RUNS] = {
        { .time = 1.0005, .clock = 1e9 },
        { .time = 1.0015, .clock = 1e9, .states = 0, .throttled = true }
    };
    sides made = make_sides(references, candidates);
    bres_test_log log = { .count = 0 };
    bres_compare_options options = options_with(0, &log);
    bres_comparison *comparison;

    cr_assert_eq(compare(&made, &options, &comparison), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(log.count, 3, "%s", bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_comparison_free(comparison);
    free_sides(&made);
}

/* --- Many rows ------------------------------------------------------------------------------ */

Test(compare, runs_results_false_discovery_rate)
{
    static const run_kind references[RUNS] = { { .time = 1, .clock = 1e9 },
                                               { .time = 1.001, .clock = 1e9 },
                                               { .time = .999, .clock = 1e9 } };
    static const run_kind candidates[RUNS] = { { .time = 1.02, .clock = 1e9 },
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
    sides made = make_sides(references, candidates);
    bres_comparison *comparison;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_compare_options options = options_with(rows[i].flags, NULL);
        const bres_ratio *ratio;
        double factor;

        options.false_discovery_rate = rows[i].rate;
        cr_assert_eq(compare(&made, &options, &comparison), BRES_OK, "%s", bres_last_error());
        ratio = bres_row_ratio(bres_comparison_row_at(comparison, 0));
        cr_assert_eq(bres_row_status(bres_comparison_row_at(comparison, 0)), rows[i].verdict,
                     "row %zu: p = %g", i, ratio->p_value);
        /* Both rows are alike: the adjusted value is the value, times 1 + 1/2 with any dependence.
         */
        factor = (rows[i].flags & BRES_COMPARE_ANY_DEPENDENCE) != 0 ? 1.5 : 1;
        cr_assert_lt(fabs(ratio->q_value / ratio->p_value - factor), 1e-9, "row %zu", i);
        if (rows[i].verdict == BRES_AMBIGUOUS) {
            cr_assert_eq(bres_row_reason(bres_comparison_row_at(comparison, 0)),
                         BRES_REASON_RUNS_NO_DISCOVERY);
            cr_assert_eq(bres_comparison_count(comparison, BRES_AMBIGUOUS), 2);
        }
        bres_comparison_free(comparison);
    }
    free_sides(&made);
}

Test(compare, runs_results_options)
{
    static const run_kind one[RUNS] = { { .time = 1 } };
    static const run_kind two[RUNS] = { { .time = 1 }, { .time = 1.1 } };
    sides single = make_sides(one, one);
    sides several = make_sides(two, two);
    bres_compare_options options = options_with(0, NULL);
    bres_comparison *comparison;

    options.false_discovery_rate = .05;
    cr_assert_eq(compare(&single, &options, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "needs several"));
    options.false_discovery_rate = 1;
    cr_assert_eq(compare(&several, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.false_discovery_rate = NAN;
    cr_assert_eq(compare(&several, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.false_discovery_rate = 0;
    options.plan_probability = 0;
    cr_assert_eq(compare(&several, &options, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(compare(&single, NULL, &comparison), BRES_OK);
    cr_assert_null(bres_row_ratio(bres_comparison_row_at(comparison, 0)));
    cr_assert_eq(bres_comparison_run_count(comparison, true), 1);
    cr_assert_not(bres_comparison_is_paired(comparison));
    bres_comparison_free(comparison);
    cr_assert_null(bres_row_ratio(NULL));
    cr_assert_null(bres_row_plan(NULL));
    cr_assert_null(bres_row_run(NULL, true, 0));
    cr_assert_eq(bres_comparison_run_count(NULL, true), 0);
    free_sides(&single);
    free_sides(&several);
}

/* --- Plans ---------------------------------------------------------------------------------- */

Test(compare, runs_results_plan_command)
{
    static const struct {
        const char *reference;
        const char *candidate;
        const char *commands[2];
    } rows[] = {
        { "['./old','--jsonbin','a.json','-a','N=[1,2]','it\\u0027s']",
          "['./new','--json=b.json','-b','b']",
          { "./old -a 'N=[1,2]' 'it'\\''s' -b b --jsonbin ref-more-$i.json; ",
            "./new -b b --jsonbin cmp-more-$i.json; " } },
        { "['./same','--json','a.json']",
          "['./same','--json','b.json']",
          { "$REF -b b --jsonbin ref-more-$i.json; ", "$CMP -b b --jsonbin cmp-more-$i.json; " } },
        { "[1]",
          "['./new']",
          { "$REF -b b --jsonbin ref-more-$i.json; ", "./new -b b --jsonbin cmp-more-$i.json; " } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const run_kind references[RUNS] = { { .argv = rows[i].reference, .time = 1 },
                                            { .argv = rows[i].reference, .time = 1.04 },
                                            { .argv = rows[i].reference, .time = 1.01 } };
        const run_kind candidates[RUNS] = { { .argv = rows[i].candidate, .time = 1.02 },
                                            { .argv = rows[i].candidate, .time = 1.03 },
                                            { .argv = rows[i].candidate, .time = 1.06 } };
        sides made = make_sides(references, candidates);
        bres_comparison *comparison;
        const bres_plan *plan;
        char expected[512];

        cr_assert_eq(compare(&made, NULL, &comparison), BRES_OK, "%s", bres_last_error());
        plan = bres_row_plan(bres_comparison_row_at(comparison, 0));
        cr_assert_not_null(plan);
        snprintf(expected, sizeof expected, "for i in $(seq %u); do %s%sdone", plan->runs,
                 rows[i].commands[0], rows[i].commands[1]);
        cr_assert_str_eq(plan->command, expected);
        bres_comparison_free(comparison);
        free_sides(&made);
    }
}

/* --- Memory --------------------------------------------------------------------------------- */

static bres_status sweep_once(void *context)
{
    bres_compare_options options = options_with(BRES_COMPARE_ALLOW_MISSING, NULL);
    bres_comparison *comparison = (bres_comparison *)context;
    bres_status status;

    options.threads = 1;
    options.false_discovery_rate = .05;
    status = compare(context, &options, &comparison);
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
    static const run_kind references[RUNS] = { { AT("01"), .argv = "['./old']", .time = 1 },
                                               { AT("03"), .argv = "['./old']", .time = 1.03 } };
    static const run_kind candidates[RUNS] = { { AT("02"), .argv = "['./new']", .time = 1.02 },
                                               { AT("04"), .argv = "['./new']", .time = 1.02,
                                                 .states = 1 } };
    sides made = make_sides(references, candidates);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_once, &made);
    free_sides(&made);
}
