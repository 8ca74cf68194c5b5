/* SPDX-License-Identifier: MIT */
/*
 * Operands: numbers, lists and ranges.
 */
#include "harness/cli/operand.h"

#include <string.h>

static bool operand_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bres__slice bres__trim(const char *begin, const char *end)
{
    while (begin < end && operand_is_blank(*begin))
        begin++;
    while (begin < end && operand_is_blank(end[-1]))
        end--;
    return (bres__slice){ .data = begin, .length = (size_t)(end - begin) };
}

/* Length of a text in a message, which leaves out the end of a long text. */
static int operand_shown(bres__slice text)
{
    return text.length < 200 ? (int)text.length : 200;
}

bres_status bres__operand_int64(bres__slice text, int64_t *value)
{
    switch (bres__parse_int64(text.data, text.length, value)) {
    case BRES__PARSE_OK:
        return BRES_OK;
    case BRES__PARSE_RANGE:
        return bres__error(BRES_ERROR_VALUE, "'%.*s' does not fit in 64 bits", operand_shown(text),
                           text.data);
    default:
        return bres__error(BRES_ERROR_VALUE, "'%.*s' is not a whole number", operand_shown(text),
                           text.data);
    }
}

bres_status bres__operand_float64(bres__slice text, double *value)
{
    if (bres__parse_float64(text.data, text.length, value) == BRES__PARSE_OK)
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE, "'%.*s' is not a number", operand_shown(text), text.data);
}

static bres_status list_append(bres__operand_list *list, const char *begin, const char *end)
{
    const bres__slice item = bres__trim(begin, end);

    if (item.length == 0)
        return bres__error(BRES_ERROR_VALUE, "a value is missing");
    if (!BRES__RESERVE(&list->items, &list->capacity, list->count + 1))
        return bres__error_memory();
    list->items[list->count++] = item;
    return BRES_OK;
}

/* The first separator, or `end`. With `doubled`, two consecutive separators do not separate. */
static const char *list_find(const char *begin, const char *end, char separator, bool doubled)
{
    for (; begin < end; begin++) {
        if (*begin != separator)
            continue;
        if (!doubled || begin + 1 == end || begin[1] != separator)
            break;
        begin++;
    }
    return begin;
}

static bres_status list_split(bres__operand_list *list, bres__slice text, char separator,
                              bool doubled)
{
    const char *const end = text.data + text.length;
    const char *begin = text.data;
    bres_status status = BRES_OK;
    bool more = true;

    while (more && status == BRES_OK) {
        const char *stop = list_find(begin, end, separator, doubled);

        more = stop != end;
        status = list_append(list, begin, stop);
        begin = stop + 1;
    }
    return status;
}

bres_status bres__operand_list_read(bres__operand_list *list, bres__slice text, bool numbers)
{
    const bool brackets = text.length != 0 && text.data[0] == '[';
    bres_status status;

    *list = (bres__operand_list){ .range = false };
    if (brackets && (text.length == 1 || text.data[text.length - 1] != ']'))
        return bres__error(BRES_ERROR_VALUE, "the list has no closing ']'");
    if (brackets)
        text = bres__trim(text.data + 1, text.data + text.length - 1);
    if (text.length == 0)
        return bres__error(BRES_ERROR_VALUE, "no value given");
    list->range = numbers && memchr(text.data, ':', text.length) != NULL;
    if (!list->range)
        return list_split(list, text, ',', !numbers);
    if (!brackets)
        return bres__error(BRES_ERROR_VALUE, "a range needs brackets, as in [1:5]");
    if (memchr(text.data, ',', text.length) != NULL)
        return bres__error(BRES_ERROR_VALUE, "a range cannot be a part of a list");
    status = list_split(list, text, ':', false);
    if (status == BRES_OK && list->count != 2 && list->count != 3)
        status = bres__error(
            BRES_ERROR_VALUE,
            "the range has %zu parts (expected [first:last] or [first:last:stride])", list->count);
    return status;
}

void bres__operand_list_free(bres__operand_list *list)
{
    bres__free(list->items);
    *list = (bres__operand_list){ .items = NULL };
}
