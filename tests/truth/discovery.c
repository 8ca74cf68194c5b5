/* SPDX-License-Identifier: MIT */
/*
 * The false discovery rate: comparisons of 100 rows; a half or a tenth of them have truly changed.
 * The measured rate must not exceed the requested rate, even if all rows of a run are shifted
 * together.
 */
#include "truth/common/noise.h"

#include <benchresult/build.h>
#include <benchresult/compare.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS     100
#define RUNS_MAX 12
#define SAMPLES  8

/* How the runs of a row vary. */
typedef enum truth_variation { NORMAL, STUDENT3, TWO_MODES } truth_variation;

typedef struct truth_case {
    const char *name;
    bool together; /* one shift for all rows of a run */
    bool paired;
    bool normal; /* the decision assumes normal variation */
    double shift;
    double rate;
    uint32_t flags;
    size_t runs;      /* of each side */
    size_t unchanged; /* rows for each row that has changed */
    truth_variation variation;
} truth_case;

#define Y BRES_COMPARE_ANY_DEPENDENCE

/* clang-format off */
static const truth_case cases[] = {
    { "5 pairs, each row by itself, t", false, true, true, 0.03, 0.05, 0, 5, 9, NORMAL },
    { "5 pairs, all rows together, t", true, true, true, 0.03, 0.05, Y, 5, 9, NORMAL },
    { "5/5, each row by itself, t", false, false, true, 0.03, 0.1, 0, 5, 9, NORMAL },
    { "5/5, each row by itself", false, false, false, 0.01, 0.05, 0, 5, 1, NORMAL },
    { "5/5, t3", false, false, false, 0.01, 0.05, 0, 5, 1, STUDENT3 },
    { "5/5, two modes", false, false, false, 0.03, 0.05, 0, 5, 1, TWO_MODES },
    { "12 pairs, two modes", false, true, false, 0.03, 0.05, 0, 12, 9, TWO_MODES },
    { "10/10, two modes", false, false, false, 0.03, 0.05, 0, 10, 9, TWO_MODES },
};
/* clang-format on */

static void check(bres_status status)
{
    if (status == BRES_OK)
        return;
    fprintf(stderr, "%s\n", bres_last_error());
    exit(2);
}

/* Rows change by 2 to 10 %, in either direction. */
static double row_change(const truth_case *each, size_t row)
{
    const size_t period = each->unchanged + 1;
    const size_t number = row / period;
    const double size = 1 + 0.02 + 0.08 * (double)(number * period) / ROWS;

    if (row % period != 0)
        return 1;
    return number % 2 == 0 ? size : 1 / size;
}

/* The factors of a pair of runs. */
static void shifts_draw(bres__random *random, const truth_case *each, double factors[2])
{
    if (each->variation == NORMAL) {
        truth_shift_pair(random, each->shift, each->paired ? TRUTH_CORRELATION : 0, factors);
        return;
    }
    for (int i = 0; i < 2; i++)
        factors[i] = exp(each->shift * (each->variation == STUDENT3 ? truth_student3(random)
                                                                    : truth_two_modes(random)));
}

static int number_order(const void *a, const void *b)
{
    const float first = *(const float *)a;
    const float second = *(const float *)b;

    return (first > second) - (first < second);
}

static void state_add_value(bres_state *state, const char *tag, double value)
{
    bres_summary *summary;

    check(bres_state_add_summary(state, tag, &summary));
    check(bres_summary_set_float64(summary, "value", value));
}

static void result_add_row(bres__random *random, bres_subbench *bench, size_t row,
                           const truth_state *state, double factor)
{
    float times[SAMPLES];
    bres_state *made;

    truth_samples(random, state, factor, times, SAMPLES);
    qsort(times, SAMPLES, sizeof(float), number_order);
    check(bres_subbench_add_state(bench, &made));
    check(bres_state_add_axis_int64(made, "row", (int64_t)row));
    state_add_value(made, "nv/cpu_only/time/cpu/q1", (double)times[SAMPLES / 4]);
    state_add_value(made, "nv/cpu_only/time/cpu/median", (double)times[SAMPLES / 2]);
    state_add_value(made, "nv/cpu_only/time/cpu/q3", (double)times[SAMPLES * 3 / 4]);
}

