/* SPDX-License-Identifier: MIT */
/*
 * The small parts of a TOML text: white space, comments, strings and keys.
 */
#include "compare/config/toml.h"

#include <string.h>

char bres__toml_peek(const bres__toml_reader *reader)
{
    return reader->next < reader->end ? *reader->next : '\0';
}

void bres__toml_blanks(bres__toml_reader *reader)
{
    while (bres__toml_peek(reader) == ' ' || bres__toml_peek(reader) == '\t')
        reader->next++;
}

static bool text_is_control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7F;
}

static bool text_at_newline(const bres__toml_reader *reader)
{
    const char c = bres__toml_peek(reader);

    return c == '\n' || (c == '\r' && reader->end - reader->next > 1 && reader->next[1] == '\n');
}

static void text_pass_newline(bres__toml_reader *reader)
{
    reader->next += *reader->next == '\r' ? 2 : 1;
}

static bres_status text_pass_comment(bres__toml_reader *reader)
{
    if (bres__toml_peek(reader) != '#')
        return BRES_OK;
    while (reader->next < reader->end && !text_at_newline(reader)) {
        if (text_is_control(*reader->next))
            return bres__toml_error(reader, reader->next, "a control character in a comment");
        reader->next++;
    }
    return BRES_OK;
}

bres_status bres__toml_line_end(bres__toml_reader *reader)
{
    bres_status status;

    bres__toml_blanks(reader);
    status = text_pass_comment(reader);
    if (status != BRES_OK || reader->next == reader->end)
        return status;
    if (!text_at_newline(reader))
        return bres__toml_error(reader, reader->next, "expected the end of the line");
    text_pass_newline(reader);
    return BRES_OK;
}

bres_status bres__toml_space(bres__toml_reader *reader)
{
    for (;;) {
        bres_status status;

        bres__toml_blanks(reader);
        status = text_pass_comment(reader);
        if (status != BRES_OK || !text_at_newline(reader))
            return status;
        text_pass_newline(reader);
    }
}

static void text_put_utf8(bres__text *text, uint32_t code)
{
    char bytes[4];
    size_t length = 0;

    if (code < 0x80) {
        bytes[length++] = (char)code;
    } else if (code < 0x800) {
        bytes[length++] = (char)(0xC0 | code >> 6);
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        bytes[length++] = (char)(0xE0 | code >> 12);
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3F));
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    } else {
        bytes[length++] = (char)(0xF0 | code >> 18);
        bytes[length++] = (char)(0x80 | (code >> 12 & 0x3F));
        bytes[length++] = (char)(0x80 | (code >> 6 & 0x3F));
        bytes[length++] = (char)(0x80 | (code & 0x3F));
    }
    bres__text_append(text, bytes, length);
}

int bres__toml_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* \uXXXX or \UXXXXXXXX, standing behind the letter. */
static bres_status string_code_point(bres__toml_reader *reader, size_t digits, bres__text *text)
{
    const char *at = reader->next;
    uint32_t code = 0;

    for (size_t i = 0; i < digits; i++) {
        const int digit = bres__toml_hex_digit(bres__toml_peek(reader));

        if (digit == 16)
            return bres__toml_error(reader, at, "expected %zu hexadecimal digits", digits);
        code = code << 4 | (uint32_t)digit;
        reader->next++;
    }
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return bres__toml_error(reader, at, "U+%04X cannot be a part of a string", (unsigned)code);
    text_put_utf8(text, code);
    return BRES_OK;
}

/* A backslash at the end of a line joins it with the next text: passes the white space. */
static bool string_pass_join(bres__toml_reader *reader)
{
    const char *begin = reader->next;

    bres__toml_blanks(reader);
    if (!text_at_newline(reader)) {
        reader->next = begin;
        return false;
    }
    while (text_at_newline(reader)) {
        text_pass_newline(reader);
        bres__toml_blanks(reader);
    }
    return true;
}

