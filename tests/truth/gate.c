/* SPDX-License-Identifier: MIT */
/*
 * How often a gate gives a false alarm, and how often it passes a slower row, measured on typical
 * times of runs with known true values. A gate fails if a row is SLOW, and passes if all rows are
 * SAME. The rows of a gate share the significance level of SLOW, as in bres_compare().
 *
 * usage: gate [--full]
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUNS_MAX     200
#define ERROR_RATE   0.01
#define MAX_SLOWDOWN 0.03

enum { GATE_PASSED, GATE_SLOWER, GATE_UNDECIDED, GATE_OUTCOMES };

static const char *const outcome_names[] = { "passed", "slower", "undecided" };

typedef struct gate_scenario {
    const char *name;
    size_t rows;
    double first;  /* change of the first row, a fraction */
    double others; /* of all other rows */
    double noise;  /* standard deviation of the time of a run, a fraction */
    size_t runs;
    uint32_t flags;
    int outcome; /* the claim limits its rate */
    truth_bound bound;
    double limit; /* percent */
} gate_scenario;

#define RACE  RUNS_MAX, BRES_COMPARE_PAIRED | BRES_COMPARE_SEQUENTIAL
#define PAIRS 20, BRES_COMPARE_PAIRED
#define SIDES 10, 0

/* The least favourable rows lie on the limit. */
static const gate_scenario scenarios[] = {
    { "race, 1 row on the limit", 1, 0.03, 0, 0.01, RACE, GATE_SLOWER, TRUTH_AT_MOST, 1 },
    { "race, 1 row on the limit", 1, 0.03, 0, 0.01, RACE, GATE_PASSED, TRUTH_AT_MOST, 1 },
    { "race, 20 rows on the limit", 20, 0.03, 0.03, 0.01, RACE, GATE_SLOWER, TRUTH_AT_MOST, 1 },
    { "race, 1 of 20 rows on it", 20, 0.03, 0, 0.01, RACE, GATE_PASSED, TRUTH_AT_MOST, 1 },
    { "race, 20 equal rows", 20, 0, 0, 0.01, RACE, GATE_PASSED, TRUTH_AT_LEAST, 99 },
    { "race, 1 of 20 rows +6 %", 20, 0.06, 0, 0.01, RACE, GATE_SLOWER, TRUTH_AT_LEAST, 99 },
    { "race, +1 %", 1, 0.01, 0, 0.01, RACE, GATE_PASSED, TRUTH_AT_LEAST, 99 },
    { "20 pairs, 1 row on the limit", 1, 0.03, 0, 0.01, PAIRS, GATE_SLOWER, TRUTH_AT_MOST, 1 },
    { "20 pairs, 1 row on the limit", 1, 0.03, 0, 0.01, PAIRS, GATE_PASSED, TRUTH_AT_MOST, 1 },
    { "10/10 runs, 20 rows on the limit", 20, 0.03, 0.03, 0.01, SIDES, GATE_SLOWER, TRUTH_AT_MOST,
      1 },
    { "10/10 runs, 1 row on the limit", 1, 0.03, 0, 0.01, SIDES, GATE_PASSED, TRUTH_AT_MOST, 1 },
    { "10/10 runs, +6 %", 1, 0.06, 0, 0.005, SIDES, GATE_SLOWER, TRUTH_AT_LEAST, 95 },
};

/* Times of all runs of a row. */
typedef struct row_runs {
    float times[2][RUNS_MAX];
    bres_samples runs[2][RUNS_MAX];
} row_runs;

static void row_draw(const gate_scenario *scenario, double change, bres__random *random,
                     row_runs *row)
{
    for (size_t i = 0; i < scenario->runs; i++) {
        for (int side = 0; side < 2; side++) {
            const double noise = scenario->noise * truth_normal(random);
            const double center = side == 1 ? 1e-3 * (1 + change) : 1e-3;

            row->times[side][i] = (float)(center * exp(noise));
            row->runs[side][i] = (bres_samples){ .times = &row->times[side][i], .count = 1 };
        }
    }
}

static bool row_decide(const gate_scenario *scenario, const row_runs *row, bres_verdict *verdict)
{
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    bres_decision_init(&decision);
    thresholds.rule = BRES_RULE_NOT_SLOWER;
    thresholds.runs_min_effect = MAX_SLOWDOWN;
    thresholds.runs_equivalence_margin = MAX_SLOWDOWN;
    thresholds.runs_change_confidence = 1 - 2 * ERROR_RATE / (double)scenario->rows;
    thresholds.runs_equivalence_confidence = 1 - 2 * ERROR_RATE;
    if (bres_compare_runs(row->runs[0], scenario->runs, row->runs[1], scenario->runs,
                          scenario->flags, &thresholds, &decision, NULL, NULL) != BRES_OK) {
        fprintf(stderr, "gate: %s\n", bres_last_error());
        return false;
    }
    *verdict = decision.verdict;
    return true;
}

/* Returns false after an error. */
static bool gate_run(const gate_scenario *scenario, uint64_t seed, size_t outcomes[GATE_OUTCOMES])
{
    bres__random random = bres__random_stream(20261124, seed);
    size_t verdicts[BRES_AMBIGUOUS + 1] = { 0 };
    row_runs row;

    for (size_t i = 0; i < scenario->rows; i++) {
        bres_verdict verdict;

        row_draw(scenario, i == 0 ? scenario->first : scenario->others, &random, &row);
        if (!row_decide(scenario, &row, &verdict))
            return false;
        verdicts[verdict]++;
    }
    outcomes[verdicts[BRES_SLOW] > 0                 ? GATE_SLOWER
             : verdicts[BRES_SAME] == scenario->rows ? GATE_PASSED
                                                     : GATE_UNDECIDED]++;
    return true;
}

/* Returns 0 if the claim holds, 1 if not, 2 after an error. */
static int scenario_run(const gate_scenario *scenario, size_t trials, bool full)
{
    const truth_claim claim = { scenario->name, outcome_names[scenario->outcome], scenario->bound,
                                scenario->limit };
    size_t outcomes[GATE_OUTCOMES] = { 0 };

    for (size_t i = 0; i < trials; i++) {
        if (!gate_run(scenario, i, outcomes))
            return 2;
    }
    return !truth_claim_report(&claim, outcomes[scenario->outcome], trials, full);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    int status = 0;

    truth_claim_heading("Gates: not slower by more than 3 %, at an error rate of 1 %");
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]) && status < 2; i++) {
        const int result = scenario_run(&scenarios[i], full ? 10000 : 100, full);

        status = result > status ? result : status;
    }
    return status;
}