static bres_subbench *result_begin(bres_result **result)
{
    static int64_t values[ROWS];
    bres_subbench *bench;

    for (size_t i = 0; i < ROWS; i++)
        values[i] = (int64_t)i;
    check(bres_result_new(result));
    check(bres_result_add_subbench(*result, "b", &bench));
    check(bres_subbench_add_int64_axis(bench, "row", values, ROWS));
    return bench;
}

/* Measures both sides' results of all runs. */
static void measure(bres__random *random, const truth_case *each, bres_result *results[2][RUNS_MAX])
{
    truth_state states[ROWS];

    for (size_t row = 0; row < ROWS; row++)
        states[row] = truth_state_draw(random);
    for (size_t run = 0; run < each->runs; run++) {
        bres_subbench *benches[2] = { result_begin(&results[0][run]),
                                      result_begin(&results[1][run]) };
        double factors[2];

        for (size_t row = 0; row < ROWS; row++) {
            if (row == 0 || !each->together)
                shifts_draw(random, each, factors);
            result_add_row(random, benches[0], row, &states[row], factors[0]);
            result_add_row(random, benches[1], row, &states[row],
                           factors[1] * row_change(each, row));
        }
    }
}

typedef struct truth_counts {
    size_t comparisons;
    double false_share; /* sum over the comparisons */
    double false_squares;
    size_t found;
    size_t wrong; /* rows with a wrong FAST or SLOW */
} truth_counts;

static void count_rows(const truth_case *each, const bres_comparison *comparison,
                       truth_counts *counts)
{
    size_t discovered = 0;
    size_t wrong = 0;

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_verdict verdict = bres_row_verdict(bres_comparison_row_at(comparison, i));
        const double change = row_change(each, i);

        if (verdict != BRES_FAST && verdict != BRES_SLOW)
            continue;
        discovered++;
        wrong += verdict == BRES_SLOW ? !(change > 1) : !(change < 1);
    }
    counts->comparisons++;
    counts->found += discovered - wrong;
    counts->wrong += wrong;
    if (discovered > 0) {
        const double share = (double)wrong / (double)discovered;

        counts->false_share += share;
        counts->false_squares += share * share;
    }
}

static void judge_comparison(bres__random *random, const truth_case *each, truth_counts *counts)
{
    bres_result *results[2][RUNS_MAX];
    bres_comparison *comparison;
    bres_compare_options options;
    bres_thresholds thresholds;

    measure(random, each, results);
    bres_compare_options_init(&options);
    options.threads = 1;
    options.false_discovery_rate = each->rate;
    bres_thresholds_init(&thresholds);
    thresholds.runs_assume_normal = each->normal;
    options.thresholds = &thresholds;
    options.flags = each->flags | (each->paired ? BRES_COMPARE_PAIRED : BRES_COMPARE_UNPAIRED);
    check(bres_compare(results[0], each->runs, results[1], each->runs, &options, &comparison));
    count_rows(each, comparison, counts);
    bres_comparison_free(comparison);
    for (size_t i = 0; i < each->runs; i++) {
        bres_result_unref(results[0][i]);
        bres_result_unref(results[1][i]);
    }
}

/* Prints a line of the table; false if the rate is too high. */
static bool report(const truth_case *each, const truth_counts *counts, bool full)
{
    const double trials = (double)counts->comparisons;
    const double realised = counts->false_share / trials;
    const double variance = fmax(0, counts->false_squares / trials - realised * realised);
    const double end = realised + 1.645 * sqrt(variance / trials);
    /* With few comparisons, a single one with several false discoveries must not fail the check. */
    const bool good = realised <= (full ? each->rate : 0.2);

    printf("%-32s %5.1f  %8.2f  %8.2f  <= %-4.1f %5.1f  %s\n", each->name, 100 * each->shift,
           100 * realised, 100 * end, 100 * each->rate,
           100 * (double)counts->found * (double)(each->unchanged + 1) / (trials * ROWS),
           good ? "ok" : "NOT AS IT MUST BE");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t comparisons = full ? 200 : 4;
    bool good = true;

    printf("\nfalse discovery rate: %zu comparisons each of %d rows; t: assumed normal\n",
           comparisons, ROWS);
    printf("                                 shift  realised  95 %% end    limit found (all in "
           "%%)\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres__random random = bres__random_stream(19950101, i);
        truth_counts counts = { .comparisons = 0 };

        while (counts.comparisons < comparisons)
            judge_comparison(&random, &cases[i], &counts);
        good = report(&cases[i], &counts, full) && good;
    }
    return good ? 0 : 1;
}
