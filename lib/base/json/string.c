/* SPDX-License-Identifier: MIT */
/*
 * Strings of a JSON text.
 */
#include "base/json/cursor.h"

#include "base/error.h"

#include <string.h>

static uint32_t hex4(const char *digits)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t c = (unsigned char)digits[i];

        value = value << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

/* Checks the four digits of \\uXXXX; `p` is at the u. */
static bres_status check_digits(const bres__cursor *cursor, const char *p)
{
    for (int i = 1; i <= 4; i++) {
        if (p + i >= cursor->end)
            return bres__json_syntax_error(cursor, cursor->end, "");
        if (strchr("0123456789abcdefABCDEF", p[i]) == NULL || p[i] == '\0')
            return bres__json_syntax_error(cursor, p + i, "\\u needs four hexadecimal digits");
    }
    return BRES_OK;
}

static bres_status value_error(const bres__cursor *cursor, const char *at, const char *what)
{
    bres__error(BRES_ERROR_VALUE, "%s", what);
    bres__error_set_offset(at - cursor->start);
    return BRES_ERROR_VALUE;
}

static bool is_surrogate(uint32_t c)
{
    return c >= 0xd800 && c <= 0xdfff;
}

/* Passes a surrogate pair; *at is at the backslash of its first half. */
static bres_status check_pair(const bres__cursor *cursor, const char **at)
{
    const char *second = *at + 6;
    bool is_pair = hex4(*at + 2) < 0xdc00 && cursor->end - second >= 2 && second[0] == '\\' &&
                   second[1] == 'u';

    if (is_pair) {
        const bres_status status = check_digits(cursor, second + 1);

        if (status != BRES_OK)
            return status;
        is_pair = is_surrogate(hex4(second + 2)) && hex4(second + 2) >= 0xdc00;
    }
    if (!is_pair)
        return value_error(cursor, *at, "a string has half of a surrogate pair");
    *at = second + 6;
    return BRES_OK;
}

static bres_status check_escape(const bres__cursor *cursor, const char **at)
{
    const char *p = *at + 1;
    bres_status status;

    if (p >= cursor->end)
        return bres__json_syntax_error(cursor, p, "");
    if (strchr("\"\\/bfnrt", *p) != NULL && *p != '\0') {
        *at = p + 1;
        return BRES_OK;
    }
    if (*p != 'u')
        return bres__json_syntax_error(cursor, p, "unknown escape in a string");
    status = check_digits(cursor, p);
    if (status != BRES_OK)
        return status;
    if (memcmp(p + 1, "0000", 4) == 0)
        return value_error(cursor, *at, "a string holds U+0000, which ends a C string");
    if (cursor->refuses_lone_surrogates && is_surrogate(hex4(p + 1)))
        return check_pair(cursor, at);
    *at = p + 5;
    return BRES_OK;
}

bres_status bres__json_pass_string(bres__cursor *cursor, bres__json_string_span *span)
{
    const char *p = cursor->next + 1;
    const char *end = cursor->end;

    *span = (bres__json_string_span){ .begin = p };
    for (;;) {
        p = bres__json_pass_plain_bytes(p, end);
        while (p < end && (unsigned char)*p >= 0x80) {
            span->wide = true;
            p = bres__json_pass_plain_bytes(p + 1, end);
        }
        if (p >= end)
            return bres__json_syntax_error(cursor, end, "");
        if (*p == '"')
            break;
        if (*p != '\\')
            return bres__json_syntax_error(cursor, p, "control character in a string");
        span->escapes = true;
        bres_status status = check_escape(cursor, &p);
        if (status != BRES_OK)
            return status;
    }
    span->end = p;
    if ((uint64_t)(p - span->begin) > cursor->max_string)
        return bres__json_limit_error(cursor, cursor->next, "a string is too long",
                                      cursor->max_string);
    if (span->wide) {
        size_t length = (size_t)(p - span->begin);
        size_t valid = bres__utf8_valid(span->begin, length);

        if (valid < length)
            return bres__json_syntax_error(cursor, span->begin + valid, "the text is not UTF-8");
    }
    cursor->next = p + 1;
    return BRES_OK;
}

static char *put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *out++ = (char)(0xe0 | c >> 12);
        } else {
            *out++ = (char)(0xf0 | c >> 18);
            *out++ = (char)(0x80 | (c >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (c & 0x3f));
    return out;
}

/* Decodes \uXXXX, with `p` after the u, and the second half of a surrogate pair. Returns the first
 * unused byte. */
static const char *decode_unicode(const char *p, const char *end, uint32_t *c)
{
    *c = hex4(p);
    p += 4;
    if (!is_surrogate(*c))
        return p;
    if (*c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
        uint32_t low = hex4(p + 2);

        if (low >= 0xdc00 && low <= 0xdfff) {
            *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
            return p + 6;
        }
    }
    *c = 0xfffd;
    return p;
}

static char decode_simple(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c;
    }
}

/* Decodes a valid string literal; the output is never longer than the input. */
static bres_status decode_string(const bres__json_string_span *span, bres__arena *arena,
                                 bres__slice *slice)
{
    char *begin = bres__arena_alloc(arena, (size_t)(span->end - span->begin) + 1, 1);
    char *out = begin;

    if (begin == NULL)
        return bres__error_memory();
    for (const char *p = span->begin; p < span->end;) {
        uint32_t c;

        if (*p != '\\') {
            *out++ = *p++;
            continue;
        }
        if (p[1] != 'u') {
            *out++ = decode_simple(p[1]);
            p += 2;
            continue;
        }
        p = decode_unicode(p + 2, span->end, &c);
        out = put_utf8(out, c);
    }
    *out = '\0';
    *slice = (bres__slice){ begin, (size_t)(out - begin) };
    return BRES_OK;
}

bres_status bres__json_string(bres__cursor *cursor, bres__arena *arena, bres__slice *slice)
{
    bres__json_string_span span;
    bres_status status;

    bres__json_skip_blanks(cursor);
    if (bres__json_byte(cursor) != '"')
        return bres__json_syntax_error(cursor, cursor->next, "expected a string");
    status = bres__json_pass_string(cursor, &span);
    if (status != BRES_OK)
        return status;
    if (span.escapes)
        return decode_string(&span, arena, slice);
    *slice = (bres__slice){ span.begin, (size_t)(span.end - span.begin) };
    return BRES_OK;
}
