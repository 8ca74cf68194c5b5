/* SPDX-License-Identifier: MIT */
/*
 * Measurements as a result. A cell of the timing table corresponds to a state, so that two results
 * are compared cell by cell.
 */
#include "model/model.h"
#include "timer/measurement/measurement.h"

#include <string.h>

static const char *row_of(const bres_measurement *measurement)
{
    return measurement->row_name;
}

static const char *description_of(const bres_measurement *measurement)
{
    return bres__or_empty(measurement->spec.description);
}

static const char *env_of(const bres_measurement *measurement)
{
    return bres__or_empty(measurement->spec.env);
}

/* The axes of a benchmark, in their order. */
enum { AXIS_ROW, AXIS_DESCRIPTION, AXIS_THREADS, AXIS_ENV, AXIS_COUNT };

static const struct {
    const char *name;
    const char *(*text_of)(const bres_measurement *measurement); /* NULL: the threads */
} axes[AXIS_COUNT] = {
    [AXIS_ROW] = { "row", row_of },
    [AXIS_DESCRIPTION] = { "description", description_of },
    [AXIS_THREADS] = { "num_threads", NULL },
    [AXIS_ENV] = { "env", env_of },
};

/* A benchmark that is being made. */
typedef struct bench_maker {
    const char *name;
    bres_subbench *bench;
    bres__index points; /* of its states */
    uint32_t *runs;     /* by point: number of the next state */
    bool has[AXIS_COUNT];
    const char *env; /* of its first measurement */
    size_t count;    /* measurements */
} bench_maker;

typedef struct result_maker {
    const bres_measurement *const *measurements;
    size_t count;
    bres_result *result;
    bres__index names;
    bench_maker *benches;
    size_t *bench_of;    /* by measurement */
    const char **values; /* of an axis: room for all measurements */
    int64_t *threads;
} result_maker;

static const char *bench_name_of(const bres_measurement *measurement)
{
    return measurement->spec.label != NULL ? measurement->spec.label : measurement->spec.stmt;
}

/* Finds the benchmark of each measurement, and the axes of each benchmark. */
static bres_status maker_group(result_maker *maker)
{
    for (size_t i = 0; i < maker->count; i++) {
        const bres_measurement *measurement = maker->measurements[i];
        bench_maker *bench;

        bres__key_put(&maker->names.key, bench_name_of(measurement));
        if (!bres__index_take(&maker->names, &maker->bench_of[i]))
            return bres__error_memory();
        bench = &maker->benches[maker->bench_of[i]];
        if (bench->count++ == 0) {
            bench->name = bench_name_of(measurement);
            bench->env = env_of(measurement);
        }
        bench->has[AXIS_ROW] |= strcmp(measurement->row_name, bench->name) != 0;
        bench->has[AXIS_DESCRIPTION] |= description_of(measurement)[0] != '\0';
        bench->has[AXIS_THREADS] = true;
        bench->has[AXIS_ENV] |= strcmp(env_of(measurement), bench->env) != 0;
    }
    return BRES_OK;
}

/* Adds an axis with the values of the benchmark's measurements. */
static bres_status add_axis(result_maker *maker, size_t index, size_t axis)
{
    bres_subbench *bench = maker->benches[index].bench;
    bres__index seen = { 0 };
    bres_status status = BRES_OK;
    size_t place;

    for (size_t i = 0; i < maker->count && status == BRES_OK; i++) {
        const bres_measurement *measurement = maker->measurements[i];
        const int32_t threads = measurement->spec.num_threads;
        const char *text = axes[axis].text_of != NULL ? axes[axis].text_of(measurement) : NULL;

        if (maker->bench_of[i] != index)
            continue;
        bres__key_put(&seen.key, text);
        if (text == NULL)
            bres__text_printf(&seen.key, "%d", (int)threads);
        if (!bres__index_take(&seen, &place)) {
            status = bres__error_memory();
            break;
        }
        maker->values[place] = text;
        maker->threads[place] = threads;
    }
    if (status == BRES_OK && axes[axis].text_of != NULL)
        status = bres_subbench_add_string_axis(bench, axes[axis].name, maker->values, seen.count);
    else if (status == BRES_OK)
        status = bres_subbench_add_int64_axis(bench, axes[axis].name, maker->threads, seen.count);
    bres__index_free(&seen);
    return status;
}

static bres_status add_bench(result_maker *maker, size_t index)
{
    bench_maker *bench = &maker->benches[index];
    bres_status status = bres_result_add_subbench(maker->result, bench->name, &bench->bench);

    for (size_t axis = 0; axis < AXIS_COUNT && status == BRES_OK; axis++) {
        if (bench->has[axis])
            status = add_axis(maker, index, axis);
    }
    bench->runs = bres__calloc(bench->count, sizeof(*bench->runs));
    return status == BRES_OK && bench->runs == NULL ? bres__error_memory() : status;
}

