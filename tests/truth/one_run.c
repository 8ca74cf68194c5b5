/* SPDX-License-Identifier: MIT */
/*
 * One run per side: few samples, and a known or unknown variation between runs. One factor shifts
 * all samples of a run; the factors of the two sides are independent.
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult/compare.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_MAX 100

/* The standard deviation of each kind of shift is 1. */
typedef double (*shift_fn)(bres__random *random);

/* Student's t with three degrees of freedom, whose variance is 3. */
static double heavy_shift(bres__random *random)
{
    double squares = 0;

    for (int i = 0; i < 3; i++) {
        const double normal = truth_normal(random);

        squares += normal * normal;
    }
    return truth_normal(random) / sqrt(squares / 3) / sqrt(3);
}

/* Two levels, such as those of two memory layouts. */
static double bimodal_shift(bres__random *random)
{
    return bres__random_unit(random) < 0.5 ? -1 : 1;
}

typedef struct scenario {
    const char *name;
    const char *counted;
    truth_bound bound;
    double limit;
    size_t counts[2]; /* samples of each side */
    double noise;     /* of a sample, relative */
    double shift;     /* standard deviation */
    shift_fn draw;
    double change;
    double variation; /* run_variation of the thresholds */
    size_t trials;    /* of a full run */
} scenario;

#define SAMPLES_100                                                                                \
    {                                                                                              \
        100, 100                                                                                   \
    }

static const scenario scenarios[] = {
    { "shift 1 %, known", "wrong", TRUTH_AT_MOST, 1, SAMPLES_100, 0.01, 0.01, truth_normal, 0, 0.01,
      10000 },
    { "shift 3 %, known", "wrong", TRUTH_AT_MOST, 1, SAMPLES_100, 0.01, 0.03, truth_normal, 0, 0.03,
      10000 },
    { "shift 1 %, known, noise 10 %, 20 samples",
      "wrong",
      TRUTH_AT_MOST,
      1,
      { 20, 20 },
      0.1,
      0.01,
      truth_normal,
      0,
      0.01,
      10000 },
    { "shift 1 %, known, +7 %", "found", TRUTH_AT_LEAST, 90, SAMPLES_100, 0.01, 0.01, truth_normal,
      0.07, 0.01, 10000 },
    { "shift 1 %, known, t3", "wrong", TRUTH_AS_MEASURED, 0, SAMPLES_100, 0.01, 0.01, heavy_shift,
      0, 0.01, 10000 },
    { "shift 3 %, known, two modes", "wrong", TRUTH_AT_MOST, 1, SAMPLES_100, 0.01, 0.03,
      bimodal_shift, 0, 0.03, 10000 },
    { "shift 1 %, unknown, noise 0.2 %", "wrong", TRUTH_AS_MEASURED, 0, SAMPLES_100, 0.002, 0.01,
      truth_normal, 0, 0, 10000 },
    { "shift 3 %, unknown, noise 0.2 %", "wrong", TRUTH_AS_MEASURED, 0, SAMPLES_100, 0.002, 0.03,
      truth_normal, 0, 0, 10000 },
    { "1 sample, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0,
      { 1, 1 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
    { "2 samples, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0,
      { 2, 2 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
    { "3 samples, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0,
      { 3, 3 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
    { "9 samples, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0,
      { 9, 9 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
    { "100 and 9 samples, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0,
      { 100, 9 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
    { "10 samples, noise 3 %",
      "wrong",
      TRUTH_AT_MOST,
      0.5,
      { 10, 10 },
      0.03,
      0,
      truth_normal,
      0,
      0,
      2000 },
};

static void side_draw(bres__random *random, const scenario *drawn, double change, size_t count,
                      float times[SAMPLES_MAX])
{
    const double level = 1e-3 * (1 + change) * exp(drawn->shift * drawn->draw(random));

    for (size_t i = 0; i < count; i++)
        times[i] = (float)(level * fmax(0.01, 1 + drawn->noise * truth_normal(random)));
}

static bres_verdict decide(const bres_samples sides[2], uint32_t rule, double variation)
{
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    thresholds.rule = rule;
    thresholds.run_variation = variation;
    bres_decision_init(&decision);
    if (bres_compare_samples(&sides[0], &sides[1], 0, &thresholds, &decision) != BRES_OK)
        abort();
    return decision.verdict;
}

/* The number of counted trials by the default rule and by NVBench's rule. */
static void scenario_run(const scenario *drawn, size_t trials, uint64_t seed, size_t counted[2])
{
    static const uint32_t rules[2] = { BRES_RULE_DEFAULT, BRES_RULE_NVBENCH };
    bres__random random = bres__random_stream(20260101, seed);

    counted[0] = counted[1] = 0;
    for (size_t i = 0; i < trials; i++) {
        float times[2][SAMPLES_MAX];
        bres_samples sides[2];

        for (int side = 0; side < 2; side++) {
            side_draw(&random, drawn, side == 1 ? drawn->change : 0, drawn->counts[side],
                      times[side]);
            sides[side] = (bres_samples){ .times = times[side], .count = drawn->counts[side] };
        }
        for (int rule = 0; rule < 2; rule++) {
            const bres_verdict verdict = decide(sides, rules[rule], drawn->variation);

            counted[rule] += verdict == BRES_SLOW || (verdict == BRES_FAST && drawn->change == 0);
        }
    }
}

static bool scenario_report(const scenario *drawn, size_t number, bool full)
{
    const truth_claim claim = { drawn->name, drawn->counted, drawn->bound, drawn->limit };
    const size_t trials = full ? drawn->trials : 200;
    size_t counted[2];

    scenario_run(drawn, trials, number, counted);
    return truth_claim_report(&claim, counted[0], trials, full);
}

/* With the minimum number of samples, the default rule finds a change as often as NVBench's
 * rule. */
static bool few_report(bool full)
{
    static const scenario ten = {
        .counts = { 10, 10 },
        .noise = 0.01,
        .draw = truth_normal,
        .change = 0.05,
    };
    const size_t trials = full ? 10000 : 200;
    truth_claim claim = { "10 samples, noise 1 %, +5 %, limit: NVBench's rule", "found",
                          TRUTH_AT_LEAST, 0 };
    size_t counted[2];

    scenario_run(&ten, trials, 1000, counted);
    /* Half a trial less, so that equal counts meet the limit. */
    claim.limit = 100 * ((double)counted[1] - 0.5) / (double)trials;
    return truth_claim_report(&claim, counted[0], trials, full);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool holds = true;

    truth_claim_heading("One run per side");
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        holds &= scenario_report(&scenarios[i], i, full);
    holds &= few_report(full);
    return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
