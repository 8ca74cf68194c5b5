/* SPDX-License-Identifier: MIT */
/*
 * Runs that drift, runs that depend on their neighbours, and sets of runs with an odd run: results
 * with start times and many rows.
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"
#include "truth/common/series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS 100

typedef double (*draw_fn)(bres__random *random);

/* The count of a claim: CHANGES: rows that are FAST or SLOW; FOUND: rows that are SLOW; ODD:
 * comparisons that name an odd run; TOLD: rows whose reason is an odd run. */
typedef enum counted { CHANGES, FOUND, ODD, TOLD } counted;

typedef struct truth_row {
    truth_claim claim;
    counted counts;
    size_t runs[2]; /* not of TRUTH_BLOCKS */
    truth_order order;
    draw_fn draw;
    double shift;
    double change;        /* of the candidate */
    double drift;         /* from the first run to the last */
    double correlation;   /* of neighbours */
    double odd;           /* of the last run of the reference */
    size_t rows;          /* of a comparison; 0: ROWS */
    bool together;        /* all rows of a run have one shift */
    bool paired;          /* requests pairs in any order */
    const size_t *blocks; /* of TRUTH_BLOCKS: the sizes of the blocks; 0 ends the list */
} truth_row;

#define WRONG(limit) "wrong", TRUTH_AT_MOST, limit
#define FIND(limit)  "found", TRUTH_AT_LEAST, limit
#define NAMED(limit) "named", TRUTH_AT_MOST, limit
#define SEPARATE(n)  { n, n }, TRUTH_SEPARATE
#define PAIRS(n)     { n, n }, TRUTH_ALTERNATING
#define UNORDERED(n) { n, n }, TRUTH_UNORDERED
#define BLOCKS       { 0, 0 }, TRUTH_BLOCKS
#define SIZES(...)                                                                                 \
    (const size_t[])                                                                               \
    {                                                                                              \
        __VA_ARGS__, 0                                                                             \
    }
#define N truth_normal

