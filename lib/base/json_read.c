/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include "base/bytes.h"
#include "base/error.h"

#include <stdint.h>
#include <string.h>

#define DEFAULT_MAX_DEPTH  256
#define DEFAULT_MAX_STRING (UINT64_C(16) << 20)

const char *bres__json_kind_name(bres__json_kind kind)
{
    static const char *const names[] = {
        [BRES__JSON_MISSING] = "nothing",  [BRES__JSON_NULL] = "null",
        [BRES__JSON_FALSE] = "false",      [BRES__JSON_TRUE] = "true",
        [BRES__JSON_INTEGER] = "a number", [BRES__JSON_REAL] = "a number",
        [BRES__JSON_STRING] = "a string",  [BRES__JSON_ARRAY] = "a list",
        [BRES__JSON_OBJECT] = "an object",
    };

    return names[kind];
}

bres__cursor bres__json_cursor(const char *text, size_t length)
{
    return (bres__cursor){
        .start = text,
        .next = text,
        .end = length == 0 ? text : text + length, /* nothing may be added to NULL */
        .max_string = DEFAULT_MAX_STRING,
        .max_depth = DEFAULT_MAX_DEPTH,
    };
}

static bres_status syntax_error(const bres__cursor *cursor, const char *at, const char *what)
{
    bres__error(BRES_ERROR_SYNTAX, "not JSON: %s", at < cursor->end ? what : "the text ends early");
    bres__error_set_offset(at - cursor->start);
    return BRES_ERROR_SYNTAX;
}

static bres_status limit_error(const bres__cursor *cursor, const char *at, const char *what,
                               uint64_t limit)
{
    bres__error(BRES_ERROR_LIMIT, "%s (the limit is %llu)", what, (unsigned long long)limit);
    bres__error_set_offset(at - cursor->start);
    return BRES_ERROR_LIMIT;
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Passes white space; afterwards a byte can be read, or the end is reached. */
static inline void skip_blanks(bres__cursor *cursor)
{
    const char *p = cursor->next;
    const char *end = cursor->end;

    /* Indentation comes in runs: eight blanks at a time, the rest by byte. */
    while (p < end && is_blank(*p)) {
        p++;
        while (end - p >= 8 && bres__word_load(p) == BRES__BYTES(' '))
            p += 8;
    }
    cursor->next = p;
}

/* The byte at the cursor, NUL at the end (a NUL in the text is no valid byte either). */
static inline char peek_byte(const bres__cursor *cursor)
{
    return cursor->next < cursor->end ? *cursor->next : '\0';
}

bres__json_kind bres__json_peek(bres__cursor *cursor)
{
    skip_blanks(cursor);
    switch (peek_byte(cursor)) {
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
        return peek_byte(cursor) == '-' || is_digit(peek_byte(cursor)) ? BRES__JSON_INTEGER
                                                                       : BRES__JSON_MISSING;
    }
}

/* --- Strings ------------------------------------------------------------------------------ */

/* The bytes that end the plain part of a string: quotes, backslashes, control characters and bytes
 * outside ASCII. */
static inline uint64_t special_bytes(uint64_t word)
{
    return bres__word_below(word, 0x20) | bres__word_equal(word, '"') |
           bres__word_equal(word, '\\') | (word & BRES__HIGH_BITS);
}

/* What a string literal holds besides plain ASCII. */
typedef struct string_span {
    const char *begin; /* behind the opening quote */
    const char *end;   /* at the closing quote */
    bool escapes;
    bool wide; /* bytes outside ASCII */
} string_span;

static bres_status check_escape(const bres__cursor *cursor, const char **at)
{
    const char *p = *at + 1;

    if (p >= cursor->end)
        return syntax_error(cursor, p, "");
    if (strchr("\"\\/bfnrt", *p) != NULL && *p != '\0') {
        *at = p + 1;
        return BRES_OK;
    }
    if (*p != 'u')
        return syntax_error(cursor, p, "unknown escape in a string");
    for (int i = 1; i <= 4; i++) {
        if (p + i >= cursor->end)
            return syntax_error(cursor, cursor->end, "");
        if (strchr("0123456789abcdefABCDEF", p[i]) == NULL || p[i] == '\0')
            return syntax_error(cursor, p + i, "\\u needs four hexadecimal digits");
    }
    if (memcmp(p + 1, "0000", 4) == 0) {
        bres__error(BRES_ERROR_VALUE, "a string holds U+0000, which ends a C string");
        bres__error_set_offset(*at - cursor->start);
        return BRES_ERROR_VALUE;
    }
    *at = p + 5;
    return BRES_OK;
}

/* The first byte from `p` on that is special; `end` when there is none. */
static inline const char *pass_plain_bytes(const char *p, const char *end)
{
    while (end - p >= 8) {
        const uint64_t mask = special_bytes(bres__word_load(p));

        if (mask != 0)
            return p + bres__word_first(mask);
        p += 8;
    }
    while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20 &&
           (unsigned char)*p < 0x80)
        p++;
    return p;
}

