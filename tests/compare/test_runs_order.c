/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of results with replicates: the order of the runs, drift, and odd runs.
 */
#include "base/clock.h"
#include "base/fault.h"

#include "support/runs.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUNS 5

/* Start times of five runs of each side, in seconds; 0: no start. `duration` in seconds; 0: no end
 * time. */
typedef struct order_case {
    const char *name;
    int starts[2][RUNS];
    int duration;
    bres_run_order order;
    const char *message;
} order_case;

static char facts[2][RUNS][128];

static void kinds_make(const order_case *row, bres_test_run kinds[2][BRES_TEST_RUNS])
{
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < RUNS; run++) {
            const int start = row->starts[side][run];
            char *text = facts[side][run];
            int length;

            text[0] = '\0';
            length = snprintf(text, sizeof(facts[0][0]), "{");
            if (start > 0)
                length += snprintf(text + length, sizeof(facts[0][0]) - (size_t)length,
                                   "'start':'2026-11-21T23:%02d:%02dZ'", start / 60, start % 60);
            if (row->duration > 0)
                length += snprintf(text + length, sizeof(facts[0][0]) - (size_t)length,
                                   ",'end':'2026-11-21T23:%02d:%02dZ'",
                                   (start + row->duration) / 60, (start + row->duration) % 60);
            snprintf(text + length, sizeof(facts[0][0]) - (size_t)length, "}");
            kinds[side][run] =
                (bres_test_run){ .facts = text,
                                 .time = (1 + .0005 * (double)run) * (side == 1 ? 1.3 : 1) };
        }
    }
}

/* A minute after the last start; the tests do not depend on the clock of the machine. */
static void now_set(void)
{
    const struct timespec now = { .tv_sec = 1795305600 };

    bres__wall_set(&now);
}

Test(compare, runs_order)
{
    static const order_case rows[] = {
        { "alternating",
          { { 1, 3, 5, 7, 9 }, { 2, 4, 6, 8, 10 } },
          0,
          BRES_RUN_ORDER_MIXED,
          "allows for drift" },
        { "in blocks of two",
          { { 1, 2, 5, 6, 9 }, { 3, 4, 7, 8, 10 } },
          0,
          BRES_RUN_ORDER_MIXED,
          "allows for drift" },
        { "one after the other",
          { { 1, 2, 3, 4, 5 }, { 6, 7, 8, 9, 10 } },
          1,
          BRES_RUN_ORDER_SEPARATE,
          "adjusted for drift" },
        { "one side in the middle",
          { { 1, 2, 8, 9, 10 }, { 3, 4, 5, 6, 7 } },
          0,
          BRES_RUN_ORDER_SEPARATE,
          "adjusted for drift" },
        { "mirrored",
          { { 1, 4, 5, 8, 9 }, { 2, 3, 6, 7, 10 } },
          0,
          BRES_RUN_ORDER_MIXED,
          "allows for drift" },
        { "the candidate first",
          { { 16, 17, 18, 19, 20 }, { 6, 7, 8, 9, 10 } },
          0,
          BRES_RUN_ORDER_SEPARATE,
          "adjusted for drift" },
        { "missing",
          { { 1, 2, 3, 4, 0 }, { 6, 7, 8, 9, 10 } },
          0,
          BRES_RUN_ORDER_UNKNOWN,
          "assumes no drift, since start times are missing" },
        { "equal",
          { { 1, 2, 3, 4, 4 }, { 6, 7, 8, 9, 10 } },
          0,
          BRES_RUN_ORDER_EQUAL,
          "assumes no drift, since start times are equal" },
        { "overlapping",
          { { 1, 2, 3, 4, 5 }, { 6, 7, 8, 9, 10 } },
          3,
          BRES_RUN_ORDER_OVERLAPPING,
          "assumes no drift, since runs overlap" },
        { "in the future",
          { { 1, 2, 3, 4, 5 }, { 6, 7, 8, 9, 3500 } },
          0,
          BRES_RUN_ORDER_FUTURE,
          "assumes no drift, since start times lie in the future" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(0, NULL);
        const struct timespec now = { .tv_sec = 1795302000 + 60 };
        bres_comparison *comparison;
        bres_test_sides made;
        const char *message;

        bres__wall_set(&now);
        kinds_make(&rows[i], kinds);
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s: %s",
                     rows[i].name, bres_last_error());
        message = bres_row_message(bres_comparison_row_at(comparison, 0));
        cr_expect_eq(bres_comparison_run_order(comparison), rows[i].order, "%s: %d", rows[i].name,
                     bres_comparison_run_order(comparison));
        if (rows[i].message != NULL)
            cr_expect_not_null(strstr(message, rows[i].message), "%s: %s", rows[i].name, message);
        else
            cr_expect_null(strstr(message, "drift"), "%s: %s", rows[i].name, message);
        cr_expect_eq(bres_comparison_drift(comparison, NULL, NULL),
                     rows[i].order >= BRES_RUN_ORDER_MIXED, "%s", rows[i].name);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
    bres__wall_set(NULL);
    cr_expect_eq(bres_comparison_run_order(NULL), BRES_RUN_ORDER_UNKNOWN);
    cr_expect_not(bres_comparison_drift(NULL, NULL, NULL));
    cr_expect_not(bres_comparison_odd_run(NULL, NULL, NULL, NULL, NULL, NULL));
}

/* Times that rise from run to run: one side after the other proves nothing, but alternating sides
 * prove equivalence. */
Test(compare, runs_drift)
{
    static const struct {
        order_case order;
        bres_verdict verdict;
    } rows[] = {
        { { .starts = { { 1, 2, 3, 4, 5 }, { 6, 7, 8, 9, 10 } } }, BRES_AMBIGUOUS },
        { { .starts = { { 1, 3, 5, 7, 9 }, { 2, 4, 6, 8, 10 } } }, BRES_SAME },
    };

    now_set();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(0, NULL);
        bres_comparison *comparison;
        bres_test_sides made;
        double change;
        double p_value;

        kinds_make(&rows[i].order, kinds);
        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < RUNS; run++)
                kinds[side][run].time = 1 + .005 * rows[i].order.starts[side][run] +
                                        ((run + (size_t)side) % 2 == 0 ? .001 : 0);
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(bres_row_verdict(bres_comparison_row_at(comparison, 0)), rows[i].verdict,
                     "row %zu: %s", i, bres_row_message(bres_comparison_row_at(comparison, 0)));
        cr_assert(bres_comparison_drift(comparison, &change, &p_value));
        cr_expect_lt(fabs(change - .045), .005, "%g", change);
        cr_expect_lt(p_value, .01, "%g", p_value);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
    bres__wall_set(NULL);
}

