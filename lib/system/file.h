/* SPDX-License-Identifier: MIT */
/*
 * Reading files of /proc and /sys, up to a bound. Only bres__system_read_large() allocates memory
 * and can return an error.
 */
#ifndef BRES_SYSTEM_FILE_H
#define BRES_SYSTEM_FILE_H

#include "system/system.h"

/* Largest file in bytes. */
#define BRES__SYSTEM_FILE_MAX 16384

typedef struct bres__reading {
    bres__fact_state state;               /* BRES__FACT_KNOWN: `data` has the content */
    size_t length;                        /* without white space at the end; 0 for a blank line */
    char data[BRES__SYSTEM_FILE_MAX + 1]; /* NUL-terminated */
} bres__reading;

/* Reads a whole file, whose path is a printf format, below `root`. Returns whether it is readable.
 * A file without any byte is BRES__FACT_EMPTY; a file with a NUL byte is malformed. */
bool bres__system_read(const char *root, bres__reading *reading, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Like bres__system_read(), but reads only the beginning of a file that exceeds the bound. */
bool bres__system_read_prefix(const char *root, bres__reading *reading, const char *path);
/* Reads a whole file of up to `max` bytes into memory that the caller frees. *state is
 * BRES__FACT_KNOWN, or the reason why the file was not read. Errors: BRES_ERROR_MEMORY. */
bres_status bres__system_read_large(const char *root, const char *path, size_t max,
                                    bres__buffer *buffer, bres__fact_state *state);
/* Whether a file exists. */
bool bres__system_exists(const char *root, const char *path);
/* Calls `entry` for each name in a directory that does not begin with a dot, until `entry` returns
 * false. */
bres__fact_state bres__system_list(const char *root, const char *path,
                                   bool (*entry)(void *context, const char *name), void *context);

/* Finds the first line of `text` that begins with `key` and a blank or ':'. Returns the rest of the
 * line, without the blanks and ':' before it and the blanks after it; NULL if no line matches. */
const char *bres__line_find(const char *text, const char *key, size_t *length);
/* Parses the whole text as an integer. Returns false if it is not an integer or is below `least`.
 */
bool bres__text_integer(const char *text, size_t length, int64_t least, int64_t *value);

#endif
