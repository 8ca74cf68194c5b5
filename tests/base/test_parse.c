/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(base, parse_int64)
{
    static const struct {
        const char *text;
        bres__parse outcome;
        int64_t value;
    } rows[] = {
        { "0", BRES__PARSE_OK, 0 },
        { "-0", BRES__PARSE_OK, 0 },
        { "+5", BRES__PARSE_OK, 5 },
        { " \t\n\v\f\r7 \n", BRES__PARSE_OK, 7 },
        { "1_000_000", BRES__PARSE_OK, 1000000 },
        { "-0_0_7", BRES__PARSE_OK, -7 },
        { "000000000000000000000000000012", BRES__PARSE_OK, 12 },
        { "9223372036854775807", BRES__PARSE_OK, INT64_MAX },
        { "-9223372036854775808", BRES__PARSE_OK, INT64_MIN },
        { "9223372036854775808", BRES__PARSE_RANGE, INT64_MAX },
        { "-9223372036854775809", BRES__PARSE_RANGE, INT64_MIN },
        { "9223372036854775810", BRES__PARSE_RANGE, INT64_MAX },
        { "99999999999999999999999", BRES__PARSE_RANGE, INT64_MAX },
        { "-18446744073709551617", BRES__PARSE_RANGE, INT64_MIN },
        { "", BRES__PARSE_MALFORMED, 0 },
        { " ", BRES__PARSE_MALFORMED, 0 },
        { "+", BRES__PARSE_MALFORMED, 0 },
        { "-", BRES__PARSE_MALFORMED, 0 },
        { "--1", BRES__PARSE_MALFORMED, 0 },
        { "- 1", BRES__PARSE_MALFORMED, 0 },
        { "1 2", BRES__PARSE_MALFORMED, 0 },
        { "_1", BRES__PARSE_MALFORMED, 0 },
        { "1_", BRES__PARSE_MALFORMED, 0 },
        { "1__0", BRES__PARSE_MALFORMED, 0 },
        { "+_1", BRES__PARSE_MALFORMED, 0 },
        { "_", BRES__PARSE_MALFORMED, 0 },
        { "1.0", BRES__PARSE_MALFORMED, 0 },
        { "1e3", BRES__PARSE_MALFORMED, 0 },
        { "0x10", BRES__PARSE_MALFORMED, 0 },
        { "12abc", BRES__PARSE_MALFORMED, 0 },
        { "99999999999999999999x", BRES__PARSE_MALFORMED, 0 },
        { "\xD9\xA1", BRES__PARSE_MALFORMED, 0 }, /* a digit, but an Arabic one */
    };
    int64_t value = 5;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        cr_assert_eq(bres__parse_int64(rows[i].text, strlen(rows[i].text), &value), rows[i].outcome,
                     "'%s'", rows[i].text);
        cr_assert_eq(value, rows[i].value, "'%s'", rows[i].text);
    }
    cr_assert_eq(bres__parse_int64("123", 2, &value), BRES__PARSE_OK);
    cr_assert_eq(value, 12);
    cr_assert_eq(bres__parse_int64("1\0", 2, &value), BRES__PARSE_MALFORMED);
}

Test(base, parse_float64)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        { "0", 0.0 },
        { "-0", -0.0 },
        { "-0.0e99", -0.0 },
        { "0e999999999999999999999", 0.0 },
        { "1", 1.0 },
        { "+1.5", 1.5 },
        { " \t\n\v\f\r-2.5 ", -2.5 },
        { "5.", 5.0 },
        { ".5", 0.5 },
        { "-.5e1", -5.0 },
        { "5.e-1", 0.5 },
        { "1E5", 1e5 },
        { "1e+5", 1e5 },
        { "0001.500", 1.5 },
        { "1e22", 1e22 },
        { "1e23", 1e23 },
        { "9007199254740991e22", 9007199254740991e22 },
        { "9007199254740993", 9007199254740992.0 },
        { "9007199254740993.0000000000000000000001", 9007199254740994.0 },
        { "9007199254740995", 9007199254740996.0 },
        { "18446744073709551615", 18446744073709551615.0 },
        { "0.1234567890123456789", 0.1234567890123456789 },
        /* Midpoints, except for bits after the first 64 bits of the quotient. */
        { "1758005374726338550e-27", 0x1.e33ca166f2169p-30 },
        { "9613767805832677669e-27", 0x1.4a53988dd21bfp-27 },
        { "8.988465674311580e307", 8.988465674311580e307 },
        { "1.7976931348623157e308", DBL_MAX },
        { "1.7976931348623158e308", DBL_MAX },
        { "1.7976931348623159e308", INFINITY },
        { "-1e309", -INFINITY },
        { "1e99999999999999999999", INFINITY },
        { "2.2250738585072014e-308", DBL_MIN },
        { "2.2250738585072011e-308", 2.2250738585072011e-308 },
        { "5e-324", 5e-324 },
        { "2.4703282292062328e-324", 5e-324 },
        { "2.4703282292062327e-324", 0.0 },
        { "1e-99999999999999999999", 0.0 },
        { "inf", INFINITY },
        { "-Infinity", -INFINITY },
        { " +INF ", INFINITY },
        { "nan", NAN },
        { "-NaN", NAN },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double value = 5;

        cr_assert_eq(bres__parse_float64(rows[i].text, strlen(rows[i].text), &value),
                     BRES__PARSE_OK, "'%s'", rows[i].text);
        if (isnan(rows[i].value)) {
            cr_assert(isnan(value), "'%s'", rows[i].text);
            continue;
        }
        cr_assert_eq(memcmp(&value, &rows[i].value, sizeof(value)), 0, "'%s' is %a", rows[i].text,
                     value);
    }
}

