/* SPDX-License-Identifier: MIT */
/*
 * T4, of a tuning: a configuration for each state. It has no place for why a configuration failed:
 * all skipped ones are "runtime".
 */
#include "formats/write/write.h"

#include <math.h>

static void put_configuration(bres__json_writer *json, const bres_state *state)
{
    bres__json_key(json, "configuration");
    bres__json_begin(json, '{');
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);

        bres__json_key(json, bres_value_name(value));
        if (bres_value_kind(value) == BRES_KIND_STRING)
            bres__json_write_string(json, bres_value_text(value));
        else
            bres__json_write_literal(json, bres_value_text(value));
    }
    bres__json_end(json, '}');
}

static void put_runtimes(bres__json_writer *json, const bres__written *state)
{
    bres__json_key(json, "times");
    bres__json_begin(json, '{');
    bres__json_key(json, "runtimes");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < state->count; i++)
        bres__json_write_float64(json, (double)state->times[i] * 1e3);
    if (state->count == 0 && !isnan(state->mean))
        bres__json_write_float64(json, state->mean * 1e3);
    bres__json_end(json, ']');
    bres__json_end(json, '}');
}

static bres_status put_state(void *user, const bres__written *state)
{
    bres__json_writer *json = user;
    const bool skipped = bres_state_is_skipped(state->state);

    bres__json_begin(json, '{');
    put_configuration(json, state->state);
    bres__json_key(json, "objectives");
    bres__json_begin(json, '[');
    bres__json_write_string(json, "time");
    bres__json_end(json, ']');
    put_runtimes(json, state);
    bres__json_key(json, "invalidity");
    bres__json_write_string(json, skipped ? "runtime" : "correct");
    bres__json_key(json, "correctness");
    bres__json_write_int64(json, skipped ? 0 : 1);
    bres__json_key(json, "measurements");
    bres__json_begin(json, '[');
    if (!isnan(state->mean)) {
        bres__json_begin(json, '{');
        bres__json_key(json, "name");
        bres__json_write_string(json, "time");
        bres__json_key(json, "value");
        bres__json_write_float64(json, state->mean * 1e3);
        bres__json_key(json, "unit");
        bres__json_write_string(json, "milliseconds");
        bres__json_end(json, '}');
    }
    bres__json_end(json, ']');
    bres__json_end(json, '}');
    return BRES_OK;
}

bres_status bres__write_t4(const bres_result *result, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__json_key(&json, "schema_version");
    bres__json_write_string(&json, "1.0.0");
    bres__json_key(&json, "metadata");
    bres__json_begin(&json, '{');
    bres__json_key(&json, "timeunit");
    bres__json_write_string(&json, "milliseconds");
    bres__json_end(&json, '}');
    bres__json_key(&json, "results");
    bres__json_begin(&json, '[');
    status = bres__write_states(result, put_state, &json);
    bres__json_end(&json, ']');
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
    return status;
}
