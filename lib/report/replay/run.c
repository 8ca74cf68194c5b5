/* SPDX-License-Identifier: MIT */
/*
 * Feeds streams to criteria, and computes the statistics of the samples up to each stop.
 */
#include "report/replay/replay.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* The samples of a stream: in measuring order, and sorted. */
typedef struct scratch {
    double *values;
    double *sorted;
    size_t count;
} scratch;

static void scratch_free(scratch *self)
{
    bres__free(self->sorted);
    bres__free(self->values);
}

static bres_status scratch_reserve(scratch *self, const bres_replay_stream *streams, size_t count)
{
    size_t longest = 0;

    for (size_t i = 0; i < count; i++) {
        if (streams[i].count > longest)
            longest = streams[i].count;
    }
    self->values = bres__calloc(longest, sizeof *self->values);
    self->sorted = bres__calloc(longest, sizeof *self->sorted);
    return self->values == NULL || self->sorted == NULL ? bres__error_memory() : BRES_OK;
}

/* Copies the valid samples; returns the number of refused samples. */
static size_t scratch_fill(scratch *self, const bres_replay_stream *stream)
{
    self->count = 0;
    for (size_t i = 0; i < stream->count; i++) {
        const double value = stream->times != NULL ? stream->times[i] : (double)stream->times32[i];

        if (isfinite(value) && value >= 0)
            self->values[self->count++] = value;
    }
    return stream->count - self->count;
}

static void figures_of(scratch *self, size_t count, bres__replay_figures *figures)
{
    bres__moments moments;
    bres__quartiles quartiles;

    *figures = (bres__replay_figures){ .count = count, .has_median = count != 0 };
    if (count == 0)
        return;
    memcpy(self->sorted, self->values, count * sizeof *self->values);
    bres__sort_float64(self->sorted, count);
    bres__quartiles_of_sorted(self->sorted, count, &quartiles);
    bres__moments_of(self->values, count, &moments);
    figures->time = moments.sum;
    figures->median = quartiles.median;
    figures->has_noise = bres__stdev_noise(count, moments.stdev, moments.mean, &figures->noise);
}

static bres_status run_criterion(bres__replay *replay, bres_criterion *criterion, scratch *self,
                                 bres__replay_stop *stop)
{
    bres_status status = bres_criterion_start(criterion);
    size_t fed;

    if (status == BRES_OK)
        status = bres_criterion_feed(criterion, self->values, self->count,
                                     (size_t)replay->min_samples, &fed, &stop->stopped);
    if (status == BRES_OK && stop->stopped)
        figures_of(self, fed, &stop->figures);
    return status;
}

static bres_status run_stream(bres__replay *replay, size_t index, scratch *self)
{
    bres__replay_outcome *outcome = &replay->outcomes[index];
    bres_status status = BRES_OK;

    outcome->stops = bres__calloc(replay->criterion_count, sizeof *outcome->stops);
    if (outcome->stops == NULL)
        return bres__error_memory();
    outcome->refused = scratch_fill(self, &replay->streams[index]);
    figures_of(self, self->count, &outcome->all);
    for (size_t i = 0; status == BRES_OK && i < replay->criterion_count; i++)
        status = run_criterion(replay, replay->criteria[i], self, &outcome->stops[i]);
    return status;
}

bres_status bres__replay_run(bres__replay *replay)
{
    scratch self = { 0 };
    bres_status status = scratch_reserve(&self, replay->streams, replay->stream_count);

    if (status != BRES_OK)
        goto out;
    replay->outcomes = bres__calloc(replay->stream_count, sizeof *replay->outcomes);
    if (replay->outcomes == NULL) {
        status = bres__error_memory();
        goto out;
    }
    for (size_t i = 0; status == BRES_OK && i < replay->stream_count; i++)
        status = run_stream(replay, i, &self);
out:
    scratch_free(&self);
    return status;
}