/* clang-format off */
static const truth_row cases[] = {
    { { "separate 5/5, drift 3 %", WRONG(1) }, CHANGES, SEPARATE(5), N, .01, 0, .03, 0, 0, 0, 0, 0, NULL },
    { { "separate 5/5, drift 3 %, +10 %", FIND(95) }, FOUND, SEPARATE(5), N, .01, .1, .03, 0, 0, 0, 0, 0, NULL },
    { { "separate 5/5, drift -3 %, +10 %", FIND(95) }, FOUND, SEPARATE(5), N, .01, .1, -.03, 0, 0, 0, 0, 0, NULL },
    { { "separate 10/10, drift 3 %", WRONG(1) }, CHANGES, SEPARATE(10), N, .01, 0, .03, 0, 0, 0, 0, 0, NULL },
    { { "separate 10/10, drift 3 %, noise 0.2 %", WRONG(1) }, CHANGES, SEPARATE(10), N, .002, 0, .03, 0, 0, 0, 0, 0, NULL },
    { { "separate 10 pairs, drift 3 %", WRONG(1) }, CHANGES, SEPARATE(10), N, .01, 0, .03, 0, 0, 0, 0, true, NULL },
    { { "separate 10/10, drift 3 %, +10 %", FIND(95) }, FOUND, SEPARATE(10), N, .01, .1, .03, 0, 0, 0, 0, 0, NULL },
    { { "separate 15/15, AR(1) 0.9", WRONG(1) }, CHANGES, SEPARATE(15), N, .01, 0, 0, .9, 0, 0, 0, 0, NULL },
    { { "separate 15/15, AR(1) 0.9, +10 %", FIND(95) }, FOUND, SEPARATE(15), N, .01, .1, 0, .9, 0, 0, 0, 0, NULL },
    { { "separate 10/10, AR(1) 0.9", WRONG(1) }, CHANGES, SEPARATE(10), N, .01, 0, 0, .9, 0, 0, 0, 0, NULL },
    { { "separate 30/30, AR(1) 0.9", WRONG(1) }, CHANGES, SEPARATE(30), N, .01, 0, 0, .9, 0, 0, 0, 0, NULL },
    { { "separate 15/15, AR(1) 0.5", WRONG(1) }, CHANGES, SEPARATE(15), N, .01, 0, 0, .5, 0, 0, 0, 0, NULL },
    { { "separate 5/5, modes +-3 %", WRONG(1) }, CHANGES, SEPARATE(5), truth_two_modes, .03, 0, 0, 0, 0, 0, 0, 0, NULL },
    { { "separate 5/5, no drift, t3 shift 1 %", WRONG(1) }, CHANGES, SEPARATE(5), truth_student3, .01, 0, 0, 0, 0, 0, 0, 0, NULL },
    { { "alternated 5/5, drift 3 %", WRONG(1) }, CHANGES, PAIRS(5), N, .01, 0, .03, 0, 0, 0, 0, 0, NULL },
    { { "alternated 10/10, drift 3 %", WRONG(1) }, CHANGES, PAIRS(10), N, .01, 0, .03, 0, 0, 0, 0, 0, NULL },
    { { "C in the middle, 10/20/10, AR(1) 0.9", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .9, 0, 0, 0, 0, SIZES(10, 20, 10) },
    { { "the same, +30 %", FIND(95) }, FOUND, BLOCKS, N, .03, .3, 0, .9, 0, 0, 0, 0, SIZES(10, 20, 10) },
    { { "C in the middle, 5/10/5, AR(1) 0.8", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .8, 0, 0, 0, 0, SIZES(5, 10, 5) },
    { { "C in the middle, 5/5/5, AR(1) 0.9", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .9, 0, 0, 0, 0, SIZES(5, 5, 5) },
    { { "C in the middle, 10/20/10, AR(1) 0.5", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .5, 0, 0, 0, 0, SIZES(10, 20, 10) },
    { { "6 blocks of 10, AR(1) 0.9", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .9, 0, 0, 0, 0, SIZES(10, 10, 10, 10, 10, 10) },
    { { "6 blocks of 10, AR(1) 0.95", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .95, 0, 0, 0, 0, SIZES(10, 10, 10, 10, 10, 10) },
    { { "10 blocks of 3, AR(1) 0.7", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .7, 0, 0, 0, 0, SIZES(3, 3, 3, 3, 3, 3, 3, 3, 3, 3) },
    { { "20 blocks of 2, AR(1) 0.9", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .9, 0, 0, 0, 0, SIZES(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2) },
    { { "blocks 3/4/5/8/4, AR(1) 0.9", WRONG(1) }, CHANGES, BLOCKS, N, .03, 0, 0, .9, 0, 0, 0, 0, SIZES(3, 4, 5, 8, 4) },
    { { "4, then 100 runs, drift 3 %, noise 0.2 %", WRONG(1) }, CHANGES, BLOCKS, N, .002, 0, .03, 0, 0, 0, 0, 0, SIZES(4, 100) },
    { { "3, then 80 runs, drift 10 %, noise 0.2 %", WRONG(1) }, CHANGES, BLOCKS, N, .002, 0, .1, 0, 0, 0, 0, 0, SIZES(3, 80) },
    { { "10 blocks of 2, shift 1 %, +5 %", FIND(95) }, FOUND, BLOCKS, N, .01, .05, 0, 0, 0, 0, 0, 0, SIZES(2, 2, 2, 2, 2, 2, 2, 2, 2, 2) },
    { { "6 blocks of 10, shift 1 %, +5 %", FIND(95) }, FOUND, BLOCKS, N, .01, .05, 0, 0, 0, 0, 0, 0, SIZES(10, 10, 10, 10, 10, 10) },
    { { "10/10, one run 20 % slower", WRONG(.5) }, CHANGES, UNORDERED(10), N, .01, 0, 0, 0, .2, 30, 0, 0, NULL },
    { { "10/10, one run 20 % slower, +5 %", FIND(90) }, FOUND, UNORDERED(10), N, .01, .05, 0, 0, .2, 30, 0, 0, NULL },
    { { "10 pairs, one run 20 % slower", WRONG(.5) }, CHANGES, PAIRS(10), N, .01, 0, 0, 0, .2, 30, 0, 0, NULL },
    { { "10 pairs, one run 20 % slower, +5 %", FIND(90) }, FOUND, PAIRS(10), N, .01, .05, 0, 0, .2, 30, 0, 0, NULL },
    { { "10/10, one run 20 % slower, -5 %", "FAST", TRUTH_AS_MEASURED, 0 }, CHANGES, UNORDERED(10), N, .01, -.05, 0, 0, .2, 30, 0, 0, NULL },
    { { "5/5, one run 20 % slower", "told", TRUTH_AS_MEASURED, 0 }, TOLD, PAIRS(5), N, .01, 0, 0, 0, .2, 30, 0, 0, NULL },
    { { "5/5, one run 20 % slower, +5 %", "told", TRUTH_AT_LEAST, 99 }, TOLD, PAIRS(5), N, .01, .05, 0, 0, .2, 30, 0, 0, NULL },
    { { "sound set 10/10, shift 1 %", NAMED(1) }, ODD, UNORDERED(10), N, .01, 0, 0, 0, 0, 3, 1, 0, NULL },
    { { "sound set 5/5, shift 5 %", NAMED(1) }, ODD, UNORDERED(5), N, .05, 0, 0, 0, 0, 3, 1, 0, NULL },
    { { "sound set 10/10, shift 5 %, one row", NAMED(1) }, ODD, UNORDERED(10), N, .05, 0, 0, 0, 0, 1, 0, 0, NULL },
    { { "sound set 5/5, modes +-3 %", NAMED(1) }, ODD, UNORDERED(5), truth_two_modes, .03, 0, 0, 0, 0, 3, 1, 0, NULL },
    { { "sound set 10/10, t3 shift 1 %", NAMED(1) }, ODD, UNORDERED(10), truth_student3, .01, 0, 0, 0, 0, 3, 1, 0, NULL },
};
/* clang-format on */

/* The shifts of all runs, in the order of measurement. */
static void shifts_draw(bres__random *random, const truth_row *row, double *shifts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double fresh = row->shift * row->draw(random);

        shifts[i] = i == 0 ? fresh
                           : row->correlation * shifts[i - 1] +
                                 sqrt(1 - row->correlation * row->correlation) * fresh;
    }
}

static void series_add_row(bres__random *random, const truth_row *row, truth_series *series,
                           size_t number)
{
    static double shifts[2 * TRUTH_SERIES_RUNS];
    double times[2][TRUTH_SERIES_RUNS];
    const double *sides[2] = { times[0], times[1] };
    const size_t count = series->runs[0] + series->runs[1];

    if (number == 0 || !row->together)
        shifts_draw(random, row, shifts, count);
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < series->runs[side]; run++) {
            const size_t place = series->places[side][run];
            const double drift = log1p(row->drift) * (double)place / (double)(count - 1);

            times[side][run] = exp(shifts[place] + drift) * (side == 1 ? 1 + row->change : 1);
        }
    }
    times[0][series->runs[0] - 1] *= 1 + row->odd;
    truth_series_add_row(series, number, sides);
}

static size_t rows_count(const truth_row *row, const bres_comparison *comparison)
{
    size_t count = 0;

    if (row->counts == ODD)
        return bres_comparison_odd_run(comparison, NULL, NULL, NULL, NULL, NULL);
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *made = bres_comparison_row_at(comparison, i);

        if (row->counts == TOLD)
            count += bres_row_reason(made) == BRES_REASON_RUNS_ODD;
        else
            count += bres_row_verdict(made) == BRES_SLOW ||
                     (row->counts == CHANGES && bres_row_verdict(made) == BRES_FAST);
    }
    return count;
}

static bool row_judge(const truth_row *row, size_t number, bool full)
{
    const size_t rows = row->rows > 0 ? row->rows : ROWS;
    const size_t wanted = !full ? 200 : row->counts == FOUND || row->counts == TOLD ? 2000 : 10000;
    bres__random random = bres__random_stream(20260119, number);
    bres_compare_options options;
    size_t trials = 0;
    size_t count = 0;

    bres_compare_options_init(&options);
    options.threads = 1;
    options.flags = row->paired ? BRES_COMPARE_PAIRED : 0;
    while (trials < wanted) {
        truth_series series;
        bres_comparison *comparison;

        if (row->order == TRUTH_BLOCKS)
            truth_series_make_blocks(&series, row->blocks, rows);
        else
            truth_series_make(&series, row->runs, row->order, rows);
        for (size_t i = 0; i < rows; i++)
            series_add_row(&random, row, &series, i);
        comparison = truth_series_compare(&series, &options);
        count += rows_count(row, comparison);
        trials += row->counts == ODD ? 1 : rows;
        bres_comparison_free(comparison);
        truth_series_free(&series);
    }
    return truth_claim_report(&row->claim, count, trials, full);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    truth_claim_heading("runs with start times, drift, correlation, and an odd run");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        good = row_judge(&cases[i], i, full) && good;
    return good ? 0 : 1;
}
