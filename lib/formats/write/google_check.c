/* SPDX-License-Identifier: MIT */
#include "formats/write/google_check.h"

#include "base/alloc.h"

#include <string.h>

bool bres__google_check_made(const bres__text *name, double threads, const bres__written *state,
                             bool *is_alike)
{
    const bres__google_name cut = bres__google_name_cut(bres__write_string_of(name), threads);
    const size_t count = bres_state_axis_value_count(state->state);
    bres__index axes = { .count = 0 };
    bool done = true;
    size_t position;

    /* If two axes have the same name, a reader renames the second one. */
    for (size_t i = 0; i < count && done; i++) {
        const char *axis = bres_value_name(bres_state_axis_value_at(state->state, i));

        done = bres__index_add(&axes, axis, strlen(axis), &position);
    }
    *is_alike = cut.function == strlen(state->bench) && cut.arguments == cut.options &&
                cut.count + cut.has_threads == count + (state->device != NULL) &&
                axes.count == count;
    bres__index_free(&axes);
    return done;
}

bool bres__google_check_add(bres__google_check *self, const bres__text *name, double threads,
                            const bres_state *state)
{
    const char *copy = bres__arena_copy(&self->arena, name->data, name->length);

    if (copy == NULL || !BRES__RESERVE(&self->names, &self->capacity, self->count + 1) ||
        !BRES__RESERVE(&self->states, &self->state_capacity, self->count + 1))
        return false;
    self->names[self->count] = bres__google_name_cut(copy, threads);
    self->states[self->count++] = state;
    return true;
}

/* Whether the reader split the name of a state into its benchmark and as many parts as axes. */
static bool is_cut_as_meant(const bres__google_name *cut, const bres_state *state)
{
    const char *bench = bres_subbench_name(bres_state_subbench(state));

    return cut->function == strlen(bench) &&
           cut->count + cut->has_threads == bres_state_axis_value_count(state);
}

/* Ignores states whose whole name is the value of their only axis: the reader could not split the
 * names of their family, or kept them on request. */
size_t bres__google_check_end(bres__google_check *self)
{
    const bool agree = self->count != 0 && bres__google_names_agree(self->names, self->count);
    size_t misread = 0;

    for (size_t i = 0; i < self->count; i++) {
        if (bres_state_axis_value_count(self->states[i]) != 1 ||
            bres_state_axis_value(self->states[i], "Name") == NULL)
            misread += !agree || !is_cut_as_meant(&self->names[i], self->states[i]);
    }
    self->count = 0;
    bres__arena_free(&self->arena);
    return misread;
}

void bres__google_check_free(bres__google_check *self)
{
    bres__arena_free(&self->arena);
    bres__free(self->names);
    bres__free(self->states);
}
