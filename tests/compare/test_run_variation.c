/* SPDX-License-Identifier: MIT */
/*
 * The known variation between runs: one run per side, and replicates.
 */
#include "support/support.h"

#include <benchresult/build.h>
#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define SAMPLES 51
/* Quantiles of the normal distribution. */
#define Z99     2.5758293035489004
#define Z90     1.6448536269514722

/* A run whose samples scatter by a relative `scatter` around `center`, at a clock rate. */
typedef struct run {
    float times[SAMPLES];
    float rates[SAMPLES];
    bres_samples samples;
} run;

static void run_make(run *made, double center, double scatter, double rate)
{
    for (int i = 0; i < SAMPLES; i++) {
        made->times[i] = (float)(center * (1 + scatter * (i - SAMPLES / 2) / SAMPLES));
        made->rates[i] = (float)rate;
    }
    made->samples = (bres_samples){ made->times, rate > 0 ? made->rates : NULL, SAMPLES };
}

typedef struct outcome {
    bres_decision decision;
    bres_ratio ratio;
} outcome;

/* Decides on two runs, with a known variation between runs. */
static void decide(const run *reference, const run *candidate, double variation, outcome *made)
{
    bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    thresholds.run_variation = variation;
    thresholds.runs_equivalence_margin = 0.02;
    bres_decision_init(&made->decision);
    bres_ratio_init(&made->ratio);
    cr_assert_eq(bres_compare_runs(&reference->samples, 1, &candidate->samples, 1, 0, &thresholds,
                                   &made->decision, &made->ratio, NULL),
                 BRES_OK, "%s", bres_last_error());
}

Test(compare, run_variation_by_hand)
{
    run reference;
    run candidate;
    outcome made;

    run_make(&reference, 1, 1e-5, 0);
    run_make(&candidate, 1.07, 1e-5, 0);
    decide(&reference, &candidate, 0.01, &made);
    cr_expect_eq(made.decision.verdict, BRES_SLOW, "%s", made.decision.message);
    cr_expect_eq(made.decision.reason, BRES_REASON_RUNS_DIFFER);
    cr_expect_float_eq(made.ratio.ratio, 1.07, 1e-5);
    cr_expect_float_eq(made.ratio.upper, 1.07 * exp(Z99 * M_SQRT2 * 0.01), 1e-5);
    cr_expect_float_eq(made.ratio.lower, 1.07 * exp(-Z99 * M_SQRT2 * 0.01), 1e-5);
    cr_expect_float_eq(made.ratio.equivalence_upper, 1.07 * exp(Z90 * M_SQRT2 * 0.01), 1e-5);
    cr_expect_float_eq(made.ratio.p_value, erfc((log(1.07) - log(1.005)) / 0.02), 1e-5);
    cr_expect_float_eq(made.decision.difference.change_lower, made.ratio.lower - 1, 1e-12);
    cr_expect_eq(made.ratio.run_variation, 0.01);
    cr_expect_eq(made.ratio.between, 0.01);
    cr_expect_eq(made.ratio.reference_runs, 1);
    cr_expect_eq(made.ratio.samples, SAMPLES);
    cr_expect_not_null(strstr(made.decision.message, "with a run variation of 1%"), "%s",
                       made.decision.message);
}

/* Samples that scatter widen the interval. */
Test(compare, run_variation_adds_to_the_samples)
{
    run reference;
    run candidate;
    outcome quiet;
    outcome noisy;

    run_make(&reference, 1, 1e-5, 0);
    run_make(&candidate, 1, 0.2, 0);
    decide(&reference, &reference, 0.01, &quiet);
    decide(&reference, &candidate, 0.01, &noisy);
    cr_expect_gt(noisy.ratio.upper - noisy.ratio.lower,
                 1.2 * (quiet.ratio.upper - quiet.ratio.lower));
    cr_expect_gt(noisy.ratio.within, 0.005);
}