/* What follows a backslash. */
static bres_status string_escape(bres__toml_reader *reader, bool multi_line, bres__text *text)
{
    static const char letters[] = "btnfr\"\\";
    static const char values[] = "\b\t\n\f\r\"\\";
    const char c = bres__toml_peek(reader);
    const char *letter = c != '\0' ? strchr(letters, c) : NULL;

    if (multi_line && string_pass_join(reader))
        return BRES_OK;
    if (c != 'u' && c != 'U' && letter == NULL)
        return bres__toml_error(reader, reader->next, "unknown escape in a string");
    reader->next++;
    if (letter == NULL)
        return string_code_point(reader, c == 'u' ? 4 : 8, text);
    bres__text_putc(text, values[letter - letters]);
    return BRES_OK;
}

/* The quotes that come next, as many as count: a multi-line string may end in two of its own. */
static size_t string_quotes(const bres__toml_reader *reader, char quote)
{
    size_t count = 0;

    while (count < 5 && (size_t)(reader->end - reader->next) > count &&
           reader->next[count] == quote)
        count++;
    return count;
}

/* The content up to the closing quotes, which are passed. */
static bres_status string_content(bres__toml_reader *reader, char quote, bool multi_line,
                                  bres__text *text)
{
    const char *begin = reader->next;

    for (;;) {
        const size_t quotes = string_quotes(reader, quote);
        bres_status status = BRES_OK;
        const char c = bres__toml_peek(reader);

        if (reader->next == reader->end || (!multi_line && text_at_newline(reader)))
            return bres__toml_error(reader, begin, "the string has no end");
        if (quotes > 0 && !multi_line) {
            reader->next++;
            return BRES_OK;
        }
        if (quotes >= 3) {
            bres__text_repeat(text, quote, quotes - 3);
            reader->next += quotes;
            return BRES_OK;
        }
        if (text_at_newline(reader)) {
            bres__text_putc(text, '\n');
            text_pass_newline(reader);
            continue;
        }
        if (text_is_control(c))
            return bres__toml_error(reader, reader->next, "a control character in a string");
        reader->next++;
        if (c == '\\' && quote == '"')
            status = string_escape(reader, multi_line, text);
        else
            bres__text_putc(text, c);
        if (status != BRES_OK)
            return status;
    }
}

bres_status bres__toml_string(bres__toml_reader *reader, bool one_line, const char **string)
{
    const char quote = *reader->next;
    const bool multi_line = string_quotes(reader, quote) >= 3;
    bres__text text = { 0 };
    bres_status status;

    if (multi_line && one_line)
        return bres__toml_error(reader, reader->next, "a key cannot be a multi-line string");
    reader->next += multi_line ? 3 : 1;
    if (multi_line && text_at_newline(reader))
        text_pass_newline(reader);
    status = string_content(reader, quote, multi_line, &text);
    if (status == BRES_OK) {
        *string = text.failed ? NULL
                              : bres__arena_copy(reader->arena, text.data != NULL ? text.data : "",
                                                 text.length);
        if (*string == NULL)
            status = bres__error_memory();
    }
    bres__text_free(&text);
    return status;
}

static bool key_is_bare(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static bres_status key_read(bres__toml_reader *reader, const char **key)
{
    const char *begin = reader->next;
    const char c = bres__toml_peek(reader);

    if (c == '"' || c == '\'')
        return bres__toml_string(reader, true, key);
    while (key_is_bare(bres__toml_peek(reader)))
        reader->next++;
    if (reader->next == begin)
        return bres__toml_error(reader, begin, "expected a key");
    *key = bres__arena_copy(reader->arena, begin, (size_t)(reader->next - begin));
    return *key == NULL ? bres__error_memory() : BRES_OK;
}

bres_status bres__toml_path_read(bres__toml_reader *reader, bres__toml_path *path)
{
    path->at = reader->next;
    path->count = 0;
    for (;;) {
        bres_status status;

        if (path->count == BRES__TOML_MAX_DEPTH)
            return bres__toml_error(reader, path->at, "a key of more than %u parts",
                                    BRES__TOML_MAX_DEPTH);
        status = key_read(reader, &path->keys[path->count]);
        if (status != BRES_OK)
            return status;
        path->count++;
        bres__toml_blanks(reader);
        if (bres__toml_peek(reader) != '.')
            return BRES_OK;
        reader->next++;
        bres__toml_blanks(reader);
    }
}
