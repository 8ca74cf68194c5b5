/* SPDX-License-Identifier: MIT */
#include "system/gpu.h"

#include <inttypes.h>

void bres__gpu_state_read(bres__nvml_device *nvml, bres__gpu_state *state)
{
    bres__error_record record;

    *state = (bres__gpu_state){ .is_known = nvml != NULL };
    if (nvml == NULL)
        return;
    bres__error_save(&record);
    bres__nvml_read(nvml, &state->facts);
    state->has_reasons = bres__nvml_throttle_reasons(nvml, &state->reasons) == BRES_OK;
    state->has_clocks = bres__nvml_clocks(nvml, &state->sm_clock, &state->memory_clock) == BRES_OK;
    bres__error_restore(&record);
}

int bres__gpu_is_locked(const bres__gpu_state *state)
{
    if (!state->is_known || !state->has_reasons)
        return BRES__NVML_UNKNOWN;
    if ((state->reasons & BRES__NVML_CLOCKS_SETTING) != 0)
        return 1;
    return (state->reasons & BRES__NVML_IDLE) != 0 ? 0 : BRES__NVML_UNKNOWN;
}

void bres__gpu_settings(const bres__gpu_state *state,
                        bres__gpu_setting settings[BRES__GPU_SETTINGS])
{
    const bres__nvml_facts unknown = {
        .persistence = BRES__NVML_UNKNOWN,
        .ecc = BRES__NVML_UNKNOWN,
        .power_limit = BRES__NVML_UNKNOWN,
        .highest_sm_clock = BRES__NVML_UNKNOWN,
    };
    const bres__nvml_facts *facts = state->is_known ? &state->facts : &unknown;

    settings[0] = (bres__gpu_setting){ "persistence", "persistence", NULL, facts->persistence };
    settings[1] = (bres__gpu_setting){ "ecc", "error correction", NULL, facts->ecc };
    settings[2] = (bres__gpu_setting){ "power_limit", "the power limit", "W", facts->power_limit };
    settings[3] = (bres__gpu_setting){ "highest_sm_clock", "the highest clock", "Hz",
                                       facts->highest_sm_clock };
    settings[4] =
        (bres__gpu_setting){ "locked", "the lock of the clocks", NULL, bres__gpu_is_locked(state) };
}

static bool setting_is_flag(const bres__gpu_setting *setting)
{
    return setting->unit == NULL;
}

static void put_setting(bres__json_writer *json, const char *key, const bres__gpu_setting *setting)
{
    bres__json_key(json, key);
    if (setting_is_flag(setting))
        bres__json_write_literal(json, setting->value != 0 ? "true" : "false");
    else
        bres__json_write_float64(json, setting->value);
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
    if (state->has_clocks) {
        put_real(json, "sm_clock", state->sm_clock);
        put_real(json, "memory_clock", state->memory_clock);
    }
    if (state->has_reasons)
        put_reasons(json, state->reasons);
    bres__json_end(json, '}');
}

/* A setting that is unknown in either state does not count as changed, because an idle device and a
 * busy one report different settings. */
static bool setting_changed(const bres__gpu_setting *begin, const bres__gpu_setting *end)
{
    return begin->value != BRES__NVML_UNKNOWN && end->value != BRES__NVML_UNKNOWN &&
           begin->value != end->value;
}

static void put_changes(bres__json_writer *json, const bres__gpu_setting *begin,
                        const bres__gpu_setting *end)
{
    bool any = false;

    for (int i = 0; i < BRES__GPU_SETTINGS; i++) {
        if (!setting_changed(&begin[i], &end[i]))
            continue;
        if (!any) {
            bres__json_key(json, "changed");
            bres__json_begin(json, '{');
            any = true;
        }
        bres__json_key(json, begin[i].key);
        bres__json_begin(json, '{');
        put_setting(json, "begin", &begin[i]);
        put_setting(json, "end", &end[i]);
        bres__json_end(json, '}');
    }
    if (any)
        bres__json_end(json, '}');
}

void bres__gpu_state_put(bres__json_writer *json, const bres__gpu_state *begin,
                         const bres__gpu_state *end)
{
    bres__gpu_setting first[BRES__GPU_SETTINGS];
    bres__gpu_setting last[BRES__GPU_SETTINGS];

    bres__gpu_settings(begin, first);
    for (int i = 0; i < BRES__GPU_SETTINGS; i++) {
        if (first[i].value != BRES__NVML_UNKNOWN)
            put_setting(json, first[i].key, &first[i]);
    }
    put_gauges(json, "begin", begin);
    if (end == NULL)
        return;
    bres__gpu_settings(end, last);
    put_gauges(json, "end", end);
    put_changes(json, first, last);
}

static void text_setting(bres__text *text, const bres__gpu_setting *setting)
{
    if (setting_is_flag(setting))
        bres__text_puts(text, setting->value != 0 ? "on" : "off");
    else
        bres__text_printf(text, "%.10g %s", setting->value, setting->unit);
}

/* Reports only growth, because the program itself may be one of the processes. */
static void text_processes(bres__text *text, int device, const bres__gpu_state *begin,
                           const bres__gpu_state *end)
{
    const int64_t before = begin->facts.processes;
    const int64_t now = end->facts.processes;

    if (begin->is_known && end->is_known && before != BRES__NVML_UNKNOWN && now > before)
        bres__text_printf(text,
                          "GPU %d: %" PRId64 " processes computed on it at the end of the run, and "
                          "%" PRId64 " at the beginning",
                          device, now, before);
}

bres_status bres__gpu_report_changes(int device, const bres__gpu_state *begin,
                                     const bres__gpu_state *end,
                                     void (*report)(void *context, const char *message),
                                     void *context)
{
    bres__gpu_setting first[BRES__GPU_SETTINGS];
    bres__gpu_setting last[BRES__GPU_SETTINGS];
    bres__text text = { 0 };
    bool failed;

    bres__gpu_settings(begin, first);
    bres__gpu_settings(end, last);
    for (int i = 0; i <= BRES__GPU_SETTINGS && !text.failed; i++) {
        bres__text_clear(&text);
        if (i == BRES__GPU_SETTINGS) {
            text_processes(&text, device, begin, end);
        } else if (setting_changed(&first[i], &last[i])) {
            bres__text_printf(&text, "GPU %d: %s changed during the run: it was ", device,
                              first[i].name);
            text_setting(&text, &first[i]);
            bres__text_puts(&text, ", and is now ");
            text_setting(&text, &last[i]);
        }
        if (text.length > 0 && !text.failed)
            report(context, text.data);
    }
    failed = text.failed;
    bres__text_free(&text);
    return failed ? bres__error_memory() : BRES_OK;
}
