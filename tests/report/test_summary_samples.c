/* SPDX-License-Identifier: MIT */
/*
 * Percentiles and histograms of samples.
 */
#include "report/summary/samples.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MILLION 1000000

/* Sorted values, as bres__sorted_samples_read() makes them. */
static const struct {
    const char *name;
    double values[8];
    size_t count;
    double median;
    const char *histogram;
} cases[] = {
    { "none", { 0 }, 0, NAN, "" },
    { "one", { 3 }, 1, 3, "█               " },
    { "equal ones", { 3, 3, 3, 3 }, 4, 3, "█               " },
    { "two", { 1, 2 }, 2, 2, "█              █" },
    { "three to one", { 1, 1, 1, 2 }, 4, 1, "█              ▃" },
    { "negative ones", { -4, -2, 0 }, 3, -2, "█       █      █" },
    { "a NaN", { 1, 2, NAN }, 3, NAN, "" },
    { "an infinite one", { 1, 2, INFINITY }, 3, 2, "" },
};

Test(report, summary_samples)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__sorted_samples samples = { (double *)cases[i].values, cases[i].count };
        const double median = bres__sorted_samples_percentile(&samples, 50);
        char text[BRES__HISTOGRAM_SIZE];

        bres__sorted_samples_histogram(&samples, text);
        cr_expect(median == cases[i].median || (isnan(median) && isnan(cases[i].median)), "%s: %g",
                  cases[i].name, median);
        cr_expect_str_eq(text, cases[i].histogram, "%s: '%s'", cases[i].name, text);
    }
}

/* A few outliers do not flatten the histogram; a bin with few samples still has a bar. */
Test(report, summary_samples_of_a_million)
{
    bres__sorted_samples samples = { bres__calloc(MILLION, sizeof(double)), MILLION };
    size_t counts[BRES__HISTOGRAM_BINS];
    size_t sum = 0;

    cr_assert_not_null(samples.values);
    for (size_t i = 0; i < MILLION; i++)
        samples.values[i] = (double)i;
    samples.values[MILLION - 1] = 1e12;
    cr_assert(bres__sorted_samples_count(&samples, counts));
    for (size_t i = 0; i < BRES__HISTOGRAM_BINS; i++) {
        cr_expect_geq(counts[i], 60000);
        cr_expect_leq(counts[i], 72000);
        sum += counts[i];
    }
    cr_expect_eq(sum, MILLION);
    bres__sorted_samples_free(&samples);
}
