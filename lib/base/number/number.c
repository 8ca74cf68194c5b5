/* SPDX-License-Identifier: MIT */
#include "base/number/number.h"

#include "base/number/shortest.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t number_locale;
static pthread_once_t number_once = PTHREAD_ONCE_INIT;

static void number_make_locale(void)
{
    number_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Fails without a C locale, rather than format numbers in the program's locale. Common C libraries
 * need no memory for the C locale. */
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

size_t bres__put_digits(char *digits, uint64_t number)
{
    char text[20];
    size_t at = sizeof(text);

    /* Two digits at a time, because each division waits for the previous one. */
    while (number >= 10) {
        const unsigned pair = (unsigned)(number % 100);

        number /= 100;
        text[--at] = (char)('0' + pair % 10);
        text[--at] = (char)('0' + pair / 10);
    }
    if (number > 0 || at == sizeof(text))
        text[--at] = (char)('0' + number);
    memcpy(digits, text + at, sizeof(text) - at);
    return sizeof(text) - at;
}

size_t bres__format_int64(char buffer[BRES__NUMBER_SIZE], int64_t value)
{
    const bool negative = value < 0;
    size_t length = 0;

    if (negative)
        buffer[length++] = '-';
    length += bres__put_digits(buffer + length, negative ? 0 - (uint64_t)value : (uint64_t)value);
    buffer[length] = '\0';
    return length;
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

/* Writes 0.00ddd, ddd000 or dd.dd; `point` appends .0 to a whole number. */
static char *decimal_put_positional(char *next, const bres__decimal *decimal, bool point)
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

/* Writes d.ddde+XX with an exponent of at least two digits. */
static char *decimal_put_scientific(char *next, const bres__decimal *decimal)
{
    const int exponent = abs(decimal->exponent);

    *next++ = decimal->digits[0];
    if (decimal->count > 1) {
        *next++ = '.';
        next = number_put(next, decimal->digits + 1, decimal->count - 1);
    }
    *next++ = 'e';
    *next++ = decimal->exponent < 0 ? '-' : '+';
    if (exponent >= 100)
        *next++ = (char)('0' + exponent / 100);
    *next++ = (char)('0' + exponent / 10 % 10);
    *next++ = (char)('0' + exponent % 10);
    return next;
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

static size_t decimal_format(char *buffer, const bres__decimal *decimal, bool negative,
                             bres__float_form form)
{
    const int positional_end = form == BRES__FLOAT_JSON ? 15 : 16;
    char *next = buffer;

    if (negative)
        *next++ = '-';
    if (decimal->exponent >= -4 && decimal->exponent < positional_end)
        next = decimal_put_positional(next, decimal, form != BRES__FLOAT_VALUE);
    else
        next = decimal_put_scientific(next, decimal);
    *next = '\0';
    return (size_t)(next - buffer);
}

size_t bres__format_scaled(char buffer[BRES__NUMBER_SIZE], double value, int tens,
                           bres__float_form form)
{
    bres__decimal decimal = { .digits = "0", .count = 1 };

    if (!isfinite(value))
        return number_put_special(buffer, value, form);
    if (value != 0) {
        bres__shortest(&decimal, fabs(value));
        decimal.exponent += tens;
    }
    return decimal_format(buffer, &decimal, signbit(value), form);
}

size_t bres__format_float64(char buffer[BRES__NUMBER_SIZE], double value, bres__float_form form)
{
    return bres__format_scaled(buffer, value, 0, form);
}

size_t bres__format_float32(char buffer[BRES__NUMBER_SIZE], float value, int tens,
                            bres__float_form form)
{
    bres__decimal decimal = { .digits = "0", .count = 1 };

    if (!isfinite(value))
        return number_put_special(buffer, (double)value, form);
    if (value != 0) {
        bres__shortest_float32(&decimal, fabsf(value));
        decimal.exponent += tens;
    }
    return decimal_format(buffer, &decimal, signbit(value), form);
}
