/* SPDX-License-Identifier: MIT */
/*
 * Growable text. After a failed append, later appends do nothing, so that the writer checks for
 * failure once, at the end.
 */
#ifndef BRES_BASE_TEXT_TEXT_H
#define BRES_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty text. `data` is NULL until the first append, then NUL-terminated. */
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
/* printf in the C locale, regardless of the program's locale. */
void bres__text_printf(bres__text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bres__text_vprintf(bres__text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* Sets the length to 0; keeps the memory and clears `failed`. */
void bres__text_clear(bres__text *text);
void bres__text_free(bres__text *text);
/* Returns the string, which the caller must bres__free(), and empties the text; NULL when an append
 * has failed or memory runs out. */
char *bres__text_steal(bres__text *text);

/* Columns that UTF-8 text takes on a terminal: 2 for wide characters and emoji, 0 for combining
 * marks and ANSI color sequences, 1 for a byte that is not valid UTF-8. */
size_t bres__text_width(const char *string);
/* Length of the valid UTF-8 prefix of the bytes; `length` when all are valid. */
size_t bres__utf8_valid(const char *data, size_t length);

#endif
