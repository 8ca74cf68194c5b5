/* SPDX-License-Identifier: MIT */
/*
 * Escapes for characters that could mislead a reader. Control characters (C0, DEL and C1) could
 * control a terminal or break a line. Bidirectional controls could reorder a line. A name of
 * zero-width characters looks empty. Human-readable text shows all of them as \n, \t, \r, \x1B,
 * \u009B or \u202E. Below, "control character" means any of these characters.
 */
#ifndef BRES_BASE_VISIBLE_H
#define BRES_BASE_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>

/* Size of the longest escape, including the NUL. */
#define BRES__ESCAPE_SIZE 8

/* If `data` begins with a control character, writes its escape to `escape` and returns its length
 * in `data` in bytes. Otherwise returns 0 and writes nothing. `length` is not 0. */
size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE]);
/* Copies a string with its control characters escaped, as much as fits into `size` bytes including
 * the NUL. Returns false when the string was truncated. */
bool bres__visible_copy(char *buffer, size_t size, const char *text);

#endif
