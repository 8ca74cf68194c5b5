/* SPDX-License-Identifier: MIT */
/*
 * Whether the plan of an ambiguous row is good: rows that five pairs of runs have left undecided
 * receive exactly the runs that their plan requests, and are decided again. The true values, which
 * the plan can only estimate, are known here, and so are the right verdict and the sufficient
 * number of runs.
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult/compare.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_RUNS  5
#define RUNS_MAX    600
#define SAMPLES     200
#define PROBABILITY 0.8
/* Simulated continuations that determine the sufficient number of runs. */
#define FUTURES     100

static const double changes[] = { 0, 0.01, -0.01, 0.02, -0.02, 0.03, -0.03, 0.05, -0.05 };
static const double shifts[] = { 0.01, 0.02, 0.03 };

typedef struct truth_row {
    truth_state state;
    double change;
    double shift;
    float (*times[2])[SAMPLES];
    size_t runs;
} truth_row;

static void row_measure(bres__random *random, truth_row *row, size_t runs)
{
    for (; row->runs < runs; row->runs++) {
        double factors[2];

        truth_shift_pair(random, row->shift, TRUTH_CORRELATION, factors);
        factors[1] *= 1 + row->change;
        for (int side = 0; side < 2; side++)
            truth_samples(random, &row->state, factors[side], row->times[side][row->runs], SAMPLES);
    }
}

static void row_decide(const truth_row *row, bres_decision *decision, bres_plan *plan)
{
    static bres_samples runs[2][RUNS_MAX];

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < row->runs; i++)
            runs[side][i] = (bres_samples){ .times = row->times[side][i], .count = SAMPLES };
    }
    bres_decision_init(decision);
    bres_plan_init(plan);
    if (bres_compare_runs(runs[0], row->runs, runs[1], row->runs, BRES_COMPARE_PAIRED, NULL,
                          decision, NULL, plan) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(2);
    }
}

/* For a change between min_effect and the equivalence margin, a change and SAME are both right. */
static bool verdict_is_right(bres_verdict verdict, double change)
{
    const bres_thresholds *limits = bres_thresholds_preset("default");

    if (verdict == BRES_SAME)
        return fabs(log1p(change)) <= log1p(limits->runs_equivalence_margin);
    if (verdict == BRES_SLOW)
        return change > limits->runs_min_effect;
    return verdict == BRES_FAST && change < -limits->runs_min_effect;
}

static int number_order(const void *a, const void *b)
{
    const float first = *(const float *)a;
    const float second = *(const float *)b;

    return (first > second) - (first < second);
}

static double median_of(const float *samples)
{
    float sorted[SAMPLES];

    memcpy(sorted, samples, sizeof(sorted));
    qsort(sorted, SAMPLES, sizeof(float), number_order);
    return sorted[SAMPLES / 2];
}

/* The share of simulated continuations with `more` runs that decide the row right. The medians of
 * future runs are drawn from the true distribution. */
static double future_share(bres__random *random, const truth_row *row, float medians[2][FIRST_RUNS],
                           size_t more)
{
    static float times[2][RUNS_MAX * 4];
    static bres_samples runs[2][RUNS_MAX * 4];
    const size_t count = FIRST_RUNS + more;
    /* The standard error of the median of normal samples; the outliers hardly change it. */
    const double inside = 1.2533 * row->state.noise / sqrt(SAMPLES);
    size_t right = 0;

    for (size_t future = 0; future < FUTURES; future++) {
        bres_decision decision;

        for (size_t i = 0; i < count; i++) {
            double factors[2];

            truth_shift_pair(random, row->shift, TRUTH_CORRELATION, factors);
            factors[1] *= 1 + row->change;
            for (int side = 0; side < 2; side++) {
                times[side][i] = i < FIRST_RUNS ? medians[side][i]
                                                : (float)(row->state.center * factors[side] *
                                                          exp(inside * truth_normal(random)));
                runs[side][i] = (bres_samples){ .times = &times[side][i], .count = 1 };
            }
        }
        bres_decision_init(&decision);
        if (bres_compare_runs(runs[0], count, runs[1], count, BRES_COMPARE_PAIRED, NULL, &decision,
                              NULL, NULL) != BRES_OK)
            exit(2);
        right += verdict_is_right(decision.verdict, row->change);
    }
    return (double)right / FUTURES;
}