Test(base, parse_float64_refuses)
{
    static const char *const texts[] = {
        "",     " ",     "+",     "-",     ".",    "-.",        "e5",   ".e5",   "1e",
        "1e+",  "1e 5",  "1e5.0", "1.2.3", "1..2", "--1",       "+-1",  "- 1",   "1 2",
        "0x10", "0x1p3", "1_0",   "1f",    "1,5",  "nan(1)",    "nanx", "infin", "infinityx",
        ".inf", "i",     "1inf",  "1e5e5", "NaN.", "1\xC2\xA0",
    };
    double value = 5;

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        cr_assert_eq(bres__parse_float64(texts[i], strlen(texts[i]), &value), BRES__PARSE_MALFORMED,
                     "'%s'", texts[i]);
        cr_assert_eq(value, 0, "'%s'", texts[i]);
    }
    cr_assert_eq(bres__parse_float64("1\0", 2, &value), BRES__PARSE_MALFORMED);
    cr_assert_eq(bres__parse_float64("1.25", 3, &value), BRES__PARSE_OK);
    cr_assert_eq(value, 1.2);
}

/* The same as strtod(), to the bit. */
static void parse_check(const char *text)
{
    const double expected = strtod(text, NULL);
    double value;

    cr_assert_eq(bres__parse_float64(text, strlen(text), &value), BRES__PARSE_OK, "%s", text);
    cr_assert_eq(memcmp(&value, &expected, sizeof(value)), 0, "%.60s: %a, not %a", text, value,
                 expected);
}

static uint64_t parse_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* 1 to 40 digits, the point anywhere among them, exponents over the whole range and, more often,
 * about zero. */
Test(base, parse_float64_of_random_digits)
{
    const int count = bres_test_long() ? 3000000 : 30000;
    uint64_t state = 88172645463325252u;

    for (int i = 0; i < count; i++) {
        const size_t digits = 1 + parse_random(&state) % (i % 8 == 0 ? 40 : 20);
        const size_t point = parse_random(&state) % (digits + 1);
        const int range = i % 4 == 0 ? 700 : 60;
        char text[64];
        char *next = text;

        for (size_t d = 0; d < digits; d++) {
            if (d == point)
                *next++ = '.';
            *next++ = (char)('0' + parse_random(&state) % 10);
        }
        sprintf(next, "e%d", (int)(parse_random(&state) % (uint64_t)range) - range / 2);
        parse_check(text);
    }
}

/* Numbers halfway between two doubles, and slightly beside the middle: a long double with more bits
 * has an exact decimal text. */
Test(base, parse_float64_at_midpoints)
{
    const int count = bres_test_long() ? 30000 : 300;
    uint64_t state = 88172645463325252u;
    static char text[2000];

    for (int i = 0; i < count && LDBL_MANT_DIG > DBL_MANT_DIG; i++) {
        const uint64_t mantissa = (parse_random(&state) >> 11) | UINT64_C(1) << 52;
        const int exponent = i % 3 == 0 ? (int)(parse_random(&state) % 1900) - 1000
                                        : (int)(parse_random(&state) % 100) - 100;
        const long double middle = ldexpl((long double)mantissa + 0.5L, exponent);
        size_t length = (size_t)snprintf(text, sizeof(text), "%.1100Lf", middle);

        parse_check(text);
        text[length - 1] = '1';
        parse_check(text);
        snprintf(text, sizeof(text), "%.*Le", (int)(parse_random(&state) % 24), middle);
        parse_check(text);
    }
}

/* Numbers of 10,000 digits. */
Test(base, parse_float64_of_many_digits)
{
    static const struct {
        const char *head;
        char fill;
        const char *tail;
        double value;
    } rows[] = {
        { "1", '0', "e-9999", 1e1 },
        { "0.", '0', "25e9999", 0.025 },
        { "9007199254740993.", '0', "", 9007199254740992.0 },
        { "9007199254740993.", '0', "1", 9007199254740994.0 },
        { "9007199254740993", '0', "1e-10001", 9007199254740994.0 },
        { "0.", '9', "", 1.0 },
        { "", '7', "", INFINITY },
        { "", '3', "e-10000", 1.0 / 3 },
        { ".", '0', "", 0.0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__text text = { 0 };
        double value;

        bres__text_puts(&text, rows[i].head);
        bres__text_repeat(&text, rows[i].fill, 10000);
        bres__text_puts(&text, rows[i].tail);
        cr_assert_eq(bres__parse_float64(text.data, text.length, &value), BRES__PARSE_OK);
        cr_assert_eq(value, rows[i].value, "row %zu: %.17g", i, value);
        bres__text_free(&text);
    }
}