/* A median on a coarse clock may be off by half a step, even if its samples agree. */
Test(compare, run_variation_adds_the_step_of_the_clock)
{
    const double variation = 0.01;
    const double step = 0.1;
    run coarse;
    outcome made;

    run_make(&coarse, 1, 0, 0);
    coarse.times[0] = (float)(1 - step);
    coarse.times[1] = (float)(1 + step);
    decide(&coarse, &coarse, variation, &made);
    cr_expect_eq(made.ratio.within, 0);
    cr_expect_float_eq(log(made.ratio.upper),
                       Z99 * sqrt(2 * variation * variation + 2 * step * step / 12), 1e-5);
}

Test(compare, run_variation_decides)
{
    static const struct {
        const char *name;
        double ratio;
        double rates[2];
        double variation;
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { "equal", 1, { 0, 0 }, 0.005, BRES_SAME, BRES_REASON_RUNS_AGREE },
        { "equal, but the margin is too narrow",
          1,
          { 0, 0 },
          0.01,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { "a gap that the variation explains",
          1.03,
          { 0, 0 },
          0.01,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_INTERVAL_TOO_WIDE },
        { "faster", 0.9, { 0, 0 }, 0.01, BRES_FAST, BRES_REASON_RUNS_DIFFER },
        { "slower, and the cycles agree",
          1.1,
          { 1000, 1000 },
          0.01,
          BRES_SLOW,
          BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES },
        { "slower, and the clock explains it",
          1.1,
          { 1100, 1000 },
          0.01,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED },
        { "slower, without a rate on a side",
          1.1,
          { 1000, 0 },
          0.01,
          BRES_AMBIGUOUS,
          BRES_REASON_MISSING_CLOCK_RATE },
        { "equal, but not in cycles",
          1,
          { 1100, 1000 },
          0.005,
          BRES_AMBIGUOUS,
          BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED },
        { "equal in cycles", 1, { 1000, 1000 }, 0.005, BRES_SAME, BRES_REASON_RUNS_AGREE },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run reference;
        run candidate;
        outcome made;

        run_make(&reference, 1, 1e-5, rows[i].rates[0]);
        run_make(&candidate, rows[i].ratio, 1e-5, rows[i].rates[1]);
        decide(&reference, &candidate, rows[i].variation, &made);
        cr_expect_eq(made.decision.verdict, rows[i].verdict, "%s: %s", rows[i].name,
                     made.decision.message);
        cr_expect_str_eq(bres_reason_name(made.decision.reason), bres_reason_name(rows[i].reason),
                         "%s: %s", rows[i].name, made.decision.message);
    }
}

/* Few samples remain undecided, and NVBench's rule ignores the variation. */
Test(compare, run_variation_does_not_replace_samples)
{
    bres_thresholds thresholds;
    bres_decision decision;
    run reference;
    run candidate;

    run_make(&reference, 1, 1e-5, 0);
    run_make(&candidate, 1.5, 1e-5, 0);
    bres_thresholds_init(&thresholds);
    thresholds.run_variation = 0.01;
    bres_decision_init(&decision);
    candidate.samples.count = 9;
    cr_assert_eq(
        bres_compare_samples(&reference.samples, &candidate.samples, 0, &thresholds, &decision),
        BRES_OK);
    cr_expect_eq(decision.reason, BRES_REASON_TOO_FEW_SAMPLES);
    thresholds.rule = BRES_RULE_NVBENCH;
    cr_assert_eq(
        bres_compare_samples(&reference.samples, &candidate.samples, 0, &thresholds, &decision),
        BRES_OK);
    cr_expect_eq(decision.reason, BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK);
}

#define RUNS 5

/* Runs that agree by chance do not make the interval narrower than the known variation allows. */
Test(compare, run_variation_limits_replicates)
{
    static const double variations[] = { 0, 0.005, 0.02 };
    bres_samples sides[2][RUNS];
    run runs[2][RUNS];

    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < RUNS; i++) {
            run_make(&runs[side][i], 1 + 1e-4 * i + 0.03 * side, 1e-5, 0);
            sides[side][i] = runs[side][i].samples;
        }
    }
    for (size_t i = 0; i < sizeof variations / sizeof *variations; i++) {
        const double least = Z99 * variations[i] * sqrt(2.0 / RUNS);
        bres_thresholds thresholds;
        bres_decision decision;
        bres_ratio ratio;

        bres_thresholds_init(&thresholds);
        thresholds.run_variation = variations[i];
        bres_decision_init(&decision);
        bres_ratio_init(&ratio);
        cr_assert_eq(bres_compare_runs(sides[0], RUNS, sides[1], RUNS, 0, &thresholds, &decision,
                                       &ratio, NULL),
                     BRES_OK, "%s", bres_last_error());
        cr_expect_geq(log(ratio.upper / ratio.ratio), 0.999 * least, "%g", variations[i]);
        cr_expect_eq(ratio.run_variation, variations[i]);
        cr_expect_geq(ratio.between, variations[i]);
        cr_expect_eq(decision.verdict, variations[i] < 0.01 ? BRES_SLOW : BRES_AMBIGUOUS, "%s",
                     decision.message);
    }
}

