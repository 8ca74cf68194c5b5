/* SPDX-License-Identifier: MIT */
/*
 * hyperfine's JSON. It has no failed commands: states that were skipped, or have no time, are left
 * out.
 */
#include "formats/write/write.h"

#include <math.h>
#include <string.h>

static void put_seconds(bres__json_writer *json, const char *key, double seconds)
{
    if (isnan(seconds))
        return;
    bres__json_key(json, key);
    bres__json_write_float64(json, seconds);
}

static bres_status put_state(void *user, const bres__written *state)
{
    bres__json_writer *json = user;
    bres__text name = { 0 };
    bool failed;

    if (isnan(state->mean))
        return BRES_OK;
    bres__write_name(&name, state, '=');
    bres__json_begin(json, '{');
    bres__json_key(json, "command");
    bres__json_write_string(json, name.failed ? "" : name.data);
    put_seconds(json, "mean", state->mean);
    bres__json_key(json, "stddev");
    bres__json_write_float64(json, state->stdev); /* null, if it is unknown */
    put_seconds(json, "median", state->median);
    put_seconds(json, "user", bres__write_value(state->state, "bres/import/user_time"));
    put_seconds(json, "system", bres__write_value(state->state, "bres/import/system_time"));
    put_seconds(json, "min", state->min);
    put_seconds(json, "max", state->max);
    if (state->count != 0) {
        bres__json_key(json, "times");
        bres__json_begin(json, '[');
        for (size_t i = 0; i < state->count; i++)
            bres__json_write_float64(json, (double)state->times[i]);
        bres__json_end(json, ']');
    }
    if (bres_state_axis_value_count(state->state) != 0) {
        bres__json_key(json, "parameters");
        bres__json_begin(json, '{');
        for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
            const bres_value *value = bres_state_axis_value_at(state->state, i);

            bres__json_key(json, bres_value_name(value));
            bres__json_write_string(json, bres_value_text(value));
        }
        bres__json_end(json, '}');
    }
    bres__json_end(json, '}');
    failed = name.failed;
    bres__text_free(&name);
    return failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__write_hyperfine(const bres_result *result, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__json_key(&json, "results");
    bres__json_begin(&json, '[');
    status = bres__write_states(result, put_state, &json);
    bres__json_end(&json, ']');
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
    return status;
}
