/* SPDX-License-Identifier: MIT */
/*
 * Replicates that are few, or whose variation is not normal or not equal on both sides: how often a
 * verdict is wrong, how often a change is found, and how often the confidence interval contains the
 * true value. A run is one time, so that only the variation between runs matters.
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult/compare.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_MAX 64
#define PAIRED   BRES_COMPARE_PAIRED
/* Assumes normal variation; not a flag of the library. */
#define NORMAL   UINT32_C(0x80000000)

typedef double (*draw_fn)(bres__random *random);

/* The trials of a row that are counted. */
typedef enum counted { CHANGES, FOUND, COVERED } counted;

typedef struct truth_row {
    truth_claim claim;
    counted counts;
    size_t runs[2];
    uint32_t flags;
    draw_fn draw;
    double shift[2];    /* standard deviation, or half the distance of two modes */
    double change;      /* of the candidate */
    double correlation; /* of neighbouring runs of a side */
} truth_row;

#define WRONG(limit)  "wrong", TRUTH_AT_MOST, limit
#define FIND(limit)   "found", TRUTH_AT_LEAST, limit
#define COVERS(limit) "covered", TRUTH_AT_LEAST, limit
#define N             truth_normal
#define T3            truth_student3
#define MODES         truth_two_modes

/* clang-format off */
static const truth_row rows[] = {
    { { "2/2, modes +-3 %", WRONG(1) }, CHANGES, { 2, 2 }, 0, MODES, { .03, .03 }, 0, 0 },
    { { "3/3, modes +-3 %", WRONG(1) }, CHANGES, { 3, 3 }, 0, MODES, { .03, .03 }, 0, 0 },
    { { "3/10, modes +-3 %", WRONG(1) }, CHANGES, { 3, 10 }, 0, MODES, { .03, .03 }, 0, 0 },
    { { "5/5, modes +-3 %", WRONG(1) }, CHANGES, { 5, 5 }, 0, MODES, { .03, .03 }, 0, 0 },
    { { "5/5 pairs, modes +-3 %", WRONG(1) }, CHANGES, { 5, 5 }, PAIRED, MODES, { .03, .03 }, 0, 0 },
    { { "8 pairs, modes +-3 %", WRONG(1) }, CHANGES, { 8, 8 }, PAIRED, MODES, { .03, .03 }, 0, 0 },
    { { "10/10, modes +-3 %", WRONG(1) }, CHANGES, { 10, 10 }, 0, MODES, { .03, .03 }, 0, 0 },
    { { "5/5, t3 shift 3 %", WRONG(1) }, CHANGES, { 5, 5 }, 0, T3, { .03, .03 }, 0, 0 },
    { { "8 pairs, t3 shift 3 %", WRONG(1) }, CHANGES, { 8, 8 }, PAIRED, T3, { .03, .03 }, 0, 0 },
    { { "10/10, t3 shift 3 %", WRONG(1) }, CHANGES, { 10, 10 }, 0, T3, { .03, .03 }, 0, 0 },
    { { "5/5, normal shift 3 %", WRONG(1) }, CHANGES, { 5, 5 }, 0, N, { .03, .03 }, 0, 0 },
    { { "4/6, normal shift 3 and 9 %", WRONG(1) }, CHANGES, { 6, 4 }, 0, N, { .03, .09 }, 0, 0 },
    { { "8 pairs, normal shift 3 %", WRONG(1) }, CHANGES, { 8, 8 }, PAIRED, N, { .03, .03 }, 0, 0 },
    { { "15 pairs, normal shift 3 %", WRONG(1) }, CHANGES, { 15, 15 }, PAIRED, N, { .03, .03 }, 0, 0 },
    { { "2/19, 5 times the deviation on 2", WRONG(1) }, CHANGES, { 2, 19 }, 0, N, { .05, .01 }, 0, 0 },
    { { "2/40, 10 times the deviation on 2", WRONG(1) }, CHANGES, { 2, 40 }, 0, N, { .1, .01 }, 0, 0 },
    { { "3/9, 5 times the deviation on 3", COVERS(98.5) }, COVERED, { 3, 9 }, 0, N, { .05, .01 }, 0, 0 },
    { { "3/40, 10 times the deviation on 3", COVERS(98.5) }, COVERED, { 3, 40 }, 0, N, { .1, .01 }, 0, 0 },
    { { "4/6, 5 times the deviation on 4", WRONG(1) }, CHANGES, { 4, 6 }, 0, N, { .05, .01 }, 0, 0 },
    { { "2/19, +50 %", "decided", TRUTH_AT_MOST, 0 }, FOUND, { 2, 19 }, 0, N, { .01, .01 }, .5, 0 },
    { { "40 pairs, AR(1) 0.9 of 3 %", WRONG(1) }, CHANGES, { 40, 40 }, PAIRED, N, { .03, .03 }, 0, .9 },
    { { "30 pairs, AR(1) 0.9 of 3 %", WRONG(1) }, CHANGES, { 30, 30 }, PAIRED, N, { .03, .03 }, 0, .9 },
    { { "20 pairs, AR(1) 0.9 of 3 %", "wrong", TRUTH_AS_MEASURED, 0 }, CHANGES, { 20, 20 }, PAIRED, N, { .03, .03 }, 0, .9 },
    { { "10 pairs, AR(1) 0.9 of 3 %", "wrong", TRUTH_AS_MEASURED, 0 }, CHANGES, { 10, 10 }, PAIRED, N, { .03, .03 }, 0, .9 },
    { { "40 pairs, AR(1) 0.7 of 3 %", WRONG(1) }, CHANGES, { 40, 40 }, PAIRED, N, { .03, .03 }, 0, .7 },
    { { "40 pairs, AR(1) 0.5 of 3 %", WRONG(1) }, CHANGES, { 40, 40 }, PAIRED, N, { .03, .03 }, 0, .5 },
    { { "30 pairs, AR(1) 0.9 of 1 %, +10 %", FIND(95) }, FOUND, { 30, 30 }, PAIRED, N, { .01, .01 }, .1, .9 },
    { { "15 pairs, ratio 0.7 %, +2 %", FIND(95) }, FOUND, { 15, 15 }, PAIRED, N, { .0049497, .0049497 }, .02, 0 },
    { { "4/5, +50 %", "decided", TRUTH_AT_MOST, 0 }, FOUND, { 4, 5 }, 0, N, { .01, .01 }, .5, 0 },
    { { "3/8, +50 %", "decided", TRUTH_AT_MOST, 0 }, FOUND, { 3, 8 }, 0, N, { .01, .01 }, .5, 0 },
    { { "2/10, +50 %", "decided", TRUTH_AT_MOST, 0 }, FOUND, { 2, 10 }, 0, N, { .01, .01 }, .5, 0 },
    { { "4 pairs, +50 %", "decided", TRUTH_AT_MOST, 0 }, FOUND, { 4, 4 }, PAIRED, N, { .01, .01 }, .5, 0 },
    { { "3/3, assumed normal, +10 %", FIND(80) }, FOUND, { 3, 3 }, NORMAL, N, { .01, .01 }, .1, 0 },
    { { "5/5 alternated, shift 1 %, +5 %", FIND(95) }, FOUND, { 5, 5 }, PAIRED, N, { .01, .01 }, .05, 0 },
    { { "5/5, shift 1 %, +5 %", FIND(95) }, FOUND, { 5, 5 }, 0, N, { .01, .01 }, .05, 0 },
    { { "8 pairs, ratio 0.5 %, +2 %", FIND(90) }, FOUND, { 8, 8 }, PAIRED, N, { .0035355, .0035355 }, .02, 0 },
    { { "10 pairs, ratio 0.7 %, +2 %", FIND(95) }, FOUND, { 10, 10 }, PAIRED, N, { .0049497, .0049497 }, .02, 0 },
    { { "the same, assumed normal", "found", TRUTH_AS_MEASURED, 0 }, FOUND, { 10, 10 }, PAIRED | NORMAL, N, { .0049497, .0049497 }, .02, 0 },
    { { "10 pairs, t3 shift 1 %, +2 %", "found", TRUTH_AS_MEASURED, 0 }, FOUND, { 10, 10 }, PAIRED, T3, { .01, .01 }, .02, 0 },
    { { "the same, assumed normal", "found", TRUTH_AS_MEASURED, 0 }, FOUND, { 10, 10 }, PAIRED | NORMAL, T3, { .01, .01 }, .02, 0 },
    { { "3/15, equal deviations", COVERS(98.5) }, COVERED, { 3, 15 }, 0, N, { .01, .01 }, 0, 0 },
    { { "3/15, 3 times the deviation on 3", COVERS(98) }, COVERED, { 3, 15 }, 0, N, { .03, .01 }, 0, 0 },
    { { "3/15, 3 times the deviation on 15", COVERS(98.5) }, COVERED, { 3, 15 }, 0, N, { .01, .03 }, 0, 0 },
    { { "5/5, 3 times the deviation on one side", COVERS(98.5) }, COVERED, { 5, 5 }, 0, N, { .03, .01 }, 0, 0 },
    { { "10/10, equal deviations", COVERS(98.5) }, COVERED, { 10, 10 }, 0, N, { .01, .01 }, 0, 0 },
    { { "10 pairs", COVERS(98.5) }, COVERED, { 10, 10 }, PAIRED, N, { .01, .01 }, 0, 0 },
};
/* clang-format on */

