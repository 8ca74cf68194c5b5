/* SPDX-License-Identifier: MIT */
/*
 * Compares JSON numbers as exact decimals. Works on the text, so that digits and exponent may have
 * any length.
 */
#include "base/json/cursor.h"
#include "base/json/equal.h"

/* A number; unless it is zero, its value is 0.d1d2d3... * 10^(exponent + shift) with d1 not 0. */
typedef struct decimal {
    bool zero;
    bool negative;
    const char *digits; /* at d1; may include the decimal point */
    const char *digits_end;
    int64_t shift;
    bool exponent_negative;
    const char *exponent; /* its digits up to `end`; no digits for 0 */
    const char *end;
} decimal;

static decimal decimal_read(const bres__slice *text)
{
    const char *next = text->data;
    decimal number = { .zero = true, .end = text->data + text->length };
    bool fraction = false;

    number.negative = *next == '-';
    next += number.negative;
    for (; next < number.end && (bres__json_is_digit(*next) || *next == '.'); next++) {
        if (*next == '.') {
            fraction = true;
            continue;
        }
        if (number.zero && *next != '0') {
            number.zero = false;
            number.digits = next;
        }
        if (!fraction && !number.zero)
            number.shift++;
        else if (fraction && number.zero)
            number.shift--;
    }
    number.digits_end = next;
    if (next < number.end)
        next++; /* the e */
    if (next < number.end && !bres__json_is_digit(*next))
        number.exponent_negative = *next++ == '-';
    number.exponent = next;
    return number;
}

/* The next digit; '0' after the last digit. */
static char decimal_next_digit(decimal *number)
{
    if (number->digits < number->digits_end && *number->digits == '.')
        number->digits++;
    return number->digits < number->digits_end ? *number->digits++ : '0';
}

static bool digits_equal(decimal a, decimal b)
{
    while (a.digits < a.digits_end || b.digits < b.digits_end) {
        if (decimal_next_digit(&a) != decimal_next_digit(&b))
            return false;
    }
    return true;
}

/* A digit of the exponent, with the exponent's sign. `position` counts from the last digit. */
static int64_t exponent_digit(const decimal *number, size_t position)
{
    int64_t digit;

    if (position >= (size_t)(number->end - number->exponent))
        return 0;
    digit = number->end[-1 - (ptrdiff_t)position] - '0';
    return number->exponent_negative ? -digit : digit;
}

static bool exponents_equal(const decimal *a, const decimal *b)
{
    /* Beyond this, further digits only increase the difference, and no text is long enough for the
     * shifts to compensate for it. */
    const int64_t most = INT64_C(100000000000000000);
    size_t length = (size_t)(a->end - a->exponent);
    int64_t difference = 0;

    if (length < (size_t)(b->end - b->exponent))
        length = (size_t)(b->end - b->exponent);
    while (length-- > 0) {
        difference = difference * 10 + exponent_digit(a, length) - exponent_digit(b, length);
        if (difference > most || difference < -most)
            return false;
    }
    return difference == b->shift - a->shift;
}

bool bres__json_equal_number(const bres__slice *a, const bres__slice *b)
{
    const decimal left = decimal_read(a);
    const decimal right = decimal_read(b);

    if (left.zero || right.zero)
        return left.zero && right.zero;
    return left.negative == right.negative && exponents_equal(&left, &right) &&
           digits_equal(left, right);
}