/* The smallest number of runs that decides the row right with PROBABILITY. */
static size_t enough_runs(bres__random *random, const truth_row *row)
{
    float medians[2][FIRST_RUNS];
    size_t lower = 0;
    size_t upper = 1;

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < FIRST_RUNS; i++)
            medians[side][i] = (float)median_of(row->times[side][i]);
    }
    while (upper < RUNS_MAX && future_share(random, row, medians, upper) < PROBABILITY) {
        lower = upper;
        upper *= 2;
    }
    while (upper - lower > 1) {
        const size_t middle = (lower + upper) / 2;

        if (future_share(random, row, medians, middle) < PROBABILITY)
            lower = middle;
        else
            upper = middle;
    }
    return upper;
}

typedef struct truth_counts {
    size_t rows;
    size_t without; /* rows without a plan */
    size_t right;
    size_t wrong;
    size_t cheap; /* plans with at most twice the sufficient number of runs */
    size_t planned;
    size_t enough;
} truth_counts;

/* Draws rows until one is ambiguous; follows its plan. */
static void judge_row(bres__random *random, truth_row *row, truth_counts *counts)
{
    bres_decision decision;
    bres_plan plan;
    size_t enough;

    do {
        row->state = truth_state_draw(random);
        row->change = changes[bres__random_below(random, sizeof(changes) / sizeof(changes[0]))];
        row->shift = shifts[bres__random_below(random, sizeof(shifts) / sizeof(shifts[0]))];
        row->runs = 0;
        row_measure(random, row, FIRST_RUNS);
        row_decide(row, &decision, &plan);
    } while (decision.verdict != BRES_AMBIGUOUS);
    counts->rows++;
    if (plan.runs == 0 || plan.runs > RUNS_MAX - FIRST_RUNS) {
        counts->without++;
        return;
    }
    enough = enough_runs(random, row);
    counts->planned += plan.runs;
    counts->enough += enough;
    counts->cheap += plan.runs <= 2 * enough;
    row_measure(random, row, FIRST_RUNS + plan.runs);
    row_decide(row, &decision, &plan);
    if (verdict_is_right(decision.verdict, row->change))
        counts->right++;
    else if (decision.verdict != BRES_AMBIGUOUS)
        counts->wrong++;
}

static bool report(const char *counted, truth_bound bound, double limit, size_t count, size_t rows,
                   bool full)
{
    const truth_claim claim = { "5 pairs and the runs of the plan", counted, bound, limit };

    return truth_claim_report(&claim, count, rows, full);
}

int main(int argc, char **argv)
{
    static float room[2][RUNS_MAX][SAMPLES];
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t rows = full ? 2000 : 8;
    bres__random random = bres__random_stream(20050615, 0);
    truth_row row = { .times = { room[0], room[1] } };
    truth_counts counts = { .rows = 0 };
    bool good;

    while (counts.rows < rows)
        judge_row(&random, &row, &counts);
    truth_claim_heading("rows that 5 pairs of runs have left open, each with its plan followed");
    good = report("right", TRUTH_AT_LEAST, 80, counts.right, rows, full);
    good = report("wrong", TRUTH_AT_MOST, 1, counts.wrong, rows, full) && good;
    good = report("no plan", TRUTH_AS_MEASURED, 0, counts.without, rows, full) && good;
    good = report("cheap", TRUTH_AT_LEAST, 80, counts.cheap, rows, full) && good;
    printf(
        "cheap: at most twice the runs that are enough; %.1f runs on average, enough were %.1f\n",
        (double)counts.planned / (double)rows, (double)counts.enough / (double)rows);
    return good ? 0 : 1;
}