/* The runs of a trial. */
typedef struct trial {
    float times[2][RUNS_MAX];
    bres_samples runs[2][RUNS_MAX];
} trial;

static void trial_draw(bres__random *random, const truth_row *row, trial *drawn)
{
    for (int side = 0; side < 2; side++) {
        double shift = 0;

        for (size_t i = 0; i < row->runs[side]; i++) {
            const double fresh = row->shift[side] * row->draw(random);

            shift = i == 0 ? fresh
                           : row->correlation * shift +
                                 sqrt(1 - row->correlation * row->correlation) * fresh;
            drawn->times[side][i] = (float)((side == 1 ? 1 + row->change : 1) * exp(shift));
            drawn->runs[side][i] = (bres_samples){ .times = &drawn->times[side][i], .count = 1 };
        }
    }
}

static void trial_decide(const truth_row *row, const trial *drawn, uint32_t flags,
                         bres_decision *decision, bres_ratio *ratio)
{
    bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    thresholds.runs_assume_normal = (flags & NORMAL) != 0;
    bres_decision_init(decision);
    bres_ratio_init(ratio);
    if (bres_compare_runs(drawn->runs[0], row->runs[0], drawn->runs[1], row->runs[1],
                          flags & ~NORMAL, &thresholds, decision, ratio, NULL) == BRES_OK)
        return;
    fprintf(stderr, "%s\n", bres_last_error());
    exit(2);
}

