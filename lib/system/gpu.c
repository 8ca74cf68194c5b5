/* SPDX-License-Identifier: MIT */
#include "system/gpu.h"

void bres__gpu_state_read(bres__nvml_device *nvml, bres__gpu_state *state)
{
    bres__error_record record;

    *state = (bres__gpu_state){ .is_known = nvml != NULL };
    if (nvml == NULL)
        return;
    bres__error_save(&record);
    bres__nvml_read(nvml, &state->facts);
    state->has_reasons = bres__nvml_throttle_reasons(nvml, &state->reasons) == BRES_OK;
    bres__error_restore(&record);
}

static void put_flag(bres__json_writer *json, const char *key, int value)
{
    if (value == BRES__NVML_UNKNOWN)
        return;
    bres__json_key(json, key);
    bres__json_write_literal(json, value != 0 ? "true" : "false");
}

static void put_real(bres__json_writer *json, const char *key, double value)
{
    if (value < 0)
        return;
    bres__json_key(json, key);
    bres__json_write_float64(json, value);
}

static void put_reasons(bres__json_writer *json, uint64_t reasons)
{
    bres__text text = { 0 };

    bres__nvml_put_reasons(&text, reasons);
    bres__json_key(json, "throttle_reasons");
    bres__json_write_string(json, text.failed ? "" : text.data);
    json->text->failed = json->text->failed || text.failed;
    bres__text_free(&text);
}

static void put_gauges(bres__json_writer *json, const char *key, const bres__gpu_state *state)
{
    if (!state->is_known)
        return;
    bres__json_key(json, key);
    bres__json_begin(json, '{');
    put_real(json, "temperature", state->facts.temperature);
    if (state->facts.processes != BRES__NVML_UNKNOWN) {
        bres__json_key(json, "processes");
        bres__json_write_int64(json, state->facts.processes);
    }
    if (state->has_reasons)
        put_reasons(json, state->reasons);
    bres__json_end(json, '}');
}

void bres__gpu_state_put(bres__json_writer *json, const bres__gpu_state *begin,
                         const bres__gpu_state *end)
{
    if (begin->is_known) {
        put_flag(json, "persistence", begin->facts.persistence);
        put_flag(json, "ecc", begin->facts.ecc);
        put_real(json, "power_limit", begin->facts.power_limit);
        put_real(json, "highest_sm_clock", begin->facts.highest_sm_clock);
    }
    put_gauges(json, "begin", begin);
    put_gauges(json, "end", end);
}
