/* SPDX-License-Identifier: MIT */
/*
 * Adding many measurements in one call.
 */
#include "criterion/criteria.h"

/* Measurements in `doubles` or in `floats`; the other array is NULL. */
typedef struct feed {
    const char *function;
    const double *doubles;
    const float *floats;
    size_t count;
    size_t min_samples;
} feed;

static bres_status criterion_feed(bres_criterion *criterion, const feed *self, size_t *fed,
                                  bool *stopped)
{
    bres_status status;
    bool refused;
    size_t done = 0;
    bool finished = false;

    if (fed == NULL || stopped == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: %s is NULL", self->function,
                           fed == NULL ? "fed" : "stopped");
    *fed = 0;
    *stopped = false;
    status = bres__criterion_check_started(criterion, self->function);
    if (status != BRES_OK)
        return status;
    if (self->count != 0 && self->doubles == NULL && self->floats == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: times is NULL", self->function);
    while (!finished && done < self->count) {
        const double seconds =
            self->doubles != NULL ? self->doubles[done] : (double)self->floats[done];

        status = bres__criterion_take(criterion, seconds, &refused);
        if (status != BRES_OK)
            return status;
        done++;
        finished = !refused && criterion->count >= self->min_samples &&
                   bres_criterion_is_finished(criterion);
    }
    *fed = done;
    *stopped = finished;
    return BRES_OK;
}

bres_status bres_criterion_feed(bres_criterion *criterion, const double *times, size_t count,
                                size_t min_samples, size_t *fed, bool *stopped)
{
    const feed self = { .function = "bres_criterion_feed",
                        .doubles = times,
                        .count = count,
                        .min_samples = min_samples };

    return criterion_feed(criterion, &self, fed, stopped);
}

bres_status bres_criterion_feed_float32(bres_criterion *criterion, const float *times, size_t count,
                                        size_t min_samples, size_t *fed, bool *stopped)
{
    const feed self = { .function = "bres_criterion_feed_float32",
                        .floats = times,
                        .count = count,
                        .min_samples = min_samples };

    return criterion_feed(criterion, &self, fed, stopped);
}