/* A result with a state of a CPU-only measurement; `meta` may be NULL. */
static bres_result *result_make(double seconds, const char *meta)
{
    double times[SAMPLES];
    bres_times values;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    for (int i = 0; i < SAMPLES; i++)
        times[i] = seconds * (1 + 1e-5 * i);
    bres_times_init(&values);
    values.count = SAMPLES;
    values.cpu = times;
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert(meta == NULL || bres_result_set_meta_json(result, meta) == BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_state_add_cpu_only_summaries(state, &values), BRES_OK, "%s",
                 bres_last_error());
    return result;
}

#define PASSPORT(value) "{\"benchresult\":{\"passport\":{\"run_variation\":" value "}}}"
#define HOST(value)     "{\"benchresult\":{\"host\":{\"run_variation\":" value "}}}"
#define MERGED(parts)   "{\"benchresult\":{\"merged\":[" parts "]}}"

Test(compare, run_variation_of_the_passport)
{
    static const struct {
        const char *meta; /* of the candidate */
        double variation; /* 0: an error */
        const char *message;
    } rows[] = {
        { PASSPORT("0.01"), 0.01, NULL },
        { PASSPORT("1"), 1, NULL },
        { NULL, 0, "benchresult doctor --save" },
        { "{}", 0, "records no run variation" },
        { "{\"benchresult\":{\"passport\":{}}}", 0, "records no run variation" },
        { "{\"benchresult\":1}", 0, "records no run variation" },
        { PASSPORT("0"), 0, "is 0 (expected a fraction" },
        { PASSPORT("-1"), 0, "is -1 (" },
        { PASSPORT("1.5"), 0, "is 1.5 (" },
        { PASSPORT("\"x\""), 0, "is \"x\" (" },
        { PASSPORT("null"), 0, "is null (" },
        { HOST("0.02"), 0.02, NULL },
        { HOST("2"), 0, "is 2 (" },
        { "{\"benchresult\":{\"host\":{\"run_variation\":0.03},"
          "\"passport\":{\"run_variation\":0.01}}}",
          0.03, NULL },
        { "{\"benchresult\":{\"host\":{},\"passport\":{\"run_variation\":0.01}}}", 0.01, NULL },
        { "{\"benchresult\":{\"host\":1}}", 0, "records no run variation" },
        { MERGED(HOST("0.01") "," HOST("0.03") "," HOST("0.02")), 0.03, NULL },
        { MERGED("null,{}," HOST("0.02")), 0.02, NULL },
        { MERGED("null,{}"), 0, "records no run variation" },
        { MERGED(HOST("0.01") "," HOST("-1")), 0, "is -1 (" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_result *results[2] = { result_make(1, NULL), result_make(1.2, rows[i].meta) };
        bres_compare_options options;
        bres_thresholds thresholds;
        bres_comparison *comparison;
        bres_status status;

        bres_thresholds_init(&thresholds);
        thresholds.auto_run_variation = 1;
        bres_compare_options_init(&options);
        options.thresholds = &thresholds;
        status = bres_compare(&results[0], 1, &results[1], 1, &options, &comparison);
        if (rows[i].message != NULL) {
            cr_expect_neq(status, BRES_OK, "row %zu", i);
            cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                               bres_last_error());
        } else {
            cr_assert_eq(status, BRES_OK, "row %zu: %s", i, bres_last_error());
            cr_expect_eq(bres_comparison_thresholds(comparison)->run_variation, rows[i].variation);
            cr_expect_eq(bres_row_ratio(bres_comparison_row_at(comparison, 0))->run_variation,
                         rows[i].variation);
        }
        bres_comparison_free(comparison);
        bres_result_unref(results[0]);
        bres_result_unref(results[1]);
    }
}

