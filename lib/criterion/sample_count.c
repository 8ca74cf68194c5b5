/* SPDX-License-Identifier: MIT */
/*
 * sample-count: a fixed number of samples.
 */
#include "criterion/criteria.h"

typedef struct sample_count {
    int64_t target;
    int64_t count;
} sample_count;

static bres_status sample_count_start(void *state, const bres_criterion *criterion, void *user)
{
    sample_count *self = state;

    (void)user;
    (void)bres_criterion_int64(criterion, "target-samples", &self->target);
    if (self->target <= 0)
        return bres__error(BRES_ERROR_VALUE,
                           "criterion 'sample-count': target-samples is 0 (expected 1 or more)");
    return BRES_OK;
}

static void sample_count_add(void *state, double seconds, void *user)
{
    (void)seconds;
    (void)user;
    ((sample_count *)state)->count++;
}

static bool sample_count_is_finished(const void *state, void *user)
{
    const sample_count *self = state;

    (void)user;
    return self->count >= self->target;
}

static const bres_parameter sample_count_parameters[] = {
    BRES__PARAMETER_COUNT("target-samples", "number of samples", 100),
};

const bres__builtin bres__builtin_sample_count = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "sample-count",
                    .description = "a fixed number of samples",
                    .parameters = sample_count_parameters,
                    .parameter_count = 1,
                    .state_size = sizeof(sample_count),
                    .start = sample_count_start,
                    .add = sample_count_add,
                    .is_finished = sample_count_is_finished },
};
