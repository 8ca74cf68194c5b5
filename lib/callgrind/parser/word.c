/* SPDX-License-Identifier: MIT */
/*
 * Words and numbers of a line, and errors and warnings about it.
 */
#include "callgrind/parser/parser.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* Limits the messages about a profile, which may consist of unknown lines only. */
#define WARNINGS_MAX 20u

const char *bres__line_newline(const char *at)
{
    return rawmemchr(at, '\n');
}

const char *bres__line_end(const char *at)
{
    const char *end = bres__line_newline(at);

    while (end > at && bres__is_blank(end[-1]))
        end--;
    return end;
}

bool bres__parse_long_digits(const char **at, uint64_t *value, bool *too_large)
{
    const char *digit = *at;
    uint64_t number = 0;
    bool fits = true;

    for (; bres__is_digit(*digit); digit++)
        fits = fits && !__builtin_mul_overflow(number, 10, &number) &&
               !__builtin_add_overflow(number, (uint64_t)(*digit - '0'), &number);
    *too_large = !fits;
    if (!fits)
        return false;
    *at = digit;
    *value = number;
    return true;
}

bres_status bres__parser_place(const bres__parser *parser, bres_status status)
{
    if (status == BRES_OK || status == BRES_ERROR_MEMORY)
        return status;
    bres__error_prefix("line %" PRIu64, parser->line);
    bres__error_set_file(parser->name);
    bres__error_set_offset((int64_t)parser->offset + (parser->line_start - parser->block));
    return status;
}

bres_status bres__parser_error(const bres__parser *parser, const char *format, ...)
{
    char message[256];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__error(BRES_ERROR_SYNTAX, "not a callgrind profile: %s", message);
    return bres__parser_place(parser, BRES_ERROR_SYNTAX);
}

static void parser_log(const bres__parser *parser, const char *message)
{
    char sentence[512];

    if (parser->log == NULL)
        return;
    bres__format(sentence, sizeof(sentence), "%.200s%sline %" PRIu64 ": %s",
                 parser->name == NULL ? "" : parser->name, parser->name == NULL ? "" : ": ",
                 parser->line, message);
    parser->log(parser->log_user, BRES_LOG_WARNING, sentence);
}

void bres__parser_warn(bres__parser *parser, const char *format, ...)
{
    char message[256];
    va_list arguments;

    parser->warnings++;
    if (parser->warnings > WARNINGS_MAX)
        return;
    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    parser_log(parser, message);
}

void bres__parser_warn_rest(const bres__parser *parser)
{
    char message[64];

    if (parser->warnings <= WARNINGS_MAX)
        return;
    bres__format(message, sizeof(message), "%zu more warnings", parser->warnings - WARNINGS_MAX);
    parser_log(parser, message);
}

bres_status bres__parser_malformed(bres__parser *parser, const char *message)
{
    if (!parser->cut)
        return bres__parser_error(parser, "%s", message);
    bres__parser_warn(parser, "the last line has been cut off and was skipped");
    return BRES_OK;
}