/* A rise within the rounding errors of equal times is not drift. */
Test(compare, runs_drift_is_beyond_rounding)
{
    static const order_case order = { .starts = { { 1, 3, 5, 7, 9 }, { 2, 4, 6, 8, 10 } } };
    static const struct {
        double step;
        bool drifts;
    } rows[] = { { 1e-15, false }, { 6e-9, false }, { 7e-9, true } };

    now_set();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(0, NULL);
        bres_comparison *comparison;
        bres_test_sides made;
        double change;
        double p_value;

        kinds_make(&order, kinds);
        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < RUNS; run++)
                kinds[side][run].time = 1 + rows[i].step * order.starts[side][run];
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        cr_assert(bres_comparison_drift(comparison, &change, &p_value));
        cr_expect_eq(change != 0, rows[i].drifts, "%g: %g", rows[i].step, change);
        cr_expect_eq(p_value < .01, rows[i].drifts, "%g: %g", rows[i].step, p_value);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
    bres__wall_set(NULL);
}

/* The candidate is always the second of its pair, so that drift makes it slower in each pair. */
Test(compare, runs_drift_of_pairs)
{
    enum { PAIRS = 10 };
    static const struct {
        double change; /* of the candidate */
        bres_verdict verdict;
    } rows[] = { { 1, BRES_AMBIGUOUS }, { 1.05, BRES_SLOW } };

    now_set();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(0, NULL);
        char texts[2][PAIRS][64];
        bres_comparison *comparison;
        bres_test_sides made;
        const bres_row *row;

        for (int side = 0; side < 2; side++) {
            for (int run = 0; run < PAIRS; run++) {
                const int place = 2 * run + side;

                snprintf(texts[side][run], sizeof(texts[side][run]),
                         "{'start':'2026-11-21T23:00:%02dZ'}", place);
                kinds[side][run] = (bres_test_run){ .facts = texts[side][run],
                                                    .clock = 1e9,
                                                    .time = (1 + .012 * place + .0001 * (run % 3)) *
                                                            (side == 1 ? rows[i].change : 1) };
            }
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        cr_assert(bres_comparison_is_paired(comparison));
        row = bres_comparison_row_at(comparison, 0);
        cr_expect_eq(bres_row_verdict(row), rows[i].verdict, "row %zu: %s", i,
                     bres_row_message(row));
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
    bres__wall_set(NULL);
}

/* One run is a fifth slower in all rows. */
Test(compare, runs_odd_run)
{
    static const struct {
        size_t runs;
        double change; /* of the candidate */
        bres_verdict verdict;
        bres_reason reason;
    } rows[] = {
        { 5, 1.05, BRES_AMBIGUOUS, BRES_REASON_RUNS_ODD },
        { 6, 1.05, BRES_SLOW, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES },
        { 10, 1 / 1.05, BRES_FAST, BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES },
        { 10, 1, BRES_SAME, BRES_REASON_RUNS_AGREE },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
        bres_compare_options options = bres_test_runs_options(0, NULL);
        bres_comparison *comparison;
        bres_test_sides made;
        const bres_row *row;
        bool of_reference;
        size_t index;
        size_t count;
        size_t odd_count;
        double change;

        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < rows[i].runs; run++)
                kinds[side][run].time = (1 + .001 * (double)run) * (side == 1 ? rows[i].change : 1);
        }
        kinds[0][3].time *= 1.2;
        for (int side = 0; side < 2; side++) {
            for (size_t run = 0; run < rows[i].runs; run++)
                kinds[side][run].clock = 1e9;
        }
        made = bres_test_make_sides(kinds[0], kinds[1]);
        cr_assert_eq(bres_test_compare_sides(&made, &options, &comparison), BRES_OK, "%s",
                     bres_last_error());
        cr_assert(bres_comparison_odd_run(comparison, &of_reference, &index, &change, &count,
                                          &odd_count));
        cr_expect(of_reference && index == 3, "%zu", index);
        cr_expect(count == 2 && odd_count == 2, "%zu of %zu", odd_count, count);
        cr_expect(change > .19 && change < .21, "%g", change);
        row = bres_comparison_row_at(comparison, 1);
        cr_expect_eq(bres_row_verdict(row), rows[i].verdict, "row %zu: %s", i,
                     bres_row_message(row));
        cr_expect_eq(bres_row_reason(row), rows[i].reason, "row %zu: %s", i, bres_row_message(row));
        cr_expect_not_null(strstr(bres_row_message(row), "run 3 of the reference"), "%s",
                           bres_row_message(row));
        cr_expect_eq(bres_row_ratio(row)->reference_runs, rows[i].runs - 1);
        /* With the odd run, the row was undecided and had a plan. */
        cr_expect(rows[i].verdict == BRES_AMBIGUOUS || bres_row_plan(row) == NULL, "row %zu", i);
        bres_comparison_free(comparison);
        bres_test_free_sides(&made);
    }
}

