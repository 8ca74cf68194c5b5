/* SPDX-License-Identifier: MIT */
/*
 * Measurements and their statistics. Cases are numbered as in the specification of
 * torch.utils.benchmark.
 */
#include "support/timings.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

typedef struct stats_row {
    const char *name;
    uint64_t number;
    size_t count;
    double times[8];
    double median;
    double mean;
    double q1;
    double q3;
    int figures;
    bres_spread spread;
} stats_row;

static const stats_row stats_rows[] = {
    { "one block of 4", 4, 1, { 8 }, 2, 2, 2, 2, 4, BRES_SPREAD_STEADY },
    { "case 2: one sample", 1, 1, { 1 }, 1, 1, 1, 1, 4, BRES_SPREAD_STEADY },
    { "case 3: two samples", 1, 2, { 3, 1 }, 2, 2, 1.5, 2.5, 1, BRES_SPREAD_SEVERE },
    { "case 3: three samples", 1, 3, { 9, 10, 11 }, 10, 10, 9.5, 10.5, 1, BRES_SPREAD_MILD },
    { "an even count", 1, 4, { 4, 1, 3, 2 }, 2.5, 2.5, 1.75, 3.25, 1, BRES_SPREAD_SEVERE },
    { "blocks of 10", 10, 5, { 10, 20, 30, 40, 50 }, 3, 3, 2, 4, 1, BRES_SPREAD_SEVERE },
    { "seven", 1, 7, { 1, 2, 3, 4, 5, 6, 7 }, 4, 4, 2.5, 5.5, 1, BRES_SPREAD_SEVERE },
    { "an outlier",
      1,
      6,
      { 2e-6, 2.1e-6, 2.2e-6, 2.6e-6, 9e-6, 2.05e-6 },
      2.15e-6,
      3.325e-6,
      2.0625e-6,
      2.5e-6,
      1,
      BRES_SPREAD_MILD },
    { "case 4: all zero", 1, 3, { 0, 0, 0 }, 0, 0, 0, 0, 1, BRES_SPREAD_STEADY },
    { "case 7: 0.10 is mild",
      1,
      5,
      { 0.9, 0.95, 1, 1.05, 1.1 },
      1,
      1,
      0.95,
      1.05,
      1,
      BRES_SPREAD_MILD },
    { "case 8: 0.25 is severe",
      1,
      5,
      { 300 * 1e-6, 350 * 1e-6, 400 * 1e-6, 450 * 1e-6, 500 * 1e-6 },
      400 * 1e-6,
      400 * 1e-6,
      350 * 1e-6,
      450 * 1e-6,
      1,
      BRES_SPREAD_SEVERE },
    { "case 8: just below is mild",
      1,
      5,
      { 300e-6, 350e-6, 400e-6, 450e-6, 500e-6 },
      400e-6,
      400e-6,
      350e-6,
      450e-6,
      1,
      BRES_SPREAD_MILD },
};

static void check_near(const char *name, const char *what, bool present, const double *found,
                       double expected)
{
    cr_assert(present, "%s: no %s", name, what);
    cr_assert(fabs(*found - expected) <= 1e-12 * fabs(expected), "%s: %s is %.17g, not %.17g", name,
              what, *found, expected);
}

Test(timer, measurement_statistics)
{
    for (size_t i = 0; i < COUNT(stats_rows); i++) {
        const stats_row *row = &stats_rows[i];
        bres_measurement *m = bres_test_timing(NULL, row->number, row->times, row->count);
        double value = NAN;

        check_near(row->name, "median", bres_measurement_median(m, &value), &value, row->median);
        check_near(row->name, "mean", bres_measurement_mean(m, &value), &value, row->mean);
        check_near(row->name, "q1", bres_measurement_quantile(m, 0.25, &value), &value, row->q1);
        check_near(row->name, "q3", bres_measurement_quantile(m, 0.75, &value), &value, row->q3);
        cr_assert(bres_measurement_iqr(m, &value));
        cr_assert(fabs(value - (row->q3 - row->q1)) <= 1e-12 * row->median, "%s", row->name);
        cr_assert_eq(bres_measurement_significant_figures(m), row->figures, "%s: %d", row->name,
                     bres_measurement_significant_figures(m));
        cr_assert_eq(bres_measurement_spread(m), row->spread, "%s", row->name);
        cr_assert_eq(bres_measurement_meets_confidence(m, 0.1),
                     row->spread == BRES_SPREAD_STEADY && row->median > 0, "%s", row->name);
        bres_measurement_free(m);
    }
}

