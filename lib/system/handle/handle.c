/* SPDX-License-Identifier: MIT */
/*
 * The public machine: readings at one or two times, and their facts and findings as texts.
 */
#include "system/handle/handle.h"

#include <string.h>

#define SEVERITIES 3

static void view_free(bres__machine_view *view)
{
    bres__arena_free(&view->arena);
    bres__free(view->facts);
    bres__free(view->findings);
    *view = (bres__machine_view){ .fact_count = 0 };
}

void bres_machine_free(bres_machine *machine)
{
    if (machine == NULL)
        return;
    view_free(&machine->view);
    bres__cpu_usage_free(&machine->usage[0]);
    bres__cpu_usage_free(&machine->usage[1]);
    bres__free(machine->gpus);
    bres__free(machine->root);
    bres__free(machine);
}

static bres_status copy(bres__arena *arena, const char *text, const char **copied)
{
    *copied = NULL;
    if (text == NULL)
        return BRES_OK;
    *copied = bres__arena_strdup(arena, text);
    return *copied != NULL ? BRES_OK : bres__error_memory();
}

/* Copies all texts of a fact except `unknown`, which is static. */
bres_status bres__view_add_fact(bres__machine_view *view, const bres_machine_fact *fact)
{
    bres_machine_fact made = *fact;
    bres_status status = copy(&view->arena, fact->key, &made.key);

    if (status == BRES_OK)
        status = copy(&view->arena, fact->name, &made.name);
    if (status == BRES_OK)
        status = copy(&view->arena, fact->file, &made.file);
    if (status == BRES_OK)
        status = copy(&view->arena, fact->value, &made.value);
    if (status == BRES_OK &&
        !BRES__RESERVE(&view->facts, &view->fact_capacity, view->fact_count + 1))
        status = bres__error_memory();
    if (status == BRES_OK)
        view->facts[view->fact_count++] = made;
    return status;
}

static bres_status fact_add(bres__machine_view *view, const bres__machine *machine,
                            bres__fact_id id)
{
    const bres__fact_info *info = bres__fact_describe(id);
    const bres__fact *fact = &machine->facts[id];
    const bool known = fact->state == BRES__FACT_KNOWN;
    bres__text value = { 0 };
    bres__text file = { 0 };
    bres_machine_fact made = {
        .key = info->key,
        .name = info->name,
        .unknown = bres__fact_state_name(fact->state),
        .kind = info->kind,
    };
    bres_status status;

    made.is_number = bres__fact_number(machine, id, &made.number);
    if (known)
        bres__fact_put(&value, machine, id);
    bres__fact_put_path(&file, machine, id);
    made.value = known && value.length == 0 ? "" : value.data;
    made.file = file.data;
    status = value.failed || file.failed ? bres__error_memory() : bres__view_add_fact(view, &made);
    bres__text_free(&value);
    bres__text_free(&file);
    return status;
}

static bres_status finding_add(void *context, const bres_finding *finding)
{
    bres__machine_view *view = context;
    bres_finding made = *finding;
    bres_status status = copy(&view->arena, finding->key, &made.key);

    if (status == BRES_OK)
        status = copy(&view->arena, finding->message, &made.message);
    if (status == BRES_OK)
        status = copy(&view->arena, finding->file, &made.file);
    if (status == BRES_OK)
        status = copy(&view->arena, finding->fix, &made.fix);
    if (status == BRES_OK &&
        !BRES__RESERVE(&view->findings, &view->finding_capacity, view->finding_count + 1))
        status = bres__error_memory();
    if (status == BRES_OK)
        view->findings[view->finding_count++] = made;
    return status;
}

/* Insertion sort keeps the order of equally severe findings. */
static void findings_sort(bres__machine_view *view)
{
    for (size_t i = 1; i < view->finding_count; i++) {
        const bres_finding moved = view->findings[i];
        size_t place = i;

        while (place > 0 && view->findings[place - 1].severity < moved.severity) {
            view->findings[place] = view->findings[place - 1];
            place--;
        }
        view->findings[place] = moved;
    }
}

static bres_status view_make(const bres_machine *machine, bres__machine_view *view)
{
    const bool twice = machine->is_updated;
    const bres__observation seen = {
        .begin = &machine->readings[0],
        .end = twice ? &machine->readings[1] : NULL,
        .seconds = (double)(machine->times[1] - machine->times[0]) / (double)BRES__NS_PER_SECOND,
    };
    bres_status status = BRES_OK;

    *view = (bres__machine_view){ .fact_count = 0 };
    for (int id = 0; id < BRES__FACT_COUNT && status == BRES_OK; id++)
        status = fact_add(view, &machine->readings[twice], (bres__fact_id)id);
    for (size_t i = 0; i < machine->gpu_count && status == BRES_OK; i++)
        status = bres__gpu_add_facts(&machine->gpus[i], twice, view);
    if (status == BRES_OK)
        status = bres__machine_find(&seen, finding_add, view);
    for (size_t i = 0; i < machine->gpu_count && status == BRES_OK; i++) {
        const bres__machine_gpu *gpu = &machine->gpus[i];
        const bres__gpu_observation both = {
            .device = gpu->device,
            .missing = gpu->missing[0] != '\0' ? gpu->missing : NULL,
            .begin = &gpu->states[0],
            .end = twice ? &gpu->states[1] : NULL,
        };

        status = bres__gpu_find(&both, finding_add, view);
    }
    findings_sort(view);
    if (status != BRES_OK)
        view_free(view);
    return status;
}

