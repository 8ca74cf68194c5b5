/* SPDX-License-Identifier: MIT */
/*
 * Finds the end of a JSON value without decoding it, to split a result file into states. The
 * decoder validates the text later, so the scan must be right only for valid text. In invalid text,
 * it may stop anywhere or find no end.
 */
#include "base/json/json.h"
#include "base/json/quotes.h"

#include <string.h>

/* The end of the outermost container in the block, one past its bracket; 0 if it does not end
 * here. */
static inline size_t scan_block(bres__json_quotes *quotes, size_t *depth, const char *text)
{
    const bres__json_block block = bres__json_block_read(text);
    const uint64_t plain = ~bres__json_string_bytes(quotes, &block);

    for (uint64_t left = (block.opens | block.closes) & plain; left != 0; left &= left - 1) {
        if ((block.opens & left & (0 - left)) != 0)
            (*depth)++;
        else if (--*depth == 0)
            return (size_t)__builtin_ctzll(left) + 1;
    }
    return 0;
}

/* The end of a container. `begin` is at its opening bracket, which raises the depth to 1. */
static const char *container_end(const char *begin, const char *end)
{
    bres__json_quotes quotes = { 0 };
    size_t depth = 0;
    char tail[BRES__JSON_BLOCK] = { 0 };
    const char *p = begin;
    size_t found;

    for (; end - p >= BRES__JSON_BLOCK; p += BRES__JSON_BLOCK) {
        found = scan_block(&quotes, &depth, p);
        if (found != 0)
            return p + found;
    }
    memcpy(tail, p, (size_t)(end - p));
    found = scan_block(&quotes, &depth, tail);
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
