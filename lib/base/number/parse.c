/* SPDX-License-Identifier: MIT */
#include "base/number/number.h"

#include "base/number/shortest.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* No midpoint between two doubles has more significant digits. So a longer decimal lies on the same
 * side of every midpoint as its first 768 digits followed by a 1. */
#define PARSE_DIGITS_MAX      768u
/* This many digits always fit in 64 bits. */
#define PARSE_MANTISSA_DIGITS 19u
/* Larger than any exponent that affects the result, with room for arithmetic. */
#define PARSE_EXPONENT_MAX    1000000000

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

/* A number as written: digits with or without a point, times 10^power. If the mantissa has all
 * significant digits, the number is mantissa * 10^exponent. */
typedef struct parse_decimal {
    const char *digits;
    const char *digits_end;
    int64_t power;
    int64_t exponent;
    uint64_t mantissa;
    bool whole; /* the mantissa has all significant digits */
} parse_decimal;

/* Moves past digits and appends them to the number. Returns their count. */
static size_t scan_digits(const char **text, const char *end, uint64_t *number)
{
    const char *next = *text;
    uint64_t value = *number;
    size_t count;

    for (; next < end && parse_is_digit(*next); next++)
        value = value * 10 + (uint64_t)(*next - '0');
    count = (size_t)(next - *text);
    *number = value;
    *text = next;
    return count;
}

/* The number of zeros before the first other digit. */
static size_t count_leading_zeros(const parse_decimal *decimal)
{
    size_t count = 0;

    for (const char *next = decimal->digits; next < decimal->digits_end; next++) {
        if (*next != '0' && *next != '.')
            break;
        count += *next == '0';
    }
    return count;
}

/* Moves past digits with or without a point; false if the text does not begin with them. */
static bool decimal_scan_digits(parse_decimal *decimal, const char **text, const char *end)
{
    const char *next = *text;
    size_t count = scan_digits(&next, end, &decimal->mantissa);

    if (next < end && *next == '.') {
        const char *fraction = ++next;

        count += scan_digits(&next, end, &decimal->mantissa);
        decimal->exponent = fraction - next;
    }
    decimal->digits = *text;
    decimal->digits_end = next;
    decimal->whole = count <= PARSE_MANTISSA_DIGITS ||
                     count - count_leading_zeros(decimal) <= PARSE_MANTISSA_DIGITS;
    if (count > 0)
        *text = next;
    return count > 0;
}

/* Reads the optional exponent up to the end of the text; false if other text or no digits
 * follow. */
static bool decimal_scan_exponent(parse_decimal *decimal, const char *text, const char *end)
{
    int64_t power = 0;
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
        if (power < PARSE_EXPONENT_MAX)
            power = power * 10 + (*text - '0');
    }
    decimal->power = negative ? -power : power;
    decimal->exponent += decimal->power;
    return true;
}

/* Multiplies or divides two exact doubles, which rounds once. false: an operand is not exact. */
static bool decimal_value_small(const parse_decimal *decimal, double *value)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (decimal->mantissa == 0) {
        *value = 0;
        return true;
    }
    if (FLT_EVAL_METHOD != 0 || decimal->mantissa > UINT64_C(1) << DBL_MANT_DIG ||
        decimal->exponent < -22 || decimal->exponent > 22)
        return false;
    if (decimal->exponent < 0)
        *value = (double)decimal->mantissa / powers[-decimal->exponent];
    else
        *value = (double)decimal->mantissa * powers[decimal->exponent];
    return true;
}

#ifdef __SIZEOF_INT128__

/* Computes the product or quotient of the mantissa and a power of five as an integer, truncated to
 * 64 bits. The last bit is set if a nonzero part was lost, so that the integer rounds to a double
 * as the exact value does. The power of two only changes the exponent. */
static bool decimal_value_wide(const parse_decimal *decimal, double *value)
{
    __extension__ typedef unsigned __int128 wide;
    const int exponent = (int)decimal->exponent;
    int binary = exponent;
    uint64_t five;
    wide number;
    bool lost = false;

    if (decimal->exponent <= -BRES__FIVES || decimal->exponent >= BRES__FIVES)
        return false;
    five = bres__fives[abs(exponent)];
    if (exponent >= 0) {
        number = (wide)decimal->mantissa * five;
    } else {
        const int shift = 64 + __builtin_clzll(decimal->mantissa);
        const wide dividend = (wide)decimal->mantissa << shift;

        number = dividend / five;
        lost = number * five != dividend;
        binary -= shift;
    }
    if (number >> 64 != 0) {
        const int excess = 64 - __builtin_clzll((uint64_t)(number >> 64));

        lost = lost || (number & (((wide)1 << excess) - 1)) != 0;
        number >>= excess;
        binary += excess;
    }
    *value = ldexp((double)((uint64_t)number | lost), binary);
    return true;
}

#else

static bool decimal_value_wide(const parse_decimal *decimal, double *value)
{
    (void)decimal;
    (void)value;
    return false;
}

#endif

/* Calls strtod() with the significant digits and an exponent. This text has no decimal point, so
 * the locale does not matter. */
static double decimal_value(const parse_decimal *decimal)
{
    char text[PARSE_DIGITS_MAX + 32];
    int64_t exponent = decimal->power;
    size_t count = 0;
    bool fraction = false;
    bool lost = false;

    for (const char *next = decimal->digits; next < decimal->digits_end; next++) {
        if (*next == '.') {
            fraction = true;
            continue;
        }
        exponent -= fraction;
        if (count == PARSE_DIGITS_MAX) {
            lost = lost || *next != '0';
            exponent++;
        } else if (count > 0 || *next != '0') {
            text[count++] = *next;
        }
    }
    if (lost) {
        text[count++] = '1';
        exponent--;
    }
    if (exponent > PARSE_EXPONENT_MAX)
        exponent = PARSE_EXPONENT_MAX;
    else if (exponent < -PARSE_EXPONENT_MAX)
        exponent = -PARSE_EXPONENT_MAX;
    snprintf(text + count, sizeof(text) - count, "e%d", (int)exponent);
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
    parse_decimal decimal = { 0 };
    double number;
    bool negative;

    *value = 0;
    parse_trim(&text, &end);
    negative = parse_sign(&text, end);
    if (decimal_scan_digits(&decimal, &text, end)) {
        if (!decimal_scan_exponent(&decimal, text, end))
            return BRES__PARSE_MALFORMED;
        if (!decimal.whole ||
            (!decimal_value_small(&decimal, &number) && !decimal_value_wide(&decimal, &number)))
            number = decimal_value(&decimal);
    } else if (!parse_special(text, (size_t)(end - text), &number)) {
        return BRES__PARSE_MALFORMED;
    }
    *value = negative ? -number : number;
    return BRES__PARSE_OK;
}
