/* SPDX-License-Identifier: MIT */
#include "base/json/cursor.h"

#include "base/number/number.h"

#include <string.h>

/* Whether the string begins with a C1 control, which UTF-8 encodes as 0xC2 and the code point. */
static bool is_c1(const char *string, size_t length)
{
    return length > 1 && (unsigned char)string[0] == 0xC2 && (unsigned char)string[1] < 0xA0;
}

/* The first byte that needs an escape; `end` if no byte does. */
static const char *find_escaped(const char *p, const char *end, bool visible)
{
    for (;; p++) {
        p = visible ? p : bres__json_pass_plain_bytes(p, end);
        if (p == end || (unsigned char)*p < 0x20 || *p == '"' || *p == '\\' ||
            (visible && (*p == 0x7F || is_c1(p, (size_t)(end - p)))))
            return p;
    }
}

/* Appends the escape of the character at `p`. Returns the byte after that character. */
static const char *put_escape(bres__text *text, const char *p, size_t length)
{
    const char *simple = *p == '\0' ? NULL : strchr("\"\"\\\\\bb\ff\nn\rr\tt", *p);

    p += is_c1(p, length);
    if (simple != NULL) {
        bres__text_putc(text, '\\');
        bres__text_putc(text, simple[1]);
    } else {
        bres__text_printf(text, "\\u%04x", (unsigned char)*p);
    }
    return p + 1;
}

static void quote_plain(bres__text *text, const char *string, size_t length)
{
    char *room = bres__text_extend(text, length + 2);

    if (room == NULL)
        return;
    room[0] = '"';
    memcpy(room + 1, string, length);
    room[length + 1] = '"';
}

static void quote(bres__text *text, const char *data, size_t length, bool visible)
{
    /* `data` may be NULL when `length` is 0, and NULL + 0 is undefined. */
    const char *const string = length != 0 ? data : "";
    const char *const end = string + length;
    const char *plain = string;
    const char *escaped = find_escaped(plain, end, visible);

    if (escaped == end) {
        quote_plain(text, string, length);
        return;
    }
    bres__text_putc(text, '"');
    while (plain != end) {
        bres__text_append(text, plain, (size_t)(escaped - plain));
        plain = escaped != end ? put_escape(text, escaped, (size_t)(end - escaped)) : end;
        escaped = find_escaped(plain, end, visible);
    }
    bres__text_putc(text, '"');
}

void bres__json_quote(bres__text *text, const char *string, size_t length)
{
    quote(text, string, length, false);
}

/* Appends an optional comma and an optional newline with the indentation. */
static void separate(bres__json_writer *writer, bool has_comma, bool has_line)
{
    const size_t indent = (size_t)writer->depth * 2;
    char *room = bres__text_extend(writer->text, has_comma + (has_line ? 1 + indent : 0));

    if (room != NULL && has_comma)
        *room++ = ',';
    if (room != NULL && has_line) {
        *room = '\n';
        memset(room + 1, ' ', indent);
    }
}

/* Writes the separator before a value: nothing after a key; otherwise a comma and a new line.
 * write_key() writes the same before a key and then sets `after_key`. */
static void begin_value(bres__json_writer *writer)
{
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    separate(writer, !writer->empty, writer->depth > 0 && !writer->compact);
    writer->empty = false;
}

void bres__json_begin(bres__json_writer *writer, char bracket)
{
    begin_value(writer);
    bres__text_putc(writer->text, bracket);
    writer->depth++;
    writer->empty = true;
}

void bres__json_end(bres__json_writer *writer, char bracket)
{
    writer->depth--;
    separate(writer, false, !writer->empty && !writer->compact);
    bres__text_putc(writer->text, bracket);
    writer->empty = false;
}

static void write_key(bres__json_writer *writer, const char *key, size_t length)
{
    begin_value(writer);
    quote(writer->text, key, length, writer->visible);
    bres__text_puts(writer->text, writer->compact ? ":" : ": ");
    writer->after_key = true;
}

void bres__json_key(bres__json_writer *writer, const char *key)
{
    write_key(writer, key, strlen(key));
}

void bres__json_write_string(bres__json_writer *writer, const char *string)
{
    begin_value(writer);
    quote(writer->text, string, strlen(string), writer->visible);
}

void bres__json_write_literal(bres__json_writer *writer, const char *literal)
{
    begin_value(writer);
    bres__text_puts(writer->text, literal);
}

