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
    size_t order;        /* keeps the warnings of one row in their order */
    const char *message; /* NULL: repeats an earlier warning */
    bool of_missing_file;
} bres__row_warning;

static bres_status list_add(bres__warning_list *list, bool of_missing_file, const char *format,
                            va_list arguments)
{
    char *message;
    va_list measured;
    void *array;
    int length;

    va_copy(measured, arguments);
    length = bres__vformat(NULL, 0, format, measured);
    va_end(measured);
    message = length < 0 ? NULL : bres__arena_alloc(&list->texts, (size_t)length + 1, 1);
    array = list->warnings;
    if (message == NULL ||
        !bres__array_reserve(&array, &list->capacity, list->count + 1, sizeof(*list->warnings)))
        return bres__error_memory();
    bres__vformat(message, (size_t)length + 1, format, arguments);
    list->warnings = array;
    list->warnings[list->count++] = (bres__row_warning){ .row = list->row,
                                                         .message = message,
                                                         .of_missing_file = of_missing_file };
    return BRES_OK;
}

bres_status bres__warn(bres__warning_list *list, const char *format, ...)
{
    va_list arguments;
    bres_status status;

    if (list == NULL)
        return BRES_OK;
    va_start(arguments, format);
    status = list_add(list, false, format, arguments);
    va_end(arguments);
    return status;
}

bres_status bres__warn_missing(bres__warning_list *list, const char *format, ...)
{
    va_list arguments;
    bres_status status;

    if (list == NULL)
        return BRES_OK;
    va_start(arguments, format);
    status = list_add(list, true, format, arguments);
    va_end(arguments);
    return status;
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

/* Removes messages that repeat an earlier message. */
static bres_status list_remove_repeated(bres__warning_list *list, size_t count)
{
    bres__map seen = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        const char *message = list->warnings[i].message;
        const size_t length = strlen(message);

        if (bres__map_get(&seen, message, length) != NULL)
            list->warnings[i].message = NULL;
        else if (!bres__map_set(&seen, message, length, list))
            status = bres__error_memory();
    }
    bres__map_free(&seen);
    return status;
}

/* Reports one warning for all missing files. */
static bres_status report_missing(const char *first, size_t count, bres_log_fn log, void *log_user)
{
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    bres__text_puts(&text, first);
    if (count > 1)
        bres__text_printf(&text, "; %zu more file%s missing", count - 1,
                          count > 2 ? "s are" : " is");
    if (text.failed)
        status = bres__error_memory();
    else
        bres__log_say(log, log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__warnings_report(bres__warning_list *list, size_t end, bres_log_fn log,
                                  void *log_user)
{
    size_t count = 0;
    size_t missing = 0;
    bres_status status;

    for (size_t i = 0; i < list->count; i++)
        list->warnings[i].order = i;
    if (list->count > 0)
        qsort(list->warnings, list->count, sizeof(*list->warnings), warning_order);
    while (count < list->count && list->warnings[count].row < end)
        count++;
    status = list_remove_repeated(list, count);
    for (size_t i = 0; i < count && status == BRES_OK; i++)
        missing += list->warnings[i].message != NULL && list->warnings[i].of_missing_file;
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        const bres__row_warning *warning = &list->warnings[i];

        if (warning->message == NULL)
            continue;
        if (!warning->of_missing_file)
            bres__log_say(log, log_user, BRES_LOG_WARNING, warning->message);
        else if (missing > 0)
            status = report_missing(warning->message, missing, log, log_user);
        missing = warning->of_missing_file ? 0 : missing;
    }
    return status;
}

void bres__warnings_free(bres__warning_list *list)
{
    bres__free(list->warnings);
    bres__arena_free(&list->texts);
    *list = (bres__warning_list){ 0 };
}
