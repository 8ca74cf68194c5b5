/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files that implement the JSON reader. Per-byte work is inline.
 */
#ifndef BRES_BASE_JSON_CURSOR_H
#define BRES_BASE_JSON_CURSOR_H

#include "base/bytes.h"
#include "base/json/json.h"

/* Sets BRES_ERROR_SYNTAX at `at`. At the end of the text, the message is "the text ends early"
 * instead of `what`. */
bres_status bres__json_syntax_error(const bres__cursor *cursor, const char *at, const char *what);
bres_status bres__json_limit_error(const bres__cursor *cursor, const char *at, const char *what,
                                   uint64_t limit);

/* The extent of a string literal and its special content. */
typedef struct bres__json_string_span {
    const char *begin; /* after the opening quote */
    const char *end;   /* at the closing quote */
    bool escapes;      /* has escapes */
    bool wide;         /* has bytes outside ASCII */
} bres__json_string_span;

/* Moves the cursor from the opening quote of a string past the string. */
bres_status bres__json_pass_string(bres__cursor *cursor, bres__json_string_span *span);
/* Moves the cursor from the first byte of a number or literal past it. */
bres_status bres__json_pass_plain(bres__cursor *cursor, bres__json_kind *kind);

static inline bool bres__json_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline bool bres__json_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Marks the special bytes of a string: quotes, backslashes, control characters and bytes outside
 * ASCII. */
static inline uint64_t bres__json_special_bytes(uint64_t word)
{
    return bres__word_below(word, 0x20) | bres__word_equal(word, '"') |
           bres__word_equal(word, '\\') | (word & BRES__HIGH_BITS);
}

/* The first special byte at or after `p`; `end` if all bytes are plain. */
static inline const char *bres__json_pass_plain_bytes(const char *p, const char *end)
{
    while (end - p >= 8) {
        const uint64_t mask = bres__json_special_bytes(bres__word_load(p));

        if (mask != 0)
            return p + bres__word_first(mask);
        p += 8;
    }
    while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20 &&
           (unsigned char)*p < 0x80)
        p++;
    return p;
}

/* Skips white space; the cursor is then at another byte or at the end. */
static inline void bres__json_skip_blanks(bres__cursor *cursor)
{
    const char *p = cursor->next;
    const char *end = cursor->end;

    /* Indentation is a run of blanks: skip eight at a time, the rest byte by byte. */
    while (p < end && bres__json_is_blank(*p)) {
        p++;
        while (end - p >= 8 && bres__word_load(p) == BRES__BYTES(' '))
            p += 8;
    }
    cursor->next = p;
}

/* The byte at the cursor; NUL at the end (a NUL in the text is invalid, too). */
static inline char bres__json_byte(const bres__cursor *cursor)
{
    return cursor->next < cursor->end ? *cursor->next : '\0';
}

/* The kind of the value at the cursor, from its first byte: every number is INTEGER. */
static inline bres__json_kind bres__json_kind_of(const bres__cursor *cursor)
{
    switch (bres__json_byte(cursor)) {
    case '{':
        return BRES__JSON_OBJECT;
    case '[':
        return BRES__JSON_ARRAY;
    case '"':
        return BRES__JSON_STRING;
    case 't':
        return BRES__JSON_TRUE;
    case 'f':
        return BRES__JSON_FALSE;
    case 'n':
        return BRES__JSON_NULL;
    case 'N':
    case 'I':
        return BRES__JSON_REAL;
    default:
        return bres__json_byte(cursor) == '-' || bres__json_is_digit(bres__json_byte(cursor))
                   ? BRES__JSON_INTEGER
                   : BRES__JSON_MISSING;
    }
}

#endif
