/* SPDX-License-Identifier: MIT */
/*
 * Results: lifetime, parts and look-ups.
 */
#include "model/model.h"

#include <string.h>

bres_result *bres__result_new(void)
{
    bres_result *result = bres__calloc(1, sizeof(*result));

    if (result == NULL) {
        bres__error_memory();
        return NULL;
    }
    atomic_init(&result->references, 1);
    return result;
}

bres_result *bres_result_ref(bres_result *result)
{
    if (result != NULL)
        atomic_fetch_add_explicit(&result->references, 1, memory_order_relaxed);
    return result;
}

/* An array without a capacity is in an arena. */
static void result_free_array(void *array, size_t capacity)
{
    if (capacity != 0)
        bres__free(array);
}

void bres__state_free(bres_state *state)
{
    bres__free(atomic_load_explicit(&state->times, memory_order_relaxed));
    bres__free(atomic_load_explicit(&state->rates, memory_order_relaxed));
    result_free_array(state->open_summaries, state->summary_capacity);
}

/* Frees the memory of a benchmark outside the arena. */
static void result_free_subbench(bres_subbench *bench)
{
    for (size_t i = 0; i < bench->state_count; i++)
        bres__state_free(bench->states[i]);
    for (size_t i = 0; i < bench->axis_count; i++)
        bres__map_free(&bench->axes[i]->inputs);
    bres__map_free(&bench->axis_by_name);
    result_free_array(bench->states, bench->state_capacity);
    result_free_array(bench->axes, bench->axis_capacity);
    result_free_array(bench->devices, bench->device_capacity);
}

void bres_result_unref(bres_result *result)
{
    if (result == NULL ||
        atomic_fetch_sub_explicit(&result->references, 1, memory_order_acq_rel) != 1)
        return;
    for (size_t i = 0; i < result->subbench_count; i++)
        result_free_subbench(result->subbenches[i]);
    result_free_array(result->subbenches, result->subbench_capacity);
    result_free_array(result->devices, result->device_capacity);
    bres__map_free(&result->by_name);
    bres__map_free(&result->device_by_id);
    for (size_t i = 0; i < result->source_count; i++)
        bres_result_unref(result->sources[i]);
    bres__free(result->sources);
    bres__arena_free(&result->arena);
    bres__free(result);
}

bres_status bres__result_check_open(const bres_result *result)
{
    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the result is NULL");
    if (result->frozen)
        return bres__error(BRES_ERROR_STATE,
                           "a result that was loaded or merged cannot be changed");
    return BRES_OK;
}

bres_subbench *bres__result_append_subbench(bres_result *result, const char *name)
{
    bres_subbench *bench = bres__arena_calloc(&result->arena, 1, sizeof(*bench));

    if (bench == NULL ||
        !BRES__RESERVE(&result->subbenches, &result->subbench_capacity, result->subbench_count + 1))
        goto no_memory;
    if (!bres__map_set(&result->by_name, name, strlen(name), bench))
        goto no_memory;
    bench->result = result;
    bench->name = name;
    result->subbenches[result->subbench_count++] = bench;
    return bench;

no_memory:
    bres__error_memory();
    return NULL;
}

bres_status bres__result_take_subbenches(bres_result *result, bres_subbench *const *benches,
                                         size_t count, bres_result *const *owners,
                                         size_t owner_count)
{
    if (!BRES__RESERVE(&result->subbenches, &result->subbench_capacity,
                       result->subbench_count + count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        if (!bres__map_set(&result->by_name, benches[i]->name, strlen(benches[i]->name),
                           benches[i]))
            return bres__error_memory();
    }
    for (size_t i = 0; i < count; i++) {
        benches[i]->result = result;
        result->subbenches[result->subbench_count++] = benches[i];
    }
    for (size_t i = 0; i < owner_count; i++) {
        owners[i]->subbench_count = 0;
        bres__arena_adopt(&result->arena, &owners[i]->arena);
    }
    return BRES_OK;
}

static bres_device *result_find_device(const bres_result *result, int64_t id)
{
    return bres__map_get(&result->device_by_id, (const char *)&id, sizeof(id));
}

bres_status bres__result_put_device(bres_result *result, const bres_device *device)
{
    bres_device *present = result_find_device(result, device->id);

    if (present != NULL) {
        *present = *device;
        return BRES_OK;
    }
    present = bres__arena_calloc(&result->arena, 1, sizeof(*present));
    if (present == NULL ||
        !BRES__RESERVE(&result->devices, &result->device_capacity, result->device_count + 1))
        return bres__error_memory();
    *present = *device;
    if (!bres__map_set(&result->device_by_id, (const char *)&present->id, sizeof(present->id),
                       present))
        return bres__error_memory();
    result->devices[result->device_count++] = present;
    return BRES_OK;
}

const char *bres_result_path(const bres_result *result)
{
    return result != NULL ? result->path : NULL;
}

const char *bres_result_meta_json(const bres_result *result)
{
    return result != NULL ? result->meta : NULL;
}

const char *bres_result_file_version(const bres_result *result)
{
    return result != NULL ? result->version : NULL;
}

const char *bres_result_extra_json(const bres_result *result)
{
    return result != NULL ? result->extra : NULL;
}

size_t bres_result_device_count(const bres_result *result)
{
    return result != NULL ? result->device_count : 0;
}

const bres_device *bres_result_device_at(const bres_result *result, size_t index)
{
    return index < bres_result_device_count(result) ? result->devices[index] : NULL;
}

const bres_device *bres_result_device(const bres_result *result, int64_t id)
{
    return result != NULL ? result_find_device(result, id) : NULL;
}

size_t bres_result_subbench_count(const bres_result *result)
{
    return result != NULL ? result->subbench_count : 0;
}

const bres_subbench *bres_result_subbench_at(const bres_result *result, size_t index)
{
    return index < bres_result_subbench_count(result) ? result->subbenches[index] : NULL;
}

const bres_subbench *bres_result_subbench(const bres_result *result, const char *name)
{
    if (result == NULL || name == NULL)
        return NULL;
    return bres__map_get(&result->by_name, name, strlen(name));
}