static bres_status view_replace(bres_machine *machine)
{
    bres__machine_view made;
    const bres_status status = view_make(machine, &made);

    if (status != BRES_OK)
        return status;
    view_free(&machine->view);
    machine->view = made;
    return BRES_OK;
}

bres_status bres_machine_read(const char *root, bres_machine **machine)
{
    bres_machine *made;
    bres_status status;

    if (machine == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_machine_read: machine is NULL");
    *machine = NULL;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->root = bres__strdup(root != NULL ? root : bres__system_root());
    status = made->root != NULL ? BRES_OK : bres__error_memory();
    if (status == BRES_OK) {
        made->times[0] = bres__steady_now();
        bres__machine_read(made->root, &made->readings[0]);
        status = bres__cpu_usage_read(made->root, &made->usage[0]);
    }
    if (status == BRES_OK)
        status = view_replace(made);
    if (status != BRES_OK) {
        bres_machine_free(made);
        return status;
    }
    *machine = made;
    return BRES_OK;
}

/* Makes the second reading, which replaces an earlier second reading once it is complete. */
bres_status bres_machine_update(bres_machine *machine)
{
    bres_machine next;
    bres_status status;

    if (machine == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_machine_update: machine is NULL");
    next = *machine;
    next.is_updated = true;
    next.times[1] = bres__steady_now();
    bres__machine_read(machine->root, &next.readings[1]);
    status = bres__cpu_usage_read(machine->root, &next.usage[1]);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < machine->gpu_count && status == BRES_OK; i++)
        status = bres__gpu_read(&machine->gpus[i], true);
    if (status == BRES_OK)
        status = view_make(&next, &next.view);
    if (status != BRES_OK) {
        bres__cpu_usage_free(&next.usage[1]);
        return status;
    }
    view_free(&machine->view);
    bres__cpu_usage_free(&machine->usage[1]);
    *machine = next;
    return BRES_OK;
}

bres_status bres_machine_read_gpu(bres_machine *machine, int device)
{
    bres__machine_gpu *gpu;
    bres_status status;

    if (machine == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_machine_read_gpu: machine is NULL");
    for (size_t i = 0; i < machine->gpu_count; i++) {
        if (machine->gpus[i].device == device)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "bres_machine_read_gpu: device %d was added before", device);
    }
    if (!BRES__RESERVE(&machine->gpus, &machine->gpu_capacity, machine->gpu_count + 1))
        return bres__error_memory();
    gpu = &machine->gpus[machine->gpu_count];
    *gpu = (bres__machine_gpu){ .device = device };
    status = bres__gpu_read(gpu, false);
    if (status != BRES_OK)
        return status;
    gpu->states[1] = gpu->states[0];
    machine->gpu_count++;
    status = view_replace(machine);
    if (status != BRES_OK)
        machine->gpu_count--;
    return status;
}

size_t bres_machine_fact_count(const bres_machine *machine)
{
    return machine != NULL ? machine->view.fact_count : 0;
}

const bres_machine_fact *bres_machine_fact_at(const bres_machine *machine, size_t index)
{
    return index < bres_machine_fact_count(machine) ? &machine->view.facts[index] : NULL;
}

const bres_machine_fact *bres_machine_fact_find(const bres_machine *machine, const char *key)
{
    for (size_t i = 0; key != NULL && i < bres_machine_fact_count(machine); i++) {
        if (strcmp(machine->view.facts[i].key, key) == 0)
            return &machine->view.facts[i];
    }
    return NULL;
}

const char *bres_severity_name(bres_severity severity)
{
    static const char *const names[SEVERITIES] = {
        [BRES_SEVERITY_NOTE] = "note",
        [BRES_SEVERITY_WARNING] = "warning",
        [BRES_SEVERITY_CRITICAL] = "critical",
    };

    return (size_t)severity < SEVERITIES ? names[severity] : NULL;
}

size_t bres_machine_finding_count(const bres_machine *machine)
{
    return machine != NULL ? machine->view.finding_count : 0;
}

const bres_finding *bres_machine_finding_at(const bres_machine *machine, size_t index)
{
    return index < bres_machine_finding_count(machine) ? &machine->view.findings[index] : NULL;
}