/* The only run of a side is not odd, nor is a run that differs in one of several rows. */
Test(compare, runs_no_odd_run)
{
    static const bres_test_run references[BRES_TEST_RUNS] = {
        { .time = 1 }, { .time = 1.001 }, { .time = 1.002 }, { .time = 1.003 }, { .time = 1.004 }
    };
    static const bres_test_run candidates[BRES_TEST_RUNS] = { { .time = 1.5 } };
    bres_test_sides made = bres_test_make_sides(references, candidates);
    bres_comparison *comparison;

    cr_assert_eq(bres_test_compare_sides(&made, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_not(bres_comparison_odd_run(comparison, NULL, NULL, NULL, NULL, NULL));
    bres_comparison_free(comparison);
    bres_test_free_sides(&made);
}

static bres_status sweep_once(void *context)
{
    bres_compare_options options = bres_test_runs_options(0, NULL);
    bres_comparison *comparison = (bres_comparison *)context;
    bres_status status;

    options.threads = 1;
    status = bres_test_compare_sides(context, &options, &comparison);
    cr_assert_eq(comparison != NULL, status == BRES_OK);
    bres_comparison_free(comparison);
    return status;
}

Test(compare, runs_order_without_memory)
{
    static const order_case order = { .starts = { { 1, 2, 3, 4, 5 }, { 6, 7, 8, 9, 10 } } };
    bres_test_run kinds[2][BRES_TEST_RUNS] = { { { .time = 0 } }, { { .time = 0 } } };
    bres_test_sides made;

    now_set();
    kinds_make(&order, kinds);
    kinds[0][2].time *= 1.5;
    made = bres_test_make_sides(kinds[0], kinds[1]);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_once, &made);
    bres_test_free_sides(&made);
    bres__wall_set(NULL);
}
