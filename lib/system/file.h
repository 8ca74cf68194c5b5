/* SPDX-License-Identifier: MIT */
/*
 * Reading a file of /proc or /sys: bounded, without allocations, and without errors.
 */
#ifndef BRES_SYSTEM_FILE_H
#define BRES_SYSTEM_FILE_H

#include "system/system.h"

/* The bound of a file in bytes. */
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
/* The same for the beginning of a file, up to the bound. */
bool bres__system_read_prefix(const char *root, bres__reading *reading, const char *path);
/* Reads a whole file that may be larger, up to `max` bytes, into memory that the caller frees. The
 * state is unknown for the reasons above. Errors: BRES_ERROR_MEMORY. */
bres_status bres__system_read_large(const char *root, const char *path, size_t max,
                                    bres__buffer *buffer, bres__fact_state *state);
/* Whether a file exists. */
bool bres__system_exists(const char *root, const char *path);
/* Calls `entry` for each name in a directory, except those that begin with a dot, until it returns
 * false. */
bres__fact_state bres__system_list(const char *root, const char *path,
                                   bool (*entry)(void *context, const char *name), void *context);

/* The rest of the line that begins with `key`, without white space and ':' before it, in a text of
 * lines; NULL if no line does. */
const char *bres__line_find(const char *text, const char *key, size_t *length);
/* An integer of at least `least` that is the whole text. */
bool bres__text_integer(const char *text, size_t length, int64_t least, int64_t *value);

#endif