static bres_status add_axis_values(const bench_maker *bench, const bres_measurement *measurement,
                                   bres_state *state)
{
    bres_status status = BRES_OK;

    for (size_t axis = 0; axis < AXIS_COUNT && status == BRES_OK; axis++) {
        if (bench->has[axis] && axes[axis].text_of != NULL)
            status =
                bres_state_add_axis_string(state, axes[axis].name, axes[axis].text_of(measurement));
        else if (bench->has[axis])
            status =
                bres_state_add_axis_int64(state, axes[axis].name, measurement->spec.num_threads);
    }
    return status;
}

/* Numbers the states of one point as runs. */
static bres_status set_run(bench_maker *bench, bres_state *state)
{
    size_t place;
    uint32_t run;

    bres__key_put(&bench->points.key, bres_state_point_name(state));
    for (size_t i = 0; i < bres_state_point_count(state); i++)
        bres__key_put(&bench->points.key, bres_state_point_text_at(state, i));
    if (!bres__index_take(&bench->points, &place))
        return bres__error_memory();
    run = bench->runs[place]++;
    return run > 0 ? bres_state_set_run(state, run) : BRES_OK;
}

static bres_status add_summaries(const bres_measurement *measurement, bres_state *state)
{
    bres_times times;

    bres_times_init(&times);
    times.count = measurement->count;
    times.cpu = measurement->times;
    for (size_t i = 0; i < measurement->count; i++)
        times.walltime += measurement->raw_times[i];
    return bres_state_add_cpu_only_summaries(state, &times);
}

static const bres__summary_texts origin_texts = { BRES__TAG_MEASUREMENT, "Measurement",
                                                  "Which task was measured, and how.", NULL,
                                                  BRES__HIDDEN };

/* Adds the data that bres_measurement_from_state() needs besides the standard summaries. */
static bres_status add_origin(const bres_measurement *measurement, bres_state *state)
{
    const bres_task_spec *spec = &measurement->spec;
    bres__summaries set = bres__summaries_begin(state, "");
    bres_summary *summary = bres__summaries_add(&set, &origin_texts);
    bres_status status = set.status;

    if (status == BRES_OK)
        status =
            bres_summary_set_int64(summary, "number_per_run", (int64_t)measurement->number_per_run);
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT && status == BRES_OK; i++) {
        const char *value = bres__spec_get(spec, &bres__spec_texts[i]);

        if (value != NULL)
            status = bres_summary_set_string(summary, bres__spec_texts[i].name, value);
    }
    if (status == BRES_OK)
        status = bres_summary_set_int64(summary, "num_threads", spec->num_threads);
    if (status == BRES_OK && measurement->metadata != NULL)
        status = bres_summary_set_string(summary, "metadata", measurement->metadata);
    return status;
}

static bres_status add_state(result_maker *maker, size_t index)
{
    const bres_measurement *measurement = maker->measurements[index];
    bench_maker *bench = &maker->benches[maker->bench_of[index]];
    bres_state *state = NULL;
    bres_status status = bres_subbench_add_state(bench->bench, &state);

    if (status == BRES_OK)
        status = add_axis_values(bench, measurement, state);
    if (status == BRES_OK)
        status = set_run(bench, state);
    if (status == BRES_OK)
        status = add_summaries(measurement, state);
    return status == BRES_OK ? add_origin(measurement, state) : status;
}

static bool maker_reserve(result_maker *maker)
{
    maker->benches = bres__calloc(maker->count, sizeof(*maker->benches));
    maker->bench_of = bres__calloc(maker->count, sizeof(*maker->bench_of));
    maker->values = bres__calloc(maker->count, sizeof(*maker->values));
    maker->threads = bres__calloc(maker->count, sizeof(*maker->threads));
    return maker->benches != NULL && maker->bench_of != NULL && maker->values != NULL &&
           maker->threads != NULL;
}

static void maker_free(result_maker *maker)
{
    for (size_t i = 0; i < maker->names.count; i++) {
        bres__index_free(&maker->benches[i].points);
        bres__free(maker->benches[i].runs);
    }
    bres__index_free(&maker->names);
    bres__free(maker->threads);
    bres__free(maker->values);
    bres__free(maker->bench_of);
    bres__free(maker->benches);
    bres_result_unref(maker->result);
}

static bres_status maker_fill(result_maker *maker)
{
    bres_status status;

    if (!maker_reserve(maker))
        return bres__error_memory();
    status = maker_group(maker);
    for (size_t i = 0; i < maker->names.count && status == BRES_OK; i++)
        status = add_bench(maker, i);
    for (size_t i = 0; i < maker->count && status == BRES_OK; i++)
        status = add_state(maker, i);
    return status;
}

bres_status bres_measurement_result(const bres_measurement *const *measurements, size_t count,
                                    bres_result **result)
{
    result_maker maker = { .measurements = measurements, .count = count };
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_result: result is NULL");
    *result = NULL;
    status = bres__measurement_check_list(measurements, count, "bres_measurement_result");
    if (status == BRES_OK)
        status = bres_result_new(&maker.result);
    if (status == BRES_OK && count != 0)
        status = maker_fill(&maker);
    if (status == BRES_OK) {
        *result = maker.result;
        maker.result = NULL;
    }
    maker_free(&maker);
    return status;
}
