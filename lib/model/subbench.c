/* SPDX-License-Identifier: MIT */
/*
 * Benchmarks: parts and look-ups.
 */
#include "model/model.h"

#include <string.h>

bres_axis *bres__subbench_append_axis(bres_subbench *bench)
{
    bres_axis *axis = bres__arena_calloc(&bench->result->arena, 1, sizeof(*axis));

    if (axis == NULL ||
        !BRES__RESERVE(&bench->axes, &bench->axis_capacity, bench->axis_count + 1)) {
        bres__error_memory();
        return NULL;
    }
    bench->axes[bench->axis_count++] = axis;
    return axis;
}

/* The jump target of the axis that follows `axis` under its name: the end of two jumps from `axis`
 * if both have the same length, else `axis`. Any axis of a name is then reached in a number of
 * steps that is logarithmic in the number of these axes. */
static const bres_axis *axis_jump(const bres_axis *axis)
{
    const bres_axis *first = axis != NULL ? axis->jump : NULL;
    const bres_axis *second = first != NULL ? first->jump : NULL;

    return second != NULL &&
                   axis->occurrence - first->occurrence == first->occurrence - second->occurrence
               ? second
               : axis;
}

bres_status bres__subbench_complete_axis(bres_subbench *bench, bres_axis *axis, bres__arena *arena)
{
    const size_t length = strlen(axis->name);
    const bres_status status = bres__axis_complete(axis, arena);

    if (status != BRES_OK)
        return status;
    axis->previous = bres__map_get(&bench->axis_by_name, axis->name, length);
    axis->jump = axis_jump(axis->previous);
    axis->index = bench->axis_count - 1;
    axis->occurrence = axis->previous != NULL ? axis->previous->occurrence + 1 : 0;
    return bres__map_set(&bench->axis_by_name, axis->name, length, axis) ? BRES_OK
                                                                         : bres__error_memory();
}

const bres_axis *bres__subbench_find_axis(const bres_subbench *bench, const char *name,
                                          size_t occurrence)
{
    const bres_axis *axis = bres_subbench_axis(bench, name);

    while (axis != NULL && axis->occurrence > occurrence)
        axis = axis->jump != NULL && axis->jump->occurrence >= occurrence ? axis->jump
                                                                          : axis->previous;
    return axis != NULL && axis->occurrence == occurrence ? axis : NULL;
}

const char *bres_subbench_name(const bres_subbench *bench)
{
    return bench != NULL ? bench->name : NULL;
}

size_t bres_subbench_device_count(const bres_subbench *bench)
{
    return bench != NULL ? bench->device_count : 0;
}

int64_t bres_subbench_device_id_at(const bres_subbench *bench, size_t index)
{
    return index < bres_subbench_device_count(bench) ? bench->devices[index] : 0;
}

size_t bres_subbench_axis_count(const bres_subbench *bench)
{
    return bench != NULL ? bench->axis_count : 0;
}

const bres_axis *bres_subbench_axis_at(const bres_subbench *bench, size_t index)
{
    return index < bres_subbench_axis_count(bench) ? bench->axes[index] : NULL;
}

const bres_axis *bres_subbench_axis(const bres_subbench *bench, const char *name)
{
    if (bench == NULL || name == NULL)
        return NULL;
    return bres__map_get(&bench->axis_by_name, name, strlen(name));
}

size_t bres_subbench_state_count(const bres_subbench *bench)
{
    return bench != NULL ? bench->state_count : 0;
}

const bres_state *bres_subbench_state_at(const bres_subbench *bench, size_t index)
{
    return index < bres_subbench_state_count(bench) ? bench->states[index] : NULL;
}

const bres_state *bres_subbench_state(const bres_subbench *bench, const char *point_name)
{
    if (point_name == NULL)
        return NULL;
    for (size_t i = bres_subbench_state_count(bench); i-- > 0;) {
        if (strcmp(bres_state_point_name(bench->states[i]), point_name) == 0)
            return bench->states[i];
    }
    return NULL;
}

bool bres_subbench_setting(const bres_subbench *bench, const char *key, double *value)
{
    return bench != NULL && bench->extra != NULL && key != NULL &&
           bres__json_member_float64(bench->extra, key, value);
}

const char *bres_subbench_extra_json(const bres_subbench *bench)
{
    return bench != NULL ? bench->extra : NULL;
}

bres_status bres__subbench_check_open(const bres_subbench *bench)
{
    if (bench == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the benchmark is NULL");
    return bres__result_check_open(bench->result);
}
