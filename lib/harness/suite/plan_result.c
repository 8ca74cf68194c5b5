/* SPDX-License-Identifier: MIT */
/*
 * The benchmarks and states of a plan as parts of a result.
 */
#include "harness/suite/plan.h"

/* Types that no state has are marked as inactive in the file. */
static bres_status bench_add_type_axis(bres_subbench *bench, const bres__axis *axis)
{
    const bres_status status =
        bres_subbench_add_type_axis(bench, axis->name, (const char *const *)axis->strings,
                                    (const char *const *)axis->descriptions, axis->count);
    size_t next = 0;

    for (size_t i = 0; i < axis->count && status == BRES_OK; i++) {
        bres_axis_value *value = &bench->axes[bench->axis_count - 1]->values[i];

        if (next < axis->active_count && axis->active[next] == i)
            next++;
        else
            value->is_active = (bres__scalar){ .text = "false", .json = BRES__JSON_FALSE };
    }
    return status;
}

static bres_status bench_add_axis(bres_subbench *bench, const bres__axis *axis)
{
    bres_status status = BRES_OK;

    switch (axis->type) {
    case BRES__AXIS_INT64:
        status = bres_subbench_add_int64_axis(bench, axis->name, axis->integers, axis->count);
        break;
    case BRES__AXIS_POW2:
        status = bres_subbench_add_pow2_axis(bench, axis->name, axis->integers, axis->count);
        break;
    case BRES__AXIS_FLOAT64:
        status = bres_subbench_add_float64_axis(bench, axis->name, axis->reals, axis->count);
        break;
    case BRES__AXIS_STRING:
        status = bres_subbench_add_string_axis(bench, axis->name,
                                               (const char *const *)axis->strings, axis->count);
        break;
    case BRES__AXIS_TYPE:
        status = bench_add_type_axis(bench, axis);
        break;
    }
    return status;
}

bres_status bres__bench_put_axes(const bres_bench *bench, bres_subbench *made)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bench->axis_count && status == BRES_OK; i++)
        status = bench_add_axis(made, &bench->axes[i]);
    return status;
}

static bres_status result_add_bench(bres_result *result, const bres_bench *bench)
{
    bres_subbench *made = NULL;
    bres_status status = bres_result_add_subbench(result, bench->name, &made);

    if (status == BRES_OK)
        status = bres__settings_put_bench(&bench->settings, made);
    for (size_t i = 0; i < bench->device_count && status == BRES_OK; i++)
        status = bres_subbench_add_device(made, bench->devices[i]);
    return status == BRES_OK ? bres__bench_put_axes(bench, made) : status;
}

bres_status bres__plan_add_benches(const bres__plan *plan, bres_result *result)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < plan->bench_count && status == BRES_OK; i++)
        status = result_add_bench(result, plan->benches[i]);
    return status;
}

static bres_status state_add_value(bres_state *state, const bres__axis *axis, size_t index)
{
    bres_status status = BRES_OK;

    switch (axis->type) {
    case BRES__AXIS_INT64:
        status = bres_state_add_axis_int64(state, axis->name, axis->integers[index]);
        break;
    case BRES__AXIS_POW2:
        status = bres_state_add_axis_int64(state, axis->name, INT64_C(1) << axis->integers[index]);
        break;
    case BRES__AXIS_FLOAT64:
        status = bres_state_add_axis_float64(state, axis->name, axis->reals[index]);
        break;
    case BRES__AXIS_STRING:
    case BRES__AXIS_TYPE:
        status = bres_state_add_axis_string(state, axis->name, axis->strings[index]);
        break;
    }
    return status;
}

/* Sets the values on the axes of types. `number` has a digit for each of these axes; the last axis
 * is the lowest digit. The index of the type configuration is the same number, but with all types
 * of the axes instead of the chosen types. */
static bres_status state_add_types(bres_state *state, const bres_bench *bench, size_t type_axes,
                                   size_t number)
{
    bres_status status = BRES_OK;
    size_t combinations = 1;
    size_t config = 0;

    for (size_t i = 0; i < type_axes; i++)
        combinations *= bres__axis_active_count(&bench->axes[i]);
    for (size_t i = 0; i < type_axes && status == BRES_OK; i++) {
        const bres__axis *axis = &bench->axes[i];
        size_t index;

        number %= combinations;
        combinations /= bres__axis_active_count(axis);
        index = bres__axis_active_index(axis, number / combinations);
        config = config * axis->count + index;
        status = state_add_value(state, axis, index);
    }
    return status == BRES_OK ? bres_state_set_type_config_index(state, (int64_t)config) : status;
}

/* Type configurations change slowest; among the other axes the first one changes fastest. */
bres_status bres__bench_put_values(const bres_bench *bench, size_t number, bres_state *state)
{
    const size_t type_axes = bres__bench_type_axis_count(bench);
    size_t others = 1;
    bres_status status;

    if (bench->chosen != NULL)
        number = bench->chosen[number % bench->chosen_count];
    for (size_t i = type_axes; i < bench->axis_count; i++)
        others *= bench->axes[i].count;
    status = state_add_types(state, bench, type_axes, number / others);
    for (size_t i = type_axes; i < bench->axis_count && status == BRES_OK; i++) {
        const bres__axis *axis = &bench->axes[i];

        status = state_add_value(state, axis, number % axis->count);
        number /= axis->count;
    }
    return status;
}

static bres_status state_fill(bres_state *state, const bres__plan *plan,
                              const bres__plan_state *planned)
{
    const bres_bench *bench = plan->benches[planned->bench];
    const int device = bres__plan_device(plan, planned);
    bres_status status = bres__settings_put_state(&bench->settings, state);

    if (status == BRES_OK && device >= 0)
        status = bres_state_set_device(state, device);
    /* Without this key a state is run 0, in all files. */
    if (status == BRES_OK && planned->run != 0)
        status = bres_state_set_run(state, planned->run);
    return status == BRES_OK ? bres__bench_put_values(bench, planned->number, state) : status;
}

bres_status bres__plan_add_state(const bres__plan *plan, const bres__plan_state *planned,
                                 bres_result *result, bres_state **state)
{
    bres_subbench *bench = result->subbenches[planned->bench];
    bres_state *made = NULL;
    bres_status status = bres_subbench_add_state(bench, &made);

    *state = NULL;
    if (status != BRES_OK)
        return status;
    status = state_fill(made, plan, planned);
    if (status != BRES_OK) {
        bench->state_count--;
        return status;
    }
    *state = made;
    return BRES_OK;
}
