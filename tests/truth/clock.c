/* SPDX-License-Identifier: MIT */
/*
 * One run per side, timed by clocks that tick: how often unchanged pairs are SAME and changed pairs
 * are not. With --data DIR, where DIR has a directory a6000, also how many rows of a measured pair
 * of equal runs are SAME.
 */
#include "truth/common/claim.h"
#include "truth/common/ticks.h"

#include <benchresult/compare.h>
#include <benchresult/nvbench.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES    300
#define CENTER     10e-6
/* Trials of a full run; TRIALS_1 for rows with an upper limit of at most 1 %. */
#define TRIALS     2000
#define TRIALS_1   10000
#define TRIALS_MIN 100
/* The equivalence margin of the claims and of the decisions. */
#define MARGIN     0.01

typedef struct truth_row {
    truth_claim claim;
    truth_clock clock; /* its step is relative to the center */
    double change;
    double off_step; /* distance of the center from CENTER, in steps; negative: random */
} truth_row;

static const truth_row rows[] = {
    { { "no steps, unchanged", "SAME", TRUTH_AT_LEAST, 97 }, { 0, 0, 0 }, 0, 0 },
    { { "steps of 0.1 %, unchanged", "SAME", TRUTH_AT_LEAST, 97 }, { 0.001, 0, 0 }, 0, 0 },
    { { "steps of 0.5 %, unchanged", "SAME", TRUTH_AT_LEAST, 97 }, { 0.005, 0, 0 }, 0, 0 },
    { { "steps of 2 %, unchanged", "SAME", TRUTH_AS_MEASURED, 0 }, { 0.02, 0, 0 }, 0, 0 },
    { { "steps of 10 and 0.31 %, unchanged", "SAME", TRUTH_AS_MEASURED, 0 },
      { 0.1, 0.1, 0 },
      0,
      0 },
    { { "no steps, unchanged", "wrong", TRUTH_AT_MOST, 0.5 }, { 0, 0, 0 }, 0, 0 },
    { { "steps of 0.1 %, unchanged", "wrong", TRUTH_AT_MOST, 0.5 }, { 0.001, 0, 0 }, 0, 0 },
    { { "steps of 0.5 %, unchanged", "wrong", TRUTH_AT_MOST, 0.5 }, { 0.005, 0, 0 }, 0, 0 },
    { { "steps of 2 %, unchanged", "wrong", TRUTH_AT_MOST, 0.5 }, { 0.02, 0, 0 }, 0, 0 },
    { { "steps of 10 and 0.31 %, unchanged", "wrong", TRUTH_AT_MOST, 0.5 }, { 0.1, 0.1, 0 }, 0, 0 },
    { { "steps of 10 %, random phase, unchanged", "wrong", TRUTH_AT_MOST, 0.5 },
      { 0.1, 0, 1 },
      0,
      -1 },
    { { "no steps, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0, 0, 0 }, 0.02, 0 },
    { { "steps of 0.1 %, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.001, 0, 0 }, 0.02, 0 },
    { { "steps of 0.5 %, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.005, 0, 0 }, 0.02, 0 },
    { { "steps of 2 %, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.02, 0, 0 }, 0.02, 0 },
    { { "steps of 2 %, any center, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.02, 0, 0 }, 0.02, -1 },
    { { "steps of 5 %, any center, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.05, 0, 0 }, 0.02, -1 },
    { { "steps of 10 %, any center, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.1, 0, 0 }, 0.02, -1 },
    { { "steps of 10 %, random phase, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.1, 0, 1 }, 0.02, -1 },
    { { "steps of 25 %, random phase, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.25, 0, 1 }, 0.02, -1 },
    { { "steps of 10 and 0.31 %, +2 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.1, 0.1, 0 }, 0.02, 0 },
    { { "steps of 10 and 0.31 %, any center, +2 %", "SAME", TRUTH_AT_MOST, 1 },
      { 0.1, 0.1, 0 },
      0.02,
      -1 },
    { { "steps of 10 and 0.31 %, random phase, +2 %", "SAME", TRUTH_AT_MOST, 1 },
      { 0.1, 0.1, 1 },
      0.02,
      -1 },
    { { "no steps, +5 %", "SAME", TRUTH_AT_MOST, 1 }, { 0, 0, 0 }, 0.05, 0 },
    { { "steps of 0.5 %, +5 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.005, 0, 0 }, 0.05, 0 },
    { { "steps of 2 %, +5 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.02, 0, 0 }, 0.05, 0 },
    { { "steps of 10 and 0.31 %, +5 %", "SAME", TRUTH_AT_MOST, 1 }, { 0.1, 0.1, 0 }, 0.05, 0 },
    { { "steps of 10 and 0.31 %, any center, +5 %", "SAME", TRUTH_AT_MOST, 1 },
      { 0.1, 0.1, 0 },
      0.05,
      -1 },
};

/* The worst known scenario: many samples of five times that are in step with the clock, so that few
 * samples show the difference that the clock rounds away. */
#define LOCKED_SAMPLES 2000
static const truth_row locked = {
    { "steps of 25 and 0.78 %, five times, +2 %", "SAME", TRUTH_AS_MEASURED, 0 },
    { 0.25, 0.1, TRUTH_TICKS_ROUND },
    0.02,
    -1,
};

static bres_verdict decide(const float *reference, const float *candidate, size_t count)
{
    const bres_samples sides[2] = { { .times = reference, .count = count },
                                    { .times = candidate, .count = count } };
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    thresholds.runs_equivalence_margin = MARGIN;
    bres_decision_init(&decision);
    if (bres_compare_samples(&sides[0], &sides[1], 0, &thresholds, &decision) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(2);
    }
    return decision.verdict;
}

static bool verdict_counts(const truth_claim *claim, bres_verdict verdict)
{
    if (strcmp(claim->counted, "SAME") == 0)
        return verdict == BRES_SAME;
    return verdict == BRES_FAST || verdict == BRES_SLOW;
}

static size_t row_trials(const truth_row *row, bool full)
{
    if (!full)
        return TRIALS_MIN;
    return row->claim.bound == TRUTH_AT_MOST && row->claim.limit <= 1 ? TRIALS_1 : TRIALS;
}

static bool row_check(const truth_row *row, uint64_t number, bool full)
{
    static float samples[2][SAMPLES];
    bres__random random = bres__random_stream(19740614, number);
    const size_t trials = row_trials(row, full);
    size_t counted = 0;

    for (size_t trial = 0; trial < trials; trial++) {
        const double off = row->off_step < 0 ? bres__random_unit(&random) : row->off_step;
        const double center = CENTER * (1 + off * row->clock.step);
        truth_clock clock = row->clock;

        clock.step *= CENTER;
        truth_ticking_samples(&random, &clock, center, 0.01, samples[0], SAMPLES);
        truth_ticking_samples(&random, &clock, center * (1 + row->change), 0.01, samples[1],
                              SAMPLES);
        counted += verdict_counts(&row->claim, decide(samples[0], samples[1], SAMPLES));
    }
    return truth_claim_report(&row->claim, counted, trials, full);
}

static void locked_samples(bres__random *random, const truth_clock *clock, double center,
                           float *samples)
{
    for (size_t i = 0; i < LOCKED_SAMPLES; i++) {
        const double slow = clock->step * floor(5 * bres__random_unit(random)) / 4;

        truth_ticking_samples(random, clock, center + slow, 0.002, &samples[i], 1);
    }
}

static bool locked_check(bool full)
{
    static float samples[2][LOCKED_SAMPLES];
    bres__random random = bres__random_stream(19740614, 1001);
    const size_t trials = full ? TRIALS : TRIALS_MIN;
    size_t counted = 0;

    for (size_t trial = 0; trial < trials; trial++) {
        const double center = CENTER * (1 + bres__random_unit(&random) * locked.clock.step);
        truth_clock clock = locked.clock;

        clock.step *= CENTER;
        locked_samples(&random, &clock, center, samples[0]);
        locked_samples(&random, &clock, center * (1 + locked.change), samples[1]);
        counted += verdict_counts(&locked.claim, decide(samples[0], samples[1], LOCKED_SAMPLES));
    }
    return truth_claim_report(&locked.claim, counted, trials, full);
}

/* Two functions of 4.4 and 10.9 ns, one execution per sample, with the cost of reading the
 * clock. */
static bool functions_check(bool full)
{
    static const truth_claim claim = { "4.4 and 10.9 ns, a clock of 10 ns", "SAME", TRUTH_AT_MOST,
                                       0 };
    static const truth_clock clock = { 10e-9, 0, TRUTH_TICKS_PHASE };
    static float samples[2][1000];
    bres__random random = bres__random_stream(19740614, 1000);
    const size_t trials = full ? TRIALS : TRIALS_MIN;
    size_t counted = 0;

    for (size_t trial = 0; trial < trials; trial++) {
        const double cost = 10e-9 + 40e-9 * bres__random_unit(&random);
        const double noise = 0.05 * bres__random_unit(&random);
        const size_t count = 10 + (size_t)(990 * bres__random_unit(&random));

        truth_ticking_samples(&random, &clock, cost + 4.4e-9, noise, samples[0], count);
        truth_ticking_samples(&random, &clock, cost + 10.9e-9, noise, samples[1], count);
        counted += decide(samples[0], samples[1], count) == BRES_SAME;
    }
    return truth_claim_report(&claim, counted, trials, full);
}

static bres_result *measured_load(const char *directory, const char *name)
{
    char path[4096];
    bres_result *result;

    snprintf(path, sizeof(path), "%s/a6000/%s", directory, name);
    if (bres_result_load(path, NULL, &result) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(2);
    }
    return result;
}

/* The change between the mean times in the two files. */
static double measured_change(const bres_row *row)
{
    double means[2] = { 0 };

    for (int side = 0; side < 2; side++) {
        const bres_state *state = side == 0 ? bres_row_reference(row) : bres_row_candidate(row);
        const bres_summary *summary = bres_state_summary(state, "nv/cold/time/gpu/mean");

        if (summary == NULL || !bres_summary_float64(summary, &means[side]))
            exit(2);
    }
    return fabs(means[1] - means[0]) / fmin(means[0], means[1]);
}

/* A real pair of equal runs: 36 rows; in seven of them the means differ by more than 1 %. */
static bool measured_check(const char *directory)
{
    static const truth_claim least = { "A6000, 36 rows of equal runs", "SAME", TRUTH_AT_LEAST,
                                       100 * 24.0 / 36 };
    static const truth_claim apart = { "A6000, means differ by more than 1 %", "SAME",
                                       TRUTH_AT_MOST, 0 };
    static const truth_claim wrong = { "A6000, 36 rows of equal runs", "wrong", TRUTH_AT_MOST, 0 };
    bres_result *results[2] = { measured_load(directory, "copy1d_run1.json"),
                                measured_load(directory, "copy1d_run2.json") };
    bres_comparison *comparison;
    bres_compare_options options;
    bres_thresholds thresholds;
    size_t same_apart = 0;
    size_t far = 0;
    size_t total;
    bool good;

    bres_thresholds_init(&thresholds);
    thresholds.runs_equivalence_margin = MARGIN;
    bres_compare_options_init(&options);
    options.thresholds = &thresholds;
    if (bres_compare(&results[0], 1, &results[1], 1, &options, &comparison) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(2);
    }
    total = bres_comparison_row_count(comparison);
    for (size_t i = 0; i < total; i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        if (measured_change(row) <= MARGIN)
            continue;
        far++;
        same_apart += bres_row_verdict(row) == BRES_SAME;
    }
    good = truth_claim_report(&least, bres_comparison_count(comparison, BRES_SAME), total, true);
    good = truth_claim_report(&apart, same_apart, far, true) && good;
    good = truth_claim_report(&wrong,
                              bres_comparison_count(comparison, BRES_FAST) +
                                  bres_comparison_count(comparison, BRES_SLOW),
                              total, true) &&
           good;
    bres_comparison_free(comparison);
    for (int i = 0; i < 2; i++)
        bres_result_unref(results[i]);
    return good;
}

int main(int argc, char **argv)
{
    const char *data = NULL;
    bool full = false;
    bool good = true;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--full") == 0)
            full = true;
        else if (strcmp(argv[i], "--data") == 0 && i + 1 < argc)
            data = argv[++i];
    }
    truth_claim_heading("Clocks that tick: 300 samples per side, noise 1 %, margin 1 %");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        good = row_check(&rows[i], i, full) && good;
    good = locked_check(full) && good;
    good = functions_check(full) && good;
    if (data != NULL)
        good = measured_check(data) && good;
    return good ? 0 : 1;
}