Test(compare, run_variation_of_thresholds)
{
    static const struct {
        double given;
        bres_status status;
    } rows[] = {
        { 0, BRES_OK },
        { 0.02, BRES_OK },
        { 1, BRES_OK },
        { -0.01, BRES_ERROR_ARGUMENT },
        { 1.01, BRES_ERROR_ARGUMENT },
        { NAN, BRES_ERROR_ARGUMENT },
    };
    bres_result *results[2] = { result_make(1, NULL), result_make(1.2, NULL) };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_compare_options options;
        bres_thresholds thresholds;
        bres_comparison *comparison;
        bres_status status;

        bres_thresholds_init(&thresholds);
        thresholds.run_variation = rows[i].given;
        bres_compare_options_init(&options);
        options.thresholds = &thresholds;
        status = bres_compare(&results[0], 1, &results[1], 1, &options, &comparison);
        cr_expect_eq(status, rows[i].status, "row %zu: %s", i, bres_last_error());
        if (status == BRES_OK)
            cr_expect_eq(bres_comparison_thresholds(comparison)->run_variation, rows[i].given,
                         "row %zu", i);
        bres_comparison_free(comparison);
    }
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

Test(compare, run_variation_of_a_configuration)
{
    bres_thresholds thresholds;
    bres_decision decision;
    run alone;
    char *text;

    cr_assert_eq(bres_thresholds_parse(&thresholds, "version = 1\n[runs]\nrun_variation = 0.03",
                                       "text", NULL, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(thresholds.run_variation, 0.03);
    cr_expect_eq(thresholds.auto_run_variation, 0);
    cr_assert_eq(bres_thresholds_parse(&thresholds, "version = 1\nruns.run_variation = 'auto'",
                                       "text", NULL, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(thresholds.auto_run_variation, 1);
    cr_assert_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "run_variation = \"auto\"\n"), "%s", text);
    bres_string_free(text);
    cr_expect_eq(bres_thresholds_parse(&thresholds, "version = 1\nruns.run_variation = 'some'",
                                       "text", NULL, NULL),
                 BRES_ERROR_KIND);
    cr_expect_not_null(strstr(bres_last_error(), "\"auto\""), "%s", bres_last_error());
    /* Samples in memory have no passport. */
    bres_thresholds_init(&thresholds);
    thresholds.auto_run_variation = 1;
    bres_decision_init(&decision);
    run_make(&alone, 1, 0.01, 0);
    cr_expect_eq(bres_compare_samples(&alone.samples, &alone.samples, 0, &thresholds, &decision),
                 BRES_ERROR_ARGUMENT);
    thresholds.auto_run_variation = 2;
    cr_expect_eq(bres_compare_samples(&alone.samples, &alone.samples, 0, &thresholds, &decision),
                 BRES_ERROR_ARGUMENT);
}
