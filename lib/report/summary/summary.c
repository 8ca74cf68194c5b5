/* SPDX-License-Identifier: MIT */
/*
 * The summary report: its entry point.
 */
#include "report/summary/summary.h"

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__summary_##name,

#include <stddef.h>

/* The first published layout ends after `filter`. */
#define FIRST_SIZE (offsetof(bres_summary_options, filter) + sizeof(const bres_filter *))

_Static_assert(offsetof(bres_summary_options, format) == sizeof(size_t), "part of the ABI");
_Static_assert(offsetof(bres_summary_options, columns) == sizeof(size_t) + 4, "part of the ABI");
_Static_assert(offsetof(bres_summary_options, filter) == sizeof(size_t) + 8, "part of the ABI");
_Static_assert(sizeof(bres_summary_options) == FIRST_SIZE + 16, "no padding at the end");

void bres_summary_options_init(bres_summary_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_summary_options){ .size = sizeof *options,
                                       .format = BRES_FORMAT_MARKDOWN,
                                       .columns = BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_summary_options, columns, 0 BRES__COLUMNS(BRES__COLUMN_BIT)),
    BRES__OPTION_BITS(bres_summary_options, flags, BRES_SUMMARY_DESCENDING),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_summary_options, FIRST_SIZE, option_fields);

static bres_status report_write(bres__summary_report *report)
{
    static bres_status (*const writers[])(
        bres__summary_report *) = { BRES__SUMMARY_FORMATS(WRITER) };
    const bres_status status = bres__format_check(BRES_REPORT_SUMMARY, report->format);

    return status == BRES_OK ? writers[report->format](report) : status;
}

void bres__summary_report_free(bres__summary_report *report)
{
    bres__free(report->states);
    bres__ordered_map_free(&report->summaries);
    bres__ordered_map_free(&report->axis_values);
    bres__ordered_map_free(&report->benches);
    bres__text_free(&report->header);
    bres__text_free(&report->cell);
    bres__text_free(&report->text);
}

static bres_status results_check(bres_result *const *results, size_t count)
{
    if (results == NULL || count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a summary report needs at least one result");
    for (size_t i = 0; i < count; i++) {
        if (results[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "result %zu of the summary report is NULL", i);
    }
    return BRES_OK;
}

bres_status bres__summary_report_begin(bres__summary_report *report,
                                       const bres_summary_options *options)
{
    bres_summary_options full;
    bres_status status = results_check(report->results, report->count);

    bres_summary_options_init(&full);
    if (status == BRES_OK)
        status = bres__options_take(&full, options, &options_type);
    if (status != BRES_OK)
        return status;
    report->format = full.format;
    report->filter = full.filter;
    report->columns = full.columns;
    report->order = (bres__summary_order){
        .column = full.sort,
        .is_descending = (full.flags & BRES_SUMMARY_DESCENDING) != 0,
        .top = full.top,
    };
    report->width = full.width;
    return bres__summary_order_check(&report->order);
}

bres_status bres_summary_report(bres_result *const *results, size_t count,
                                const bres_summary_options *options, char **text, size_t *length)
{
    bres__summary_report report = { .results = results, .count = count };
    bres_status status = bres__report_begin("summary report", text, length);

    if (status == BRES_OK)
        status = bres__summary_report_begin(&report, options);
    if (status == BRES_OK)
        status = report_write(&report);
    if (status == BRES_OK)
        status = bres__report_finish(&report.text, text, length);
    bres__summary_report_free(&report);
    return status;
}
