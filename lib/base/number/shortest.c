/* SPDX-License-Identifier: MIT */
#include "base/number/shortest.h"

#include "base/number/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

const uint64_t bres__fives[BRES__FIVES] = {
    UINT64_C(1),
    UINT64_C(5),
    UINT64_C(25),
    UINT64_C(125),
    UINT64_C(625),
    UINT64_C(3125),
    UINT64_C(15625),
    UINT64_C(78125),
    UINT64_C(390625),
    UINT64_C(1953125),
    UINT64_C(9765625),
    UINT64_C(48828125),
    UINT64_C(244140625),
    UINT64_C(1220703125),
    UINT64_C(6103515625),
    UINT64_C(30517578125),
    UINT64_C(152587890625),
    UINT64_C(762939453125),
    UINT64_C(3814697265625),
    UINT64_C(19073486328125),
    UINT64_C(95367431640625),
    UINT64_C(476837158203125),
    UINT64_C(2384185791015625),
    UINT64_C(11920928955078125),
    UINT64_C(59604644775390625),
    UINT64_C(298023223876953125),
    UINT64_C(1490116119384765625),
    UINT64_C(7450580596923828125),
};

/* The numbers that read back as a double, in units of 10^-`tens`. `value` is the double itself,
 * with `fraction` fractional bits. The integers from `low` to `high` read back as the double. */
typedef struct interval {
    uint128 value;
    int fraction;
    uint64_t low;
    uint64_t high;
    int tens;
} interval;

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* The additional mantissa bits of a double, compared with a binary32 number. */
#define FLOAT32_SHIFT (DBL_MANT_DIG - FLT_MANT_DIG)

/*
 * Every double from 1e-11 to 1e16 is a 128-bit fixed-point number, in units in which the double has
 * 17 or 18 digits. The ends of the interval are the midpoints to the adjacent numbers; they belong
 * to the interval if the mantissa is even. The last `shift` bits of the mantissa are 0, also in the
 * adjacent numbers. Returns false if the value is out of this range.
 */
static bool interval_find(interval *found, double value, int shift)
{
    const uint64_t least = UINT64_C(1) << (DBL_MANT_DIG - 1);
    const uint64_t bits = bits_of(value);
    const uint64_t mantissa = least | (bits & (least - 1));
    const int exponent = (int)(bits >> (DBL_MANT_DIG - 1)) - DBL_MAX_EXP + 2;
    const int tens = BRES__SHORTEST_MAX - 1 - (int)floor((exponent - 1) * 0.30102999566398120);
    const int fraction = DBL_MANT_DIG + 2 - exponent - tens;
    const bool is_even = (mantissa >> shift) % 2 == 0;
    uint128 power;
    uint128 low;
    uint128 high;

    if (tens < 0 || tens >= BRES__FIVES || fraction < 0)
        return false;
    power = bres__fives[tens];
    /* Counts quarters of the last place: the midpoint below a power of two is then whole, too. */
    *found = (interval){ .value = 4 * mantissa * power, .fraction = fraction, .tens = tens };
    low = found->value - ((mantissa == least ? 1 : 2) * power << shift);
    high = found->value + (2 * power << shift);
    if (!is_even) {
        low++;
        high--;
    }
    found->low = (uint64_t)((low + (((uint128)1 << found->fraction) - 1)) >> found->fraction);
    found->high = (uint64_t)(high >> found->fraction);
    return true;
}

/* The value in multiples of `unit` (a power of ten), rounded to nearest, ties to even. */
static uint64_t interval_round(const interval *self, uint64_t unit)
{
    const uint64_t whole = (uint64_t)(self->value >> self->fraction);
    const uint128 rest = self->value - ((uint128)whole << self->fraction) +
                         ((uint128)(whole % unit) << self->fraction);
    const uint128 twice = 2 * rest;
    const uint128 one = (uint128)unit << self->fraction;
    const uint64_t number = whole / unit;

    return number + (twice > one || (twice == one && number % 2 != 0));
}

static bool find_by_interval(bres__decimal *decimal, double value, int shift)
{
    interval found;
    uint64_t unit = 1;
    uint64_t number;
    uint64_t low;
    uint64_t high;
    int place = 0;

    if (!interval_find(&found, value, shift))
        return false;
    low = found.low;
    high = found.high;
    while (low / 10 + (low % 10 != 0) <= high / 10) {
        low = low / 10 + (low % 10 != 0);
        high /= 10;
        unit *= 10;
        place++;
    }
    number = interval_round(&found, unit);
    number = number < low ? low : number > high ? high : number;
    decimal->count = (int)bres__put_digits(decimal->digits, number);
    decimal->exponent = decimal->count - 1 + place - found.tens;
    return true;
}

/* Rounds to `count` digits. Skips any decimal point, the only part that depends on the locale. */
static void decimal_round(bres__decimal *decimal, double value, int count)
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

static double decimal_read(const bres__decimal *decimal)
{
    char text[BRES__NUMBER_SIZE];
    double read;
    int length;

    memcpy(text, decimal->digits, (size_t)decimal->count);
    length = decimal->count +
             sprintf(text + decimal->count, "e%d", decimal->exponent - (decimal->count - 1));
    bres__parse_float64(text, (size_t)length, &read);
    return read;
}

/* The next larger decimal with the same number of digits. Does not handle 9...9: the caller would
 * have found its successor, a digit and zeros, before. */
static void decimal_increment(bres__decimal *decimal)
{
    int place = decimal->count - 1;

    while (place > 0 && decimal->digits[place] == '9')
        decimal->digits[place--] = '0';
    if (decimal->digits[place] != '9')
        decimal->digits[place]++;
}

/*
 * Finds the shortest digits that read back as the value. A decimal of up to DBL_DIG digits survives
 * conversion to a normal double and back. So a shorter decimal appears as DBL_DIG digits with
 * trailing zeros. Subnormal doubles have fewer digits. The double below a power of two is half as
 * far away as the double above. So the next larger decimal can read back when the nearest does not.
 */
static void find_by_reading(bres__decimal *decimal, double value)
{
    int count = value < DBL_MIN ? 1 : DBL_DIG;
    int exponent;

    for (;; count++) {
        decimal_round(decimal, value, count);
        if (count == BRES__SHORTEST_MAX || decimal_read(decimal) == value)
            break;
        if (frexp(value, &exponent) != 0.5)
            continue;
        decimal_increment(decimal);
        if (decimal_read(decimal) == value)
            break;
    }
}

static void drop_zeros(bres__decimal *decimal)
{
    while (decimal->count > 1 && decimal->digits[decimal->count - 1] == '0')
        decimal->count--;
}

void bres__shortest(bres__decimal *decimal, double value)
{
    if (!find_by_interval(decimal, value, 0))
        find_by_reading(decimal, value);
    drop_zeros(decimal);
}

void bres__shortest_float32(bres__decimal *decimal, float value)
{
    int count = 1;

    if (value < FLT_MIN || !find_by_interval(decimal, (double)value, FLOAT32_SHIFT)) {
        do
            decimal_round(decimal, (double)value, count);
        while ((float)decimal_read(decimal) != value && count++ < FLT_DECIMAL_DIG);
    }
    drop_zeros(decimal);
}
