/* SPDX-License-Identifier: MIT */
/*
 * Selecting the items of the summary report, and getting their names. After a lenient load a name
 * can be NULL; the report does not show items without a name.
 */
#include "report/summary/summary.h"

bres_status bres__summary_list_benches(bres__summary_report *report, const bres_result *result)
{
    bres__ordered_map_clear(&report->benches);
    for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
        const bres_subbench *bench = bres_result_subbench_at(result, i);

        if (bres_filter_selects_benchmark(report->filter, bench) &&
            !bres__ordered_map_put(&report->benches, bres_subbench_name(bench), bench))
            return bres__error_memory();
    }
    return BRES_OK;
}

bres_status bres__summary_list_states(bres__summary_report *report, const bres_subbench *bench)
{
    const size_t count = bres_subbench_state_count(bench);

    bres__free(report->states);
    report->state_count = 0;
    report->states = bres__calloc(count + 1, sizeof *report->states);
    if (report->states == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        if (bres_filter_selects_state(report->filter, state))
            report->states[report->state_count++] = state;
    }
    return bres__summary_order_apply(&report->order, report->states, &report->state_count);
}

bres_status bres__summary_list_summaries(bres__summary_report *report, const bres_state *state)
{
    bres__ordered_map_clear(&report->summaries);
    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);
        const char *tag = bres_summary_tag(summary);

        if (tag != NULL && !bres__ordered_map_put(&report->summaries, tag, summary))
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
