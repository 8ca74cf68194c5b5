/* SPDX-License-Identifier: MIT */
#include "system/cpu_list.h"

#include "base/base.h"

#include <string.h>

/* Reads a number at *text and moves *text after it. Returns false if no digit follows, or if the
 * number is not below BRES__CPU_MAX. */
static bool number_pass(const char **text, const char *end, int32_t *number)
{
    const char *begin = *text;

    *number = 0;
    while (*text < end && **text >= '0' && **text <= '9') {
        *number = 10 * *number + (**text - '0');
        if (*number >= BRES__CPU_MAX)
            return false;
        (*text)++;
    }
    return *text > begin;
}

static bool range_append(bres__cpu_list *list, int32_t first, int32_t last)
{
    const size_t count = list->count;

    if (first > last || (count > 0 && first <= list->ranges[count - 1].last))
        return false;
    if (count == BRES__CPU_RANGES)
        return false;
    list->ranges[count].first = first;
    list->ranges[count].last = last;
    list->count++;
    return true;
}

bool bres__cpu_list_parse(bres__cpu_list *list, const char *text, size_t length)
{
    const char *const end = text + length;

    list->count = 0;
    while (text < end && *text == ' ')
        text++;
    if (text == end || ((size_t)(end - text) == strlen("(null)") && memcmp(text, "(null)", 6) == 0))
        return true;
    for (;;) {
        int32_t first;
        int32_t last;

        if (!number_pass(&text, end, &first))
            return false;
        last = first;
        if (text < end && *text == '-') {
            text++;
            if (!number_pass(&text, end, &last))
                return false;
        }
        if (!range_append(list, first, last))
            return false;
        if (text == end)
            return true;
        if (*text++ != ',')
            return false;
    }
}

bool bres__cpu_list_add(bres__cpu_list *list, int32_t cpu)
{
    if (list->count > 0 && list->ranges[list->count - 1].last == cpu - 1) {
        list->ranges[list->count - 1].last = cpu;
        return true;
    }
    return range_append(list, cpu, cpu);
}

bool bres__cpu_list_has(const bres__cpu_list *list, int32_t cpu)
{
    for (size_t i = 0; i < list->count; i++) {
        if (cpu >= list->ranges[i].first && cpu <= list->ranges[i].last)
            return true;
    }
    return false;
}

int64_t bres__cpu_list_length(const bres__cpu_list *list)
{
    int64_t length = 0;

    for (size_t i = 0; i < list->count; i++)
        length += list->ranges[i].last - list->ranges[i].first + 1;
    return length;
}

size_t bres__cpu_list_format(const bres__cpu_list *list, char *text, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < list->count; i++) {
        const int32_t first = list->ranges[i].first;
        const int32_t last = list->ranges[i].last;
        const char *comma = i > 0 ? "," : "";
        const int length =
            first == last
                ? bres__format(text + used, size - used, "%s%d", comma, (int)first)
                : bres__format(text + used, size - used, "%s%d-%d", comma, (int)first, (int)last);

        if (length < 0 || (size_t)length >= size - used)
            return 0;
        used += (size_t)length;
    }
    return used;
}
