/* SPDX-License-Identifier: MIT */
/*
 * The text of a measurement, units and digits. Cases are numbered as in the specification of
 * torch.utils.benchmark.
 */
#include "support/timings.h"
#include "timer/measurement/measurement.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

Test(timer, measurement_text)
{
    static const struct {
        const char *name;
        uint64_t number;
        size_t count;
        double times[5];
        int32_t threads;
        const char *text; /* after the first line */
    } rows[] = {
        { "case 2: one", 1, 1, { 8 }, 1, "  8.00 s\n  1 measurement, 1 runs , 1 thread" },
        { "case 3: two",
          4,
          2,
          { 8, 8.4 },
          2,
          "  Median: 2.05 s\n  2 measurements, 4 runs per measurement, 2 threads" },
        { "quartiles and a mild warning",
          10,
          5,
          { 3e-4, 3.1e-4, 2.8e-4, 3.5e-4, 3.4e-4 },
          1,
          "  Median: 31.00 us\n  IQR:    4.00 us (30.00 to 34.00)\n"
          "  5 measurements, 10 runs per measurement, 1 thread\n"
          "  WARNING: the interquartile range is 12.9% of the median.\n"
          "           The system may not be steady." },
        { "a severe warning without quartiles",
          1,
          2,
          { 1, 3 },
          1,
          "  Median: 2.00 s\n  2 measurements, 1 runs per measurement, 1 thread\n"
          "  WARNING: the interquartile range is 50.0% of the median.\n"
          "           The environment has a strong influence on the times." },
        { "case 4: zero",
          1,
          2,
          { 0, 0 },
          1,
          "  Median: 0.00 ns\n  2 measurements, 1 runs per measurement, 1 thread" },
        { "case 11: below 1 ns",
          1,
          1,
          { 5e-10 },
          1,
          "  0.50 ns\n  1 measurement, 1 runs , 1 thread" },
        { "case 12: a hair below 1 us",
          1,
          1,
          { 0.9999995e-6 },
          1,
          "  1.00 us\n  1 measurement, 1 runs , 1 thread" },
        { "case 13: above 1000 s",
          1,
          1,
          { 1234.5 },
          1,
          "  1234.50 s\n  1 measurement, 1 runs , 1 thread" },
    };
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.stmt = "f(x)";
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_measurement *m;

        spec.num_threads = rows[i].threads;
        m = bres_test_timing(&spec, rows[i].number, rows[i].times, rows[i].count);
        cr_assert_eq(strncmp(bres_measurement_text(m), "f(x)\n", 5), 0);
        cr_assert_str_eq(bres_measurement_text(m) + 5, rows[i].text, "%s", rows[i].name);
        bres_measurement_free(m);
    }
}

/* The text contains no control characters for terminals. */
Test(timer, measurement_text_is_printable)
{
    static const double time = 1;
    bres_task_spec spec;
    bres_measurement *m;
    char bytes[0x20];

    for (size_t i = 0; i + 1 < sizeof bytes; i++)
        bytes[i] = (char)(i + 1);
    bytes[sizeof bytes - 1] = '\0';
    bres_task_spec_init(&spec);
    spec.stmt = bytes;
    spec.setup = "\r\n\x7F";
    spec.sub_label = "\xC2\x9B"
                     "31m \xC3\xA9 \xC2\xA0";
    spec.description = "\033]0;title\a";
    m = bres_test_timing(&spec, 1, &time, 1);
    for (const char *p = bres_measurement_text(m); *p != '\0'; p++)
        cr_assert((unsigned char)*p >= 0x20 || *p == '\n' || *p == '\t', "0x%02x", (unsigned)*p);
    cr_assert_null(strchr(bres_measurement_text(m), 0x7F));
    cr_assert_null(strstr(bres_measurement_text(m), "\xC2\x9B"));
    cr_assert_not_null(strstr(bres_measurement_text(m), "(\\u009B31m \xC3\xA9 \xC2\xA0)"));
    cr_assert_not_null(strstr(bres_measurement_text(m), "\\x1B]0;title\\x07"));
    cr_assert_str_eq(bres_measurement_spec(m)->description, "\033]0;title\a", "kept as it is");
    bres_measurement_free(m);
}

Test(timer, measurement_row_names)
{
    static const struct {
        const char *stmt;
        const char *sub_label;
        const char *expected;
    } rows[] = {
        { "f", "s", "s" }, { "f", "", "f" }, { "f", NULL, "f" }, { "", NULL, "[Unknown]" }
    };
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_measurement *m;

        spec.stmt = rows[i].stmt;
        spec.sub_label = rows[i].sub_label;
        m = bres_test_timing(&spec, 1, NULL, 0);
        cr_assert_str_eq(bres_measurement_row_name(m), rows[i].expected, "row %zu", i);
        bres_measurement_free(m);
    }
}

Test(timer, time_units)
{
    static const struct {
        double seconds;
        const char *symbol;
    } rows[] = { { 0, "ns" },       { 9.99e-10, "ns" },      { 1e-9, "ns" },  { 999e-9, "ns" },
                 { 0.99e-6, "ns" }, { 0.99999999e-6, "us" }, { 1e-6, "us" },  { 0.999e-3, "us" },
                 { 1e-3, "ms" },    { 0.999, "ms" },         { 1, "s" },      { 1e9, "s" },
                 { 1e308, "s" },    { 5e-324, "ns" },        { 0.5e-3, "us" } };

    for (size_t i = 0; i < COUNT(rows); i++)
        cr_assert_str_eq(bres__time_unit_of(rows[i].seconds)->symbol, rows[i].symbol, "row %zu", i);
    cr_assert_str_eq(bres__time_unit_of(1e-6)->name, "microseconds");
}

Test(timer, trimmed_digits)
{
    static const struct {
        double value;
        int digits;
        double expected;
    } rows[] = {
        { 1000, 1, 1000 },
        { 999, 2, 1000 },
        { 2.5, 1, 2 },
        { 3.5, 1, 4 },
        { 95, 1, 100 },
        { 1234.5, 2, 1200 },
        { 0.00123456, 3, 0.00123 },
        { 1500, 1, 2000 }, /* case 30 */
        { 2250, 1, 2000 }, /* case 30 */
        { 1.0149999999e10, 4, 10149999616.0 },
        { 35.8494, 4, 35.849998 },
        { 0, 3, 0 },
        { 1e100, 2, 1e100 },
        { 1.26e-60, 2, 1.3e-60 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const double found = bres__trim_digits(rows[i].value, rows[i].digits);

        cr_assert(fabs(found - rows[i].expected) <= 1e-7 * rows[i].expected, "row %zu: %.17g", i,
                  found);
    }
    cr_assert_eq(bres__trim_digits(1.0149999999e10, 4), 10149999616.0);
    cr_assert_lt(bres__trim_digits(35.8494, 4), 35.85);
}

Test(timer, digits_before_the_point)
{
    static const struct {
        double value;
        int expected;
    } rows[] = {
        { 1, 0 },   { 9.99, 1 },  { 10, 1 },      { 10.000000000000004, 1 },
        { 100, 2 }, { 1000, 3 },  { 1001, 4 },    { 0.5, 0 },
        { 0, 0 },   { 0.01, -2 }, { 1e200, 200 }, { 2e200, 201 },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        cr_assert_eq(bres__digits_before_point(rows[i].value), rows[i].expected, "row %zu: %d", i,
                     bres__digits_before_point(rows[i].value));
}
