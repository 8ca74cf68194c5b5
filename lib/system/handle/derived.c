/* SPDX-License-Identifier: MIT */
/*
 * Results derived from a machine: its quiet CPUs, and its JSON text.
 */
#include "system/handle/handle.h"

#include <string.h>

/* Reads a fact that is a list of CPUs. Returns false with an empty list if the fact is unknown. */
static bool list_read(const bres_machine *machine, bres__fact_id id, bres__cpu_list *list)
{
    const char *text = bres__machine_text(&machine->readings[0], id);

    *list = (bres__cpu_list){ .count = 0 };
    return text != NULL && bres__cpu_list_parse(list, text, strlen(text));
}

/* Reads the list of allowed CPUs; allows every CPU if the list is unknown. */
static void allowed_read(const bres_machine *machine, bres__cpu_list *allowed)
{
    if (list_read(machine, BRES__FACT_CPUS_ALLOWED, allowed))
        return;
    *allowed = (bres__cpu_list){ .count = 1 };
    allowed->ranges[0].last = BRES__CPU_MAX;
}

bres_status bres_machine_quiet_cpus(const bres_machine *machine, int32_t *cpus, size_t capacity,
                                    size_t *count)
{
    const bres__cpu_usage *usage;
    bres__cpu_list isolated;
    bres__cpu_list allowed;
    bool *chosen;

    if (machine == NULL || count == NULL || (cpus == NULL && capacity > 0))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_machine_quiet_cpus: machine, cpus or count is NULL");
    *count = 0;
    usage = &machine->usage[0];
    if (usage->count == 0)
        return BRES_OK;
    chosen = bres__calloc(usage->count, sizeof(*chosen));
    if (chosen == NULL)
        return bres__error_memory();
    allowed_read(machine, &allowed);
    list_read(machine, BRES__FACT_ISOLATED, &isolated);
    bres__quiet_cpus_choose(usage, machine->is_updated ? &machine->usage[1] : NULL, &allowed,
                            &isolated, chosen);
    for (size_t i = 0; i < usage->count; i++) {
        if (!chosen[i])
            continue;
        if (*count < capacity)
            cpus[*count] = usage->items[i].cpu;
        (*count)++;
    }
    bres__free(chosen);
    return BRES_OK;
}

static void put_gpus(bres__json_writer *json, const bres_machine *machine)
{
    bres__json_key(json, "gpus");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < machine->gpu_count; i++) {
        const bres__machine_gpu *gpu = &machine->gpus[i];

        bres__json_begin(json, '{');
        bres__json_key(json, "device");
        bres__json_write_int64(json, gpu->device);
        bres__gpu_state_put(json, &gpu->states[0], machine->is_updated ? &gpu->states[1] : NULL);
        bres__json_end(json, '}');
    }
    bres__json_end(json, ']');
}

static void put_text(bres__json_writer *json, const char *key, const char *text)
{
    bres__json_key(json, key);
    if (text != NULL)
        bres__json_write_string(json, text);
    else
        bres__json_write_literal(json, "null");
}

static void put_findings(bres__json_writer *json, const bres__machine_view *view)
{
    bres__json_key(json, "findings");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < view->finding_count; i++) {
        const bres_finding *finding = &view->findings[i];

        bres__json_begin(json, '{');
        put_text(json, "severity", bres_severity_name((bres_severity)finding->severity));
        put_text(json, "key", finding->key);
        put_text(json, "message", finding->message);
        put_text(json, "file", finding->file);
        put_text(json, "fix", finding->fix);
        bres__json_end(json, '}');
    }
    bres__json_end(json, ']');
}

bres_status bres_machine_json(const bres_machine *machine, char **text, size_t *length)
{
    bres__text made = { 0 };
    bres__json_writer json = { .text = &made, .empty = true };

    if (length != NULL)
        *length = 0;
    if (text != NULL)
        *text = NULL;
    if (machine == NULL || text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_machine_json: machine or text is NULL");
    bres__json_begin(&json, '{');
    bres__machine_put(&json, &machine->readings[0],
                      machine->is_updated ? &machine->readings[1] : NULL);
    put_gpus(&json, machine);
    put_findings(&json, &machine->view);
    bres__json_end(&json, '}');
    bres__text_putc(&made, '\n');
    if (!made.failed && length != NULL)
        *length = made.length;
    *text = bres__text_steal(&made);
    if (*text == NULL) {
        bres__text_free(&made);
        if (length != NULL)
            *length = 0;
        return bres__error_memory();
    }
    return BRES_OK;
}
