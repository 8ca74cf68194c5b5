/* SPDX-License-Identifier: MIT */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A decimal of more significant digits lies on the same side of every midpoint between two doubles
 * as its first 768 digits followed by a 1: no midpoint has more. */
#define PARSE_DIGITS_MAX   768
/* Beyond any exponent that can make a difference, with room for arithmetic. */
#define PARSE_EXPONENT_MAX 1000000000

static bool parse_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool parse_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void parse_trim(const char **text, const char **end)
{
    while (*text < *end && parse_is_blank(**text))
        ++*text;
    while (*text < *end && parse_is_blank((*end)[-1]))
        --*end;
}

static bool parse_sign(const char **text, const char *end)
{
    const bool negative = *text < end && **text == '-';

    if (*text < end && (**text == '-' || **text == '+'))
        ++*text;
    return negative;
}

bres__parse bres__parse_int64(const char *text, size_t length, int64_t *value)
{
    const char *end = text + length;
    uint64_t limit = INT64_MAX;
    uint64_t number = 0;
    bool large = false;
    bool negative;

    *value = 0;
    parse_trim(&text, &end);
    negative = parse_sign(&text, end);
    if (negative)
        limit++;
    if (text == end || !parse_is_digit(end[-1]))
        return BRES__PARSE_MALFORMED;
    for (bool underscore = true; text < end; text++) {
        if (*text == '_' && !underscore) {
            underscore = true;
            continue;
        }
        if (!parse_is_digit(*text))
            return BRES__PARSE_MALFORMED;
        underscore = false;
        if (number > limit / 10)
            large = true;
        else
            number = number * 10 + (uint64_t)(*text - '0');
        large = large || number > limit;
    }
    if (large)
        number = limit;
    *value = negative ? (int64_t)(0 - number) : (int64_t)number;
    return large ? BRES__PARSE_RANGE : BRES__PARSE_OK;
}

/* The digits of a number: value = 0.digits... as an integer, times 10^exponent. */
typedef struct parse_decimal {
    uint64_t mantissa; /* of the digits, when they are at most 19 */
    int64_t exponent;
    int count; /* significant digits, those beyond the buffer not counted */
    bool rest; /* one of those beyond was not 0 */
    char digits[PARSE_DIGITS_MAX + 1];
} parse_decimal;

static void decimal_add(parse_decimal *decimal, char digit, bool fraction)
{
    if (decimal->count == 0 && digit == '0') {
        decimal->exponent -= fraction;
        return;
    }
    if (decimal->count < PARSE_DIGITS_MAX) {
        if (decimal->count < 19)
            decimal->mantissa = decimal->mantissa * 10 + (uint64_t)(digit - '0');
        decimal->digits[decimal->count++] = digit;
        decimal->exponent -= fraction;
        return;
    }
    decimal->rest = decimal->rest || digit != '0';
    decimal->exponent += !fraction;
}

/* Passes digits with or without a point; false when there is none. */
static bool decimal_scan_digits(parse_decimal *decimal, const char **text, const char *end)
{
    const char *next = *text;
    bool fraction = false;
    bool any = false;

    for (; next < end; next++) {
        if (*next == '.' && !fraction) {
            fraction = true;
        } else if (parse_is_digit(*next)) {
            any = true;
            decimal_add(decimal, *next, fraction);
        } else {
            break;
        }
    }
    *text = next;
    return any;
}

/* Passes the exponent, which must end the text; false when it does not or has no digits. */
static bool decimal_scan_exponent(parse_decimal *decimal, const char *text, const char *end)
{
    int64_t exponent = 0;
    bool negative;

    if (text == end)
        return true;
    if (*text != 'e' && *text != 'E')
        return false;
    text++;
    negative = parse_sign(&text, end);
    if (text == end)
        return false;
    for (; text < end; text++) {
        if (!parse_is_digit(*text))
            return false;
        if (exponent < PARSE_EXPONENT_MAX)
            exponent = exponent * 10 + (*text - '0');
    }
    decimal->exponent += negative ? -exponent : exponent;
    return true;
}

/* Exact: both factors are doubles without error, so that one operation rounds once. */
static bool decimal_value_exact(const parse_decimal *decimal, double *value)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (FLT_EVAL_METHOD != 0 || decimal->count > 19 ||
        decimal->mantissa > (UINT64_C(1) << DBL_MANT_DIG))
        return false;
    if (decimal->exponent < -22 || decimal->exponent > 22)
        return false;
    if (decimal->exponent < 0)
        *value = (double)decimal->mantissa / powers[-decimal->exponent];
    else
        *value = (double)decimal->mantissa * powers[decimal->exponent];
    return true;
}

/* Digits and an exponent, without a point: the locale has no say in that. */
static double decimal_value(parse_decimal *decimal)
{
    char text[PARSE_DIGITS_MAX + 32];
    int64_t exponent = decimal->exponent;

    memcpy(text, decimal->digits, (size_t)decimal->count);
    if (decimal->rest) {
        text[decimal->count++] = '1';
        exponent--;
    }
    if (exponent > PARSE_EXPONENT_MAX)
        exponent = PARSE_EXPONENT_MAX;
    else if (exponent < -PARSE_EXPONENT_MAX)
        exponent = -PARSE_EXPONENT_MAX;
    snprintf(text + decimal->count, sizeof(text) - (size_t)decimal->count, "e%d", (int)exponent);
    return strtod(text, NULL);
}

static bool parse_special(const char *text, size_t length, double *value)
{
    if ((length == 3 && strncasecmp(text, "inf", 3) == 0) ||
        (length == 8 && strncasecmp(text, "infinity", 8) == 0))
        *value = INFINITY;
    else if (length == 3 && strncasecmp(text, "nan", 3) == 0)
        *value = NAN;
    else
        return false;
    return true;
}

bres__parse bres__parse_float64(const char *text, size_t length, double *value)
{
    const char *end = text + length;
    parse_decimal decimal;
    double number = 0;
    bool negative;

    *value = 0;
    parse_trim(&text, &end);
    negative = parse_sign(&text, end);
    if (!parse_special(text, (size_t)(end - text), &number)) {
        decimal.mantissa = 0;
        decimal.exponent = 0;
        decimal.count = 0;
        decimal.rest = false;
        if (!decimal_scan_digits(&decimal, &text, end) ||
            !decimal_scan_exponent(&decimal, text, end))
            return BRES__PARSE_MALFORMED;
        if (decimal.count > 0 && !decimal_value_exact(&decimal, &number))
            number = decimal_value(&decimal);
    }
    *value = negative ? -number : number;
    return BRES__PARSE_OK;
}
