/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "base/number/shortest.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(base, number_forms)
{
    static const struct {
        double value;
        const char *texts[4]; /* value, JSON, Python, TOML */
    } rows[] = {
        { 0.0, { "0", "0.0", "0.0", "0.0" } },
        { -0.0, { "-0", "-0.0", "-0.0", "-0.0" } },
        { 1.0, { "1", "1.0", "1.0", "1.0" } },
        { -15.0, { "-15", "-15.0", "-15.0", "-15.0" } },
        { 0.25, { "0.25", "0.25", "0.25", "0.25" } },
        { 0.1, { "0.1", "0.1", "0.1", "0.1" } },
        { 0.1 + 0.2,
          { "0.30000000000000004", "0.30000000000000004", "0.30000000000000004",
            "0.30000000000000004" } },
        { 1.0 / 3,
          { "0.3333333333333333", "0.3333333333333333", "0.3333333333333333",
            "0.3333333333333333" } },
        { 1234.5678, { "1234.5678", "1234.5678", "1234.5678", "1234.5678" } },
        { 1.25e-06, { "1.25e-06", "1.25e-06", "1.25e-06", "1.25e-06" } },
        { 1e-05, { "1e-05", "1e-05", "1e-05", "1e-05" } },
        { 9.999e-05, { "9.999e-05", "9.999e-05", "9.999e-05", "9.999e-05" } },
        { 1e-04, { "0.0001", "0.0001", "0.0001", "0.0001" } },
        { -0.00012345678901234567,
          { "-0.00012345678901234567", "-0.00012345678901234567", "-0.00012345678901234567",
            "-0.00012345678901234567" } },
        { 123456789012345.6,
          { "123456789012345.6", "123456789012345.6", "123456789012345.6", "123456789012345.6" } },
        { 999999999999999.9,
          { "999999999999999.9", "999999999999999.9", "999999999999999.9", "999999999999999.9" } },
        { 1e15, { "1000000000000000", "1e+15", "1000000000000000.0", "1000000000000000.0" } },
        { 1234567890123456.8,
          { "1234567890123456.8", "1.2345678901234568e+15", "1234567890123456.8",
            "1234567890123456.8" } },
        { 9007199254740992.0,
          { "9007199254740992", "9.007199254740992e+15", "9007199254740992.0",
            "9007199254740992.0" } },
        { 1e16, { "1e+16", "1e+16", "1e+16", "1e+16" } },
        { 123456789012345680.0,
          { "1.2345678901234568e+17", "1.2345678901234568e+17", "1.2345678901234568e+17",
            "1.2345678901234568e+17" } },
        { 1e22, { "1e+22", "1e+22", "1e+22", "1e+22" } },
        { 1e23, { "1e+23", "1e+23", "1e+23", "1e+23" } },
        { 1e100, { "1e+100", "1e+100", "1e+100", "1e+100" } },
        { DBL_MAX,
          { "1.7976931348623157e+308", "1.7976931348623157e+308", "1.7976931348623157e+308",
            "1.7976931348623157e+308" } },
        { -DBL_MIN,
          { "-2.2250738585072014e-308", "-2.2250738585072014e-308", "-2.2250738585072014e-308",
            "-2.2250738585072014e-308" } },
        { 5e-324, { "5e-324", "5e-324", "5e-324", "5e-324" } },
        { 1.5e-323, { "1.5e-323", "1.5e-323", "1.5e-323", "1.5e-323" } },
        { INFINITY, { "inf", "null", "inf", "inf" } },
        { -INFINITY, { "-inf", "null", "-inf", "-inf" } },
        { NAN, { "nan", "null", "nan", "nan" } },
        { -NAN, { "nan", "null", "nan", "nan" } },
        /* Powers of two: the nearest 16 digits do not read back; the next number above does. */
        { 0x1p-1017,
          { "7.120236347223045e-307", "7.120236347223045e-307", "7.120236347223045e-307",
            "7.120236347223045e-307" } },
        { 0x1p-24,
          { "5.960464477539063e-08", "5.960464477539063e-08", "5.960464477539063e-08",
            "5.960464477539063e-08" } },
        { 0x1p+976,
          { "6.386688990511104e+293", "6.386688990511104e+293", "6.386688990511104e+293",
            "6.386688990511104e+293" } },
    };
    static const bres__float_form forms[] = { BRES__FLOAT_VALUE, BRES__FLOAT_JSON,
                                              BRES__FLOAT_PYTHON, BRES__FLOAT_TOML };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (size_t f = 0; f < 4; f++) {
            char buffer[BRES__NUMBER_SIZE];
            const size_t length = bres__format_float64(buffer, rows[i].value, forms[f]);

            cr_assert_str_eq(buffer, rows[i].texts[f], "row %zu, form %zu: %s", i, f, buffer);
            cr_assert_eq(length, strlen(buffer), "row %zu, form %zu", i, f);
        }
    }
}

/* The number of digits of a text, without zeros that only place the point. */
static size_t number_count_digits(const char *text)
{
    char digits[BRES__NUMBER_SIZE];
    size_t count = 0;
    size_t first = 0;

    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9')
            digits[count++] = *text;
    }
    while (count > 1 && digits[count - 1] == '0')
        count--;
    while (first + 1 < count && digits[first] == '0')
        first++;
    return count - first;
}

