/* SPDX-License-Identifier: MIT */
/*
 * The table of states by keys: its entry point.
 */
#include "report/pivot/pivot.h"

#include <stddef.h>

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__pivot_##name,

_Static_assert(offsetof(bres_table_options, format) == sizeof(size_t), "part of the ABI");
_Static_assert(offsetof(bres_table_options, rows) == sizeof(size_t) + 8, "part of the ABI");
_Static_assert(offsetof(bres_table_options, false_discovery_rate) == 7 * sizeof(size_t) + 8,
               "part of the ABI");
_Static_assert(sizeof(bres_table_options) == 9 * sizeof(size_t) + 16, "no padding at the end");

void bres_table_options_init(bres_table_options *options)
{
    if (options != NULL)
        *options = (bres_table_options){ .size = sizeof(*options), .format = BRES_FORMAT_MARKDOWN };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_REAL(bres_table_options, false_discovery_rate, BRES__RANGE_RATE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_table_options, sizeof(bres_table_options), option_fields);

/* Logs each message only once, because comparisons of the same results repeat their warnings. */
static void pivot_say(void *user, bres_log_level level, const char *message)
{
    bres__pivot *pivot = user;
    const size_t known = pivot->said.count;
    size_t position;

    bres__text_puts(&pivot->said.key, message);
    if (!bres__index_take(&pivot->said, &position) || position == known)
        pivot->log(pivot->log_user, level, message);
}

static bres_status pivot_begin(bres__pivot *pivot, const bres_table_options *options)
{
    bres_status status;

    if (pivot->results == NULL || pivot->count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a table needs at least one result");
    for (size_t i = 0; i < pivot->count; i++) {
        if (pivot->results[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "result %zu of the table is NULL", i);
    }
    bres_table_options_init(&pivot->options);
    status = bres__options_take(&pivot->options, options, &options_type);
    if (status == BRES_OK && pivot->options.log != NULL) {
        pivot->log = pivot->options.log;
        pivot->log_user = pivot->options.log_user;
        pivot->options.log = pivot_say;
        pivot->options.log_user = pivot;
    }
    return status == BRES_OK ? bres__format_check(BRES_REPORT_TABLE, pivot->options.format)
                             : status;
}

static void lines_free(bres__pivot_lines *lines)
{
    bres__free(lines->keys);
    bres__free(lines->items);
    bres__index_free(&lines->labels);
}

static void pivot_free(bres__pivot *pivot)
{
    for (size_t i = 0; i < pivot->comparison_count; i++)
        bres_comparison_free(pivot->comparisons[i]);
    bres__free(pivot->comparisons);
    lines_free(&pivot->rows);
    lines_free(&pivot->columns);
    bres__index_free(&pivot->said);
    bres__free(pivot->cells);
    bres__free(pivot->entries);
    bres__text_free(&pivot->text);
    bres__arena_free(&pivot->arena);
}

bres_status bres_table_report(bres_result *const *results, size_t count,
                              const bres_table_options *options, char **text, size_t *length)
{
    static bres_status (*const writers[])(bres__pivot *) = { BRES__TABLE_FORMATS(WRITER) };
    bres__pivot pivot = { .results = results, .count = count };
    bres_status status = bres__report_begin("table", text, length);

    if (status == BRES_OK)
        status = pivot_begin(&pivot, options);
    if (status == BRES_OK)
        status = bres__pivot_place(&pivot);
    if (status == BRES_OK)
        status = bres__pivot_measure(&pivot);
    if (status == BRES_OK)
        status = bres__pivot_compare(&pivot);
    if (status == BRES_OK)
        status = writers[pivot.options.format](&pivot);
    if (status == BRES_OK)
        status = bres__report_finish(&pivot.text, text, length);
    pivot_free(&pivot);
    return status;
}
