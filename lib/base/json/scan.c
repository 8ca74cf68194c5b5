/* SPDX-License-Identifier: MIT */
/*
 * Finding where a JSON value ends without reading it: the scan that cuts a result file into states.
 * Whatever it passes is checked later by the decoder, so all it must get right is valid text; on
 * text that is not valid it may stop anywhere, or find no end.
 *
 * Source of the idea to find strings by the running parity of the quotes in a mask of 64 bytes:
 * Langdale and Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28 (2019).
 */
#include "base/json/block.h"
#include "base/json/json.h"

#include <stdbool.h>
#include <string.h>

/* What is carried from one block to the next. */
typedef struct scan {
    size_t depth;
    uint64_t inside;   /* all bits when the block begins inside of a string, else none */
    bool after_escape; /* the block's first byte is escaped */
} scan;

/* The bytes that a backslash before them makes plain. */
static uint64_t escaped_bytes(scan *state, uint64_t slashes)
{
    uint64_t escaped = state->after_escape ? 1 : 0;
    uint64_t left = slashes & ~escaped;

    state->after_escape = false;
    while (left != 0) {
        const uint64_t next = (left & (0 - left)) << 1;

        state->after_escape = next == 0;
        escaped |= next;
        left &= (left - 1) & ~next;
    }
    return escaped;
}

/* Bit i: the number of set bits up to and with i is odd. */
static inline uint64_t running_parity(uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/* The bytes inside of strings, opening quotes included. */
static inline uint64_t string_bytes(scan *state, const bres__json_block *block)
{
    uint64_t quotes = block->quotes;
    uint64_t inside;

    if (block->slashes != 0 || state->after_escape)
        quotes &= ~escaped_bytes(state, block->slashes);
    if (quotes == 0)
        return state->inside;
    inside = running_parity(quotes) ^ state->inside;
    state->inside = 0 - (inside >> 63);
    return inside;
}

/* Where in the block the outermost container ends, one past its bracket; 0 when it goes on. */
static inline size_t scan_block(scan *state, const char *text)
{
    const bres__json_block block = bres__json_block_read(text);
    const uint64_t plain = ~string_bytes(state, &block);

    for (uint64_t left = (block.opens | block.closes) & plain; left != 0; left &= left - 1) {
        if ((block.opens & left & (0 - left)) != 0)
            state->depth++;
        else if (--state->depth == 0)
            return (size_t)__builtin_ctzll(left) + 1;
    }
    return 0;
}

/* The end of a container. Its first byte is its bracket, so the depth is 1 from there on. */
static const char *container_end(const char *begin, const char *end)
{
    scan state = { .depth = 0 };
    char tail[BRES__JSON_BLOCK] = { 0 };
    const char *p = begin;
    size_t found;

    for (; end - p >= BRES__JSON_BLOCK; p += BRES__JSON_BLOCK) {
        found = scan_block(&state, p);
        if (found != 0)
            return p + found;
    }
    memcpy(tail, p, (size_t)(end - p));
    found = scan_block(&state, tail);
    return found != 0 ? p + found : NULL;
}

static const char *string_end(const char *begin, const char *end)
{
    const char *p = begin + 1;

    while (p < end && *p != '"') {
        if (*p == '\\' && end - p < 2)
            return NULL;
        p += *p == '\\' ? 2 : 1;
    }
    return p < end ? p + 1 : NULL;
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
    if (begin < end && (*begin == '{' || *begin == '['))
        return container_end(begin, end);
    if (begin < end && *begin == '"')
        return string_end(begin, end);
    return plain_end(begin, end);
}
