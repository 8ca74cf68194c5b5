/* SPDX-License-Identifier: MIT */
/*
 * Finding where a JSON value ends without reading it: the scan that cuts a result file into states.
 * Whatever it passes is checked later by the decoder, so all it must get right is valid text; on
 * text that is not valid it may stop anywhere, or find no end.
 */
#include "base/json.h"

#include <stdint.h>
#include <string.h>

#define ONES  UINT64_C(0x0101010101010101)
#define HIGHS UINT64_C(0x8080808080808080)

/* Not zero when a byte of the word is zero. */
static inline uint64_t zero_bytes(uint64_t word)
{
    return (word - ONES) & ~word & HIGHS;
}

/* The closing quote of a string whose first content byte is at `p`; NULL when there is none. */
static const char *string_end(const char *p, const char *end)
{
    for (;;) {
        uint64_t word;

        while (end - p >= 8 && (memcpy(&word, p, 8), (zero_bytes(word ^ (ONES * '"')) |
                                                      zero_bytes(word ^ (ONES * '\\'))) == 0))
            p += 8;
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
static const char *next_structural(const char *p, const char *end)
{
    uint64_t word;

    while (end - p >= 8 &&
           (memcpy(&word, p, 8),
            (zero_bytes(word ^ (ONES * '"')) | zero_bytes((word | (ONES * 0x20)) ^ (ONES * '{')) |
             zero_bytes((word | (ONES * 0x20)) ^ (ONES * '}'))) == 0))
        p += 8;
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