/* Passes a string literal, the cursor standing at its opening quote. */
static bres_status pass_string(bres__cursor *cursor, string_span *span)
{
    const char *p = cursor->next + 1;
    const char *end = cursor->end;

    *span = (string_span){ .begin = p };
    for (;;) {
        p = pass_plain_bytes(p, end);
        while (p < end && (unsigned char)*p >= 0x80) {
            span->wide = true;
            p = pass_plain_bytes(p + 1, end);
        }
        if (p >= end)
            return syntax_error(cursor, end, "");
        if (*p == '"')
            break;
        if (*p != '\\')
            return syntax_error(cursor, p, "control character in a string");
        span->escapes = true;
        bres_status status = check_escape(cursor, &p);
        if (status != BRES_OK)
            return status;
    }
    span->end = p;
    if ((uint64_t)(p - span->begin) > cursor->max_string)
        return limit_error(cursor, cursor->next, "a string is too long", cursor->max_string);
    if (span->wide) {
        size_t length = (size_t)(p - span->begin);
        size_t valid = bres__utf8_valid(span->begin, length);

        if (valid < length)
            return syntax_error(cursor, span->begin + valid, "the text is not UTF-8");
    }
    cursor->next = p + 1;
    return BRES_OK;
}

static uint32_t hex4(const char *digits)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t c = (unsigned char)digits[i];

        value = value << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
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

/* Decodes \uXXXX at `p` (behind the u), with the low half of a surrogate pair. Returns the first
 * byte that was not used. */
static const char *decode_unicode(const char *p, const char *end, uint32_t *c)
{
    *c = hex4(p);
    p += 4;
    if (*c < 0xd800 || *c > 0xdfff)
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

/* Decodes a checked literal; what comes out is never longer than what goes in. */
static bres_status decode_string(const string_span *span, bres__arena *arena, bres__slice *slice)
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
    string_span span;
    bres_status status;

    skip_blanks(cursor);
    if (peek_byte(cursor) != '"')
        return syntax_error(cursor, cursor->next, "expected a string");
    status = pass_string(cursor, &span);
    if (status != BRES_OK)
        return status;
    if (span.escapes)
        return decode_string(&span, arena, slice);
    *slice = (bres__slice){ span.begin, (size_t)(span.end - span.begin) };
    return BRES_OK;
}

/* --- Numbers and literals ------------------------------------------------------------------- */

static bres_status pass_digits(bres__cursor *cursor)
{
    if (!is_digit(peek_byte(cursor)))
        return syntax_error(cursor, cursor->next, "a number needs a digit here");
    while (is_digit(peek_byte(cursor)))
        cursor->next++;
    return BRES_OK;
}

static bres_status pass_word(bres__cursor *cursor, const char *word)
{
    for (; *word != '\0'; word++, cursor->next++)
        if (peek_byte(cursor) != *word)
            return syntax_error(cursor, cursor->next, "expected a value");
    return BRES_OK;
}

static bres_status pass_number(bres__cursor *cursor, bres__json_kind *kind)
{
    bres_status status;

    *kind = BRES__JSON_INTEGER;
    if (peek_byte(cursor) == '-') {
        cursor->next++;
        if (peek_byte(cursor) == 'I') {
            *kind = BRES__JSON_REAL;
            return pass_word(cursor, "Infinity");
        }
    }
    if (peek_byte(cursor) == '0') {
        cursor->next++;
        if (is_digit(peek_byte(cursor)))
            return syntax_error(cursor, cursor->next, "a number must not begin with 0");
    } else if ((status = pass_digits(cursor)) != BRES_OK) {
        return status;
    }
    if (peek_byte(cursor) == '.') {
        *kind = BRES__JSON_REAL;
        cursor->next++;
        if ((status = pass_digits(cursor)) != BRES_OK)
            return status;
    }
    if (peek_byte(cursor) == 'e' || peek_byte(cursor) == 'E') {
        *kind = BRES__JSON_REAL;
        cursor->next++;
        if (peek_byte(cursor) == '+' || peek_byte(cursor) == '-')
            cursor->next++;
        return pass_digits(cursor);
    }
    return BRES_OK;
}

/* Passes a number or a literal, the cursor standing at its first byte. */
static bres_status pass_plain(bres__cursor *cursor, bres__json_kind *kind)
{
    *kind = bres__json_peek(cursor);
    switch (*kind) {
    case BRES__JSON_NULL:
        return pass_word(cursor, "null");
    case BRES__JSON_TRUE:
        return pass_word(cursor, "true");
    case BRES__JSON_FALSE:
        return pass_word(cursor, "false");
    case BRES__JSON_REAL:
        return pass_word(cursor, peek_byte(cursor) == 'N' ? "NaN" : "Infinity");
    case BRES__JSON_INTEGER:
        return pass_number(cursor, kind);
    default:
        return syntax_error(cursor, cursor->next, "expected a value");
    }
}