static void number_check_shortest(uint64_t bits)
{
    char buffer[BRES__NUMBER_SIZE];
    double value;
    double read;
    size_t digits;

    memcpy(&value, &bits, sizeof(value));
    if (isnan(value))
        return;
    bres__format_float64(buffer, value, BRES__FLOAT_PYTHON);
    read = strtod(buffer, NULL);
    cr_assert_eq(memcmp(&read, &value, sizeof(value)), 0, "%a is not %s", value, buffer);
    cr_assert_eq(bres__parse_float64(buffer, strlen(buffer), &read), BRES__PARSE_OK);
    cr_assert_eq(memcmp(&read, &value, sizeof(value)), 0, "%s is not %a", buffer, value);
    digits = number_count_digits(buffer);
    if (isinf(value) || digits == 1)
        return;
    snprintf(buffer, sizeof(buffer), "%.*e", (int)digits - 2, value);
    cr_assert_neq(strtod(buffer, NULL), value, "%s is shorter for %a", buffer, value);
}

Test(base, number_is_the_shortest_that_reads_back)
{
    const int count = bres_test_long() ? 1000000 : 2000;
    uint64_t random = 88172645463325252u;

    for (int i = 0; i < count; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        number_check_shortest(random);
        /* A time in seconds, and a subnormal number. */
        number_check_shortest((random >> 12) | UINT64_C(0x3E70000000000000));
        number_check_shortest(random >> 20);
    }
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        number_check_shortest(exponent << 52);
        number_check_shortest((exponent << 52) + 1);
        number_check_shortest((exponent << 52) - (exponent != 0));
    }
}

/* Checks that a binary32 number gets the fewest digits that read back. */
static void check_float32(uint32_t bits)
{
    char text[BRES__NUMBER_SIZE];
    char shorter[BRES__NUMBER_SIZE];
    bres__decimal decimal;
    float value;

    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value) || !(value > 0))
        return;
    bres__format_float32(text, value, 0, BRES__FLOAT_VALUE);
    cr_assert_eq((float)strtod(text, NULL), value, "%s of %a", text, (double)value);
    bres__shortest_float32(&decimal, value);
    if (decimal.count < 2)
        return;
    snprintf(shorter, sizeof shorter, "%.*e", decimal.count - 2, (double)value);
    cr_assert_neq((float)strtod(shorter, NULL), value, "%s of %a has %s", text, (double)value,
                  shorter);
}

Test(base, number_float32_is_the_shortest_that_reads_back)
{
    uint32_t random = 1;

    for (int i = 0; i < 20000; i++) {
        random = random * UINT32_C(1664525) + UINT32_C(1013904223);
        check_float32(random >> 1);
        /* From 1e-9 to 1: times. */
        check_float32(UINT32_C(0x30000000) + (random >> 4) % UINT32_C(0x0F800000));
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        check_float32(exponent << 23);
        check_float32((exponent << 23) + 1);
        check_float32((exponent << 23) - (exponent != 0));
    }
}

Test(base, number_is_multiplied_by_powers_of_ten_without_rounding)
{
    static const struct {
        double value;
        int tens;
        const char *exact;
        const char *float32;
    } rows[] = {
        { 4300e-9, 9, "4300.0", "4300.0" },
        { 30e-9, 9, "30.0", "30.0" },
        { 0.1, 3, "100.0", "100.0" },
        { 0, 9, "0.0", "0.0" },
        { -1.25e-06, 9, "-1250.0", "-1250.0" },
        { 1e-20, 9, "1e-11", "1e-11" },
        { 0.123456789, 3, "123.456789", "123.45679" },
        { NAN, 9, "null", "null" },
        { INFINITY, 9, "null", "null" },
    };
    char text[BRES__NUMBER_SIZE];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres__format_scaled(text, rows[i].value, rows[i].tens, BRES__FLOAT_JSON);
        cr_assert_str_eq(text, rows[i].exact);
        bres__format_float32(text, (float)rows[i].value, rows[i].tens, BRES__FLOAT_JSON);
        cr_assert_str_eq(text, rows[i].float32);
    }
}

Test(base, number_int64)
{
    static const struct {
        int64_t value;
        const char *text;
    } rows[] = { { 0, "0" },
                 { -1, "-1" },
                 { INT64_MAX, "9223372036854775807" },
                 { INT64_MIN, "-9223372036854775808" } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char buffer[BRES__NUMBER_SIZE];

        cr_assert_eq(bres__format_int64(buffer, rows[i].value), strlen(rows[i].text));
        cr_assert_str_eq(buffer, rows[i].text);
    }
}

Test(base, number_format_is_snprintf)
{
    char buffer[8];

    cr_assert_eq(bres__format(buffer, sizeof(buffer), "%.2f", 1.5), 4);
    cr_assert_str_eq(buffer, "1.50");
    cr_assert_eq(bres__format(buffer, sizeof(buffer), "%s", "0123456789"), 10);
    cr_assert_str_eq(buffer, "0123456");
    cr_assert_eq(bres__format(NULL, 0, "%d", 12345), 5);
}
