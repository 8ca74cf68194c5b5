/* SPDX-License-Identifier: MIT */
/*
 * Determines which bytes of a JSON text are inside strings, in blocks of 64 bytes, from the running
 * parity of the quotes.
 *
 * Method: Langdale and Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28 (2019).
 */
#ifndef BRES_BASE_JSON_QUOTES_H
#define BRES_BASE_JSON_QUOTES_H

#include "base/json/block.h"

#include <stdbool.h>

/* State carried from one block to the next. */
typedef struct bres__json_quotes {
    uint64_t inside;   /* all bits set if the block begins inside a string, else 0 */
    bool after_escape; /* the block's first byte is escaped */
} bres__json_quotes;

/* Marks the bytes that a preceding backslash escapes. */
static inline uint64_t bres__json_escaped_bytes(bres__json_quotes *quotes, uint64_t slashes)
{
    uint64_t escaped = quotes->after_escape ? 1 : 0;
    uint64_t left = slashes & ~escaped;

    quotes->after_escape = false;
    while (left != 0) {
        const uint64_t next = (left & (0 - left)) << 1;

        quotes->after_escape = next == 0;
        escaped |= next;
        left &= (left - 1) & ~next;
    }
    return escaped;
}

/* Sets bit i if the number of set bits in bits 0 to i is odd. */
static inline uint64_t bres__json_running_parity(uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/* Marks the bytes inside strings, including opening quotes. */
static inline uint64_t bres__json_string_bytes(bres__json_quotes *quotes,
                                               const bres__json_block *block)
{
    uint64_t ends = block->quotes;
    uint64_t inside;

    if (block->slashes != 0 || quotes->after_escape)
        ends &= ~bres__json_escaped_bytes(quotes, block->slashes);
    if (ends == 0)
        return quotes->inside;
    inside = bres__json_running_parity(ends) ^ quotes->inside;
    quotes->inside = 0 - (inside >> 63);
    return inside;
}

#endif