Test(timer, measurement_significant_figures)
{
    static const struct {
        double seconds;
        double growth; /* of each further time */
        size_t count;
        int expected;
    } rows[] = {
        { 1e-3, 0, 5, 4 },    { 1e-6, 0, 5, 1 },    { 250e-9, 0, 5, 1 },  { 1e-9, 0, 5, 1 },
        { 1e-3, 0.01, 1, 4 }, { 1e-3, 0.01, 2, 2 }, { 1e-3, 0.01, 3, 2 }, { 1e-3, 0.01, 4, 2 },
        { 1e-3, 0.01, 5, 2 }, { 1e-3, 0.01, 7, 1 }, { 1e-3, 0.01, 8, 2 }, { 1e-3, 0.01, 100, 1 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        double times[100];
        bres_measurement *m;

        for (size_t k = 0; k < rows[i].count; k++)
            times[k] = rows[i].seconds * (1 + rows[i].growth * (double)k);
        m = bres_test_timing(NULL, 1, times, rows[i].count);
        cr_assert_eq(bres_measurement_significant_figures(m), rows[i].expected, "row %zu: %d", i,
                     bres_measurement_significant_figures(m));
        bres_measurement_free(m);
    }
}

Test(timer, measurement_keeps_what_it_is_given)
{
    static const double raw[] = { 3, 1, 2, 1 };
    bres_task_spec spec;
    bres_measurement *m;
    char label[] = "label";

    bres_task_spec_init(&spec);
    spec.label = label;
    m = bres_test_timing(&spec, 10, raw, COUNT(raw));
    label[0] = 'x';
    cr_assert_str_eq(bres_measurement_spec(m)->label, "label");
    cr_assert_eq(bres_measurement_number_per_run(m), 10);
    cr_assert_eq(bres_measurement_count(m), COUNT(raw));
    /* Case 9: in measuring order. */
    for (size_t i = 0; i < COUNT(raw); i++) {
        cr_assert_eq(bres_measurement_raw_times(m)[i], raw[i]);
        cr_assert_eq(bres_measurement_times(m)[i], raw[i] / 10);
    }
    cr_assert_null(bres_measurement_metadata_json(m));
    bres_measurement_free(m);
}

Test(timer, measurement_without_times)
{
    bres_measurement *m = bres_test_timing(NULL, 1, NULL, 0);
    double value = 7;

    /* Case 1. */
    cr_assert(!bres_measurement_mean(m, &value));
    cr_assert(!bres_measurement_median(m, &value));
    cr_assert(!bres_measurement_iqr(m, &value));
    cr_assert(!bres_measurement_quantile(m, 0.5, &value));
    cr_assert_eq(value, 7);
    cr_assert_eq(bres_measurement_significant_figures(m), 0);
    cr_assert(!bres_measurement_meets_confidence(m, 1));
    cr_assert_eq(bres_measurement_spread(m), BRES_SPREAD_STEADY);
    cr_assert_null(bres_measurement_raw_times(m));
    cr_assert_null(bres_measurement_times(m));
    cr_assert_str_eq(bres_measurement_text(m),
                     "  0 measurements, 1 runs per measurement, 1 thread");
    bres_measurement_free(m);
}

Test(timer, measurement_refuses)
{
    static const struct {
        const char *name;
        uint64_t number;
        double time;
        bres_status status;
    } rows[] = {
        { "case 5: a negative time", 1, -1, BRES_ERROR_VALUE },
        { "case 5: NaN", 1, NAN, BRES_ERROR_VALUE },
        { "case 5: infinity", 1, INFINITY, BRES_ERROR_VALUE },
        { "case 6: a number of 0", 0, 1, BRES_ERROR_ARGUMENT },
        { "a number that files cannot hold", UINT64_MAX, 1, BRES_ERROR_ARGUMENT },
    };
    bres_measurement *m;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const double times[] = { 1, rows[i].time };

        m = (bres_measurement *)times;
        cr_assert_eq(bres_measurement_new(NULL, rows[i].number, times, 2, &m), rows[i].status, "%s",
                     rows[i].name);
        cr_assert_null(m, "%s", rows[i].name);
    }
    cr_assert_eq(bres_measurement_new(NULL, 1, NULL, 1, &m), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_new(NULL, 1, NULL, 0, NULL), BRES_ERROR_ARGUMENT);
    bres_measurement_free(NULL);
}

