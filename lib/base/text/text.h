/* SPDX-License-Identifier: MIT */
/*
 * Growable text. A failed append is remembered and makes later ones do nothing, so that a writer
 * checks once, at the end.
 */
#ifndef BRES_BASE_TEXT_TEXT_H
#define BRES_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty text. `data` is NULL while nothing was appended, else ended by NUL. */
typedef struct bres__text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
} bres__text;

/* Appends bytes for the caller to fill before the next append; NULL when an append has failed. */
char *bres__text_extend(bres__text *text, size_t length);
void bres__text_append(bres__text *text, const char *data, size_t length);
void bres__text_puts(bres__text *text, const char *string);
void bres__text_putc(bres__text *text, char character);
void bres__text_repeat(bres__text *text, char character, size_t count);
/* printf in the C locale, whatever the program's is. */
void bres__text_printf(bres__text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bres__text_vprintf(bres__text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* Back to length 0; keeps the memory and forgets a failure. */
void bres__text_clear(bres__text *text);
void bres__text_free(bres__text *text);
/* Gives the string away (bres__free() it) and empties the text; NULL when an append has failed or
 * there is no memory. */
char *bres__text_steal(bres__text *text);

/* Columns that UTF-8 text takes on a terminal: wide characters and emoji 2, combining ones 0, ANSI
 * color sequences 0; a byte that is not UTF-8 counts 1. */
size_t bres__text_width(const char *string);
/* Length of the valid UTF-8 prefix of the bytes; `length` when all are valid. */
size_t bres__utf8_valid(const char *data, size_t length);

#endif
