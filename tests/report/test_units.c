/* SPDX-License-Identifier: MIT */
#include "report/report.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The displayed text; "refused" if the hint cannot show the value. */
static const char *display_text(bres__text *text, const bres__display_value *display,
                                const char *hint)
{
    bres__text_clear(text);
    if (!bres__display_put_with_unit(text, display, hint)) {
        cr_assert_eq(text->length, 0, "something was appended all the same");
        return "refused";
    }
    return text->length > 0 ? text->data : "";
}

Test(report, units_of_float64)
{
    static const struct {
        const char *hint;
        double value;
        const char *expected;
    } rows[] = {
        { "duration", 1.25, "1.250 s" },
        { "duration", 1.0, "1.000 s" },
        { "duration", 0.9999999, "1000.000 ms" },
        { "duration", 1e-3, "1.000 ms" },
        { "duration", 0.00099999, "999.990 us" },
        { "duration", 1e-6, "1.000 us" },
        { "duration", 1.25e-6, "1.250 us" },
        { "duration", 9.5e-7, "950.000 ns" },
        { "duration", 0.0, "0.000 ns" },
        { "duration", -1.0, "-1000000000.000 ns" },
        { "duration", INFINITY, "inf s" },
        { "duration", -INFINITY, "-inf ns" },
        { "duration", NAN, "nan ns" },
        { "item_rate", 1.5e15, "1.500P" },
        { "item_rate", 1e12, "1.000T" },
        { "item_rate", 2.5e9, "2.500G" },
        { "item_rate", 1e6, "1.000M" },
        { "item_rate", 1e3, "1.000K" },
        { "item_rate", 999.9999, "1000.000" },
        { "item_rate", 0.5, "0.500" },
        { "item_rate", INFINITY, "infP" },
        { "item_rate", NAN, "nan" },
        { "frequency", 1.41e9, "1.410 GHz" },
        { "frequency", 1e6, "1.000 MHz" },
        { "frequency", 1e3, "1.000 KHz" },
        { "frequency", 999.0, "999.000 Hz" },
        { "frequency", 1e12, "1000.000 GHz" },
        { "bytes", 0x1p30, "1.000 GiB" },
        { "bytes", 0x1p20, "1.000 MiB" },
        { "bytes", 1536.0, "1.500 KiB" },
        { "bytes", 1023.0, "1023.000 B" },
        { "bytes", NAN, "nan B" },
        { "byte_rate", 1e15, "1.000 PB/s" },
        { "byte_rate", 1e12, "1.000 TB/s" },
        { "byte_rate", 2.5e9, "2.500 GB/s" },
        { "byte_rate", 1e6, "1.000 MB/s" },
        { "byte_rate", 1e3, "1.000 KB/s" },
        { "byte_rate", 1.0, "1.000 B/s" },
        { "percentage", 0.015, "1.50%" },
        { "percentage", 1.0, "100.00%" },
        { "percentage", INFINITY, "inf%" },
        { "percentage", NAN, "nan%" },
        { "sample_size", 12.9, "12x" },
        { "sample_size", -12.9, "-12x" },
        { "sample_size", -0.5, "0x" },
        { "sample_size", 1e20, "100000000000000000000x" },
        { "sample_size", INFINITY, "refused" },
        { "sample_size", NAN, "refused" },
        { NULL, 0.123456789, "0.12346" },
        { NULL, 1e10, "1e+10" },
        { NULL, NAN, "nan" },
        { "file/sample_times", 100.0, "100" },
        { "durations", 2.0, "2" },
    };
    bres__text text = { 0 };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = rows[i].value };
        const bres__display_value negative = { .kind = BRES_KIND_FLOAT64,
                                               .real = copysign(rows[i].value, -1) };

        cr_assert_str_eq(display_text(&text, &display, rows[i].hint), rows[i].expected,
                         "row %zu (%s, %g): %s instead of %s", i,
                         rows[i].hint != NULL ? rows[i].hint : "no hint", rows[i].value, text.data,
                         rows[i].expected);
        if (isnan(rows[i].value))
            cr_assert_str_eq(display_text(&text, &negative, rows[i].hint), rows[i].expected,
                             "row %zu: a NaN shows its sign", i);
    }
    bres__text_free(&text);
}

Test(report, units_of_int64_and_string)
{
    static const struct {
        const char *hint;
        const char *string; /* NULL: the number */
        int64_t number;
        const char *expected;
    } rows[] = {
        { "duration", NULL, 2, "2.000 s" },
        { "bytes", NULL, 3 * (INT64_C(1) << 30), "3.000 GiB" },
        { "percentage", NULL, 1, "100.00%" },
        { "sample_size", NULL, 12, "12x" },
        { "sample_size", NULL, INT64_MAX, "9223372036854775807x" },
        { NULL, NULL, INT64_MIN, "-9223372036854775808" },
        { "unheard of", NULL, 7, "7" },
        { "duration", "1.25e-6", 0, "1.250 us" },
        { "duration", " 2 ", 0, "2.000 s" },
        { "duration", "inf", 0, "inf s" },
        { "duration", "-nan", 0, "nan ns" },
        { "duration", "fast", 0, "refused" },
        { "duration", "", 0, "refused" },
        { "percentage", "0x10", 0, "refused" },
        { "sample_size", "12", 0, "12x" },
        { "sample_size", "12.9", 0, "12x" },
        { "sample_size", "inf", 0, "refused" },
        { "sample_size", "a dozen", 0, "refused" },
        { NULL, "any | text", 0, "any | text" },
        { "file/sample_times", "0.bin", 0, "0.bin" },
    };
    static const bres_kind blanks[] = { BRES_KIND_NULL, BRES_KIND_ABSENT };
    bres__text text = { 0 };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres__display_value display = {
            .kind = rows[i].string != NULL ? BRES_KIND_STRING : BRES_KIND_INT64,
            .number = rows[i].number,
            .string = rows[i].string,
        };

        cr_assert_str_eq(display_text(&text, &display, rows[i].hint), rows[i].expected,
                         "row %zu: not %s", i, rows[i].expected);
    }
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const bres__display_value display = { .kind = blanks[i] };

        cr_assert_str_eq(display_text(&text, &display, "duration"), "");
        cr_assert_str_eq(display_text(&text, &display, "sample_size"), "");
        cr_assert_str_eq(display_text(&text, &display, NULL), "");
    }
    bres__text_free(&text);
}

Test(report, units_of_csv_headers)
{
    static const char *const rows[][2] = {
        { "duration", " (sec)" }, { "item_rate", " (elem/sec)" },  { "bytes", " (bytes)" },
        { "percentage", "" },     { "byte_rate", " (bytes/sec)" }, { "frequency", "" },
        { "sample_size", "" },    { "file/sample_times", "" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_str_eq(bres__units_csv_suffix(rows[i][0]), rows[i][1]);
    cr_assert_str_eq(bres__units_csv_suffix(NULL), "");
}

Test(report, pow2_exponents)
{
    static const struct {
        int64_t value;
        int exponent;
    } rows[] = {
        { 0, -1 },   { 1, 0 },   { -1, 0 },       { 2, 1 },          { 100, 6 },
        { -256, 8 }, { 256, 8 }, { 1048576, 20 }, { INT64_MAX, 62 }, { INT64_MIN, 63 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(bres__exponent_of(rows[i].value), rows[i].exponent, "%lld",
                     (long long)rows[i].value);
}
