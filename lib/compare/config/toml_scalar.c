/* SPDX-License-Identifier: MIT */
/*
 * The values of a TOML text that hold no others, but for strings.
 */
#include "compare/config/toml.h"

#include <math.h>
#include <string.h>

/* A number, a boolean or a time, cut out of the text. */
typedef struct value_token {
    const char *next;
    const char *end;
} value_token;

static bool token_is(const value_token *token, const char *word)
{
    const size_t length = strlen(word);

    return (size_t)(token->end - token->next) == length && memcmp(token->next, word, length) == 0;
}

static char token_peek(const value_token *token)
{
    return token->next < token->end ? *token->next : '\0';
}

static bool token_pass(value_token *token, char c)
{
    if (token_peek(token) != c)
        return false;
    token->next++;
    return true;
}

static bool token_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Passes exactly `count` digits. */
static bool time_digits(value_token *token, size_t count, unsigned *number)
{
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (!token_is_digit(token_peek(token)))
            return false;
        *number = *number * 10 + (unsigned)(*token->next++ - '0');
    }
    return true;
}

static unsigned time_month_days(unsigned year, unsigned month)
{
    static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

static bool time_pass_date(value_token *token)
{
    unsigned year;
    unsigned month;
    unsigned day;

    return time_digits(token, 4, &year) && token_pass(token, '-') &&
           time_digits(token, 2, &month) && token_pass(token, '-') && time_digits(token, 2, &day) &&
           month >= 1 && month <= 12 && day >= 1 && day <= time_month_days(year, month);
}

static bool time_pass_clock(value_token *token)
{
    unsigned hour;
    unsigned minute;
    unsigned second;
    unsigned digit;

    if (!time_digits(token, 2, &hour) || !token_pass(token, ':') ||
        !time_digits(token, 2, &minute) || !token_pass(token, ':') ||
        !time_digits(token, 2, &second) || hour > 23 || minute > 59 || second > 60)
        return false;
    if (!token_pass(token, '.'))
        return true;
    if (!time_digits(token, 1, &digit))
        return false;
    while (token_is_digit(token_peek(token)))
        token->next++;
    return true;
}

static bool time_pass_offset(value_token *token)
{
    unsigned hours;
    unsigned minutes;

    if (token_pass(token, 'Z') || token_pass(token, 'z') || token->next == token->end)
        return true;
    return (token_pass(token, '+') || token_pass(token, '-')) && time_digits(token, 2, &hours) &&
           token_pass(token, ':') && time_digits(token, 2, &minutes) && hours <= 23 &&
           minutes <= 59;
}

/* Whether the whole token is a date, a time, or a date and a time. */
static bool time_is_valid(value_token token)
{
    value_token clock = token;

    if (time_pass_clock(&clock))
        return clock.next == clock.end;
    if (!time_pass_date(&token))
        return false;
    if (token.next == token.end)
        return true;
    if (!token_pass(&token, 'T') && !token_pass(&token, 't') && !token_pass(&token, ' '))
        return false;
    return time_pass_clock(&token) && time_pass_offset(&token) && token.next == token.end;
}

/* Whether the token begins like a date or a time. */
static bool time_is_meant(value_token token)
{
    unsigned number;

    if (!time_digits(&token, 2, &number))
        return false;
    return token_peek(&token) == ':' ||
           (time_digits(&token, 2, &number) && token_peek(&token) == '-');
}

/* Passes digits with single underscores between them. */
static bool number_pass_digits(value_token *token)
{
    if (!token_is_digit(token_peek(token)))
        return false;
    while (token_is_digit(token_peek(token)) || token_peek(token) == '_') {
        const bool underscore = *token->next++ == '_';

        if (underscore && !token_is_digit(token_peek(token)))
            return false;
    }
    return true;
}

static void number_pass_sign(value_token *token)
{
    if (token_peek(token) == '+' || token_peek(token) == '-')
        token->next++;
}

/* Whether the whole token is a decimal number; *is_integer when it has neither a fraction nor an
 * exponent. */
static bool number_is_decimal(value_token token, bool *is_integer)
{
    const char *begin;

    *is_integer = true;
    number_pass_sign(&token);
    begin = token.next;
    if (!number_pass_digits(&token) || (*begin == '0' && token.next - begin > 1))
        return false;
    if (token_pass(&token, '.')) {
        *is_integer = false;
        if (!number_pass_digits(&token))
            return false;
    }
    if (token_pass(&token, 'e') || token_pass(&token, 'E')) {
        *is_integer = false;
        number_pass_sign(&token);
        if (!number_pass_digits(&token))
            return false;
    }
    return token.next == token.end;
}

/* The digits behind 0x, 0o or 0b. */
static bres__parse number_radix(value_token token, int radix, int64_t *number)
{
    bool underscore = true;

    *number = 0;
    for (; token.next < token.end; token.next++) {
        const int digit = bres__toml_hex_digit(*token.next);

        if (*token.next == '_' && !underscore) {
            underscore = true;
            continue;
        }
        if (digit >= radix)
            return BRES__PARSE_MALFORMED;
        underscore = false;
        if (*number > (INT64_MAX - digit) / radix)
            return BRES__PARSE_RANGE;
        *number = *number * radix + digit;
    }
    return underscore ? BRES__PARSE_MALFORMED : BRES__PARSE_OK;
}

static bres__parse number_integer(const value_token *token, int64_t *number)
{
    const size_t length = (size_t)(token->end - token->next);
    value_token digits = { token->next + 2, token->end };

    if (length > 2 && token->next[0] == '0') {
        switch (token->next[1]) {
        case 'x':
            return number_radix(digits, 16, number);
        case 'o':
            return number_radix(digits, 8, number);
        case 'b':
            return number_radix(digits, 2, number);
        default:
            break;
        }
    }
    return bres__parse_int64(token->next, length, number);
}

/* The base parser knows no underscores. */
static bres_status number_float(bres__toml_reader *reader, const value_token *token, double *number)
{
    const size_t length = (size_t)(token->end - token->next);
    char *digits = bres__arena_alloc(reader->arena, length + 1, 1);
    size_t kept = 0;

    if (digits == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < length; i++) {
        if (token->next[i] != '_')
            digits[kept++] = token->next[i];
    }
    bres__parse_float64(digits, kept, number);
    return BRES_OK;
}

static bool number_is_special(value_token token, double *number)
{
    const bool negative = token_peek(&token) == '-';

    number_pass_sign(&token);
    if (token_is(&token, "inf"))
        *number = negative ? -INFINITY : INFINITY;
    else if (token_is(&token, "nan"))
        *number = NAN;
    else
        return false;
    return true;
}

static bres_status number_read(bres__toml_reader *reader, const value_token *token,
                               bres__toml *value)
{
    const bool prefixed = token->end - token->next > 2 && token->next[0] == '0' &&
                          strchr("xob", token->next[1]) != NULL;
    bool is_integer = true;
    bres__parse parse;

    value->kind = BRES__TOML_FLOAT;
    if (number_is_special(*token, &value->real))
        return BRES_OK;
    if (!prefixed && !number_is_decimal(*token, &is_integer))
        return bres__toml_error(reader, token->next, "'%.*s' is no value",
                                (int)(token->end - token->next), token->next);
    if (!is_integer)
        return number_float(reader, token, &value->real);
    value->kind = BRES__TOML_INTEGER;
    parse = number_integer(token, &value->integer);
    if (parse == BRES__PARSE_OK)
        return BRES_OK;
    return bres__toml_error(reader, token->next,
                            parse == BRES__PARSE_RANGE ? "the integer '%.*s' does not fit in 64 "
                                                         "bits"
                                                       : "'%.*s' is no value",
                            (int)(token->end - token->next), token->next);
}

static bool token_has(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || token_is_digit(c) ||
           (c != '\0' && strchr("_+-.:", c) != NULL);
}

static void token_run(bres__toml_reader *reader)
{
    while (token_has(bres__toml_peek(reader)))
        reader->next++;
}

/* The run of characters that values other than strings, lists and tables are made of. A date and
 * its time may have a blank between them. */
static value_token token_cut(bres__toml_reader *reader)
{
    value_token token = { reader->next, reader->next };
    value_token date;
    const char *next;

    token_run(reader);
    token.end = reader->next;
    date = token;
    next = reader->next;
    if (reader->end - next > 3 && next[0] == ' ' && token_is_digit(next[1]) &&
        token_is_digit(next[2]) && next[3] == ':' && time_pass_date(&date) &&
        date.next == date.end) {
        reader->next++;
        token_run(reader);
        token.end = reader->next;
    }
    return token;
}

bres_status bres__toml_scalar(bres__toml_reader *reader, bres__toml *value)
{
    const value_token token = token_cut(reader);

    if (token.next == token.end)
        return bres__toml_error(reader, token.next, "expected a value");
    if (token_is(&token, "true") || token_is(&token, "false")) {
        value->kind = BRES__TOML_BOOLEAN;
        return BRES_OK;
    }
    if (!time_is_meant(token))
        return number_read(reader, &token, value);
    if (!time_is_valid(token))
        return bres__toml_error(reader, token.next, "'%.*s' is no date or time",
                                (int)(token.end - token.next), token.next);
    value->kind = BRES__TOML_TIME;
    return BRES_OK;
}
