/* SPDX-License-Identifier: MIT */
/*
 * The ends of the containers on one level of a large JSON text, which several threads find. Like
 * bres__json_span(), which it equals, it follows quotes and brackets alone: the text has not been
 * checked.
 */
#ifndef BRES_BASE_JSON_ENDS_H
#define BRES_BASE_JSON_ENDS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of text that a thread scans at a time. */
#define BRES__JSON_ENDS_PART ((size_t)1 << 20)

typedef struct bres__json_ends_part bres__json_ends_part;

/* All zero: no ends are known, and each look-up scans. */
typedef struct bres__json_ends {
    const char *text;
    size_t size;
    int64_t level; /* containers that are open around those whose ends are kept */
    size_t part;   /* bytes */
    size_t count;
    bres__json_ends_part *parts;
} bres__json_ends;

/* Scans a text, which must stay, in parts of about `part` bytes; `threads` 0: one for each CPU. One
 * thread or one part finds nothing. Free the ends in any case. Errors: BRES_ERROR_MEMORY. */
bres_status bres__json_ends_find(bres__json_ends *ends, const char *text, size_t size,
                                 uint32_t level, size_t part, size_t threads);
/* The end of the value that begins at `begin` on the level of the ends, one past its last byte;
 * NULL when the text ends first. The containers around this value begin as valid JSON. */
const char *bres__json_ends_span(const bres__json_ends *ends, const char *begin, const char *end);
void bres__json_ends_free(bres__json_ends *ends);

#endif
