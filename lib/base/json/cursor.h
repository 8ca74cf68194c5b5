/* SPDX-License-Identifier: MIT */
/*
 * For the files of the JSON reader itself. What is done for each byte is inline.
 */
#ifndef BRES_BASE_JSON_CURSOR_H
#define BRES_BASE_JSON_CURSOR_H

#include "base/bytes.h"
#include "base/json/json.h"

/* BRES_ERROR_SYNTAX for the place `at`; at the end of the text the message says that instead. */
bres_status bres__json_syntax_error(const bres__cursor *cursor, const char *at, const char *what);
bres_status bres__json_limit_error(const bres__cursor *cursor, const char *at, const char *what,
                                   uint64_t limit);

/* What a string literal holds besides plain ASCII. */
typedef struct bres__json_string_span {
    const char *begin; /* behind the opening quote */
    const char *end;   /* at the closing quote */
    bool escapes;
    bool wide; /* bytes outside ASCII */
} bres__json_string_span;

/* Passes a string, the cursor standing at its opening quote. */
bres_status bres__json_pass_string(bres__cursor *cursor, bres__json_string_span *span);
/* Passes a number or a literal, the cursor standing at its first byte. */
bres_status bres__json_pass_plain(bres__cursor *cursor, bres__json_kind *kind);

static inline bool bres__json_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline bool bres__json_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The bytes that end the plain part of a string: quotes, backslashes, control characters and bytes
 * outside ASCII. */
static inline uint64_t bres__json_special_bytes(uint64_t word)
{
    return bres__word_below(word, 0x20) | bres__word_equal(word, '"') |
           bres__word_equal(word, '\\') | (word & BRES__HIGH_BITS);
}

/* The first byte from `p` on that is special; `end` when there is none. */
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

/* Passes white space; afterwards a byte can be read, or the end is reached. */
static inline void bres__json_skip_blanks(bres__cursor *cursor)
{
    const char *p = cursor->next;
    const char *end = cursor->end;

    /* Indentation comes in runs: eight blanks at a time, the rest by byte. */
    while (p < end && bres__json_is_blank(*p)) {
        p++;
        while (end - p >= 8 && bres__word_load(p) == BRES__BYTES(' '))
            p += 8;
    }
    cursor->next = p;
}

/* The byte at the cursor, NUL at the end (a NUL in the text is no valid byte either). */
static inline char bres__json_byte(const bres__cursor *cursor)
{
    return cursor->next < cursor->end ? *cursor->next : '\0';
}

/* The kind of the value at the cursor, by its first byte. */
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
