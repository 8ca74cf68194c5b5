/* SPDX-License-Identifier: MIT */
/*
 * Numbers and literals of a JSON text.
 */
#include "base/json/cursor.h"

static bres_status pass_digits(bres__cursor *cursor)
{
    if (!bres__json_is_digit(bres__json_byte(cursor)))
        return bres__json_syntax_error(cursor, cursor->next, "a number needs a digit here");
    while (bres__json_is_digit(bres__json_byte(cursor)))
        cursor->next++;
    return BRES_OK;
}

static bres_status pass_word(bres__cursor *cursor, const char *word)
{
    for (; *word != '\0'; word++, cursor->next++)
        if (bres__json_byte(cursor) != *word)
            return bres__json_syntax_error(cursor, cursor->next, "expected a value");
    return BRES_OK;
}

static bres_status pass_number(bres__cursor *cursor, bres__json_kind *kind)
{
    bres_status status;

    *kind = BRES__JSON_INTEGER;
    if (bres__json_byte(cursor) == '-') {
        cursor->next++;
        if (bres__json_byte(cursor) == 'I') {
            *kind = BRES__JSON_REAL;
            return pass_word(cursor, "Infinity");
        }
    }
    if (bres__json_byte(cursor) == '0') {
        cursor->next++;
        if (bres__json_is_digit(bres__json_byte(cursor)))
            return bres__json_syntax_error(cursor, cursor->next, "a number must not begin with 0");
    } else if ((status = pass_digits(cursor)) != BRES_OK) {
        return status;
    }
    if (bres__json_byte(cursor) == '.') {
        *kind = BRES__JSON_REAL;
        cursor->next++;
        if ((status = pass_digits(cursor)) != BRES_OK)
            return status;
    }
    if (bres__json_byte(cursor) == 'e' || bres__json_byte(cursor) == 'E') {
        *kind = BRES__JSON_REAL;
        cursor->next++;
        if (bres__json_byte(cursor) == '+' || bres__json_byte(cursor) == '-')
            cursor->next++;
        return pass_digits(cursor);
    }
    return BRES_OK;
}

bres_status bres__json_pass_plain(bres__cursor *cursor, bres__json_kind *kind)
{
    *kind = bres__json_kind_of(cursor);
    switch (*kind) {
    case BRES__JSON_NULL:
        return pass_word(cursor, "null");
    case BRES__JSON_TRUE:
        return pass_word(cursor, "true");
    case BRES__JSON_FALSE:
        return pass_word(cursor, "false");
    case BRES__JSON_REAL:
        return pass_word(cursor, bres__json_byte(cursor) == 'N' ? "NaN" : "Infinity");
    case BRES__JSON_INTEGER:
        return pass_number(cursor, kind);
    default:
        return bres__json_syntax_error(cursor, cursor->next, "expected a value");
    }
}

bres_status bres__json_scalar(bres__cursor *cursor, bres__arena *arena, bres__json_kind *kind,
                              bres__slice *slice)
{
    const char *begin;
    bres_status status;

    bres__json_skip_blanks(cursor);
    if (bres__json_byte(cursor) == '"') {
        *kind = BRES__JSON_STRING;
        return bres__json_string(cursor, arena, slice);
    }
    begin = cursor->next;
    status = bres__json_pass_plain(cursor, kind);
    *slice = (bres__slice){ begin, (size_t)(cursor->next - begin) };
    return status;
}