Test(timer, measurement_of_null)
{
    double value;

    cr_assert_null(bres_measurement_spec(NULL));
    cr_assert_null(bres_measurement_raw_times(NULL));
    cr_assert_null(bres_measurement_times(NULL));
    cr_assert_null(bres_measurement_metadata_json(NULL));
    cr_assert_null(bres_measurement_title(NULL));
    cr_assert_null(bres_measurement_row_name(NULL));
    cr_assert_null(bres_measurement_text(NULL));
    cr_assert_eq(bres_measurement_count(NULL), 0);
    cr_assert_eq(bres_measurement_number_per_run(NULL), 0);
    cr_assert_eq(bres_measurement_significant_figures(NULL), 0);
    cr_assert_eq(bres_measurement_spread(NULL), BRES_SPREAD_STEADY);
    cr_assert(!bres_measurement_median(NULL, &value));
    cr_assert(!bres_measurement_meets_confidence(NULL, 1));
    cr_assert_eq(bres_measurement_set_metadata_json(NULL, NULL), BRES_ERROR_ARGUMENT);
}

Test(timer, measurement_quantiles)
{
    static const double times[] = { 4, 1, 2 };
    bres_measurement *m = bres_test_timing(NULL, 1, times, COUNT(times));
    double value;

    cr_assert(bres_measurement_quantile(m, 0, &value) && value == 1);
    cr_assert(bres_measurement_quantile(m, 1, &value) && value == 4);
    cr_assert(bres_measurement_quantile(m, 0.75, &value) && value == 3);
    cr_assert(!bres_measurement_quantile(m, -0.01, &value));
    cr_assert(!bres_measurement_quantile(m, 1.01, &value));
    cr_assert(!bres_measurement_quantile(m, NAN, &value));
    cr_assert(!bres_measurement_quantile(m, 0.5, NULL));
    bres_measurement_free(m);
}

Test(timer, measurement_confidence_is_strict)
{
    static const double times[] = { 7, 7, 8, 9, 9 };
    bres_measurement *m = bres_test_timing(NULL, 1, times, COUNT(times));

    cr_assert(!bres_measurement_meets_confidence(m, 0.25));
    cr_assert(bres_measurement_meets_confidence(m, 0.2500001));
    cr_assert(!bres_measurement_meets_confidence(m, 0));
    cr_assert(!bres_measurement_meets_confidence(m, NAN));
    bres_measurement_free(m);
}

/* Case 10. */
Test(timer, measurement_of_a_million_times)
{
    const size_t count = 1000000;
    double *times = malloc(count * sizeof(*times));
    bres_measurement *m;
    double value;

    for (size_t i = 0; i < count; i++)
        times[i] = (double)(i * 7919 % count) * 1e-9;
    m = bres_test_timing(NULL, 1, times, count);
    cr_assert(bres_measurement_median(m, &value));
    cr_assert(fabs(value - 499999.5e-9) < 1e-15);
    cr_assert(bres_measurement_iqr(m, &value));
    cr_assert(fabs(value - 499999.5e-9) < 1e-15);
    cr_assert_eq(bres_measurement_significant_figures(m), 3);
    bres_measurement_free(m);
    free(times);
}

