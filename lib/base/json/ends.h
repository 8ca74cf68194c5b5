/* SPDX-License-Identifier: MIT */
/*
 * Finds, on several threads, the ends of the containers on one nesting level of a large JSON text.
 * The results equal those of bres__json_span(): both consider only quotes and brackets and do not
 * validate the text.
 */
#ifndef BRES_BASE_JSON_ENDS_H
#define BRES_BASE_JSON_ENDS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <stdint.h>

/* Default size in bytes of a part, which one thread scans. */
#define BRES__JSON_ENDS_PART ((size_t)1 << 20)

typedef struct bres__json_ends_part bres__json_ends_part;

/* All zero: no ends are known, and each look-up scans the text. */
typedef struct bres__json_ends {
    const char *text;
    size_t size;
    int64_t level; /* nesting level: the number of containers around a recorded one */
    size_t part;   /* bytes of a part */
    size_t count;  /* of `parts` */
    bres__json_ends_part *parts;
} bres__json_ends;

/* Scans a text, which must outlive `ends`, in parts of about `part` bytes; `threads` 0: one for
 * each CPU. Records no ends if there would be a single thread or part. The caller must free `ends`,
 * also after an error. Errors: BRES_ERROR_MEMORY. */
bres_status bres__json_ends_find(bres__json_ends *ends, const char *text, size_t size,
                                 uint32_t level, size_t part, size_t threads);
/* The end, one past its last byte, of the value that begins at `begin` on the level of `ends`; NULL
 * when the text ends first. The containers around this value must be valid JSON up to `begin`. */
const char *bres__json_ends_span(const bres__json_ends *ends, const char *begin, const char *end);
void bres__json_ends_free(bres__json_ends *ends);

#endif
