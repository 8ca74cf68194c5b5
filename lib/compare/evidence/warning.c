/* SPDX-License-Identifier: MIT */
/*
 * Warnings of rows that several threads decide.
 */
#include "compare/evidence/warning.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct bres__row_warning {
    size_t row;
    size_t order; /* keeps the warnings of one row in their order */
    const char *message;
} bres__row_warning;

bres_status bres__warn(bres__warning_list *list, const char *format, ...)
{
    char *message;
    va_list arguments;
    void *array;
    int length;

    if (list == NULL)
        return BRES_OK;
    va_start(arguments, format);
    length = bres__vformat(NULL, 0, format, arguments);
    va_end(arguments);
    message = length < 0 ? NULL : bres__arena_alloc(&list->texts, (size_t)length + 1, 1);
    array = list->warnings;
    if (message == NULL ||
        !bres__array_reserve(&array, &list->capacity, list->count + 1, sizeof(*list->warnings)))
        return bres__error_memory();
    va_start(arguments, format);
    bres__vformat(message, (size_t)length + 1, format, arguments);
    va_end(arguments);
    list->warnings = array;
    list->warnings[list->count++] = (bres__row_warning){ .row = list->row, .message = message };
    return BRES_OK;
}

bres_status bres__warnings_join(bres__warning_list *list, bres__warning_list *from)
{
    void *array = list->warnings;

    if (from->count == 0)
        return BRES_OK;
    if (!bres__array_reserve(&array, &list->capacity, list->count + from->count,
                             sizeof(*list->warnings)))
        return bres__error_memory();
    list->warnings = array;
    memcpy(list->warnings + list->count, from->warnings, from->count * sizeof(*from->warnings));
    list->count += from->count;
    from->count = 0;
    bres__arena_adopt(&list->texts, &from->texts);
    return BRES_OK;
}

static int warning_order(const void *a, const void *b)
{
    const bres__row_warning *first = a;
    const bres__row_warning *second = b;

    if (first->row != second->row)
        return first->row < second->row ? -1 : 1;
    return first->order < second->order ? -1 : first->order > second->order;
}

bres_status bres__warnings_report(bres__warning_list *list, size_t end, bres_log_fn log,
                                  void *log_user)
{
    bres__map seen = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < list->count; i++)
        list->warnings[i].order = i;
    if (list->count > 0)
        qsort(list->warnings, list->count, sizeof(*list->warnings), warning_order);
    for (size_t i = 0; i < list->count && list->warnings[i].row < end; i++) {
        const char *message = list->warnings[i].message;
        const size_t length = strlen(message);

        if (bres__map_get(&seen, message, length) != NULL)
            continue;
        if (!bres__map_set(&seen, message, length, list)) {
            status = bres__error_memory();
            break;
        }
        bres__log_say(log, log_user, BRES_LOG_WARNING, message);
    }
    bres__map_free(&seen);
    return status;
}

void bres__warnings_free(bres__warning_list *list)
{
    bres__free(list->warnings);
    bres__arena_free(&list->texts);
    *list = (bres__warning_list){ 0 };
}