Test(timer, measurement_extremes)
{
    static const double huge[] = { 1e308, 1.7e308, 1.5e308, 1e308 };
    static const double tiny[] = { 0, 5e-324, 5e-324, 1e308 };
    bres_measurement *m = bres_test_timing(NULL, INT64_MAX, huge, COUNT(huge));
    double value;

    cr_assert(bres_measurement_mean(m, &value) && isfinite(value));
    bres_measurement_free(m);
    m = bres_test_timing(NULL, 1, tiny, COUNT(tiny));
    cr_assert_eq(bres_measurement_significant_figures(m), 1);
    cr_assert_eq(bres_measurement_spread(m), BRES_SPREAD_SEVERE);
    bres_measurement_free(m);
}

Test(timer, measurement_metadata)
{
    static const double time = 1;
    bres_measurement *m = bres_test_timing(NULL, 1, &time, 1);

    cr_assert_eq(bres_measurement_set_metadata_json(m, "{\"exit_status\": 0}"), BRES_OK);
    cr_assert_str_eq(bres_measurement_metadata_json(m), "{\"exit_status\": 0}");
    cr_assert_eq(bres_measurement_set_metadata_json(m, "{"), BRES_ERROR_SYNTAX);
    cr_assert_eq(bres_measurement_set_metadata_json(m, "[]"), BRES_ERROR_KIND);
    cr_assert_str_eq(bres_measurement_metadata_json(m), "{\"exit_status\": 0}");
    cr_assert_eq(bres_measurement_set_metadata_json(m, NULL), BRES_OK);
    cr_assert_null(bres_measurement_metadata_json(m));
    bres_measurement_free(m);
}

Test(timer, measurement_merge_joins_equal_tasks)
{
    static const double ten[] = { 1, 2 };
    static const double hundred[] = { 5 };
    bres_measurement *merged[4];
    bres_measurement *list[4];
    bres_task_spec spec;
    size_t count;

    bres_task_spec_init(&spec);
    list[0] = bres_test_timing(&spec, 10, ten, 2);
    spec.description = "";
    list[1] = bres_test_timing(&spec, 10, ten, 2);
    list[2] = bres_test_timing(NULL, 100, hundred, 1);
    list[3] = bres_test_timing(NULL, 3, NULL, 0);
    cr_assert_eq(bres_measurement_set_metadata_json(list[0], "{}"), BRES_OK);
    cr_assert_eq(bres_measurement_merge((const bres_measurement *const *)list, 4, merged, &count),
                 BRES_OK);
    cr_assert_eq(count, 2);
    cr_assert_eq(bres_measurement_number_per_run(merged[0]), 1);
    cr_assert_eq(bres_measurement_count(merged[0]), 3);
    cr_assert_eq(bres_measurement_raw_times(merged[0])[0], 0.1);
    cr_assert_eq(bres_measurement_raw_times(merged[0])[1], 0.2);
    cr_assert_eq(bres_measurement_raw_times(merged[0])[2], 0.05);
    cr_assert_null(bres_measurement_metadata_json(merged[0]));
    cr_assert_str_eq(bres_measurement_spec(merged[1])->description, "");
    bres_test_timings_free(merged, count);

    cr_assert_eq(
        bres_measurement_merge((const bres_measurement *const *)list + 3, 1, merged, &count),
        BRES_OK);
    cr_assert_eq(count, 1);
    cr_assert_eq(bres_measurement_count(merged[0]), 0);
    bres_test_timings_free(merged, count);
    bres_test_timings_free(list, 4);

    cr_assert_eq(bres_measurement_merge(NULL, 0, NULL, &count), BRES_OK);
    cr_assert_eq(count, 0);
    cr_assert_eq(bres_measurement_merge(NULL, 1, merged, &count), BRES_ERROR_ARGUMENT);
    list[0] = NULL;
    cr_assert_eq(bres_measurement_merge((const bres_measurement *const *)list, 1, merged, &count),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_merge(NULL, 0, merged, NULL), BRES_ERROR_ARGUMENT);
}