static bool trial_counts(const truth_row *row, const bres_decision *decision,
                         const bres_ratio *ratio)
{
    const bool slow = decision->verdict == BRES_SLOW;

    if (row->counts == COVERED)
        return ratio->lower <= 1 + row->change && 1 + row->change <= ratio->upper;
    return slow || (row->counts == CHANGES && decision->verdict == BRES_FAST);
}

static bool row_judge(const truth_row *row, size_t number, bool full)
{
    const size_t trials = !full ? 300 : row->counts == FOUND ? 2000 : 10000;
    bres__random random = bres__random_stream(20260118, number);
    size_t count = 0;

    for (size_t i = 0; i < trials; i++) {
        trial drawn;
        bres_decision decision;
        bres_ratio ratio;

        trial_draw(&random, row, &drawn);
        trial_decide(row, &drawn, row->flags, &decision, &ratio);
        count += trial_counts(row, &decision, &ratio);
    }
    return truth_claim_report(&row->claim, count, trials, full);
}

static int number_order(const void *a, const void *b)
{
    const double first = *(const double *)a;
    const double second = *(const double *)b;

    return (first > second) - (first < second);
}

/* The median width of the confidence interval. */
static double median_width(const truth_row *row, uint32_t flags)
{
    static double widths[2001];
    const size_t trials = sizeof(widths) / sizeof(widths[0]);
    bres__random random = bres__random_stream(20260118, 0);

    for (size_t i = 0; i < trials; i++) {
        trial drawn;
        bres_decision decision;
        bres_ratio ratio;

        trial_draw(&random, row, &drawn);
        trial_decide(row, &drawn, flags, &decision, &ratio);
        widths[i] = log(ratio.upper / ratio.lower);
    }
    qsort(widths, trials, sizeof(double), number_order);
    return widths[trials / 2];
}

/* The cost of better coverage: the interval must be at most 1.5 times as wide as Welch's. */
static bool widths_judge(void)
{
    bool good = true;

    printf("\nmedian width of the confidence interval, times Welch's\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const truth_row *row = &rows[i];
        double times;
        bool bound;

        if (row->counts != COVERED)
            continue;
        times = median_width(row, row->flags) / median_width(row, row->flags | NORMAL);
        bound = row->shift[0] >= row->shift[1];
        good = good && (!bound || times <= 1.5);
        printf("%-46s %8.2f %s\n", row->claim.scenario, times,
               !bound         ? ""
               : times <= 1.5 ? "<= 1.5 ok"
                              : "<= 1.5 NOT AS IT MUST BE");
    }
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    truth_claim_heading("replicates: runs of the reference/candidate, decided at 99 %");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        good = row_judge(&rows[i], i, full) && good;
    good = widths_judge() && good;
    return good ? 0 : 1;
}
