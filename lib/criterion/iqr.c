/* SPDX-License-Identifier: MIT */
/*
 * iqr: torch's adaptive rule: finished when the interquartile range is small relative to the
 * median.
 */
#include "criterion/criteria.h"
#include "stats/running.h"

#define IQR_SAMPLES_MIN 4u

typedef struct iqr {
    double max_rel_iqr;
    double min_time;
    double max_time;
    double total;
    bres__running_quartiles quartiles;
} iqr;

static bres_status iqr_start(void *state, const bres_criterion *criterion, void *user)
{
    iqr *self = state;
    int64_t interpolate = 0;

    (void)user;
    (void)bres_criterion_float64(criterion, "max-rel-iqr", &self->max_rel_iqr);
    (void)bres_criterion_float64(criterion, "iqr-min-time", &self->min_time);
    (void)bres_criterion_float64(criterion, "iqr-max-time", &self->max_time);
    (void)bres_criterion_int64(criterion, "iqr-interpolate", &interpolate);
    if (interpolate > 1)
        return bres__error(BRES_ERROR_VALUE,
                           "criterion 'iqr': iqr-interpolate is %lld (expected 0 or 1)",
                           (long long)interpolate);
    self->quartiles.by_rank = interpolate == 0;
    return BRES_OK;
}

static bres_status iqr_reserve(void *state, void *user)
{
    (void)user;
    return bres__running_quartiles_reserve(&((iqr *)state)->quartiles) ? BRES_OK
                                                                       : BRES_ERROR_MEMORY;
}

static void iqr_add(void *state, double seconds, void *user)
{
    iqr *self = state;

    (void)user;
    self->total += seconds;
    bres__running_quartiles_add(&self->quartiles, seconds);
}

static bool iqr_is_finished(const void *state, void *user)
{
    const iqr *self = state;
    bres__quartiles quartiles;
    double ratio;

    (void)user;
    if (self->total > self->max_time)
        return true;
    if (self->quartiles.count < IQR_SAMPLES_MIN || self->total < self->min_time)
        return false;
    bres__running_quartiles_get(&self->quartiles, &quartiles);
    return bres__relative(quartiles.q3 - quartiles.q1, quartiles.median, &ratio) &&
           ratio < self->max_rel_iqr;
}

static void iqr_clear(void *state, void *user)
{
    (void)user;
    bres__running_quartiles_free(&((iqr *)state)->quartiles);
}

static const bres_parameter iqr_parameters[] = {
    BRES__PARAMETER_REAL("max-rel-iqr", "stop below this ratio of interquartile range to median",
                         0.1),
    BRES__PARAMETER_REAL("iqr-min-time", "smallest total time of the samples in seconds", 0.01),
    BRES__PARAMETER_REAL("iqr-max-time", "stop above this total time of the samples in seconds",
                         10),
    BRES__PARAMETER_COUNT("iqr-interpolate", "1: interpolate quartiles; 0: quartiles by rank", 1),
};

const bres__builtin bres__builtin_iqr = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "iqr",
                    .description = "the interquartile range is small relative to the median",
                    .parameters = iqr_parameters,
                    .parameter_count = 4,
                    .state_size = sizeof(iqr),
                    .start = iqr_start,
                    .reserve = iqr_reserve,
                    .add = iqr_add,
                    .is_finished = iqr_is_finished,
                    .clear = iqr_clear },
};
