/* SPDX-License-Identifier: MIT */
/*
 * A space of configurations whose true times are known, and their samples in virtual time.
 */
#ifndef BRES_TRUTH_LANDSCAPE_H
#define BRES_TRUTH_LANDSCAPE_H

#include "truth/common/source.h"

#include <stddef.h>

#define TRUTH_CONFIGS_MAX 2000u

/* The noise of the logarithm of a time, in units of the deviation; its median is 0. */
typedef enum truth_noise {
    TRUTH_NORMAL,
    TRUTH_STUDENT2,    /* Student's t with two degrees of freedom: no variance */
    TRUTH_EXPONENTIAL, /* skewed to the right */
    TRUTH_LOGNORMAL,   /* skewed to the right, with a heavy tail */
    TRUTH_BIMODAL      /* normal; `jump` is added with the probability `jump_rate`, below a half */
} truth_noise;

typedef struct truth_config {
    double median; /* logarithm of the time, relative to that of the fastest configuration */
    double deviation;
    truth_noise noise;
    double jump;
    double jump_rate;
} truth_config;

typedef struct truth_landscape {
    size_t count;
    size_t fastest;
    truth_config configs[TRUTH_CONFIGS_MAX];
    double drift;  /* of the logarithm of all times, per 1,000 samples */
    double waves;  /* amplitude of a drift with a period of 500 samples */
    double growth; /* of all deviations, per 1,000 samples, as a fraction */
    double bursts; /* slowdown of the samples of a burst: 20 of every 200 samples */
    truth_source source;
    size_t done; /* samples so far */
} truth_landscape;

/* Finds the fastest configuration and starts the noise of a run. */
void truth_landscape_begin(truth_landscape *landscape, uint64_t noise_seed);
/* The seconds of one execution. */
double truth_landscape_sample(truth_landscape *landscape, size_t config);
/* The fraction by which a configuration is slower than the fastest one. */
double truth_landscape_regret(const truth_landscape *landscape, size_t config);

#endif
