/* SPDX-License-Identifier: MIT */
/*
 * The findings about a GPU.
 */
#include "system/handle/findings.h"

#include <inttypes.h>

/* Throttle reasons that hold the clocks below what the device could reach. */
#define SLOWING                                                                                    \
    (BRES__NVML_SOFTWARE_POWER | BRES__NVML_HARDWARE | BRES__NVML_SYNC_BOOST |                     \
     BRES__NVML_SOFTWARE_THERMAL | BRES__NVML_HARDWARE_THERMAL | BRES__NVML_POWER_BRAKE)

#define MEGAHERTZ 1e6

/* A row writes its message and its command; an empty message means no finding. */
typedef struct gpu_row {
    const char *key;
    bres_severity severity;
    void (*put)(const bres__gpu_observation *seen, bres__text *message, bres__text *fix);
} gpu_row;

static const bres__gpu_state *state_now(const bres__gpu_observation *seen)
{
    return seen->end != NULL ? seen->end : seen->begin;
}

static void put_missing(const bres__gpu_observation *seen, bres__text *message, bres__text *fix)
{
    (void)fix;
    if (seen->missing != NULL)
        bres__text_printf(message, "the state of GPU %d is unknown: %s", seen->device,
                          seen->missing);
}

static void put_slowed(const bres__gpu_observation *seen, bres__text *message, bres__text *fix)
{
    const bres__gpu_state *state = state_now(seen);

    (void)fix;
    if (!state->has_reasons || (state->reasons & SLOWING) == 0)
        return;
    bres__text_printf(message, "the clocks of GPU %d are reduced: ", seen->device);
    bres__nvml_put_reasons(message, state->reasons & SLOWING);
}

static void put_processes(const bres__gpu_observation *seen, bres__text *message, bres__text *fix)
{
    const int64_t processes = state_now(seen)->facts.processes;

    if (processes <= 0)
        return;
    bres__text_printf(message, "%" PRId64 " process%s compute%s on GPU %d", processes,
                      processes == 1 ? "" : "es", processes == 1 ? "s" : "", seen->device);
    bres__text_printf(fix, "nvidia-smi -i %d", seen->device);
}

static void put_unlocked(const bres__gpu_observation *seen, bres__text *message, bres__text *fix)
{
    const bres__gpu_state *state = state_now(seen);
    const double highest = state->facts.highest_sm_clock;
    const int locked = bres__gpu_is_locked(state);

    if (locked == 1)
        return;
    if (locked == 0)
        bres__text_printf(message, "the clocks of GPU %d are not locked: they follow the load",
                          seen->device);
    else
        bres__text_printf(message,
                          "the clocks of GPU %d may not be locked: the management library does "
                          "not report this now",
                          seen->device);
    if (highest > 0)
        bres__text_printf(fix, "sudo nvidia-smi -i %d -lgc %.0f,%.0f", seen->device,
                          highest / MEGAHERTZ, highest / MEGAHERTZ);
}

static void put_persistence(const bres__gpu_observation *seen, bres__text *message, bres__text *fix)
{
    if (state_now(seen)->facts.persistence != 0)
        return;
    bres__text_printf(message,
                      "the persistence mode of GPU %d is off: each program loads the driver again, "
                      "and starts with low clocks",
                      seen->device);
    bres__text_printf(fix, "sudo nvidia-smi -i %d -pm 1", seen->device);
}

static const gpu_row rows[] = {
    { "slowed", BRES_SEVERITY_WARNING, put_slowed },
    { "processes", BRES_SEVERITY_WARNING, put_processes },
    { "locked", BRES_SEVERITY_WARNING, put_unlocked },
    { "persistence", BRES_SEVERITY_NOTE, put_persistence },
};

static const gpu_row missing_row = { "unknown", BRES_SEVERITY_NOTE, put_missing };

static bres_status row_find(const gpu_row *row, const bres__gpu_observation *seen,
                            bres__finding_fn add, void *context)
{
    bres_finding finding = { .severity = row->severity };
    bres__text message = { 0 };
    bres__text fix = { 0 };
    bres__text key = { 0 };
    bres_status status = BRES_OK;

    row->put(seen, &message, &fix);
    bres__text_printf(&key, "gpu%d/%s", seen->device, row->key);
    finding.key = key.data;
    finding.message = message.data;
    finding.fix = fix.data;
    if (message.failed || fix.failed || key.failed)
        status = bres__error_memory();
    else if (message.length > 0)
        status = add(context, &finding);
    bres__text_free(&message);
    bres__text_free(&fix);
    bres__text_free(&key);
    return status;
}

/* Context for passing changes to the caller's function. */
typedef struct change_target {
    int device;
    bres__finding_fn add;
    void *context;
    bres_status status;
} change_target;

static void change_add(void *context, const char *message)
{
    change_target *target = context;
    char key[32];
    bres_finding finding = { .severity = BRES_SEVERITY_WARNING, .key = key, .message = message };

    bres__format(key, sizeof(key), "gpu%d/changed", target->device);
    if (target->status == BRES_OK)
        target->status = target->add(target->context, &finding);
}

bres_status bres__gpu_find(const bres__gpu_observation *observation, bres__finding_fn add,
                           void *context)
{
    change_target target = { .device = observation->device, .add = add, .context = context };
    bres_status status = BRES_OK;

    if (observation->missing != NULL)
        return row_find(&missing_row, observation, add, context);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && status == BRES_OK; i++)
        status = row_find(&rows[i], observation, add, context);
    if (status == BRES_OK && observation->end != NULL)
        status = bres__gpu_report_changes(observation->device, observation->begin, observation->end,
                                          change_add, &target);
    return status == BRES_OK ? target.status : status;
}
