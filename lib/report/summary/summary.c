/* SPDX-License-Identifier: MIT */
/*
 * The summary report: its entry point, and what its formats share.
 */
#include "report/report.h"

#include <stddef.h>
#include <string.h>

/* The first published layout ends after `filter`. */
#define FIRST_SIZE (offsetof(bres_summary_options, filter) + sizeof(const bres_filter *))

_Static_assert(offsetof(bres_summary_options, format) == sizeof(size_t), "part of the ABI");
_Static_assert(offsetof(bres_summary_options, filter) == sizeof(size_t) + 8, "part of the ABI");
_Static_assert(sizeof(bres_summary_options) == FIRST_SIZE, "no padding at the end");

void bres_summary_options_init(bres_summary_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_summary_options){ .size = sizeof *options, .format = BRES_FORMAT_MARKDOWN };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_RESERVED(bres_summary_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_summary_options, FIRST_SIZE, option_fields);

static bres_status options_load(bres_summary_options *full, const bres_summary_options *options)
{
    bres_summary_options_init(full);
    return bres__options_take(full, options, &options_type);
}

static bres_status report_write(bres__summary_report *report, uint32_t format)
{
    bres_status status;

    switch (format) {
    case BRES_FORMAT_MARKDOWN:
        status = bres__summary_markdown(report);
        break;
    case BRES_FORMAT_CSV:
        status = bres__summary_csv(report);
        break;
    case BRES_FORMAT_JSON:
        status = bres__summary_json(report);
        break;
    default:
        status = bres__error(BRES_ERROR_ARGUMENT, "there is no report format %u", format);
        break;
    }
    return status;
}

static void report_free(bres__summary_report *report)
{
    bres__named_free(&report->summaries);
    bres__named_free(&report->axis_values);
    bres__named_free(&report->benches);
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

bres_status bres_summary_report(bres_result *const *results, size_t count,
                                const bres_summary_options *options, char **text, size_t *length)
{
    bres__summary_report report = { .results = results, .count = count };
    bres_summary_options full;
    bres_status status = bres__report_begin("summary report", text, length);

    if (status == BRES_OK)
        status = results_check(results, count);
    if (status == BRES_OK)
        status = options_load(&full, options);
    if (status != BRES_OK)
        return status;
    report.filter = full.filter;
    status = report_write(&report, full.format);
    if (status == BRES_OK)
        status = bres__report_finish(&report.text, text, length);
    report_free(&report);
    return status;
}

/* A name can be NULL after a lenient load; nothing could be shown under it. */

bres_status bres__summary_list_benches(bres__summary_report *report, const bres_result *result)
{
    bres__named_clear(&report->benches);
    for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
        const bres_subbench *bench = bres_result_subbench_at(result, i);

        if (bres_filter_selects_benchmark(report->filter, bench) &&
            !bres__named_put(&report->benches, bres_subbench_name(bench), bench))
            return bres__error_memory();
    }
    return BRES_OK;
}

bres_status bres__summary_list_summaries(bres__summary_report *report, const bres_state *state)
{
    bres__named_clear(&report->summaries);
    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);
        const char *tag = bres_summary_tag(summary);

        if (tag != NULL && !bres__named_put(&report->summaries, tag, summary))
            return bres__error_memory();
    }
    return BRES_OK;
}

bool bres__summary_device(const bres_state *state, int64_t *id)
{
    return bres_subbench_device_count(bres_state_subbench(state)) > 0 &&
           bres_state_device(state, id);
}

void bres__summary_device_name(bres__text *text, const bres_result *result, int64_t id)
{
    const bres_device *device = bres_result_device(result, id);

    if (device != NULL)
        bres__text_puts(text, bres_device_name(device));
    else
        bres__text_printf(text, "Device %lld", (long long)id);
}

void bres__summary_file_name(bres__text *text, const bres__summary_report *report, size_t index)
{
    const char *path = bres_result_path(report->results[index]);

    if (path != NULL)
        bres__text_puts(text, path);
    else
        bres__text_printf(text, "<result %zu>", index + 1);
}

bool bres__summary_has_runs(const bres_subbench *bench)
{
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        if (bres_state_run(bres_subbench_state_at(bench, i)) > 0)
            return true;
    }
    return false;
}
