/* SPDX-License-Identifier: MIT */
/*
 * Finding where a JSON value ends without reading it: the scan that cuts a result file into states.
 * Whatever it passes is checked later by the decoder, so all it must get right is valid text; on
 * text that is not valid it may stop anywhere, or find no end.
 */
#include "base/bytes.h"
#include "base/json.h"

#include <string.h>

/* The closing quote of a string whose first content byte is at `p`; NULL when there is none. */
static inline const char *string_end(const char *p, const char *end)
{
    for (;;) {
        uint64_t mask = 0;

        while (end - p >= 8) {
            const uint64_t word = bres__word_load(p);

            mask = bres__word_equal(word, '"') | bres__word_equal(word, '\\');
            if (mask != 0)
                break;
            p += 8;
        }
        if (mask != 0)
            p += bres__word_first(mask);
        while (p < end && *p != '"' && *p != '\\')
            p++;
        if (p >= end)
            return NULL;
        if (*p == '"')
            return p;
        if (end - p < 2)
            return NULL;
        p += 2;
    }
}

/* The next quote or bracket; `end` when there is none. Setting bit 5 makes '[' a '{' and ']' a '}'.
 */
static inline const char *next_structural(const char *p, const char *end)
{
    while (end - p >= 8) {
        const uint64_t word = bres__word_load(p);
        const uint64_t folded = word | BRES__BYTES(0x20);
        const uint64_t mask = bres__word_equal(word, '"') | bres__word_equal(folded, '{') |
                              bres__word_equal(folded, '}');

        if (mask != 0)
            return p + bres__word_first(mask);
        p += 8;
    }
    while (p < end && *p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
        p++;
    return p;
}

/* The end of a number or literal. */
static const char *plain_end(const char *p, const char *end)
{
    while (p < end && strchr(" \t\r\n,]}:", *p) == NULL)
        p++;
    return p;
}

const char *bres__json_span(const char *begin, const char *end)
{
    const char *p = begin;
    size_t depth = 0;

    if (p < end && *p != '"' && *p != '{' && *p != '[')
        return plain_end(p, end);
    while ((p = next_structural(p, end)) < end) {
        if (*p == '"') {
            p = string_end(p + 1, end);
            if (p == NULL)
                return NULL;
            p++;
        } else if ((*p++ | 0x20) == '{') {
            depth++;
            continue;
        } else if (depth > 0) {
            depth--;
        }
        if (depth == 0)
            return p;
    }
    return NULL;
}
