/* SPDX-License-Identifier: MIT */
/*
 * Numbers as text, independent of the program's locale.
 */
#ifndef BRES_BASE_NUMBER_H
#define BRES_BASE_NUMBER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BRES__NUMBER_SIZE 40

/* Text forms of a double. All use the shortest decimal digits that read back as the same value. */
typedef enum bres__float_form {
    BRES__FLOAT_VALUE, /* named values: 1, 0.25, 1.25e-06, positional for 1e-4 <= |x| < 1e16; inf,
                          -inf, nan */
    BRES__FLOAT_JSON, /* JSON numbers: 15.0, 1e-05, positional for 1e-4 <= |x| < 1e15; null when not
                         finite */
    BRES__FLOAT_PYTHON, /* as repr: 15.0, 1e-05, positional for 1e-4 <= |x| < 1e16; inf, -inf, nan
                         */
    BRES__FLOAT_TOML    /* always a point or an exponent: 0.8, 1e-05, 1e+16; inf, -inf, nan */
} bres__float_form;

/* Writes the decimal digits of a number, without a NUL; returns their count, at most 20. */
size_t bres__put_digits(char *digits, uint64_t number);
/* Writes the number with a NUL and returns its length. Zero keeps its sign (-0, -0.0), a NaN does
 * not. */
size_t bres__format_float64(char buffer[BRES__NUMBER_SIZE], double value, bres__float_form form);
/* The same for the value times 10^tens, with exactly the digits of the value; |tens| is at most
 * 9. */
size_t bres__format_scaled(char buffer[BRES__NUMBER_SIZE], double value, int tens,
                           bres__float_form form);
/* Like bres__format_scaled(), with the shortest digits that read back as the same binary32
 * number. */
size_t bres__format_float32(char buffer[BRES__NUMBER_SIZE], float value, int tens,
                            bres__float_form form);
size_t bres__format_int64(char buffer[BRES__NUMBER_SIZE], int64_t value);
/* snprintf in the C locale; returns what snprintf returns. */
int bres__format(char *buffer, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int bres__vformat(char *buffer, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* The result of parsing a number. */
typedef enum bres__parse {
    BRES__PARSE_OK = 0,
    BRES__PARSE_MALFORMED = 1,
    BRES__PARSE_RANGE = 2 /* an integer that does not fit in 64 bits; *value is the nearest */
} bres__parse;

/* Accepts surrounding blanks, a sign, and decimal digits with single underscores between them. */
bres__parse bres__parse_int64(const char *text, size_t length, int64_t *value);
/* Accepts surrounding blanks, a sign, decimal digits with or without a point ("5.", ".5"), an
 * exponent, or inf / infinity / nan in any case; no hexadecimal and no underscores. A number that
 * is too large becomes infinity. */
bres__parse bres__parse_float64(const char *text, size_t length, double *value);

#endif
