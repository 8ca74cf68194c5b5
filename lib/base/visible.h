/* SPDX-License-Identifier: MIT */
/*
 * Control characters (C0, DEL and C1) could command a terminal or break a line, and the characters
 * that change the direction of text could show a line in another order; a name of characters
 * without a width looks empty: texts for people show them as \n, \t, \r, \x1B, \u009B or \u202E.
 */
#ifndef BRES_BASE_VISIBLE_H
#define BRES_BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>

/* A control character as it is shown, with its NUL. */
#define BRES__ESCAPE_SIZE 8

/* Writes the control character that `data` begins with to `escape` as it is shown, and returns how
 * many bytes of `data` it takes; 0, with nothing written, when `data` begins with another
 * character. `length` is not 0. */
size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE]);
/* Copies as much of a string as fits into `size` bytes with its NUL, control characters made
 * visible; false when there was more. */
bool bres__visible_copy(char *buffer, size_t size, const char *text);

#endif
