/* SPDX-License-Identifier: MIT */
/*
 * Isolated samples: each is taken with an empty L2 cache and an idle device.
 */
#ifndef BRES_MEASURE_GPU_COLD_H
#define BRES_MEASURE_GPU_COLD_H

#include "measure/gpu/devices.h"
#include "measure/gpu/launch.h"
#include "measure/sampling/sampling.h"

typedef struct bres__cold {
    bres__sampling sampling; /* its samples are GPU times */
    bres_launch *launch;
    const bres__cuda_body *body;
    const bres__gpu *gpu;
    bool blocking;  /* the stream is blocked while a sample is queued */
    uint64_t now;   /* the last reading of the host's clock */
    double *cpu;    /* seconds; bres__free() */
    double *clocks; /* hertz; bres__free() */
    size_t cpu_capacity;
    size_t clocks_capacity;
    bool clock_unknown; /* of at least one sample */
    /* Throttling: */
    double threshold;   /* fraction of the default clock; 0: samples at any clock count */
    double delay;       /* seconds; grows from discard to discard */
    uint64_t discarded; /* total number of discarded trials */
    uint64_t discarded_in_a_row;
    int64_t grace;      /* samples that are taken at any clock; 0: none */
    int64_t grace_left; /* of these, the samples still to come */
    uint64_t reasons;   /* BRES__NVML_* bits: why the clock was low */
    /* Other streams: */
    size_t overrun; /* samples after which the device was still busy */
} bres__cold;

/* Prepares isolated samples of a body on an open device. Everything except `cold` is borrowed.
 * `body` and `settings` are complete. */
void bres__cold_init(bres__cold *cold, bres_launch *launch, const bres__cuda_body *body,
                     const bres__gpu *gpu, const bres__settings *settings,
                     const bres__measure_hooks *hooks);
/* Executes the warm-ups. *last gets the GPU time of the last warm-up; negative: no warm-up. */
bres_status bres__cold_warm_up(const bres__cold *cold, double *last);
/* Executes once. Stores the data of sample `index`, except the GPU time, which goes to *seconds.
 * *taken false: the clock was too low; nothing is stored, and the device was given time to
 * recover. */
bres_status bres__cold_take(bres__cold *cold, size_t index, double *seconds, bool *taken);
/* Takes samples until they are enough. */
bres_status bres__cold_run(bres__cold *cold);
/* Whether a trial must be discarded; if so, waits for the device to recover. */
bool bres__cold_discards(bres__cold *cold, const bres__trial *trial);
/* Asks the management library why the clock is currently low, and keeps the reasons. */
void bres__cold_ask_reasons(bres__cold *cold);

/* One sample in this many may be late by accident. */
#define BRES__COLD_RARE 10u

/* Whether the device was still busy after too many samples for an accident. */
static inline bool bres__cold_has_overrun(const bres__cold *cold)
{
    return cold->overrun > cold->sampling.count / BRES__COLD_RARE;
}

/* Waits for the whole device; *overrun: this takes longer than for an idle device. Reads the
 * clock. */
bres_status bres__cold_check_streams(bres__cold *cold, bool *overrun);
/* BRES_ERROR_VALUE if the samples have overrun and the settings have strict_streams. */
bres_status bres__cold_judge_streams(const bres__cold *cold);
/* Adds the summaries, all or none. */
bres_status bres__cold_add_summaries(bres__cold *cold, bres_state *state, int64_t elements,
                                     int64_t global_bytes);
void bres__cold_warn(const bres__cold *cold, const bres_state *state);
void bres__cold_free(bres__cold *cold);

#endif