bres_status bres__json_scalar(bres__cursor *cursor, bres__arena *arena, bres__json_kind *kind,
                              bres__slice *slice)
{
    const char *begin;
    bres_status status;

    skip_blanks(cursor);
    if (peek_byte(cursor) == '"') {
        *kind = BRES__JSON_STRING;
        return bres__json_string(cursor, arena, slice);
    }
    begin = cursor->next;
    status = pass_plain(cursor, kind);
    *slice = (bres__slice){ begin, (size_t)(cursor->next - begin) };
    return status;
}

/* --- Containers ----------------------------------------------------------------------------- */

bres_status bres__json_enter(bres__cursor *cursor, char bracket)
{
    skip_blanks(cursor);
    if (peek_byte(cursor) != bracket)
        return syntax_error(cursor, cursor->next,
                            bracket == '{' ? "expected an object" : "expected a list");
    if (cursor->depth >= cursor->max_depth)
        return limit_error(cursor, cursor->next, "too many nested lists and objects",
                           cursor->max_depth);
    cursor->depth++;
    cursor->next++;
    return BRES_OK;
}

/* Passes a comma between two parts of a container, or its closing bracket. */
static bres_status pass_separator(bres__cursor *cursor, char close, bool *first, bool *more)
{
    skip_blanks(cursor);
    *more = false;
    if (peek_byte(cursor) == close) {
        cursor->depth--;
        cursor->next++;
        return BRES_OK;
    }
    if (!*first) {
        if (peek_byte(cursor) != ',')
            return syntax_error(cursor, cursor->next,
                                close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        cursor->next++;
        skip_blanks(cursor);
    }
    *first = false;
    *more = true;
    return BRES_OK;
}

static bres_status pass_colon(bres__cursor *cursor)
{
    skip_blanks(cursor);
    if (peek_byte(cursor) != ':')
        return syntax_error(cursor, cursor->next, "expected ':'");
    cursor->next++;
    return BRES_OK;
}

bres_status bres__json_next_element(bres__cursor *cursor, bool *first, bool *more)
{
    return pass_separator(cursor, ']', first, more);
}

bres_status bres__json_next_member(bres__cursor *cursor, bres__arena *arena, bool *first,
                                   bool *more, bres__slice *key)
{
    bres_status status = pass_separator(cursor, '}', first, more);

    if (status != BRES_OK || !*more)
        return status;
    status = bres__json_string(cursor, arena, key);
    return status != BRES_OK ? status : pass_colon(cursor);
}

/* Which of the open containers are objects, one bit each. */
typedef struct nesting {
    uint64_t objects[BRES__JSON_MAX_DEPTH / 64];
} nesting;

static inline bool in_object(const nesting *open, uint32_t depth)
{
    return (open->objects[(depth - 1) / 64] >> ((depth - 1) % 64) & 1) != 0;
}

/* Passes what stands before the next value of the innermost container, closing containers that
 * end. *done when all that were opened since `base` have been closed. */
static bres_status pass_to_value(bres__cursor *cursor, const nesting *open, uint32_t base,
                                 bool first, bool *done)
{
    while (cursor->depth > base) {
        bool object = in_object(open, cursor->depth);
        bool more;
        bres_status status = pass_separator(cursor, object ? '}' : ']', &first, &more);

        if (status != BRES_OK)
            return status;
        if (more) {
            string_span span;

            *done = false;
            if (!object)
                return BRES_OK;
            if (peek_byte(cursor) != '"')
                return syntax_error(cursor, cursor->next, "expected a key");
            status = pass_string(cursor, &span);
            return status != BRES_OK ? status : pass_colon(cursor);
        }
        first = false;
    }
    *done = true;
    return BRES_OK;
}

bres_status bres__json_skip(bres__cursor *cursor, bres__slice *slice)
{
    nesting open;
    uint32_t base = cursor->depth;
    const char *begin;
    bool done = false;

    skip_blanks(cursor);
    begin = cursor->next;
    while (!done) {
        bool entered = false;
        bres__json_kind kind = bres__json_peek(cursor);
        bres_status status;

        if (kind == BRES__JSON_OBJECT || kind == BRES__JSON_ARRAY) {
            status = bres__json_enter(cursor, *cursor->next);
            if (status == BRES_OK) {
                uint64_t bit = UINT64_C(1) << ((cursor->depth - 1) % 64);
                uint64_t *word = &open.objects[(cursor->depth - 1) / 64];

                *word = kind == BRES__JSON_OBJECT ? *word | bit : *word & ~bit;
                entered = true;
            }
        } else if (kind == BRES__JSON_STRING) {
            string_span span;

            status = pass_string(cursor, &span);
        } else {
            status = pass_plain(cursor, &kind);
        }
        if (status == BRES_OK)
            status = pass_to_value(cursor, &open, base, entered, &done);
        if (status != BRES_OK)
            return status;
    }
    if (slice != NULL)
        *slice = (bres__slice){ begin, (size_t)(cursor->next - begin) };
    return BRES_OK;
}

bres_status bres__json_finish(bres__cursor *cursor)
{
    skip_blanks(cursor);
    if (cursor->next < cursor->end)
        return syntax_error(cursor, cursor->next, "text after the document");
    return BRES_OK;
}
