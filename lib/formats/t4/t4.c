/* SPDX-License-Identifier: MIT */
/*
 * T4, the exchange format of tuners: configurations, with their run times or the reason why they
 * are invalid.
 */
#include "formats/tree.h"

#include <math.h>
#include <string.h>

static bool t4_detect(const bres__input *input)
{
    return bres__shape_has(&input->text, "results/0/configuration") &&
           bres__shape_has(&input->text, "results/0/invalidity");
}

static const struct {
    const char *name;
    double seconds;
} time_units[] = {
    { "seconds", 1 },         { "s", 1 },     { "milliseconds", 1e-3 }, { "ms", 1e-3 },
    { "microseconds", 1e-6 }, { "us", 1e-6 }, { "nanoseconds", 1e-9 },  { "ns", 1e-9 },
};

/* Reads the file's unit of time, in seconds. */
static bres_status read_unit(const bres__node *root, double *seconds)
{
    const char *unit = NULL;
    bres__node metadata;
    bres_status status = bres__node_require(root, "metadata", BRES__JSON_OBJECT, &metadata);

    if (status == BRES_OK)
        status = bres__node_read_text(&metadata, "timeunit", &unit);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < sizeof(time_units) / sizeof(*time_units); i++) {
        *seconds = time_units[i].seconds;
        if (strcmp(unit, time_units[i].name) == 0)
            return BRES_OK;
    }
    return bres__node_fault(&metadata, BRES_ERROR_VALUE,
                            "seconds, milliseconds, microseconds or nanoseconds",
                            "unknown timeunit '%s'", unit);
}

static bres_status put_runtimes(const bres__node *result, double seconds, bres__draft_state *state)
{
    bres__node times;
    bres__node runtimes;
    bool found = false;
    bres_status status = bres__node_optional(result, "times", BRES__JSON_OBJECT, &times, &found);

    if (status == BRES_OK && found)
        status = bres__node_optional(&times, "runtimes", BRES__JSON_ARRAY, &runtimes, &found);
    for (size_t i = 0; status == BRES_OK && found && i < bres__node_count(&runtimes); i++) {
        const bres__node node = bres__node_at(&runtimes, i);
        double value = 0;

        status = bres__node_float64(&node, &value);
        if (status == BRES_OK && !(value >= 0 && isfinite(value)))
            status = bres__node_fault(&node, BRES_ERROR_VALUE,
                                      bres__range_text(BRES__RANGE_NOT_NEGATIVE), "%s",
                                      bres__node_as_text(&node));
        if (status == BRES_OK)
            bres__draft_value(state,
                              &(bres__measure){ .tag = "bres/import/gpu_time",
                                                .hint = "duration",
                                                .better = BRES__BETTER_LOWER },
                              value * seconds);
    }
    return status;
}

/* Adds the measurements as counters, with the units of the file. */
static bres_status put_measurements(const bres__node *result, bres__draft_state *state)
{
    bres__node list;
    bool found;
    bres_status status =
        bres__node_optional(result, "measurements", BRES__JSON_ARRAY, &list, &found);

    for (size_t i = 0; status == BRES_OK && found && i < bres__node_count(&list); i++) {
        const bres__node measurement = bres__node_at(&list, i);
        const char *name = NULL;
        const char *unit = NULL;
        bres__node member;
        double value = 0;

        status = bres__node_read_text(&measurement, "name", &name);
        if (status == BRES_OK)
            status = bres__node_read_float64(&measurement, "value", &value);
        if (status == BRES_OK && bres__node_find(&measurement, "unit", &member))
            unit = bres__node_text(&member);
        if (status == BRES_OK)
            bres__draft_counter(state, name, unit, BRES__BETTER_UNKNOWN, value);
    }
    return status;
}

static bres_status result_read(bres__import *import, const bres__node *result, double seconds)
{
    static const char *const known[] = { "configuration", "invalidity", "times", "measurements",
                                         NULL };
    static const char *const known_times[] = { "runtimes", NULL };
    bres__draft_state *state = bres__draft_begin(&import->draft);
    bres__members_walk walk = { 0 };
    bres__node configuration;
    bres__node times;
    const char *invalidity = NULL;
    bool has_times;
    bres_status status =
        bres__node_require(result, "configuration", BRES__JSON_OBJECT, &configuration);

    if (status == BRES_OK)
        status = bres__node_read_text(result, "invalidity", &invalidity);
    if (status != BRES_OK)
        return status;
    walk.object = &configuration;
    while (bres__members_next(&walk))
        bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED,
                               bres__node_as_text(&walk.member));
    bres__node_keep_others(result, known, state);
    if (bres__node_find(result, "times", &times))
        bres__node_keep_others(&times, known_times, state);
    if (strcmp(invalidity, "correct") != 0) {
        bres__draft_skip(state, invalidity);
    } else {
        status = put_runtimes(result, seconds, state);
        has_times = state != NULL && state->series != NULL;
        if (status == BRES_OK)
            status = put_measurements(result, state);
        if (status == BRES_OK && state != NULL && state->series == NULL)
            status = bres__node_fault(result, BRES_ERROR_VALUE,
                                      "at least one of the runtimes or the measurements",
                                      "a correct configuration has no values");
        if (status == BRES_OK && !has_times)
            bres__import_warn(import, "%s: a correct configuration without runtimes has no time",
                              import->input.name);
    }
    if (status == BRES_OK)
        bres__draft_add(state, import->options.bench != NULL ? import->options.bench
                                                             : import->format->name);
    return status;
}

static bres_status t4_read(bres__import *import)
{
    double seconds = 1;
    bres__node root;
    bres__node results;
    bres_status status = bres__tree_open(import, &root);

    if (status == BRES_OK)
        status = read_unit(&root, &seconds);
    if (status == BRES_OK)
        status = bres__node_require(&root, "results", BRES__JSON_ARRAY, &results);
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&results); i++) {
        const bres__node result = bres__node_at(&results, i);

        status = bres__import_tolerate(import, result_read(import, &result, seconds));
    }
    bres__tree_close(&root);
    return status;
}

const bres__file_format bres__format_of_t4 = {
    .name = "t4",
    .tool = "T4",
    .detect = t4_detect,
    .read = t4_read,
};
