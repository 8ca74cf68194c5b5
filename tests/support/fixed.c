/* SPDX-License-Identifier: MIT */
#include "support/fixed.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct fixed {
    int64_t max_samples;
    int64_t *count;
} fixed;

static bres_status fixed_start(void *state, const bres_criterion *criterion, void *user)
{
    fixed *self = state;
    bres_test_calls *calls = user;

    if (self->count != NULL || self->max_samples != 0)
        return BRES_ERROR_STATE; /* the state is not zero */
    if (!bres_criterion_int64(criterion, "max-samples", &self->max_samples))
        return BRES_ERROR_KEY;
    if (self->max_samples == 13)
        return BRES_ERROR_LIMIT;
    self->count = calloc(1, sizeof(*self->count));
    if (self->count == NULL)
        return BRES_ERROR_MEMORY;
    if (calls != NULL) {
        calls->starts++;
        snprintf(calls->label, sizeof(calls->label), "%s",
                 bres_criterion_string(criterion, "label"));
    }
    return BRES_OK;
}

static bres_status fixed_reserve(void *state, void *user)
{
    bres_test_calls *calls = user;

    (void)state;
    if (calls == NULL || ++calls->reserves != calls->reserve_fails)
        return BRES_OK;
    return BRES_ERROR_LIMIT;
}

static void fixed_add(void *state, double seconds, void *user)
{
    bres_test_calls *calls = user;

    (void)seconds;
    ++*((fixed *)state)->count;
    if (calls != NULL)
        calls->adds++;
}

static bool fixed_is_finished(const void *state, void *user)
{
    const fixed *self = state;

    (void)user;
    return *self->count >= self->max_samples;
}

static void fixed_clear(void *state, void *user)
{
    fixed *self = state;
    bres_test_calls *calls = user;

    if (calls != NULL && self->count != NULL)
        calls->clears++;
    free(self->count);
}

void bres_test_fixed(bres_criterion_definition *definition, bres_test_calls *calls)
{
    static const bres_parameter parameters[] = {
        { .name = "max-samples",
          .description = "number of samples",
          .kind = BRES_KIND_INT64,
          .flags = BRES_PARAMETER_NOT_NEGATIVE,
          .int64 = 42 },
        { .name = "label", .kind = BRES_KIND_STRING, .string = "none" },
    };

    bres_criterion_definition_init(definition);
    definition->name = "fixed";
    definition->description = "a fixed number of samples";
    definition->parameters = parameters;
    definition->parameter_count = 2;
    definition->state_size = sizeof(fixed);
    definition->user = calls;
    definition->start = fixed_start;
    definition->reserve = fixed_reserve;
    definition->add = fixed_add;
    definition->is_finished = fixed_is_finished;
    definition->clear = fixed_clear;
}