void bres__json_write_int64(bres__json_writer *writer, int64_t number)
{
    char buffer[BRES__NUMBER_SIZE];

    bres__format_int64(buffer, number);
    bres__json_write_literal(writer, buffer);
}

void bres__json_write_float64(bres__json_writer *writer, double number)
{
    char buffer[BRES__NUMBER_SIZE];

    bres__format_float64(buffer, number, BRES__FLOAT_JSON);
    bres__json_write_literal(writer, buffer);
}

/* One past the end of the string literal that begins at `p`. */
static const char *after_string(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p + 1;
}

/* The code unit of the escape \uXXXX at `p`; 0: no such escape. */
static unsigned escaped_unit(const char *p, const char *end)
{
    unsigned unit = 0;

    if (end - p < 6 || p[0] != '\\' || p[1] != 'u')
        return 0;
    for (int i = 2; i < 6; i++) {
        const char *digit = strchr("0123456789abcdef", p[i] | 0x20);

        if (p[i] == '\0' || digit == NULL)
            return 0;
        unit = unit * 16 + (unsigned)(digit - "0123456789abcdef");
    }
    return unit;
}

/* The length of the escapes at `p`: 6 for a lone surrogate, 12 for a surrogate pair, 0 for any
 * other text. */
static size_t surrogates_length(const char *p, const char *end)
{
    const unsigned first = escaped_unit(p, end);
    const unsigned second = end - p > 6 ? escaped_unit(p + 6, end) : 0;

    if (first < 0xd800 || first > 0xdfff)
        return 0;
    return first < 0xdc00 && second >= 0xdc00 && second <= 0xdfff ? 12 : 6;
}

/* Appends a string literal unchanged, but replaces lone surrogates by U+FFFD: lenient loading reads
 * them as U+FFFD, strict loading refuses them. */
static void put_raw_string(bres__text *text, const char *string, const char *end)
{
    const char *begin = string;

    for (const char *p = string; (p = memchr(p, '\\', (size_t)(end - p))) != NULL;) {
        const size_t length = surrogates_length(p, end);

        if (length == 6) {
            bres__text_append(text, begin, (size_t)(p - begin));
            bres__text_puts(text, "\\ufffd");
            begin = p + length;
        }
        p += length > 0 ? length : 2;
        if (p >= end)
            break;
    }
    bres__text_append(text, begin, (size_t)(end - begin));
}

/* Works on tokens and decodes no values: copies strings, numbers and literals unchanged. */
void bres__json_write_raw(bres__json_writer *writer, const char *json, size_t length)
{
    const char *end = json + length;

    for (const char *p = json; p < end;) {
        const char *token = p;

        if (strchr(" \t\r\n,", *p) != NULL) {
            p++;
        } else if (*p == ':') {
            bres__text_puts(writer->text, writer->compact ? ":" : ": ");
            writer->after_key = true;
            p++;
        } else if (*p == '{' || *p == '[') {
            bres__json_begin(writer, *p++);
        } else if (*p == '}' || *p == ']') {
            bres__json_end(writer, *p++);
        } else {
            p = *p == '"' ? after_string(p, end) : p + strcspn(p, " \t\r\n,]}:");
            p = p < end ? p : end;
            begin_value(writer);
            if (*token == '"')
                put_raw_string(writer->text, token, p);
            else
                bres__text_append(writer->text, token, (size_t)(p - token));
        }
    }
}

static bool is_listed(const char *const *list, const bres__slice *key)
{
    for (; list != NULL && *list != NULL; list++)
        if (bres__slice_is(key, *list))
            return true;
    return false;
}

void bres__json_write_members(bres__json_writer *writer, const char *object,
                              const char *const *except)
{
    bres__cursor cursor = bres__json_unchecked_cursor(object, strlen(object));
    bres__arena arena = { 0 };
    bres__json_walk walk = bres__json_walk_object(&cursor, &arena);
    bres__slice value;

    while (bres__json_walk_pass(&walk, &value)) {
        if (!is_listed(except, &walk.key)) {
            write_key(writer, walk.key.data, walk.key.length);
            bres__json_write_raw(writer, value.data, value.length);
        }
    }
    /* The text is valid, so only the allocation for a key with escapes can have failed. */
    writer->text->failed |= walk.status != BRES_OK;
    bres__arena_free(&arena);
}
