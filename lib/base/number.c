/* SPDX-License-Identifier: MIT */
#include "base/number.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_DIGITS_MAX 17

static locale_t number_locale;
static pthread_once_t number_once = PTHREAD_ONCE_INIT;

static void number_make_locale(void)
{
    number_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Without a C locale (no C library known to us needs memory for it) this fails, rather than write
 * numbers as the program's locale has them. */
int bres__vformat(char *buffer, size_t size, const char *format, va_list arguments)
{
    locale_t program;
    int length;

    pthread_once(&number_once, number_make_locale);
    if (number_locale == (locale_t)0) {
        if (size > 0)
            buffer[0] = '\0';
        errno = ENOMEM;
        return -1;
    }
    program = uselocale(number_locale);
    length = vsnprintf(buffer, size, format, arguments);
    uselocale(program);
    return length;
}

int bres__format(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = bres__vformat(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

size_t bres__format_int64(char buffer[BRES__NUMBER_SIZE], int64_t value)
{
    return (size_t)snprintf(buffer, BRES__NUMBER_SIZE, "%" PRId64, value);
}

/* A positive double as d.ddd * 10^exponent, without trailing zeros. */
typedef struct number_decimal {
    char digits[NUMBER_DIGITS_MAX + 1];
    int count;
    int exponent;
} number_decimal;

/* Rounds to `count` digits. The point is skipped whatever it looks like: it is the only part that
 * a locale can change. */
static void decimal_round(number_decimal *decimal, double value, int count)
{
    char text[BRES__NUMBER_SIZE];
    const char *next = text;

    snprintf(text, sizeof(text), "%.*e", count - 1, value);
    for (decimal->count = 0; *next != 'e'; next++) {
        if (*next >= '0' && *next <= '9')
            decimal->digits[decimal->count++] = *next;
    }
    decimal->exponent = (int)strtol(next + 1, NULL, 10);
}

static bool decimal_reads_back(const number_decimal *decimal, double value)
{
    char text[BRES__NUMBER_SIZE];
    double read;
    int length;

    memcpy(text, decimal->digits, (size_t)decimal->count);
    length = decimal->count +
             sprintf(text + decimal->count, "e%d", decimal->exponent - (decimal->count - 1));
    bres__parse_float64(text, (size_t)length, &read);
    return read == value;
}

/* The next larger decimal of as many digits. What would come after 9...9 has a digit and zeros: it
 * would have been found before. */
static void decimal_increment(number_decimal *decimal)
{
    int place = decimal->count - 1;

    while (place > 0 && decimal->digits[place] == '9')
        decimal->digits[place--] = '0';
    if (decimal->digits[place] != '9')
        decimal->digits[place]++;
}

/*
 * The shortest digits that read back as the value. Up to DBL_DIG digits survive the way through a
 * normal double, so that what is shorter shows as zeros at the end of DBL_DIG digits; a subnormal
 * one has fewer. The double below a power of two is half as far away as the one above: there the
 * digits above the nearest ones can read back when the nearest do not.
 */
static void decimal_shortest(number_decimal *decimal, double value)
{
    int count = value < DBL_MIN ? 1 : DBL_DIG;
    int exponent;

    for (;; count++) {
        decimal_round(decimal, value, count);
        if (count == NUMBER_DIGITS_MAX || decimal_reads_back(decimal, value))
            break;
        if (frexp(value, &exponent) != 0.5)
            continue;
        decimal_increment(decimal);
        if (decimal_reads_back(decimal, value))
            break;
    }
    while (decimal->count > 1 && decimal->digits[decimal->count - 1] == '0')
        decimal->count--;
}

static char *number_put(char *next, const char *text, int length)
{
    memcpy(next, text, (size_t)length);
    return next + length;
}

static char *number_put_zeros(char *next, int count)
{
    memset(next, '0', (size_t)count);
    return next + count;
}

/* As 0.00ddd, ddd000 or dd.dd; `point` puts .0 behind a whole number. */
static char *decimal_put_positional(char *next, const number_decimal *decimal, bool point)
{
    const int whole = decimal->exponent + 1;

    if (whole <= 0) {
        next = number_put(next, "0.", 2);
        next = number_put_zeros(next, -whole);
        return number_put(next, decimal->digits, decimal->count);
    }
    if (whole < decimal->count) {
        next = number_put(next, decimal->digits, whole);
        *next++ = '.';
        return number_put(next, decimal->digits + whole, decimal->count - whole);
    }
    next = number_put(next, decimal->digits, decimal->count);
    next = number_put_zeros(next, whole - decimal->count);
    return point ? number_put(next, ".0", 2) : next;
}

/* As d.ddde+XX with an exponent of at least two digits. */
static char *decimal_put_scientific(char *next, const number_decimal *decimal)
{
    *next++ = decimal->digits[0];
    if (decimal->count > 1) {
        *next++ = '.';
        next = number_put(next, decimal->digits + 1, decimal->count - 1);
    }
    return next +
           sprintf(next, "e%c%02d", decimal->exponent < 0 ? '-' : '+', abs(decimal->exponent));
}

static size_t number_put_special(char *buffer, double value, bres__float_form form)
{
    const char *text = value < 0 ? "-inf" : "inf";

    if (form == BRES__FLOAT_JSON)
        text = "null";
    else if (isnan(value))
        text = "nan";
    return (size_t)(stpcpy(buffer, text) - buffer);
}

size_t bres__format_float64(char buffer[BRES__NUMBER_SIZE], double value, bres__float_form form)
{
    const int positional_end = form == BRES__FLOAT_JSON ? 15 : 16;
    number_decimal decimal = { .digits = "0", .count = 1 };
    char *next = buffer;

    if (!isfinite(value))
        return number_put_special(buffer, value, form);
    if (signbit(value))
        *next++ = '-';
    if (value != 0)
        decimal_shortest(&decimal, fabs(value));
    if (decimal.exponent >= -4 && decimal.exponent < positional_end)
        next = decimal_put_positional(next, &decimal, form != BRES__FLOAT_VALUE);
    else
        next = decimal_put_scientific(next, &decimal);
    *next = '\0';
    return (size_t)(next - buffer);
}
