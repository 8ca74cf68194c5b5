/* SPDX-License-Identifier: MIT */
/*
 * One part of a result as JSON text, in the form that a file has.
 */
#include "nvbench/write/write.h"

static size_t subbench_index(const bres_subbench *bench)
{
    size_t index = 0;

    while (bench->result->subbenches[index] != bench)
        index++;
    return index;
}

bres_status bres_subbench_json(const bres_subbench *bench, char **json)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };

    if (json != NULL)
        *json = NULL;
    if (bench == NULL || json == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_subbench_json: bench or json is NULL");
    bres__json_begin(&writer, '{');
    bres__write_bench_facts(&writer, bench, subbench_index(bench));
    bres__json_end(&writer, '}');
    *json = bres__text_steal(&text);
    return *json != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres_state_json(const bres_state *state, char **json)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };

    if (json != NULL)
        *json = NULL;
    if (state == NULL || json == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_json: state or json is NULL");
    bres__json_begin(&writer, '{');
    bres__write_state_head(&writer, state);
    bres__write_state_tail(&writer, state);
    bres__json_end(&writer, '}');
    *json = bres__text_steal(&text);
    return *json != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres_summary_json(const bres_summary *summary, char **json)
{
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };

    if (json != NULL)
        *json = NULL;
    if (summary == NULL || json == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_summary_json: summary or json is NULL");
    bres__write_summary(&writer, summary);
    *json = bres__text_steal(&text);
    return *json != NULL ? BRES_OK : bres__error_memory();
}
