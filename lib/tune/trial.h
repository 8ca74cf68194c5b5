/* SPDX-License-Identifier: MIT */
/*
 * A trial: one configuration of the space, its samples and its failure.
 */
#ifndef BRES_TUNE_TRIAL_H
#define BRES_TUNE_TRIAL_H

#include "tune/search/standing.h"
#include "tune/tune.h"

struct bres_trial {
    bres_tuner *tuner;
    uint64_t index; /* in the space */
    size_t config;  /* its number in the search, which counts accepted configurations only */
    char *name;     /* NULL: not requested yet */
    void *data;
    char *reason;  /* of its failure; NULL: it has not failed */
    bool prepared; /* and not released yet */
    bool checked;
    bool unclocked; /* some samples have no clock rate */
    uint32_t batches;
    size_t count; /* of samples */
    size_t times_capacity;
    size_t rates_capacity;
    float *times;            /* seconds */
    float *rates;            /* hertz; meaningless when unclocked */
    double walltime;         /* seconds of all batches */
    uint64_t block_size;     /* executions per sample; 0: unknown */
    uint64_t rank;           /* counted from 1; 0: none */
    bres__standing standing; /* of a stored outcome */
    bres_state *record;      /* for the journal; NULL: none yet */
    bres_state *state;       /* in the result, once that is made */
};

void bres__trial_free(bres_trial *trial);
/* Frees the memory that a trial owns, but not the trial, which is not on the heap. */
void bres__trial_clear(bres_trial *trial);
/* Appends samples to the trial, but neither to the journal nor to the search; `rates` may be NULL.
 */
bres_status bres__trial_append(bres_trial *trial, const float *times, const float *rates,
                               size_t count);
/* Marks the trial as failed, also in the search. */
bres_status bres__trial_set_reason(bres_trial *trial, const char *reason);
/* Passes the last `count` samples of the trial to the search. */
bres_status bres__trial_tell(bres_trial *trial, size_t count);

/* Makes the space: evaluates the constraints for each index. */
bres_status bres__space_make(bres_tuner *tuner);
/* A checksum of the indices of all configurations. */
uint32_t bres__space_fingerprint(const bres_tuner *tuner);
/* The configuration of this index; false if a constraint refused it. */
bool bres__space_find(const bres_tuner *tuner, uint64_t index, size_t *config);
/* The trial of a configuration, made at the first call. */
bres_status bres__tuner_trial(bres_tuner *tuner, size_t config, bres_trial **trial);

#endif
