/* SPDX-License-Identifier: MIT */
/*
 * The output of nanobench's JSON template. Each measurement is a mean over its iterations.
 */
#include "formats/tree.h"

#include <string.h>

/* The template inserts texts without escaping, so a title with a quotation mark makes the JSON
 * invalid. The key below is found even then. */
static bool nanobench_detect(const bres__input *input)
{
    static const char key[] = "\"median(elapsed)\"";

    return bres__shape_is(&input->text, "results", BRES__JSON_ARRAY) &&
           memmem(input->text.data, input->text.length, key, sizeof(key) - 1) != NULL;
}

static const char *const counters[] = {
    "pagefaults",   "cpucycles",          "contextswitches",
    "instructions", "branchinstructions", "branchmisses",
};

/* Adds a counter. A counter that is 0 in all measurements was unavailable and is left out. */
static bres_status put_counter(const bres__node *measurements, const char *name,
                               bres__draft_state *state)
{
    bool available = false;

    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < bres__node_count(measurements); i++) {
            const bres__node measurement = bres__node_at(measurements, i);
            bres__node counter;
            double value = 0;
            bool found;
            bres_status status =
                bres__node_optional(&measurement, name, BRES__JSON_REAL, &counter, &found);

            if (status == BRES_OK && found)
                status = bres__node_float64(&counter, &value);
            if (status != BRES_OK)
                return status;
            available = available || value != 0;
            if (pass == 1 && found)
                bres__draft_counter(state, name, NULL, BRES__BETTER_LOWER, value);
        }
        if (!available)
            return BRES_OK;
    }
    return BRES_OK;
}

static bres_status put_samples(const bres__node *measurements, bres__draft_state *state)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(measurements) && status == BRES_OK; i++) {
        const bres__node measurement = bres__node_at(measurements, i);
        double iterations = 1;
        double elapsed = 0;

        status = bres__node_read_duration(&measurement, "iterations", &iterations);
        if (status == BRES_OK)
            status = bres__node_read_duration(&measurement, "elapsed", &elapsed);
        if (status == BRES_OK)
            bres__draft_sample(state, elapsed, iterations);
    }
    for (size_t i = 0; i < sizeof(counters) / sizeof(*counters) && status == BRES_OK; i++)
        status = put_counter(measurements, counters[i], state);
    return status;
}

/* Sets the elements or bytes that one iteration processes, if the number is whole. */
static bres_status put_batch(const bres__node *result, bres__draft_state *state)
{
    const char *unit = "op";
    bres__node member;
    double batch = 0;
    bool found;
    bres_status status = bres__node_optional(result, "batch", BRES__JSON_REAL, &member, &found);

    if (status != BRES_OK || !found)
        return status;
    status = bres__node_float64(&member, &batch);
    if (bres__node_find(result, "unit", &member) && bres__node_text(&member) != NULL)
        unit = bres__node_text(&member);
    if (batch > 1 && batch < 9e15 && batch == (double)(int64_t)batch) {
        const bool bytes = strcmp(unit, "byte") == 0 || strcmp(unit, "B") == 0;

        bres__draft_work(state, bytes ? 0 : (int64_t)batch, bytes ? (int64_t)batch : 0);
    }
    return status;
}

static bres_status result_read(bres__import *import, const bres__node *result)
{
    static const char *const known[] = { "title", "name", "measurements", NULL };
    bres__draft_state *state = bres__draft_begin(&import->draft);
    const char *title = NULL;
    const char *name = NULL;
    bres__node measurements;
    double median = 0;
    bool found = false;
    bres_status status = bres__node_read_text(result, "title", &title);

    if (status == BRES_OK)
        status = bres__node_read_text(result, "name", &name);
    if (status == BRES_OK)
        status =
            bres__node_optional(result, "measurements", BRES__JSON_ARRAY, &measurements, &found);
    if (status != BRES_OK)
        return status;
    bres__draft_name(state, name);
    bres__draft_axis_value(state, "Name", BRES__AXIS_TEXT, name);
    bres__node_keep_others(result, known, state);
    if (found && bres__node_count(&measurements) != 0) {
        status = put_samples(&measurements, state);
    } else {
        status = bres__node_read_duration(result, "median(elapsed)", &median);
        bres__draft_time(state, "median", median);
    }
    if (status == BRES_OK)
        status = put_batch(result, state);
    if (status == BRES_OK)
        bres__draft_add(state, import->options.bench != NULL ? import->options.bench : title);
    return status;
}

static bres_status nanobench_read(bres__import *import)
{
    bres__node root;
    bres__node results;
    bres_status status = bres__tree_open(import, &root);

    if (status == BRES_OK)
        status = bres__node_require(&root, "results", BRES__JSON_ARRAY, &results);
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&results); i++) {
        const bres__node result = bres__node_at(&results, i);

        status = bres__import_tolerate(import, result_read(import, &result));
    }
    bres__tree_close(&root);
    return status;
}

const bres__file_format bres__format_of_nanobench = {
    .name = "nanobench",
    .tool = "nanobench",
    .detect = nanobench_detect,
    .read = nanobench_read,
};
