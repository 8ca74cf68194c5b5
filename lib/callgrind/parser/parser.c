/* SPDX-License-Identifier: MIT */
/*
 * Lines: costs, positions, headers, comments.
 */
#include "callgrind/parser/parser.h"

#include <string.h>

/* Lines between checks of the profile's memory. A line adds little, except for texts, which are
 * checked when they are added. */
#define LINES_PER_CHECK 256u

/* Skips a position, whose value is not used: decimal digits, or 0x and hexadecimal digits, with a
 * sign if it is relative; or "*". */
static bool line_skip_any_position(const char **next)
{
    const char *at = *next;
    const char *digits;

    if (*at == '*') {
        at++;
    } else {
        if (*at == '+' || *at == '-')
            at++;
        if (at[0] == '0' && at[1] == 'x')
            at += 2;
        digits = at;
        while (bres__is_digit(*at) || (*at >= 'a' && *at <= 'f') || (*at >= 'A' && *at <= 'F'))
            at++;
        if (at == digits)
            return false;
    }
    if (!bres__is_blank(*at) && *at != '\n')
        return false;
    *next = bres__skip_blanks(at);
    return true;
}

/* The same, with a fast path, because most positions are short and decimal. */
static bool line_skip_position(const char **next)
{
    const char *at = *next + (**next == '+' || **next == '-');
    const uint64_t others = bres__word_not_digits(bres__word_load(at));
    const size_t length = others == 0 ? 0 : bres__word_first(others);

    if (length == 0 || at[length] != ' ')
        return line_skip_any_position(next);
    *next = bres__skip_blanks(at + length);
    return true;
}

static bres_status line_too_large(const bres__parser *parser)
{
    return bres__parser_place(parser, bres__error(BRES_ERROR_VALUE, "a count is beyond 2^64-1"));
}

/* Adds the counts of a line. Counts that are missing at the end of the line are 0. */
static bres_status line_counters(bres__parser *parser, const char **next, uint64_t *values)
{
    const uint32_t columns = parser->part.column_count;
    const char *at = *next;

    for (uint32_t column = 0; *at != '\n'; column++) {
        uint64_t value;
        bool too_large;

        if (column == columns)
            return bres__parser_error(parser, "there are more than %u counts, one for each event",
                                      (unsigned)columns);
        if (!bres__parse_digits(&at, &value, &too_large))
            return too_large ? line_too_large(parser)
                             : bres__parser_error(parser, "a count is not a number");
        if (!bres__is_blank(*at) && *at != '\n')
            return bres__parser_error(parser, "a count is not a number");
        if (__builtin_add_overflow(values[column], value, &values[column]))
            return line_too_large(parser);
        at = bres__skip_blanks(at);
    }
    *next = at + 1;
    return BRES_OK;
}

static bres_status line_cost(bres__parser *parser, const char **next)
{
    const bres__parser_next expected = parser->next;
    uint64_t *values;

    if (expected == BRES__NEXT_ANY && parser->own_values == SIZE_MAX) {
        const bres_status status = bres__parser_find_own(parser);

        if (status != BRES_OK)
            return status;
    }
    for (uint32_t i = 0; i < parser->position_count; i++) {
        if (!line_skip_position(next)) {
            *next = bres__line_newline(*next) + 1;
            return bres__parser_malformed(parser, i == 0
                                                      ? "the line has no valid position"
                                                      : "the line has no second or third position");
        }
    }
    parser->next = BRES__NEXT_ANY;
    if (expected == BRES__NEXT_JUMP) {
        *next = bres__line_newline(*next) + 1;
        return BRES_OK;
    }
    values = expected == BRES__NEXT_CALL ? parser->profile->called.values + parser->called_values
                                         : parser->profile->self.values + parser->own_values;
    return line_counters(parser, next, values);
}

static bool line_is_key(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || bres__is_digit(c) || c == '_' ||
           c == '-';
}

/* `key=value` or `key: value`. */
static bres_status line_keyed(bres__parser *parser, const char **next)
{
    const char *key = *next;
    const char *end = key;
    bres_status status;

    while (line_is_key(*end))
        end++;
    *next = bres__line_newline(end) + 1;
    if (end == key || (*end != '=' && *end != ':'))
        return bres__parser_malformed(parser, "the line is not a cost, a position or a header");
    if (parser->next == BRES__NEXT_CALL)
        return bres__parser_error(parser, "\"calls=\" is not followed by the cost of the calls");
    parser->next = BRES__NEXT_ANY;
    status = *end == '=' ? bres__parser_position(parser, key, (size_t)(end - key), end + 1)
                         : bres__parser_header(parser, key, (size_t)(end - key), end + 1);
    return status;
}

static bres_status parser_line(bres__parser *parser, const char **next)
{
    const char *at = bres__skip_blanks(*next);

    *next = at;
    if (bres__is_digit(*at) || *at == '+' || *at == '-' || *at == '*')
        return line_cost(parser, next);
    if (*at != '\n' && *at != '#')
        return line_keyed(parser, next);
    *next = bres__line_newline(at) + 1;
    return BRES_OK;
}

bres_status bres__parser_lines(bres__parser *parser, const char *data, size_t size)
{
    const char *const end = data + size;
    const char *at = data;

    parser->block = data;
    while (at < end) {
        bres_status status;

        parser->line++;
        parser->line_start = at;
        status = parser_line(parser, &at);
        if (status == BRES_OK && parser->line % LINES_PER_CHECK == 0)
            status = bres__parser_place(parser, bres__profile_check_memory(parser->profile));
        if (status != BRES_OK)
            return status;
    }
    parser->offset += size;
    return BRES_OK;
}

bres_status bres__parser_finish(bres__parser *parser)
{
    bres_status status;

    parser->line_start = parser->block;
    if (parser->next == BRES__NEXT_CALL)
        return bres__parser_error(parser, "\"calls=\" is not followed by the cost of the calls");
    status = bres__parser_end_part(parser);
    if (status == BRES_OK && parser->profile->part_count == 0)
        status = bres__parser_error(parser, "the line \"events: ...\" is missing");
    return status;
}

void bres__parser_free(bres__parser *parser)
{
    for (size_t space = 0; space < BRES__ID_SPACES; space++) {
        bres__free(parser->ids[space].texts);
        bres__map_free(&parser->ids[space].others);
    }
    bres__free(parser->callees);
    bres__text_free(&parser->composed);
}
